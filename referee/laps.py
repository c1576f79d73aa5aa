"""The clock of one bot process as a value over time: laps, charges and lateness.

All times are seconds of one monotonic clock and come in as arguments. `lag` is the referee's
own delay, summed since the start of the run; what of it falls into a lap is not charged, and is
added to the allowance, so that no time fault is ours.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.timecontrol import TimeControl


class Charge(Struct, frozen=True, gc=False):
    """What one answer cost: seconds charged, seconds of lag in its lap, and whether it is late.

    The seconds are without the answer's share of the lag.
    """

    seconds: float
    lag: float
    is_late: bool
    sharing: int = 1
    """How many questions the time was shared out among."""
    waited: float = 0.0
    """Seconds that the question was open, where that makes it late and not what is charged."""
    waiting_limit: float = 0.0
    """What they might have been, without lag."""

    def __str__(self) -> str:
        """The time, and of what it is a share: else less than the limit would seem too long."""
        charged = f"{self.seconds * 1000:.0f} ms"
        if self.sharing == 1:
            return charged
        whole = self.seconds * self.sharing * 1000
        return f"{charged}, as {whole:.0f} ms were shared between {self.sharing} open questions"


def took_text(charge: Charge, control: TimeControl) -> str:
    """How long a bot had and took, for its author: measured, and so not in the record."""
    most = f"{control.move_limit_ms} ms a move, {control.grace_ms} ms grace"
    if charge.waited:
        return (
            f"open for {charge.waited * 1000:.0f} ms; with the questions that were open when it "
            f"was asked, {charge.waiting_limit * 1000:.0f} ms were allowed: {most}"
        )
    return f"charged {charge}; {most}"


class _Asked(Struct, gc=False):
    """An open question: what it may be charged, and how the process stood when it was sent."""

    allowance: float
    sent_at: float
    lag_before: float
    busy_limit: float


class ProcessClock:
    """The open questions of one process, and the lap that runs while there are any."""

    def __init__(self, control: TimeControl) -> None:
        self._no_clock = control.no_clock
        self._move_limit = control.move_limit_ms / 1000
        self._grace = control.grace_ms / 1000
        self._hard_cap = control.hard_cap_ms / 1000
        self._open: dict[int, _Asked] = {}
        self._lap_start = 0.0
        self._lap_lag = 0.0

    def ask(self, questions: Sequence[tuple[int, float]], now: float, lag: float) -> None:
        """Opens questions that are sent together: pairs of id and seconds left in the bank."""
        if not self._open:
            # The process was idle until now: its lap begins with this message.
            self._lap_start, self._lap_lag = now, lag
        count = len(self._open) + len(questions)
        # Holding one answer back must not gain time, and serving in order of arrival must
        # always be in time: so each question may wait for all that were open when it was sent.
        busy_limit = min(self._move_limit * count + self._grace, self._hard_cap)
        for number, bank_left in questions:
            allowance = min(self._move_limit, max(bank_left, 0.0)) + self._grace
            self._open[number] = _Asked(allowance, now, lag, busy_limit)

    def answer(self, numbers: Iterable[int], now: float, lag: float) -> list[Charge]:
        """Closes the open questions that one message answers; each pays its share of the lap."""
        asked = [self._open.pop(number) for number in numbers]
        if not asked:
            return []
        lap_lag = lag - self._lap_lag
        share = max(now - self._lap_start, 0.0) / len(asked)
        self._lap_start, self._lap_lag = now, lag
        charged = max(share - lap_lag / len(asked), 0.0)
        count = len(asked)
        if self._no_clock:
            return [Charge(charged, lap_lag, False, count)] * count
        return [self._charge(one, share, charged, lap_lag, count, now, lag) for one in asked]

    def _charge(
        self,
        one: _Asked,
        share: float,
        charged: float,
        lap_lag: float,
        count: int,
        now: float,
        lag: float,
    ) -> Charge:
        waited = now - one.sent_at
        if share > one.allowance + lap_lag:
            return Charge(charged, lap_lag, True, count)
        if waited > one.busy_limit + (lag - one.lag_before):
            return Charge(charged, lap_lag, True, count, waited, one.busy_limit)
        return Charge(charged, lap_lag, False, count)

    def drop(self, number: int) -> None:
        """Forgets an open question that is answered without the process; nothing is charged."""
        self._open.pop(number, None)

    def expire(self, now: float, lag: float) -> list[tuple[int, Charge]]:
        """Closes the questions that can no longer be answered in time, oldest first.

        A share of the lap is the least that an answer could still be charged: if even the
        answer to all open questions at once would come too late, waiting is of no use.
        """
        if self._no_clock or not self._open:
            return []
        count = len(self._open)
        share = (now - self._lap_start) / count
        lap_lag = lag - self._lap_lag
        charged = max(share - lap_lag / count, 0.0)
        charges = [
            (number, self._charge(one, share, charged, lap_lag, count, now, lag))
            for number, one in self._open.items()
        ]
        late = [(number, charge) for number, charge in charges if charge.is_late]
        for number, _ in late:
            del self._open[number]
        return late

    def reset(self) -> None:
        """Forgets all open questions: the process is gone, nothing is charged while it starts."""
        self._open.clear()


class Bank:
    """The time that one seat may be charged in one game, in seconds; it grows with each deal."""

    def __init__(self, control: TimeControl) -> None:
        self._start = control.bank_ms / 1000
        self._increment = control.bank_increment_ms / 1000
        self._charged = 0.0

    def charge(self, seconds: float) -> None:
        """Takes the seconds out of the bank; it may go below zero."""
        self._charged += seconds

    def left(self, deal: int) -> float:
        """What is left in the deal with this number, from 1."""
        return self._start + self._increment * deal - self._charged
