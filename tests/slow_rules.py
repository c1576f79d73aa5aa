"""The law of trick play a second time, slowly: sets of strings, written from the law book alone.

It shares nothing with the core, so that both are wrong together only where the law was misread.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

RANKS = "23456789TJQKA"
KING = "KH"


@dataclass(frozen=True)
class SlowContract:
    """A contract in words; `at` prices positions of tricks, and all prices carry their sign."""

    trick: int = 0
    heart: int = 0
    boy: int = 0
    girl: int = 0
    king: int = 0
    at: dict[int, int] = field(default_factory=dict)
    boys: str = "K"
    heart_ban: bool = False
    king_duty: str = "none"
    trump: str = ""  # C D H S, or nothing
    must_ruff: bool = False
    is_reversed: bool = False
    early_end: bool = True


@dataclass(frozen=True)
class Line:
    """One way in which a deal can go: the cards in order of play, and what it came to."""

    cards: tuple[str, ...]
    takers: tuple[int, ...]
    points: tuple[int, ...]


def suit(card: str) -> str:
    return card[1]


def legal(contract: SlowContract, hand: set[str], trick: list[str]) -> set[str]:
    """Laws P4 and L1 to L8, one after the other."""
    hearts = {card for card in hand if suit(card) == "H"}
    if not trick:
        if contract.heart_ban and hand - hearts:
            return hand - hearts
        if contract.king_duty == "void-or-led" and KING in hand and hand == hearts:
            return {KING}
        return hand
    led = suit(trick[0])
    same = {card for card in hand if suit(card) == led}
    if same:
        if contract.king_duty == "void-or-led" and led == "H" and KING in same:
            return {KING}
        return same
    if contract.king_duty in ("void", "void-or-led") and KING in hand:
        return {KING}
    trumps = {card for card in hand if suit(card) == contract.trump}
    if contract.must_ruff and trumps:
        return trumps
    return hand


def taker(contract: SlowContract, leader: int, trick: list[str]) -> int:
    """Law P5, and the reversed order of misère."""
    trumps = [card for card in trick if suit(card) == contract.trump]
    candidates = trumps or [card for card in trick if suit(card) == suit(trick[0])]
    by_rank = sorted(candidates, key=lambda card: RANKS.index(card[0]))
    best = by_rank[0] if contract.is_reversed else by_rank[-1]
    return (leader + trick.index(best)) % len(trick)


def card_price(contract: SlowContract, card: str) -> int:
    price = 0
    if suit(card) == "H":
        price += contract.heart
    if card[0] in contract.boys:
        price += contract.boy
    if card[0] == "Q":
        price += contract.girl
    if card == KING:
        price += contract.king
    return price


def trick_price(contract: SlowContract, number: int, size: int) -> int:
    """The price of the trick of that number, from 1, apart from its cards."""
    price = contract.trick
    for position, worth in contract.at.items():
        if position == number or position == number - size - 1:
            price += worth
    return price


def nothing_left(contract: SlowContract, hands: list[set[str]], played: int) -> bool:
    """Law P6, after a complete trick."""
    left = [card for hand in hands for card in hand]
    if not left:
        return True
    if not contract.early_end:
        return False
    size = played + len(hands[0])
    if any(trick_price(contract, number, size) for number in range(played + 1, size + 1)):
        return False
    return not any(card_price(contract, card) for card in left)


def lines(contract: SlowContract, hands: list[set[str]], leader: int) -> Iterator[Line]:
    """Every line of play of a deal, by trying every legal card."""
    seats = len(hands)
    size = len(hands[0])

    def go_on(
        hands: list[set[str]],
        leader: int,
        trick: list[str],
        cards: tuple[str, ...],
        takers: tuple[int, ...],
        points: tuple[int, ...],
    ) -> Iterator[Line]:
        turn = (leader + len(trick)) % seats
        for card in sorted(legal(contract, hands[turn], trick)):
            after = [hand - {card} for hand in hands]
            full = [*trick, card]
            if len(full) < seats:
                yield from go_on(after, leader, full, (*cards, card), takers, points)
                continue
            winner = taker(contract, leader, full)
            worth = trick_price(contract, len(takers) + 1, size)
            worth += sum(card_price(contract, one) for one in full)
            total = tuple(p + worth * (seat == winner) for seat, p in enumerate(points))
            if nothing_left(contract, after, len(takers) + 1):
                yield Line((*cards, card), (*takers, winner), total)
            else:
                yield from go_on(after, winner, [], (*cards, card), (*takers, winner), total)

    yield from go_on(hands, leader, [], (), (), (0,) * seats)
