"""Plays a world to its end, everybody quickly and greedily, and says what that is worth."""

from collections.abc import Sequence

from law import Law, highest, lowest
from worlds import Sale


def playout(
    law: Law, world: Sequence[int], leader: int, table: Sequence[int], number: int
) -> tuple[list[int], list[int]]:
    """The points and the tricks of each place, from the trick of that number on.

    The cards on the table, from the leader on, are in no hand any more.
    """
    hands = list(world)
    players = len(hands)
    points = [0] * players
    tricks = [0] * players
    played = len(table)
    while True:
        taken = law.trick_prices[number]
        led, best, winner = 0, -1, leader
        for step in range(players):
            place = (leader + step) % players
            if step < played:
                card = table[step]
            else:
                card = quick_card(law, hands[place], led, best, step == players - 1)
                hands[place] ^= 1 << card
            taken += law.card_prices[card]
            if not step:
                led, best = law.suits[card], card
            elif card > best and (led | law.trumps) >> card & 1:
                best, winner = card, place
        points[winner] += taken
        tricks[winner] += 1
        if not hands[winner]:
            return points, tricks
        leader, number, played = winner, number + 1, 0


def worth(
    law: Law, points: list[int], tricks: Sequence[int], sale: Sale | None, place: int
) -> float:
    """What one place has above an equal share when a sale, if there was one, is paid for."""
    points = points[:]
    if sale is not None:
        payment = sale.tricks * law.price
        if sale.seller is None:  # the first tricks of the buyer count for nobody
            payment = min(tricks[sale.buyer], sale.tricks) * law.price
        elif sale.is_down:  # he takes over tricks of the seller
            taken = min(tricks[sale.seller], sale.tricks)
            payment = taken * law.price * (len(points) - 1)
        points[sale.buyer] -= payment
        if sale.seller is not None:
            points[sale.seller] += payment
    return points[place] - sum(points) / len(points)


def quick_card(law: Law, hand: int, led: int, best: int, is_last: bool) -> int:
    """The card that a greedy player plays on the best card so far, where that suit was led."""
    if not led:
        return quick_lead(law, hand)
    options = hand & led
    if options:
        options = options & law.king_led or options
    else:
        options = hand & law.king_void or hand & law.ruff or hand
    above = options & (led | law.trumps) >> best << best
    if law.is_take:
        if not above:
            return lowest(first(law.cheap, options))
        if is_last or not above & led:  # a low trump will do
            return lowest(first(law.dear, above))
        return highest(above)
    below = options ^ above
    if below:
        return highest(first(law.dear, below))
    return highest(first(law.cheap, above)) if is_last else lowest(above)


def quick_lead(law: Law, hand: int) -> int:
    """The card that a greedy player leads."""
    if hand & law.king_led and not hand & ~law.hearts:
        return highest(law.king_led)
    cards = hand & ~law.not_led or hand
    return highest(cards & ~law.trumps or cards) if law.is_take else lowest(cards)


def first(classes: Sequence[int], cards: int) -> int:
    """Those of the cards that are in the first class that has any of them."""
    for each in classes:
        if cards & each:
            return cards & each
    return cards
