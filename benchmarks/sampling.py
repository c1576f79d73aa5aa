"""Where the time of the referee's thread goes: looks at it again and again while it runs.

A timer signal interrupts the main thread; what it is at then is told by the innermost module
that has a stage. Time in gRPC's own threads is not seen but as waiting.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 0.002
"""Between two looks."""
STAGES = {
    "rules": "game play deal ruleset contract",
    "view": "view",
    "encoding": "wire encode encoding session",
    "boards and seeds": "boards",
    "table, clerk and clock": "table clerk desk laps roster clock timecontrol schedule",
    "record": "record recordfile tournament opening events",
    "gRPC": "server",
    "waking": "hosting crew",
    "waiting": "",
}
_OTHER = "waking"
_STAGE_OF = {
    f"referee.{module}": stage for stage, modules in STAGES.items() for module in modules.split()
}


# The loop waits in `select`; what `_run` calls without a frame of Python is C code of gRPC.
_AT_ONCE = {"selectors": {"select": "waiting"}, "asyncio.events": {"_run": "gRPC"}}


def _stage(frame: FrameType | None) -> str:
    """The stage of the innermost frame that has one."""
    if frame is not None and frame.f_globals.get("__name__") in _AT_ONCE:
        stage = _AT_ONCE[frame.f_globals["__name__"]].get(frame.f_code.co_name)
        if stage is not None:
            return stage
    while frame is not None:
        stage = _STAGE_OF.get(frame.f_globals.get("__name__", ""))
        if stage is not None:
            return stage
        frame = frame.f_back
    return _OTHER


@contextmanager
def sampled() -> Iterator[dict[str, int]]:
    """Counts looks by stage while the block runs."""
    # All keys are there from the start: a look may come while somebody reads.
    counts = dict.fromkeys(STAGES, 0)

    def look(_number: int, frame: FrameType | None) -> None:
        counts[_stage(frame)] += 1

    old = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
    try:
        yield counts
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
