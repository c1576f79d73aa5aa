"""One life of bot processes: starts them, keeps them at their desks, and lets them go."""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import trio
from king.v1 import session_pb2 as pb

from referee.botfile import Bot
from referee.clerk import Clerk, FaultSeen, Rules
from referee.clock import BEAT_SECONDS, Lag, running_clock
from referee.desk import Desk
from referee.examples import example_questions
from referee.faults import FaultReason, Phase
from referee.hosting import Bell
from referee.listening import COUNT_SECONDS, LISTEN_SECONDS, Away, ListenPoint
from referee.process import BotProcess, open_bot_process
from referee.record import GameRecord
from referee.roster import Roster
from referee.schedule import GamePlan
from referee.server import Door, Peer, open_server
from referee.session import Session, Stage
from referee.table import Misstep, Table
from referee.timecontrol import TimeControl
from referee.transcripts import Transcripts
from referee.wire import goodbye_message, welcome_message

SETTLE_SECONDS = 3.0
"""How long the two halves of one end (process and stream) may lie apart."""
GOODBYE_SECONDS = 2.0
"""What a process has between Goodbye and SIGTERM."""
TERM_SECONDS = 1.0
"""What a process has between SIGTERM and SIGKILL."""
_STOPPED_SECONDS = 10
_COLLECT_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Life:
    """What one set of processes is to do."""

    rules: Rules
    bots: tuple[Bot, ...]
    """Those that are started: not those that are out in all games of the life."""
    roster: Roster
    job: int
    """Its number among those that share the roster and the plans, from 0."""
    plans: Iterator[GamePlan]
    logs: Path
    log_name: str
    """What the log files of this set of processes are called after the bot's name."""
    on_game: Callable[[GameRecord], None]
    on_fault: Callable[[FaultSeen], None]
    listen_points: Mapping[str, ListenPoint]
    """Of the bots that their authors start."""
    on_wait: Callable[[ListenPoint, int], None]
    """Is told that a bot is waited for, and the seconds that are left."""
    new_table: Callable[[GamePlan], Table] | None = None
    """Gives the table of a game that does not begin with the cards of the seed."""
    transcripts: Transcripts | None = None
    """Takes down all that is said, if that was asked for."""
    clock: TimeControl | None = None
    """By what the answers are judged, where the bots are told of no clock; None: by the rules."""


async def play_life(life: Life) -> FaultSeen | None:
    """Plays the games of a life; gives the fault that ended it, if the run is strict."""
    now = running_clock()
    lag = Lag(now())
    roster = life.roster
    control = life.clock or life.rules.control
    desks = {name: Desk(member, control) for name, member in roster.members.items()}
    bell = Bell()
    clerk = Clerk(
        rules=life.rules,
        roster=roster,
        desks=desks,
        plans=life.plans,
        lag=lag,
        on_game=life.on_game,
        on_fault=life.on_fault,
        ring=bell.ring,
        later=lambda: crew.collect_later(),
        new_table=life.new_table,
    )
    crew = _Crew(life, clerk, bell)
    roster.listen(crew.hear)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_time, clerk, lag)
        async with trio.open_nursery() as attendants:
            for bot in life.bots:
                attendants.start_soon(crew.attend, bot, desks[bot.name])
            await crew.run()
        nursery.cancel_scope.cancel()
    return clerk.stopped_by


async def keep_time(clerk: Clerk, lag: Lag) -> None:
    """Looks at the clock again and again: for questions that expire, and for our own delay."""
    now = running_clock()
    while True:
        await trio.sleep(BEAT_SECONDS)
        at = now()
        clerk.tick(at)
        # After the tick: it has still seen the delay that is now written off.
        lag.beat(now())


class _Crew:
    """The attendants of all processes of a life, and what they wait for together."""

    def __init__(self, life: Life, clerk: Clerk, bell: Bell) -> None:
        self._life = life
        self._clerk = clerk
        self._bell = bell
        self._now = running_clock()
        self._bug: BaseException | None = None
        self._over = trio.Event()
        self._has_begun = False
        self._process_bells: dict[str, Bell] = {}

    async def run(self) -> None:
        """Begins when every bot is ready or out, and waits until the games are over."""
        while not self._life.roster.has_started and not self._is_over:
            await self._bell.wait()
        if not self._is_over:
            self._has_begun = True
            self._clerk.begin(self._now())
        while not self._is_over:
            await self._bell.wait()
        self._over.set()
        if self._bug is not None:
            raise self._bug

    @property
    def _is_over(self) -> bool:
        clerk = self._clerk
        return clerk.is_done or clerk.stopped_by is not None or self._bug is not None

    def hear(self, now: float) -> None:
        """Takes the news of the roster: wakes all that may wait for it."""
        if self._has_begun:
            self._clerk.bots_changed(now)
        self._bell.ring()
        for bell in self._process_bells.values():
            bell.ring()

    def collect_later(self) -> None:
        """Calls the clerk again when the answers that are on their way have been read."""
        asyncio.get_running_loop().call_later(_COLLECT_SECONDS, self._collect)

    def _collect(self) -> None:
        try:
            self._clerk.collect(self._now())
        except BaseException as bug:
            self.crash(bug)
            raise

    def crash(self, bug: BaseException) -> None:
        """Takes a bug of ours out of gRPC's hands; `run` raises it."""
        self._bug = self._bug or bug
        self._bell.ring()

    async def attend(self, bot: Bot, desk: Desk) -> None:
        """Keeps one bot at its desk, with a new process whenever one is gone."""
        while not desk.member.is_out_everywhere and not self._is_over:
            point = self._life.listen_points.get(bot.name)
            if point is None:
                misstep = await self._attend_process(bot, desk)
            else:
                misstep = await self._attend_listener(point, desk)
            if misstep is None:
                return
            self._clerk.process_ended(desk, misstep, self._now())

    async def _attend_process(self, bot: Bot, desk: Desk) -> Misstep | None:
        """One process from its start to its end; None if it ended because the games are over."""
        life = self._life
        token = secrets.token_urlsafe(24)
        bell = self._process_bells[bot.name] = Bell()
        session = Session(token, self._greeting, bell.ring)
        door = Door()
        door.open_for(self._recorded(session, bot.name, token))
        log = life.logs / f"{bot.name}-{life.log_name}"
        async with (
            open_server(door, self._now, self.crash) as target,
            open_bot_process(
                bot,
                target=target,
                token=token,
                stdout_path=log.with_name(log.name + ".stdout.txt"),
                stderr_path=log.with_name(log.name + ".stderr.txt"),
            ) as process,
        ):
            budget = life.rules.control.start_budget_ms / 1000
            return await self._keep(desk, session, process, bell, budget)

    def _recorded(self, session: Session, name: str, token: str) -> Peer:
        """What a server is to talk to: the session, behind a transcript if there is one."""
        life = self._life
        if life.transcripts is None:
            return session
        path = life.logs / f"{name}-{life.log_name}.transcript.jsonl"
        return life.transcripts.start(path, name, token, session)

    async def _attend_listener(self, point: ListenPoint, desk: Desk) -> Misstep | None:
        """One stream of a bot that its author starts, from waiting for it to its end."""
        bell = self._process_bells[point.name] = Bell()
        session = Session(point.token, self._greeting, bell.ring)
        point.door.open_for(self._recorded(session, point.name, point.token))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._count_down, point, session)
                misstep = await self._keep(desk, session, Away(), bell, LISTEN_SECONDS)
                nursery.cancel_scope.cancel()
        finally:
            point.door.shut()
        return misstep

    async def _count_down(self, point: ListenPoint, session: Session) -> None:
        left = LISTEN_SECONDS
        while session.stage is Stage.WAITING and left > 0:
            self._life.on_wait(point, left)
            await trio.sleep(COUNT_SECONDS)
            left -= COUNT_SECONDS

    async def _keep(
        self,
        desk: Desk,
        session: Session,
        process: BotProcess | Away,
        bell: Bell,
        budget: float,
    ) -> Misstep | None:
        """Watches over one stream and its process until either ends or the games are over."""
        async with trio.open_nursery() as watchers:
            watchers.start_soon(self._ring_at_exit, process, bell)
            watchers.start_soon(self._ring_when_over, bell)
            if self._life.rules.control.no_clock:
                watchers.start_soon(self._watch_stopped, process, session)
            try:
                misstep = await self._until_end(desk, session, process, bell, budget)
            except trio.Cancelled:
                session.send([goodbye_message(pb.GOODBYE_REASON_INTERRUPTED)])
                raise
            self._say_goodbye(desk, session, misstep)
            if misstep is None or session.failure is not None:
                # It was told so: it may close its stream and end by itself.
                with trio.move_on_after(GOODBYE_SECONDS):
                    while session.stage is Stage.OPEN or session.stage is Stage.READY:
                        await bell.wait()
                    if isinstance(process, BotProcess):
                        await process.wait_exit()
            await process.stop(TERM_SECONDS)
            watchers.cancel_scope.cancel()
        return misstep

    async def _until_end(
        self,
        desk: Desk,
        session: Session,
        process: BotProcess | Away,
        bell: Bell,
        budget: float,
    ) -> Misstep | None:
        with trio.CancelScope(deadline=trio.current_time() + budget) as start:
            while not self._is_dismissed(desk):
                await bell.wait()
                if session.failure is not None:
                    desk.is_leaving = True
                    reason, detail = session.failure
                    return Misstep(reason, detail, None if desk.session else Phase.START)
                if session.stage is Stage.OVER or not process.is_running:
                    break
                if session.stage is Stage.READY and desk.session is None:
                    start.deadline = float("inf")
                    self._clerk.ready(desk, session, self._now())
                    self._life.roster.started(self._life.job, desk.name, self._now())
        if self._is_dismissed(desk):
            return None
        if start.cancelled_caught:
            seconds = f"{budget:g} s"
            return Misstep(
                FaultReason.START_FAILED, f"{_SLOW[session.stage]} within {seconds}", Phase.START
            )
        desk.is_leaving = True
        how = await self._how_it_ended(session, process, bell)
        if desk.session is None:
            return Misstep(FaultReason.START_FAILED, f"before Ready {how}", Phase.START)
        return Misstep(FaultReason.DISCONNECTED, how)

    def _is_dismissed(self, desk: Desk) -> bool:
        """True when the process has nothing more to do: all is played, or its bot is out."""
        return self._over.is_set() or desk.member.is_out_everywhere

    async def _how_it_ended(self, session: Session, process: BotProcess | Away, bell: Bell) -> str:
        """Waits for the other half: answers on the way still count, and an exit has a code."""
        with trio.move_on_after(SETTLE_SECONDS):
            while session.stage not in (Stage.OVER, Stage.WAITING):
                await bell.wait()
            if isinstance(process, Away):
                return "its stream ended"
            return f"its process ended: {await process.wait_exit()}"
        if process.is_running:
            return "its stream ended, the process is alive"
        return f"its process ended: {await process.wait_exit()}"

    async def _ring_at_exit(self, process: BotProcess | Away, bell: Bell) -> None:
        await process.wait_exit()
        bell.ring()

    async def _watch_stopped(self, process: BotProcess | Away, session: Session) -> None:
        """The liveness check where no clock runs: a process that is stopped does not think."""
        stopped = 0
        while stopped < _STOPPED_SECONDS:
            await trio.sleep(1.0)
            stopped = stopped + 1 if process.is_stopped else 0
        session.fail(FaultReason.DISCONNECTED, f"its process was stopped for {_STOPPED_SECONDS} s")

    async def _ring_when_over(self, bell: Bell) -> None:
        await self._over.wait()
        bell.ring()

    def _greeting(self) -> list[pb.PlayResponse]:
        rules = self._life.rules
        return [
            welcome_message(
                rules.ruleset, rules.control, rules.games_at_once, is_strict=rules.is_strict
            ),
            pb.PlayResponse(warm_up=pb.WarmUp(examples=example_questions(rules.ruleset))),
        ]

    def _say_goodbye(self, desk: Desk, session: Session, misstep: Misstep | None) -> None:
        stopped_by = self._clerk.stopped_by
        if misstep is None and stopped_by is not None and stopped_by.bot == desk.name:
            misstep = stopped_by.misstep
        if misstep is not None:
            farewell = goodbye_message(pb.GOODBYE_REASON_FAULT, misstep.reason, misstep.detail)
        elif self._bug is not None:
            farewell = goodbye_message(pb.GOODBYE_REASON_REFEREE_ERROR)
        elif stopped_by is not None:
            farewell = goodbye_message(
                pb.GOODBYE_REASON_INTERRUPTED, detail=f"{stopped_by.bot} was at fault"
            )
        else:
            farewell = goodbye_message(pb.GOODBYE_REASON_FINISHED)
        session.send([farewell])


_SLOW = {
    Stage.WAITING: "it never connected",
    Stage.OPEN: "it never said Hello",
    Stage.GREETED: "it never said Ready",
    Stage.READY: "it was not ready",
    Stage.OVER: "it was not ready",
}
