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


def hold(examiner: Examiner, count: int) -> list[Asked]:
    """Asks so many questions at once."""
    parties = [examiner.new_party() for _ in range(count)]
    asked = [examiner.question(one) for one in parties if examiner.seek(one)]
    examiner.ask(asked)
    return asked


def reasons(examiner: Examiner) -> list[FaultReason]:
    """What went wrong, in its order."""
    return [one.reason for one in examiner.visit.troubles]


def test_a_late_answer_is_none(examiner: Examiner) -> None:
    """It is charged all the same, to the bank of its game."""
    party = examiner.new_party()
    assert examiner.seek(party)
    asked = examiner.question(party)
    examiner.ask([asked])
    examiner.answered([pb.Answer(question_id=asked.number, choice=0)], 2.0)
    assert reasons(examiner) == [FaultReason.LATE]
    assert examiner.choices == {}
    assert examiner.question(party).bank_left == pytest.approx(asked.bank_left - 2.0)


def test_what_expires_is_charged(examiner: Examiner) -> None:
    """As in a match: the game goes on with less in its bank."""
    party = examiner.new_party()
    assert examiner.seek(party)
    asked = examiner.question(party)
    examiner.ask([asked])
    examiner.tick(1000.0)
    assert examiner.question(party).bank_left < asked.bank_left - 1.0


def test_only_questions_asked_alone_and_as_usual_are_timed(examiner: Examiner) -> None:
    """Nor is one that was asked while an earlier one had no answer."""
    first, second = hold(examiner, 2)
    answer(examiner, first.number, second.number)
    examiner.step = "asked twice"
    answer(examiner, ask(examiner).number)
    examiner.step = ""
    ask(examiner)
    examiner.tick(1000.0)
    answer(examiner, ask(examiner).number)
    assert examiner.visit.times == {}
    assert examiner.visit.contracts == set()
    answer(examiner, ask(examiner).number)
    assert len(examiner.visit.times[QuestionKind.CARD]) == 1
    assert {name for name, _ in examiner.visit.contracts} == {"-tricks"}


def test_many_questions_are_many_until_all_are_answered(examiner: Examiner) -> None:
    """What is wrong with one of them is noted with how many were open when it was asked."""
    asked = hold(examiner, 3)
    answer(examiner, asked[0].number)
    examiner.answered([pb.Answer(question_id=asked[1].number, choice=99)], 0.0)
    (trouble,) = examiner.visit.troubles
    assert (trouble.reason, trouble.at_once) == (FaultReason.ILLEGAL, 3)


def test_notes_are_measured_in_bytes(examiner: Examiner) -> None:
    """As they are where they are kept."""
    for note in ("e" * 1024, "\u00e9" * 513):
        asked = ask(examiner)
        given = pb.Answer(question_id=asked.number, choice=0, note=note)
        examiner.answered([given], 0.0)
    assert examiner.visit.long_notes == 1


def test_what_was_told_before_an_answer_has_ended_nothing(examiner: Examiner) -> None:
    """Only what came after the last one may have."""
    party = examiner.new_party()
    assert examiner.seek(party)
    examiner.question(party)
    examiner.close(party)
    answer(examiner, ask(examiner).number)
    ask(examiner)
    examiner.give_up(Misstep(FaultReason.DISCONNECTED, "its process ended"))
    (trouble,) = examiner.visit.troubles
    assert trouble.after == ""


def test_what_is_given_up_is_closed(examiner: Examiner) -> None:
    """No time runs for it, and an answer that comes after all is no surplus."""
    asked = hold(examiner, 2)
    examiner.unreadable("a PlayRequest with nothing in it", 0.0, "")
    examiner.give_up(Misstep(FaultReason.NO_ANSWER, "silence"))
    assert reasons(examiner) == [FaultReason.UNREADABLE, FaultReason.NO_ANSWER]
    examiner.tick(1000.0)
    answer(examiner, *[one.number for one in asked])
    assert len(examiner.visit.troubles) == 2
    assert examiner.visit.surplus == 0


def test_a_silence_that_is_given_up_makes_the_next_ones_wait(examiner: Examiner) -> None:
    """As one that runs out of time; until something comes, be it unreadable."""
    examiner.is_stopped = lambda: True
    ask(examiner)
    examiner.give_up(Misstep(FaultReason.NO_ANSWER, "silence"))
    (trouble,) = examiner.visit.troubles
    assert trouble.what == "no_answer: silence: the process is stopped by a signal"
    ask(examiner)
    examiner.unreadable("so", 0.0, "")
    assert not examiner.is_silent
    assert examiner.visit.behind == set()


def test_an_answer_to_what_was_never_asked_is_unreadable(examiner: Examiner) -> None:
    """And stands at the question that is open."""
    asked = ask(examiner)
    answer(examiner, asked.number + 1)
    (trouble,) = examiner.visit.troubles
    assert trouble.what == (
        f"unreadable: an answer to a question that was never asked (question {asked.number + 1})"
    )
    assert examiner.visit.surplus == 0


def test_of_what_comes_unasked_one_counts(examiner: Examiner) -> None:
    """The rest is forgotten with it."""
    for _ in range(3):
        examiner.unreadable("so", 0.0, "")
    answer(examiner, ask(examiner).number)
    answer(examiner, ask(examiner).number)
    assert reasons(examiner) == [FaultReason.UNREADABLE]


def test_ten_troubles_are_enough(examiner: Examiner) -> None:
    """Each of them has to be answered wrongly."""
    for count in range(10):
        assert not examiner.is_hopeless, count
        asked = ask(examiner)
        examiner.answered([pb.Answer(question_id=asked.number, choice=99)], 0.0)
    assert examiner.is_hopeless


def test_what_leaves_no_choice_is_not_asked_twice(examiner: Examiner) -> None:
    """It would be answered alike by anybody."""
    party = examiner.new_party()
    while examiner.seek(party) and len(examiner.samples) < 6:
        asked = examiner.question(party)
        examiner.ask([asked])
        answer(examiner, asked.number)
        examiner.play(party, 0)
    assert len(examiner.samples) == 6
    assert all(len(one.decision.answers) > 1 for one, _ in examiner.samples)


def test_games_are_copied_to_their_ends(examiner: Examiner) -> None:
    """Each under a new number, with what was asked in it in order."""
    sent: list[bytes | pb.PlayResponse] = []
    examiner.session.send = lambda messages: sent.extend(messages)  # type: ignore[method-assign]
    examiner.session.hello.wants_events = True
    first = [ask(examiner), ask(examiner)]
    samples = [(one, 0) for one in first]
    numbers = []
    for party, of_game in examiner.copies(samples):
        ((asked, _),) = of_game
        numbers.append(party.number)
        again = pb.Question.FromString(examiner.ask_copy(party, asked, None).message)
        then = pb.Question.FromString(asked.message)
        assert (again.game_id, again.seed, again.king) == (party.number, then.seed, then.king)
        sent.clear()
        examiner.close_copy(party, asked)
        told = [one.WhichOneof("message") for one in sent if isinstance(one, pb.PlayResponse)]
        assert told == ["deal_over"] * 14 + ["game_over"]
    assert numbers == [3, 4]
