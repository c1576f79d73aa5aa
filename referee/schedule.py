"""Which bots meet: round-robin, balanced, gauntlet, ladder, compare; never listed, only counted."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.errors import UserError
from referee.plan import ExpectedPlan, GamePlan, Kind, Schedule, Seatings
from referee.tables import AllGroups, BalancedGroups, ChallengerGroups, balanced_unit

__all__ = [
    "Balanced",
    "Compare",
    "ExpectedPlan",
    "GamePlan",
    "Gauntlet",
    "Kind",
    "Ladder",
    "RoundRobin",
    "Schedule",
    "Seatings",
    "make_schedule",
]


@dataclass(frozen=True, slots=True)
class RoundRobin(Schedule):
    """Every group of as many bots as seats is a table."""

    @property
    def kind(self) -> Kind:
        """The word for this schedule in `tournament.json`."""
        return Kind.ROUND_ROBIN

    @property
    def tables_a_stage(self) -> int:
        """Number of groups of bots."""
        return AllGroups(self.bots, self.seats).count

    def group(self, table: int) -> tuple[str, ...]:
        """The bots at a table, from 0."""
        return AllGroups(self.bots, self.seats).group(table)


@dataclass(frozen=True, slots=True)
class Balanced(Schedule):
    """So many tables that all bots play equally often, and pairs meet as equally as they can."""

    groups: BalancedGroups

    @property
    def kind(self) -> Kind:
        """The word for this schedule in `tournament.json`."""
        return Kind.BALANCED

    @property
    def tables_a_stage(self) -> int:
        """Number of tables, as asked for."""
        return self.groups.count

    def group(self, table: int) -> tuple[str, ...]:
        """The bots at a table, from 0."""
        return self.groups.group(table)


@dataclass(frozen=True, slots=True)
class Gauntlet(Schedule):
    """Each challenger against every group of the field, all on the same boards."""

    challengers: tuple[str, ...]

    def __post_init__(self) -> None:
        super(Gauntlet, self).__post_init__()
        unknown = [name for name in self.challengers if name not in self.bots]
        if unknown:
            raise UserError(f"--challenger {unknown[0]}: no bot has this name")
        if len(set(self.challengers)) != len(self.challengers):
            raise UserError("--challenger: one bot stands twice")
        if not self.challengers:
            raise UserError("--schedule gauntlet needs --challenger NAME for at least one bot")
        if len(self.field) < self.seats - 1:
            raise UserError(
                f"a field of {len(self.field)} is too small: {self.seats} seats need a challenger "
                f"and {self.seats - 1} others"
            )

    @property
    def field(self) -> tuple[str, ...]:
        """The bots that challenge nobody."""
        return tuple(bot for bot in self.bots if bot not in self.challengers)

    @property
    def _groups(self) -> ChallengerGroups:
        return ChallengerGroups(self.challengers, self.field, self.seats)

    @property
    def kind(self) -> Kind:
        """The word for this schedule in `tournament.json`."""
        return Kind.GAUNTLET

    @property
    def stages(self) -> int:
        """One for each challenger: the field must not see a board twice."""
        return len(self.challengers)

    @property
    def tables_a_stage(self) -> int:
        """Number of groups of the field."""
        return self._groups.groups

    @property
    def shares_boards(self) -> bool:
        """The challengers are compared on the same boards."""
        return True

    def group(self, table: int) -> tuple[str, ...]:
        """A challenger and a group of the field."""
        return self._groups.group(table)

    def process_starts(self) -> int:
        """Each challenger in its own stage, the field in all of them."""
        return (len(self.challengers) + len(self.field) * self.stages) * self.seatings_a_board


@dataclass(frozen=True, slots=True)
class Ladder(Schedule):
    """Rounds in which neighbors in the standings meet; each round is planned by those before.

    Where the bots do not fill all tables, those sit a round out that have played most.
    """

    rounds: int
    _scores: dict[int, tuple[int, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _groups: list[tuple[str, ...]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        super(Ladder, self).__post_init__()
        if self.rounds < 1:
            raise UserError("--rounds: a ladder has at least one round")

    @property
    def kind(self) -> Kind:
        """The word for this schedule in `tournament.json`."""
        return Kind.LADDER

    @property
    def stages(self) -> int:
        """Number of rounds."""
        return self.rounds

    @property
    def tables_a_stage(self) -> int:
        """As many tables as the bots fill."""
        return len(self.bots) // self.seats

    def group(self, table: int) -> tuple[str, ...]:
        """The bots at a table; UserError if games of the rounds before are missing."""
        while len(self._groups) <= table:
            self._groups.extend(self._next_round())
        return self._groups[table]

    @property
    def follows_results(self) -> bool:
        """Each round goes by the standings after those before."""
        return True

    def note(self, index: int, score: Sequence[int]) -> None:
        """Keeps the scores of a game, by seat, for the rounds to come."""
        self._scores[index] = tuple(score)

    def _next_round(self) -> list[tuple[str, ...]]:
        planned = len(self._groups) // self.tables_a_stage
        games = planned * self.seatings_a_board * self.games_a_life
        totals = dict.fromkeys(self.bots, 0)
        played = dict.fromkeys(self.bots, 0)
        for index in range(games):
            score = self._scores.get(index)
            if score is None:
                raise UserError(
                    f"round {planned + 1} of the ladder cannot be planned: "
                    f"game {self.game_id(index)} before it is missing"
                )
            for bot, points in zip(self[index].seating, score, strict=True):
                totals[bot] += points
                played[bot] += 1
        seated = self.tables_a_stage * self.seats
        place = {bot: number for number, bot in enumerate(self.bots)}

        def standing(bot: str) -> tuple[float, int]:
            return -totals[bot] / (played[bot] or 1), place[bot]

        # Who has played least sits down; of those who have played as often, the better.
        sitting = sorted(self.bots, key=lambda bot: (played[bot], *standing(bot)))[:seated]
        ranked = sorted(sitting, key=standing)
        return [tuple(ranked[at : at + self.seats]) for at in range(0, seated, self.seats)]


@dataclass(frozen=True, slots=True)
class Compare(Schedule):
    """Batches of boards: in each all challengers take the same seats against the same field.

    The first rounds of a longer schedule are the shorter one, so that it may be ended early.
    """

    challengers: tuple[str, ...]
    rounds: int
    """Number of batches, each of `boards` boards."""

    def __post_init__(self) -> None:
        super(Compare, self).__post_init__()
        if self.rounds < 1:
            raise UserError("a comparison has at least one batch of boards")
        if not self.challengers or not set(self.challengers) <= set(self.bots):
            raise UserError("a comparison has challengers, which are among its bots")
        if len(self.field) != self.seats - 1:
            raise UserError(
                f"a field of {len(self.field)} does not do: {self.seats} seats need a challenger "
                f"and {self.seats - 1} others"
            )

    @property
    def field(self) -> tuple[str, ...]:
        """The bots that every challenger meets."""
        return tuple(bot for bot in self.bots if bot not in self.challengers)

    @property
    def kind(self) -> Kind:
        """The word for this schedule in `tournament.json`."""
        return Kind.COMPARE

    @property
    def stages(self) -> int:
        """One for each challenger in each batch: nobody may see a board twice in a life."""
        return self.rounds * len(self.challengers)

    @property
    def tables_a_stage(self) -> int:
        """One: a challenger with the field."""
        return 1

    @property
    def all_boards(self) -> int:
        """Those of all batches: in each the challengers share them."""
        return self.rounds * self.boards

    def group(self, table: int) -> tuple[str, ...]:
        """A challenger and the field; tables are stages here, batch by batch."""
        return (self.challengers[table % len(self.challengers)], *self.field)

    def process_starts(self) -> int:
        """In each life one challenger and the field."""
        return self.seats * self.lives

    def _first_board(self, table: int) -> int:
        return table // len(self.challengers) * self.boards


def make_schedule(
    kind: Kind,
    bots: tuple[str, ...],
    seats: int,
    boards: int,
    *,
    seatings: Seatings = Seatings.ROTATIONS,
    tables: int | None = None,
    challengers: tuple[str, ...] = (),
    rounds: int = 1,
) -> Schedule:
    """The schedule of a kind; UserError for numbers that it cannot be made of.

    `tables` is for a balanced one; None there lets every bot sit down as often as there are seats.
    """
    match kind:
        case Kind.ROUND_ROBIN:
            return RoundRobin(bots, seats, boards, seatings=seatings)
        case Kind.BALANCED:
            unit = balanced_unit(len(bots), seats)
            groups = BalancedGroups(bots, seats, unit * seats if tables is None else tables)
            return Balanced(bots, seats, boards, groups, seatings=seatings)
        case Kind.GAUNTLET:
            return Gauntlet(bots, seats, boards, challengers, seatings=seatings)
        case Kind.LADDER:
            return Ladder(bots, seats, boards, rounds, seatings=seatings)
        case Kind.COMPARE:
            return Compare(bots, seats, boards, challengers, rounds, seatings=seatings)
