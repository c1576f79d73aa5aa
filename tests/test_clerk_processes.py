"""The clerk by hand: processes that start, end and begin anew."""

import pytest
from bench import CRASH, NAMES, Bench, filled, plans, ready_session
from king.v1 import session_pb2 as pb

from referee.clock import Lag
from referee.faults import FaultReason, Phase
from referee.roster import Member, Roster
from referee.table import Misstep


def test_a_new_process_is_asked_of_its_first_game_alone() -> None:
    """Until its first answer a bot has one question, of its first open game; then all others."""
    bench = Bench(6).begin()
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
    bench = Bench(4).begin()
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
    bench = Bench(3).begin()
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
    bench = Bench(1).begin()
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
    bench = Bench(1).begin()
    bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
    session = bench.sessions["north"] = ready_session(readies=2)
    bench.clerk.ready(bench.desks["north"], session, 0.0)
    bench.play_on()
    assert bench.reasons() == [FaultReason.DISCONNECTED, FaultReason.UNREADABLE]


def test_a_flood_at_ready_ends_the_stream() -> None:
    """What waits for the referee to see Ready is no more than a hundred messages."""
    failure = ready_session(readies=1000).failure
    assert failure == (FaultReason.LIMIT_EXCEEDED, "more than 100 messages together with Ready")


def test_a_new_process_waits_for_its_first_game() -> None:
    """It is asked nothing of the second one while others are to play in the first."""
    bench = filled(2)
    bench.answer("north")
    bench.play_on(but="north")
    assert [question.game_id for question in bench.read("north")] == [1, 2]
    bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)  # the house answers in game 1
    bench.start("north")
    assert bench.read("north") == []
    bench.play_on(but="north")
    assert [question.game_id for question in bench.read("north")] == [1]


def test_a_new_process_does_not_wait_for_a_game_that_is_forfeited() -> None:
    """Its first game is then the next one, though the forfeited one still goes on."""
    bench = filled(2)
    for _ in range(3):
        (place,) = [at for at, one in enumerate(bench.read("north")) if one.game_id == 1]
        bench.inbox["north"].insert(0, bench.inbox["north"].pop(place))
        bench.choose("north", 99)
        if len(bench.faults) < 3:
            bench.play_on(but="north")
    bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
    bench.start("north")
    for name in ("east", "south", "west") * 2:
        mine = [one for one in bench.read(name) if one.game_id == 2]
        bench.say(name, *(pb.Answer(question_id=one.question_id, choice=0) for one in mine))
        bench.inbox[name] = [one for one in bench.inbox[name] if one.game_id == 1]
    assert len(bench.clerk.tables) == 2
    assert [question.game_id for question in bench.read("north")] == [2]


def new_roster() -> Roster:
    """All four bots, none of them out."""
    return Roster([Member(name) for name in NAMES], ())


def test_a_bot_that_is_out_keeps_no_game_from_being_opened() -> None:
    """It was put out in the first game: the later ones are forfeits, and take none of its room."""
    roster = new_roster()
    roster.members["north"].out_after = 0
    bench = Bench(4, roster, north_at_once=1).begin()
    assert len(bench.clerk.tables) == 4
    bench.play_on()
    forfeits = {record.game_id: len(record.forfeits) for record in bench.records}
    assert forfeits == {"t1-b1-r0": 0, "t1-b2-r0": 1, "t1-b3-r0": 1, "t1-b4-r0": 1}
    assert bench.faults == []


def test_the_first_answer_lets_the_other_processes_be_asked() -> None:
    """Until then one process of a bot is asked alone: that with its first game."""
    roster, shared = new_roster(), plans(4)
    one, two = Bench(1, roster, shared).begin(), Bench(1, roster, shared).begin()
    (waiting,) = [name for name in NAMES if two.desks[name].unsent]
    assert two.read(waiting) == []
    while not roster.members[waiting].has_answered:
        (asked,) = [name for name in NAMES if one.read(name)]
        one.answer(asked)
    assert len(two.read(waiting)) == 1


def test_failed_starts_of_several_processes_are_three_faults() -> None:
    """One process failed twice when the other one's third start put the bot out."""
    roster, shared = new_roster(), plans(2)
    one, two = Bench(1, roster, shared), Bench(1, roster, shared)
    for bench, detail in [(one, "a"), (one, "a"), (two, "b"), (two, "b"), (two, "b"), (one, "a")]:
        failed = Misstep(FaultReason.START_FAILED, detail, Phase.START)
        bench.clerk.process_ended(bench.desks["north"], failed, 0.0)
    one.begin().play_on()
    first, second = one.records
    assert [fault.detail for fault in first.faults] == ["b"] * 3
    assert [len(record.forfeits) for record in (first, second)] == [1, 1]
    assert (first.put_out, second.faults, second.put_out) == ((0,), (), ())


@pytest.mark.parametrize("name", NAMES)
def test_a_process_that_ends_after_its_bot_was_put_out_elsewhere_is_no_fault(name: str) -> None:
    """It was starting still when the games began: nothing of it is in any record."""
    roster, shared = new_roster(), plans(4)
    one, two = Bench(1, roster, shared), Bench(1, roster, shared)
    failed = Misstep(FaultReason.START_FAILED, "a", Phase.START)
    for _ in range(3):
        one.clerk.process_ended(one.desks[name], failed, 0.0)
    one.begin()
    two.begin()
    two.clerk.process_ended(two.desks[name], failed, 0.1)
    one.play_on()
    two.play_on()
    records = sorted([*one.records, *two.records], key=lambda record: record.game_id)
    assert [len(record.faults) for record in records] == [3, 0, 0, 0]
    assert [len(record.forfeits) for record in records] == [1] * 4
