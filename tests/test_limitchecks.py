"""Who was asked at each decision, read off a record without playing it again."""

import pytest
from made_games import SEED, at_random

from referee.boards import deal_board
from referee.game import answer, decision, new_game
from referee.limitchecks import seats_asked
from referee.record import record_of
from referee.recordfold import record_steps
from referee.ruleset import load_ruleset, ruleset_ids
from referee.schedule import RoundRobin


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_the_seats_are_those_that_the_rules_ask(ruleset_id: str) -> None:
    """By all rules: with calls, kitties, dealers who sit out, and deals that end early."""
    ruleset = load_ruleset(ruleset_id)
    names = tuple(f"bot{seat}" for seat in range(ruleset.seats))
    plan = RoundRobin(names, ruleset.seats, 1)[0]
    game, choose = new_game(ruleset, deal_board(SEED, ruleset, plan.board)), at_random(ruleset_id)
    while asked := decision(game):
        game = answer(game, choose(asked))
    record = record_of(game, plan)
    asked_seats: list[list[int]] = [[] for _ in record.deals]
    for step in record_steps(record, ruleset):
        asked_seats[step.deal.number - 1].append(step.asked.seat)
    assert [list(seats_asked(deal, ruleset.seats)) for deal in record.deals] == asked_seats
