"""The clerk by hand: processes that start, end and begin anew."""

import pytest
from bench import CRASH, Bench, filled, ready_session

from referee.clock import Lag
from referee.faults import FaultReason


def test_a_new_process_is_asked_of_its_first_game_alone() -> None:
    """Until its first answer a bot has one question, of its first open game; then all others."""
    bench = Bench(6)
    bench.play_on(but="north")
    (question,) = bench.read("north")
    assert question.game_id == 1
    bench.answer("north")
    bench.play_on(but="north")
    assert len(bench.read("north")) == 6


def test_a_dead_process_is_one_fault_on_the_oldest_question() -> None:
    """The other questions are asked of the new process, and nothing is charged meanwhile."""
    bench = filled(6)
    oldest = bench.read("north")[0]
    bench.clerk.process_ended(bench.desks["north"], CRASH, 0.5)
    (seen,) = bench.faults
    assert seen.asked is not None
    assert seen.asked.number == oldest.question_id
    bench.play_on(but="north", now=0.5)
    bench.clerk.lag = Lag(100.0)  # the referee itself was on time
    bench.start("north", 100.0)
    bench.clerk.tick(100.01)  # the clock began anew: not a hundred seconds have passed
    assert bench.reasons() == [FaultReason.DISCONNECTED]
    bench.play_on(now=100.01)
    assert len(bench.records) == 6
    assert sum(len(record.faults) for record in bench.records) == 1


def test_a_bad_question_brings_down_a_process_at_most_twice() -> None:
    """What was open at a crash is asked again one at a time, so that the bad one shows itself.

    The first crash counts on the oldest question, which is innocent, and the second on the bad
    one; then all is well, however many games are open.
    """
    bench = filled(12)
    bad = bench.read("north")[7].question_id

    def read_on() -> None:
        while questions := bench.read("north"):
            if any(question.question_id == bad for question in questions):
                bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
                bench.start("north")
            else:
                bench.answer("north")
            bench.play_on(but="north")

    for _ in range(2000):
        read_on()
        bench.clerk.collect(0.0)
        bench.play_on(but="north")
    assert len(bench.records) == 12
    assert bench.reasons() == [FaultReason.DISCONNECTED] * 2
    assert bench.faults[1].asked is not None
    assert bench.faults[1].asked.number == bad


@pytest.mark.parametrize(("starts", "is_out"), [(2, False), (3, True)])
def test_three_starts_without_an_answer_put_a_bot_out(starts: int, is_out: bool) -> None:
    """Two are not enough; with the third one the house plays all its seats, as forfeits."""
    bench = Bench(4)
    bench.play_on(but="north")
    for _ in range(starts):
        bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
        if bench.desks["north"].member.is_out_everywhere:
            break
        bench.start("north")
        bench.play_on(but="north")
    assert bench.desks["north"].member.is_out_everywhere is is_out
    bench.play_on()
    assert len(bench.records) == 4
    forfeited = [len(record.forfeits) for record in bench.records]
    assert forfeited == ([1] * 4 if is_out else [0] * 4)
    assert sum(len(record.put_out) for record in bench.records) == is_out


def test_a_bot_put_out_elsewhere_has_nothing_open_any_more() -> None:
    """Put out in another set of processes, it is forfeited here, and no time runs out for it."""
    bench = filled(3)
    bench.clerk.roster.put_out(bench.desks["north"].member, 0.5)
    bench.clerk.lag = Lag(100.0)
    bench.clerk.tick(100.01)
    bench.clerk.tick(200.0)
    bench.play_on(now=200.0)
    assert len(bench.records) == 3
    assert all([forfeit.seat for forfeit in record.forfeits] == [0] for record in bench.records)


def test_an_answer_between_crashes_starts_the_count_anew() -> None:
    """Two starts without an answer, one with, two without: at fault, but never three in a row."""
    bench = Bench(3)
    desk = bench.desks["north"]
    for answers in (0, 0, 1, 0, 0):
        bench.play_on(but="north")
        if answers:
            bench.answer("north")
            bench.play_on(but="north")
        bench.clerk.process_ended(desk, CRASH, 0.0)
        bench.start("north")
    assert not desk.member.is_out_everywhere
    assert desk.fruitless_starts == 2


def test_a_death_with_nothing_open_counts_at_the_next_question() -> None:
    """Off turn a process that ends is a fault all the same, wherever the race goes."""
    bench = Bench(1)
    bench.play_on(but="north")
    bench.answer("north")
    while not bench.desks["north"].open and not bench.desks["north"].unsent:
        assert not bench.read("north")
        bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
        break
    bench.play_on()
    assert bench.reasons() == [FaultReason.DISCONNECTED]


def test_no_time_runs_out_while_a_process_is_leaving() -> None:
    """Until its end is known nothing is late and nothing is asked of it; the end is one fault."""
    bench = filled(6)
    bench.desks["north"].is_leaving = True
    bench.clerk.lag = Lag(100.0)  # the referee itself was on time
    bench.clerk.tick(100.0)
    assert bench.reasons() == []
    bench.clerk.process_ended(bench.desks["north"], CRASH, 100.0)
    bench.start("north", 100.0)
    bench.play_on(now=100.0)
    assert bench.reasons() == [FaultReason.DISCONNECTED]
    assert len(bench.records) == 6


def test_what_follows_ready_waits_until_the_referee_has_seen_it() -> None:
    """A second Ready is a fault at the first question, however soon it comes."""
    bench = Bench(1)
    bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
    session = bench.sessions["north"] = ready_session(readies=2)
    bench.clerk.ready(bench.desks["north"], session, 0.0)
    bench.play_on()
    assert bench.reasons() == [FaultReason.DISCONNECTED, FaultReason.UNREADABLE]


def test_a_flood_at_ready_ends_the_stream() -> None:
    """What waits for the referee to see Ready is no more than a hundred messages."""
    failure = ready_session(readies=1000).failure
    assert failure == (FaultReason.LIMIT_EXCEEDED, "more than 100 messages together with Ready")
