"""One stream of one bot process, from Hello to Goodbye, as a machine that never waits."""

import hmac
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Protocol

from google.protobuf.message import DecodeError
from king.v1 import session_pb2 as pb

from referee.encode import questions_bytes
from referee.faults import FaultReason
from referee.printable import printable

PROTOCOL_VERSION = 1
MAX_MESSAGE_BYTES = 1 << 20
_SHOWN_METHOD = 100
_MAX_WAITING_EVENTS = 4096
_MAX_EARLY = 100


class Stage(Enum):
    """How far a stream has come."""

    WAITING = auto()
    OPEN = auto()
    GREETED = auto()
    READY = auto()
    OVER = auto()


class Desk(Protocol):
    """Where the answers of one bot go."""

    def answered(self, answers: Sequence[pb.Answer], now: float) -> None:
        """Takes the answers of one message."""

    def unreadable(self, detail: str, now: float, came: str) -> None:
        """Takes note of a message that is none; `came` is as in a Misstep."""


class Session:
    """Greets a bot, checks what it says, and keeps what waits to be sent to it.

    `failure` is set when the stream cannot go on, with what the bot did and a detail; `ring`
    is called whenever the stage or the failure has changed.
    """

    def __init__(
        self, token: str, greeting: Callable[[], list[pb.PlayResponse]], ring: Callable[[], None]
    ) -> None:
        self._token = token
        self._greeting = greeting
        self._ring = ring
        self._outgoing: list[bytes | pb.PlayResponse] = []
        self._wake: Callable[[], None] = lambda: None
        self._desk: Desk | None = None
        self._early: list[tuple[bytes, float]] = []  # after Ready, before there was a desk
        self.stage = Stage.WAITING
        self.hello = pb.Hello()
        self.failure: tuple[FaultReason, str] | None = None

    @property
    def desk(self) -> Desk | None:
        """Where the answers go; None until the referee has seen the bot's Ready."""
        return self._desk

    @desk.setter
    def desk(self, desk: Desk) -> None:
        self._desk = desk
        early, self._early = self._early, []
        for data, now in early:
            self.received(data, now)

    # What the server calls.

    def opened(self) -> None:
        """Notes that the bot has opened its stream."""
        self._advance(Stage.OPEN)

    def received(self, data: bytes, now: float) -> None:
        """Takes one message of the bot; one that is no good sets `failure` or goes to the desk."""
        if self.failure or self.stage is Stage.OVER:
            return
        if len(data) > MAX_MESSAGE_BYTES:
            # Its size depends on how many games are open, and the record must not.
            self.fail(FaultReason.DISCONNECTED, "a message of more than 1 MiB")
            return
        if self.stage is Stage.READY and self._desk is None:
            self._keep_early(data, now)
            return
        try:
            request = pb.PlayRequest.FromString(data)
        except DecodeError:
            came = f"{len(data)} bytes, from {data[:16].hex(' ')}"
            self._refuse("a message that is no PlayRequest", now, came)
            return
        match request.WhichOneof("message"):
            case "answers" if self.stage is Stage.READY and self._desk:
                self._desk.answered(request.answers.answers, now)
            case "hello" if self.stage is Stage.OPEN:
                self._greet(request.hello)
            case "ready" if self.stage is Stage.GREETED:
                self._advance(Stage.READY)
            case None:
                self._refuse("a PlayRequest with nothing in it", now, f"{len(data)} bytes")
            case said:
                self._refuse(f"{said} when {_EXPECTED[self.stage]}", now)

    def closed(self) -> None:
        """Notes that the stream has ended, whoever ended it."""
        self._advance(Stage.OVER)

    def wrong_method(self, method: str) -> None:
        """Notes a call to a method that is not ours; another version of the package is told so.

        Beside a stream that is in use it is none of our business: gRPC refuses it.
        """
        if self.stage in (Stage.GREETED, Stage.READY):
            return
        called = f"it called {printable(method[:_SHOWN_METHOD])}"  # its own words: escaped
        if method.startswith("/king.") and not method.startswith("/king.v1."):
            self.fail(FaultReason.PROTOCOL_VERSION, f"{called}, the referee speaks king.v1")
        else:
            self.fail(FaultReason.START_FAILED, f"{called}, which is not of king.v1")

    def take_outgoing(self) -> list[bytes]:
        """Gives up all messages that wait, in their order; questions in a row go as one."""
        outgoing, self._outgoing = self._outgoing, []
        messages: list[bytes] = []
        questions: list[bytes] = []
        for one in (*outgoing, None):  # None: the end
            if isinstance(one, bytes):
                questions.append(one)
                continue
            if questions:
                messages.append(questions_bytes(questions))
                questions = []
            if one is not None:
                messages.append(one.SerializeToString())
        return messages

    def on_outgoing(self, wake: Callable[[], None]) -> None:
        """Sets what is called whenever there is something to send."""
        self._wake = wake
        if self._outgoing:
            wake()

    # What the referee's side calls.

    def send(self, messages: Sequence[bytes | pb.PlayResponse]) -> None:
        """Puts questions (as bytes) and other messages out; a bot that reads none is cut off."""
        if len(self._outgoing) + len(messages) > _MAX_WAITING_EVENTS:
            self.fail(FaultReason.LIMIT_EXCEEDED, f"{_MAX_WAITING_EVENTS} messages wait unread")
            return
        self._outgoing.extend(messages)
        self._wake()

    def fail(self, reason: FaultReason, detail: str) -> None:
        """Gives the stream up; the first failure stands."""
        if self.failure is None:
            self.failure = (reason, detail)
            self._ring()

    def _greet(self, hello: pb.Hello) -> None:
        self.hello = hello
        if not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            self.fail(
                FaultReason.START_FAILED, "wrong token in Hello: send the value of KING_TOKEN"
            )
        elif hello.protocol_version != PROTOCOL_VERSION:
            self.fail(
                FaultReason.PROTOCOL_VERSION,
                f"protocol_version {hello.protocol_version} in Hello, the referee speaks 1",
            )
        else:
            self._advance(Stage.GREETED)
            self.send(self._greeting())

    def _keep_early(self, data: bytes, now: float) -> None:
        """Lets a message wait for the desk: what it is must not depend on who was quicker."""
        self._early.append((data, now))
        if len(self._early) > _MAX_EARLY:
            detail = f"more than {_MAX_EARLY} messages together with Ready"
            self.fail(FaultReason.LIMIT_EXCEEDED, detail)

    def _refuse(self, detail: str, now: float, came: str = "") -> None:
        """Before Ready there is nothing to go on with; later it is the desk's matter."""
        if self.stage is Stage.READY and self._desk:
            self._desk.unreadable(detail, now, came)
        else:
            self.fail(FaultReason.UNREADABLE, f"{detail}: {came}" if came else detail)

    def _advance(self, stage: Stage) -> None:
        if self.stage is not Stage.OVER:
            self.stage = stage
            self._ring()


_EXPECTED = {
    Stage.WAITING: "no stream was open",
    Stage.OPEN: "Hello was due",
    Stage.GREETED: "Ready was due",
    Stage.READY: "answers were due",
    Stage.OVER: "the stream was over",
}
