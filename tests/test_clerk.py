"""The clerk by hand: real sessions and desks, with the time of each event given."""

from dataclasses import dataclass, field

import pytest
from king.v1 import session_pb2 as pb

from referee.clerk import Clerk, FaultSeen, Rules
from referee.clock import Lag
from referee.desk import MAX_SURPLUS, MAX_UNREADABLE, Desk
from referee.faults import FaultReason
from referee.record import GameRecord
from referee.roster import Member, Roster
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.session import Session
from referee.table import MAX_NOTE_BYTES, Misstep
from referee.timecontrol import TimeControl

NAMES = ("north", "east", "south", "west")
UNKNOWN = pb.PlayRequest(answers=pb.Answers(answers=[pb.Answer(question_id=9999, choice=0)]))
CRASH = Misstep(FaultReason.DISCONNECTED, "its process ended: exit code 1")


@dataclass
class Bench:
    """A clerk with four bots that say only what a test makes them say."""

    games: int
    records: list[GameRecord] = field(default_factory=list)
    faults: list[FaultSeen] = field(default_factory=list)

    def __post_init__(self) -> None:
        control = TimeControl()
        roster = Roster([Member(name) for name in NAMES], ())
        self.desks = {name: Desk(member, control) for name, member in roster.members.items()}
        self.sessions: dict[str, Session] = {}
        self.inbox: dict[str, list[pb.Question]] = {name: [] for name in NAMES}
        self.clerk = Clerk(
            rules=Rules(load_ruleset("classic"), "bench", control, self.games, is_strict=False),
            roster=roster,
            desks=self.desks,
            plans=iter([RoundRobin(NAMES, 4, self.games)[index] for index in range(self.games)]),
            lag=Lag(0.0),
            on_game=self.records.append,
            on_fault=self.faults.append,
            ring=lambda: None,
            later=lambda: None,
        )
        roster.listen(self.clerk.bots_changed)
        for name in NAMES:
            self.start(name)
        self.clerk.begin(0.0)

    def start(self, name: str, now: float = 0.0) -> None:
        """Gives a bot a process that is ready."""
        session = self.sessions[name] = ready_session(now)
        self.inbox[name].clear()
        self.clerk.ready(self.desks[name], session, now)

    def read(self, name: str) -> list[pb.Question]:
        """The questions that the bot has and has not answered."""
        for data in self.sessions[name].take_outgoing():
            response = pb.PlayResponse.FromString(data)
            self.inbox[name] += response.questions.questions
        return self.inbox[name]

    def say(self, name: str, *answers: pb.Answer, now: float = 0.0) -> None:
        """Sends answers in one message."""
        message = pb.PlayRequest(answers=pb.Answers(answers=answers))
        self.sessions[name].received(message.SerializeToString(), now)

    def answer(self, name: str, now: float = 0.0, note: str | None = None) -> None:
        """Answers the first question of a bot with the first legal answer."""
        question = self.read(name).pop(0)
        self.say(name, pb.Answer(question_id=question.question_id, choice=0, note=note), now=now)

    def play_on(self, *, but: str = "", now: float = 0.0) -> None:
        """Lets all others answer until nothing but the one bot's questions is open."""
        while names := [name for name in NAMES if name != but and self.read(name)]:
            self.answer(names[0], now)

    def reasons(self) -> list[FaultReason]:
        """The reasons of the faults so far."""
        return [seen.misstep.reason for seen in self.faults]


def ready_session(now: float = 0.0, readies: int = 1) -> Session:
    """The session of a bot that has said Hello and Ready."""
    session = Session("token", lambda: [], lambda: None)
    session.opened()
    hello = pb.Hello(token="token", protocol_version=1, games_at_once=256)
    session.received(pb.PlayRequest(hello=hello).SerializeToString(), now)
    for _ in range(readies):
        session.received(pb.PlayRequest(ready=pb.Ready()).SerializeToString(), now)
    return session


def filled(games: int, name: str = "north") -> Bench:
    """A bench on which the bot has answered once and has a question open in every game."""
    bench = Bench(games)
    while bench.desks[name].answers_in_process == 0:
        bench.play_on(but=name)
        bench.answer(name)
    bench.play_on(but=name)
    return bench


def test_a_new_process_is_asked_of_its_first_game_alone() -> None:
    """Until its first answer a bot has one question, of its first open game; then all others."""
    bench = Bench(6)
    bench.play_on(but="north")
    (question,) = bench.read("north")
    assert question.game_id == 1
    bench.answer("north")
    bench.play_on(but="north")
    assert len(bench.read("north")) == 6


def test_a_dead_process_is_one_fault_on_the_oldest_question() -> None:
    """The other questions are asked of the new process, and nothing is charged meanwhile."""
    bench = filled(6)
    oldest = bench.read("north")[0]
    bench.clerk.process_ended(bench.desks["north"], CRASH, 0.5)
    (seen,) = bench.faults
    assert seen.asked is not None
    assert seen.asked.number == oldest.question_id
    bench.play_on(but="north", now=0.5)
    bench.clerk.lag = Lag(100.0)  # the referee itself was on time
    bench.start("north", 100.0)
    bench.clerk.tick(100.01)  # the clock began anew: not a hundred seconds have passed
    assert bench.reasons() == [FaultReason.DISCONNECTED]
    bench.play_on(now=100.01)
    assert len(bench.records) == 6
    assert sum(len(record.faults) for record in bench.records) == 1


def test_a_bad_question_brings_down_a_process_at_most_twice() -> None:
    """What was open at a crash is asked again one at a time, so that the bad one shows itself.

    The first crash counts on the oldest question, which is innocent, and the second on the bad
    one; then all is well, however many games are open.
    """
    bench = filled(12)
    bad = bench.read("north")[7].question_id

    def read_on() -> None:
        while questions := bench.read("north"):
            if any(question.question_id == bad for question in questions):
                bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
                bench.start("north")
            else:
                bench.answer("north")
            bench.play_on(but="north")

    for _ in range(2000):
        read_on()
        bench.clerk.collect(0.0)
        bench.play_on(but="north")
    assert len(bench.records) == 12
    assert bench.reasons() == [FaultReason.DISCONNECTED] * 2
    assert bench.faults[1].asked is not None
    assert bench.faults[1].asked.number == bad


@pytest.mark.parametrize(("starts", "is_out"), [(2, False), (3, True)])
def test_three_starts_without_an_answer_put_a_bot_out(starts: int, is_out: bool) -> None:
    """Two are not enough; with the third one the house plays all its seats, as forfeits."""
    bench = Bench(4)
    bench.play_on(but="north")
    for _ in range(starts):
        bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
        if bench.desks["north"].member.is_out_everywhere:
            break
        bench.start("north")
        bench.play_on(but="north")
    assert bench.desks["north"].member.is_out_everywhere is is_out
    bench.play_on()
    assert len(bench.records) == 4
    forfeited = [len(record.forfeits) for record in bench.records]
    assert forfeited == ([1] * 4 if is_out else [0] * 4)
    assert sum(len(record.put_out) for record in bench.records) == is_out


def test_a_bot_put_out_elsewhere_has_nothing_open_any_more() -> None:
    """Put out in another set of processes, it is forfeited here, and no time runs out for it."""
    bench = filled(3)
    bench.clerk.roster.put_out(bench.desks["north"].member, 0.5)
    bench.clerk.lag = Lag(100.0)
    bench.clerk.tick(100.01)
    bench.clerk.tick(200.0)
    bench.play_on(now=200.0)
    assert len(bench.records) == 3
    assert all([forfeit.seat for forfeit in record.forfeits] == [0] for record in bench.records)


def test_an_answer_between_crashes_starts_the_count_anew() -> None:
    """Two starts without an answer, one with, two without: at fault, but never three in a row."""
    bench = Bench(3)
    desk = bench.desks["north"]
    for answers in (0, 0, 1, 0, 0):
        bench.play_on(but="north")
        if answers:
            bench.answer("north")
            bench.play_on(but="north")
        bench.clerk.process_ended(desk, CRASH, 0.0)
        bench.start("north")
    assert not desk.member.is_out_everywhere
    assert desk.fruitless_starts == 2


def test_a_death_with_nothing_open_counts_at_the_next_question() -> None:
    """Off turn a process that ends is a fault all the same, wherever the race goes."""
    bench = Bench(1)
    bench.play_on(but="north")
    bench.answer("north")
    while not bench.desks["north"].open and not bench.desks["north"].unsent:
        assert not bench.read("north")
        bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
        break
    bench.play_on()
    assert bench.reasons() == [FaultReason.DISCONNECTED]


@pytest.mark.parametrize("beyond", [0, 1, 1000])
def test_a_choice_out_of_range_is_illegal(beyond: int) -> None:
    """The number of legal answers is the first that is out of range."""
    bench = Bench(1)
    bench.play_on(but="north")
    (question,) = bench.read("north")
    choice = len(question.legal) + beyond
    bench.say("north", pb.Answer(question_id=question.question_id, choice=choice))
    assert bench.reasons() == [FaultReason.ILLEGAL]
    assert f"legal are 0 to {len(question.legal) - 1}" in bench.faults[0].misstep.detail


def test_an_answer_without_a_choice_is_unreadable() -> None:
    """A forgotten field does not play the first card: the house does, and it is a fault."""
    bench = Bench(1)
    bench.play_on(but="north")
    (question,) = bench.read("north")
    bench.say("north", pb.Answer(question_id=question.question_id))
    assert bench.reasons() == [FaultReason.UNREADABLE]


def test_what_cannot_be_read_counts_on_the_oldest_question() -> None:
    """Garbage, an empty message and an id that was never asked: each is one fault, oldest first."""
    bench = filled(6)
    oldest = [question.question_id for question in bench.read("north")[:3]]
    bench.sessions["north"].received(b"\xff\xff\xff", 0.0)
    bench.sessions["north"].received(b"", 0.0)
    bench.say("north", pb.Answer(question_id=9999, choice=0))
    assert bench.reasons() == [FaultReason.UNREADABLE] * 3
    assert [seen.asked and seen.asked.number for seen in bench.faults] == oldest
    assert "question 9999: never asked" in bench.faults[2].misstep.detail


def test_a_second_answer_is_dropped_and_counted() -> None:
    """It is no fault, and stands in the record's timing by seat."""
    bench = Bench(1)
    bench.play_on(but="north")
    question = bench.read("north")[0]
    bench.answer("north")
    for _ in range(3):
        bench.say("north", pb.Answer(question_id=question.question_id, choice=0))
    bench.play_on()
    (record,) = bench.records
    assert (record.faults, record.timing.dropped) == ((), (3, 0, 0, 0))


def test_a_flood_of_surplus_answers_ends_the_stream() -> None:
    """A bot that goes on answering what is answered is cut off, with a reason."""
    bench = Bench(1)
    bench.play_on(but="north")
    question = bench.read("north")[0]
    bench.answer("north")
    for _ in range(MAX_SURPLUS):
        bench.say("north", pb.Answer(question_id=question.question_id, choice=0))
    assert bench.sessions["north"].failure is None
    bench.say("north")
    failure = bench.sessions["north"].failure
    assert failure is not None
    assert failure[0] is FaultReason.LIMIT_EXCEEDED


def test_a_message_over_one_mebibyte_ends_the_stream() -> None:
    """One byte more than 1 MiB is told with its size; 1 MiB is read."""
    bench = Bench(1)
    bench.sessions["north"].received(b"\0" * (1 << 20), 0.0)
    assert bench.sessions["north"].failure is None
    bench.sessions["east"].received(b"\0" * ((1 << 20) + 1), 0.0)
    failure = bench.sessions["east"].failure
    assert failure is not None
    assert "1048577 bytes" in failure[1]


def test_notes_are_kept_up_to_their_limits() -> None:
    """A note of 1 KiB is kept, a longer one is not; and of all notes of a game 64 KiB."""
    bench = Bench(1)
    while bench.desks["north"].answers_in_process < 80:
        bench.play_on(but="north")
        kept = "é" * (MAX_NOTE_BYTES // 2)
        bench.answer("north", note=kept if bench.desks["north"].answers_in_process else kept + "x")
    bench.play_on()
    (record,) = bench.records
    assert {len(note.text.encode()) for note in record.timing.notes} == {MAX_NOTE_BYTES}
    assert len(record.timing.notes) == 64
    assert (record.timing.notes[0].seat, record.timing.notes[0].deal) == (0, 1)


def test_many_questions_wait_until_they_are_as_many_as_are_open() -> None:
    """A bot with a backlog gets what comes up in larger messages; one that is idle gets it at once.

    So a single question is never sent to a bot that has more than one to answer.
    """
    bench = filled(8)
    desk = bench.desks["north"]
    sizes = []
    for _ in range(40):
        before = len(bench.read("north"))
        bench.answer("north")
        bench.play_on(but="north")
        assert not desk.unsent or len(desk.unsent) < len(desk.open)
        if grown := len(bench.read("north")) - (before - 1):
            sizes.append((before - 1, grown))
    assert len(desk.open) + len(desk.unsent) == 8
    assert all(grown >= open_before for open_before, grown in sizes)
    assert len(sizes) < 30


def test_with_many_games_a_few_questions_wait_a_moment_for_company() -> None:
    """Of 64 games an idle bot gets eight questions at least, or what there is when collected."""
    bench = filled(64)
    desk = bench.desks["north"]
    while bench.read("north"):
        bench.answer("north")
    bench.clerk.collect(0.0)
    while bench.read("north"):
        bench.answer("north")
    bench.play_on(but="north")
    assert len(desk.open) >= 8 or not desk.open
    bench.clerk.collect(0.0)
    assert desk.open
    assert not desk.unsent or len(desk.unsent) < len(desk.open)


def test_messages_keep_their_order() -> None:
    """Questions in a row go as one message, and nothing overtakes them: Goodbye is the last."""
    bench = Bench(1)
    session = bench.sessions["north"]
    session.take_outgoing()
    one = pb.Question(question_id=1).SerializeToString()
    two = pb.Question(question_id=2).SerializeToString()
    over = pb.PlayResponse(game_over=pb.GameOver(game_id=1))
    goodbye = pb.PlayResponse(goodbye=pb.Goodbye())
    session.send([one, two, over, one, goodbye])
    sent = [pb.PlayResponse.FromString(data) for data in session.take_outgoing()]
    assert [message.WhichOneof("message") for message in sent] == [
        "questions",
        "game_over",
        "questions",
        "goodbye",
    ]
    assert [len(message.questions.questions) for message in sent] == [2, 0, 1, 0]


def test_an_answer_to_a_question_that_waits_to_be_sent_is_unreadable() -> None:
    """It has its number already, but the bot was never asked it; at any number of games."""
    for games in (1, 6):
        bench = Bench(games)
        bench.play_on(but="north")
        (question,) = bench.read("north")
        number = question.question_id
        bench.say("north", *(pb.Answer(question_id=number + i, choice=0) for i in range(2)))
        bench.play_on()
        assert bench.reasons() == [FaultReason.UNREADABLE]
        assert len(bench.records) == games


@pytest.mark.parametrize("said", [b"", b"\xff\xff", UNKNOWN.SerializeToString()])
def test_a_flood_of_what_cannot_be_read_ends_the_stream(said: bytes) -> None:
    """After ten in a row it is cut off, which is one fault; what waited to be charged is not."""
    bench = Bench(1)
    bench.play_on(but="north")
    bench.answer("north")
    while not bench.read("north"):
        bench.play_on(but="north")
    for _ in range(500):
        bench.sessions["north"].received(said, 0.0)
    failure = bench.sessions["north"].failure
    assert failure is not None
    assert failure[0] is FaultReason.LIMIT_EXCEEDED
    assert failure[1].startswith(f"more than {MAX_UNREADABLE} times in a row: ")
    assert bench.reasons() == [FaultReason.UNREADABLE]
    bench.clerk.process_ended(bench.desks["north"], Misstep(*failure), 0.0)
    bench.start("north")
    bench.play_on()
    assert bench.reasons() == [FaultReason.UNREADABLE, FaultReason.LIMIT_EXCEEDED]


def test_an_answer_between_makes_the_unreadable_no_flood() -> None:
    """Twenty messages that cannot be read, each followed by an answer, cut nobody off."""
    bench = filled(60)
    for _ in range(20):
        bench.sessions["north"].received(b"\xff\xff", 0.0)
        question = bench.read("north").pop()
        bench.say("north", pb.Answer(question_id=question.question_id, choice=0))
    assert bench.reasons() == [FaultReason.UNREADABLE] * 20
    assert bench.sessions["north"].failure is None


def test_no_time_runs_out_while_a_process_is_leaving() -> None:
    """Until its end is known nothing is late and nothing is asked of it; the end is one fault."""
    bench = filled(6)
    bench.desks["north"].is_leaving = True
    bench.clerk.lag = Lag(100.0)  # the referee itself was on time
    bench.clerk.tick(100.0)
    assert bench.reasons() == []
    bench.clerk.process_ended(bench.desks["north"], CRASH, 100.0)
    bench.start("north", 100.0)
    bench.play_on(now=100.0)
    assert bench.reasons() == [FaultReason.DISCONNECTED]
    assert len(bench.records) == 6


def test_what_follows_ready_waits_until_the_referee_has_seen_it() -> None:
    """A second Ready is a fault at the first question, however soon it comes."""
    bench = Bench(1)
    bench.clerk.process_ended(bench.desks["north"], CRASH, 0.0)
    session = bench.sessions["north"] = ready_session(readies=2)
    bench.clerk.ready(bench.desks["north"], session, 0.0)
    bench.play_on()
    assert bench.reasons() == [FaultReason.DISCONNECTED, FaultReason.UNREADABLE]


def test_a_flood_at_ready_ends_the_stream() -> None:
    """What waits for the referee to see Ready is no more than a hundred messages."""
    failure = ready_session(readies=1000).failure
    assert failure == (FaultReason.LIMIT_EXCEEDED, "more than 100 messages together with Ready")
