"""The benchmarks run and say what they found; how fast anything is, is no matter of tests."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from king.v1 import session_pb2 as pb

from benchmarks.__main__ import BENCHMARKS
from benchmarks.messages import exchange
from benchmarks.results import Result, Row, table_text
from benchmarks.rounds import Spread, in_turn, ratio
from benchmarks.sizes import FULL, TINY

T = TypeVar("T")
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_benchmark_writes_its_table_and_its_json(name: str, tmp_path: Path) -> None:
    """In a tiny size, every row of the JSON stands in the table, with a value for each round."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--only", name, "--size", "tiny", "--out", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = msgspec.json.decode((tmp_path / f"{name}.json").read_bytes(), type=Result)
    assert (result.name, result.size) == (name, TINY.name)
    assert done.stdout.strip() == table_text(result).strip()
    for row in result.rows:
        assert f"| {row.what} " in done.stdout
        assert len(row.values) == TINY.rounds
        assert all(value >= 0 for value in row.values)


def test_measures_are_taken_in_turn() -> None:
    """A round takes every measure once, before the next round begins."""
    order: list[str] = []

    def take(what: str, measure: Callable[[], T]) -> T:
        order.append(what)
        return measure()

    taken = in_turn({"a": lambda: 1, "b": lambda: 2}, 2, take)
    assert [what[-1] for what in order] == ["a", "b", "a", "b"]
    assert taken == {"a": [1, 1], "b": [2, 2]}


def test_ratios_are_those_of_the_same_round() -> None:
    """A minute in which all is slow leaves no trace in the ratios."""
    spread = ratio([10, 5, 20], [100, 50, 200])
    assert spread.values == (0.1, 0.1, 0.1)
    assert Spread((3.0, 1.0, 7.0)).median == 3.0


def test_a_bar_is_met_or_missed() -> None:
    """Ratios are held to their bar by the median, memory by the highest value."""
    rows = (
        Row(what="fast", unit="1/s", values=(1, 2, 3), ratios=(0.4, 0.6, 0.7), at_least=0.5),
        Row(what="slow", unit="1/s", values=(1, 2, 3), ratios=(0.4, 0.4, 0.7), at_least=0.5),
        Row(what="big", unit="MB", values=(100, 100, 201), at_most=200),
        Row(what="free", unit="MB", values=(1, 1, 1)),
    )
    assert [row.is_met for row in rows] == [True, False, False, None]
    text = table_text(Result(name="x", title="X", size="tiny", rows=rows))
    assert text.count("MISSED") == 2
    assert text.count(": met") == 1


def test_published_figures_have_at_least_five_rounds() -> None:
    """The full size is the one that `docs/performance.md` is made from."""
    assert FULL.rounds >= 5
    assert {1, 16, 64, 256} == set(FULL.games)


def test_the_floor_exchanges_a_real_question_and_its_answer() -> None:
    """Both messages parse, and the question is one of the middle of a game."""
    question, reply = exchange()
    (asked,) = pb.PlayResponse.FromString(question).questions.questions
    (answer,) = pb.PlayRequest.FromString(reply).answers.answers
    assert answer.question_id == asked.question_id
    assert answer.HasField("choice")
    assert 0 < len(asked.king.tricks) < 13
