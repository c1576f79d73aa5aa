"""A recorded game as plain data for the viewer: whole, or only what one seat knew at each moment.

All of it comes from the one fold. What a seat knew is what `view_of` gave it: for a seat nothing
else goes in, so that nothing has to be hidden afterwards. The whole game is the views of all
seats, with the cards that nobody had seen yet. Texts of others are printable in it.
"""

import json
from collections.abc import Mapping
from itertools import groupby

import msgspec
from msgspec import Struct

from referee.cards import CardSet, card_set, cards_in, cards_text
from referee.contract import Sign
from referee.deal import Deal, DealResult, QuestionKind, Sale
from referee.faults import FaultReason, Phase
from referee.game import Game, answer_text
from referee.play import play_card
from referee.printable import printable
from referee.record import Fault, GameRecord, measured_at
from referee.recordfold import Step, record_steps
from referee.rulesheet import prices_text
from referee.timecontrol import TimeControl
from referee.view import View, view_of

Views = Mapping[int, View]
"""What is known at one moment, by seat: of all seats, or of one alone."""


class SeenFault(Struct, frozen=True):
    """What a bot did wrong at a decision."""

    reason: FaultReason
    phase: Phase
    detail: str
    suspect: bool
    """The referee itself was slow then."""


class Won(Struct, frozen=True):
    """The end of a trick."""

    taker: int
    points: int


class Decided(Struct, frozen=True, omit_defaults=True):
    """One decision: what lay before it, the answer, and what came of it.

    What only the seat that decides knows is left out where the data are for another seat.
    """

    deal: int
    decision: int
    seat: int
    kind: QuestionKind
    answer: str
    """As it was heard."""
    hands: tuple[str | None, ...]
    """By seat, before the answer: the cards that the seat sees as its own; None if not known."""
    stage: int
    """How far the deal was after the answer, as an index into `stages`."""
    points: tuple[int, ...]
    """By seat, of this deal, after the answer."""
    unseen: tuple[str, ...] = ()
    """By seat: cards that are dealt to it and that it has not seen; empty where there are none."""
    legal: tuple[str, ...] | None = None
    trick: int | None = None
    won: Won | None = None
    charged_us: int | None = None
    lag_us: int | None = None
    note: str | None = None
    fault: SeenFault | None = None
    forfeit: bool = False
    """From here on the house answers for the seat."""
    house: bool = False
    """The house answered, and not the bot."""


class SeenSale(Struct, frozen=True):
    """How a deal was sold."""

    seller: int | None
    buyer: int
    bid: int
    direction: str


class Stage(Struct, frozen=True, omit_defaults=True):
    """What is known of a deal at one moment, but for the cards in hand and on the table."""

    contract: str | None
    sign: Sign
    declarer: int | None
    trump: str | None
    sale: SeenSale | None
    shown: str
    """Cards that all have seen before the first lead."""
    discard: str
    """What was laid away; empty where that is not known."""
    stocks: tuple[tuple[str, ...], ...]
    """Unplayed contracts by seat, or of all as one; empty where the order is fixed."""


class SeenDeal(Struct, frozen=True, omit_defaults=True):
    """A deal, but for its decisions."""

    number: int
    dealer: int
    sits_out: int | None
    kitty: str | None
    """As it was dealt; None where there is none, or only some have seen it."""
    tricks: int
    """How many were played."""
    contract: str
    points: tuple[int, ...]
    paid: tuple[int, ...]
    """By seat, what the end of the deal brought beside the tricks."""


class GameData(Struct, frozen=True):
    """A game for the viewer; its keys are those that the page reads."""

    game: str
    table: int
    board: int
    rotation: int
    ruleset: str
    title: str
    options: dict[str, str]
    worth: dict[str, str]
    """By contract, what is priced in it, in words."""
    hand_size: int
    names: tuple[str, ...]
    seat: int | None
    """Whose view it is; None for the whole game."""
    limit_us: int | None
    """How long a decision may take; None without a clock, or where that is not known."""
    deals: tuple[SeenDeal, ...]
    stages: tuple[Stage, ...]
    steps: tuple[Decided, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    places: tuple[int, ...]
    forfeits: tuple[int, ...]


def game_data(
    record: GameRecord, game: Game, seat: int | None = None, control: TimeControl | None = None
) -> GameData:
    """The data of a game that `fold_record` has found to be right; with a seat, what it knew."""
    ruleset = game.ruleset
    is_timed = control is not None and not control.no_clock
    teller = _Teller(record, game, range(ruleset.seats) if seat is None else (seat,))
    steps = tuple(teller.steps())
    return GameData(
        game=printable(record.game_id),
        table=record.table,
        board=record.board,
        rotation=record.rotation,
        ruleset=ruleset.id,
        title=printable(ruleset.title),
        options={key: printable(value) for key, value in ruleset.set.items()},
        worth={name: prices_text(ruleset, one) for name, one in ruleset.contracts.items()},
        hand_size=ruleset.hand_size,
        names=tuple(map(printable, record.seating)),
        seat=seat,
        limit_us=control.move_limit_ms * 1000 if control and is_timed else None,
        deals=tuple(_seen_deal(game, deal, seat, teller.paid) for deal in game.finished),
        stages=tuple(teller.stages),
        steps=steps,
        points=record.points,
        score=record.score,
        places=record.places,
        forfeits=tuple(forfeit.seat for forfeit in record.forfeits),
    )


def data_json(data: GameData) -> bytes:
    """The data as JSON."""
    try:
        return msgspec.json.encode(data)
    except OverflowError:  # nobody has checked the table number of a foreign record, or a time
        return json.dumps(msgspec.to_builtins(data)).encode()


class _Teller:
    """Tells the decisions of a game to some seats, and gathers the stages of its deals."""

    def __init__(self, record: GameRecord, game: Game, to: range | tuple[int, ...]) -> None:
        self._record = record
        self._game = game
        self._to = to
        self._faults = {(one.deal, one.decision): one for one in record.faults}
        self._forfeits = {one.seat: (one.deal, one.decision) for one in record.forfeits}
        self._suspect = {(one.deal, one.decision) for one in record.timing.suspect}
        notes = record.timing.notes
        self._notes = {(n.deal, n.decision, n.seat): _printable_lines(n.text) for n in notes}
        self.stages: list[Stage] = []
        self.paid: dict[int, tuple[int, ...]] = {}
        """By deal, once its last decision was told."""

    def steps(self) -> "list[Decided]":
        """Every decision in order of play."""
        told = []
        steps = record_steps(self._record, self._game.ruleset)
        for number, of_deal in groupby(steps, lambda one: one.deal.number):
            in_deal = list(of_deal)
            views = [self._views(one.before) for one in in_deal]
            for place, one in enumerate(in_deal):
                after = views[place + 1] if place + 1 < len(in_deal) else None
                told.append(self._step(one, views[place], after, self._game.finished[number - 1]))
        return told

    def _views(self, game: Game) -> Views:
        return {seat: view_of(game, seat) for seat in self._to}

    def _step(self, one: Step, views: Views, after: Views | None, result: DealResult) -> Decided:
        """One decision; `after` are the views of the next one, None at the end of the deal."""
        seat = one.asked.seat
        moment = one.deal.number, one.deal.decision
        stage = _last_stage(views, result) if after is None else _stage(after)
        if not self.stages or self.stages[-1] != stage:
            self.stages.append(stage)
        trick, won, points = self._outcome(one, after, result)
        plain = Decided(
            deal=moment[0],
            decision=moment[1],
            seat=seat,
            kind=one.asked.kind,
            answer=_heard(one, after),
            hands=tuple(
                cards_text(cards_in(views[n].hand)) if n in views else None
                for n in range(len(self._record.seating))
            ),
            stage=len(self.stages) - 1,
            points=points,
            unseen=_unseen(one.deal, views) if len(self._to) > 1 else (),
            trick=trick,
            won=won,
        )
        return self._with_own(plain, one, moment) if seat in views else plain

    def _with_own(self, plain: Decided, one: Step, moment: tuple[int, int]) -> Decided:
        """The decision with what only its own seat, and who may see all, can tell of it."""
        seat, fault = one.asked.seat, self._faults.get(moment)
        taken_over = self._forfeits.get(seat)
        timing = self._record.timing
        return msgspec.structs.replace(
            plain,
            legal=tuple(map(answer_text, one.asked.answers)),
            charged_us=measured_at(timing.charged_us, *moment),
            lag_us=measured_at(timing.lag_us, *moment),
            note=self._notes.get((*moment, seat)),
            fault=self._seen_fault(fault, moment) if fault else None,
            forfeit=taken_over == moment,
            house=fault is not None or (taken_over is not None and moment >= taken_over),
        )

    def _seen_fault(self, fault: Fault, moment: tuple[int, int]) -> SeenFault:
        detail = printable(fault.detail)
        return SeenFault(fault.reason, fault.phase, detail, moment in self._suspect)

    def _outcome(
        self, one: Step, after: Views | None, result: DealResult
    ) -> tuple[int | None, Won | None, tuple[int, ...]]:
        """Which trick a card belongs to, how that ended, and the points of the deal so far."""
        play = one.deal.play
        if play is None or not isinstance(one.choice, int):
            if after is None:
                self.paid[result.number] = result.points
                return None, None, result.points
            return None, None, next(iter(after.values())).deal_points
        number = len(play.tricks) + 1
        played = play_card(play, one.choice)
        if after is None:
            pairs = zip(result.points, played.points, strict=True)
            self.paid[result.number] = tuple(all_in - won for all_in, won in pairs)
        if played.trick:
            return number, None, played.points
        taker = played.tricks[-1].taker
        won = Won(taker, played.points[taker] - play.points[taker])
        return number, won, result.points if after is None else played.points


def _heard(one: Step, after: Views | None) -> str:
    """The answer as those hear it who look on; a card is seen by all."""
    if one.asked.kind is QuestionKind.CARD or after is None:
        return answer_text(one.choice)
    listener = one.asked.seat if one.asked.seat in after else next(iter(after))
    return after[listener].calls[-1][1]


def _unseen(deal: Deal, views: Views) -> tuple[str, ...]:
    """By seat, what is dealt to it and not looked at; nothing once the cards are played."""
    if deal.play is not None:
        return ()
    left = [
        cards_in(CardSet(card_set(hand) & ~views[seat].hand))
        for seat, hand in enumerate(deal.cards.hands)
    ]
    return tuple(map(cards_text, left)) if any(left) else ()


def _stage(views: Views) -> Stage:
    view = next(iter(views.values()))
    discard = next((one.discard for one in views.values() if one.discard), ())
    return Stage(
        contract=view.contract,
        sign=view.sign,
        declarer=view.declarer,
        trump=view.trump,
        sale=_sale(view.sale),
        shown=cards_text(view.shown),
        discard=cards_text(discard),
        stocks=view.stocks,
    )


def _last_stage(views: Views, result: DealResult) -> Stage:
    """As before the last answer, with what that answer may have settled, which all have heard."""
    return msgspec.structs.replace(
        _stage(views),
        contract=result.contract,
        declarer=result.declarer,
        trump=result.trump,
        sale=_sale(result.sale),
    )


def _sale(sale: Sale | None) -> SeenSale | None:
    return SeenSale(sale.seller, sale.buyer, sale.bid, sale.direction) if sale else None


def _seen_deal(
    game: Game, deal: DealResult, seat: int | None, paid: Mapping[int, tuple[int, ...]]
) -> SeenDeal:
    return SeenDeal(
        number=deal.number,
        dealer=deal.dealer,
        sits_out=deal.sits_out,
        kitty=cards_text(deal.cards.kitty) if seat is None and deal.cards.kitty else None,
        tricks=len(deal.tricks),
        contract=deal.contract,
        points=deal.points,
        paid=paid[deal.number],
    )


def _printable_lines(text: str) -> str:
    """A text whose line ends are shown as such, and all else as `printable` shows it."""
    return "\n".join(map(printable, text.split("\n")))
