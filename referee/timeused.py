"""The time that bots used, from what the records measured."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from operator import itemgetter

import msgspec

from referee.limitchecks import seats_asked
from referee.record import GameRecord, RecordedDeal
from referee.timecontrol import TimeControl

_BATCH = 100_000
"""Times of a bot that are held before they are rounded and counted, which is faster at once."""

_Turn = Callable[[tuple[int | None, ...]], tuple[int | None, ...]]


class TimeRow(msgspec.Struct, frozen=True):
    """The time that one bot was charged, in milliseconds."""

    bot: str
    decisions: int
    """Those that it answered itself, with a time measured."""
    median_ms: float | None
    """Half of them took no longer; rounded to three digits; None without decisions."""
    p99_ms: float | None
    """99 of 100 took no longer; rounded to three digits; None without decisions."""
    max_ms: float | None
    """None without decisions."""
    bank_share: float | None
    """Mean over its timed games of the time charged by the bank given; None where none is given."""


class _Times:
    """The times of one bot in microseconds, as counts of rounded ones."""

    def __init__(self) -> None:
        self._batch = array("q")
        self._rounded: Counter[int] = Counter()
        self.most = 0
        self.spent: dict[int, tuple[int, int]] = {}
        """By the number of deals: games, and what they were charged in all."""

    def add(self, times: Sequence[int], deals: int) -> None:
        """Takes in the times of one game."""
        self._batch.extend(times)
        games, total = self.spent.get(deals, (0, 0))
        self.spent[deals] = games + 1, total + sum(times)
        if len(self._batch) > _BATCH:
            self._round()

    def _round(self) -> None:
        self.most = max(self.most, max(self._batch, default=0))
        for time, count in Counter(self._batch).items():
            self._rounded[rounded_us(time)] += count
        del self._batch[:]

    def counts(self) -> list[tuple[int, int]]:
        """Each rounded time with its number, the shortest first."""
        self._round()
        return sorted(self._rounded.items())


class TimesUsed:
    """What every bot was charged, in one pass over any number of games."""

    def __init__(self, bots: Iterable[str]) -> None:
        self._times = {bot: _Times() for bot in bots}

    def add(self, record: GameRecord) -> None:
        """Takes in what a game measured, which may be nothing."""
        seats = len(record.seating)
        charged: list[list[int | None]] = [[] for _ in range(seats)]
        for deal, charges in zip(record.deals, record.timing.charged_us, strict=False):
            _share_out(deal, charges, charged)
        for bot, own in zip(record.seating, charged, strict=True):
            times = [time for time in own if time is not None]
            if times:
                self._times[bot].add(times, len(record.deals))

    def row(self, bot: str, control: TimeControl | None) -> TimeRow:
        """What a bot used, and how much that is of what the control gave it."""
        times = self._times[bot]
        counts = times.counts()
        decisions = sum(count for _, count in counts)
        share = bank_share(times.spent, control)
        if not decisions:
            return TimeRow(bot, 0, None, None, None, share)
        median, p99 = (
            min(quantile(counts, -(-decisions * percent // 100)), times.most) / 1000
            for percent in (50, 99)
        )
        return TimeRow(bot, decisions, median, p99, times.most / 1000, share)


def _share_out(
    deal: RecordedDeal, charges: tuple[int | None, ...], charged: Sequence[list[int | None]]
) -> None:
    """Adds the times of a deal to the lists of the seats that were asked."""
    calls, turns = len(deal.calls), _turns(len(charged), deal.sits_out)
    size = len(turns)
    if len(charges) != calls + size * len(deal.tricks):
        # What is missing in the timing, or too much there, was never promised.
        for seat, one in zip(seats_asked(deal, len(charged)), charges, strict=False):
            charged[seat].append(one)
        return
    for call, one in zip(deal.calls, charges, strict=False):
        charged[call.seat].append(one)
    # The same by whole tricks, since there are tens of millions of cards: each is turned so that
    # the time of the first player stands first in it.
    turned: list[int | None] = []
    by_trick = zip(*[iter(charges[calls:])] * size, strict=True)
    for trick, times in zip(deal.tricks, by_trick, strict=True):
        turned += turns[trick.leader](times)
    for place, seat in enumerate(turns):
        charged[seat] += turned[place::size]


@cache
def _turns(seats: int, sits_out: int | None) -> dict[int, _Turn]:
    """For each seat that plays: what turns the times of a trick that it led."""
    players = [seat for seat in range(seats) if seat != sits_out]
    size = len(players)
    return {
        leader: itemgetter(*((place - first) % size for place in range(size)))
        for first, leader in enumerate(players)
    }


def rounded_us(time: int) -> int:
    """The time to three digits, so at most half a percent off; below 1 ms it is exact."""
    unit = 1
    while time >= 1000 * unit:
        unit *= 10
    return (time + unit // 2) // unit * unit


def quantile(counts: Iterable[tuple[int, int]], rank: int) -> int:
    """The value at a rank, counted from 1, among values with their numbers, the least first."""
    passed = 0
    for value, count in counts:
        passed += count
        if passed >= rank:
            return value
    raise ValueError(f"{passed} values have no rank {rank}")


def bank_share(spent: dict[int, tuple[int, int]], control: TimeControl | None) -> float | None:
    """Mean over games of the microseconds charged by the bank: start and increment a deal."""
    if control is None or control.no_clock or not spent:
        return None
    share, games = Fraction(0), 0
    for deals, (count, total) in spent.items():
        bank_ms = control.bank_ms + control.bank_increment_ms * deals
        if not bank_ms:
            return None
        share += Fraction(total, 1000 * bank_ms)
        games += count
    return float(share / games)
