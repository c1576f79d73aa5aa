"""One deal: its cards, its phases and the questions that it asks (laws P1 to P3, D1, D2)."""

from enum import StrEnum
from itertools import chain

from msgspec import Struct

from referee.cards import Card, card_set
from referee.contract import Trump
from referee.play import Play, Trick, play_rules, start_play
from referee.ruleset import Lead, RuleSet

Answer = Card | str
"""A card, or the words of a call such as `pass` or `-tricks`."""


class Cards(Struct, frozen=True, gc=False):
    """The cards of one deal as they are dealt: each hand in deal order, and the kitty."""

    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...] = ()


class Board(Struct, frozen=True, gc=False):
    """The luck of a whole game: the first dealer and the cards of every deal."""

    number: int
    dealer: int
    deals: tuple[Cards, ...]


class Direction(StrEnum):
    """Which way the tricks of a sold deal go."""

    UP = "up"
    DOWN = "down"


class Sale(Struct, frozen=True, gc=False):
    """How a trump deal was sold; `seller` is None where seats bid for nobody's deal (A1)."""

    seller: int | None
    buyer: int
    bid: int
    direction: Direction


class QuestionKind(StrEnum):
    """What a decision is about; also the phase of the deal in which it comes up."""

    CARD = "card"
    CONTRACT = "contract"
    BID = "bid"
    REPLY = "reply"
    TRUMP = "trump"
    OPENING = "opening"
    DISCARD = "discard"


class Decision(Struct, frozen=True, gc=False):
    """One question to one seat; `answers` are all the legal ones in their fixed order."""

    seat: int
    kind: QuestionKind
    answers: tuple[Answer, ...]


class Deal(Struct, frozen=True, gc=False):
    """The deal under way; `decision` is the number of its next decision, from 1."""

    number: int
    dealer: int
    sits_out: int | None
    cards: Cards
    phase: QuestionKind
    contract: str | None
    declarer: int | None
    trump: Trump | None
    sale: Sale | None
    discard: tuple[Card, ...]
    calls: tuple[tuple[int, str], ...]
    play: Play | None
    """None until the contract, and all that comes before the first lead, is settled."""
    decision: int


class DealResult(Struct, frozen=True, gc=False):
    """A finished deal: all that the record says about it."""

    number: int
    dealer: int
    sits_out: int | None
    cards: Cards
    contract: str
    declarer: int | None
    trump: Trump | None
    sale: Sale | None
    discard: tuple[Card, ...]
    calls: tuple[tuple[int, str], ...]
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]


def check_board(ruleset: RuleSet, board: Board) -> None:
    """Raises a ValueError that says where the board does not fit the rule set (P1)."""
    if not 0 <= board.dealer < ruleset.seats:
        raise ValueError(f"board {board.number}: no seat {board.dealer} to deal first")
    if len(board.deals) != len(ruleset.deals):
        raise ValueError(
            f"board {board.number}: {len(board.deals)} deals instead of {len(ruleset.deals)}"
        )
    for number, cards in enumerate(board.deals, 1):
        where = f"board {board.number}, deal {number}"
        dealer = (board.dealer + number - 1) % ruleset.seats
        if len(cards.hands) != ruleset.seats:
            raise ValueError(f"{where}: {len(cards.hands)} hands instead of {ruleset.seats}")
        for seat, hand in enumerate(cards.hands):
            size = 0 if ruleset.dealer_sits_out and seat == dealer else ruleset.hand_size
            if len(hand) != size:
                raise ValueError(f"{where}: seat {seat} has {len(hand)} cards instead of {size}")
        if len(cards.kitty) != ruleset.kitty_size:
            raise ValueError(
                f"{where}: {len(cards.kitty)} cards in the kitty instead of {ruleset.kitty_size}"
            )
        if tuple(sorted(chain(*cards.hands, cards.kitty))) != ruleset.deck:
            raise ValueError(f"{where}: the cards are not those of the deck")


def open_deal(ruleset: RuleSet, board: Board, number: int) -> Deal:
    """The deal of that number, from 1, before its first question."""
    dealer = (board.dealer + number - 1) % ruleset.seats  # P2
    sits_out = dealer if ruleset.dealer_sits_out else None  # K4
    cards = board.deals[number - 1]
    contract = ruleset.deals[number - 1]
    rules = play_rules(ruleset, contract, None, sits_out)
    leader = dealer if ruleset.lead is Lead.DEALER else rules.next_seat[dealer]  # P3
    return Deal(
        number=number,
        dealer=dealer,
        sits_out=sits_out,
        cards=cards,
        phase=QuestionKind.CARD,
        contract=contract,
        declarer=None,
        trump=None,
        sale=None,
        discard=(),
        calls=(),
        play=start_play(rules, [card_set(hand) for hand in cards.hands], leader),
        decision=1,
    )
