"""Asks one process of a bot questions of real games, and notes what comes back.

The other seats are the house's: they draw their answers, so that all that can be asked comes up.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from king.v1 import session_pb2 as pb

from referee.boards import deal_board, question_seed
from referee.check import Changed, Trouble, Visit
from referee.clock import Lag, Now
from referee.cover import ContractKey, contract_keys
from referee.deal import QuestionKind
from referee.desk import Asked, judge
from referee.encode import question_bytes
from referee.explain import question_lines
from referee.faults import FaultReason
from referee.game import answer_text
from referee.laps import ProcessClock
from referee.plan import GamePlan
from referee.ruleset import RuleSet
from referee.session import Session
from referee.table import MAX_NOTE_BYTES, Misstep, Table, open_table
from referee.timecontrol import TimeControl
from referee.view import view_of
from referee.wire import deal_over_message, game_over_message

SEED = "check"
_SAMPLES_A_KIND = 6
_MOST_TROUBLES = 10


@dataclass(slots=True)
class Party:
    """One game with the bot in one seat and the house in the others."""

    number: int
    """Its number on the wire."""
    seat: int
    table: Table
    is_open: bool = False
    """The bot has been asked in it: it is told what is over, and counts it until GameOver."""
    decisions: Counter[QuestionKind] = field(default_factory=Counter)
    """How many of each kind its seat had, whoever answered."""


@dataclass(slots=True)
class Examiner:
    """The desk of one process: what is open, and what was answered."""

    session: Session
    ruleset: RuleSet
    control: TimeControl
    lag: Lag
    now: Now
    ring: Callable[[], None]
    visit: Visit
    clock: ProcessClock = field(init=False)
    open: dict[int, Asked] = field(default_factory=dict)
    """Questions that were sent and not answered, by number."""
    choices: dict[int, int] = field(default_factory=dict)
    """What was chosen, by number of the question; without those that were at fault."""
    samples: list[tuple[Asked, int]] = field(default_factory=list)
    """Questions to ask again, with what was answered."""
    answers: int = 0
    step: str = ""
    is_stopped: Callable[[], bool] = lambda: False
    """True if the process is stopped by a signal."""
    is_silent: bool = False
    """A question had no answer, and nothing has come from the process since."""
    _told: list[str] = field(default_factory=list)
    """What it was told to be over since its last answer."""
    _given_up: set[int] = field(default_factory=set)
    """Questions that were closed without an answer: one may still come."""
    _missteps: list[Misstep] = field(default_factory=list)
    """What came while nothing was open; it counts at the next question, as in a match."""
    _waited: int = 0
    is_behind: bool = False
    """What is open was asked while an earlier question had no answer: its time is not its own."""
    _last_question: int = 0
    _last_game: int = 0
    _at_once: int = 0

    _last_board: int = 0
    _contracts: dict[str, ContractKey] = field(init=False)

    def __post_init__(self) -> None:
        self.clock = ProcessClock(self.control)
        self._contracts = contract_keys(self.ruleset)

    # Games. Each that was opened ends with GameOver, and no number comes back.

    def new_party(self) -> Party:
        """A game on a board of its own; the bot sits in each seat in turn."""
        self._last_board += 1
        seat = (self._last_board - 1) % self.ruleset.seats
        return Party(self._next_game(), seat, self._table(self._last_board))

    def _next_game(self) -> int:
        self._last_game += 1
        return self._last_game

    def _table(self, board: int) -> Table:
        seating = tuple(f"seat-{seat}" for seat in range(self.ruleset.seats))
        plan = GamePlan(board - 1, f"check-b{board}", 1, board, 0, 0, seating)
        return open_table(plan, self.ruleset, deal_board(SEED, self.ruleset, board), self.control)

    def seek(self, party: Party, is_wanted: Callable[[Table], bool] = lambda _: True) -> bool:
        """Lets the house play on for all seats, up to a question to the bot that is wanted.

        False if the game is over.
        """
        table = party.table
        while table.decision is not None:
            if table.decision.seat == party.seat and is_wanted(table):
                return True
            self.play(party, _seed_of(table) % len(table.decision.answers))
        return False

    def play(self, party: Party, choice: int) -> None:
        """Plays an answer in a game, and tells the bot what is over by that."""
        table = party.table
        assert table.decision is not None
        party.decisions[table.decision.kind] += table.decision.seat == party.seat
        finished = len(table.game.finished)
        table.answer(choice, None)
        if table.decision is None and not self.visit.a_game:
            self.visit.a_game = dict(party.decisions)
        if not party.is_open:
            return
        self._tell_deals(party, finished)
        if table.decision is None:
            self._tell_game(party)

    def _tell_deals(self, party: Party, first: int, end: int | None = None) -> None:
        """Tells that finished deals are over, by their places in the game, if that is wanted."""
        over = party.table.game.finished[first:end]
        if over and self.session.hello.wants_events:
            self.session.send([deal_over_message(party.number, one) for one in over])
            self._tell("DealOver")

    def _tell_game(self, party: Party) -> None:
        record = party.table.record()
        self.session.send([game_over_message(party.number, party.seat, record)])
        self._tell("GameOver")

    def _tell(self, what: str) -> None:
        if what not in self._told:
            self._told.append(what)

    def end_deal(self, party: Party) -> None:
        """Lets the house play for all seats to the end of the deal."""
        finished = len(party.table.game.finished)
        self.seek(party, lambda table: len(table.game.finished) > finished)

    def close(self, party: Party) -> None:
        """Lets the house play for all seats to the end of the game."""
        self.seek(party, lambda _: False)

    def copies(
        self, samples: Sequence[tuple[Asked, int]]
    ) -> Iterator[tuple[Party, list[tuple[Asked, int]]]]:
        """For each game: it as another one, to its end, and what was asked in it."""
        of_game = {id(asked.table): asked for asked, _ in samples}
        for key, first in of_game.items():
            party = Party(self._next_game(), first.seat, first.table)
            self.close(party)
            yield party, [one for one in samples if id(one[0].table) == key]

    def ask_copy(self, party: Party, asked: Asked, before: Asked | None) -> Asked:
        """The question in the copy of its game; first tells what has ended since the one before."""
        self._tell_deals(party, before.view.deal - 1 if before else 0, asked.view.deal - 1)
        return self._again(party, asked)

    def close_copy(self, party: Party, last: Asked) -> None:
        """Tells how the copy of a game has ended after its last question."""
        self._tell_deals(party, last.view.deal - 1)
        self._tell_game(party)

    # Questions.

    def question(self, party: Party, twist: Callable[[pb.Question], None] | None = None) -> Asked:
        """The question that comes up in a game, changed by `twist`.

        A game that the bot has not heard of begins with the deals that are over.
        """
        if not party.is_open:
            self._tell_deals(party, 0)
        party.is_open = True
        table, seat = party.table, party.seat
        decision = table.decision
        assert decision is not None
        bank_left = table.banks[seat].left(table.deal)
        bank_ms = max(round(bank_left * 1000), 0)
        left_ms = None
        if not self.control.no_clock:
            left_ms = (min(self.control.move_limit_ms, bank_ms), bank_ms)
        view = view_of(table.game, seat)
        number = self._next_number()
        message = question_bytes(number, party.number, decision, view, _seed_of(table), left_ms)
        if twist is not None:
            twisted = pb.Question.FromString(message)
            twist(twisted)
            message = twisted.SerializeToString()
        return Asked(number, table, seat, decision, view, bank_left, message)

    def _again(self, party: Party, asked: Asked) -> Asked:
        """The same question in another game, under a new number."""
        message = pb.Question.FromString(asked.message)
        message.question_id = number = self._next_number()
        message.game_id = party.number
        return replace(asked, number=number, message=message.SerializeToString())

    def _next_number(self) -> int:
        self._last_question += 1
        return self._last_question

    def ask(self, questions: Sequence[Asked]) -> None:
        """Sends questions in one message."""
        self.open.update((one.number, one) for one in questions)
        self._at_once, self.is_behind = len(self.open), self.is_silent
        now = self.now()
        asked = [(one.number, one.bank_left) for one in questions]
        self.clock.ask(asked, now, self.lag.total(now))
        self.session.send([one.message for one in questions])
        missteps, self._missteps = self._missteps, []
        for misstep in missteps[:1]:
            self.trouble(questions[0], misstep)

    def compare(self, pairs: Sequence[tuple[Asked, Asked, int]]) -> None:
        """Notes which questions of these were answered in another way than before."""
        for first, second, choice in pairs:
            then = self.choices.get(second.number)
            if then is None:
                continue
            self.visit.repeated += 1
            if then != choice:
                legal = first.decision.answers
                self.visit.changed.append(
                    Changed(
                        self.ruleset.id,
                        first.decision.kind,
                        answer_text(legal[choice]),
                        answer_text(legal[then]),
                        _question(first),
                    )
                )

    # What comes from the stream.

    def answered(self, answers: Sequence[pb.Answer], now: float) -> None:
        """Judges the answers of one message."""
        matched = []
        for given in answers:
            asked = self.open.pop(given.question_id, None)
            if len(given.note.encode()) > MAX_NOTE_BYTES:
                self.visit.long_notes += 1
            if asked is not None:
                matched.append((asked, given))
            elif given.question_id in self._given_up:
                self._given_up.discard(given.question_id)
            elif not 0 < given.question_id <= self._last_question:
                detail = "an answer to a question that was never asked"
                self.unreadable(detail, now, f"question {given.question_id}")
            else:
                self.visit.surplus += 1
        self.visit.surplus += not answers
        self.is_silent = False
        if matched:
            self.visit.told.update(self._told)
            self._told.clear()
        charges = self.clock.answer(
            [asked.number for asked, _ in matched], now, self.lag.total(now)
        )
        self.answers += len(matched)
        for (asked, given), charge in zip(matched, charges, strict=True):
            asked.table.banks[asked.seat].charge(charge.seconds)
            if self._at_once == 1 and not self.step and not self.is_behind:
                self._note_time(asked, charge.seconds)
            misstep = judge(asked, given, charge.is_late)
            if misstep is None:
                self._take(asked, given.choice)
            else:
                self.trouble(asked, misstep)
        self.ring()

    def _note_time(self, asked: Asked, seconds: float) -> None:
        kind = asked.decision.kind
        self.visit.times.setdefault(kind, []).append(seconds)
        if kind is QuestionKind.CARD and asked.view.contract is not None:
            self.visit.card_times.setdefault(len(asked.view.tricks) + 1, []).append(seconds)
            self.visit.contracts.add(self._contracts[asked.view.contract])

    def _take(self, asked: Asked, choice: int) -> None:
        self.choices[asked.number] = choice
        same = sum(one.decision.kind is asked.decision.kind for one, _ in self.samples)
        if same < _SAMPLES_A_KIND and not self.step and len(asked.decision.answers) > 1:
            self.samples.append((asked, choice))

    def unreadable(self, detail: str, now: float, came: str) -> None:
        """Takes note of a message that is none, at the oldest open question."""
        asked = next(iter(self.open.values()), None)
        misstep = Misstep(FaultReason.UNREADABLE, detail, came=came)
        self.is_silent = False
        if asked is not None:
            del self.open[asked.number]
            self._given_up.add(asked.number)
            self.clock.drop(asked.number)
            self.trouble(asked, misstep)
        elif len(self._missteps) < _MOST_TROUBLES:
            self._missteps.append(misstep)
        self.ring()

    def tick(self, now: float) -> None:
        """Gives up the questions that can no longer be answered in time."""
        expired = self.clock.expire(now, self.lag.total(now))
        for number, charge in expired:
            self._given_up.add(number)
            asked = self.open.pop(number)
            asked.table.banks[asked.seat].charge(charge.seconds)
            self.unanswered(asked, "no answer within the time for it")
        if expired:
            self.ring()

    def unanswered(self, asked: Asked, detail: str) -> None:
        """Notes that a question has no answer, which is its own matter unless it only waited."""
        if self.is_silent:
            self.visit.behind.add(asked.decision.kind)
            self._waited += 1
            return
        stopped = ": the process is stopped by a signal" if self.is_stopped() else ""
        self.trouble(asked, Misstep(FaultReason.NO_ANSWER, detail + stopped))
        self.is_silent = True

    def give_up(self, misstep: Misstep) -> None:
        """Notes at the oldest open question that nothing more can come, and closes all."""
        asked = next(iter(self.open.values()), None)
        if asked is not None and misstep.reason is FaultReason.NO_ANSWER:
            self.unanswered(asked, misstep.detail)
        elif asked is not None:
            self.trouble(asked, misstep)
        self._given_up.update(self.open)
        self.open.clear()
        self.clock.reset()

    def trouble(self, asked: Asked, misstep: Misstep) -> None:
        """Notes that something was wrong at a question."""
        came = f" ({misstep.came})" if misstep.came else ""
        is_end = misstep.reason in (FaultReason.DISCONNECTED, FaultReason.NO_ANSWER)
        after = self._told if is_end and self._at_once == 1 else []
        self.visit.troubles.append(
            Trouble(
                self.ruleset.id,
                asked.decision.kind,
                misstep.reason,
                f"{misstep.reason}: {misstep.detail}{came}",
                _question(asked),
                self._at_once,
                self.step,
                " and ".join(after),
            )
        )

    @property
    def is_hopeless(self) -> bool:
        """True if so much went wrong that nothing new is to be learned."""
        silent = sum(one.reason is FaultReason.NO_ANSWER for one in self.visit.troubles)
        return len(self.visit.troubles) >= _MOST_TROUBLES or silent + self._waited > 1


def _question(asked: Asked) -> tuple[str, ...]:
    return tuple(line.strip() for line in question_lines(asked))


def _seed_of(table: Table) -> int:
    decision = table.decision
    assert decision is not None
    return question_seed(SEED, table.plan.board, decision.seat, table.deal, table.ordinal)
