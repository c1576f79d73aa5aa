"""A table in play: one game as a value, and what happened around it."""

from dataclasses import dataclass, field

from referee.deal import Board, Decision
from referee.errors import RefereeBug
from referee.faults import FORFEIT_AFTER, FaultReason, Phase
from referee.game import Game, answer, decision, new_game
from referee.laps import Bank, Charge
from referee.record import (
    PHASES,
    Fault,
    Forfeit,
    GameRecord,
    Moment,
    Note,
    Timing,
    record_of,
)
from referee.ruleset import RuleSet
from referee.schedule import GamePlan
from referee.timecontrol import TimeControl

LATE_DETAIL = "the answer came after its time"
MAX_NOTE_BYTES = 1 << 10
MAX_NOTES_BYTES = 1 << 16
_SUSPECT_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Misstep:
    """What a bot did wrong before it is known at which decision of which game it counts."""

    reason: FaultReason
    detail: str
    phase: Phase | None = None
    """None: that of the decision at which it counts."""
    came: str = ""
    """What came, for the bot's author: it may differ with the games that are open, so that it
    is not in the record."""


@dataclass(slots=True)
class Table:
    """One game under way: who sits there, its faults, forfeits, banks and times."""

    plan: GamePlan
    game: Game
    decision: Decision | None
    """The question that comes up now; None when the game is over."""
    control: TimeControl
    banks: list[Bank]
    waiting_missteps: list[list[Misstep]]
    """By seat: what went wrong before the first card; each counts at one decision."""
    faults: list[Fault] = field(default_factory=list)
    forfeits: dict[int, Forfeit] = field(default_factory=dict)
    put_out: list[int] = field(default_factory=list)
    """Seats whose bots were put out for good in this game."""
    charged_us: list[list[int | None]] = field(default_factory=list)
    lag_us: list[list[int]] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    notes_left: int = MAX_NOTES_BYTES
    suspect: list[Moment] = field(default_factory=list)
    is_recorded: bool = False

    @property
    def deal(self) -> int:
        """The number of the deal under way, from 1."""
        return self.game.deal.number if self.game.deal else len(self.game.finished)

    @property
    def ordinal(self) -> int:
        """The number of the next decision in its deal, from 1, over all seats."""
        return self.game.deal.decision if self.game.deal else 0

    @property
    def is_foregone(self) -> bool:
        """True if the answer to the question that comes up stands already: nobody is asked."""
        return False

    def fault(self, seat: int, misstep: Misstep) -> Fault:
        """Writes a fault at the decision that comes up now; the third one forfeits the seat."""
        asked = self.decision
        if asked is None:
            raise RefereeBug(f"{self.plan.game_id}: a fault after the last decision")
        phase = misstep.phase or PHASES[asked.kind]
        fault = Fault(seat, self.deal, self.ordinal, phase, misstep.reason, misstep.detail)
        self.faults.append(fault)
        if sum(one.seat == seat for one in self.faults) >= FORFEIT_AFTER:
            self.forfeit(seat)
        return fault

    def forfeit(self, seat: int) -> None:
        """Gives the seat to the house from the decision that comes up now."""
        self.forfeits.setdefault(seat, Forfeit(seat, self.deal, self.ordinal))

    def came_after_all(self, fault: Fault) -> None:
        """Turns `no_answer` into `late`: the answer came, though after its time."""
        if fault in self.faults and not self.is_recorded:
            self.faults[self.faults.index(fault)] = Fault(
                fault.seat,
                fault.deal,
                fault.decision,
                fault.phase,
                FaultReason.LATE,
                LATE_DETAIL,
            )

    def answer(self, choice: int, charge: Charge | None) -> None:
        """Plays the answer with this index; `charge` is None where the house answers."""
        asked = self.decision
        if asked is None:
            raise RefereeBug(f"{self.plan.game_id}: an answer after the last decision")
        if len(self.charged_us) < self.deal:
            self.charged_us.append([])
            self.lag_us.append([])
        if charge is None:
            self.charged_us[-1].append(None)
            self.lag_us[-1].append(0)
        else:
            self.charged_us[-1].append(round(charge.seconds * 1e6))
            self.lag_us[-1].append(round(charge.lag * 1e6))
        self.game = answer(self.game, asked.answers[choice])
        self.decision = decision(self.game)

    def note(self, seat: int, text: str) -> None:
        """Keeps a bot's note at the decision that comes up now, as far as there is room."""
        size = len(text.encode())
        if 0 < size <= min(MAX_NOTE_BYTES, self.notes_left):
            self.notes_left -= size
            self.notes.append(Note(seat, self.deal, self.ordinal, text))

    def time_fault(self, charge: Charge) -> None:
        """Marks a time fault as suspect if the referee itself was slow."""
        if charge.lag > _SUSPECT_SHARE * self.control.move_limit_ms / 1000:
            self.suspect.append(Moment(self.deal, self.ordinal))

    def record(self) -> GameRecord:
        """The record of the finished game."""
        self.is_recorded = True
        timing = Timing(
            charged_us=tuple(tuple(deal) for deal in self.charged_us),
            lag_us=tuple(tuple(deal) for deal in self.lag_us),
            dropped=tuple(self.dropped) if any(self.dropped) else (),
            notes=tuple(self.notes),
            suspect=tuple(self.suspect),
        )
        return record_of(
            self.game,
            self.plan,
            self.faults,
            list(self.forfeits.values()),
            timing,
            put_out=self.put_out,
        )


def open_table(
    plan: GamePlan,
    ruleset: RuleSet,
    board: Board,
    control: TimeControl,
) -> Table:
    """A table before its first question."""
    seats = range(ruleset.seats)
    game = new_game(ruleset, board)
    return Table(
        plan=plan,
        game=game,
        decision=decision(game),
        control=control,
        banks=[Bank(control) for _ in seats],
        waiting_missteps=[[] for _ in seats],
        dropped=[0 for _ in seats],
    )
