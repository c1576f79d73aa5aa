"""Bots that go wrong in their messages or break their stream."""

import time
from typing import Any

import grpc
from king.v1 import session_pb2 as pb

from zoo.wiring import PLAY, AtFifthQuestion, Bot, once


class ReadyTwice(Bot):
    """Says Ready twice, once in the run."""

    def warmed_up(self) -> None:
        super().warmed_up()
        if once():
            super().warmed_up()


class EmptyMessage(AtFifthQuestion):
    """Sends a message with nothing in it, once."""

    def misbehave(self) -> None:
        self.send(b"")


class Garbage(AtFifthQuestion):
    """Sends 16 bytes that mean nothing, once."""

    def misbehave(self) -> None:
        self.send(b"\xff" * 16)


class FiveMegabytes(AtFifthQuestion):
    """Sends a message of 5 MB, once."""

    def misbehave(self) -> None:
        self.send(b"x" * 5_000_000)


class TwentyMegabytes(AtFifthQuestion):
    """Sends a message of 20 MB, once."""

    def misbehave(self) -> None:
        self.send(b"x" * 20_000_000)


class HalfCloses(AtFifthQuestion):
    """Closes its half of the stream without an answer and lives on, once."""

    def misbehave(self) -> None:
        self.send(None)
        time.sleep(600)


class DialsInAgain(AtFifthQuestion):
    """Breaks its stream and dials in again, up to 50 times, once."""

    def misbehave(self) -> None:
        self.call.cancel()
        for _ in range(50):
            self.open_stream()
            self.say_hello()
            try:
                for data in self.call:
                    self.heard(pb.PlayResponse.FromString(data))
            except grpc.RpcError as problem:
                print(problem.details())
            time.sleep(0.1)
        time.sleep(600)


class SecondStream(AtFifthQuestion):
    """Opens a second stream beside the first, once."""

    def misbehave(self) -> None:
        hello = pb.PlayRequest(hello=pb.Hello(token="another", protocol_version=1))
        second: Any = self.channel.stream_stream(PLAY)
        try:
            list(second(iter([hello.SerializeToString()])))
        except grpc.RpcError as problem:
            print(problem.details())


class CallsBeside(AtFifthQuestion):
    """Calls another method beside its stream, as some tools do, once."""

    def misbehave(self) -> None:
        check: Any = self.channel.unary_unary("/grpc.health.v1.Health/Check")
        try:
            check(b"")
        except grpc.RpcError as problem:
            print(problem.details())


class NeverReads(AtFifthQuestion):
    """Stops reading in mid-game, once, so that what it is sent piles up."""

    wants_events = True

    def misbehave(self) -> None:
        time.sleep(600)
