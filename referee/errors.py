"""The two kinds of error that are not a bot's: the user's and ours."""

from collections.abc import Sequence


class UserError(Exception):
    """Bad input or a machine that cannot do it: one line that says what to do, exit 2.

    `lines` are shown below it, such as what a compiler said.
    """

    def __init__(self, text: str, lines: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.lines = tuple(lines)


class RefereeBug(Exception):
    """Something that cannot happen did: stops the run, exit 70, costs no bot a point."""
