"""One process of a bot that is checked, at its examiner: from its start until it is gone."""

import re
import secrets
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path

import trio
from king.v1 import session_pb2 as pb

from referee.botfile import Bot
from referee.check import Visit
from referee.clock import BEAT_SECONDS, Lag, Now, running_clock
from referee.crew import SETTLE_SECONDS, TERM_SECONDS
from referee.desk import Asked
from referee.examiner import Examiner
from referee.examples import example_questions
from referee.faults import FaultReason
from referee.hosting import Bell
from referee.law import RuleSet
from referee.printable import ends
from referee.process import BotProcess, ExitKind, open_bot_process
from referee.server import Door, open_server
from referee.session import Session, Stage
from referee.supervisor import HEAD_BYTES
from referee.table import Misstep
from referee.timecontrol import TimeControl
from referee.wire import welcome_message

MOST_AT_ONCE = 256
_LEFT_OUT = re.compile(rb"\n\.\.\. (\d{1,18}) bytes left out \.\.\.\n")
_UNREADY = {
    Stage.WAITING: "it never connected",
    Stage.OPEN: "it never said Hello",
    Stage.GREETED: "it never said Ready",
}


@dataclass(slots=True)
class Sitting:
    """One process at its examiner."""

    visit: Visit
    examiner: Examiner
    session: Session
    process: BotProcess
    bell: Bell
    now: Now
    is_ready: bool = False

    @property
    def has_ended(self) -> bool:
        """The process or its stream is at an end."""
        session = self.session
        is_over = session.failure is not None or session.stage is Stage.OVER
        return is_over or not self.process.is_running

    async def wait_ready(self, budget: float) -> None:
        """Waits for Ready, and notes how that went."""
        started, session, visit = self.now(), self.session, self.visit
        with trio.move_on_after(budget):
            while session.stage is not Stage.READY and not self.has_ended:
                await self.bell.wait()
        end = self.process.exit
        visit.has_run = end is None or end.kind is not ExitKind.NOT_STARTED
        visit.has_opened = session.stage is not Stage.WAITING
        hello = session.hello
        visit.claims = min(max(hello.games_at_once, 1), MOST_AT_ONCE)
        visit.introduced = f"{hello.name} {hello.version}".strip()
        if session.stage is Stage.READY and session.failure is None:
            self.is_ready = True
            visit.ready_s = self.now() - started
            session.desk = self.examiner
        elif self.has_ended:
            visit.failure = await self._how_it_ended()
        else:
            visit.failure = f"{_UNREADY.get(session.stage, 'not ready')} within {budget:g} s"

    async def ask(self, questions: Sequence[Asked], patience: float = inf) -> bool:
        """Asks, and waits until all is answered or given up; False if it is no use to go on.

        `patience` is how many seconds may pass without any answer.
        """
        examiner = self.examiner
        examiner.ask(questions)
        while examiner.open:
            if self.has_ended:
                how = await self._how_it_ended()
                examiner.give_up(Misstep(FaultReason.DISCONNECTED, how))
                return False
            answers = examiner.answers
            with trio.move_on_after(patience) as scope:
                await self.bell.wait()
            if scope.cancelled_caught and examiner.answers == answers:
                count = len(examiner.open)
                detail = f"{count} of the questions had no answer after {patience:.1f} s of silence"
                examiner.give_up(Misstep(FaultReason.NO_ANSWER, detail))
                return False
        return not examiner.is_hopeless

    async def _how_it_ended(self) -> str:
        if self.session.failure is not None:
            return self.session.failure[1]
        with trio.move_on_after(SETTLE_SECONDS):
            end = await self.process.wait_exit()
            self.visit.has_ended = end.kind is not ExitKind.NOT_STARTED
            return f"its process ended: {end}"
        return "its stream ended, the process is alive"


@dataclass(frozen=True, slots=True)
class Host:
    """Starts processes of one bot."""

    bot: Bot
    control: TimeControl
    logs: Path
    twist: Callable[[list[pb.PlayResponse]], None] | None = None
    """Changes Welcome and WarmUp before they are sent."""

    @asynccontextmanager
    async def visit(self, ruleset: RuleSet) -> AsyncGenerator[Sitting]:
        """A process of the bot, ready or not; at the end of the block it is gone."""
        now, bell, visit = running_clock(), Bell(), Visit(ruleset.id)
        bank_ms = self.control.bank_ms + self.control.bank_increment_ms * ruleset.deal_count
        visit.bank_s, visit.tricks = bank_ms / 1000, ruleset.hand_size
        lag = Lag(now())
        bugs: list[BaseException] = []
        greeting = self._greeting(visit, ruleset)
        token = secrets.token_urlsafe(24)
        session = Session(token, greeting, bell.ring)
        examiner = Examiner(session, ruleset, self.control, lag, now, bell.ring, visit)
        door = Door()
        door.open_for(session)
        outputs = [self.logs / f"{ruleset.id}.{stream}.txt" for stream in ("stdout", "stderr")]
        for path in outputs:
            path.unlink(missing_ok=True)  # a rule set may be played by several processes

        def crash(bug: BaseException) -> None:
            bugs.append(bug)
            session.fail(FaultReason.DISCONNECTED, "a bug of the referee")

        async with (
            open_server(door, now, crash) as target,
            open_bot_process(
                self.bot,
                target=target,
                token=token,
                stdout_path=outputs[0],
                stderr_path=outputs[1],
            ) as process,
            trio.open_nursery() as watchers,
        ):
            watchers.start_soon(_ring_at_exit, process, bell)
            watchers.start_soon(_keep_time, examiner)
            sitting = Sitting(visit, examiner, session, process, bell, now)
            await sitting.wait_ready(self.control.start_budget_ms / 1000)
            yield sitting
            await process.stop(TERM_SECONDS)
            watchers.cancel_scope.cancel()
        if bugs:
            raise bugs[0]
        visit.left, visit.answers = process.left, examiner.answers
        visit.printed = (_size(outputs[0]), _size(outputs[1]))
        visit.words = tuple(ends(outputs[1]) or ends(outputs[0]))

    def _greeting(self, visit: Visit, ruleset: RuleSet) -> Callable[[], list[pb.PlayResponse]]:
        def greeting() -> list[pb.PlayResponse]:
            visit.is_greeted = True
            welcome = welcome_message(ruleset, self.control, MOST_AT_ONCE, is_strict=True)
            warm_up = pb.PlayResponse(warm_up=pb.WarmUp(examples=example_questions(ruleset)))
            if self.twist is not None:
                self.twist([welcome, warm_up])
            return [welcome, warm_up]

        return greeting


async def _ring_at_exit(process: BotProcess, bell: Bell) -> None:
    await process.wait_exit()
    bell.ring()


async def _keep_time(examiner: Examiner) -> None:
    while True:
        await trio.sleep(BEAT_SECONDS)
        examiner.tick(examiner.now())
        examiner.lag.beat(examiner.now())


def _size(log: Path) -> int:
    """How many bytes were printed, those that were not kept included."""
    data = log.read_bytes()
    cut = _LEFT_OUT.match(data, HEAD_BYTES)  # elsewhere it is the bot's own text
    return len(data) + (int(cut[1]) - len(cut[0]) if cut else 0)
