"""Takes measures while nobody else uses the machine: others at work are seen in every figure."""

from collections.abc import Callable
from os import sysconf
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic, sleep
from typing import TypeVar

T = TypeVar("T")

MOST_SECONDS = 600.0
"""For one measure and all that was in vain before it."""
OTHERS_SHARE = 0.1
"""What others may take of all cores."""
_STAT = Path("/proc/stat")
_TICKS_A_SECOND = sysconf("SC_CLK_TCK")
_LOOK_SECONDS = 1.0
_LEAST_SECONDS = 0.2
"""Of all cores together: what is shorter is taken for that, as the kernel counts in ticks."""


class NeverIdle(Exception):
    """Others have used the machine all the time."""


def _busy_and_all() -> tuple[float, float]:
    """Seconds that all cores together were busy, and in all, since the machine started."""
    ticks = [int(word) for word in _STAT.read_text().splitlines()[0].split()[1:9]]
    idle = ticks[3] + ticks[4]
    return (sum(ticks) - idle) / _TICKS_A_SECOND, sum(ticks) / _TICKS_A_SECOND


def _own() -> float:
    """Seconds of our own process and of those that we have started and that have ended."""
    uses = (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _with_share_of_others(measure: Callable[[], T]) -> tuple[T, float]:
    own_before, (busy_before, all_before) = _own(), _busy_and_all()
    result = measure()
    own, (busy, every) = _own(), _busy_and_all()
    others = (busy - busy_before) - (own - own_before)
    return result, others / max(every - all_before, _LEAST_SECONDS)


def taken_when_idle(measure: Callable[[], T]) -> T:
    """A measure during which others took next to nothing; it is taken again until that is so."""
    deadline = monotonic() + MOST_SECONDS
    while monotonic() < deadline:
        _, share = _with_share_of_others(lambda: sleep(_LOOK_SECONDS))
        if share <= OTHERS_SHARE:
            result, share = _with_share_of_others(measure)
            if share <= OTHERS_SHARE:
                return result
    raise NeverIdle(f"the machine was never idle for long enough in {MOST_SECONDS / 60:g} minutes")
