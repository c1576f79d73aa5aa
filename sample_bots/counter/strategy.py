"""Counts what fell and who is out of what, then tries each card in some deals that fit the count.

The cards that are still out are dealt at random to the other seats, so that nobody holds what he
has shown not to have. Each such world is played to its end, everybody playing quickly and greedily,
once for each card that could be played now; the card that does best over all worlds is played.
What is said before the cards is chosen in the same way in calls.py.
"""

import random
from collections.abc import Sequence

from calls import choose_call
from king.v1 import game_pb2, session_pb2
from law import NUMBERS, Law, law_of
from playout import playout, quick_card, worth
from worlds import Count, count_of, worlds

WORLDS = 16  # over 48 boards twice as many were not seen to be better


def choose(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer."""
    if question.kind != session_pb2.QUESTION_KIND_CARD:
        return choose_call(question, rules)
    view = question.king
    law = law_of(view.contract, view.trump, rules)
    count = count_of(view, law, rules)
    legal = [law.moved[NUMBERS[action.card]] for action in question.legal]
    cards = different(legal, count, law)
    if len(cards) == 1:
        return legal.index(cards[0])
    values = dict.fromkeys(cards, 0.0)
    fitting = list(worlds(count, WORLDS, random.Random(question.seed)))
    if not fitting:  # a law that we do not know
        return legal.index(quick_answer(law, count, legal))
    for world in fitting:
        for card in cards:
            values[card] += value_of(card, world, law, count)
    return legal.index(max(cards, key=values.__getitem__))


def value_of(card: int, world: Sequence[int], law: Law, count: Count) -> float:
    """What we have at the end of a world if we play the card now."""
    hands = [*world]
    hands[count.place] ^= 1 << card
    points, tricks = playout(law, hands, count.leader, [*count.table, card], count.trick)
    tricks = [before + after for before, after in zip(count.taken, tricks, strict=True)]
    return worth(law, points, tricks, count.sale, count.place)


def different(legal: Sequence[int], count: Count, law: Law) -> list[int]:
    """The cards without those that do the same as a lower one.

    Two cards of one suit and price do the same if no card between them is out or on the table.
    """
    others = count.out | sum(1 << card for card in count.table)
    kept: list[int] = []
    for card in legal:
        for like in kept:
            low, high = sorted((like, card))
            between = law.suits[card] & (1 << high) - (1 << low)
            if (
                law.suits[like] == law.suits[card]
                and law.card_prices[like] == law.card_prices[card]
                and not between & others
            ):
                break
        else:
            kept.append(card)
    return kept


def quick_answer(law: Law, count: Count, legal: Sequence[int]) -> int:
    """The card that a greedy player would play."""
    led = law.suits[count.table[0]] if count.table else 0
    takers = [card for card in count.table if (led | law.trumps) >> card & 1]
    is_last = len(count.table) + 1 == len(count.taken)
    card = quick_card(law, count.hand, led, max(takers, default=-1), is_last)
    return card if card in legal else legal[0]
