"""Time used: medians and the like against all times sorted, shares of the bank by hand."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_games import at_random, plan_for, played
from msgspec.structs import replace

from referee.limitchecks import seats_asked
from referee.record import GameRecord, Timing, record_of
from referee.ruleset import load_ruleset
from referee.timecontrol import TimeControl
from referee.timeused import TimesUsed, bank_share, quantile, rounded_us

RULES = ("classic", "kitty", "two-handed", "bidding", "payback-8")


def timed(rules: str, seed: int = 1, *, cut: int = 0) -> GameRecord:
    """A game with times, of which the last ones of each deal may be missing."""
    ruleset, chance = load_ruleset(rules), random.Random(seed)
    plan = plan_for(ruleset)
    record = record_of(played(ruleset, plan, at_random(seed)), plan)
    charged = []
    for one in record.deals:
        count = sum(1 for _ in seats_asked(one, ruleset.seats)) - cut
        charged.append(
            tuple(
                None if chance.random() < 0.1 else round(chance.lognormvariate(7, 2))
                for _ in range(count)
            )
        )
    return replace(record, timing=Timing(charged_us=tuple(charged)))


def times_of(record: GameRecord, bot: str) -> list[int]:
    """The slow and plain way."""
    seat = record.seating.index(bot)
    return [
        charged
        for one, charges in zip(record.deals, record.timing.charged_us, strict=True)
        for asked, charged in zip(seats_asked(one, len(record.seating)), charges, strict=False)
        if asked == seat and charged is not None
    ]


def at_rank(times: Sequence[int], percent: int) -> int:
    """The least time that so many of a hundred do not pass."""
    return sorted(times)[-(-len(times) * percent // 100) - 1]


@pytest.mark.parametrize("cut", [0, 3])
@pytest.mark.parametrize("rules", RULES)
def test_times_belong_to_the_seats_that_were_asked(rules: str, cut: int) -> None:
    """With calls, kitties and seats that sit out, whole or with times missing at the end."""
    record = timed(rules, cut=cut)
    used = TimesUsed(record.seating)
    used.add(record)
    for bot in record.seating:
        times, row = times_of(record, bot), used.row(bot, TimeControl())
        assert row.decisions == len(times)
        assert row.max_ms == max(times) / 1000
        assert row.median_ms == pytest.approx(at_rank(times, 50) / 1000, rel=0.005)
        assert row.p99_ms == pytest.approx(at_rank(times, 99) / 1000, rel=0.005)
        bank_us = (10_000 + 4_000 * len(record.deals)) * 1000
        assert row.bank_share == pytest.approx(sum(times) / bank_us)


def test_many_games_are_counted_in_batches() -> None:
    """More times than are held at once come out as if all had been."""
    records = [timed("classic", seed) for seed in range(8)]
    used = TimesUsed(records[0].seating)
    for _ in range(150):
        for record in records:
            used.add(record)
    bot = records[0].seating[0]
    times = [time for record in records for time in times_of(record, bot)]
    row = used.row(bot, TimeControl())
    assert row.decisions == 150 * len(times) > 100_000
    assert row.median_ms == pytest.approx(at_rank(times, 50) / 1000, rel=0.005)
    assert row.p99_ms == pytest.approx(at_rank(times, 99) / 1000, rel=0.005)
    assert row.max_ms == max(times) / 1000


@given(st.integers(min_value=0, max_value=10**11))
def test_times_are_rounded_to_three_digits(time: int) -> None:
    """So none is more than half a percent off, and below a millisecond none at all."""
    rounded = rounded_us(time)
    assert abs(rounded - time) <= (0 if time < 1000 else time * 0.005)
    assert len(str(rounded).rstrip("0")) <= 3


@given(st.lists(st.integers(0, 50), min_size=1), st.integers(1, 100))
def test_quantiles_are_those_of_the_sorted_values(values: list[int], percent: int) -> None:
    """By nearest rank: a value that was there."""
    rank = -(-len(values) * percent // 100)
    counts = [(value, values.count(value)) for value in sorted(set(values))]
    assert quantile(counts, rank) == sorted(values)[rank - 1]


def test_a_game_without_times_is_no_game_of_no_time() -> None:
    """Timing may be missing: nothing is then zero, and shares are of the other games."""
    record = timed("classic")
    used = TimesUsed(record.seating)
    used.add(replace(record, timing=Timing()))
    bot = record.seating[0]
    row = used.row(bot, TimeControl())
    assert (row.decisions, row.median_ms, row.max_ms, row.bank_share) == (0, None, None, None)
    used.add(record)
    assert used.row(bot, TimeControl()).bank_share == pytest.approx(
        sum(times_of(record, bot)) / 66_000_000
    )


def test_shares_of_the_bank_by_hand() -> None:
    """The bank of a game is its start and the increment of each deal; the mean is over games."""
    control = TimeControl(bank_ms=1000, bank_increment_ms=500)
    assert bank_share({2: (1, 500_000), 4: (3, 900_000)}, control) == pytest.approx(
        (0.25 + 3 * 0.1) / 4
    )
    assert bank_share({2: (1, 5)}, TimeControl(no_clock=True)) is None
    assert bank_share({2: (1, 5)}, TimeControl(bank_ms=0, bank_increment_ms=0)) is None
    assert bank_share({}, control) is None
