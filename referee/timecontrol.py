"""The time control of a run: its numbers, and how people write them."""

import re
from typing import Annotated

import msgspec

from referee.errors import UserError

_UNITS_MS = {"ms": 1, "s": 1000, "m": 60_000, "": 1000}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|)")
_LONGEST_MS = 24 * 3_600_000


_Milliseconds = Annotated[int, msgspec.Meta(ge=0)]


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a bot may use of the clock, in milliseconds; the defaults are the referee's."""

    no_clock: bool = False
    start_budget_ms: _Milliseconds = 30_000
    move_limit_ms: _Milliseconds = 1_000
    bank_ms: _Milliseconds = 10_000
    bank_increment_ms: _Milliseconds = 4_000
    grace_ms: _Milliseconds = 50
    hard_cap_ms: _Milliseconds = 600_000

    def __str__(self) -> str:
        """All in a few words, such as `1s a move, bank 10s+4s, grace 50ms, start 30s`."""
        return f"{self.decisions_text()}, start {duration_text(self.start_budget_ms)}"

    def decisions_text(self) -> str:
        """The same without the start, which a bot in its author's hands is not limited in."""
        if self.no_clock:
            return "no clock"
        bank = f"{duration_text(self.bank_ms)}+{duration_text(self.bank_increment_ms)}"
        move = duration_text(self.move_limit_ms)
        return f"{move} a move, bank {bank}, grace {duration_text(self.grace_ms)}"


def duration_text(milliseconds: int) -> str:
    """The duration as people write it: `2m`, `10s`, `1.5s`, `50ms`."""
    if milliseconds and milliseconds % 60_000 == 0:
        return f"{milliseconds // 60_000}m"
    if milliseconds >= 1000 or milliseconds == 0:
        return f"{milliseconds / 1000:g}s"
    return f"{milliseconds}ms"


def parse_duration(text: str, what: str) -> int:
    """Milliseconds of a text like `500ms`, `2m` or `3` (seconds); UserError names `what`."""
    match = _DURATION.fullmatch(text.strip())
    milliseconds = round(float(match[1]) * _UNITS_MS[match[2]]) if match else -1
    if not 0 <= milliseconds <= _LONGEST_MS:
        raise UserError(
            f"{what}: {text!r} is not a duration: write 500ms, 1.5s or 2m, at most 24 hours"
        )
    return milliseconds


def parse_bank(text: str, what: str) -> tuple[int, int]:
    """Start and increment a deal in milliseconds of a text like `10s+4s` or `10s`."""
    start, plus, increment = text.partition("+")
    return (
        parse_duration(start, what),
        parse_duration(increment, what) if plus else 0,
    )
