"""The one fold of a record through the rules; whatever reads a record goes through here."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from referee.cards import Card, parse_cards
from referee.deal import Answer, Board, Cards, Deal, Decision, QuestionKind
from referee.faults import FORFEIT_AFTER, Phase
from referee.game import Game, IllegalAnswer, answer, answer_text, decision, game_after, new_game
from referee.record import (
    PHASES,
    Fault,
    Forfeit,
    GameRecord,
    RecordedDeal,
    RecordError,
    forfeit_at,
    places,
    recorded_deal,
    scores,
)
from referee.ruleset import RuleSet
from referee.schedule import GamePlan


def fold_record(record: GameRecord, ruleset: RuleSet) -> Game:
    """The game that a record tells of; RecordError if anything in it does not come out right.

    Only the hands, the calls and the cards are folded; all else is a summary that is compared.
    """
    check_rules(record, ruleset)
    if len(set(record.seating)) != ruleset.seats or len(record.seating) != ruleset.seats:
        raise _refused(record, f"seating does not name {ruleset.seats} different bots")
    game = _new_game(record, ruleset)
    house = _House(record)
    for deal in record.deals:
        game = _fold_deal(record, deal, game, house)
    house.check_all_met()
    forfeited = {forfeit.seat for forfeit in record.forfeits}
    score = scores(game.points, forfeited)
    _compare(record, None, "points", record.points, game.points)
    _compare(record, None, "score", record.score, score)
    _compare(record, None, "places", record.places, places(score, forfeited))
    return game


class Step(Struct, frozen=True):
    """One decision of a recorded game: the game before it, what was asked, and the answer."""

    before: Game
    deal: Deal
    asked: Decision
    choice: Answer


def record_steps(record: GameRecord, ruleset: RuleSet) -> Iterator[Step]:
    """Every decision of a record that `fold_record` has found to be right, in order of play."""
    game = new_game(ruleset, board_of(record))
    calls = iter([call.call for deal in record.deals for call in deal.calls])
    tricks = (trick for deal in record.deals for trick in deal.tricks)
    cards = (card for trick in tricks for card in parse_cards(trick.cards))
    while game.deal is not None and (asked := decision(game)):
        choice = next(cards) if asked.kind is QuestionKind.CARD else next(calls)
        yield Step(game, game.deal, asked, choice)
        game = answer(game, choice)


def board_of(record: GameRecord) -> Board:
    """The first dealer and the cards that a record tells of; RecordError for what is no card."""
    deals = []
    for deal in record.deals:
        try:
            hands = tuple(parse_cards(hand) for hand in deal.hands)
            deals.append(Cards(hands=hands, kitty=parse_cards(deal.kitty)))
        except ValueError as error:
            raise _refused(record, f"hands: {error}", deal.number) from None
    dealer = record.deals[0].dealer if record.deals else 0
    return Board(number=record.board, dealer=dealer, deals=tuple(deals))


def check_rules(record: GameRecord, ruleset: RuleSet) -> None:
    """Raises a RecordError if the game was played by other rules, or by ones of another name."""
    for field in ("id", "set", "sha256"):
        recorded, given = getattr(record.ruleset, field), getattr(ruleset, field)
        if recorded != given:
            reason = f"ruleset.{field} is {_json(recorded)}, the rules at hand have {_json(given)}"
            raise _refused(record, reason)


def check_plan(record: GameRecord, plan: GamePlan) -> None:
    """Raises a RecordError that names what differs from the planned game."""
    for field in ("game_id", "table", "board", "rotation", "life", "seating"):
        recorded, planned = getattr(record, field), getattr(plan, field)
        if recorded != planned:
            raise _refused(record, f"{field} is {_json(recorded)}, planned is {_json(planned)}")


def check_cards(record: GameRecord, board: Board) -> None:
    """Raises a RecordError that names the deal whose cards are not those of the board."""
    recorded = board_of(record)
    if recorded.dealer != board.dealer:
        raise _refused(record, f"dealer is {recorded.dealer}, the seed makes it {board.dealer}", 1)
    if len(recorded.deals) != len(board.deals):
        raise _refused(record, f"{len(recorded.deals)} deals, the seed makes {len(board.deals)}")
    for number, (cards, dealt) in enumerate(zip(recorded.deals, board.deals, strict=True), 1):
        if cards != dealt:
            part = "hands" if cards.hands != dealt.hands else "kitty"
            raise _refused(record, f"{part}: the seed deals other cards", number)


def _new_game(record: GameRecord, ruleset: RuleSet) -> Game:
    for number, deal in enumerate(record.deals, 1):
        _compare(record, number, "number", deal.number, number)
        dealer = (record.deals[0].dealer + number - 1) % ruleset.seats
        _compare(record, number, "dealer", deal.dealer, dealer)  # P2
    try:
        return new_game(ruleset, board_of(record))
    except ValueError as error:
        raise _refused(record, str(error)) from None


def _fold_deal(record: GameRecord, deal: RecordedDeal, game: Game, house: "_House") -> Game:
    if not house.moves_in(deal.number):
        after = _after_right_deal(deal, game)
        if after is not None:
            return after
    # Now answer by answer, to hold each against the house move or to name what is wrong.
    calls = iter(deal.calls)
    cards = _cards(record, deal)
    while game.deal is not None and game.deal.number == deal.number:
        choice: Answer
        if game.deal.phase is QuestionKind.CARD:
            trick = 1 + (len(game.deal.play.tricks) if game.deal.play else 0)
            in_trick, choice = next(cards, (None, Card(0)))
            if in_trick is None:
                raise _refused(record, "the cards end before the deal is over", deal.number, trick)
            if in_trick != trick:
                trick = min(trick, in_trick)
                count = len(deal.tricks[trick - 1].cards.split())
                raise _refused(record, f"a trick of {count} cards", deal.number, trick)
        else:
            trick = None
            call = next(calls, None)
            if call is None:
                raise _refused(record, "calls: one is missing", deal.number)
            choice = call.call
        house.check(game, choice, trick)
        try:
            game = answer(game, choice)
        except IllegalAnswer as error:
            raise _refused(record, str(error), deal.number, trick) from None
    for in_trick, card in cards:
        reason = f"{answer_text(card)} is played after the end of the deal"
        raise _refused(record, reason, deal.number, in_trick)
    for call in calls:
        raise _refused(record, f"calls: {call.call!r} is one too many", deal.number)
    _compare_deal(record, deal, recorded_deal(game.finished[-1]))
    return game


def _after_right_deal(deal: RecordedDeal, game: Game) -> Game | None:
    """The game after a deal that comes out right in all of its fields; None for any other."""
    try:
        cards = parse_cards(" ".join([trick.cards for trick in deal.tricks]))
        after = game_after(game, [*[call.call for call in deal.calls], *cards])
    except ValueError:
        return None
    is_right = len(after.finished) == deal.number and recorded_deal(after.finished[-1]) == deal
    return after if is_right else None


def _cards(record: GameRecord, deal: RecordedDeal) -> Iterator[tuple[int | None, Card]]:
    """The cards of the tricks in order, each with the number of its trick."""
    for number, trick in enumerate(deal.tricks, 1):
        try:
            cards = parse_cards(trick.cards)
        except ValueError as error:
            raise _refused(record, f"cards: {error}", deal.number, number) from None
        for card in cards:
            yield number, card


def _compare_deal(record: GameRecord, deal: RecordedDeal, folded: RecordedDeal) -> None:
    """Compares each field of a deal, calls and tricks one by one."""
    for number, (trick, expected) in enumerate(zip(deal.tricks, folded.tricks, strict=False), 1):
        for field in trick.__struct_fields__:
            pair = getattr(trick, field), getattr(expected, field)
            _compare(record, deal.number, field, *pair, trick=number)
    for call, heard in zip(deal.calls, folded.calls, strict=False):
        _compare(record, deal.number, "calls: seat", call.seat, heard.seat)
    for field in deal.__struct_fields__:
        _compare(record, deal.number, field, getattr(deal, field), getattr(folded, field))


class _House:
    """Where the house moved in place of a bot, and that it did so by its rule there."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._faults = {_moment(fault): fault for fault in record.faults}
        self._forfeits = {forfeit.seat: forfeit for forfeit in record.forfeits}
        self._moments = {_moment(forfeit): forfeit.seat for forfeit in record.forfeits}
        self._deals = {deal for deal, _ in (*self._faults, *self._moments)}
        self._is_needed = bool(self._deals)
        self._first_forfeit = min((deal for deal, _ in self._moments), default=None)
        self._check_lists()

    def moves_in(self, deal: int) -> bool:
        """True if the house moves in this deal, or would have to."""
        forfeit = self._first_forfeit
        return deal in self._deals or (forfeit is not None and deal > forfeit)

    def check(self, game: Game, choice: Answer, trick: int | None) -> None:
        """Compares the answer of the decision that comes up with the house move, if it is one."""
        asked = decision(game) if self._is_needed else None
        if asked is None or game.deal is None:
            return
        moment = game.deal.number, game.deal.decision
        seat = self._moments.pop(moment, None)
        if seat is not None:
            self._expect("forfeits: seat", seat, asked.seat, moment)
        fault = self._faults.pop(moment, None)
        if fault:
            self._expect("faults: seat", fault.seat, asked.seat, moment)
            if fault.phase is not Phase.START:
                self._expect("faults: phase", fault.phase, PHASES[asked.kind], moment)
        forfeit = self._forfeits.get(asked.seat)
        if not fault and (forfeit is None or _moment(forfeit) > moment):
            return
        house_move = asked.answers[0]
        if choice != house_move:
            reason = (
                f"{answer_text(choice)} stands at decision {moment[1]} of seat {asked.seat}, "
                f"where the house move {answer_text(house_move)} must be"
            )
            raise _refused(self._record, reason, moment[0], trick)

    def check_all_met(self) -> None:
        """Raises a RecordError if a fault or forfeit is at a decision that never came up."""
        for field, moments in (("faults", self._faults), ("forfeits", self._moments)):
            for deal, number in sorted(moments):
                raise _refused(self._record, f"{field}: no decision {number} came up", deal)

    def _check_lists(self) -> None:
        """Checks order, seats, and that the third fault of a seat, and it alone, forfeits it."""
        record = self._record
        for field, items in (("faults", record.faults), ("forfeits", record.forfeits)):
            moments = [_moment(item) for item in items]
            if moments != sorted(moments):
                raise _refused(record, f"{field} do not stand in order of play")
            for item in items:
                if not 0 <= item.seat < len(record.seating):
                    raise _refused(record, f"{field}: there is no seat {item.seat}", item.deal)
        if len(self._faults) != len(record.faults):
            raise _refused(record, "faults: two at one decision")
        if len(self._forfeits) != len(record.forfeits):
            raise _refused(record, "forfeits: a seat stands twice")
        if not set(record.put_out) <= set(self._forfeits):
            raise _refused(record, "put_out: a seat that is put out is forfeited too")
        if list(record.put_out) != sorted(set(record.put_out)):
            raise _refused(record, "put_out: the seats do not stand in order, once each")
        for seat in range(len(record.seating)):
            due = forfeit_at(record.faults, seat)
            forfeit = self._forfeits.get(seat)
            if due is not None and due != forfeit:
                reason = f"forfeits: seat {seat} is forfeited by its fault {FORFEIT_AFTER}"
                raise _refused(record, f"{reason} at decision {due.decision}", due.deal)
            for fault in record.faults:
                if forfeit and fault.seat == seat and _moment(fault) > _moment(forfeit):
                    reason = f"faults: seat {seat} was forfeited before decision {fault.decision}"
                    raise _refused(record, reason, fault.deal)

    def _expect(self, field: str, recorded: object, true: object, moment: tuple[int, int]) -> None:
        if recorded != true:
            reason = f"{field} at decision {moment[1]} is {_json(recorded)}, not {_json(true)}"
            raise _refused(self._record, reason, moment[0])


def _moment(item: Fault | Forfeit) -> tuple[int, int]:
    return item.deal, item.decision


def _compare(
    record: GameRecord,
    deal: int | None,
    field: str,
    recorded: object,
    folded: object,
    *,
    trick: int | None = None,
) -> None:
    if recorded != folded:
        reason = f"{field} is {_json(recorded)}, but the rules make it {_json(folded)}"
        raise _refused(record, reason, deal, trick)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _refused(
    record: GameRecord, reason: str, deal: int | None = None, trick: int | None = None
) -> RecordError:
    return RecordError(record.game_id, deal, trick, reason)
