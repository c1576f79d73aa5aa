"""Standings: small examples worked by hand, and intervals on made-up data with known truth."""

import random
from collections.abc import Sequence
from math import atan, cos, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_results import result

from referee.errors import UserError
from referee.estimate import Clusters, Estimate, estimate, t_quantile
from referee.faults import FaultReason
from referee.standings import Difference, standings


def sums(values: Sequence[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Values with their clusters, summed."""
    clusters = Clusters()
    for cluster, value in values:
        clusters.add(cluster, value)
    return clusters.sums


# Worked by hand.


def test_interval_of_unequal_clusters_by_hand() -> None:
    """1 and 3 on one board, 5 on another: mean 3, variance 2/1 x (4 + 4)/9, t(1) = 12.7062."""
    found = estimate(sums([(1, 1), (1, 3), (2, 5)]))
    assert found is not None
    assert (found.mean, found.values, found.clusters) == (3.0, 3, 2)
    assert found.half_width == pytest.approx(12.7062 * 4 / 3)
    assert not found.is_sure


def test_interval_of_equal_clusters_is_that_of_their_means() -> None:
    """Four boards with means 1 to 4: the plain interval of four values, t(3) = 3.1824."""
    found = estimate(sums([(b, b + off) for b in (1, 2, 3, 4) for off in (-7, 7)]))
    assert found is not None
    assert found.mean == 2.5
    assert found.half_width == pytest.approx(3.1824 * sqrt(5 / 3) / 2)


def test_one_cluster_gives_no_interval() -> None:
    """Four rotations of one board say nothing about other boards."""
    assert estimate(sums([(1, 4), (1, 6)])) == Estimate(5.0, None, 2, 1)
    assert not Estimate(5.0, None, 2, 1).is_sure


def test_no_values_give_no_estimate() -> None:
    """There is no mean of nothing."""
    assert estimate({}) is None


def test_equal_clusters_give_an_interval_of_width_zero() -> None:
    """What never varied is sure, unless it is 0."""
    found = estimate(sums([(1, 2), (2, 2), (3, 2)]))
    assert found == Estimate(2.0, 0.0, 3, 3)
    assert found.is_sure
    assert not Estimate(0.0, 0.0, 3, 3).is_sure


def test_standings_of_a_small_tournament_by_hand() -> None:
    """Three games on two boards: means, places, order and paired differences."""
    records = [
        result(1, {"a": 10, "b": 0, "c": -4, "d": -6}),
        result(1, {"b": 6, "c": 6, "d": -6, "a": -6}),
        result(2, {"a": 8, "b": 0, "c": 0, "d": -8}),
    ]
    found = standings(records, ["d", "c", "b", "a"])
    assert (found.games, found.boards, found.games_with_forfeit) == (3, 2, 0)
    rows = found.rows
    assert [(row.place, row.bot) for row in rows] == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    assert [row.score and row.score.mean for row in rows] == pytest.approx([4, 2, 2 / 3, -20 / 3])
    assert [row.mean_place for row in rows] == pytest.approx([5 / 3, 5 / 3, 2, 11 / 3])
    assert [row.games for row in rows] == [3, 3, 3, 3]
    # a - b: 10 and -12 on board 1, 8 on board 2: mean 2, u = -6 and 6, variance 2 x 72/9.
    first = found.differences[0]
    assert (first.bot, first.below) == ("a", "b")
    assert first.estimate is not None
    assert first.estimate.mean == pytest.approx(2)
    assert first.estimate.half_width == pytest.approx(12.7062 * 4)
    assert [(d.bot, d.below) for d in found.to_the_next] == [("a", "b"), ("b", "c"), ("c", "d")]
    assert "".join(d.bot + d.below for d in found.differences) == "abacadbcbdcd"


def test_equal_means_share_a_place() -> None:
    """Sevenths and thirds are compared exactly; tied bots stand in the given order."""
    records = [
        result(1, {"a": 1, "b": 0, "c": 5, "d": -6}),
        result(2, {"b": 1, "a": 0, "c": 5, "d": -6}),
        result(3, {"a": 0, "b": 0, "c": 5, "d": -5}),
    ]
    found = standings(records, ["b", "a", "d", "c"])
    assert [(row.place, row.bot) for row in found.rows] == [
        (1, "c"),
        (2, "b"),
        (2, "a"),
        (4, "d"),
    ]


def test_games_with_a_forfeit_stay_in_the_means_only() -> None:
    """They count for everybody's mean and are left out of every difference."""
    records = [
        result(1, {"a": 10, "b": 0, "c": 0, "d": -10}),
        result(2, {"a": 100, "b": -50, "c": 0, "d": -50}, forfeited=["b"]),
        result(3, {"a": 10, "b": 0, "c": 0, "d": -10}),
    ]
    found = standings(records, ["a", "b", "c", "d"])
    by_bot = {row.bot: row for row in found.rows}
    assert by_bot["a"].score is not None
    assert by_bot["a"].score.mean == 40
    assert {bot: row.forfeits for bot, row in by_bot.items()} == {"a": 0, "b": 1, "c": 0, "d": 0}
    assert found.games_with_forfeit == 1
    difference = found.differences[0]
    assert (difference.bot, difference.below) == ("a", "c")
    assert difference.estimate == Estimate(10.0, 0.0, 2, 2)


def test_shared_first_places_are_shared_out() -> None:
    """One of two who came first has half a first place, and all of them add up to one a game."""
    records = [
        result(1, {"a": 9, "b": 9, "c": 0, "d": 0}),
        result(2, {"a": 9, "b": 0, "c": 0, "d": 0}),
        result(3, {"a": 4, "b": 4, "c": 4, "d": 4}),
        result(4, {"a": 0, "b": 8, "c": 9, "d": 9}, forfeited=["d"]),
    ]
    found = standings(records, "abcde")
    firsts = {row.bot: row.first_share for row in found.rows}
    assert firsts == pytest.approx(
        {"a": 1.75 / 4, "b": 0.75 / 4, "c": 1.25 / 4, "d": 0.25 / 4, "e": None}
    )


def test_the_verdict_is_a_word() -> None:
    """An interval that holds 0, or that is not known, is a tie."""
    verdicts = [
        Difference("a", "b", one).verdict
        for one in (
            Estimate(3.0, 2.0, 8, 4),
            Estimate(3.0, 3.0, 8, 4),
            Estimate(3.0, None, 8, 1),
            None,
        )
    ]
    assert verdicts == ["sure", "tied", "tied", "never met"]


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_differences_at_tables_of_any_size_cover_the_truth(seats: int) -> None:
    """One bot more than seats, so pairs meet in some games only: 95 %, give or take 3."""
    chance = random.Random(seats)
    bots = "abcdefg"[: seats + 1]
    covered = rounds = 0
    for _ in range(120):
        records = []
        for board in range(14):
            table = chance.sample(bots, seats)
            luck = [chance.gauss(0, 15) for _ in table]
            for rotation in range(seats):
                names = table[rotation:] + table[:rotation]
                scores = {
                    name: round(10 * bots.index(name) + luck[seat] + chance.gauss(0, 15))
                    for seat, name in enumerate(names)
                }
                records.append(result(board, scores, rotation=rotation))
        for one in standings(records, bots).differences:
            if one.estimate is not None and one.estimate.half_width is not None:
                truth = 10.0 * (bots.index(one.bot) - bots.index(one.below))
                covered += _is_covered(one.estimate, truth)
                rounds += 1
    assert covered / rounds == pytest.approx(0.95, abs=0.03)


def test_faults_are_counted_by_bot_and_reason() -> None:
    """Reasons stand in their fixed order, without zeros."""
    records = [
        result(
            1,
            {"a": 0, "b": 0, "c": 0, "d": 0},
            faults=[("b", FaultReason.ILLEGAL), ("b", FaultReason.LATE), ("c", FaultReason.LATE)],
        ),
        result(2, {"d": 0, "c": 0, "b": 0, "a": 0}, faults=[("b", FaultReason.LATE)]),
    ]
    faults = {row.bot: row.faults for row in standings(records, "abcd").rows}
    assert faults["b"] == {FaultReason.LATE: 2, FaultReason.ILLEGAL: 1}
    assert list(faults["b"]) == [FaultReason.LATE, FaultReason.ILLEGAL]
    assert (faults["a"], faults["c"]) == ({}, {FaultReason.LATE: 1})


def test_bots_that_have_not_played_stand_last() -> None:
    """Before the end of a tournament some may have no game, and no two need have met."""
    records = [result(1, {"a": 1, "b": 2, "c": 3, "d": -6})]
    found = standings(records, ["e", "a", "b", "c", "d"])
    assert [row.bot for row in found.rows] == ["c", "b", "a", "d", "e"]
    last = found.rows[-1]
    assert (last.place, last.games, last.score, last.mean_place) == (5, 0, None, None)
    assert found.differences[-1].estimate is None
    nobody = standings([], ["a", "b"])
    assert [(row.place, row.bot) for row in nobody.rows] == [(1, "a"), (1, "b")]


def test_a_bot_that_is_not_in_the_tournament_is_refused() -> None:
    """The game and the bot are named."""
    with pytest.raises(UserError, match="t1-b1-r0: the bot x is not in this tournament"):
        standings([result(1, {"a": 1, "b": 2, "c": 3, "x": -6})], ["a", "b", "c", "d"])


@given(st.permutations(range(12)))
def test_the_order_of_the_records_does_not_matter(order: list[int]) -> None:
    """The standings are the same value to the last bit, whichever game ended first."""
    chance = random.Random(3)
    records = []
    for board in range(12):
        names = chance.sample("abcde", 4)
        scores = [chance.randrange(-90, 90) for _ in range(3)]
        records.append(result(board // 3, dict(zip(names, [*scores, -sum(scores)], strict=True))))
    assert standings([records[place] for place in order], "abcde") == standings(records, "abcde")


# Known truth.


def within(t: float, degrees: int) -> float:
    """How often Student's t lies between -t and t (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    angle = atan(t / sqrt(degrees))
    odd = degrees % 2
    term = total = cos(angle) if odd else 1.0
    for step in range(3 if odd else 2, degrees - 1 if odd else degrees, 2):
        term *= cos(angle) ** 2 * (step - 1) / step
        total += term
    if not odd:
        return sin(angle) * total
    return 2 / pi * (angle + (sin(angle) * total if degrees > 1 else 0))


@pytest.mark.parametrize("degrees", [*range(1, 61), 99, 100, 999, 1000])
def test_quantiles_of_students_t(degrees: int) -> None:
    """They are right to four decimals, by the distribution in closed form."""
    t = t_quantile(degrees)
    assert within(t - 6e-5, degrees) < 0.95 < within(t + 6e-5, degrees)


def _made_values(
    chance: random.Random, sizes: Sequence[int], truth: float
) -> list[tuple[int, int]]:
    """Whole scores around a truth, with luck that a board's games share."""
    values = []
    for board, size in enumerate(sizes):
        shared = chance.gauss(0, 12)
        values += [(board, round(truth + shared + chance.gauss(0, 9))) for _ in range(size)]
    return values


def _coverage(sizes: Sequence[int], rounds: int = 2000, truth: float = 3.0) -> float:
    chance = random.Random(2024)
    covered = 0
    for _ in range(rounds):
        covered += _is_covered(estimate(sums(_made_values(chance, sizes, truth))), truth)
    return covered / rounds


def _is_covered(found: Estimate | None, truth: float) -> bool:
    assert found is not None
    assert found.half_width is not None
    return abs(found.mean - truth) <= found.half_width


@pytest.mark.parametrize("boards", [3, 8, 40])
def test_intervals_cover_the_truth_as_often_as_they_say(boards: int) -> None:
    """Boards of four games each: 95 %, give or take three deviations of the simulation."""
    assert _coverage([4] * boards) == pytest.approx(0.95, abs=0.015)


def test_intervals_cover_the_truth_with_unequal_boards() -> None:
    """Boards of one to four games, as after a stop: 95 %, give or take two in a hundred."""
    assert _coverage([1, 2, 3, 4] * 6) == pytest.approx(0.95, abs=0.02)


def test_taking_games_for_independent_would_be_wrong() -> None:
    """The same data with each game as its own cluster: the interval is too narrow by far."""
    chance = random.Random(2024)
    covered = 0
    for _ in range(500):
        values = [value for _, value in _made_values(chance, [4] * 10, 3.0)]
        covered += _is_covered(estimate(sums(list(enumerate(values)))), 3.0)
    assert covered / 500 < 0.8


def test_means_and_differences_of_whole_tournaments_cover_the_truth() -> None:
    """Four bots of known skill on twelve boards in all rotations: 95 %, give or take 2."""
    chance = random.Random(7)
    skill = {"a": 45.0, "b": 15.0, "c": -15.0, "d": -45.0}
    of_means = of_differences = 0
    rounds = 400
    for _ in range(rounds):
        records = []
        for board in range(12):
            luck = [chance.gauss(0, 15) for _ in range(4)]
            for rotation in range(4):
                names = "abcd"[rotation:] + "abcd"[:rotation]
                scores = {
                    name: round(skill[name] + luck[seat] + chance.gauss(0, 15))
                    for seat, name in enumerate(names)
                }
                records.append(result(board, scores))
        found = standings(records, "abcd")
        assert [row.bot for row in found.rows] == ["a", "b", "c", "d"]
        of_means += sum(_is_covered(row.score, skill[row.bot]) for row in found.rows)
        of_differences += sum(_is_covered(one.estimate, 30) for one in found.to_the_next)
        assert all(one.estimate and one.estimate.is_sure for one in found.to_the_next)
    assert of_means / (4 * rounds) == pytest.approx(0.95, abs=0.02)
    assert of_differences / (3 * rounds) == pytest.approx(0.95, abs=0.02)
