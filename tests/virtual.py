"""Plays games in virtual time: real sessions and the real clerk, with bots that are trio tasks."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import trio
from king.v1 import session_pb2 as pb
from trio.testing import MockClock

from referee.clerk import Clerk, FaultSeen, Rules
from referee.clock import BEAT_SECONDS, Lag
from referee.crew import keep_time
from referee.desk import Desk
from referee.record import GameRecord
from referee.roster import Member, Roster
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.session import Session
from referee.timecontrol import TimeControl

NAMES = ("north", "east", "south", "west")

Say = Callable[..., None]
"""Sends answers in one message: pairs of a question and a choice."""
Behaviour = Callable[[Sequence[pb.Question], Say], Awaitable[None]]
"""Deals with the questions of one message."""


@dataclass
class Outcome:
    """What came of it."""

    records: list[GameRecord] = field(default_factory=list)
    faults: list[FaultSeen] = field(default_factory=list)


async def at_once(questions: Sequence[pb.Question], say: Say) -> None:
    """Answers everything with the first legal answer, in no time."""
    say(*((question, 0) for question in questions))


def play_virtually(
    bot: Behaviour,
    control: TimeControl,
    *,
    games: int = 1,
    stop_after: int | None = None,
    jumps: Callable[[MockClock], Awaitable[None]] | None = None,
) -> Outcome:
    """Plays games at once in which `bot` sits at north and the others answer at once.

    With `stop_after`, `bot` is cut off after so many of its messages: it then answers at once.
    """
    clock = MockClock(autojump_threshold=0)
    outcome = Outcome()

    async def run() -> None:
        roster = Roster([Member(name) for name in NAMES], ())
        desks = {name: Desk(member, control) for name, member in roster.members.items()}
        lag = Lag(trio.current_time())
        done = trio.Event()
        clerk = Clerk(
            rules=Rules(load_ruleset("classic"), "virtual", control, games, is_strict=False),
            roster=roster,
            desks=desks,
            plans=iter([RoundRobin(NAMES, 4, games)[index] for index in range(games)]),
            lag=lag,
            on_game=outcome.records.append,
            on_fault=outcome.faults.append,
            ring=done.set,
            later=lambda: nursery.start_soon(collect, clerk),
        )
        roster.listen(clerk.bots_changed)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep_time, clerk, lag)
            if jumps is not None:
                nursery.start_soon(jumps, clock)
            for name, desk in desks.items():
                session = Session("token", lambda: [], lambda: None)
                session.opened()
                session.received(
                    _request(hello=pb.Hello(token="token", protocol_version=1, games_at_once=256)),
                    trio.current_time(),
                )
                session.received(_request(ready=pb.Ready()), trio.current_time())
                clerk.ready(desk, session, trio.current_time())
                behaviour = bot if name == "north" else at_once
                limit = stop_after if name == "north" else None
                nursery.start_soon(_sit, session, behaviour, limit)
            clerk.begin(trio.current_time())
            await done.wait()
            nursery.cancel_scope.cancel()

    trio.run(run, clock=clock)
    return outcome


async def collect(clerk: Clerk) -> None:
    """Calls the clerk again a moment later, as a crew does."""
    await trio.sleep(0.001)
    clerk.collect(trio.current_time())


async def _sit(session: Session, behaviour: Behaviour, limit: int | None) -> None:
    event = trio.Event()

    def wake() -> None:
        event.set()

    session.on_outgoing(wake)

    def say(*answers: tuple[pb.Question, int]) -> None:
        message = pb.Answers(
            answers=[
                pb.Answer(question_id=question.question_id, choice=choice)
                for question, choice in answers
            ]
        )
        session.received(_request(answers=message), trio.current_time())

    messages = 0
    while True:
        await event.wait()
        event = trio.Event()
        for data in session.take_outgoing():
            response = pb.PlayResponse.FromString(data)
            if response.HasField("questions"):
                messages += 1
                current = behaviour if limit is None or messages <= limit else at_once
                await current(response.questions.questions, say)


def _request(
    *,
    hello: pb.Hello | None = None,
    ready: pb.Ready | None = None,
    answers: pb.Answers | None = None,
) -> bytes:
    return pb.PlayRequest(hello=hello, ready=ready, answers=answers).SerializeToString()


SLACK = BEAT_SECONDS
"""How much later than due the beat may see that time has passed."""
