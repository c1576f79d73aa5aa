"""Random boards and random games for tests of the core."""

import random
from collections.abc import Iterator

from referee.boards import dealt_cards
from referee.deal import Answer, Board, Cards
from referee.game import Game, answer, decision, new_game
from referee.ruleset import RuleSet


def random_cards(ruleset: RuleSet, dealer: int, rng: random.Random) -> Cards:
    """The cards of one deal, shuffled."""
    deck = list(ruleset.deck)
    rng.shuffle(deck)
    return dealt_cards(ruleset, dealer, deck)


def random_board(ruleset: RuleSet, rng: random.Random, dealer: int | None = None) -> Board:
    """A board with random cards and a random first dealer, if none is given."""
    first = rng.randrange(ruleset.seats) if dealer is None else dealer
    deals = tuple(
        random_cards(ruleset, (first + number) % ruleset.seats, rng)
        for number in range(ruleset.deal_count)
    )
    return Board(1, first, deals)


def random_game(ruleset: RuleSet, rng: random.Random) -> Iterator[tuple[Game, Answer | None]]:
    """Every state of a random game with the answer that is given there; None at the end."""
    game = new_game(ruleset, random_board(ruleset, rng))
    while asked := decision(game):
        choice = rng.choice(asked.answers)
        yield game, choice
        game = answer(game, choice)
    yield game, None
