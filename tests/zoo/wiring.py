"""What every bot of the zoo is made of: a stream of bytes, and a word for each message."""

import os
import queue
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
from king.v1 import session_pb2 as pb

PLAY = "/king.v1.RefereeService/Play"


def once() -> bool:
    """True the first time in a whole run: the bot's folder remembers it for later processes."""
    try:
        Path("has-misbehaved").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def answers(*given: pb.Answer) -> pb.PlayRequest:
    """A message with these answers."""
    return pb.PlayRequest(answers=pb.Answers(answers=given))


class Bot:
    """Plays the first answer and does nothing wrong; a species overrides what it does badly."""

    method = PLAY
    wants_events = False
    claims = 256
    """How many games it says that it can play at once."""
    start_budget = "20s"
    grace = "1s"
    """Over a move limit of 5 ms: for all but those whose fault must come before the clock's."""
    """What the zoo gives it from the start of its process to Ready."""
    is_racing = False
    """True if how often it is at fault depends on how fast the machine is."""

    def __init__(self, target: str | None = None, token: str | None = None) -> None:
        self.target = os.environ["KING_REFEREE"] if target is None else target
        self.token = os.environ["KING_TOKEN"] if token is None else token
        self.asked = 0  # questions that this process was asked
        self.outbox: queue.SimpleQueue[bytes | None]
        self.channel: grpc.Channel
        self.call: Any = None

    def run(self) -> None:
        """Plays until the stream ends."""
        self.before_connecting()
        options = [("grpc.enable_http_proxy", 0)]
        with grpc.insecure_channel(self.target, options) as self.channel:
            self.open_stream()
            self.connected()
            for data in self.call:
                self.heard(pb.PlayResponse.FromString(data))

    def open_stream(self) -> None:
        """Opens a stream with an outbox of its own; None in there closes our half."""
        self.outbox = queue.SimpleQueue()
        play: Any = self.channel.stream_stream(self.method)
        self.call = play(iter(self.outbox.get, None))

    def send(self, message: pb.PlayRequest | bytes | None) -> None:
        """Puts a message out, which may be bytes of any kind."""
        self.outbox.put(
            message.SerializeToString() if isinstance(message, pb.PlayRequest) else message
        )

    def heard(self, message: pb.PlayResponse) -> None:
        """Passes one message to the method that is for it."""
        match message.WhichOneof("message"):
            case "welcome":
                self.welcomed()
            case "warm_up":
                self.warmed_up()
            case "questions":
                self.questioned(message.questions.questions)
            case "game_over":
                self.game_ended()
            case "goodbye":
                print(message.goodbye.detail, file=sys.stderr)
                self.dismissed()

    # What a species overrides.

    def before_connecting(self) -> None:
        """Nothing: a bot may load its tables here."""

    def connected(self) -> None:
        """Says Hello."""
        self.say_hello()

    def say_hello(self, token: str | None = None, version: int = 1) -> None:
        """Says Hello, as the protocol wants it unless told otherwise."""
        hello = pb.Hello(
            token=self.token if token is None else token,
            protocol_version=version,
            games_at_once=self.claims,
            wants_events=self.wants_events,
        )
        self.send(pb.PlayRequest(hello=hello))

    def welcomed(self) -> None:
        """Nothing: the rules stand in the message."""

    def warmed_up(self) -> None:
        """Says Ready."""
        self.send(pb.PlayRequest(ready=pb.Ready()))

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        """Answers the questions of one message in one message."""
        given = []
        for question in questions:
            self.asked += 1
            answer = self.answer(question)
            if answer is not None:
                given.append(answer)
        self.send(answers(*given))

    def answer(self, question: pb.Question) -> pb.Answer | None:
        """The answer to one question; None for no answer at all."""
        return pb.Answer(question_id=question.question_id, choice=self.choice(question))

    def choice(self, question: pb.Question) -> int:
        """The first legal answer."""
        return 0

    def game_ended(self) -> None:
        """Nothing."""

    def dismissed(self) -> None:
        """Closes our half; the stream then ends, and so does the program."""
        self.send(None)


class AtFifthQuestion(Bot, ABC):
    """Does something besides, once in a run, when it has been asked five questions."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        """Misbehaves before it answers the message with its fifth question."""
        if self.asked + len(questions) >= 5 and once():
            self.misbehave()
        super().questioned(questions)

    @abstractmethod
    def misbehave(self) -> None:
        """What it does badly."""
