"""Another state of the same game that one seat cannot tell from the first (law D3).

Every card that the law hides from the seat is moved: the hands of the others in the deal under way
and as they were dealt, the order of its own hand, what was left unplayed in finished deals, and
all cards of the deals to come.
"""

import random

from dealing import random_cards
from msgspec.structs import replace

from referee.cards import Card, card_set, cards_in
from referee.deal import Board, Cards, Deal, DealResult
from referee.game import Game
from referee.play import Trick


def hidden_shuffled(game: Game, seat: int, rng: random.Random) -> Game:
    """The game with all that is hidden from the seat at this moment dealt anew."""
    ruleset = game.ruleset
    finished = tuple(_finished_shuffled(result, rng) for result in game.finished)
    deals = [result.cards for result in finished]
    deal = game.deal
    if deal is not None:
        deal = _deal_shuffled(deal, seat, rng)
        deals.append(deal.cards)
    for number in range(len(deals), len(game.board.deals)):
        deals.append(random_cards(ruleset, (game.board.dealer + number) % ruleset.seats, rng))
    board = Board(game.board.number, game.board.dealer, tuple(deals))
    return Game(ruleset, board, finished, deal, game.points)


def _deal_shuffled(deal: Deal, seat: int, rng: random.Random) -> Deal:
    assert deal.play is not None
    hands = list(deal.play.hands)
    others = [n for n in range(len(hands)) if n != seat]
    unseen = [card for n in others for card in cards_in(hands[n])]
    rng.shuffle(unseen)
    for n in others:
        size = hands[n].bit_count()
        hands[n] = card_set(unseen[:size])
        unseen = unseen[size:]
    play = replace(deal.play, hands=tuple(hands))
    played = _played(deal, play.tricks, play.leader, play.trick)
    dealt = [[*cards_in(hand), *played[n]] for n, hand in enumerate(play.hands)]
    for hand in dealt:
        rng.shuffle(hand)
    return replace(deal, play=play, cards=Cards(tuple(map(tuple, dealt)), deal.cards.kitty))


def _finished_shuffled(result: DealResult, rng: random.Random) -> DealResult:
    """The deal with other cards where it ended before they were played."""
    played = _played(result, result.tricks, 0, ())
    seen = {card for cards in played for card in cards}
    unseen = [card for hand in result.cards.hands for card in hand if card not in seen]
    rng.shuffle(unseen)
    hands = []
    for cards, hand in zip(played, result.cards.hands, strict=True):
        left = len(hand) - len(cards)
        full = [*cards, *unseen[:left]]
        unseen = unseen[left:]
        rng.shuffle(full)
        hands.append(tuple(full))
    return replace(result, cards=Cards(tuple(hands), result.cards.kitty))


def _played(
    deal: Deal | DealResult, tricks: tuple[Trick, ...], leader: int, current: tuple[Card, ...]
) -> list[list[Card]]:
    """By seat: the cards that it has played, which everybody saw."""
    seats = len(deal.cards.hands)
    played: list[list[Card]] = [[] for _ in range(seats)]
    runs = [(trick.leader, trick.cards) for trick in tricks] + [(leader, current)]
    for first, cards in runs:
        turns = [(first + n) % seats for n in range(seats)]
        playing = [turn for turn in turns if turn != deal.sits_out]
        for turn, card in zip(playing, cards, strict=False):
            played[turn].append(card)
    return played
