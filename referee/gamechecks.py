"""Holds every recorded game of a tournament against its plan, its seed, its rules and the house."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from referee.boards import deal_board
from referee.checks import SHOWN, Check
from referee.deal import Board
from referee.errors import UserError
from referee.faults import FORFEIT_AFTER
from referee.limitchecks import LimitChecks
from referee.manifest import Manifest
from referee.printable import counted
from referee.record import GameRecord, RecordError, decode_record, recorded_cards
from referee.recordfile import is_torn, oddity, record_lines
from referee.recordfold import check_cards, check_plan, fold_record, record_steps
from referee.ruleset import RuleSet
from referee.schedule import GamePlan, Schedule


class GameChecks:
    """Holds every line of the file of records against all that is known."""

    def __init__(
        self,
        path: Path,
        manifest: Manifest,
        schedule: Schedule,
        plan: Check,
        cards: Check,
        play: Check,
        house: Check,
        limits: Check,
    ) -> None:
        self._path = path
        self._schedule = schedule
        self._ruleset = manifest.ruleset
        self._plan, self._cards, self._play = plan, cards, play
        self._boards = _Boards(manifest.seed, manifest.ruleset)
        self._house = _HouseRules(house, manifest.ruleset)
        self._limits = LimitChecks(limits, manifest.limits)
        self._lines: dict[int, int] = {}
        """By place in the schedule: the line where the game stands."""

    def right_ones(self, on_game: Callable[[], None]) -> Iterator[GameRecord]:
        """The games that are as planned and come out right, once each; notes all the others."""
        before = -1
        for number, line, is_last in record_lines(self._path):
            on_game()
            try:
                record = decode_record(line)
            except msgspec.DecodeError as error:
                torn = "torn" if is_last and is_torn(line) else f"no record of a game: {error}"
                self._plan.differs(f"line {number}: {torn}")
                continue
            if odd := oddity(line, record):
                self._plan.differs(f"line {number}: {record.game_id} {odd}")
            index = self._schedule.index_of(record.game_id)
            if index is None:
                self._plan.differs(f"line {number}: {record.game_id} is not one of the games")
                continue
            first = self._lines.setdefault(index, number)
            if first != number:
                self._plan.differs(f"line {number}: {record.game_id} stands in line {first} too")
                continue
            if index < before:
                after = self._schedule.game_id(before)
                self._plan.differs(f"line {number}: {record.game_id} stands after {after}")
            before = index
            try:
                plan = self._schedule[index]
            except UserError as error:  # what it is planned by is missing
                self._plan.differs(f"line {number}: {error}")
                continue
            if self._is_right(record, plan, number):
                self._house.look_at(record)
                self._limits.look_at(record, number)
                yield record

    def sum_up(self) -> None:
        """Notes the games that are missing, and says what was looked at."""
        total, there = self._schedule.total, len(self._lines)
        missing = (index for index in range(total) if index not in self._lines)
        for _ in range(min(total - there, SHOWN)):
            self._plan.differs(f"{self._schedule.game_id(next(missing))} is missing")
        self._plan.found += max(total - there - SHOWN, 0)
        self._plan.summary = (
            f"{there} of {counted(total, 'game')} of the schedule, once each and in its order"
        )
        boards = self._schedule.all_boards
        if self._boards.is_known:
            where = "the one board" if boards == 1 else f"all {boards} boards"
            self._cards.summary = f"dealt from the seed, on {where}"
        else:
            self._cards.leave_out("without the seed nothing can be dealt")
        self._play.summary = "played again by the rules: tricks, points, scores, places and faults"
        self._house.sum_up(is_whole=not self._plan.found and not self._play.found)
        self._limits.sum_up()

    def _is_right(self, record: GameRecord, plan: GamePlan, number: int) -> bool:
        """True if nothing but its cards could be wrong with a game; notes all that is."""
        is_right = True
        checks: list[tuple[Check, Callable[[], object]]] = [
            (self._plan, lambda: check_plan(record, plan)),
            (self._cards, lambda: self._boards.check(record, plan.board)),
            (self._play, lambda: fold_record(record, self._ruleset)),
        ]
        for check, look in checks:
            try:
                look()
            except RecordError as error:
                check.differs(f"line {number}: {error}")
                is_right = is_right and check is self._cards
        return is_right


class _Boards:
    """The cards of every board as the seed deals them, of which only hashes are kept."""

    def __init__(self, seed: str | None, ruleset: RuleSet) -> None:
        self._seed = seed
        self._ruleset = ruleset
        self._hashes: dict[int, bytes] = {}

    @property
    def is_known(self) -> bool:
        """True if the seed is there to deal from."""
        return self._seed is not None

    def check(self, record: GameRecord, number: int) -> None:
        """Raises a RecordError if the record has other cards than the board of that number."""
        if self._seed is None:
            return
        # A board comes up once for each rotation, far apart in the file.
        if number not in self._hashes:
            self._hashes[number] = _hash_of(*recorded_cards(self._deal(self._seed, number)))
        first_dealer = record.deals[0].dealer if record.deals else None
        hands = [(deal.hands, deal.kitty) for deal in record.deals]
        if _hash_of(first_dealer, hands) != self._hashes[number]:
            check_cards(record, self._deal(self._seed, number))

    def _deal(self, seed: str, number: int) -> Board:
        return deal_board(seed, self._ruleset, number)


def _hash_of(first_dealer: int | None, hands: object) -> bytes:
    return hashlib.sha256(msgspec.json.encode((first_dealer, hands))).digest()


class _HouseRules:
    """That who was put out for good stays out, and that nobody else is forfeited early."""

    def __init__(self, check: Check, ruleset: RuleSet) -> None:
        self._check = check
        self._ruleset = ruleset
        self._out: dict[str, GameRecord] = {}
        self._early: dict[str, str] = {}
        self._forfeits = 0

    def look_at(self, record: GameRecord) -> None:
        """Takes a game that comes out right."""
        if not (record.forfeits or self._out):
            return
        self._forfeits += len(record.forfeits)
        for seat, name in enumerate(record.seating):
            put_out = self._out.get(name)
            # Games of one life may have been open side by side when it was put out.
            if put_out is not None and put_out.life < record.life:
                if not self._is_played_by_the_house(record, seat):
                    self._check.differs(
                        f"{record.game_id}: {name} was put out in {put_out.game_id}, but the "
                        "house does not play its seat from its first decision"
                    )
                continue
            faults = sum(fault.seat == seat for fault in record.faults)
            is_forfeited = any(forfeit.seat == seat for forfeit in record.forfeits)
            if is_forfeited and faults < FORFEIT_AFTER:
                self._early.setdefault(name, record.game_id)
            if seat in record.put_out:
                self._out.setdefault(name, record)

    def sum_up(self, *, is_whole: bool) -> None:
        """Says what was found, if all games were there to look at."""
        if not is_whole:
            self._check.leave_out("it needs every game, and every game right")
            return
        for name, game_id in self._early.items():
            if name not in self._out:
                self._check.differs(
                    f"{game_id}: {name} is forfeited with fewer than {FORFEIT_AFTER} faults, "
                    "but was put out in no game"
                )
        out = f"; put out for good: {', '.join(self._out)}" if self._out else ""
        self._check.summary = f"{self._forfeits} forfeited seats, each with its reason{out}"

    def _is_played_by_the_house(self, record: GameRecord, seat: int) -> bool:
        steps = record_steps(record, self._ruleset)
        first = next(one.deal for one in steps if one.asked.seat == seat)
        where = [(one.deal, one.decision) for one in record.forfeits if one.seat == seat]
        is_faulty = any(fault.seat == seat for fault in record.faults)
        return where == [(first.number, first.decision)] and not is_faulty
