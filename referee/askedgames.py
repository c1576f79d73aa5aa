"""Which recorded games are asked again, for which seat, and at which of its decisions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec

from referee.askagain import Asker
from referee.errors import UserError
from referee.game import Game
from referee.manifest import rules_text
from referee.printable import named, printable
from referee.record import GameRecord, decode_record
from referee.recordfold import Step, record_steps
from referee.recordsource import (
    GameChecker,
    Glance,
    Source,
    TricksGlance,
    glanced_lines,
    glances,
    tricks_glances,
)
from referee.replaypoint import Point, check_trick, place_of
from referee.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class AskWish:
    """What is to be asked; None is no limit."""

    player: str | None = None
    """The bot whose games they are; None: one game, with its seat."""
    game_id: str | None = None
    seat: int | None = None
    deal: int | None = None
    contract: str | None = None
    start: Point | None = None

    def is_of(self, glance: Glance) -> bool:
        """True for a game that is asked again."""
        if self.game_id not in (None, glance.game_id):
            return False
        return self.player is None or self.player in glance.seating

    def seat_in(self, record: GameRecord) -> int:
        """The seat that is asked in a game that is."""
        if self.seat is not None:
            return self.seat
        assert self.player is not None
        return record.seating.index(self.player)

    def has_deals_of(self, record: GameRecord) -> bool:
        """True if a game has a deal of the kind that is asked for."""
        first = 1 if self.start is None else self.start.deal
        return any(
            self.deal in (None, deal.number)
            and self.contract in (None, deal.contract)
            and deal.number >= first
            for deal in record.deals
        )

    @property
    def deals_text(self) -> str:
        """The kind of deals that is asked for, such as `deal of -king from 3.2 on`."""
        deal = "deal" if self.deal is None else f"deal {self.deal}"
        contract = "" if self.contract is None else f" of {printable(self.contract)}"
        return deal + contract + ("" if self.start is None else f" from {self.start} on")


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A recorded game that comes out right, and what is asked in it."""

    number: int
    """From 0, among the games that are asked again."""
    record: GameRecord
    end: Game
    seat: int
    wish: AskWish

    @property
    def asker(self) -> Asker:
        """Makes questions of its steps."""
        return Asker(self.number, self.record, self.seat)

    def is_within(self, step: Step) -> bool:
        """True for a decision of the seat in the deals and tricks that are asked for."""
        wish, deal = self.wish, step.deal.number
        return (
            step.asked.seat == self.seat
            and wish.deal in (None, deal)
            and (wish.contract is None or self.end.finished[deal - 1].contract == wish.contract)
            and (wish.start is None or place_of(step) >= wish.start)
        )

    def left_to_house(self) -> int:
        """How many decisions that are asked for the house made, as the seat was forfeited."""
        if all(forfeit.seat != self.seat for forfeit in self.record.forfeits):
            return 0
        asker, steps = self.asker, record_steps(self.record, self.end.ruleset)
        return sum(self.is_within(step) and not asker.was_asked(step) for step in steps)


def count_games(source: Source, wish: AskWish, on_torn: Callable[[str], None]) -> int:
    """How many games a wish is about; UserError that says what there is, if none.

    And if none of them has the trick with which it begins.
    """
    names: set[str] = set()
    count = 0
    # A place in a deal that no game has is refused elsewhere, with the deals that there are.
    tricks = -1
    is_in_deal = wish.start is not None and wish.start.trick > 0
    games: Iterator[Glance] = (tricks_glances if is_in_deal else glances)(source, on_torn)
    for glance in games:
        names |= set(glance.seating)
        if not wish.is_of(glance):
            continue
        count += 1
        if wish.start is not None and isinstance(glance, TricksGlance):
            of_deal = [one for one in glance.deals if one.number == wish.start.deal]
            tricks = max([tricks, *(len(one.tricks) for one in of_deal)])
    if wish.start is not None and tricks >= 0:
        check_trick(wish.start, tricks)
    if not count and wish.player is not None:
        there = ", ".join(sorted(map(printable, names))) or "nobody"
        raise UserError(
            f"there is no bot {named(wish.player)} in {source.path}; there are: "
            f"{there}: name the seat's bot with --player NAME, or a game with --game ID --seat S"
        )
    return count


def asked_games(source: Source, wish: AskWish) -> Iterator[AskedGame]:
    """The games of a wish in the order of the file, each found to be right; RecordError if not.

    UserError where one was played by other rules than the first: a bot is told one rule set.
    """
    checked = GameChecker(source)
    ruleset: RuleSet | None = None
    number = 0
    for glance, line in glanced_lines(source, lambda _: None):
        if not wish.is_of(glance):
            continue
        try:
            record = decode_record(line)
        except msgspec.DecodeError as error:
            raise UserError(f"{source.path}: game {glance.game_id}: {error}") from None
        if not wish.has_deals_of(record):
            continue
        end = checked(record)
        ruleset = ruleset or end.ruleset
        if end.ruleset.sha256 != ruleset.sha256:
            raise UserError(
                f"{source.path} holds games of several rule sets, {rules_text(ruleset)} and "
                f"{rules_text(end.ruleset)}: name one with --game"
            )
        yield AskedGame(number, record, end, wish.seat_in(record), wish)
        number += 1
