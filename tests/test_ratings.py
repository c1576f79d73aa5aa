"""Ratings: pinned numbers, the order of known skill, ties, forfeits, and any order of records."""

import random
from collections.abc import Sequence

import pytest
from made_results import result

from referee.faults import FaultReason
from referee.rating import MOST_STEPS, RatedGames, Rating
from referee.record import GameRecord
from referee.standings import Standings, standings


def played(seats: int, games: int, *, seed: int = 5) -> list[GameRecord]:
    """Games of bots whose mean score is 6 more from letter to letter, with luck of 15."""
    chance = random.Random(seed)
    names = "abcdefg"[: seats + 1]
    records = []
    for board in range(games):
        table = chance.sample(names, seats)
        scores = {name: round(6 * names.index(name) + chance.gauss(0, 15)) for name in table}
        records.append(result(board, scores))
    return records


def rating(found: Standings, bot: str) -> Rating:
    """The rating of a bot that has one."""
    (row,) = [row for row in found.rows if row.bot == bot]
    assert row.rating is not None
    return row.rating


def test_ratings_are_pinned_to_their_digits() -> None:
    """Another version of the library that gave other numbers would break finished tournaments."""
    found = standings(played(4, 200), "abcde")
    rounded = {
        row.bot: (round(row.rating.mu, 2), round(row.rating.sigma, 2))
        for row in found.rows
        if row.rating
    }
    assert rounded == {
        "e": (35.14, 2.47),
        "d": (30.68, 2.39),
        "c": (22.21, 2.24),
        "b": (20.75, 2.36),
        "a": (17.1, 2.42),
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ratings_stand_in_the_order_of_skill(seats: int) -> None:
    """At tables of any size; each is far surer than at the start, and about 25 in the mean."""
    names = "abcdefg"[: seats + 1]
    found = standings(played(seats, 600), names)
    ratings = [rating(found, name) for name in names]
    assert [one.mu for one in ratings] == sorted(one.mu for one in ratings)
    assert all(one.sigma < 25 / 3 / 4 for one in ratings)
    assert sum(one.mu for one in ratings) / len(names) == pytest.approx(25, abs=1.5)


def test_who_always_ties_stays_where_he_began() -> None:
    """Equal scores are ties: nobody gains, and all know each other better."""
    records = [result(board, dict.fromkeys("abcd", 7)) for board in range(50)]
    found = standings(records, "abcd")
    for bot in "abcd":
        assert rating(found, bot).mu == pytest.approx(25)
        assert rating(found, bot).sigma < 25 / 3


def test_a_shared_first_place_is_worth_less_than_one_alone() -> None:
    """And both who share it gain as much, at the cost of who lost."""
    tied = standings([result(1, {"a": 9, "b": 9, "d": 0})], "abd")
    won = standings([result(1, {"a": 9, "b": 5, "d": 0})], "abd")
    assert rating(tied, "a") == rating(tied, "b")
    assert rating(tied, "d").mu < 25 < rating(tied, "b").mu < rating(won, "a").mu


def test_games_with_a_forfeit_are_not_rated() -> None:
    """They change no rating, and who has no other game has none."""
    records = played(4, 40)
    fault = ("z", FaultReason.LATE)
    spoiled = result(99, {"a": 90, "b": 0, "c": 0, "z": -90}, forfeited="z", faults=[fault])
    found, without = standings([*records, spoiled], "abcdez"), standings(records, "abcdez")
    assert found.rating_steps == without.rating_steps
    assert rating(found, "a") == rating(without, "a")
    assert [row.rating for row in found.rows if row.bot == "z"] == [None]


def test_ratings_do_not_depend_on_the_order_of_the_records() -> None:
    """Games are rated in schedule order (life, table, board), whichever ended first."""
    records = [
        result(
            board, {name: chance.randrange(90) for name in chance.sample("abcde", 4)}, rotation=r
        )
        for chance in [random.Random(8)]
        for board in range(30)
        for r in range(4)
    ]
    shuffled = random.Random(1).sample(records, len(records))
    assert standings(shuffled, "abcde").rating_steps == standings(records, "abcde").rating_steps


@pytest.mark.parametrize(
    ("games", "numbers"),
    [
        (0, []),
        (1, [1]),
        (59, list(range(1, 60))),
        (120, list(range(2, 121, 2))),
        (90, [n * 90 // 60 for n in range(1, 61)]),
    ],
)
def test_steps_are_evenly_spaced_up_to_the_last_game(games: int, numbers: Sequence[int]) -> None:
    """At most 60, however many games there are."""
    rated = RatedGames()
    for record in played(4, games):
        rated.add(record)
    assert [step.games for step in rated.steps()] == numbers
    assert len(numbers) <= MOST_STEPS


def test_the_last_step_is_what_the_rows_say() -> None:
    """The chart ends where the table stands."""
    found = standings(played(5, 150), "abcdef")
    assert found.rating_steps[-1].ratings == {row.bot: row.rating for row in found.rows}
    assert found.rating_steps[0].games == 2
    assert len(found.rating_steps[0].ratings) in (5, 6)
