"""Random boards and random games for tests of the core."""

import random
from collections.abc import Iterator

from referee.cards import Card
from referee.deal import Answer, Board, Cards
from referee.game import Game, answer, decision, new_game
from referee.ruleset import RuleSet


def random_cards(ruleset: RuleSet, dealer: int, rng: random.Random) -> Cards:
    """The cards of one deal, shuffled."""
    deck = list(ruleset.deck)
    rng.shuffle(deck)
    return Cards(hands_from(ruleset, dealer, deck))


def hands_from(ruleset: RuleSet, dealer: int, deck: list[Card]) -> tuple[tuple[Card, ...], ...]:
    """The deck cut into hands by seat; none for a dealer who sits out."""
    hands = []
    for seat in range(ruleset.seats):
        size = 0 if ruleset.dealer_sits_out and seat == dealer else ruleset.hand_size
        hands.append(tuple(deck[:size]))
        deck = deck[size:]
    return tuple(hands)


def random_board(ruleset: RuleSet, rng: random.Random) -> Board:
    """A board with random cards and a random first dealer."""
    dealer = rng.randrange(ruleset.seats)
    deals = tuple(
        random_cards(ruleset, (dealer + n) % ruleset.seats, rng) for n in range(len(ruleset.deals))
    )
    return Board(1, dealer, deals)


def random_game(ruleset: RuleSet, rng: random.Random) -> Iterator[tuple[Game, Answer | None]]:
    """Every state of a random game with the answer that is given there; None at the end."""
    game = new_game(ruleset, random_board(ruleset, rng))
    while asked := decision(game):
        choice = rng.choice(asked.answers)
        yield game, choice
        game = answer(game, choice)
    yield game, None
