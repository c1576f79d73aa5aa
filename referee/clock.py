"""The only module that reads the clock, and the measure of the referee's own delay."""

from collections.abc import Callable

import trio

Now = Callable[[], float]
"""Reads the monotonic clock in seconds; may be called from any thread or loop."""

BEAT_SECONDS = 0.01
"""How often the loop is looked at, for its own delay and for expired questions."""

# What the scheduler of a healthy machine does to a sleeper is not counted as our delay.
_USUAL_DELAY = 0.005


def running_clock() -> Now:
    """The clock of the trio run that this is called from: real time, or a test's mock clock."""
    return trio.lowlevel.current_clock().current_time


class Lag:
    """How long the referee's loop kept others waiting, summed since its start, in seconds."""

    def __init__(self, now: float) -> None:
        self._total = 0.0
        self._due = now + BEAT_SECONDS

    def beat(self, now: float) -> None:
        """Notes that the loop came round; it should have done so when the last beat was due."""
        self._total = self.total(now)
        self._due = now + BEAT_SECONDS

    def total(self, now: float) -> float:
        """The sum up to now, with the delay that is still going on."""
        overdue = now - self._due
        return self._total + overdue if overdue > _USUAL_DELAY else self._total
