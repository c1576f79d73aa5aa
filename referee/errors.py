"""The two kinds of error that are not a bot's: the user's and ours."""


class UserError(Exception):
    """Bad input or a machine that cannot do it: one line that says what to do, exit 2."""


class RefereeBug(Exception):
    """Something that cannot happen did: stops the run, exit 70, costs no bot a point."""
