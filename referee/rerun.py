"""A recorded game as a table at which one seat is asked again; all answers are the recorded ones.

What the bot answers is told and goes no further: the game takes the course that it took then.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from referee.game import Game, new_game
from referee.laps import Bank, Charge
from referee.plan import GamePlan
from referee.record import GameRecord, measured_at
from referee.recordfold import Step, board_of, record_steps
from referee.table import MAX_NOTE_BYTES, Table
from referee.timecontrol import TimeControl


@dataclass(frozen=True, slots=True)
class Reply:
    """What a bot says to a question that was asked before."""

    choice: int
    """Its number among the legal answers."""
    note: str
    """Empty if there is none."""
    seconds: float
    """What it was charged for it."""


@dataclass(slots=True, kw_only=True)
class Rerun(Table):
    """A game that is over, played again answer by answer with questions to one seat."""

    source: GameRecord
    seat: int
    steps: Iterator[Step]
    step: Step
    """The decision that comes up now; the last one when the game is over."""
    end: Game
    wants: Callable[[Step], bool]
    """True for a decision of the seat at which it is to be asked."""
    on_reply: Callable[[Step, Reply], bool]
    """Is told each reply; False if nothing more of this game is to be asked."""
    note_now: str = field(default="")

    @property
    def is_foregone(self) -> bool:
        """True where another seat comes up, or the seat is not to be asked."""
        return self.step.asked.seat != self.seat or not self.wants(self.step)

    def note(self, seat: int, text: str) -> None:
        """Keeps the note that goes with the reply to come, if it is not too long."""
        del seat
        self.note_now = text if len(text.encode()) <= MAX_NOTE_BYTES else ""

    def answer(self, choice: int, charge: Charge | None) -> None:
        """Tells a reply, and goes on by the recorded answer; no charge means that none was due."""
        step, goes_on = self.step, True
        if charge is not None:
            goes_on = self.on_reply(step, Reply(choice, self.note_now, charge.seconds))
            self.note_now = ""
        elif step.asked.seat == self.seat:
            self.banks[self.seat].charge(charged_then(self.source, step))
        following = next(self.steps, None) if goes_on else None
        if following is None:
            self.game, self.decision = self.end, None
        else:
            self.step = following
            self.game, self.decision = following.before, following.asked

    def record(self) -> GameRecord:
        """The record as it was."""
        return self.source


def open_rerun(
    record: GameRecord,
    end: Game,
    seat: int,
    plan: GamePlan,
    control: TimeControl,
    wants: Callable[[Step], bool],
    on_reply: Callable[[Step, Reply], bool],
) -> Rerun:
    """The table of a record that comes out right, before its first decision; `end` is its game."""
    steps = record_steps(record, end.ruleset)
    first = next(steps)
    return Rerun(
        plan=plan,
        game=new_game(end.ruleset, board_of(record)),
        decision=first.asked,
        control=control,
        banks=[Bank(control) for _ in record.seating],
        waiting_missteps=[[] for _ in record.seating],
        dropped=[0 for _ in record.seating],
        source=record,
        seat=seat,
        steps=steps,
        step=first,
        end=end,
        wants=wants,
        on_reply=on_reply,
    )


def charged_then(record: GameRecord, step: Step) -> float:
    """The seconds that a decision was charged; 0 where that was not kept, or the house answered."""
    return (time_then(record.timing.charged_us, step) or 0) / 1e6


def time_then(times: Sequence[Sequence[int | None]], step: Step) -> int | None:
    """What one of the lists of a record's timing has for a decision; None where it has nothing."""
    return measured_at(times, step.deal.number, step.deal.decision)
