"""Places, means and intervals from the records of games, and nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import sqrt

import msgspec

from referee.errors import UserError
from referee.faults import FaultReason
from referee.record import GameRecord

# Student's t, the 97.5 % quantile, for 1 to 30 degrees of freedom: a table of facts.
# fmt: off
_T_975 = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)
# fmt: on
_Z_975 = 1.959963984540054

Sums = Mapping[int, tuple[int, int]]
"""By cluster: the number of values and their sum."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean and how sure it is."""

    mean: float
    half_width: float | None
    """Half of the 95 % interval; None where one cluster does not tell."""
    values: int
    clusters: int

    @property
    def is_sure(self) -> bool:
        """True if the interval excludes 0."""
        return self.half_width is not None and abs(self.mean) > self.half_width


class Row(msgspec.Struct, frozen=True):
    """What one bot has to show."""

    place: int
    """By mean score, from 1; equal means share a place; without games the last."""
    bot: str
    games: int
    score: Estimate | None
    """Mean score a game, clustered by board; None without games."""
    mean_place: float | None
    """Mean place at the table; None without games."""
    forfeits: int
    """Games in which the bot's seat was forfeited."""
    faults: dict[FaultReason, int]
    """Number of faults by reason, in the order of FaultReason, without zeros."""


class Difference(msgspec.Struct, frozen=True):
    """How far a bot is above another, over the games that both played in."""

    bot: str
    below: str
    estimate: Estimate | None
    """Of the difference of scores, clustered by board; None if they never met."""


class Standings(msgspec.Struct, frozen=True):
    """The table of a tournament, made from its records alone."""

    rows: tuple[Row, ...]
    differences: tuple[Difference, ...]
    """Each bot against each one below it, in the order of the rows."""

    @property
    def to_the_next(self) -> tuple[Difference, ...]:
        """Each bot against the one just below it."""
        return tuple(
            one
            for row, below in pairwise(self.rows)
            for one in self.differences
            if (one.bot, one.below) == (row.bot, below.bot)
        )

    games: int
    boards: int
    games_with_forfeit: int
    """They are in the means, and left out of the differences."""


class _Tally:
    """What is summed up for one bot."""

    def __init__(self) -> None:
        self.scores = Clusters()
        self.places = 0
        self.forfeits = 0
        self.faults: dict[FaultReason, int] = defaultdict(int)


class Clusters:
    """Whole numbers summed by cluster, so that no rounding depends on their order."""

    def __init__(self) -> None:
        self.sums: dict[int, tuple[int, int]] = {}

    def add(self, cluster: int, value: int) -> None:
        """Takes in one value."""
        count, total = self.sums.get(cluster, (0, 0))
        self.sums[cluster] = (count + 1, total + value)


def standings(records: Iterable[GameRecord], bots: Sequence[str]) -> Standings:
    """The standings of the given bots; any order of the records gives the same."""
    tallies = {bot: _Tally() for bot in bots}
    pairs: dict[tuple[str, str], Clusters] = defaultdict(Clusters)
    boards: set[int] = set()
    games = games_with_forfeit = 0
    for record in records:
        games += 1
        boards.add(record.board)
        for bot, score, place in zip(record.seating, record.score, record.places, strict=True):
            if bot not in tallies:
                raise UserError(f"{record.game_id}: the bot {bot} is not in this tournament")
            tallies[bot].scores.add(record.board, score)
            tallies[bot].places += place
        for fault in record.faults:
            tallies[record.seating[fault.seat]].faults[fault.reason] += 1
        for forfeit in record.forfeits:
            tallies[record.seating[forfeit.seat]].forfeits += 1
        if record.forfeits:
            games_with_forfeit += 1
            continue
        for (bot, score), (other, other_score) in combinations(
            sorted(zip(record.seating, record.score, strict=True)), 2
        ):
            pairs[bot, other].add(record.board, score - other_score)
    rows = _rows(tallies)
    return Standings(
        rows=rows,
        differences=tuple(
            Difference(row.bot, below.bot, _difference(pairs, row.bot, below.bot))
            for row, below in combinations(rows, 2)
        ),
        games=games,
        boards=len(boards),
        games_with_forfeit=games_with_forfeit,
    )


def _rows(tallies: Mapping[str, _Tally]) -> tuple[Row, ...]:
    # Exact means, so that equal ones are seen to be equal; without games a bot stands last.
    means = {bot: _exact_mean(tally.scores.sums) for bot, tally in tallies.items()}
    played = [mean for mean in means.values() if mean is not None]
    rows = []
    for bot, tally in tallies.items():
        mean = means[bot]
        games = sum(count for count, _ in tally.scores.sums.values())
        rows.append(
            Row(
                place=1 + sum(1 for other in played if mean is None or other > mean),
                bot=bot,
                games=games,
                score=estimate(tally.scores.sums),
                mean_place=tally.places / games if games else None,
                forfeits=tally.forfeits,
                faults={reason: n for reason in FaultReason if (n := tally.faults[reason])},
            )
        )
    return tuple(sorted(rows, key=lambda row: row.place))


def _difference(pairs: Mapping[tuple[str, str], Clusters], bot: str, below: str) -> Estimate | None:
    low, high = sorted((bot, below))
    if (low, high) not in pairs:
        return None
    sums = pairs[low, high].sums
    if bot == high:
        sums = {board: (count, -total) for board, (count, total) in sums.items()}
    return estimate(sums)


def _exact_mean(sums: Sums) -> Fraction | None:
    count = sum(count for count, _ in sums.values())
    return Fraction(sum(total for _, total in sums.values()), count) if count else None


def estimate(sums: Sums) -> Estimate | None:
    """The mean and its cluster-robust 95 % interval; None without values.

    With N values in G clusters, and u the sum of (value - mean) within a cluster, the variance of
    the mean is G/(G-1) x sum of u² / N², and the interval takes Student's t with G-1 degrees.
    """
    clusters = len(sums)
    count = sum(n for n, _ in sums.values())
    total = sum(value for _, value in sums.values())
    if not count:
        return None
    half_width = None
    if clusters > 1:
        # N x u is a whole number: exact up to the one division and the root.
        squares = sum((value * count - n * total) ** 2 for n, value in sums.values())
        variance = clusters * squares / ((clusters - 1) * count**4)
        half_width = t_quantile(clusters - 1) * sqrt(variance)
    return Estimate(total / count, half_width, count, clusters)


def t_quantile(degrees: int) -> float:
    """The 97.5 % quantile of Student's t, right to four decimals."""
    if degrees <= len(_T_975):
        return _T_975[degrees - 1]
    # Powers of z over powers of the degrees of freedom (Abramowitz and Stegun 26.7.5).
    z, v = _Z_975, float(degrees)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
