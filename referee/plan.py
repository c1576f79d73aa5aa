"""Games as they are planned: tables in stages, boards, seatings and lives, looked up by number."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import factorial

import msgspec

from referee.errors import UserError
from referee.tables import permutation

_GAME_ID = re.compile(r"t([1-9]\d{0,17})-b([1-9]\d{0,17})-r(0|[1-9]\d{0,17})")
MOST_SEATINGS = 24


class Seatings(StrEnum):
    """In how many seatings every board is played."""

    ROTATIONS = "rotations"
    """Every bot once in every seat; who sits beside whom changes from board to board."""
    ALL = "all"
    """Every order of the bots."""
    ONE = "one"
    """A single game a board, in a seating that changes from board to board."""


class Kind(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Every group of as many bots as seats."""
    BALANCED = "balanced"
    """So many groups, in which pairs meet as equally often as they can."""
    GAUNTLET = "gauntlet"
    """Challengers against a field, on the same boards."""
    LADDER = "ladder"
    """Rounds in which neighbors in the standings meet."""
    COMPARE = "compare"
    """Batches of boards, on each of which challengers meet the same field."""


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
    """The seating: how far the bots have moved round the table; of all orders, its number."""
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
    """How often a bot's process is started when none of them fails."""


@dataclass(frozen=True, slots=True)
class Schedule(ABC):
    """Tables in stages; each stage is played in all its seatings before the next begins.

    Schedule order is life, table, board. A life is one seating of one stage, so that no process
    meets a board twice: it would know all hands the second time.
    """

    bots: tuple[str, ...]
    """The bots' names, as given."""
    seats: int
    boards: int
    """Boards for each table."""
    seatings: Seatings = field(default=Seatings.ROTATIONS, kw_only=True)

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
        if self.seatings is Seatings.ALL and factorial(self.seats) > MOST_SEATINGS:
            raise UserError(
                f"--seatings all: {self.seats} seats have {factorial(self.seats)} orders, more "
                f"than {MOST_SEATINGS}: choose rotations"
            )

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """The word for this schedule in `tournament.json`."""

    @property
    def stages(self) -> int:
        """Number of stages."""
        return 1

    @property
    @abstractmethod
    def tables_a_stage(self) -> int:
        """Number of tables in each stage."""

    @property
    def shares_boards(self) -> bool:
        """True if all stages play the same boards."""
        return False

    @abstractmethod
    def group(self, table: int) -> tuple[str, ...]:
        """The bots at a table, from 0 through all stages."""

    @property
    def tables(self) -> int:
        """Number of tables of all stages."""
        return self.stages * self.tables_a_stage

    @property
    def all_boards(self) -> int:
        """Number of different boards."""
        tables = self.tables_a_stage if self.shares_boards else self.tables
        return tables * self.boards

    @property
    def seatings_a_board(self) -> int:
        """In how many seatings a table plays a board."""
        counts = {Seatings.ROTATIONS: self.seats, Seatings.ALL: factorial(self.seats)}
        return counts.get(self.seatings, 1)

    @property
    def lives(self) -> int:
        """Number of lives: one for each seating of each stage."""
        return self.stages * self.seatings_a_board

    @property
    def games_a_life(self) -> int:
        """Number of games of each life."""
        return self.tables_a_stage * self.boards

    @property
    def total(self) -> int:
        """Number of games."""
        return self.lives * self.games_a_life

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, index: int) -> GamePlan:
        """The game at a place in schedule order."""
        life, table, board, rotation = self._place(index)
        return GamePlan(
            index=index,
            game_id=self.game_id(index),
            table=table + 1,
            board=self._first_board(table) + board + 1,
            rotation=rotation,
            life=life,
            seating=self._seated(self.group(table), board, rotation),
        )

    def game_id(self, index: int) -> str:
        """The name of the game at a place, which is known before it is known who plays."""
        _, table, board, rotation = self._place(index)
        return f"t{table + 1}-b{self._first_board(table) + board + 1}-r{rotation}"

    def _place(self, index: int) -> tuple[int, int, int, int]:
        """Life, table, board of the table, and rotation of a game, from 0."""
        if not 0 <= index < self.total:
            raise IndexError(f"game {index} of {self.total}")
        life, in_life = divmod(index, self.games_a_life)
        stage, seating = divmod(life, self.seatings_a_board)
        in_stage, board = divmod(in_life, self.boards)
        table = stage * self.tables_a_stage + in_stage
        return life, table, board, self._rotation(table, board, seating)

    def _first_board(self, table: int) -> int:
        """How many boards come before those of a table."""
        return (table % self.tables_a_stage if self.shares_boards else table) * self.boards

    def __iter__(self) -> Iterator[GamePlan]:
        return (self[index] for index in range(self.total))

    def games_of_life(self, life: int) -> range:
        """The places in schedule order of the games of one life."""
        return range(life * self.games_a_life, (life + 1) * self.games_a_life)

    def index_of(self, game_id: str) -> int | None:
        """The place of a game in schedule order; None if there is no such game."""
        match = _GAME_ID.fullmatch(game_id)
        if match is None:
            return None
        table, board, rotation = (int(number) for number in match.groups())
        stage, in_stage = divmod(table - 1, self.tables_a_stage)
        in_table = board - 1 - self._first_board(table - 1)
        if stage >= self.stages or not 0 <= in_table < self.boards:
            return None
        seating = 0 if self.seatings is Seatings.ONE else rotation
        if seating >= self.seatings_a_board:
            return None
        if rotation != self._rotation(table - 1, in_table, seating):
            return None
        life = stage * self.seatings_a_board + seating
        return life * self.games_a_life + in_stage * self.boards + in_table

    def expected(self) -> ExpectedPlan:
        """What the schedule comes to, for `--dry-run`."""
        return ExpectedPlan(
            games=self.total,
            boards=self.all_boards,
            tables=self.tables,
            lives=self.lives,
            process_starts=self.process_starts(),
        )

    def process_starts(self) -> int:
        """How often a process is started when none fails: each bot once in each of its lives."""
        return len(self.bots) * self.lives

    @property
    def follows_results(self) -> bool:
        """True if a later stage is planned by the results of those before."""
        return False

    def note(self, index: int, score: Sequence[int]) -> None:
        """Takes the scores of a game by seat, which a later stage may be planned by."""
        del index, score  # most schedules are fixed from the start

    def _rotation(self, table: int, board: int, seating: int) -> int:
        # With one game a board the seats come round from board to board and table to table.
        return (table + board) % self.seats if self.seatings is Seatings.ONE else seating

    def _seated(self, group: tuple[str, ...], board: int, rotation: int) -> tuple[str, ...]:
        if self.seatings is Seatings.ALL:
            return permutation(group, rotation)
        # Who sits before and behind whom matters: so each board has its own order round the table.
        turn = board // self.seats if self.seatings is Seatings.ONE else board
        first, *others = group
        ring = (first, *permutation(tuple(others), turn % factorial(len(others))))
        return ring[rotation:] + ring[:rotation]
