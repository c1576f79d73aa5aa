"""Goes as high as it can under the bar, and as low as it can over it.

The bar is the best card of the trick. Where taking costs points, it plays the highest card that
does not take, the dearest first, and leads the highest card that at least two cards that are out
would take from it. Where taking pays, it takes with the lowest card that nobody can beat any more,
and keeps the rest. It reads the prices from the rule set, and never asks which contract it plays.
"""

from dataclasses import dataclass

from king.v1 import game_pb2, session_pb2

HEARTS, QUEEN = 2, 10
TRUMP_SUITS = {
    game_pb2.TRUMP_CLUBS: 0,
    game_pb2.TRUMP_DIAMONDS: 1,
    game_pb2.TRUMP_HEARTS: 2,
    game_pb2.TRUMP_SPADES: 3,
}


@dataclass(frozen=True)
class Play:
    """A legal card as it would be in the trick."""

    index: int
    price: int
    height: int
    takes: bool
    """The trick as it lies on the table."""
    over: int
    """Cards that are out and would take the trick from it."""
    under: int
    """Other cards of its suit that are out."""
    length: int
    """Of its suit in our hand."""


def choose(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer; the first where it is not a card that is asked for."""
    view = question.king
    contract = next((one for one in rules.contracts if one.id == view.contract), None)
    if question.kind != session_pb2.QUESTION_KIND_CARD or contract is None:
        return 0
    table = list(view.current.cards)
    fallen = [card for trick in view.tricks for card in trick.cards]
    out = set(rules.deck) - {*table, *fallen, *view.hand, *view.discard}
    trump = TRUMP_SUITS.get(view.trump)
    sense = -1 if view.trump == game_pb2.TRUMP_MISERE else 1

    def beats(card: int, bar: int) -> bool:
        if suit(card) == suit(bar):
            return sense * rank(card) > sense * rank(bar)
        return suit(card) == trump

    bar = 0
    for card in table:
        bar = card if not bar or beats(card, bar) else bar
    plays = []
    for index, action in enumerate(question.legal):
        card = action.card
        of_suit = [one for one in out if suit(one) == suit(card)]
        over = sum(beats(one, card) for one in of_suit)
        plays.append(
            Play(
                index,
                price_of(card, contract.prices, rules),
                sense * rank(card),
                not bar or beats(card, bar),
                over,
                len(of_suit) - over,
                sum(suit(one) == suit(card) for one in view.hand),
            )
        )
    is_last = len(table) + 1 == view.seats - view.HasField("sits_out")
    is_costly = contract.sign == game_pb2.SIGN_DO_NOT_TAKE or view.trump == game_pb2.TRUMP_NULOS
    best = (under_bar if is_costly else over_bar)(plays, leads=not table, is_last=is_last)
    return best.index


def under_bar(plays: list[Play], *, leads: bool, is_last: bool) -> Play:
    """The card to play where what is taken costs points."""
    if leads:
        return max(plays, key=lambda one: (min(one.over, 2), -one.price, -one.length, one.height))
    losers = [one for one in plays if not one.takes]
    if losers:
        return max(losers, key=lambda one: (one.price, one.under, one.height))
    if is_last:
        return max(plays, key=lambda one: (-one.price, one.height))
    return max(plays, key=lambda one: (min(one.over, 1), -one.price, -one.height))


def over_bar(plays: list[Play], *, leads: bool, is_last: bool) -> Play:
    """The card to play where what is taken earns points."""
    sure = [one for one in plays if one.takes and (is_last or not one.over)]
    if sure:
        return max(sure, key=lambda one: (one.price, one.length if leads else 0, -one.height))
    takers = [one for one in plays if one.takes]
    if leads or not takers:
        return max(plays, key=lambda one: (-one.price, one.length, -one.height))
    return max(takers, key=lambda one: (-one.over, -one.price))


def price_of(card: int, prices: game_pb2.Prices, rules: game_pb2.RuleSet) -> int:
    """What the card adds to a trick, without sign."""
    price = prices.heart if suit(card) == HEARTS else 0
    price += prices.boy if rank(card) in {rank(boy) for boy in rules.boys} else 0
    price += prices.girl if rank(card) == QUEEN else 0
    return price + (prices.king if card == game_pb2.CARD_HK else 0)


def suit(card: int) -> int:
    """The suit of a card, C D H S as 0 to 3."""
    return (card - 1) // 13


def rank(card: int) -> int:
    """The rank of a card, 2 to ace as 0 to 12."""
    return (card - 1) % 13
