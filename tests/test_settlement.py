"""The settlement at the end of a game, a report: who receives what from whom."""

from fractions import Fraction

import pytest

from referee.settle import settlement

TABLE = [
    # totals, what each seat receives
    ([30, 10, -15, -25], "120 -20 -45 -55"),
    ([0, 0, 0, 0], "0 0 0 0"),
    ([10, 10, -8, -12], "20 20 -18 -22"),
    ([10, 10, 10, -30], "40/3 40/3 40/3 -40"),
    ([1, 1, 0], "1/2 1/2 -1"),
    ([-5, 53], "-58 58"),
    ([4, 1, 1, 1, 1], "12 -3 -3 -3 -3"),
    ([-10, -20, -20, -40], "50 -10 -10 -30"),
]


@pytest.mark.parametrize(("totals", "receives"), TABLE)
def test_each_loser_pays_the_winner_the_difference(totals: list[int], receives: str) -> None:
    """Part 4: several winners share each payment equally, and nothing is won or lost by it."""
    paid = settlement(totals)
    assert paid == tuple(map(Fraction, receives.split()))
    assert sum(paid) == 0
