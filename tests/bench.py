"""A bench for the clerk: real sessions and desks, with the time of each event given."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from king.v1 import session_pb2 as pb
from msgspec.structs import replace

from referee.clerk import Clerk, FaultSeen, Rules
from referee.clock import Lag
from referee.desk import Desk
from referee.faults import FaultReason
from referee.record import GameRecord
from referee.roster import Member, Roster
from referee.ruleset import load_ruleset
from referee.schedule import GamePlan, RoundRobin
from referee.session import Session
from referee.table import Misstep
from referee.timecontrol import TimeControl

NAMES = ("north", "east", "south", "west")
CRASH = Misstep(FaultReason.DISCONNECTED, "its process ended: exit code 1")


@dataclass
class Bench:
    """A clerk with four bots that say only what a test makes them say."""

    games: int
    roster: Roster = field(default_factory=lambda: Roster([Member(name) for name in NAMES], ()))
    plans: Iterator[GamePlan] | None = None
    """Those that several sets of processes share; None for `games` games of its own."""
    north_at_once: int = 256
    """How many games at once the bot takes on which most tests look."""
    records: list[GameRecord] = field(default_factory=list)
    faults: list[FaultSeen] = field(default_factory=list)

    def __post_init__(self) -> None:
        control, roster = TimeControl(), self.roster
        self.desks = {name: Desk(member, control) for name, member in roster.members.items()}
        self.sessions: dict[str, Session] = {}
        self.inbox: dict[str, list[pb.Question]] = {name: [] for name in NAMES}
        self.clerk = Clerk(
            rules=Rules(load_ruleset("classic"), "bench", control, self.games, is_strict=False),
            roster=roster,
            desks=self.desks,
            plans=self.plans or plans(self.games),
            lag=Lag(0.0),
            on_game=self.records.append,
            on_fault=self.faults.append,
            ring=lambda: None,
            later=lambda: None,
        )
        roster.listen(self.clerk.bots_changed)

    def begin(self) -> "Bench":
        """Gives each bot that is not out a process, and opens the games."""
        for name, member in self.roster.members.items():
            if not member.is_out_everywhere:
                self.start(name)
        self.clerk.begin(0.0)
        return self

    def start(self, name: str, now: float = 0.0) -> None:
        """Gives a bot a process that is ready."""
        at_once = self.north_at_once if name == "north" else 256
        session = self.sessions[name] = ready_session(now, games_at_once=at_once)
        self.inbox[name].clear()
        self.clerk.ready(self.desks[name], session, now)

    def read(self, name: str) -> list[pb.Question]:
        """The questions that the bot has and has not answered."""
        session = self.sessions.get(name)  # a bot that is out has none
        for data in session.take_outgoing() if session else ():
            response = pb.PlayResponse.FromString(data)
            self.inbox[name] += response.questions.questions
        return self.inbox[name]

    def say(self, name: str, *answers: pb.Answer, now: float = 0.0) -> None:
        """Sends answers in one message."""
        message = pb.PlayRequest(answers=pb.Answers(answers=answers))
        self.sessions[name].received(message.SerializeToString(), now)

    def answer(self, name: str, now: float = 0.0, note: str | None = None) -> None:
        """Answers the first question of a bot with the first legal answer."""
        self.choose(name, 0, now=now, note=note)

    def choose(self, name: str, choice: int, now: float = 0.0, note: str | None = None) -> None:
        """Answers the first question of a bot with any choice."""
        given = pb.Answer(question_id=self.read(name).pop(0).question_id, choice=choice, note=note)
        self.say(name, given, now=now)

    def play_on(self, *, but: str = "", now: float = 0.0) -> None:
        """Lets all others answer until nothing but the one bot's questions is open."""
        while names := [name for name in NAMES if name != but and self.read(name)]:
            self.answer(names[0], now)

    def reasons(self) -> list[FaultReason]:
        """The reasons of the faults so far."""
        return [seen.misstep.reason for seen in self.faults]


def plans(games: int) -> Iterator[GamePlan]:
    """The first games of a schedule of one table, which are all of one life.

    All sit alike in every game, so that a test can say who waits for whom.
    """
    schedule = RoundRobin(NAMES, 4, games)
    return iter([replace(schedule[index], seating=NAMES) for index in range(games)])


def ready_session(now: float = 0.0, readies: int = 1, games_at_once: int = 256) -> Session:
    """The session of a bot that has said Hello and Ready."""
    session = Session("token", lambda: [], lambda: None)
    session.opened()
    hello = pb.Hello(token="token", protocol_version=1, games_at_once=games_at_once)
    session.received(pb.PlayRequest(hello=hello).SerializeToString(), now)
    for _ in range(readies):
        session.received(pb.PlayRequest(ready=pb.Ready()).SerializeToString(), now)
    return session


def filled(games: int, name: str = "north") -> Bench:
    """A bench on which the bot has answered once and has a question open in every game."""
    bench = Bench(games).begin()
    while bench.desks[name].answers_in_process == 0:
        bench.play_on(but=name)
        bench.answer(name)
    bench.play_on(but=name)
    return bench
