"""The sample bots: they play well, by the question alone, and speak the protocol."""

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import grpc
import pytest
from arena import SAMPLES, differences, play_game, sample_strategies
from king.v1 import game_pb2, session_pb2, session_pb2_grpc

from referee.botfile import read_bot
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.wire import ruleset_message

BOTS = ("first", "random", "greedy", "counter")
CLASSIC = load_ruleset("classic")
RULES = ruleset_message(CLASSIC)


@pytest.fixture(scope="module")
def questions() -> list[session_pb2.Question]:
    """All questions of one game of four random players."""
    asked: list[session_pb2.Question] = []
    play_random = sample_strategies()["random"]

    def noting(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
        asked.append(question)
        return play_random(question, rules)

    plan = RoundRobin(("a", "b", "c", "d"), 4, 1)[0]
    play_game(dict.fromkeys("abcd", noting), CLASSIC, plan, "questions")
    return asked


@pytest.mark.parametrize("name", BOTS)
def test_a_sample_is_a_bot_folder_of_its_own_name(name: str) -> None:
    """Every sample's folder is readable as a bot, which is called like the folder."""
    assert read_bot(str(SAMPLES / name)).name == name


def test_the_samples_stand_in_order() -> None:
    """Over duplicate boards counter beats greedy and greedy beats random, beyond chance."""
    found = differences(sample_strategies(), CLASSIC, boards=8, seed="samples")
    for better, worse in (("counter", "greedy"), ("greedy", "random"), ("greedy", "first")):
        difference = found[better, worse]
        assert difference
        assert difference.half_width
        assert difference.mean > difference.half_width, f"{better} - {worse}: {difference}"


@pytest.mark.parametrize("name", BOTS)
def test_an_answer_depends_on_the_question_alone(
    name: str, questions: list[session_pb2.Question]
) -> None:
    """Asked again in the reverse order, as other games of another stream, it says the same."""
    choose = sample_strategies()[name]
    answers = [choose(question, RULES) for question in questions]
    again = sample_strategies()[name]
    for question, answer in reversed(list(zip(questions, answers, strict=True))):
        copy = session_pb2.Question()
        copy.CopyFrom(question)
        copy.question_id += 1000
        copy.game_id += 1000
        assert again(copy, RULES) == answer


@pytest.mark.parametrize("name", BOTS)
def test_no_sample_asks_which_contract_it_plays(
    name: str, questions: list[session_pb2.Question]
) -> None:
    """With other names for the rule set and its contracts the answers are the same."""
    choose = sample_strategies()[name]
    renamed = game_pb2.RuleSet()
    renamed.CopyFrom(RULES)
    renamed.id = renamed.sha256 = "another"
    for contract in renamed.contracts:
        contract.id = "contract " + contract.id[::-1]
    for question in questions:
        answer = choose(question, RULES)
        copy = session_pb2.Question()
        copy.CopyFrom(question)
        copy.king.contract = "contract " + copy.king.contract[::-1]
        assert choose(copy, renamed) == answer


@pytest.mark.parametrize("name", BOTS)
def test_a_sample_has_an_answer_to_a_question_of_a_kind_that_it_does_not_know(name: str) -> None:
    """What it does not understand is answered with one of the legal answers."""
    choose = sample_strategies()[name]
    legal = [game_pb2.Action(), game_pb2.Action()]
    question = session_pb2.Question(legal=legal, king=game_pb2.KingView(contract="-tricks"))
    for kind in (0, 99):
        question.kind = cast("session_pb2.QuestionKind", kind)
        assert choose(question, RULES) in (0, 1)


class _Referee(session_pb2_grpc.RefereeServiceServicer):
    """Asks two questions in one message, says goodbye and notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[session_pb2.PlayRequest] = []

    def Play(  # noqa: N802 (the name comes from the protocol)
        self, requests: Iterator[session_pb2.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[session_pb2.PlayResponse]:
        """One stream from Hello to the bot's closing of its half."""
        questions = [
            session_pb2.Question(
                question_id=number,
                game_id=number,
                kind=session_pb2.QUESTION_KIND_CARD,
                legal=[
                    game_pb2.Action(card=game_pb2.CARD_C7),
                    game_pb2.Action(card=game_pb2.CARD_C8),
                ],
                king=game_pb2.KingView(
                    seats=4, contract="-tricks", hand=[game_pb2.CARD_C7, game_pb2.CARD_C8]
                ),
                seed=number,
            )
            for number in (1, 2)
        ]
        self.heard.append(next(requests))
        yield session_pb2.PlayResponse(welcome=session_pb2.Welcome(ruleset=RULES))
        yield session_pb2.PlayResponse(warm_up=session_pb2.WarmUp(examples=questions[:1]))
        self.heard.append(next(requests))
        yield session_pb2.PlayResponse(questions=session_pb2.Questions(questions=questions))
        self.heard.append(next(requests))
        yield session_pb2.PlayResponse(goodbye=session_pb2.Goodbye())
        self.heard += requests


@pytest.mark.parametrize("name", BOTS)
def test_a_sample_speaks_the_protocol(name: str) -> None:
    """It says Hello, Ready and all answers of a message in one, and ends well after Goodbye."""
    referee = _Referee()
    server = grpc.server(ThreadPoolExecutor(max_workers=1), options=[("grpc.so_reuseport", 0)])
    session_pb2_grpc.add_RefereeServiceServicer_to_server(referee, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    bot = read_bot(str(SAMPLES / name))
    done = subprocess.run(
        bot.run,
        cwd=bot.folder,
        env={"KING_REFEREE": f"127.0.0.1:{port}", "KING_TOKEN": "secret", "PATH": os.defpath},
        timeout=60,
        capture_output=True,
        text=True,
        check=False,
    )
    server.stop(grace=None).wait()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    hello, ready, answers = referee.heard
    assert (hello.hello.token, hello.hello.protocol_version) == ("secret", 1)
    assert ready.HasField("ready")
    assert [answer.question_id for answer in answers.answers.answers] == [1, 2]
    assert all(answer.choice in (0, 1) for answer in answers.answers.answers)


@pytest.mark.parametrize("name", BOTS)
def test_a_sample_says_in_one_line_that_the_referee_is_gone(name: str) -> None:
    """A stream that ends badly without a Goodbye is no stack trace, and exit code 1."""
    bot = read_bot(str(SAMPLES / name))
    nowhere = {"KING_REFEREE": "unix:/nowhere/at-all.sock", "KING_TOKEN": "x"}
    done = subprocess.run(
        bot.run,
        cwd=bot.folder,
        env={"PATH": os.environ["PATH"], **nowhere},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    gone = "the stream broke: " if name == "first" else f"{name}: no connection to the referee at "
    assert done.stderr.startswith(gone)
