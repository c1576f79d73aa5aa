"""A greedy strategy: duck when it can and shed what is priced; where taking pays, the reverse.

It looks at its own hand, the trick under way and the prices of the contract, and never asks which
contract or rule set it plays.
"""

from collections.abc import Sequence

from king.v1 import game_pb2, session_pb2

HEARTS = 2
QUEEN = 10


def choose(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer; the first where it is not a card that is asked for."""
    if question.kind != session_pb2.QUESTION_KIND_CARD:
        return 0
    view = question.king
    contract = next(each for each in rules.contracts if each.id == view.contract)
    legal: list[int] = [action.card for action in question.legal]
    price = {card: card_price(card, contract.prices, rules) for card in legal}
    is_last = len(view.current.cards) + 1 == view.seats  # nobody plays to this trick after us
    if contract.sign == game_pb2.SIGN_DO_NOT_TAKE:
        card = card_to_avoid(legal, view.current.cards, price, is_last)
    else:
        card = card_to_take(legal, view.current.cards, price, is_last)
    return legal.index(card)


def card_to_avoid(
    legal: Sequence[int], table: Sequence[int], price: dict[int, int], is_last: bool
) -> int:
    """The card to play where what is taken costs points."""
    losers = [card for card in legal if not takes(card, table)]
    if losers:
        return max(losers, key=lambda card: (price[card], rank(card)))
    if is_last:  # the trick is ours anyway: get rid of height, but add nothing to the price
        return min(legal, key=lambda card: (price[card], -rank(card)))
    return min(legal, key=lambda card: (rank(card), price[card]))


def card_to_take(
    legal: Sequence[int], table: Sequence[int], price: dict[int, int], is_last: bool
) -> int:
    """The card to play where what is taken earns points."""
    winners = [card for card in legal if takes(card, table)]
    if not winners:
        return min(legal, key=lambda card: (price[card], rank(card)))
    if is_last:
        return max(winners, key=lambda card: (price[card], -rank(card)))
    return max(winners, key=rank)


def card_price(card: int, prices: game_pb2.Prices, rules: game_pb2.RuleSet) -> int:
    """What the card adds to a trick, without sign."""
    price = prices.heart if suit(card) == HEARTS else 0
    price += prices.boy if rank(card) in {rank(boy) for boy in rules.boys} else 0
    price += prices.girl if rank(card) == QUEEN else 0
    price += prices.king if card == game_pb2.CARD_HK else 0
    return price


def takes(card: int, table: Sequence[int]) -> bool:
    """True if the card would be the highest of the suit led; a card that is led always is."""
    led = [other for other in table if suit(other) == suit(table[0])]
    return not led or (suit(card) == suit(led[0]) and card > max(led))


def suit(card: int) -> int:
    """The suit of a card, C D H S as 0 to 3."""
    return (card - 1) // 13


def rank(card: int) -> int:
    """The rank of a card, 2 to ace as 0 to 12."""
    return (card - 1) % 13
