"""The referee's side of one bot: its open questions, its clock and its standing."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from king.v1 import session_pb2 as pb

from referee.deal import Decision
from referee.faults import FaultReason
from referee.laps import Charge, ProcessClock
from referee.record import Fault
from referee.roster import Member
from referee.session import Session
from referee.table import LATE_DETAIL, Misstep, Table
from referee.timecontrol import TimeControl
from referee.view import View

MAX_SURPLUS = 1000
"""What a process may send in surplus before it is cut off: a few come from being late."""
MAX_UNREADABLE = 10
"""How often in a row a process may send what cannot be read before it is cut off."""
_PAST_QUESTIONS = 1024
_GAMES_A_MESSAGE = 8
OUT_AFTER = 3
"""So many starts in a row without one answer put a bot out for good."""


@dataclass(slots=True, eq=False)
class Asked:
    """A question on its way: to whom, at which table, and as a message."""

    number: int
    table: Table
    seat: int
    decision: Decision
    view: View
    bank_left: float
    """Seconds; it does not change while the question is open."""
    message: bytes
    """It as it is sent, a message Question."""
    is_suspect: bool = False
    """It was open when a process ended, and may be what ended it."""


@dataclass(slots=True)
class Desk:
    """One bot of a life; question and game numbers count through all its processes."""

    member: Member
    control: TimeControl
    clock: ProcessClock = field(init=False)
    session: Session | None = None
    limit: int = 1
    """Games at once that the bot takes."""
    wants_events: bool = False
    games: dict[int, int] = field(default_factory=dict)
    """The number of each open game on the wire, by its place in the schedule."""
    open: dict[int, Asked] = field(default_factory=dict)
    """Questions that were sent and not answered."""
    unsent: list[Asked] = field(default_factory=list)
    expired: dict[int, tuple[Table, Fault]] = field(default_factory=dict)
    """Questions that the house answered, by number: an answer may still come."""
    missteps: list[Misstep] = field(default_factory=list)
    """What went wrong while nothing was asked; each counts at the next question that comes up."""
    past: OrderedDict[int, Asked] = field(default_factory=OrderedDict)
    """The latest questions that are settled, by number: answers to them are dropped."""
    surplus: int = 0
    """Answers of the process to nothing that was open, and messages without an answer."""
    unreadable_in_row: int = 0
    is_leaving: bool = False
    """The process or its stream is at an end: nothing is asked of it, and no time runs out."""
    has_suspects: bool = False
    """Some questions may be suspects, and are asked one at a time."""
    fruitless_starts: int = 0
    answers_in_process: int = 0
    _last_question: int = 0
    _last_game: int = 0

    def __post_init__(self) -> None:
        self.clock = ProcessClock(self.control)

    def next_question(self) -> int:
        """The number for a new question."""
        self._last_question += 1
        return self._last_question

    def _was_asked(self, number: int) -> bool:
        """True if a question with this number was sent, and does not wait to be sent again."""
        is_unsent = any(one.number == number for one in self.unsent)
        return 0 < number <= self._last_question and not is_unsent

    def open_game(self, index: int) -> int:
        """The number on the wire for the game at this place of the schedule."""
        self._last_game += 1
        self.games[index] = self._last_game
        return self._last_game

    @property
    def name(self) -> str:
        """The name under which the bot plays."""
        return self.member.name

    @property
    def is_full(self) -> bool:
        """True if the bot takes no more games at once."""
        return len(self.games) >= self.limit

    @property
    def oldest(self) -> Asked | None:
        """The open question that was sent first, or else the one that waits in the first game."""
        sent = next(iter(self.open.values()), None)
        return sent or min(self.unsent, key=_game_of, default=None)

    def flush(self, now: float, lag: float, *, is_collected: bool = False) -> bool:
        """Sends the questions that came up, if there is a process that is ready for them.

        True if some wait for company: they go when flushed as collected, a moment later.
        """
        if not self.unsent or self.session is None or self.is_leaving:
            return False
        if not self.answers_in_process:
            questions = self._on_probation()
        elif self.has_suspects:
            questions = self._next_suspect()
        elif len(self.unsent) >= self._company or (is_collected and not self.open):
            questions = self.unsent
        else:
            return not self.open
        if questions:
            is_all = questions is self.unsent
            self.unsent = [] if is_all else [one for one in self.unsent if one not in questions]
            asked = [(one.number, one.bank_left) for one in questions]
            self.clock.ask(asked, now, lag)
            self.open.update((one.number, one) for one in questions)
            self.session.send([one.message for one in questions])
        return False

    @property
    def _company(self) -> int:
        """How many questions go together.

        A message of its own for each question costs both sides most of their time. So they go by
        as many as the bot still has before it, and by a share of its games where these are many.
        """
        return max(len(self.open), len(self.games) // _GAMES_A_MESSAGE)

    def _next_suspect(self) -> list[Asked]:
        """Of the questions at which a process may have ended, the next; each is asked alone.

        Else one bad question would bring down a process with all others again and again, each time
        as a fault on another one.
        """
        if self.open:
            return []
        suspects = [one for one in self.unsent if one.is_suspect]
        self.has_suspects = bool(suspects)
        return suspects[:1] or self.unsent

    def _on_probation(self) -> list[Asked]:
        """One question at a time, of the first game.

        Which question a process fails at must not depend on how many games are open, nor on how
        many other processes of the bot there are.
        """
        games = self.member.open_games if not self.member.has_answered else self.games.keys()
        first = min(games & self.member.open_games, default=None)
        waiting = [one for one in self.unsent if one.table.plan.index == first]
        return [] if self.open else waiting

    def take(
        self, answers: Sequence[pb.Answer], now: float, lag: float
    ) -> tuple[list[tuple[Asked, pb.Answer, Charge]], list[tuple[pb.Answer, bool]]]:
        """Takes open questions off the desk with their charges; and the answers to none.

        Those come with whether they were ever asked, which the next question could change.
        """
        matched: list[tuple[Asked, pb.Answer]] = []
        others: list[tuple[pb.Answer, bool]] = []
        for one in answers:
            asked = self.open.pop(one.question_id, None)
            if asked is None:
                others.append((one, self._was_asked(one.question_id)))
            else:
                matched.append((asked, one))
                self.settle(asked)
        charges = self.clock.answer([asked.number for asked, _ in matched], now, lag)
        if matched:
            self.answers_in_process += len(matched)
            self.unreadable_in_row = 0
            self.fruitless_starts = 0
        return [(*pair, charge) for pair, charge in zip(matched, charges, strict=True)], others

    def expire(self, now: float, lag: float) -> list[tuple[Asked, Charge]]:
        """Takes the questions off the desk that can no longer be answered in time."""
        if self.is_leaving:
            return []
        expired = [
            (self.open.pop(number), charge) for number, charge in self.clock.expire(now, lag)
        ]
        for asked, _ in expired:
            self.settle(asked)
        return expired

    def settle(self, asked: Asked) -> None:
        """Remembers a question that is not open any more, for answers that still come."""
        self.past[asked.number] = asked
        if len(self.past) > _PAST_QUESTIONS:
            self.past.popitem(last=False)

    def lose_process(self) -> None:
        """Puts all open questions back to be asked again."""
        self.session = None
        self.is_leaving = False
        self.clock.reset()
        for asked in self.open.values():
            asked.is_suspect = self.has_suspects = True
        self.unsent = sorted((*self.open.values(), *self.unsent), key=_game_of)
        self.open.clear()
        self.expired.clear()
        if not self.answers_in_process:
            self.fruitless_starts += 1
        self.answers_in_process = 0
        self.surplus = self.unreadable_in_row = 0


def _game_of(asked: Asked) -> int:
    return asked.table.plan.index


def judge(asked: Asked, given: pb.Answer, is_late: bool) -> Misstep | None:
    """What is wrong with an answer; None if it stands."""
    legal = len(asked.decision.answers)
    if is_late:
        return Misstep(FaultReason.LATE, LATE_DETAIL)
    if not given.HasField("choice"):
        return Misstep(FaultReason.UNREADABLE, "an answer without a choice")
    if given.choice >= legal:
        return Misstep(FaultReason.ILLEGAL, f"choice {given.choice}: legal are 0 to {legal - 1}")
    return None
