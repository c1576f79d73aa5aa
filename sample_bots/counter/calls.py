"""What is said before the cards: each answer is tried in worlds, as each card is.

The cards that are not seen are dealt at random. Each world is played out under what the answer
leads to: a contract, a trump, and perhaps a sale. An answer is worth what it brings above an equal
share, on the average over the worlds.
"""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from king.v1 import game_pb2, session_pb2
from law import TRUMP_SUITS, Law, cards_of, highest, law_of, lowest, members, moved_to
from playout import playout, worth
from worlds import Sale, count_before, players_of, worlds

WORLDS = 32
FEW_WORLDS = 4  # sort out most of the pairs that can be laid away
GOOD_PAIRS = 8
CHEAP = 3  # a best bid that is worth no more leaves the settlement open
DOWN_WORTH = 3  # a trick taken over is worth as much in a bid as three that are given up
A_HAIR = 0.001  # how much better it is to hear bids before what one can still say after them

Legal = Sequence[game_pb2.Action]


class Outcome(NamedTuple):
    """How one world ends, by place, before a sale is paid for."""

    law: Law
    points: list[int]
    tricks: list[int]


class Table:
    """What is known before the first lead, and the worlds in which answers are tried."""

    def __init__(self, question: session_pb2.Question, rules: game_pb2.RuleSet) -> None:
        self.view = question.king
        self.rules = rules
        self.players = players_of(self.view, rules)
        self.count = count_before(self.view, rules)
        self.chance = random.Random(question.seed)
        self.worlds = list(worlds(self.count, WORLDS, self.chance))

    def outcomes(self, contract: str, trumps: Sequence[int]) -> list[Outcome]:
        """How each world ends under a contract."""
        return [
            self.outcome(law_of(contract, trump, self.rules), trump, world)
            for world, trump in zip(self.worlds, trumps, strict=True)
        ]

    def outcome(self, law: Law, trump: int, world: Sequence[int]) -> Outcome:
        """How one world ends."""
        place, size = self.count.place, self.rules.hand_size
        if trump in (game_pb2.TRUMP_SHARE_OUT, game_pb2.TRUMP_FOUR_THREE_THREE_THREE):
            share, more = divmod(size, len(world))
            tricks = [share + more * (each == place) for each in range(len(world))]
            return Outcome(law, [law.price * number for number in tricks], tricks)
        hands = [moved_to(law, hand) for hand in world]
        hands[place] = laid_away(law, hands[place], size)
        return Outcome(law, *playout(law, hands, self.count.leader, [], 0))

    def value(self, outcomes: Sequence[Outcome], sale: Sale | None = None) -> float:
        """What we have above an equal share, on the average."""
        place = self.count.place
        total = sum(worth(law, points, tricks, sale, place) for law, points, tricks in outcomes)
        return total / max(len(outcomes), 1)

    def with_trump(self, trump: int, contract: str = "") -> list[Outcome]:
        """How the worlds end if we name that trump."""
        trumps = [trump] * len(self.worlds)
        if trump == game_pb2.TRUMP_LAST:
            trumps = [self.last_suit(world) for world in self.worlds]
        return self.outcomes(contract or self.view.contract, trumps)

    def best_trump(self, contract: str = "") -> list[Outcome]:
        """How the worlds end if we name the trump that suits us best."""
        found = [self.with_trump(trump, contract) for trump in self.rules.trumps]
        return max(found, key=self.value, default=[])

    def last_suit(self, world: Sequence[int]) -> int:
        """The suit of the last card that we are dealt, which is any that we do not see yet."""
        hand = world[self.count.place]
        unseen = hand & ~self.count.hand or hand
        return TRUMP_SUITS[self.chance.choice(list(members(unseen))) % 4]

    def others_trump(self, place: int) -> list[Outcome]:
        """How the worlds end if another names the suit of which he sees the most cards."""
        return self.outcomes(self.view.contract, [self.longest(one[place]) for one in self.worlds])

    def longest(self, hand: int) -> int:
        """The trump of which a hand has the most cards, among as many as we see of ours."""
        cards = list(members(hand))
        seen = self.chance.sample(cards, min(len(self.view.hand), len(cards)))
        counts = {trump: 0 for trump in self.rules.trumps if trump in TRUMP_SUITS}
        for card in seen:
            trump = TRUMP_SUITS[card % 4]
            if trump in counts:
                counts[trump] += 100 + card  # of two suits the higher one
        return max(counts, key=lambda trump: counts[trump], default=0)

    def sale_to(self, seat: int, bid: game_pb2.Bid) -> Sale:
        """The sale that comes of a bid."""
        players, view = self.players, self.view
        seller = players.index(view.declarer) if view.HasField("declarer") else None
        is_down = bid.direction == game_pb2.DIRECTION_DOWN
        return Sale(seller, players.index(seat), bid.tricks, is_down)

    def standing(self) -> Sale | None:
        """The sale that comes of the bid that stands."""
        bids = [call for call in self.view.calls if call.action.HasField("bid")]
        return self.sale_to(bids[-1].seat, bids[-1].action.bid) if bids else None

    def sold(self, sale: Sale) -> float:
        """What it is worth to us that another has bought the deal."""
        if sale.is_down:
            return self.value(self.with_trump(game_pb2.TRUMP_NULOS), sale)
        return self.value(self.others_trump(sale.buyer), sale)


def contract_values(legal: Legal, table: Table) -> list[float]:
    """What each contract is worth, with the best trump if it has one; a pass is worth nothing."""
    values = []
    for action in legal:
        if action.HasField("pass"):
            values.append(0.0)
        elif any(each.id == action.contract and each.is_trump for each in table.rules.contracts):
            values.append(table.value(table.best_trump(action.contract)))
        else:
            values.append(table.value(table.with_trump(0, action.contract)))
    return values


def trump_values(legal: Legal, table: Table) -> list[float]:
    """What each trump is worth; what was bid for it is paid in any case."""
    sale = table.count.sale
    return [table.value(table.with_trump(action.trump), sale) for action in legal]


def bid_values(legal: Legal, table: Table) -> list[float]:
    """What naming the trump is worth at each price, and what it is worth to leave it to others."""
    view = table.view
    own = table.best_trump()
    values = []
    for action in legal:
        if action.HasField("pass"):
            values.append(value_of_pass(table))
            continue
        sale = table.sale_to(view.seat, action.bid)
        outcomes = table.with_trump(game_pb2.TRUMP_NULOS) if sale.is_down else own
        values.append(table.value(outcomes, sale))
    return values


def value_of_pass(table: Table) -> float:
    """What it is worth to say nothing: the standing bid buys, or who has the deal keeps it."""
    view, sale = table.view, table.standing()
    if any(call.action.opening == game_pb2.OPENING_ULTIMATUM for call in view.calls):
        return table.value(table.with_trump(game_pb2.TRUMP_NULOS))
    if sale is not None:
        return table.sold(sale)
    if view.HasField("declarer"):
        return table.value(table.others_trump(table.players.index(view.declarer)))
    return table.sold(table.sale_to(view.dealer, game_pb2.Bid(tricks=1)))  # he is the last to bid


def reply_values(legal: Legal, table: Table) -> list[float]:
    """What selling is worth, and what keeping the deal is."""
    sale = table.standing()
    values = []
    for action in legal:
        if action.accept:
            values.append(table.sold(sale) if sale else 0.0)
            continue
        value = table.value(table.best_trump())
        if table.rules.auction == game_pb2.AUCTION_BENEFICIARY:
            value = max(value, table.value(table.with_trump(game_pb2.TRUMP_NULOS)))
            if sale and sale.tricks * (DOWN_WORTH if sale.is_down else 1) <= CHEAP:
                value = max(value, settled(table))
        values.append(value)
    return values


def opening_values(legal: Legal, table: Table) -> list[float]:
    """What playing and nulos are worth; bids cost nothing, as they can be declined for either."""
    play = table.value(table.best_trump())
    nulos = table.value(table.with_trump(game_pb2.TRUMP_NULOS))
    values = {
        game_pb2.OPENING_PLAY: play,
        game_pb2.OPENING_NULOS: nulos,
        game_pb2.OPENING_AUCTION: max(play, nulos) + A_HAIR,
        game_pb2.OPENING_ULTIMATUM: nulos,
        game_pb2.OPENING_FOUR_THREE_THREE_THREE: settled(table),
    }
    return [values.get(action.opening, 0.0) for action in legal]


def settled(table: Table) -> float:
    """What the settlement without play is worth."""
    return table.value(table.with_trump(game_pb2.TRUMP_FOUR_THREE_THREE_THREE))


def discard_values(legal: Legal, table: Table) -> list[float]:
    """What is left worth without each pair; most pairs are sorted out in a few worlds."""
    view = table.view
    law = law_of(view.contract, view.trump, table.rules)
    pairs = [cards_of((action.discard.low, action.discard.high)) for action in legal]
    few, more = table.worlds[:FEW_WORLDS], table.worlds[FEW_WORLDS:]
    values = [without(pair, law, few, table) for pair in pairs]
    good = sorted(range(len(pairs)), key=values.__getitem__)[-GOOD_PAIRS:]
    for index in range(len(pairs)):
        again = without(pairs[index], law, more, table) if index in good else float("-inf")
        values[index] += again
    return values


def without(pair: int, law: Law, some_worlds: Sequence[list[int]], table: Table) -> float:
    """What some worlds are worth together if we lay that pair away."""
    place, total = table.count.place, 0.0
    for world in some_worlds:
        hands = [*world]
        hands[place] &= ~pair
        total += worth(law, *table.outcome(law, 0, hands)[1:], None, place)
    return total


def laid_away(law: Law, hand: int, size: int) -> int:
    """A hand without so many cards that it has that size: those that disturb most."""
    while hand.bit_count() > size:
        free = hand & ~law.kept or hand
        hand ^= 1 << (lowest(free) if law.is_take else highest(free))
    return hand


Rate = Callable[[Legal, Table], list[float]]
RATES: dict[int, Rate] = {
    session_pb2.QUESTION_KIND_CONTRACT: contract_values,
    session_pb2.QUESTION_KIND_BID: bid_values,
    session_pb2.QUESTION_KIND_REPLY: reply_values,
    session_pb2.QUESTION_KIND_TRUMP: trump_values,
    session_pb2.QUESTION_KIND_OPENING: opening_values,
    session_pb2.QUESTION_KIND_DISCARD: discard_values,
}


def choose_call(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """The index of the answer to a question that asks for no card."""
    rate = RATES.get(question.kind)
    if rate is None or len(question.legal) == 1:  # or a question of a later version of the rules
        return 0
    values = rate(question.legal, Table(question, rules))
    return values.index(max(values))
