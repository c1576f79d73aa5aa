"""Decisions a second of the real referee against the floor; and where its time goes."""

from collections.abc import Callable
from functools import partial

import msgspec

from benchmarks.one_life import Life
from benchmarks.programs import output_of
from benchmarks.results import Result, Row
from benchmarks.rounds import Spread, Taker, in_turn, ratio
from benchmarks.sampling import SECONDS, STAGES
from benchmarks.sizes import Size

STACKS = ("aio", "sync")
BARS = {1: 0.5, 64: 6.0, 256: 12.0}
"""By games at once: the least ratio to the floor with one set of processes."""
MOST_MB = 200.0
_JOBS = (1, 2)
_MICROSECONDS = 1e6
_LOOKED_AT = ", looked at"


def _life(games: int, games_at_once: int, jobs: int, *words: str) -> Life:
    output = output_of("one_life", games, games_at_once, jobs, *words)
    return msgspec.json.decode(output, type=Life)


class Floor(msgspec.Struct, frozen=True):
    """What the floor has given."""

    rate: float
    """Exchanges a second."""


def _floor(stack: str, exchanges: int) -> Floor:
    return Floor(float(output_of("ping", stack, exchanges)))


def _what(at_once: int, jobs: int) -> str:
    return f"games at once: {at_once}" + (f", jobs: {jobs}" if jobs > 1 else "")


def decisions(size: Size, take: Taker) -> Result:
    """The floor in both stacks, and the referee at all numbers of games at once and jobs."""
    floors = {stack: partial(_floor, stack, size.exchanges) for stack in STACKS}
    # Two jobs need twice the games to keep as many open for as long.
    lives = {
        _what(at_once, jobs): partial(_life, jobs * size.games[at_once], at_once, jobs)
        for jobs in _JOBS
        for at_once in size.games
    }
    measures: dict[str, Callable[[], Floor | Life]] = {**floors, **lives}
    taken = in_turn(measures, size.rounds, take)
    rates = {what: [one.rate for one in found] for what, found in taken.items()}
    bars = {_what(at_once, 1): bar for at_once, bar in BARS.items()}
    best = max(STACKS, key=lambda stack: Spread(tuple(rates[stack])).median)
    rows = [
        Row(
            what=f"floor, {stack}" + (" (the better: 1)" if stack == best else ""),
            unit="exchanges/s",
            values=tuple(rates[stack]),
            ratios=() if stack == best else ratio(rates[stack], rates[best]).values,
        )
        for stack in STACKS
    ]
    rows += [
        Row(
            what=what,
            unit="decisions/s",
            values=tuple(rates[what]),
            ratios=ratio(rates[what], rates[best]).values,
            at_least=bars.get(what),
        )
        for what in lives
    ]
    rows += [
        Row(
            what=f"peak memory, {what}",
            unit="MB",
            values=tuple(one.peak_mb for one in taken[what] if isinstance(one, Life)),
            at_most=MOST_MB,
        )
        for what in (_what(max(size.games), jobs) for jobs in _JOBS)
    ]
    return Result(
        name="decisions",
        title="Decisions a second, sample bot `first` in all seats, against a bare gRPC stream",
        ratio="to the floor",
        size=size.name,
        rows=tuple(rows),
    )


def stages(size: Size, take: Taker) -> Result:
    """Where a decision's time goes, at several numbers of games at once."""
    measures: dict[str, Callable[[], Life]] = {}
    for at_once in size.profiled:
        life = partial(_life, size.games[at_once], at_once, 1)
        measures |= {
            _what(at_once, 1): life,
            _what(at_once, 1) + _LOOKED_AT: partial(life, "sampled"),
        }
    taken = in_turn(measures, size.rounds, take)
    plain = {at_once: taken[_what(at_once, 1)] for at_once in size.profiled}
    sampled = {at_once: taken[_what(at_once, 1) + _LOOKED_AT] for at_once in size.profiled}
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
