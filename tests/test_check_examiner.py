"""What is noted of one process that is checked, without the process."""

import pytest
from king.v1 import session_pb2 as pb

from referee.check import Visit
from referee.clock import Lag
from referee.deal import QuestionKind
from referee.desk import Asked
from referee.examiner import Examiner
from referee.faults import FaultReason
from referee.ruleset import load_ruleset
from referee.session import Session
from referee.table import Misstep
from referee.timecontrol import TimeControl


class NoLag(Lag):
    """Of a referee that is never slow."""

    def total(self, now: float) -> float:
        return 0.0


@pytest.fixture
def examiner() -> Examiner:
    """One that is never told the time: nothing is late but what a test makes so."""
    return Examiner(
        session=Session("token", list, lambda: None),
        ruleset=load_ruleset("classic"),
        control=TimeControl(),
        lag=NoLag(0.0),
        now=lambda: 0.0,
        ring=lambda: None,
        visit=Visit("classic"),
    )


def ask(examiner: Examiner) -> Asked:
    """Asks for a card."""
    party = examiner.new_party()
    assert examiner.seek(party)
    asked = examiner.question(party)
    examiner.ask([asked])
    return asked


def answer(examiner: Examiner, *numbers: int) -> None:
    """Takes a message with the first answer to each of these questions."""
    examiner.answered([pb.Answer(question_id=one, choice=0) for one in numbers], 0.0)


def test_what_comes_while_nothing_is_open_counts_at_the_next_question(examiner: Examiner) -> None:
    """As in a match: it must not depend on who was quicker."""
    examiner.unreadable("ready when answers were due", 0.0, "")
    assert examiner.visit.troubles == []
    ask(examiner)
    (trouble,) = examiner.visit.troubles
    assert trouble.reason is FaultReason.UNREADABLE


def test_surplus_is_what_was_answered_before(examiner: Examiner) -> None:
    """A second answer and an empty message are; what comes after its time is not."""
    asked = ask(examiner)
    answer(examiner, asked.number)
    assert examiner.visit.surplus == 0
    answer(examiner, asked.number)
    answer(examiner)
    assert examiner.visit.surplus == 2
    late = ask(examiner)
    examiner.tick(1000.0)
    assert [one.reason for one in examiner.visit.troubles] == [FaultReason.NO_ANSWER]
    answer(examiner, late.number)
    assert examiner.visit.surplus == 2
    answer(examiner, late.number)
    assert examiner.visit.surplus == 3


def test_a_question_that_waits_behind_another_has_no_trouble_of_its_own(
    examiner: Examiner,
) -> None:
    """Until something comes from the process again."""
    ask(examiner)
    examiner.tick(1000.0)
    ask(examiner)
    examiner.tick(2000.0)
    assert len(examiner.visit.troubles) == 1
    assert examiner.visit.behind == {QuestionKind.CARD}
    assert examiner.is_hopeless


def test_the_last_thing_told_before_an_end_is_named(examiner: Examiner) -> None:
    """Only where nothing was answered since, at a kind of question that it answers."""
    examiner.session.hello.wants_events = True
    answer(examiner, ask(examiner).number)
    party = examiner.new_party()
    assert examiner.seek(party)
    examiner.question(party)
    examiner.end_deal(party)
    assert len(party.table.game.finished) == 1
    answer(examiner, ask(examiner).number)
    assert examiner.visit.told == {"DealOver"}
    examiner.close(party)
    assert party.table.decision is None
    asked = ask(examiner)
    examiner.give_up(Misstep(FaultReason.DISCONNECTED, "its process ended"))
    (trouble,) = examiner.visit.troubles
    assert trouble.kind is asked.decision.kind
    assert trouble.after == "DealOver and GameOver"
