"""Counts what fell and who is out of what, then tries each card in some deals that fit the count.

The cards that are still out are dealt at random to the other seats, so that nobody holds what he
has shown not to have. Each such world is played to its end, everybody playing quickly and greedily,
once for each card that could be played now; the card that does best over all worlds is played.

Here cards are numbered by rank and then by suit, and a set of cards is an int with a bit for each,
so that the highest bit is the highest card, of a suit as of a whole hand.
"""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from king.v1 import game_pb2, session_pb2

WORLDS = 16  # over 48 boards twice as many were not seen to be better
TRIES = 20  # to deal a world; nearly always the first one fits
NUMBERS = [0] + [(card - 1) % 13 * 4 + (card - 1) // 13 for card in range(1, 53)]
CLUBS = sum(1 << 4 * rank for rank in range(13))
SUITS = [CLUBS << number % 4 for number in range(52)]  # by card: all cards of its suit
HEARTS = CLUBS << 2
QUEEN = 10
KING_OF_HEARTS = NUMBERS[game_pb2.CARD_HK]


class Law(NamedTuple):
    """What counts in one contract; prices carry its sign."""

    is_take: bool
    card_prices: list[int]
    trick_prices: list[int]
    dear: list[int]  # the cards by price, the dearest set first
    cheap: list[int]  # the same, the cheapest set first
    not_led: int  # cards that are not led while there are others
    forced: int  # cards that go first when the hand cannot follow suit


class Count(NamedTuple):
    """What a view tells about the cards; lists are by seat."""

    seat: int
    hand: int
    out: int  # cards that the others hold
    possible: list[int]  # cards that each seat has not shown not to have
    sizes: list[int]  # number of cards that each other seat holds
    leader: int
    table: list[int]  # the trick under way
    trick: int  # its number, from 0


def choose(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer; the first where it is not a card that is asked for."""
    if question.kind != session_pb2.QUESTION_KIND_CARD:
        return 0
    law = law_of(question.king.contract, rules)
    count = count_of(question.king, law, rules)
    legal = [NUMBERS[action.card] for action in question.legal]
    cards = different(legal, count, law)
    if len(cards) == 1:
        return legal.index(cards[0])
    points = dict.fromkeys(cards, 0)
    for hands in worlds(count, random.Random(question.seed)):
        for card in cards:
            points[card] += playout(law, count, hands, card)
    return legal.index(max(cards, key=points.__getitem__))


_laws: dict[tuple[str, str], Law] = {}


def law_of(contract_id: str, rules: game_pb2.RuleSet) -> Law:
    """The law of a contract; kept, because it is the same at every question."""
    key = rules.sha256, contract_id
    if key not in _laws:
        contract = next(each for each in rules.contracts if each.id == contract_id)
        _laws[key] = make_law(contract, rules)
    return _laws[key]


def make_law(contract: game_pb2.Contract, rules: game_pb2.RuleSet) -> Law:
    """The law of a contract, from its prices and duties alone."""
    prices = contract.prices
    boys = {NUMBERS[boy] // 4 for boy in rules.boys}
    sign = -1 if contract.sign == game_pb2.SIGN_DO_NOT_TAKE else 1
    classes: dict[int, int] = {}
    card_prices = []
    for card in range(52):
        price = prices.heart if HEARTS >> card & 1 else 0
        price += prices.boy if card // 4 in boys else 0
        price += prices.girl if card // 4 == QUEEN else 0
        price += prices.king if card == KING_OF_HEARTS else 0
        card_prices.append(sign * price)
        classes[price] = classes.get(price, 0) | 1 << card
    trick_prices = [sign * prices.trick] * rules.hand_size
    for at in prices.at:
        trick_prices[at.position - 1 if at.position > 0 else at.position] += sign * at.price
    has_duty = contract.king_duty in (game_pb2.KING_DUTY_VOID, game_pb2.KING_DUTY_VOID_OR_LED)
    return Law(
        is_take=sign > 0,
        card_prices=card_prices,
        trick_prices=trick_prices,
        dear=[classes[price] for price in sorted(classes, reverse=True)],
        cheap=[classes[price] for price in sorted(classes)],
        not_led=HEARTS if contract.heart_lead_ban else 0,
        forced=1 << KING_OF_HEARTS if has_duty else 0,
    )


def count_of(view: game_pb2.KingView, law: Law, rules: game_pb2.RuleSet) -> Count:
    """What the view tells about the cards."""
    hand = sum(1 << NUMBERS[card] for card in view.hand)
    out = sum(1 << NUMBERS[card] for card in rules.deck) & ~hand
    possible = [out] * view.seats
    sizes = [rules.hand_size - len(view.tricks)] * view.seats
    sizes[view.seat] = 0
    for place in range(len(view.current.cards)):
        sizes[(view.current.leader + place) % view.seats] -= 1
    for trick in (*view.tricks, view.current):
        led = 0
        for place, wire_card in enumerate(trick.cards):
            seat = (trick.leader + place) % view.seats
            card = NUMBERS[wire_card]
            out &= ~(1 << card)
            if not led:
                led = SUITS[card]
                if law.not_led >> card & 1:  # he had nothing else to lead
                    possible[seat] &= law.not_led
            elif not led >> card & 1:
                possible[seat] &= ~led
                if not law.forced >> card & 1:  # he had no card that must go first
                    possible[seat] &= ~law.forced
    return Count(
        seat=view.seat,
        hand=hand,
        out=out,
        possible=possible,
        sizes=sizes,
        leader=view.current.leader,
        table=[NUMBERS[card] for card in view.current.cards],
        trick=len(view.tricks),
    )


def different(legal: Sequence[int], count: Count, law: Law) -> list[int]:
    """The cards without those that do the same as a lower one.

    Two cards of one suit and price do the same if no card between them is out or on the table.
    """
    others = count.out | sum(1 << card for card in count.table)
    kept: list[int] = []
    for card in legal:
        for like in kept:
            between = SUITS[card] & (1 << card) - (1 << like)
            if (
                SUITS[like] == SUITS[card]
                and law.card_prices[like] == law.card_prices[card]
                and not between & others
            ):
                break
        else:
            kept.append(card)
    return kept


def worlds(count: Count, chance: random.Random) -> Iterator[list[int]]:
    """Hands of all seats as they may be, at random."""
    others = [seat for seat, size in enumerate(count.sizes) if size]
    places = [seat for seat in others for _ in range(count.sizes[seat])]
    tied, free = [], []
    for bit in bits(count.out):
        holders = [seat for seat in others if count.possible[seat] & bit]
        if len(holders) < len(others):
            tied.append((bit, holders))
        else:
            free.append(bit)
    tied.sort(key=lambda card: len(card[1]))  # those with the fewest holders find their place first
    for _ in range(WORLDS):
        for _ in range(TRIES):
            shuffled = sorted(places, key=lambda _: chance.random())
            hands = [0] * len(count.sizes)
            hands[count.seat] = count.hand
            for bit, holders in tied:
                seat = next((seat for seat in shuffled if seat in holders), None)
                if seat is None:
                    break
                shuffled.remove(seat)
                hands[seat] |= bit
            else:
                for bit, seat in zip(free, shuffled, strict=True):
                    hands[seat] |= bit
                yield hands
                break


def playout(law: Law, count: Count, hands: list[int], card: int) -> int:
    """Our points from the trick under way on, if we play the card now."""
    hands = hands[:]
    seats = len(hands)
    points = 0
    leader, number = count.leader, count.trick
    played = [*count.table, card]
    hands[count.seat] ^= 1 << card
    while True:
        taken = law.trick_prices[number]
        led, best, winner = 0, -1, leader
        for place in range(seats):
            seat = (leader + place) % seats
            if place < len(played):
                card = played[place]
            else:
                card = quick_card(law, hands[seat], led, best, place == seats - 1)
                hands[seat] ^= 1 << card
            taken += law.card_prices[card]
            if not place:
                led, best = SUITS[card], card
            elif card > best and led >> card & 1:
                best, winner = card, seat
        if winner == count.seat:
            points += taken
        if not hands[count.seat]:
            return points
        leader, number, played = winner, number + 1, []


def quick_card(law: Law, hand: int, led: int, best: int, is_last: bool) -> int:
    """The card that a greedy player plays on the best card of the suit led so far."""
    if not led:
        cards = hand & ~law.not_led or hand
        return highest(cards) if law.is_take else lowest(cards)
    follow = hand & led
    if not follow:
        if hand & law.forced:
            return highest(hand & law.forced)
        return lowest(first(law.cheap, hand)) if law.is_take else highest(first(law.dear, hand))
    above = follow >> best << best
    if law.is_take:
        if not above:
            return lowest(first(law.cheap, follow))
        return lowest(first(law.dear, above)) if is_last else highest(above)
    below = follow ^ above
    if below:
        return highest(first(law.dear, below))
    return highest(first(law.cheap, follow)) if is_last else lowest(follow)


def first(classes: Sequence[int], cards: int) -> int:
    """Those of the cards that are in the first class that has any of them."""
    for each in classes:
        if cards & each:
            return cards & each
    return cards


def highest(cards: int) -> int:
    """The highest card of a set."""
    return cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The lowest card of a set."""
    return (cards & -cards).bit_length() - 1


def bits(cards: int) -> Iterator[int]:
    """The sets of one card each that make up a set."""
    while cards:
        yield cards & -cards
        cards &= cards - 1
