"""Balanced tables, gauntlets, ladders and seatings: who meets whom, how often, and where."""

from collections import Counter
from collections.abc import Sequence
from math import comb

import pytest

from referee.errors import UserError
from referee.plan import Kind, Schedule, Seatings
from referee.schedule import Balanced, Gauntlet, Ladder, RoundRobin, make_schedule
from referee.tables import BalancedGroups, balanced_unit, meetings_of

MOST_APART = 2
"""How far the meetings of the pairs of a balanced schedule may lie apart."""


def names(count: int) -> tuple[str, ...]:
    return tuple(f"bot{number:02}" for number in range(count))


def every_kind(bots: int, seatings: Seatings = Seatings.ROTATIONS) -> list[Schedule]:
    """One schedule of each kind for so many bots at tables of four."""
    ladder = make_schedule(Kind.LADDER, names(bots), 4, 3, rounds=3, seatings=seatings)
    return [
        make_schedule(Kind.ROUND_ROBIN, names(bots), 4, 2, seatings=seatings),
        make_schedule(Kind.BALANCED, names(bots), 4, 4, seatings=seatings),
        make_schedule(
            Kind.GAUNTLET, names(bots), 4, 2, challengers=names(bots)[:2], seatings=seatings
        ),
        played(ladder),
    ]


def played(schedule: Schedule) -> Schedule:
    """A ladder that knows all results: the bot with the higher number always wins."""
    for index in range(schedule.total):
        seating = schedule[index].seating
        schedule.note(index, [int(bot.removeprefix("bot")) for bot in seating])
    return schedule


def sittings_of(schedule: Schedule) -> Counter[tuple[str, int]]:
    """How often each bot sits in each seat."""
    return Counter((bot, seat) for plan in schedule for seat, bot in enumerate(plan.seating))


@pytest.mark.parametrize("bots", range(4, 31))
def test_balanced_tables_are_balanced(bots: int) -> None:
    """All play equally often, in every seat as often as in any, and pairs meet about as often."""
    for times in (1, 2, 4):
        tables = balanced_unit(bots, 4) * times
        groups = BalancedGroups(names(bots), 4, tables)
        schedule = Balanced(names(bots), 4, 1, groups)
        sittings = Counter(
            (bot, seat) for plan in schedule for seat, bot in enumerate(plan.seating)
        )
        assert len(sittings) == bots * 4
        assert set(sittings.values()) == {tables * 4 // bots}
        least, most = groups.meetings()
        assert most - least <= MOST_APART
        met = meetings_of([groups.group(table) for table in range(tables)], names(bots))
        assert sum(met.values()) == tables * comb(4, 2)


@pytest.mark.parametrize("bots", range(4, 31))
def test_one_seating_a_board_gives_every_seat_as_often(bots: int) -> None:
    """With a game a board the seats come round: over four boards each bot has each seat."""
    groups = BalancedGroups(names(bots), 4, balanced_unit(bots, 4))
    schedule = Balanced(names(bots), 4, 4, groups, seatings=Seatings.ONE)
    sittings = sittings_of(schedule)
    assert len(set(sittings.values())) == 1
    assert len({plan.board for plan in schedule}) == schedule.total


def test_whole_round_robins_come_first_in_a_long_balanced_schedule() -> None:
    """Twice as many tables as there are groups are every group, twice: all pairs meet alike."""
    groups = BalancedGroups(names(6), 4, 2 * comb(6, 4))
    assert groups.meetings() == (12, 12)
    assert Counter(groups.group(table) for table in range(groups.count)).most_common()[-1][1] == 2


@pytest.mark.parametrize(("bots", "tables"), [(7, 28), (8, 28), (13, 52), (16, 40), (13, 1300)])
def test_pairs_meet_alike_where_that_is_found(bots: int, tables: int) -> None:
    """The fewest tables at which all pairs meet alike come as often as they fit in."""
    least, most = BalancedGroups(names(bots), 4, tables).meetings()
    assert least == most == tables * comb(4, 2) // comb(bots, 2)


def test_a_number_of_tables_that_leaves_bots_behind_is_refused() -> None:
    """The line says which number would do."""
    with pytest.raises(UserError, match=r"--tables 14: 5 bots .* nearest number is 15"):
        BalancedGroups(names(5), 4, 14)
    with pytest.raises(UserError, match=r"nearest number is 5"):
        BalancedGroups(names(5), 4, 1)


@pytest.mark.parametrize("seatings", list(Seatings))
@pytest.mark.parametrize("bots", [4, 5, 8])
def test_every_schedule_finds_its_games_and_repeats_no_board_in_a_life(
    bots: int, seatings: Seatings
) -> None:
    """An id leads to its place, order is life, table, board, and no life meets a board twice."""
    schedules = every_kind(bots, seatings) if bots > 4 else every_kind(5, seatings)
    for schedule in schedules:
        plans = list(schedule)
        assert [schedule.index_of(plan.game_id) for plan in plans] == list(range(len(plans)))
        assert plans == sorted(plans, key=lambda plan: (plan.life, plan.table, plan.board))
        assert len(plans) == schedule.expected().games
        assert {plan.life for plan in plans} == set(range(schedule.lives))
        for life in range(schedule.lives):
            games = [schedule[index] for index in schedule.games_of_life(life)]
            assert {plan.life for plan in games} == {life}
            seen = Counter((plan.board, bot) for plan in games for bot in plan.seating)
            assert set(seen.values()) == {1}
        assert schedule.index_of(f"t{schedule.tables + 1}-b1-r0") is None


def test_neighbors_change_from_board_to_board() -> None:
    """Over six boards of a table of four every bot has every other behind it equally often."""
    schedule = RoundRobin(names(4), 4, 6)
    behind = Counter(
        (plan.seating[seat], plan.seating[(seat + 1) % 4]) for plan in schedule for seat in range(4)
    )
    assert len(behind) == 12
    assert set(behind.values()) == {8}


def test_all_seatings_are_all_orders() -> None:
    """A board is played in each of the 24 orders of its bots, once."""
    schedule = RoundRobin(names(4), 4, 2, seatings=Seatings.ALL)
    orders = Counter((plan.board, plan.seating) for plan in schedule)
    assert len(orders) == 48
    assert schedule.lives == 24
    with pytest.raises(UserError, match="--seatings all: 5 seats have 120 orders"):
        RoundRobin(names(5), 5, 2, seatings=Seatings.ALL)


def test_challengers_meet_the_same_field_on_the_same_boards() -> None:
    """Seat by seat and board by board only the challenger is another."""
    schedule = Gauntlet(names(6), 4, 2, ("bot04", "bot01"))
    assert schedule.field == ("bot00", "bot02", "bot03", "bot05")
    half = schedule.total // 2
    for index in range(half):
        first, second = schedule[index], schedule[half + index]
        assert (first.board, first.rotation) == (second.board, second.rotation)
        swapped = tuple("bot01" if bot == "bot04" else bot for bot in first.seating)
        assert second.seating == swapped
    # Each challenger lives 4 lives, and each of the field 8.
    assert schedule.expected().process_starts == 2 * 4 + 4 * 8


@pytest.mark.parametrize(
    ("challengers", "message"),
    [
        ((), "--schedule gauntlet needs --challenger NAME"),
        (("bot00", "bot00"), "--challenger: one bot stands twice"),
        (("nobody",), "--challenger nobody: no bot has this name"),
        (("bot00", "bot01"), "a field of 2 is too small"),
    ],
)
def test_a_gauntlet_that_cannot_be_is_refused(challengers: Sequence[str], message: str) -> None:
    """Each gets one line."""
    with pytest.raises(UserError, match=message):
        Gauntlet(names(4), 4, 2, tuple(challengers))


def test_neighbors_in_the_standings_meet_in_a_ladder() -> None:
    """The first round goes by the order of the bots, the next by who won."""
    schedule = played(Ladder(names(8), 4, 1, 2))
    assert schedule.group(0) == names(8)[:4]
    # Scores are the bots' numbers: the best four of the first round sit down together.
    assert schedule.group(2) == ("bot07", "bot06", "bot05", "bot04")
    assert schedule.group(3) == ("bot03", "bot02", "bot01", "bot00")


def test_who_has_played_most_sits_a_round_out() -> None:
    """With nine bots at two tables one sits out, another one each round."""
    schedule = played(Ladder(names(9), 4, 1, 9))
    out = [
        set(names(9)) - {*schedule.group(2 * turn), *schedule.group(2 * turn + 1)}
        for turn in range(9)
    ]
    assert sorted(bot for one in out for bot in one) == list(names(9))


def test_a_round_cannot_be_planned_before_the_one_before_is_over() -> None:
    """Which game is missing is said, by a name that is known all the same."""
    schedule = Ladder(names(4), 4, 1, 2)
    schedule.note(0, (1, 2, 3, 4))
    with pytest.raises(UserError, match=r"round 2 .* game t1-b1-r1 before it is missing"):
        schedule.group(1)
    assert schedule.game_id(5) == "t2-b2-r1"


def test_a_million_games_cost_nothing_to_plan() -> None:
    """The first games of a long balanced schedule need no more tables than their own."""
    groups = BalancedGroups(names(30), 4, 15 * 1000)
    schedule = Balanced(names(30), 4, 17, groups)
    assert schedule.total == 1_020_000
    assert [schedule[index].board for index in range(1000)] == list(range(1, 1001))
    assert len(groups._rest) == -(-1000 // 17)
