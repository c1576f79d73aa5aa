"""Questions in plain words: who played what, what has been said, and what is legal."""

import random
import re

import pytest
from bench import CRASH, Bench
from king.v1 import session_pb2 as pb

from referee.boards import deal_board
from referee.cards import cards_text
from referee.clock import Lag
from referee.deal import QuestionKind
from referee.desk import Asked
from referee.explain import fault_text, question_lines
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


@pytest.mark.parametrize("comes", [True, False])
def test_shared_time_is_told(comes: bool) -> None:
    """A charge below the limit would look like our mistake: it is a share of what it took."""
    bench = Bench(2).begin()
    open_questions(bench, 2)
    if comes:
        both = [pb.Answer(question_id=one.question_id, choice=0) for one in bench.read("north")]
        bench.say("north", *both, now=3.0)
    else:
        bench.clerk.tick(2.2)
    charged = "1500 ms, as 3000 ms" if comes else "1100 ms, as 2200 ms"
    text = fault_text(bench.faults[0])
    assert f"(charged {charged} were shared between 2 open questions; 1000 ms a move" in text


def test_time_that_was_not_shared_is_told_as_it_is() -> None:
    """Where one question was open, nothing is said of sharing."""
    bench = Bench(1).begin()
    bench.clerk.lag = Lag(1000.0)
    bench.play_on(but="north")
    bench.clerk.tick(1.1)
    assert "(charged 1100 ms; 1000 ms a move, 50 ms grace)" in fault_text(bench.faults[0])


def open_questions(bench: Bench, count: int) -> None:
    """Lets that many games come to a question for north, which answers none of them."""
    bench.clerk.lag = Lag(1000.0)
    while len(bench.read("north")) < count:
        bench.play_on(but="north")
        bench.clerk.collect(0.0)
        if len(bench.read("north")) < count:
            bench.answer("north")


def test_a_wait_that_is_too_long_is_told_as_such() -> None:
    """What is charged is less than a move may take, as later questions share it."""
    bench = Bench(4).begin()
    open_questions(bench, 2)
    first = bench.read("north")[0]
    bench.play_on(but="north", now=0.9)
    bench.clerk.collect(0.9)
    assert len(bench.read("north")) == 4
    bench.clerk.tick(2.2)
    assert bench.faults[0].asked is not None
    assert bench.faults[0].asked.number == first.question_id
    text = fault_text(bench.faults[0])
    assert "(open for 2200 ms; with the questions that were open when it was asked, " in text
    assert re.search(r"[12]050 ms were allowed: 1000 ms a move, 50 ms grace\)", text)


@pytest.mark.parametrize("how", ["crash", "bytes", "silence"])
def test_a_question_that_stands_for_others_is_told(how: str) -> None:
    """Where nobody knows at which it was; and nothing is told where one was open alone."""
    for count in (1, 2, 3):
        bench = Bench(count).begin()
        open_questions(bench, count)
        if how == "crash":
            bench.clerk.process_ended(bench.desks["north"], CRASH, 0.5)
        elif how == "bytes":
            bench.sessions["north"].received(b"\xff", 0.5)
        else:
            bench.clerk.tick(1.1 * count)
        told = {
            1: "",
            2: "1 more question was open, of other games: it may have been one of them",
            3: "2 more questions were open, of other games: it may have been one of them",
        }[count]
        text = fault_text(bench.faults[0])
        assert (told in text, "it may have been" in text) == (True, count > 1)


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
