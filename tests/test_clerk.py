"""The clerk by hand: questions, answers, and what is none."""

import pytest
from bench import Bench, filled
from king.v1 import session_pb2 as pb

from referee.desk import MAX_SURPLUS, MAX_UNREADABLE
from referee.explain import fault_text
from referee.faults import FaultReason
from referee.table import MAX_NOTE_BYTES, Misstep

UNKNOWN = pb.PlayRequest(answers=pb.Answers(answers=[pb.Answer(question_id=9999, choice=0)]))


@pytest.mark.parametrize("beyond", [0, 1, 1000])
def test_a_choice_out_of_range_is_illegal(beyond: int) -> None:
    """The number of legal answers is the first that is out of range."""
    bench = Bench(1).begin()
    bench.play_on(but="north")
    (question,) = bench.read("north")
    choice = len(question.legal) + beyond
    bench.say("north", pb.Answer(question_id=question.question_id, choice=choice))
    assert bench.reasons() == [FaultReason.ILLEGAL]
    assert f"legal are 0 to {len(question.legal) - 1}" in bench.faults[0].misstep.detail


def test_an_answer_without_a_choice_is_unreadable() -> None:
    """A forgotten field does not play the first card: the house does, and it is a fault."""
    bench = Bench(1).begin()
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
    told = [fault_text(seen).splitlines()[0] for seen in bench.faults]
    assert told == [
        "north: unreadable: a message that is no PlayRequest (3 bytes, from ff ff ff)",
        "north: unreadable: a PlayRequest with nothing in it (0 bytes)",
        "north: unreadable: an answer to a question that was never asked (question 9999)",
    ]


def test_no_record_tells_sizes_and_numbers_of_what_cannot_be_read() -> None:
    """They differ with the games that are open, and the record must be the same bytes."""
    details = []
    for garbage, number in [(b"\xff", 5555), (b"\xff" * 99, 9999)]:
        bench = Bench(1).begin()
        bench.play_on(but="north")
        bench.sessions["north"].received(garbage, 0.0)
        bench.play_on(but="north")
        bench.say("north", pb.Answer(question_id=number, choice=0))
        bench.play_on()
        details.append([fault.detail for fault in bench.records[0].faults])
    assert details[0] == details[1]
    assert len(details[0]) == 2


def test_a_second_answer_is_dropped_and_counted() -> None:
    """It is no fault, and stands in the record's timing by seat."""
    bench = Bench(1).begin()
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
    bench = Bench(1).begin()
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
    """1 MiB is read; the size of a larger one is not told, as it differs with the open games."""
    bench = Bench(1).begin()
    bench.sessions["north"].received(b"\0" * (1 << 20), 0.0)
    assert bench.sessions["north"].failure is None
    for name, size in [("east", (1 << 20) + 1), ("west", 2 << 20)]:
        bench.sessions[name].received(b"\0" * size, 0.0)
        failure = (FaultReason.DISCONNECTED, "a message of more than 1 MiB")
        assert bench.sessions[name].failure == failure


def test_notes_are_kept_up_to_their_limits() -> None:
    """A note of 1 KiB is kept, a longer one is not; and of all notes of a game 64 KiB."""
    bench = Bench(1).begin()
    while bench.desks["north"].answers_in_process < 80:
        bench.play_on(but="north")
        kept = "é" * (MAX_NOTE_BYTES // 2)
        bench.answer("north", note=kept if bench.desks["north"].answers_in_process else kept + "x")
    bench.play_on()
    (record,) = bench.records
    assert {len(note.text.encode()) for note in record.timing.notes} == {MAX_NOTE_BYTES}
    assert len(record.timing.notes) == 64
    assert (record.timing.notes[0].seat, record.timing.notes[0].deal) == (0, 1)


def test_a_note_is_kept_if_there_is_room_for_it() -> None:
    """Of notes of 1,000 bytes 65 fit into 64 KiB; then a shorter one fits, and nothing more."""
    bench = Bench(1).begin()
    for size in [*[1000] * 70, 537, 536, 1]:
        bench.play_on(but="north")
        bench.answer("north", note="x" * size)
    bench.play_on()
    (record,) = bench.records
    assert [len(note.text) for note in record.timing.notes] == [*[1000] * 65, 536]


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
    bench = Bench(1).begin()
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
        bench = Bench(games).begin()
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
    bench = Bench(1).begin()
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
