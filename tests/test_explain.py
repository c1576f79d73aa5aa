"""Questions in plain words: who played what, what has been said, and what is legal."""

import random

import pytest

from referee.boards import deal_board
from referee.cards import cards_text
from referee.deal import QuestionKind
from referee.desk import Asked
from referee.explain import question_lines
from referee.game import answer, decision, new_game
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.table import Table, open_table
from referee.timecontrol import TimeControl
from referee.view import view_of


def asked_at(table: Table) -> Asked:
    """The question that comes up at a table."""
    assert table.decision is not None
    seat = table.decision.seat
    return Asked(1, table, seat, table.decision, view_of(table.game, seat), 10.0, b"")


@pytest.mark.parametrize("ruleset_id", ["kitty-4", "portuguese", "payback-8", "ordered"])
def test_every_question_of_a_game_is_told_rightly(ruleset_id: str) -> None:
    """The cards on the table stand beside the seats that played them, also when one sits out."""
    ruleset = load_ruleset(ruleset_id)
    board = deal_board("explained", ruleset, 1)
    plan = RoundRobin(("a", "b", "c", "d"), ruleset.seats, 1)[0]
    table = open_table(plan, ruleset, board, TimeControl())
    chance = random.Random(ruleset_id)
    game = new_game(ruleset, board)
    on_table: list[tuple[int, str]] = []
    while asked := decision(game):
        table.game, table.decision = game, asked
        parts = [line.partition(":") for line in question_lines(asked_at(table))]
        lines = {label.strip(): text for label, _, text in parts}
        choice = chance.choice(asked.answers)
        if asked.kind is QuestionKind.CARD:
            shown = ", ".join(f"seat {seat} {card}" for seat, card in on_table)
            assert lines["trick"].strip() == (shown or "nothing yet: it leads")
            on_table.append((asked.seat, cards_text([choice])))  # type: ignore[list-item]
        else:
            assert "trick" not in lines
        assert f"choices 0 to {len(asked.answers) - 1}" in lines["legal"]
        assert game.deal is not None
        if game.deal.trump is not None and game.deal.contract == "trump":
            assert "a trump deal with" in lines["asked"]
        game = answer(game, choice)
        if game.deal is None or game.deal.play is None or not game.deal.play.trick:
            on_table = []
