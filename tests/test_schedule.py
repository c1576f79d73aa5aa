"""The round-robin: who meets whom, in which seats, in which life."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import UserError
from referee.schedule import GamePlan, RoundRobin

schedules = st.integers(2, 4).flatmap(
    lambda seats: st.builds(
        RoundRobin,
        bots=st.integers(seats, 7).map(lambda n: tuple(f"bot{i}" for i in range(n))),
        seats=st.just(seats),
        boards=st.integers(1, 5),
    )
)


def test_one_table_of_four_is_played_in_all_rotations() -> None:
    """Four bots and two boards make eight games, life by life."""
    schedule = RoundRobin(("a", "b", "c", "d"), seats=4, boards=2)
    assert [plan.game_id for plan in schedule] == [
        *("t1-b1-r0", "t1-b2-r0", "t1-b1-r1", "t1-b2-r1"),
        *("t1-b1-r2", "t1-b2-r2", "t1-b1-r3", "t1-b2-r3"),
    ]
    assert schedule[4] == GamePlan(
        index=4,
        game_id="t1-b1-r2",
        table=1,
        board=1,
        rotation=2,
        life=2,
        seating=("c", "d", "a", "b"),
    )


def test_board_numbers_run_through_all_tables() -> None:
    """Five bots make five tables, and no two of them share a board."""
    schedule = RoundRobin(("a", "b", "c", "d", "e"), seats=4, boards=3)
    first_life = [schedule[index] for index in schedule.games_of_life(0)]
    assert [plan.board for plan in first_life] == list(range(1, 16))
    assert [plan.table for plan in first_life] == [t for t in range(1, 6) for _ in range(3)]
    groups = combinations(schedule.bots, 4)
    assert [plan.seating for plan in first_life[::3]] == list(groups)


def test_dry_run_counts_games_boards_and_starts() -> None:
    """Six bots with eight boards a table: 15 tables, 120 boards, 480 games, 24 starts."""
    plan = RoundRobin(tuple("abcdef"), seats=4, boards=8).expected()
    assert (plan.tables, plan.boards, plan.games) == (15, 120, 480)
    assert (plan.lives, plan.process_starts) == (4, 24)


@given(schedules)
def test_every_bot_sits_in_every_seat_of_each_of_its_boards(schedule: RoundRobin) -> None:
    """A board is played once with each of its bots in each seat."""
    sittings = Counter(
        (plan.board, seat, bot) for plan in schedule for seat, bot in enumerate(plan.seating)
    )
    assert set(sittings.values()) == {1}
    assert len(sittings) == schedule.all_boards * schedule.seats**2


@given(schedules)
def test_no_board_occurs_twice_in_a_life(schedule: RoundRobin) -> None:
    """A process that serves one life never meets a board again."""
    for life in range(schedule.lives):
        plans = [schedule[index] for index in schedule.games_of_life(life)]
        assert {plan.life for plan in plans} == {life}
        assert len({plan.board for plan in plans}) == len(plans)


@given(schedules)
def test_games_stand_in_order_and_are_found_by_id(schedule: RoundRobin) -> None:
    """Schedule order is life, table, board, and an id leads back to its place."""
    plans = list(schedule)
    assert len(plans) == len(schedule)
    assert plans == sorted(plans, key=lambda plan: (plan.life, plan.table, plan.board))
    assert [schedule.index_of(plan.game_id) for plan in plans] == [plan.index for plan in plans]


def test_a_large_schedule_costs_nothing_to_plan() -> None:
    """Games far down a schedule of 46 million are found without listing it."""
    bots = tuple(f"bot{number:02}" for number in range(30))
    schedule = RoundRobin(bots, seats=4, boards=425)
    assert schedule.total == 27405 * 425 * 4 == 46_588_500
    last = schedule[schedule.total - 1]
    assert sorted(last.seating) == ["bot26", "bot27", "bot28", "bot29"]
    assert schedule.index_of(last.game_id) == last.index


@pytest.mark.parametrize(
    "game_id",
    ["t1-b0-r0", "t1-b4-r0", "t2-b1-r0", "t1-b1-r4", "t01-b1-r0", "t1-b1", "", "t1-b1-r0\n", "tx"],
)
def test_a_game_of_another_schedule_is_not_found(game_id: str) -> None:
    """An id that the schedule does not hold has no place in it."""
    assert RoundRobin(tuple("abcd"), seats=4, boards=3).index_of(game_id) is None


@pytest.mark.parametrize(
    ("bots", "boards", "message"),
    [
        (("a", "b", "c"), 8, "3 bots are too few: the rule set has 4 seats"),
        (("a", "b", "c", "a"), 8, "two bots have one name"),
        (("a", "b", "c", "d"), 0, "0 boards are too few"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused(
    bots: tuple[str, ...], boards: int, message: str
) -> None:
    """Too few bots, doubled names and no boards each get one clear line."""
    with pytest.raises(UserError, match=message):
        RoundRobin(bots, seats=4, boards=boards)


@pytest.mark.parametrize("index", [-1, 12])
def test_a_place_outside_of_the_schedule_is_an_index_error(index: int) -> None:
    """There is no game before the first or after the last."""
    with pytest.raises(IndexError):
        RoundRobin(tuple("abcd"), seats=4, boards=3)[index]
