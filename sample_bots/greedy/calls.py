"""Contracts, trumps, bids and discards by one rule of thumb: how many tricks will this hand take?

A card takes a trick about as often as the cube of its height among the ranks of the deck, and a
trump on top of that for half of the rest. All that is named, bid, sold or laid away goes by that.
"""

from collections.abc import Callable, Sequence

from king.v1 import game_pb2, session_pb2

QUEEN = 10
HEARTS = 2
TRUMP_SUITS = (
    game_pb2.TRUMP_CLUBS,
    game_pb2.TRUMP_DIAMONDS,
    game_pb2.TRUMP_HEARTS,
    game_pb2.TRUMP_SPADES,
)
NEUTRAL = game_pb2.TRUMP_NO_TRUMP
EXTRA_TRUMP = 0.6  # the last card is a trump for sure: so many more tricks than a card of any suit
LOW_TRICKS = 1.6  # with fewer tricks than this nulos is worth to play
HIGH_TRICKS = 5.0  # with more than this a deal is worth to keep


def choose_call(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer to a question that asks for no card."""
    rate = _RATES.get(question.kind)
    if rate is None:  # of a later version of the rules
        return 0
    values = [rate(action, question.king, rules) for action in question.legal]
    return values.index(max(values))


def tricks_of(hand: Sequence[int], trump: int, rules: game_pb2.RuleSet) -> float:
    """How many tricks a hand, or the seen part of one, will take with that trump."""
    ranks = sorted({rank(card) for card in rules.deck})
    is_reversed = trump == game_pb2.TRUMP_MISERE
    deck = sum(chance(card, ranks, is_reversed) for card in rules.deck) / len(rules.deck)
    players = rules.seats - rules.dealer_sits_out
    # Cards that are not seen yet are as good as any.
    found = deck * max(rules.hand_size - len(hand), 0)
    for card in hand:
        won = chance(card, ranks, is_reversed)
        if trump in TRUMP_SUITS and suit(card) == TRUMP_SUITS.index(trump):
            won += (1 - won) / 2
        found += won
    return found / deck / players


def chance(card: int, ranks: Sequence[int], is_reversed: bool) -> float:
    """How often a card takes its trick, more or less."""
    place = ranks.index(rank(card))
    height = (len(ranks) - place if is_reversed else place + 1) / len(ranks)
    return height**3


def trump_value(action: game_pb2.Action, view: game_pb2.KingView, rules: game_pb2.RuleSet) -> float:
    """Tricks with that trump."""
    if action.trump == game_pb2.TRUMP_SHARE_OUT:
        return rules.hand_size / (rules.seats - rules.dealer_sits_out)
    if action.trump == game_pb2.TRUMP_LAST:
        suits = [tricks_of(view.hand, trump, rules) for trump in TRUMP_SUITS]
        return sum(suits) / len(suits) + EXTRA_TRUMP
    return tricks_of(view.hand, action.trump, rules)


def best_trump(view: game_pb2.KingView, rules: game_pb2.RuleSet) -> float:
    """Tricks with the trump that suits the hand best."""
    actions = [game_pb2.Action(trump=trump) for trump in rules.trumps]
    return max(trump_value(action, view, rules) for action in actions)


def contract_value(
    action: game_pb2.Action, view: game_pb2.KingView, rules: game_pb2.RuleSet
) -> float:
    """Points above an equal share: a strong hand wants what pays, a weak one what costs."""
    if action.HasField("pass"):
        return 0.0
    contract = next(each for each in rules.contracts if each.id == action.contract)
    players = rules.seats - rules.dealer_sits_out
    is_trump = contract.is_trump
    tricks = best_trump(view, rules) if is_trump else tricks_of(view.hand, NEUTRAL, rules)
    share = tricks / rules.hand_size - 1 / players
    sign = -1 if contract.sign == game_pb2.SIGN_DO_NOT_TAKE else 1
    return sign * share * worth(contract, rules)


def worth(contract: game_pb2.Contract, rules: game_pb2.RuleSet) -> int:
    """All that there is to take in a contract, without sign."""
    prices = contract.prices
    boys = {rank(boy) for boy in rules.boys}
    total = prices.trick * rules.hand_size + prices.king + sum(at.price for at in prices.at)
    for card in rules.deck:
        total += prices.heart * (suit(card) == HEARTS)
        total += prices.boy * (rank(card) in boys) + prices.girl * (rank(card) == QUEEN)
    return total


def bid_value(action: game_pb2.Action, view: game_pb2.KingView, rules: game_pb2.RuleSet) -> float:
    """What naming the trump gains over what it is paid with; nothing is ever bid down."""
    if action.HasField("pass"):
        return 0.0
    if action.bid.direction == game_pb2.DIRECTION_DOWN:
        return -1.0
    gain = best_trump(view, rules) - tricks_of(view.hand, NEUTRAL, rules)
    return gain - action.bid.tricks


def reply_value(action: game_pb2.Action, view: game_pb2.KingView, rules: game_pb2.RuleSet) -> float:
    """Tricks that come of selling, against those of naming the trump oneself."""
    if not action.accept:
        return best_trump(view, rules)
    bid = next(call.action.bid for call in reversed(view.calls) if call.action.HasField("bid"))
    if bid.direction == game_pb2.DIRECTION_DOWN:
        return 0.0
    return tricks_of(view.hand, NEUTRAL, rules) + bid.tricks


def opening_value(
    action: game_pb2.Action, view: game_pb2.KingView, rules: game_pb2.RuleSet
) -> float:
    """Plays with a high hand, plays nulos with a low one, and else asks for bids."""
    players = rules.seats - rules.dealer_sits_out
    tricks = tricks_of(view.hand, NEUTRAL, rules)
    values = {
        game_pb2.OPENING_PLAY: best_trump(view, rules),
        game_pb2.OPENING_NULOS: rules.hand_size - (players - 1) * tricks,
        game_pb2.OPENING_AUCTION: (tricks > LOW_TRICKS) * HIGH_TRICKS,
        game_pb2.OPENING_FOUR_THREE_THREE_THREE: rules.hand_size // players + 1,
    }
    return values.get(action.opening, -1.0)


def discard_value(
    action: game_pb2.Action, view: game_pb2.KingView, rules: game_pb2.RuleSet
) -> float:
    """What is left takes few tricks where that costs, and many where it pays."""
    contract = next(each for each in rules.contracts if each.id == view.contract)
    away = (action.discard.low, action.discard.high)
    left = [card for card in view.hand if card not in away]
    tricks = tricks_of(left, view.trump or NEUTRAL, rules)
    return -tricks if contract.sign == game_pb2.SIGN_DO_NOT_TAKE else tricks


_Rate = Callable[[game_pb2.Action, game_pb2.KingView, game_pb2.RuleSet], float]
_RATES: dict[int, _Rate] = {
    session_pb2.QUESTION_KIND_CONTRACT: contract_value,
    session_pb2.QUESTION_KIND_BID: bid_value,
    session_pb2.QUESTION_KIND_REPLY: reply_value,
    session_pb2.QUESTION_KIND_TRUMP: trump_value,
    session_pb2.QUESTION_KIND_OPENING: opening_value,
    session_pb2.QUESTION_KIND_DISCARD: discard_value,
}


def suit(card: int) -> int:
    """The suit of a card, C D H S as 0 to 3."""
    return (card - 1) // 13


def rank(card: int) -> int:
    """The rank of a card, 2 to ace as 0 to 12."""
    return (card - 1) % 13
