"""Holds what the bots were charged, and their faults, against the limits that are said to hold."""

from collections.abc import Iterator

from referee.checks import Check
from referee.faults import FaultReason
from referee.manifest import Limits, OnFault
from referee.record import GameRecord, RecordedDeal

_TIME_FAULTS = (FaultReason.LATE, FaultReason.NO_ANSWER)
_ROUNDING_US = 1000
"""Each charge is rounded to a microsecond, and the bank is the sum of all of a game."""


class LimitChecks:
    """Finds answers that stand though they took too long, and faults that the limits do not know.

    What was allowed is not recorded, only what was taken: so too large limits are not seen.
    """

    def __init__(self, check: Check, limits: Limits) -> None:
        self._check = check
        self._control = limits.time_control
        self._is_strict = limits.on_fault is OnFault.STRICT
        self._timed = 0

    def look_at(self, record: GameRecord, line: int) -> None:
        """Takes a game that comes out right."""
        for fault in record.faults:
            place = f"line {line}: {record.game_id}, deal {fault.deal}, decision {fault.decision}"
            if self._is_strict:
                self._check.differs(f"{place}: {fault.reason}, where the first fault ends the run")
            elif self._control.no_clock and fault.reason in _TIME_FAULTS:
                self._check.differs(f"{place}: {fault.reason}, where no clock runs")
        if not self._control.no_clock:
            self._look_at_times(record, line)

    def sum_up(self) -> None:
        """Says what was looked at."""
        no_clock = "no clock ran, and no fault is of time"
        timed = f"none of {self._timed} timed answers took longer than they allow"
        self._check.summary = no_clock if self._control.no_clock else timed

    def _look_at_times(self, record: GameRecord, line: int) -> None:
        control, timing = self._control, record.timing
        move_us, grace_us = control.move_limit_ms * 1000, control.grace_ms * 1000
        spent_us = [0] * len(record.seating)
        # What is missing in the timing, or too much there, was never promised.
        for deal, charges, lags in zip(
            record.deals, timing.charged_us, timing.lag_us, strict=False
        ):
            bank_us = (control.bank_ms + control.bank_increment_ms * deal.number) * 1000
            decisions = enumerate(
                zip(seats_asked(deal, len(spent_us)), charges, lags, strict=False), 1
            )
            for decision, (seat, charged, lag) in decisions:
                if charged is None:
                    continue
                self._timed += 1
                # A late answer was charged too, without a trace here: more was left at most.
                most = min(move_us, max(bank_us - spent_us[seat], 0)) + grace_us + lag
                if charged > most + _ROUNDING_US:
                    self._check.differs(
                        f"line {line}: {record.game_id}, deal {deal.number}, decision {decision}: "
                        f"seat {seat} was charged {charged} us, and {most} us are the most"
                    )
                spent_us[seat] += charged


def seats_asked(deal: RecordedDeal, seats: int) -> Iterator[int]:
    """The seat of each decision of a deal: first all calls, then the cards."""
    yield from (call.seat for call in deal.calls)
    for trick in deal.tricks:
        order = [(trick.leader + step) % seats for step in range(seats)]
        yield from (seat for seat in order if seat != deal.sits_out)
