"""Waits until nobody else uses the machine; others at work are seen in every figure."""

from pathlib import Path
from time import monotonic, sleep

_STAT = Path("/proc/stat")
_IDLE_SHARE = 0.9
_LOOK_SECONDS = 1.0
MOST_SECONDS = 600.0


def _idle_and_all() -> tuple[int, int]:
    """What all cores together have spent idle, and in all, in ticks since the machine started."""
    ticks = [int(word) for word in _STAT.read_text().splitlines()[0].split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)


def wait_until_idle() -> bool:
    """Waits for a second in which the cores were idle; False if none came in ten minutes."""
    deadline = monotonic() + MOST_SECONDS
    while monotonic() < deadline:
        idle_before, all_before = _idle_and_all()
        sleep(_LOOK_SECONDS)
        idle, every = _idle_and_all()
        if idle - idle_before >= _IDLE_SHARE * (every - all_before):
            return True
    return False
