"""Points by contract: worked by hand, and intervals that cover a known truth."""

import random

import pytest
from made_results import deal, result

from referee.estimate import Estimate
from referee.record import GameRecord
from referee.standings import ContractRow, standings


def rows(
    records: list[GameRecord], bots: str, *contracts: str
) -> dict[tuple[str, str], ContractRow]:
    """The lines by bot and contract."""
    found = standings(records, bots, contracts=contracts)
    return {(one.bot, one.contract): one for one in found.contracts}


def test_points_by_contract_by_hand() -> None:
    """Two boards: deals are counted, means clustered by board, and held against the others."""
    score = dict.fromkeys("abc", 0)
    records = [
        result(1, score, deals=[deal("-king", [-4, 0, 0]), deal("trump", [3, 2, 1])]),
        result(2, score, deals=[deal("-king", [0, -4, 0]), deal("-king", [0, -2, -2])]),
    ]
    found = rows(records, "abc", "trump", "-king", "-last")
    # a: -4 on board 1, 0 and 0 on board 2; u = -8/3 and 8/3; variance 2 x 2 x (8/3)^2 / 9.
    king = found["a", "-king"]
    assert king.deals == 3
    assert king.above == pytest.approx(-4 / 3 - (-4 - 2 - 2) / 6)
    assert king.estimate is not None
    assert king.estimate.mean == pytest.approx(-4 / 3)
    assert king.estimate.half_width == pytest.approx(12.7062 * 2 * (8 / 3) / 3)
    assert found["b", "-king"].above == pytest.approx(-2 - (-4 - 2) / 6)
    assert found["a", "trump"] == ContractRow("a", "trump", 1, Estimate(3.0, None, 1, 1), 1.5)
    assert found["c", "-last"] == ContractRow("c", "-last", 0, None, None)


def test_contracts_stand_in_the_order_of_the_rule_set() -> None:
    """For every bot in the order of the table, all of them, played or not."""
    records = [result(1, {"a": 0, "b": 9}, deals=[deal("-last", [0, 1]), deal("+last", [1, 0])])]
    found = standings(records, "ab", contracts=["trump", "-last", "+last"])
    order = [(one.bot, one.contract) for one in found.contracts]
    assert order == [(bot, name) for bot in "ba" for name in ("trump", "-last", "+last")]


def test_who_sits_out_does_not_play_the_deal() -> None:
    """It is none of its deals, and it is none of the others at the table."""
    score = dict.fromkeys("abcd", 0)
    records = [
        result(1, score, deals=[deal("-king", [0, 6, 0, 0], 0), deal("-king", [3, 0, 3, 0], 1)])
    ]
    found = rows(records, "abcd")
    assert {bot: found[bot, "-king"].deals for bot in "abcd"} == {"a": 1, "b": 1, "c": 2, "d": 2}
    assert found["a", "-king"].above == pytest.approx(3 - 1.5)
    assert found["b", "-king"].above == pytest.approx(6)
    assert found["c", "-king"].above == pytest.approx(1.5 - (6 / 2 + 3 / 2) / 2)


def test_games_with_a_forfeit_are_left_out() -> None:
    """The house played in them, so they tell nothing about a contract."""
    score = dict.fromkeys("ab", 0)
    records = [
        result(1, score, deals=[deal("-king", [-4, 0])]),
        result(1, score, deals=[deal("-king", [0, -4])], rotation=1, forfeited="b"),
    ]
    found = rows(records, "ab")
    assert (found["a", "-king"].deals, found["b", "-king"].deals) == (1, 1)
    assert found["a", "-king"].above == pytest.approx(-4)


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_differences_to_the_others_add_up_to_nothing(seats: int) -> None:
    """Where all play the same deals, at tables of any size."""
    chance = random.Random(seats)
    bots = "abcdef"[:seats]
    records = [
        result(
            board,
            dict(zip(chance.sample(bots, seats), range(seats), strict=True)),
            deals=[deal("-king", [chance.randrange(-9, 9) for _ in bots]) for _ in range(3)],
        )
        for board in range(20)
    ]
    found = rows(records, bots)
    assert {one.deals for one in found.values()} == {60}
    assert sum(one.above or 0 for one in found.values()) == pytest.approx(0)


def test_intervals_of_contracts_cover_the_truth_as_often_as_they_say() -> None:
    """400 tournaments of three bots on ten boards in all rotations: 95 %, give or take 2.

    A contract comes up as chance will, so boards have unequal numbers of its deals.
    """
    chance = random.Random(11)
    truth = {"a": -6.0, "b": -3.0, "c": 0.0}
    covered = rounds = 0
    above = dict.fromkeys(truth, 0.0)
    for _ in range(400):
        records = []
        for board in range(10):
            luck = [[chance.gauss(0, 4) for _ in truth] for _ in range(4)]
            for rotation in range(3):
                names = "abc"[rotation:] + "abc"[:rotation]
                deals = [
                    deal(
                        chance.choice(["-king", "trump"]),
                        [
                            round(truth[name] + seat_luck + chance.gauss(0, 3))
                            for name, seat_luck in zip(names, one, strict=True)
                        ],
                    )
                    for one in luck
                ]
                score = dict.fromkeys(names, 0)
                records.append(result(board, score, deals=deals, rotation=rotation))
        found = rows(records, "abc")
        for bot, mean in truth.items():
            estimate = found[bot, "-king"].estimate
            assert estimate is not None
            assert estimate.half_width is not None
            covered += abs(estimate.mean - mean) <= estimate.half_width
            rounds += 1
            above[bot] += (found[bot, "-king"].above or 0) / 400
    assert covered / rounds == pytest.approx(0.95, abs=0.02)
    assert above == pytest.approx({"a": -4.5, "b": 0.0, "c": 4.5}, abs=0.3)
