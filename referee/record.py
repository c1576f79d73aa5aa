"""The record of a game, one JSON line each, and its scoring; see docs/record.md."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal

import msgspec
from msgspec import Struct

from referee.cards import cards_text
from referee.deal import Board, DealResult, Direction, QuestionKind
from referee.errors import RefereeBug
from referee.faults import FORFEIT_AFTER, FaultReason, Phase
from referee.formats import decoded
from referee.game import Game, is_over
from referee.ruleset import RuleSet
from referee.schedule import GamePlan

RECORD_FORMAT: Final = "king.record/1"
PHASES: dict[QuestionKind, Phase] = {
    QuestionKind.CARD: Phase.PLAY,
    QuestionKind.CONTRACT: Phase.CONTRACT,
    QuestionKind.BID: Phase.AUCTION,
    QuestionKind.REPLY: Phase.AUCTION,
    QuestionKind.OPENING: Phase.AUCTION,
    QuestionKind.TRUMP: Phase.TRUMP,
    QuestionKind.DISCARD: Phase.DISCARD,
}
"""The phase in which a fault at each kind of question happens, but for faults of the start."""


class RecordError(Exception):
    """A record that does not come out right: which game, where in it, and why."""

    def __init__(self, game: str, deal: int | None, trick: int | None, reason: str) -> None:
        places = [game, f"deal {deal}" if deal else "", f"trick {trick}" if trick else ""]
        super().__init__(f"{', '.join(filter(None, places))}: {reason}")
        self.game = game
        self.deal = deal
        self.trick = trick
        self.reason = reason


class RulesName(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rules a game was played by."""

    id: str
    set: dict[str, str]
    sha256: str


class RecordedCall(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that is not a card."""

    seat: int
    call: str


class RecordedTrick(Struct, frozen=True, forbid_unknown_fields=True):
    """A trick; its cards stand in the order of play."""

    leader: int
    cards: str
    taker: int


class RecordedSale(Struct, frozen=True, forbid_unknown_fields=True):
    """How a trump deal was sold."""

    seller: int | None
    buyer: int
    bid: int
    direction: Direction


class RecordedDeal(Struct, frozen=True, forbid_unknown_fields=True):
    """A deal; hands, kitty, calls and the cards of the tricks are the facts, the rest a summary."""

    number: int
    dealer: int
    sits_out: int | None
    hands: tuple[str, ...]
    kitty: str
    contract: str
    declarer: int | None
    trump: str | None
    sale: RecordedSale | None
    discard: str
    calls: tuple[RecordedCall, ...]
    tricks: tuple[RecordedTrick, ...]
    points: tuple[int, ...]


class Fault(Struct, frozen=True, forbid_unknown_fields=True):
    """A fault of one seat; the house move stands at this decision.

    The decision counts over all seats of the deal, from 1. The detail holds nothing measured.
    """

    seat: int
    deal: int
    decision: int
    phase: Phase
    reason: FaultReason
    detail: str


class Forfeit(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that the house plays from this decision on, counted as in a fault."""

    seat: int
    deal: int
    decision: int


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot wrote beside one answer."""

    seat: int
    deal: int
    decision: int
    text: str


class Moment(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of a game."""

    deal: int
    decision: int


class Timing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """All that was measured; nothing else depends on it, and all of it may be missing."""

    charged_us: tuple[tuple[int | None, ...], ...] = ()
    """By deal and decision: microseconds charged to the bot; None where the house answered."""
    lag_us: tuple[tuple[int, ...], ...] = ()
    """By deal and decision: the referee's own delay in microseconds."""
    dropped: tuple[int, ...] = ()
    """By seat: answers that came after the house move, or a second time."""
    notes: tuple[Note, ...] = ()
    suspect: tuple[Moment, ...] = ()
    """Time faults in which the lag was more than a tenth of the limit."""


def measured_at(times: Sequence[Sequence[int | None]], deal: int, decision: int) -> int | None:
    """What one of the lists of a Timing has for a decision; None where it has nothing."""
    if deal > len(times) or decision > len(times[deal - 1]):
        return None
    return times[deal - 1][decision - 1]


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game, in the order in which its keys are written."""

    format: Literal["king.record/1"]
    game_id: str
    ruleset: RulesName
    table: int
    board: int
    rotation: int
    life: int
    seating: tuple[str, ...]
    deals: tuple[RecordedDeal, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[Fault, ...]
    forfeits: tuple[Forfeit, ...]
    put_out: tuple[int, ...]
    """Seats whose bots are out for good from here on, in schedule order."""
    end: Literal["completed"]
    timing: Timing


_DECODER = msgspec.json.Decoder(GameRecord)
_ENCODER = msgspec.json.Encoder()


def encode_record(record: GameRecord) -> bytes:
    """The record as a line of `games.jsonl`, with its line end."""
    return _ENCODER.encode(record) + b"\n"


def decode_record(line: bytes) -> GameRecord:
    """The record in a line; msgspec.DecodeError says what is wrong and where in it."""
    return decoded(_DECODER, line, RECORD_FORMAT)


def record_of(
    game: Game,
    plan: GamePlan,
    faults: Iterable[Fault] = (),
    forfeits: Iterable[Forfeit] = (),
    timing: Timing | None = None,
    *,
    put_out: Iterable[int] = (),
) -> GameRecord:
    """The record of a finished game."""
    if not is_over(game):
        raise RefereeBug(f"{plan.game_id} is not over and cannot be recorded")
    in_order = tuple(sorted(forfeits, key=lambda forfeit: (forfeit.deal, forfeit.decision)))
    forfeited = {forfeit.seat for forfeit in in_order}
    score = scores(game.points, forfeited)
    return GameRecord(
        format=RECORD_FORMAT,
        game_id=plan.game_id,
        ruleset=rules_name(game.ruleset),
        table=plan.table,
        board=plan.board,
        rotation=plan.rotation,
        life=plan.life,
        seating=plan.seating,
        deals=tuple(recorded_deal(deal) for deal in game.finished),
        points=game.points,
        score=score,
        places=places(score, forfeited),
        faults=tuple(sorted(faults, key=lambda fault: (fault.deal, fault.decision))),
        forfeits=in_order,
        put_out=tuple(sorted(put_out)),
        end="completed",
        timing=timing or Timing(),
    )


def rules_name(ruleset: RuleSet) -> RulesName:
    """What a record says about its rule set."""
    return RulesName(ruleset.id, ruleset.set, ruleset.sha256)


def recorded_deal(deal: DealResult) -> RecordedDeal:
    """What a record says about a deal."""
    sale = deal.sale
    return RecordedDeal(
        number=deal.number,
        dealer=deal.dealer,
        sits_out=deal.sits_out,
        hands=tuple(cards_text(hand) for hand in deal.cards.hands),
        kitty=cards_text(deal.cards.kitty),
        contract=deal.contract,
        declarer=deal.declarer,
        trump=deal.trump,
        sale=RecordedSale(sale.seller, sale.buyer, sale.bid, sale.direction) if sale else None,
        discard=cards_text(deal.discard),
        calls=tuple(RecordedCall(seat, call) for seat, call in deal.calls),
        tricks=tuple(
            RecordedTrick(trick.leader, cards_text(trick.cards), trick.taker)
            for trick in deal.tricks
        ),
        points=deal.points,
    )


def recorded_cards(board: Board) -> tuple[int, list[tuple[tuple[str, ...], str]]]:
    """What a record says about a board: the first dealer, and hands and kitty of each deal."""
    deals = [
        (tuple(cards_text(hand) for hand in deal.hands), cards_text(deal.kitty))
        for deal in board.deals
    ]
    return board.dealer, deals


def scores(points: Sequence[int], forfeited: Collection[int]) -> tuple[int, ...]:
    """What counts, by seat: the points, but for a forfeited seat the lowest at the table."""
    lowest = min(points)
    return tuple(lowest if seat in forfeited else own for seat, own in enumerate(points))


def places(score: Sequence[int], forfeited: Collection[int]) -> tuple[int, ...]:
    """The places by seat, from 1: equal scores share one (1, 2, 2, 4), forfeited seats are last."""
    ranks = [(seat not in forfeited, own) for seat, own in enumerate(score)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def forfeit_at(faults: Iterable[Fault], seat: int) -> Forfeit | None:
    """The forfeit that a seat's faults in one game bring: at its third; None with fewer."""
    own = [fault for fault in faults if fault.seat == seat]
    if len(own) < FORFEIT_AFTER:
        return None
    third = own[FORFEIT_AFTER - 1]
    return Forfeit(seat, third.deal, third.decision)
