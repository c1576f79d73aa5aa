"""What it costs to plan a million games: their number, and the first thousand of them."""

from collections.abc import Callable
from functools import partial
from time import perf_counter

from benchmarks.results import Result, Row
from benchmarks.rounds import Taker, in_turn
from benchmarks.sizes import Size
from referee.schedule import Kind, Schedule, make_schedule
from referee.tables import planned_groups

_FIRST = 1000
_MOST_MS = 100


def _bots(count: int) -> tuple[str, ...]:
    return tuple(f"bot{number:03}" for number in range(count))


_SCHEDULES: dict[str, Callable[[], Schedule]] = {
    "round-robin, 30 bots": lambda: make_schedule(Kind.ROUND_ROBIN, _bots(30), 4, 10),
    "balanced, 20 bots, 2,500 tables": lambda: make_schedule(
        Kind.BALANCED, _bots(20), 4, 100, tables=2_500
    ),
    "balanced, 30 bots, 15,000 tables": lambda: make_schedule(
        Kind.BALANCED, _bots(30), 4, 17, tables=15_000
    ),
    "gauntlet, 2 against 60": lambda: make_schedule(
        Kind.GAUNTLET, _bots(62), 4, 4, challengers=_bots(2)
    ),
    "ladder, 40 bots, 250 rounds": lambda: make_schedule(
        Kind.LADDER, _bots(40), 4, 100, rounds=250
    ),
}


def _seconds(make: Callable[[], Schedule]) -> float:
    """For a schedule from nothing: its total and the first games."""
    planned_groups.cache_clear()
    start = perf_counter()
    schedule = make()
    assert schedule.total > 0
    for index in range(_FIRST):
        assert schedule[index].seating
    return perf_counter() - start


def schedules(size: Size, take: Taker) -> Result:
    """Each kind of schedule of about a million games."""
    measures = {what: partial(_seconds, make) for what, make in _SCHEDULES.items()}
    taken = in_turn(measures, size.rounds, take)
    return Result(
        name="schedules",
        title="Number of a schedule's games and the first 1,000 of about a million",
        ratio="",
        size=size.name,
        rows=tuple(
            Row(
                what=what,
                unit="ms",
                values=tuple(1000 * seconds for seconds in taken[what]),
                at_most=_MOST_MS,
            )
            for what in measures
        ),
    )
