"""Trick play of one deal: legal cards, takers, prices and the end (laws P3 to P8, L1 to L8)."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import (
    CARD_NAMES,
    CARD_SUITS,
    HEARTS,
    KING_OF_HEARTS,
    NO_CARDS,
    SUIT_SETS,
    SUITS,
    Card,
    CardSet,
    card_set,
)
from referee.contract import Contract, KingDuty, Prices, Sign, Trump
from referee.law import Ruff, RuleSet

_SUIT_OF: tuple[CardSet, ...] = tuple(SUIT_SETS[suit] for suit in CARD_SUITS)
_KING = 1 << KING_OF_HEARTS
_TRUMP_POWER = 100


class PlayRules(Struct, frozen=True, gc=False):
    """The law of one contract, worked out into tables; every price carries its sign."""

    seats: int
    trick_size: int
    tricks: int
    next_seat: tuple[int, ...]
    order: tuple[tuple[int, ...], ...]
    """By leader: the playing seats in their turn."""
    lead_first: int
    """Cards one of which must be led while the hand has any (L1); none without the ban."""
    king_led: int
    king_void: int
    ruff: int
    """The trumps one of which a seat that cannot follow must play (L6); none under L7."""
    powers: tuple[tuple[int, ...], ...]
    """By card led, by card: how strong it is in the trick; 0 never takes."""
    card_prices: tuple[int, ...]
    trick_prices: tuple[int, ...]
    priced: CardSet
    open_tricks: int
    """The deal cannot be over before this many tricks."""
    start_points: tuple[int, ...]
    total: int
    """What the points of all seats add up to when the deal is over (P8)."""


class Trick(Struct, frozen=True, gc=False):
    """A finished trick; its cards stand in the order of play from the leader."""

    leader: int
    cards: tuple[Card, ...]
    taker: int


class Play(Struct, frozen=True, gc=False):
    """The play of a deal at one moment; `trick` is the one under way."""

    rules: PlayRules
    hands: tuple[CardSet, ...]
    leader: int
    turn: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]


def start_play(rules: PlayRules, hands: Sequence[CardSet], leader: int) -> Play:
    """The play before the first lead."""
    return Play(rules, tuple(hands), leader, leader, (), (), rules.start_points)


def legal_cards(play: Play) -> CardSet:
    """The cards that the seat whose turn it is may play."""
    rules = play.rules
    hand: int = play.hands[play.turn]
    if play.trick:
        follow = hand & _SUIT_OF[play.trick[0]]
        if follow:  # P4; KH is among these only when hearts are led (L3, L4)
            return CardSet(follow & rules.king_led or follow)
        return CardSet(hand & rules.king_void or hand & rules.ruff or hand)  # L2, L6, L7
    first = hand & rules.lead_first
    if first:  # L1
        return CardSet(first)
    if hand & rules.king_led and not hand & ~HEARTS:  # L4
        return CardSet(_KING)
    return CardSet(hand)  # L8


def trick_taker(rules: PlayRules, leader: int, cards: Sequence[Card]) -> int:
    """The seat that takes the trick (P5)."""
    strongest = max(cards, key=rules.powers[cards[0]].__getitem__)
    return rules.order[leader][cards.index(strongest)]


def play_card(play: Play, card: Card) -> Play:
    """The play after the seat whose turn it is has played a card, which must be legal."""
    rules = play.rules
    turn = play.turn
    leader = play.leader
    trick = (*play.trick, card)
    hands = [*play.hands]
    hands[turn] = CardSet(hands[turn] ^ 1 << card)
    if len(trick) < rules.trick_size:
        return Play(
            rules,
            tuple(hands),
            leader,
            rules.next_seat[turn],
            trick,
            play.tricks,
            play.points,
        )
    taker = trick_taker(rules, leader, trick)
    tricks = play.tricks
    price = rules.trick_prices[len(tricks)]
    prices = rules.card_prices
    for played in trick:
        price += prices[played]
    points = play.points
    if price:
        changed = [*points]
        changed[taker] += price
        points = tuple(changed)
    tricks = (*tricks, Trick(leader, trick, taker))
    return Play(rules, tuple(hands), taker, taker, (), tricks, points)


def is_over(play: Play) -> bool:
    """True when all is played or nothing that has a price is left to win (P6)."""
    if play.trick or len(play.tricks) < play.rules.open_tricks:
        return False
    left = 0
    for hand in play.hands:
        left |= hand
    return not left & play.rules.priced


def make_play_rules(
    *,
    seats: int,
    deck: Sequence[Card],
    tricks: int,
    boys: str,
    contract: Contract,
    trump: Trump | None = None,
    must_ruff: bool = False,
    early_end: bool = True,
    sits_out: int | None = None,
    start_points: int = 0,
) -> PlayRules:
    """The tables of one contract; `tricks` is the number of tricks of the full hand."""
    playing = [seat for seat in range(seats) if seat != sits_out]
    order = tuple(
        tuple(seat for step in range(seats) if (seat := (leader + step) % seats) != sits_out)
        for leader in range(seats)
    )
    trump_suit = SUITS.index(trump) if trump is not None and trump in SUITS else None
    trumps = NO_CARDS if trump_suit is None else SUIT_SETS[trump_suit]
    sign = -1 if contract.sign is Sign.DO_NOT_TAKE else 1
    card_prices = tuple(sign * price for price in _card_prices(contract, boys))
    trick_prices = tuple(sign * price for price in _trick_prices(contract, tricks))
    last_priced = max((n for n, price in enumerate(trick_prices, 1) if price), default=1)
    duty = contract.king_duty
    return PlayRules(
        seats=seats,
        trick_size=len(playing),
        tricks=tricks,
        next_seat=tuple(order[(seat + 1) % seats][0] for seat in range(seats)),
        order=order,
        lead_first=~HEARTS if contract.heart_ban else 0,
        king_led=_KING if duty is KingDuty.VOID_OR_LED else 0,
        king_void=0 if duty is KingDuty.NONE else _KING,
        ruff=trumps if must_ruff else 0,
        powers=_powers(trumps, trump is Trump.MISERE),
        card_prices=card_prices,
        trick_prices=trick_prices,
        # Without early end all that is left of a hand keeps the deal open.
        priced=card_set(c for c in deck if card_prices[c]),
        open_tricks=last_priced if early_end else tricks,
        start_points=tuple(start_points if seat in playing else 0 for seat in range(seats)),
        total=start_points * len(playing)
        + sum(trick_prices)
        + sum(card_prices[card] for card in deck),
    )


@lru_cache(maxsize=1024)
def play_rules(
    ruleset: RuleSet,
    contract: str,
    trump: Trump | None = None,
    sits_out: int | None = None,
) -> PlayRules:
    """The tables of a contract of a rule set, named by its id; made once and kept."""
    called = ruleset.contracts[contract]
    start_points = 0
    if trump is Trump.NULOS:
        # A2: what the tricks are worth at the start, and for each trick what all others gain by it.
        price = called.prices.trick
        start_points = price * ruleset.hand_size
        lost = Prices(trick=price * (ruleset.playing - 1))
        called = replace(called, sign=Sign.DO_NOT_TAKE, prices=lost)
    return make_play_rules(
        seats=ruleset.seats,
        deck=ruleset.deck,
        tricks=ruleset.hand_size,
        boys=ruleset.boys,
        contract=called,
        trump=trump,
        must_ruff=ruleset.ruff is Ruff.MUST,
        early_end=ruleset.early_end,
        sits_out=sits_out,
        start_points=start_points,
    )


def _card_prices(contract: Contract, boys: str) -> list[int]:
    prices = contract.prices
    found = []
    for card, name in enumerate(CARD_NAMES):
        price = prices.heart if name[1] == "H" else 0
        price += prices.boy if name[0] in boys else 0
        price += prices.girl if name[0] == "Q" else 0
        price += prices.king if card == KING_OF_HEARTS else 0
        found.append(price)
    return found


def _trick_prices(contract: Contract, tricks: int) -> list[int]:
    found = [contract.prices.trick] * tricks
    for position, price in contract.prices.at:
        # Positions count tricks of the full hand from 1, or back from -1.
        found[position - 1 if position > 0 else position] += price
    return found


def _powers(trumps: CardSet, is_reversed: bool) -> tuple[tuple[int, ...], ...]:
    by_suit = []
    for suit in SUIT_SETS:
        powers = []
        for card in range(52):
            power = 13 - card % 13 if is_reversed else card % 13 + 1
            if trumps >> card & 1:
                power += _TRUMP_POWER
            elif not suit >> card & 1:
                power = 0
            powers.append(power)
        by_suit.append(tuple(powers))
    return tuple(by_suit[suit] for suit in CARD_SUITS)
