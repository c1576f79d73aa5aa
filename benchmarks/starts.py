"""The start of four bots, against that of four bare Python processes that import gRPC."""

import subprocess
import sys
from contextlib import ExitStack
from time import perf_counter

import msgspec

from benchmarks.one_life import Life
from benchmarks.programs import output_of
from benchmarks.results import Result, Row
from benchmarks.rounds import Taker, in_turn, ratio
from benchmarks.sizes import Size

_BOTS = 4
_BARE = "import grpc; print(flush=True)"


def _bare_seconds() -> float:
    """From the first start until all processes have imported gRPC."""
    with ExitStack() as stack:
        start = perf_counter()
        running = [
            stack.enter_context(
                subprocess.Popen([sys.executable, "-c", _BARE], stdout=subprocess.PIPE)
            )
            for _ in range(_BOTS)
        ]
        for one in running:
            assert one.stdout is not None
            one.stdout.readline()
        return perf_counter() - start


def _bots_seconds() -> float:
    """From the start of the first supervisor until all bots have said Ready."""
    return msgspec.json.decode(output_of("one_life", 1, 1, 1), type=Life).start_seconds


def starts(size: Size, take: Taker) -> Result:
    """Both starts, in turn."""
    bare, bots = "four Python processes that import grpc", "four bots, all Ready"
    taken = in_turn({bare: _bare_seconds, bots: _bots_seconds}, size.rounds, take)
    return Result(
        name="starts",
        title="Start of four bots, sample bot `first`, under their supervisors",
        ratio="to bare starts",
        size=size.name,
        rows=tuple(
            Row(
                what=what,
                unit="ms",
                values=tuple(1000 * seconds for seconds in taken[what]),
                ratios=ratio(taken[what], taken[bare]).values if what == bots else (),
            )
            for what in (bare, bots)
        ),
    )
