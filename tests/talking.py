"""Deals of one contract in which the tests say all that is said, by the names of the record."""

import random
from collections.abc import Iterable

from dealing import random_board
from law_book import FILES
from msgspec.structs import replace

from referee.deal import Deal, DealResult, Decision, QuestionKind
from referee.game import Game, answer, decision, new_game
from referee.law import RuleSet

Said = Iterable[tuple[int, str]]


def only(ruleset: str | RuleSet, *deals: str) -> RuleSet:
    """The rule set with these deals alone; where seats have stocks of their own, so each has."""
    law = FILES[ruleset] if isinstance(ruleset, str) else ruleset
    stage = len(deals) if law.stage_deals else 0
    return replace(law, deals=deals, stage_deals=stage)


def trump_deal(ruleset: str, dealer: int = 0, seed: int = 1) -> Game:
    """A game that begins with a trump deal of that dealer."""
    law = only(ruleset, "trump")
    return new_game(law, random_board(law, random.Random(seed), dealer))


def dealt(ruleset: str | RuleSet, *deals: str, dealer: int = 0, seed: int = 1) -> Game:
    """A game of these deals alone, the first of that dealer."""
    law = only(ruleset, *deals)
    return new_game(law, random_board(law, random.Random(seed), dealer))


def asked(game: Game) -> Decision:
    """The question that comes up."""
    found = decision(game)
    assert found is not None
    return found


def deal_of(game: Game) -> Deal:
    """The deal under way."""
    assert game.deal is not None
    return game.deal


def told(game: Game, said: Said) -> Game:
    """The game after these seats were asked, in this order, and said that."""
    for seat, words in said:
        question = asked(game)
        assert (question.seat, question.kind is not QuestionKind.CARD) == (seat, True), words
        game = answer(game, words)
    return game


def spoken(text: str) -> list[tuple[int, str]]:
    """Calls written like `1: 4 up, 2: pass`."""
    pairs = [call.split(":") for call in text.split(",") if call.strip()]
    return [(int(seat), words.strip()) for seat, words in pairs]


def played_out(game: Game, rng: random.Random) -> DealResult:
    """The deal under way to its end with random answers."""
    number = len(game.finished)
    while len(game.finished) == number:
        game = answer(game, rng.choice(asked(game).answers))
    return game.finished[number]


def legal(game: Game) -> str:
    """All that may be said now, in its order."""
    return ", ".join(map(str, asked(game).answers))


def tricks_of(result: DealResult) -> list[int]:
    """By seat: how many tricks it took."""
    takers = [trick.taker for trick in result.tricks]
    return [takers.count(seat) for seat in range(len(result.points))]
