"""The questions that bots in every language are asked alike."""

import pytest
from arena import sample_strategies
from king.v1 import session_pb2
from shared_questions import PATH, Asked, load_questions, make_lines

SHARED = load_questions()


def test_they_are_what_the_referee_sends_today() -> None:
    """Played again they come out byte for byte; else run `python tests/shared_questions.py`."""
    assert PATH.read_text("utf-8").splitlines() == make_lines()


def test_every_kind_and_every_number_of_seats_is_there() -> None:
    """All kinds of question that there are, and tables of 2 to 6."""
    kinds = {question.kind for asked in SHARED for question in asked.questions}
    assert kinds == set(session_pb2.QuestionKind.values()) - {0}
    assert {asked.rules.seats for asked in SHARED} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("name", sample_strategies())
@pytest.mark.parametrize("asked", SHARED, ids=lambda asked: asked.ruleset)
def test_the_samples_in_python_answer_them(name: str, asked: Asked) -> None:
    """Each answer is legal, and the same in the reverse order."""
    choose = sample_strategies()[name]
    answers = [choose(question, asked.rules) for question in asked.questions]
    for question, answer in zip(asked.questions, answers, strict=True):
        assert 0 <= answer < len(question.legal)
    again = [choose(question, asked.rules) for question in reversed(asked.questions)]
    assert again[::-1] == answers
