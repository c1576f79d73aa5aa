"""Places, means and intervals from the records of games, and nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import msgspec

from referee.errors import UserError
from referee.estimate import Estimate, Sums, estimate
from referee.extremes import Extremes, OwnGames
from referee.faults import FaultReason
from referee.manifest import Manifest
from referee.rating import RatedGames, Rating, RatingStep
from referee.record import GameRecord
from referee.tally import Tally
from referee.timecontrol import TimeControl
from referee.timeused import TimeRow, TimesUsed


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

    @property
    def verdict(self) -> str:
        """`sure` if the interval excludes 0, `tied` where it does not, or `never met`."""
        if self.estimate is None:
            return "never met"
        return "sure" if self.estimate.is_sure else "tied"


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
    games_of: tuple[OwnGames, ...] = ()
    """In the order of the rows: the games that stand out for each bot."""

    @property
    def to_the_next(self) -> tuple[Difference, ...]:
        """Each bot against the one just below it."""
        return tuple(
            one
            for row, below in pairwise(self.rows)
            for one in self.differences
            if (one.bot, one.below) == (row.bot, below.bot)
        )


class _Count:
    """What is counted for one bot."""

    def __init__(self) -> None:
        self.games = 0
        self.places = 0
        self.firsts: dict[int, int] = defaultdict(int)
        """Games in which it came first, by how many did."""
        self.forfeits = 0
        self.faults: dict[FaultReason, int] = defaultdict(int)


def standings(
    records: Iterable[GameRecord],
    bots: Sequence[str],
    *,
    contracts: Iterable[str] = (),
    control: TimeControl | None = None,
) -> Standings:
    """The standings of the given bots; any order of the records gives the same.

    The contracts are those of the rule set in its order, and the control says how long a bank was.
    """
    counts = {bot: _Count() for bot in bots}
    tally, rated, times, extremes = Tally(), RatedGames(), TimesUsed(bots), Extremes(bots)
    boards: set[int] = set()
    games = games_with_forfeit = 0
    for record in records:
        _count(record, counts)
        games += 1
        boards.add(record.board)
        tally.add(record)
        times.add(record)
        extremes.add(record)
        if record.forfeits:
            games_with_forfeit += 1
        else:
            rated.add(record)
    steps = rated.steps()
    rows = _rows(counts, tally, steps[-1].ratings if steps else {})
    # A contract that the rule set does not name would be a bad record; it is shown all the same.
    in_order = dict.fromkeys([*contracts, *sorted(tally.contracts())])
    return Standings(
        rows=rows,
        differences=tuple(
            Difference(row.bot, below.bot, estimate(tally.differences(row.bot, below.bot).sums))
            for row, below in combinations(rows, 2)
        ),
        games=games,
        boards=len(boards),
        games_with_forfeit=games_with_forfeit,
        contracts=tuple(_contract(tally, row.bot, one) for row in rows for one in in_order),
        rating_steps=steps,
        times=tuple(times.row(row.bot, control) for row in rows),
        games_of=tuple(extremes.of(row.bot) for row in rows),
    )


def standings_of(records: Iterable[GameRecord], manifest: Manifest) -> Standings:
    """The standings of a tournament, from its records."""
    return standings(
        records,
        [bot.name for bot in manifest.bots],
        contracts=manifest.ruleset.contracts,
        control=manifest.limits.time_control,
    )


def _count(record: GameRecord, counts: Mapping[str, _Count]) -> None:
    firsts = record.places.count(1)
    for bot, place in zip(record.seating, record.places, strict=True):
        if bot not in counts:
            raise UserError(f"{record.game_id}: the bot {bot} is not in this tournament")
        counts[bot].games += 1
        counts[bot].places += place
        if place == 1:
            counts[bot].firsts[firsts] += 1
    for fault in record.faults:
        counts[record.seating[fault.seat]].faults[fault.reason] += 1
    for forfeit in record.forfeits:
        counts[record.seating[forfeit.seat]].forfeits += 1


def _rows(
    counts: Mapping[str, _Count], tally: Tally, ratings: Mapping[str, Rating]
) -> tuple[Row, ...]:
    # Exact means, so that equal ones are seen to be equal; without games a bot stands last.
    scores = {bot: tally.scores(bot).sums for bot in counts}
    means = {bot: _exact_mean(sums) for bot, sums in scores.items()}
    played = [mean for mean in means.values() if mean is not None]
    rows = []
    for bot, count in counts.items():
        mean, games = means[bot], count.games
        firsts = sum((Fraction(times, n) for n, times in count.firsts.items()), Fraction(0))
        rows.append(
            Row(
                place=1 + sum(1 for other in played if mean is None or other > mean),
                bot=bot,
                games=games,
                score=estimate(scores[bot]),
                mean_place=count.places / games if games else None,
                forfeits=count.forfeits,
                faults={reason: n for reason in FaultReason if (n := count.faults[reason])},
                first_share=float(firsts / games) if games else None,
                rating=ratings.get(bot),
            )
        )
    return tuple(sorted(rows, key=lambda row: row.place))


def _contract(tally: Tally, bot: str, contract: str) -> ContractRow:
    mean = estimate(tally.points(bot, contract).sums)
    deals = mean.values if mean else 0
    above = float(tally.above(bot, contract) / deals) if deals else None
    return ContractRow(bot, contract, deals, mean, above)


def _exact_mean(sums: Sums) -> Fraction | None:
    count = sum(count for count, _ in sums.values())
    return Fraction(sum(total for _, total in sums.values()), count) if count else None
