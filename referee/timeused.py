"""The time that bots used, from what the records measured."""

import msgspec


class TimeRow(msgspec.Struct, frozen=True):
    """The time that one bot was charged, in milliseconds."""

    bot: str
    decisions: int
    """Those that it answered itself, with a time measured."""
    median_ms: float | None
    """None without decisions, like the two below."""
    p99_ms: float | None
    """99 of 100 decisions took no longer."""
    max_ms: float | None
    bank_share: float | None
    """Mean over its games of the time charged by the bank given; None without clock or games."""
