"""The clock: laps, shares, lateness, bank, grace and lag, in virtual time."""

from collections.abc import Sequence

import pytest
import trio
from king.v1 import session_pb2 as pb
from trio.testing import MockClock
from virtual import Say, at_once, play_virtually

from referee.faults import FaultReason
from referee.laps import Bank, ProcessClock
from referee.timecontrol import TimeControl

CONTROL = TimeControl()
PLENTY = 1_000.0


def test_an_answer_is_charged_from_its_question() -> None:
    """One open question pays for all the time since it was asked."""
    clock = ProcessClock(CONTROL)
    clock.ask([(1, PLENTY)], now=10.0, lag=0.0)
    (charge,) = clock.answer([1], now=10.75, lag=0.0)
    assert charge.seconds == pytest.approx(0.75)
    assert not charge.is_late


def test_answers_in_one_message_share_the_lap() -> None:
    """Four answers in one message after two seconds are charged half a second each."""
    clock = ProcessClock(CONTROL)
    clock.ask([(n, PLENTY) for n in range(4)], now=0.0, lag=0.0)
    charges = clock.answer(range(4), now=2.0, lag=0.0)
    assert [charge.seconds for charge in charges] == pytest.approx([0.5] * 4)
    assert not any(charge.is_late for charge in charges)


def test_a_lap_begins_with_the_last_answers() -> None:
    """What was answered before does not pay again; an idle process pays for nothing."""
    clock = ProcessClock(CONTROL)
    clock.ask([(1, PLENTY), (2, PLENTY)], now=0.0, lag=0.0)
    (first,) = clock.answer([1], now=0.4, lag=0.0)
    (second,) = clock.answer([2], now=0.7, lag=0.0)
    clock.ask([(3, PLENTY)], now=100.0, lag=0.0)
    (third,) = clock.answer([3], now=100.2, lag=0.0)
    assert [first.seconds, second.seconds, third.seconds] == pytest.approx([0.4, 0.3, 0.2])


def test_a_later_question_does_not_begin_the_lap_anew() -> None:
    """Asked at 0 s and again at 0.5 s, a bot that answers the first at 0.8 s pays 0.8 s."""
    clock = ProcessClock(CONTROL)
    clock.ask([(1, PLENTY)], now=0.0, lag=0.0)
    clock.ask([(2, PLENTY)], now=0.5, lag=0.0)
    (charge,) = clock.answer([1], now=0.8, lag=0.0)
    assert charge.seconds == pytest.approx(0.8)


def test_late_by_charge() -> None:
    """An answer is late when its share passes the move limit and the grace."""
    for seconds, is_late in [(1.04, False), (1.06, True)]:
        clock = ProcessClock(CONTROL)
        clock.ask([(1, PLENTY)], now=0.0, lag=0.0)
        (charge,) = clock.answer([1], now=seconds, lag=0.0)
        assert charge.is_late is is_late
        assert charge.seconds == pytest.approx(seconds)  # the grace is charged too


def test_holding_one_back_is_late_by_busy_time() -> None:
    """A question held back while others are answered in short laps runs out of busy time."""
    clock = ProcessClock(CONTROL)
    clock.ask([(1, PLENTY), (2, PLENTY)], now=0.0, lag=0.0)
    now = 0.0
    for number in range(2, 8):
        now += 0.4
        (charge,) = clock.answer([number], now=now, lag=0.0)
        assert not charge.is_late
        clock.ask([(number + 1, PLENTY)], now=now, lag=0.0)
    (held,) = clock.answer([1], now=now, lag=0.0)
    assert held.is_late  # 2.4 s after it was sent with two open: 2 x 1 s and the grace


def test_serving_in_order_of_arrival_is_always_safe() -> None:
    """Who takes the whole limit for each question, oldest first, is never late."""
    clock = ProcessClock(CONTROL)
    now, queue, number = 0.0, [0, 1, 2, 3, 4], 5
    clock.ask([(n, PLENTY) for n in queue], now=now, lag=0.0)
    for _ in range(200):
        now += 1.0
        (charge,) = clock.answer([queue.pop(0)], now=now, lag=0.0)
        assert not charge.is_late
        clock.ask([(number, PLENTY)], now=now, lag=0.0)
        queue.append(number)
        number += 1
        assert clock.expire(now, lag=0.0) == []


def test_the_bank_limits_a_move() -> None:
    """With less in the bank than a move may take, the bank is the limit, and the grace stays."""
    for seconds, is_late in [(0.34, False), (0.36, True)]:
        clock = ProcessClock(CONTROL)
        clock.ask([(1, 0.3)], now=0.0, lag=0.0)
        (charge,) = clock.answer([1], now=seconds, lag=0.0)
        assert charge.is_late is is_late


def test_an_empty_bank_leaves_the_grace() -> None:
    """Who has overdrawn his bank still has the grace for each move."""
    clock = ProcessClock(CONTROL)
    clock.ask([(1, -5.0)], now=0.0, lag=0.0)
    (charge,) = clock.answer([1], now=0.04, lag=0.0)
    assert not charge.is_late


def test_the_bank_grows_with_each_deal() -> None:
    """10s+4s is 14 s in the first deal, and what is charged is gone."""
    bank = Bank(CONTROL)
    assert bank.left(deal=1) == pytest.approx(14.0)
    bank.charge(13.5)
    assert bank.left(deal=1) == pytest.approx(0.5)
    assert bank.left(deal=3) == pytest.approx(8.5)


def test_lag_is_added_to_the_allowance_and_not_charged() -> None:
    """The referee's own delay within the lap is not the bot's fault; earlier delay is nothing."""
    for lag, is_late in [(0.0, True), (0.3, False)]:
        clock = ProcessClock(CONTROL)
        clock.ask([(1, PLENTY)], now=0.0, lag=5.0)
        (charge,) = clock.answer([1], now=1.3, lag=5.0 + lag)
        assert charge.is_late is is_late
        assert charge.lag == pytest.approx(lag)
        assert charge.seconds == pytest.approx(1.3 - lag)


def test_answers_share_the_lag_of_their_lap() -> None:
    """Whether they come or are given up, each is charged its share of the lap without the lag."""
    clock = ProcessClock(CONTROL)
    clock.ask([(1, PLENTY), (2, PLENTY)], now=0.0, lag=1.0)
    charges = clock.answer([1, 2], now=1.0, lag=1.4)
    assert [charge.seconds for charge in charges] == pytest.approx([0.3, 0.3])
    clock.ask([(3, PLENTY), (4, PLENTY)], now=5.0, lag=2.0)
    given_up = clock.expire(9.0, lag=2.4)
    assert [charge.seconds for _, charge in given_up] == pytest.approx([1.8, 1.8])


def test_questions_expire_when_no_answer_can_be_in_time() -> None:
    """Nothing expires while one message with all answers would still be in time."""
    clock = ProcessClock(CONTROL)
    clock.ask([(1, PLENTY), (2, PLENTY)], now=0.0, lag=0.0)
    assert clock.expire(2.0, lag=0.0) == []
    assert [number for number, _ in clock.expire(2.11, lag=0.0)] == [1, 2]
    assert clock.expire(100.0, lag=0.0) == []


def test_the_hard_cap_ends_a_long_limit() -> None:
    """However long the move limit is, a decision ends at the hard cap."""
    clock = ProcessClock(TimeControl(move_limit_ms=3_600_000, bank_ms=36_000_000))
    clock.ask([(1, 36_000.0)], now=0.0, lag=0.0)
    assert clock.expire(599.0, lag=0.0) == []
    assert [number for number, _ in clock.expire(601.0, lag=0.0)] == [1]


def test_without_a_clock_nothing_is_late() -> None:
    """--no-clock: an hour of thinking is no fault."""
    clock = ProcessClock(TimeControl(no_clock=True))
    clock.ask([(1, 0.0)], now=0.0, lag=0.0)
    assert clock.expire(3600.0, lag=0.0) == []
    (charge,) = clock.answer([1], now=3600.0, lag=0.0)
    assert not charge.is_late


async def thinks_long_once(questions: Sequence[pb.Question], say: Say) -> None:
    """Takes 0.9 s for each message."""
    await trio.sleep(0.9)
    await at_once(questions, say)


def test_the_record_keeps_what_was_charged() -> None:
    """A bot that takes 0.9 s for its first three messages is charged just that."""
    outcome = play_virtually(thinks_long_once, CONTROL, stop_after=3)
    (record,) = outcome.records
    charged = [us for deal in record.timing.charged_us for us in deal if us]
    assert charged == pytest.approx([900_000] * 3, abs=2)
    assert outcome.faults == []


def test_two_games_at_once_share_a_lap() -> None:
    """Two questions of two games, answered together after 0.9 s, are charged 0.45 s each."""
    outcome = play_virtually(thinks_long_once, CONTROL, games=2, stop_after=1)
    charged = [
        us for record in outcome.records for deal in record.timing.charged_us for us in deal if us
    ]
    assert sum(charged) == pytest.approx(900_000, abs=2)
    assert outcome.faults == []


async def overslept(questions: Sequence[pb.Question], say: Say) -> None:
    """Answers after its time."""
    await trio.sleep(1.5)
    await at_once(questions, say)


def test_an_answer_after_its_time_is_late_and_dropped() -> None:
    """The house move stands, the fault is `late` once the answer came, and it is counted."""
    (record,) = play_virtually(overslept, CONTROL, stop_after=1).records
    (fault,) = record.faults
    assert fault.reason is FaultReason.LATE
    assert record.timing.dropped[record.seating.index("north")] == 1
    assert record.forfeits == ()


async def never(questions: Sequence[pb.Question], say: Say) -> None:
    """Says nothing."""


def test_no_answer_is_a_fault_and_three_forfeit() -> None:
    """A silent bot is at fault three times, and the house plays its seat to the end."""
    (record,) = play_virtually(never, CONTROL).records
    north = record.seating.index("north")
    assert [fault.reason for fault in record.faults] == [FaultReason.NO_ANSWER] * 3
    assert [forfeit.seat for forfeit in record.forfeits] == [north]
    assert record.score[north] == min(record.points)
    assert record.places[north] == 4


def test_the_bank_runs_dry() -> None:
    """A bot in time for each move is at fault when the bank of the game is used up."""
    control = TimeControl(bank_ms=2_000, bank_increment_ms=100)
    (record,) = play_virtually(thinks_long_once, control).records
    # 2.1 s in the first deal: two moves of 0.9 s leave 0.3 s for the third.
    first = record.faults[0]
    before = [us for us in record.timing.charged_us[0][: first.decision - 1] if us]
    assert first.deal == 1
    assert before == pytest.approx([900_000] * 2, abs=2)
    # With an empty bank the next two moves have the grace alone, and the seat is forfeited.
    assert [fault.reason for fault in record.faults] == [FaultReason.NO_ANSWER] * 3


def test_a_delay_of_the_referee_is_no_fault_of_the_bot() -> None:
    """The clock leaps 0.6 s while the bot thinks 0.9 s: not late, and the record shows the lag."""

    async def leap(clock: MockClock) -> None:
        await trio.sleep(0.5)
        clock.jump(0.6)

    outcome = play_virtually(thinks_long_once, CONTROL, stop_after=1, jumps=leap)
    (record,) = outcome.records
    assert outcome.faults == []
    assert max(us for deal in record.timing.lag_us for us in deal) >= 580_000


def test_a_time_fault_under_lag_is_marked_suspect() -> None:
    """A bot that oversleeps while the referee was slow is at fault, and the fault is marked."""

    async def leap(clock: MockClock) -> None:
        await trio.sleep(0.5)
        clock.jump(0.2)

    (record,) = play_virtually(overslept, CONTROL, stop_after=1, jumps=leap).records
    (fault,) = record.faults
    assert [(one.deal, one.decision) for one in record.timing.suspect] == [
        (fault.deal, fault.decision)
    ]
