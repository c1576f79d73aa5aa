"""How the bot plays: change this file.

Where taking costs points it sheds its dearest card that does not take the trick; where taking pays
it plays its highest. It reads the prices from the rule set, so it can play any.
"""

from collections.abc import Callable

from king.v1 import game_pb2, session_pb2

HEARTS = 2
QUEEN = 10
TRUMP_SUITS = {
    game_pb2.TRUMP_CLUBS: 0,
    game_pb2.TRUMP_DIAMONDS: 1,
    game_pb2.TRUMP_HEARTS: 2,
    game_pb2.TRUMP_SPADES: 3,
}


def choose(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer in `question.legal`; `question.king` is all that you may know."""
    if question.kind != session_pb2.QUESTION_KIND_CARD:
        return 0  # contracts, bids, trumps and whatever a later version asks
    view = question.king
    contract = next((each for each in rules.contracts if each.id == view.contract), None)
    if contract is None:
        return 0
    legal = [action.card for action in question.legal]
    price = {card: card_price(card, contract.prices, rules) for card in legal}
    power = power_in(view)
    best = max(map(power, view.current.cards), default=0)
    losers = [card for card in legal if power(card) < best]
    is_costly = contract.sign == game_pb2.SIGN_DO_NOT_TAKE or view.trump == game_pb2.TRUMP_NULOS
    if is_costly and losers:
        card = max(losers, key=lambda card: (price[card], rank(card)))
    elif is_costly:
        card = min(legal, key=lambda card: (power(card), price[card]))
    elif len(losers) < len(legal):
        card = max(legal, key=lambda card: (power(card), price[card]))
    else:
        card = min(legal, key=lambda card: (price[card], rank(card)))
    return legal.index(card)


def card_price(card: int, prices: game_pb2.Prices, rules: game_pb2.RuleSet) -> int:
    """What the card adds to a trick, without sign."""
    price = prices.heart if suit(card) == HEARTS else 0
    price += prices.boy if rank(card) in {rank(boy) for boy in rules.boys} else 0
    price += prices.girl if rank(card) == QUEEN else 0
    price += prices.king if card == game_pb2.CARD_HK else 0
    return price


def power_in(view: game_pb2.KingView) -> Callable[[int], int]:
    """How strong cards are in the trick under way; 0 never takes."""
    table = view.current.cards
    trump = TRUMP_SUITS.get(view.trump)

    def power(card: int) -> int:
        height = 13 - rank(card) if view.trump == game_pb2.TRUMP_MISERE else 1 + rank(card)
        if suit(card) == trump:
            return height + 13
        return height if not table or suit(card) == suit(table[0]) else 0

    return power


def suit(card: int) -> int:
    """The suit of a card, C D H S as 0 to 3."""
    return (card - 1) // 13


def rank(card: int) -> int:
    """The rank of a card, 2 to ace as 0 to 12."""
    return (card - 1) % 13
