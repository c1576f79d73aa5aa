"""A greedy strategy: duck when it can and shed what is priced; where taking pays, the reverse.

It looks at its own hand, the trick under way and the prices of the contract, and never asks which
contract or rule set it plays. What it says before the cards is in calls.py.
"""

from collections.abc import Callable, Sequence

from calls import HEARTS, QUEEN, TRUMP_SUITS, choose_call, rank, suit
from king.v1 import game_pb2, session_pb2

Power = Callable[[int], int]
"""How strong a card is in the trick under way; 0 never takes."""


def choose(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer."""
    if question.kind != session_pb2.QUESTION_KIND_CARD:
        return choose_call(question, rules)
    view = question.king
    contract = next(each for each in rules.contracts if each.id == view.contract)
    legal: list[int] = [action.card for action in question.legal]
    price = {card: card_price(card, contract.prices, rules) for card in legal}
    table = view.current.cards
    power = power_in(table, view.trump)
    winners = {card for card in legal if power(card) > max(map(power, table), default=0)}
    is_last = len(table) + 1 == rules.seats - rules.dealer_sits_out  # nobody plays after us
    is_costly = view.trump == game_pb2.TRUMP_NULOS
    if is_costly or contract.sign == game_pb2.SIGN_DO_NOT_TAKE:
        card = card_to_avoid(legal, winners, price, power, is_last=is_last)
    else:
        card = card_to_take(legal, winners, price, power, is_last=is_last)
    return legal.index(card)


def card_to_avoid(
    legal: Sequence[int], winners: set[int], price: dict[int, int], power: Power, *, is_last: bool
) -> int:
    """The card to play where what is taken costs points."""
    losers = [card for card in legal if card not in winners]
    if losers:
        return max(losers, key=lambda card: (price[card], rank(card)))
    if is_last:  # the trick is ours anyway: get rid of height, but add nothing to the price
        return min(legal, key=lambda card: (price[card], -power(card)))
    return min(legal, key=lambda card: (power(card), price[card]))


def card_to_take(
    legal: Sequence[int], winners: set[int], price: dict[int, int], power: Power, *, is_last: bool
) -> int:
    """The card to play where what is taken earns points."""
    if not winners:
        return min(legal, key=lambda card: (price[card], power(card), rank(card)))
    if is_last:
        return max(winners, key=lambda card: (price[card], -power(card)))
    return max(winners, key=power)


def power_in(table: Sequence[int], trump: int) -> Power:
    """How strong cards are on what lies on the table; a card that is led always takes."""
    trumps = TRUMP_SUITS.index(trump) if trump in TRUMP_SUITS else None
    is_reversed = trump == game_pb2.TRUMP_MISERE

    def power(card: int) -> int:
        height = 13 - rank(card) if is_reversed else rank(card) + 1
        if suit(card) == trumps:
            return height + 13
        return height if not table or suit(card) == suit(table[0]) else 0

    return power


def card_price(card: int, prices: game_pb2.Prices, rules: game_pb2.RuleSet) -> int:
    """What the card adds to a trick, without sign."""
    price = prices.heart if suit(card) == HEARTS else 0
    price += prices.boy if rank(card) in {rank(boy) for boy in rules.boys} else 0
    price += prices.girl if rank(card) == QUEEN else 0
    price += prices.king if card == game_pb2.CARD_HK else 0
    return price
