"""Counts what fell and who is out of what, and deals worlds that fit the count.

Who plays is named by his place: the seats that have cards, counted from seat 0. After the last
place comes one more holder of cards, AWAY: what lies face down for a kitty.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from king.v1 import game_pb2
from law import NUMBERS, Law, cards_of, members, moved_to

TRIES = 20  # to deal a world; nearly always the first one fits
AWAY = -1


class Sale(NamedTuple):
    """A deal that was sold, by places; the seller is None where the seats bid for nobody's deal."""

    seller: int | None
    buyer: int
    tricks: int
    is_down: bool = False


class Count(NamedTuple):
    """What a view tells about the cards; lists are by place, AWAY last."""

    place: int
    hand: int
    out: int  # cards that are not seen
    possible: list[int]  # cards that each has not shown not to have
    sizes: list[int]  # number of unseen cards that each holds
    leader: int
    table: list[int]  # the trick under way
    trick: int  # its number, from 0
    taken: list[int]  # tricks taken by each place
    sale: Sale | None


def players_of(view: game_pb2.KingView, rules: game_pb2.RuleSet) -> list[int]:
    """The seats that have cards in this deal."""
    absent = view.sits_out if view.HasField("sits_out") else None
    return [seat for seat in range(rules.seats) if seat != absent]


def sale_of(view: game_pb2.KingView, players: list[int]) -> Sale | None:
    """How the deal was sold."""
    if not view.HasField("sale"):
        return None
    sale = view.sale
    return Sale(
        seller=players.index(sale.seller) if sale.HasField("seller") else None,
        buyer=players.index(sale.buyer),
        tricks=sale.bid.tricks,
        is_down=sale.bid.direction == game_pb2.DIRECTION_DOWN,
    )


def count_of(view: game_pb2.KingView, law: Law, rules: game_pb2.RuleSet) -> Count:
    """What the view at a question for a card tells, with the numbers of the law."""
    players = players_of(view, rules)
    place, leader = players.index(view.seat), players.index(view.current.leader)
    hand = cards_of(view.hand)
    out = moved_to(law, cards_of(rules.deck) & ~hand & ~cards_of(view.discard))
    possible = [out] * (len(players) + 1)
    possible[AWAY] &= ~law.kept
    sizes = [rules.hand_size - len(view.tricks)] * len(players)
    sizes.append(rules.kitty_size - len(view.discard))
    for step in range(len(view.current.cards)):
        sizes[(leader + step) % len(players)] -= 1
    sizes[place] = 0
    taken = [0] * len(players)
    for trick in (*view.tricks, view.current):
        cards = [law.moved[NUMBERS[card]] for card in trick.cards]
        out &= ~sum(1 << card for card in cards)
        first = players.index(trick.leader)
        for step, card in enumerate(cards):
            possible[(first + step) % len(players)] &= ~ruled_out(law, cards[0], card, step)
        if trick.HasField("taker"):
            taken[players.index(trick.taker)] += 1
    shown = moved_to(law, cards_of(view.shown)) & out
    if shown:  # they are with who named the trump or took the kitty, or away
        owner = players.index(view.sale.buyer if view.HasField("sale") else view.declarer)
        for other in range(len(players)):
            possible[other] &= ~shown if other != owner else -1
    return Count(
        place=place,
        hand=moved_to(law, hand),
        out=out,
        possible=possible,
        sizes=sizes,
        leader=leader,
        table=[law.moved[NUMBERS[card]] for card in view.current.cards],
        trick=len(view.tricks),
        taken=taken,
        sale=sale_of(view, players),
    )


def ruled_out(law: Law, led: int, card: int, step: int) -> int:
    """The cards that a seat shows not to have by playing this one."""
    bit = 1 << card
    if not step:
        if not bit & law.hearts & (law.not_led | law.king_led):
            return 0
        others = ~law.not_led if bit & law.not_led else 0  # he had nothing else to lead
        return others | (law.king_led if bit & law.not_led and not bit & law.king_led else 0)
    if bit & law.suits[led]:
        return law.king_led & law.suits[led] if not bit & law.king_led else 0
    found = law.suits[led]
    if not bit & law.king_void:  # he had no card that must go first
        found |= law.king_void
        if not bit & law.ruff:
            found |= law.ruff
    return found


def count_before(view: game_pb2.KingView, rules: game_pb2.RuleSet) -> Count:
    """What the view before the first lead tells, with the numbers that cards have without trump.

    Who is asked takes the kitty: what he does not see yet he holds in the world too.
    """
    players = players_of(view, rules)
    place = players.index(view.seat)
    hand = cards_of(view.hand)
    out = cards_of(rules.deck) & ~hand
    sizes = [rules.hand_size] * len(players) + [0]
    sizes[place] += rules.kitty_size - hand.bit_count()
    return Count(
        place=place,
        hand=hand,
        out=out,
        possible=[out] * len(sizes),
        sizes=sizes,
        leader=first_leader(view, rules, place),
        table=[],
        trick=0,
        taken=[0] * len(players),
        sale=sale_of(view, players),
    )


def first_leader(view: game_pb2.KingView, rules: game_pb2.RuleSet, place: int) -> int:
    """The place that leads first, if the contract is of the seat at that place."""
    players = players_of(view, rules)
    if rules.first_lead == game_pb2.FIRST_LEAD_DECLARER:
        return players.index(view.declarer) if view.HasField("declarer") else place
    if rules.first_lead == game_pb2.FIRST_LEAD_DEALER:
        return players.index(view.dealer)
    after = [seat for seat in players if seat > view.dealer]
    return players.index(min(after, default=players[0]))


def worlds(count: Count, number: int, chance: random.Random) -> Iterator[list[int]]:
    """So many worlds at random: the hands of all places as they may be; fewer if few fit."""
    if sum(count.sizes) != count.out.bit_count():
        return
    others = [place for place, size in enumerate(count.sizes) if size]
    places = [place for place in others for _ in range(count.sizes[place])]
    tied, free = [], []
    for card in members(count.out):
        holders = [place for place in others if count.possible[place] >> card & 1]
        if len(holders) < len(others):
            tied.append((1 << card, holders))
        else:
            free.append(1 << card)
    tied.sort(key=lambda card: len(card[1]))  # those with the fewest holders find their place first
    for _ in range(number * TRIES):
        shuffled = sorted(places, key=lambda _: chance.random())
        hands = [0] * len(count.sizes)
        hands[count.place] = count.hand
        for bit, holders in tied:
            place = next((place for place in shuffled if place in holders), None)
            if place is None:
                break
            shuffled.remove(place)
            hands[place] |= bit
        else:
            for bit, place in zip(free, shuffled, strict=True):
                hands[place] |= bit
            yield hands[:AWAY]
            number -= 1
            if not number:
                return
