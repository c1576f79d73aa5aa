"""One deal as a value: its cards, what was said, and its play (laws P1, P2, D1, D2)."""

from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from referee.cards import Card
from referee.contract import Trump
from referee.law import RuleSet
from referee.play import Play, Trick

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


class Bid(NamedTuple):
    """A number of tricks that is offered for a deal, and which way they go."""

    tricks: int
    direction: Direction


class Bidding(Struct, frozen=True, gc=False):
    """An auction under way; a seat that passed, and the holder, do not speak any more."""

    ladder: tuple[Bid, ...]
    """All that can be bid, by rising value."""
    bidders: tuple[int, ...]
    """In their order from the first to speak."""
    turn: int
    """The seat that speaks now."""
    passed: tuple[int, ...] = ()
    bid: Bid | None = None
    """The standing bid."""
    holder: int | None = None


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
    """The deal under way.

    `phase` is the kind of its next question, None when it is settled without play; `decision` is
    the number of its next decision, from 1.
    """

    number: int
    dealer: int
    sits_out: int | None
    cards: Cards
    phase: QuestionKind | None
    contract: str | None = None
    declarer: int | None = None
    trump: Trump | None = None
    bidding: Bidding | None = None
    sale: Sale | None = None
    shown: tuple[Card, ...] = ()
    """Cards of this deal that all have seen before the first lead."""
    discard: tuple[Card, ...] = ()
    calls: tuple[tuple[int, str], ...] = ()
    stocks: tuple[tuple[str, ...], ...] = ()
    """Unplayed contracts by seat, one entry for a pool; empty where the order is fixed."""
    play: Play | None = None
    """None until the contract, and all that comes before the first lead, is settled."""
    decision: int = 1


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
    if len(board.deals) != ruleset.deal_count:
        raise ValueError(
            f"board {board.number}: {len(board.deals)} deals instead of {ruleset.deal_count}"
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


def first_hand(ruleset: RuleSet, dealer: int) -> int:
    """The seat left of the dealer, who always has cards."""
    return (dealer + 1) % ruleset.seats
