"""Whole deals scored a second time, slowly, from the law book alone: prices, sales and discards."""

from itertools import combinations

import slow_rules
from law_book import slow_contract

from referee.cards import cards_text
from referee.deal import DealResult
from referee.ruleset import RuleSet

TRICK = {"bidding": 6, "portuguese": 25, "portuguese-quick": 25}
"""What is paid for a trick of a trump deal that is sold; 3 elsewhere (A1, A2, A3)."""


def points_of(ruleset: RuleSet, result: DealResult) -> tuple[int, ...]:
    """The points of a finished deal by seat (P5, P7, T1, A1 to A3)."""
    seats = range(len(result.points))
    if result.trump == "share-out":
        points = [6] * 4  # 8 tricks at 3, for four seats
    elif result.trump == "4-3-3-3":
        points = [100 if seat == result.dealer else 75 for seat in seats]
    else:
        points = played_points(ruleset.id, result)
    sale = result.sale
    if sale is None:
        return tuple(points)
    taken = [sum(trick.taker == seat for trick in result.tricks) for seat in seats]
    price = TRICK.get(ruleset.id, 3)
    if ruleset.id == "bidding":  # A1: he writes 6 x max(0, taken - bid)
        points[sale.buyer] = price * max(0, taken[sale.buyer] - sale.bid)
        return tuple(points)
    assert sale.seller is not None
    payment = price * sale.bid
    if sale.direction == "down":
        payment = 75 * min(sale.bid, taken[sale.seller])
    points[sale.buyer] -= payment
    points[sale.seller] += payment
    return tuple(points)


def played_points(ruleset_id: str, result: DealResult) -> list[int]:
    """What the tricks of a deal are worth to their takers, who are found again too."""
    contract = slow_contract(ruleset_id, result.contract, result.trump)
    playing = [seat for seat in range(len(result.points)) if seat != result.sits_out]
    points = [325 if result.trump == "nulos" else 0] * len(result.points)
    size = len(result.cards.hands[playing[0]])
    for number, trick in enumerate(result.tricks, 1):
        cards = cards_text(trick.cards).split()
        taker = playing[slow_rules.taker(contract, playing.index(trick.leader), cards)]
        assert trick.taker == taker
        points[taker] += slow_rules.trick_price(contract, number, size)
        points[taker] += sum(slow_rules.card_price(contract, card) for card in cards)
    return points


def kept_price(ruleset_id: str, result: DealResult) -> int:
    """What the priced cards of the discard were worth, which score for nobody (K3)."""
    contract = slow_contract(ruleset_id, result.contract, result.trump)
    cards = cards_text(result.discard).split()
    return sum(slow_rules.card_price(contract, card) for card in cards)


def may_go(ruleset_id: str, contract: str, card: str) -> bool:
    """Whether a card may be laid away while there are others (K1, K2)."""
    if "2010" not in ruleset_id:
        return slow_rules.card_price(slow_contract(ruleset_id, contract, None), card) == 0
    name = contract.lstrip("+-")
    boys = "KJ" if ruleset_id.endswith("kj") else "J"
    if card[1] == "H" and name in ("hearts", "king", "eralash"):
        return False
    if card[0] in boys and name in ("boys", "eralash"):
        return False
    return not (card[0] == "Q" and name in ("girls", "eralash"))


def slow_discards(ruleset_id: str, contract: str, hand: list[str]) -> set[frozenset[str]]:
    """All pairs of the twelve cards that may be laid away, by trying each (K1 to K3)."""
    free = [card for card in hand if may_go(ruleset_id, contract, card)]
    pairs = [frozenset(pair) for pair in combinations(hand, 2)]
    if len(free) >= 2:
        return {pair for pair in pairs if pair <= set(free)}
    return {pair for pair in pairs if set(free) <= pair}  # K3
