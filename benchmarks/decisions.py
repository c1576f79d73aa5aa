"""Decisions a second of the real referee against the floor; and where its time goes."""

from collections.abc import Callable

import msgspec

from benchmarks.one_life import Life
from benchmarks.programs import output_of
from benchmarks.results import Result, Row
from benchmarks.rounds import Spread, in_turn, ratio
from benchmarks.sampling import SECONDS, STAGES
from benchmarks.sizes import Size

Before = Callable[[str], None]

STACKS = ("aio", "sync")
BARS = {1: 0.5, 64: 6.0, 256: 12.0}
"""By games at once: the least ratio to the floor with one set of processes."""
MOST_MB = 200.0
_JOBS = (1, 2)
_MICROSECONDS = 1e6


def _life(games: int, games_at_once: int, jobs: int, *words: str) -> Life:
    output = output_of("one_life", games, games_at_once, jobs, *words)
    return msgspec.json.decode(output, type=Life)


def _floor(stack: str, exchanges: int) -> float:
    return float(output_of("ping", stack, exchanges))


def _what(at_once: int, jobs: int) -> str:
    return f"games at once: {at_once}" + (f", jobs: {jobs}" if jobs > 1 else "")


def decisions(size: Size, before: Before) -> Result:
    """The floor in both stacks, and the referee at all numbers of games at once and jobs."""
    floors: dict[str, list[float]] = {stack: [] for stack in STACKS}
    lives: dict[tuple[int, int], list[Life]] = {
        (jobs, at_once): [] for jobs in _JOBS for at_once in size.games
    }

    def floor_of(stack: str) -> Callable[[], None]:
        return lambda: floors[stack].append(_floor(stack, size.exchanges))

    def life_of(jobs: int, at_once: int) -> Callable[[], None]:
        # Two jobs need twice the games to keep as many open for as long.
        games = jobs * size.games[at_once]
        return lambda: lives[jobs, at_once].append(_life(games, at_once, jobs))

    measures = {f"floor, {stack}": floor_of(stack) for stack in STACKS}
    for jobs, at_once in lives:
        measures[_what(at_once, jobs)] = life_of(jobs, at_once)
    in_turn(measures, size.rounds, before)

    best = max(STACKS, key=lambda stack: Spread(tuple(floors[stack])).median)
    rows = [
        Row(
            what=f"floor, {stack}" + (" (the better: 1)" if stack == best else ""),
            unit="exchanges/s",
            values=tuple(floors[stack]),
            ratios=() if stack == best else ratio(floors[stack], floors[best]).values,
        )
        for stack in STACKS
    ]
    for (jobs, at_once), found in lives.items():
        rates = [life.rate for life in found]
        rows.append(
            Row(
                what=_what(at_once, jobs),
                unit="decisions/s",
                values=tuple(rates),
                ratios=ratio(rates, floors[best]).values,
                at_least=BARS.get(at_once) if jobs == 1 else None,
            )
        )
    most = max(size.games)
    rows += [
        Row(
            what=f"peak memory, {_what(most, jobs)}",
            unit="MB",
            values=tuple(life.peak_mb for life in lives[jobs, most]),
            at_most=MOST_MB,
        )
        for jobs in _JOBS
    ]
    return Result(
        name="decisions",
        title="Decisions a second, sample bot `first` in all seats, against a bare gRPC stream",
        ratio="to the floor",
        size=size.name,
        rows=tuple(rows),
    )


def stages(size: Size, before: Before) -> Result:
    """Where a decision's time goes, at several numbers of games at once."""
    plain: dict[int, list[Life]] = {at_once: [] for at_once in size.profiled}
    sampled: dict[int, list[Life]] = {at_once: [] for at_once in size.profiled}

    def both(at_once: int) -> Callable[[], None]:
        def measure() -> None:
            games = size.games[at_once]
            plain[at_once].append(_life(games, at_once, 1))
            sampled[at_once].append(_life(games, at_once, 1, "sampled"))

        return measure

    in_turn({_what(one, 1): both(one) for one in plain}, size.rounds, before)
    rows = []
    for at_once, found in sampled.items():
        spent = [_MICROSECONDS / life.rate for life in plain[at_once]]
        rows.append(Row(what=_what(at_once, 1), unit="us a decision", values=tuple(spent)))
        for stage in STAGES:
            shares = [life.looks.get(stage, 0) / sum(life.looks.values()) for life in found]
            rows.append(
                Row(
                    what=f"- {stage}",
                    unit="us a decision",
                    values=tuple(share * whole for share, whole in zip(shares, spent, strict=True)),
                    ratios=tuple(shares),
                )
            )
    slowed = [
        one.rate / other.rate
        for at_once in plain
        for one, other in zip(sampled[at_once], plain[at_once], strict=True)
    ]
    return Result(
        name="stages",
        title="Where a decision's time goes in the referee's thread",
        ratio="share",
        size=size.name,
        rows=tuple(rows),
        notes=(
            f"Looked at every {1000 * SECONDS:g} ms; a run that is looked at makes "
            f"{Spread(tuple(slowed)).median:.2f} times the decisions a second of one that is not.",
        ),
    )
