"""Drives a bot's program by hand, over a server of our own that takes bytes as they come."""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from arena import play_game, sample_strategies
from king.v1 import game_pb2, session_pb2

from referee.botfile import read_bot
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.wire import ruleset_message

CLASSIC = load_ruleset("classic")
RULES = ruleset_message(CLASSIC)
FIELD_OF_LATER = b"\xf2\x3f\x05later"
"""Field 1022, a text, which no message of king.v1 has."""
SILENT = 60
"""Seconds after which a bot that says nothing is given up."""

Say = Iterator[session_pb2.PlayRequest]
Play = Callable[[Say], Iterator[session_pb2.PlayResponse]]


@contextmanager
def talking(
    folder: Path,
    play: Play,
    suffix: bytes = b"",
    status: grpc.StatusCode = grpc.StatusCode.OK,
) -> Iterator["subprocess.Popen[str]"]:
    """The bot, started by hand, in a talk with `play`; each message ends with the suffix."""

    def answers(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        for response in play(map(session_pb2.PlayRequest.FromString, requests)):
            yield response.SerializeToString() + suffix
        context.set_code(status)

    methods: dict[str, Any] = {"Play": grpc.stream_stream_rpc_method_handler(answers)}
    server = grpc.server(ThreadPoolExecutor(max_workers=1), options=[("grpc.so_reuseport", 0)])
    handler = grpc.method_handlers_generic_handler("king.v1.RefereeService", methods)
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        with start(folder, f"127.0.0.1:{port}") as process:
            yield process
    finally:
        server.stop(grace=None).wait()


def start(folder: Path, target: str) -> "subprocess.Popen[str]":
    """Starts the bot as the referee does."""
    return subprocess.Popen(
        read_bot(str(folder)).run,
        cwd=folder,
        env={"KING_REFEREE": target, "KING_TOKEN": "secret", "PATH": os.environ["PATH"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ask(
    folder: Path,
    questions: Sequence[session_pb2.Question],
    rules: game_pb2.RuleSet = RULES,
    suffix: bytes = b"",
) -> list[session_pb2.Answer]:
    """Its answers to questions that are asked all at once, from Hello to Goodbye."""
    heard = []

    def play(said: Say) -> Iterator[session_pb2.PlayResponse]:
        heard.append(next(said))
        yield session_pb2.PlayResponse(welcome=session_pb2.Welcome(ruleset=rules))
        yield session_pb2.PlayResponse(warm_up=session_pb2.WarmUp(examples=questions[:1]))
        heard.append(next(said))
        yield session_pb2.PlayResponse(questions=session_pb2.Questions(questions=questions))
        heard.append(next(said))
        yield session_pb2.PlayResponse(goodbye=session_pb2.Goodbye())
        heard.extend(said)

    with talking(folder, play, suffix) as process:
        assert (*process.communicate(timeout=SILENT), process.returncode) == ("", "", 0)
    hello, ready, answers = heard
    assert (hello.hello.token, hello.hello.protocol_version) == ("secret", 1)
    assert hello.hello.games_at_once >= 64
    assert ready.HasField("ready")
    return list(answers.answers.answers)


def questions_of_a_game() -> list[session_pb2.Question]:
    """All questions of one game of four random players."""
    asked: list[session_pb2.Question] = []
    play_random = sample_strategies()["random"]

    def noting(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
        asked.append(question)
        return play_random(question, rules)

    plan = RoundRobin(("a", "b", "c", "d"), 4, 1)[0]
    play_game(dict.fromkeys("abcd", noting), CLASSIC, plan, "questions")
    return asked
