"""Plays the games of one life: asks, takes answers, judges them, and keeps the tables going.

Nothing here waits and nothing reads a clock: what happens comes in with its time, from the
stream of a bot, from the end of a process or from the beat of the referee.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from king.v1 import session_pb2 as pb

from referee.boards import deal_board, question_seed
from referee.clock import Lag
from referee.deal import Decision
from referee.desk import MAX_SURPLUS, MAX_UNREADABLE, OUT_AFTER, Asked, Desk, judge
from referee.encode import question_bytes
from referee.faults import FaultReason
from referee.laps import Charge, took_text
from referee.record import Fault, GameRecord
from referee.roster import Member, Roster
from referee.ruleset import RuleSet
from referee.schedule import GamePlan
from referee.session import Session
from referee.table import Misstep, Table, open_table
from referee.timecontrol import TimeControl
from referee.view import view_of
from referee.wire import deal_over_message, game_over_message


@dataclass(frozen=True, slots=True)
class Rules:
    """What a whole run is played by."""

    ruleset: RuleSet
    seed: str
    control: TimeControl
    games_at_once: int
    is_strict: bool


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """A fault with all that its author needs to understand it."""

    bot: str
    plan: GamePlan | None
    """None for a bot that failed before it sat at a table."""
    fault: Fault | None
    misstep: Misstep
    asked: Asked | None
    also_open: int = 0
    """How many other questions it may have been, where the oldest one stands for them."""


@dataclass(slots=True)
class Clerk:
    """The games of one life over one set of processes."""

    rules: Rules
    roster: Roster
    desks: dict[str, Desk]
    plans: Iterator[GamePlan]
    """The games still to be opened, in schedule order; sets of processes may share it."""
    lag: Lag
    on_game: Callable[[GameRecord], None]
    on_fault: Callable[[FaultSeen], None]
    ring: Callable[[], None]
    """Wakes whoever waits for `is_done` or `stopped_by`."""
    later: Callable[[], None]
    """Asks for a call of `collect` a moment later."""
    new_table: Callable[[GamePlan], Table] | None = None
    """Gives the table of a game that does not begin with the cards of the seed."""
    tables: dict[int, Table] = field(default_factory=dict)
    stopped_by: FaultSeen | None = None
    """In a strict run: the fault that ended it."""
    _has_begun: bool = False
    _is_collecting: bool = False
    _next_plan: GamePlan | None = None

    @property
    def is_done(self) -> bool:
        """True when every game is played and recorded."""
        return self._has_begun and not self.tables and self._next_plan is None

    # Events from the processes.

    def begin(self, now: float) -> None:
        """Opens the first games, once every bot is ready or out."""
        self._has_begun = True
        self._next_plan = next(self.plans, None)
        self._settle(now)

    def ready(self, desk: Desk, session: Session, now: float) -> None:
        """Takes a process that has said Ready; what is open is asked of it."""
        desk.session = session
        desk.limit = max(session.hello.games_at_once, 1)
        desk.wants_events = session.hello.wants_events
        session.desk = _Line(self, desk)
        self._settle(now)

    def process_ended(self, desk: Desk, misstep: Misstep, now: float) -> None:
        """Takes the end of a process: one fault, on the oldest question or on the next one."""
        member, oldest, also_open = desk.member, desk.oldest, max(len(desk.open) - 1, 0)
        desk.lose_process()
        if not self._has_begun:
            self._start_failed(desk, misstep, now)
            return
        if member.is_out_everywhere:
            return  # it was put out in another set of processes while this one was still starting
        if desk.fruitless_starts >= OUT_AFTER:
            member.put_out()  # before its fault, so that the record of that game says so
        if oldest is None:
            # Nobody waited for it; but a process that dies is a fault all the same.
            desk.missteps.append(misstep)
        else:
            desk.unsent.remove(oldest)
            self._fault(oldest, misstep, also_open)
        if member.is_out_everywhere:
            self.roster.put_out(member, now)
        self._settle(now)

    def _start_failed(self, desk: Desk, misstep: Misstep, now: float) -> None:
        member = desk.member
        if member.is_out_everywhere:
            return  # the bot's other processes have shown it already
        member.start_missteps.append(misstep)
        if self.rules.is_strict:
            self._stop(FaultSeen(desk.name, None, None, misstep, None))
        elif desk.fruitless_starts >= OUT_AFTER:
            # Of several processes that all failed, the first one's faults are recorded.
            member.start_missteps = member.start_missteps[-OUT_AFTER:]
            self.roster.put_out(member, now)

    def bots_changed(self, now: float) -> None:
        """Looks again at what may be asked: a bot has answered for the first time or is out."""
        for desk in self.desks.values():
            if desk.member.is_out_everywhere:
                waiting = [*desk.open.values(), *desk.unsent]
                desk.open.clear()
                desk.unsent.clear()
                desk.clock.reset()
                for asked in waiting:
                    self._advance(asked.table)  # which sees that the bot is out
        self._settle(now)

    # Events from the streams.

    def answered(self, desk: Desk, answers: Sequence[pb.Answer], now: float) -> None:
        """Judges the answers of one message and asks what comes up."""
        taken, others = desk.take(answers, now, self.lag.total(now))
        if taken:
            self.roster.answered(desk.member, now)
        for asked, given, charge in taken:
            asked.table.banks[asked.seat].charge(charge.seconds)
            misstep = judge(asked, given, charge.is_late)
            if misstep is None:
                if given.HasField("note"):
                    asked.table.note(asked.seat, given.note)
                self._play(asked.table, given.choice, charge)
                self._advance(asked.table)
            else:
                if misstep.reason is FaultReason.LATE:
                    asked.table.time_fault(charge)
                    came = took_text(charge, self.rules.control)
                    misstep = dataclasses.replace(misstep, came=came)
                self._fault(asked, misstep)
        for given, was_asked in others:
            self._stray(desk, given, was_asked, now)
        desk.surplus += len(others) or not taken
        if desk.surplus > MAX_SURPLUS and desk.session is not None:
            desk.session.fail(
                FaultReason.LIMIT_EXCEEDED,
                f"more than {MAX_SURPLUS} answers to questions that were not open",
            )
        self._settle(now)

    def unreadable(self, desk: Desk, detail: str, now: float, came: str) -> None:
        """Takes a message that is none: a fault on the oldest question, or on the next one."""
        desk.unreadable_in_row += 1
        if desk.unreadable_in_row > MAX_UNREADABLE:
            desk.missteps.clear()  # that it is cut off stands for them
            if desk.session is not None:
                often = f"more than {MAX_UNREADABLE} times in a row"
                desk.session.fail(FaultReason.LIMIT_EXCEEDED, f"{often}: {detail}")
            return
        misstep = Misstep(FaultReason.UNREADABLE, detail, came=came)
        oldest = desk.oldest
        if oldest is not None and oldest.number in desk.open:
            del desk.open[oldest.number]
            desk.clock.drop(oldest.number)
            desk.settle(oldest)
            self._fault(oldest, misstep, len(desk.open))
        else:
            desk.missteps.append(misstep)
        self._settle(now)

    # The beat.

    def tick(self, now: float) -> None:
        """Lets the house answer what can no longer be answered in time."""
        lag = self.lag.total(now)
        for desk in self.desks.values():
            for asked, charge in desk.expire(now, lag):
                asked.table.banks[asked.seat].charge(charge.seconds)
                asked.table.time_fault(charge)
                detail = "no answer within the time for it"
                came = took_text(charge, self.rules.control)
                misstep = Misstep(FaultReason.NO_ANSWER, detail, came=came)
                fault = self._fault(asked, misstep, charge.sharing - 1)
                desk.expired[asked.number] = (asked.table, fault)
        self._settle(now)

    # How a game goes on.

    def collect(self, now: float) -> None:
        """Sends what has waited for company; to be called a moment after `later` was."""
        self._is_collecting = False
        if not self.stopped_by:
            self._settle(now, is_collected=True)

    def _settle(self, now: float, *, is_collected: bool = False) -> None:
        """Opens what can be opened, sends what came up, and says so when all is done."""
        self._open_games()
        lag = self.lag.total(now)
        is_waiting = False
        for desk in self.desks.values():
            is_waiting |= desk.flush(now, lag, is_collected=is_collected)
        if is_waiting and not self._is_collecting:
            self._is_collecting = True
            self.later()
        if self.is_done:
            self.ring()

    def _open_games(self) -> None:
        while self._has_begun and not self.stopped_by and (plan := self._next_plan):
            desks = [self.desks[name] for name in plan.seating]
            is_full = len(self.tables) >= self.rules.games_at_once
            if is_full or any(one.is_full and not one.member.is_out(plan.index) for one in desks):
                return
            self._next_plan = next(self.plans, None)
            self._open_game(plan, desks)

    def _open_game(self, plan: GamePlan, desks: list[Desk]) -> None:
        table = self._dealt(plan) if self.new_table is None else self.new_table(plan)
        self.tables[plan.index] = table
        for seat, desk in enumerate(desks):
            desk.open_game(plan.index)
            # What went wrong at the start counts in the bot's first game of the life.
            member = desk.member
            table.waiting_missteps[seat], member.start_missteps = member.start_missteps, []
            if table.waiting_missteps[seat] and member.owes_mark:
                self._mark_out(table, seat, member)
            if not member.is_out(plan.index):
                member.open_games.add(plan.index)
        self._advance(table)

    def _dealt(self, plan: GamePlan) -> Table:
        rules = self.rules
        board = deal_board(rules.seed, rules.ruleset, plan.board)
        return open_table(plan, rules.ruleset, board, rules.control)

    def _advance(self, table: Table) -> None:
        """Brings a game to its next question to a bot, or to its end."""
        try:
            self._advance_to_question(table)
        except BaseException as bug:
            plan = table.plan
            bug.add_note(f"game {plan.game_id}, board {plan.board}, deal {table.deal}")
            raise

    def _advance_to_question(self, table: Table) -> None:
        while not self.stopped_by:
            decision = table.decision
            if decision is None:
                self._finish(table)
                return
            if table.is_foregone:
                self._play(table, 0, None)
                continue
            seat = decision.seat
            desk = self.desks[table.plan.seating[seat]]
            missteps = table.waiting_missteps[seat] or desk.missteps
            if not missteps and desk.member.is_out(table.plan.index):
                table.forfeit(seat)
                if desk.member.owes_mark:
                    self._mark_out(table, seat, desk.member)
            if seat in table.forfeits:
                self._play(table, 0, None)
                continue
            asked = self._asked(table, desk, decision)
            if not missteps:
                desk.unsent.append(asked)
                return
            self._write_fault(table, seat, missteps.pop(0), asked)
            self._play(table, 0, None)

    def _asked(self, table: Table, desk: Desk, decision: Decision) -> Asked:
        number = desk.next_question()
        seat, board, rules = decision.seat, table.plan.board, self.rules
        deal, ordinal = table.deal, table.ordinal
        bank_left = table.banks[seat].left(deal)
        if rules.control.no_clock:
            left_ms = None
        else:
            bank_ms = max(round(bank_left * 1000), 0)
            left_ms = (min(rules.control.move_limit_ms, bank_ms), bank_ms)
        view = view_of(table.game, seat)
        seed = question_seed(rules.seed, board, seat, deal, ordinal)
        game = desk.games[table.plan.index]
        message = question_bytes(number, game, decision, view, seed, left_ms)
        return Asked(number, table, seat, decision, view, bank_left, message)

    def _play(self, table: Table, choice: int, charge: Charge | None) -> None:
        finished = len(table.game.finished)
        table.answer(choice, charge)
        if len(table.game.finished) > finished:
            self._tell_deal(table)

    def _fault(self, asked: Asked, misstep: Misstep, also_open: int = 0) -> Fault:
        """Writes a fault at an open question, plays the house move, and goes on."""
        fault = self._write_fault(asked.table, asked.seat, misstep, asked, also_open)
        if not self.stopped_by:
            self._play(asked.table, 0, None)
            self._advance(asked.table)
        return fault

    def _write_fault(
        self, table: Table, seat: int, misstep: Misstep, asked: Asked, also_open: int = 0
    ) -> Fault:
        fault = table.fault(seat, misstep)
        member = self.desks[table.plan.seating[seat]].member
        if member.owes_mark:
            self._mark_out(table, seat, member)
        if seat in table.forfeits:
            member.open_games.discard(table.plan.index)
        name = table.plan.seating[seat]
        seen = FaultSeen(name, table.plan, fault, misstep, asked, also_open)
        self.on_fault(seen)
        if self.rules.is_strict:
            self._stop(seen)
        return fault

    def _mark_out(self, table: Table, seat: int, member: Member) -> None:
        table.put_out.append(seat)
        member.owes_mark = False

    def _stop(self, seen: FaultSeen) -> None:
        self.stopped_by = self.stopped_by or seen
        self.ring()

    def _stray(self, desk: Desk, given: pb.Answer, was_asked: bool, now: float) -> None:
        """An answer to no open question: too late, a second one, or to nothing ever asked."""
        if not was_asked:
            came = f"question {given.question_id}"
            self.unreadable(desk, "an answer to a question that was never asked", now, came)
            return
        if asked := desk.past.get(given.question_id):
            asked.table.dropped[asked.seat] += 1
        if given.question_id in desk.expired:
            table, fault = desk.expired.pop(given.question_id)
            table.came_after_all(fault)

    def _finish(self, table: Table) -> None:
        record = table.record()
        plan = table.plan
        del self.tables[plan.index]
        for seat, name in enumerate(plan.seating):
            desk = self.desks[name]
            number = desk.games.pop(plan.index)
            desk.member.open_games.discard(plan.index)
            if desk.session is not None:
                desk.session.send([game_over_message(number, seat, record)])
        self.on_game(record)

    def _tell_deal(self, table: Table) -> None:
        for name in table.plan.seating:
            desk = self.desks[name]
            if desk.wants_events and desk.session is not None:
                number = desk.games[table.plan.index]
                desk.session.send([deal_over_message(number, table.game.finished[-1])])


@dataclass(frozen=True, slots=True)
class _Line:
    """Binds a session to the desk that its answers are for."""

    clerk: Clerk
    desk: Desk

    def answered(self, answers: Sequence[pb.Answer], now: float) -> None:
        """Passes the answers of one message on."""
        if self.clerk.stopped_by is None:
            self.clerk.answered(self.desk, answers, now)

    def unreadable(self, detail: str, now: float, came: str) -> None:
        """Passes a message that is none on."""
        if self.clerk.stopped_by is None:
            self.clerk.unreadable(self.desk, detail, now, came)
