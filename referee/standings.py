"""Places, means and intervals from the records of games, and nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import msgspec

from referee.errors import UserError
from referee.estimate import Clusters, Estimate, Sums, estimate
from referee.faults import FaultReason
from referee.rating import Rating, RatingStep
from referee.record import GameRecord
from referee.timeused import TimeRow


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
    first_share: float | None = None
    """Share of the games that it came first in, a shared first place counted 1/n; None without."""
    rating: Rating | None = None
    """None without a game that is rated."""


class Difference(msgspec.Struct, frozen=True):
    """How far a bot is above another, over the games that both played in."""

    bot: str
    below: str
    estimate: Estimate | None
    """Of the difference of scores, clustered by board; None if they never met."""


class ContractRow(msgspec.Struct, frozen=True):
    """What a bot made of the deals of one contract, in the games without a forfeit."""

    bot: str
    contract: str
    deals: int
    """Those that it played and did not sit out."""
    estimate: Estimate | None
    """Mean points a deal, clustered by board; None without deals."""
    above: float | None
    """How far its mean is above that of the other seats in the same deals; None without deals."""


class Standings(msgspec.Struct, frozen=True):
    """The table of a tournament, made from its records alone."""

    rows: tuple[Row, ...]
    differences: tuple[Difference, ...]
    """Each bot against each one below it, in the order of the rows."""

    games: int
    boards: int
    games_with_forfeit: int
    """They are in the means, and left out of the differences, ratings and contracts."""
    contracts: tuple[ContractRow, ...] = ()
    """Every bot in the order of the rows, and for each every contract in that of the rule set."""
    rating_steps: tuple[RatingStep, ...] = ()
    """The ratings on the way, evenly spaced, with the last as it stands in the rows."""
    times: tuple[TimeRow, ...] = ()
    """In the order of the rows; measured, so in no file that has to be the same bytes again."""

    @property
    def to_the_next(self) -> tuple[Difference, ...]:
        """Each bot against the one just below it."""
        return tuple(
            one
            for row, below in pairwise(self.rows)
            for one in self.differences
            if (one.bot, one.below) == (row.bot, below.bot)
        )


class _Tally:
    """What is summed up for one bot."""

    def __init__(self) -> None:
        self.scores = Clusters()
        self.places = 0
        self.forfeits = 0
        self.faults: dict[FaultReason, int] = defaultdict(int)


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
