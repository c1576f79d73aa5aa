"""The clerk by hand: what is late, what the bank pays, and what ends with a process."""

import pytest
from bench import CRASH, Bench
from king.v1 import session_pb2 as pb

from referee.clock import BEAT_SECONDS, Lag
from referee.desk import MAX_SURPLUS, MAX_UNREADABLE
from referee.faults import FaultReason
from referee.record import Moment

NO_LAG = Lag(1000.0)
"""That of a referee who was on time all along."""
BANK_MS = 14_000
"""What the bank holds in the first deal."""


def asked_bench() -> tuple[Bench, pb.Question]:
    """One game in which nothing but a question to north is open, asked at 0 s without lag."""
    bench = Bench(1).begin()
    bench.clerk.lag = NO_LAG
    bench.play_on(but="north")
    (question,) = bench.read("north")
    return bench, question


def expire(bench: Bench) -> None:
    """Lets the time of the open question run out; north forgets it."""
    bench.clerk.tick(1.1)
    bench.inbox["north"].clear()


@pytest.mark.parametrize(("lag", "is_suspect"), [(0.15, True), (0.05, False)])
def test_a_late_answer_is_suspect_if_the_referee_was_slow(lag: float, is_suspect: bool) -> None:
    """More than a tenth of the limit is too slow, also where the answer came before the beat."""
    bench, _ = asked_bench()
    bench.clerk.lag = Lag(1.3 - BEAT_SECONDS - lag)
    bench.answer("north", now=1.3)
    bench.clerk.lag = NO_LAG
    bench.play_on(now=1.3)
    (record,) = bench.records
    (fault,) = record.faults
    assert fault.reason is FaultReason.LATE
    where = Moment(fault.deal, fault.decision)
    assert record.timing.suspect == ((where,) if is_suspect else ())


def test_an_answer_that_comes_after_all_was_late() -> None:
    """The house has answered; the fault is `late` then, and the answer counts as dropped."""
    bench, question = asked_bench()
    expire(bench)
    assert bench.reasons() == [FaultReason.NO_ANSWER]
    bench.say("north", pb.Answer(question_id=question.question_id, choice=0), now=1.2)
    bench.play_on(now=1.2)
    (record,) = bench.records
    assert [fault.reason for fault in record.faults] == [FaultReason.LATE]
    assert record.timing.dropped[record.seating.index("north")] == 1


def test_what_is_recorded_stays_as_it_is() -> None:
    """An answer after the end of its game changes nothing any more."""
    bench, question = asked_bench()
    table = bench.clerk.tables[0]
    expire(bench)
    bench.play_on(now=1.1)
    (record,) = bench.records
    bench.say("north", pb.Answer(question_id=question.question_id, choice=0), now=1.2)
    assert [fault.reason for fault in record.faults] == [FaultReason.NO_ANSWER]
    assert tuple(table.faults) == record.faults


@pytest.mark.parametrize("comes", [True, False])
def test_the_bank_pays_for_what_was_too_long(comes: bool) -> None:
    """A late answer is charged, and so is the time after which none was waited for."""
    bench, _ = asked_bench()
    if comes:
        bench.answer("north", now=1.1)
    else:
        expire(bench)
    bench.play_on(but="north", now=1.1)
    (question,) = bench.read("north")
    assert question.bank_left_ms == BANK_MS - 1100


def test_an_answer_to_a_process_that_is_gone_is_not_late() -> None:
    """What the new process says about the old one's questions is dropped and changes no fault."""
    bench, question = asked_bench()
    expire(bench)
    bench.clerk.process_ended(bench.desks["north"], CRASH, 1.1)
    bench.start("north", 1.1)
    bench.say("north", pb.Answer(question_id=question.question_id, choice=0), now=1.2)
    bench.play_on(now=1.2)
    (record,) = bench.records
    assert [fault.reason for fault in record.faults] == [
        FaultReason.NO_ANSWER,
        FaultReason.DISCONNECTED,
    ]


def test_a_new_process_may_send_as_much_in_surplus_as_any() -> None:
    """What the old one sent is not counted against it."""
    bench, question = asked_bench()
    bench.answer("north")
    again = pb.Answer(question_id=question.question_id, choice=0)
    for _ in range(2):
        for _ in range(MAX_SURPLUS):
            bench.say("north", again)
        assert bench.sessions["north"].failure is None
        bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
        bench.start("north")


def test_a_new_process_may_be_unreadable_as_often_as_any() -> None:
    """The ten times in a row are those of one process."""
    bench, _ = asked_bench()
    for _ in range(2):
        for _ in range(MAX_UNREADABLE):
            bench.sessions["north"].received(b"\xff", 0.0)
        assert bench.sessions["north"].failure is None
        bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
        bench.start("north")
