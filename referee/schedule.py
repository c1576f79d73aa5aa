"""Which bots meet on which board in which seats; plans are counted and looked up, never listed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

import msgspec

from referee.errors import UserError

_GAME_ID = re.compile(r"t([1-9]\d{0,17})-b([1-9]\d{0,17})-r(0|[1-9]\d{0,17})")


class GamePlan(msgspec.Struct, frozen=True):
    """One planned game: who sits where, on which board."""

    index: int
    """Its number in schedule order, from 0."""
    game_id: str
    """Its name, such as `t1-b3-r2`: table, board, rotation."""
    table: int
    """The group of bots that plays, from 1."""
    board: int
    """The board, from 1 through the whole tournament."""
    rotation: int
    """How far the bots have moved round the table, from 0."""
    life: int
    """The life of the bots' processes in which it is played, from 0."""
    seating: tuple[str, ...]
    """The bots' names by seat."""


class ExpectedPlan(msgspec.Struct, frozen=True):
    """What a schedule comes to."""

    games: int
    boards: int
    tables: int
    lives: int
    process_starts: int
    """How often a bot's process is started when none of them fails: each bot once a life."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Every group of as many bots as seats is a table; its boards are played in all rotations.

    Schedule order is life, table, board. A life is a rotation, so that no process meets a board
    twice: it would know all hands the second time.
    """

    bots: tuple[str, ...]
    """The bots' names, as given."""
    seats: int
    boards: int
    """Boards for each table."""

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots):
            raise UserError("two bots have one name: give one of them another with NAME=FOLDER")
        if self.seats < 1:
            raise UserError(f"{self.seats} seats are too few: at least 1 is needed")
        if len(self.bots) < self.seats:
            raise UserError(
                f"{len(self.bots)} bots are too few: the rule set has {self.seats} seats "
                "(one folder can play under several names: NAME=FOLDER)"
            )
        if self.boards < 1:
            raise UserError(f"{self.boards} boards are too few: at least 1 is needed")

    @property
    def kind(self) -> str:
        """The word for this schedule in `tournament.json`."""
        return "round-robin"

    @property
    def tables(self) -> int:
        """Number of groups of bots."""
        return comb(len(self.bots), self.seats)

    @property
    def all_boards(self) -> int:
        """Number of boards over all tables."""
        return self.tables * self.boards

    @property
    def lives(self) -> int:
        """Number of lives, which is the number of rotations."""
        return self.seats

    @property
    def total(self) -> int:
        """Number of games."""
        return self.lives * self.all_boards

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, index: int) -> GamePlan:
        """The game at a place in schedule order."""
        if not 0 <= index < self.total:
            raise IndexError(f"game {index} of {self.total}")
        rotation, board = divmod(index, self.all_boards)
        table = board // self.boards
        group = _combination(self.bots, self.seats, table)
        return GamePlan(
            index=index,
            game_id=f"t{table + 1}-b{board + 1}-r{rotation}",
            table=table + 1,
            board=board + 1,
            rotation=rotation,
            life=rotation,
            seating=group[rotation:] + group[:rotation],
        )

    def __iter__(self) -> Iterator[GamePlan]:
        return (self[index] for index in range(self.total))

    def games_of_life(self, life: int) -> range:
        """The places in schedule order of the games of one life."""
        return range(life * self.all_boards, (life + 1) * self.all_boards)

    def index_of(self, game_id: str) -> int | None:
        """The place of a game in schedule order; None if there is no such game."""
        match = _GAME_ID.fullmatch(game_id)
        if match is None:
            return None
        table, board, rotation = (int(number) for number in match.groups())
        index = rotation * self.all_boards + board - 1
        # The table follows from the board: a wrong pair of them is no game of this schedule.
        known = index < self.total and board <= self.all_boards and self[index].table == table
        return index if known else None

    def expected(self) -> ExpectedPlan:
        """What the schedule comes to, for `--dry-run`."""
        return ExpectedPlan(
            games=self.total,
            boards=self.all_boards,
            tables=self.tables,
            lives=self.lives,
            process_starts=len(self.bots) * self.lives,
        )


def _combination(items: Sequence[str], size: int, number: int) -> tuple[str, ...]:
    """The group at `number` in the order of `itertools.combinations(items, size)`."""
    group: list[str] = []
    first = 0
    while len(group) < size:
        wanted = size - len(group) - 1
        # So many groups go on with the item at `first`; skip them or take it.
        beginning_here = comb(len(items) - first - 1, wanted)
        if number < beginning_here:
            group.append(items[first])
        else:
            number -= beginning_here
        first += 1
    return tuple(group)
