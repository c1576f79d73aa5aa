"""Bots that go wrong before Ready."""

import os
import socket
import sys
import time
from pathlib import Path

from king.v1 import session_pb2 as pb

from zoo.wiring import Bot, answers


class CrashesAtStart(Bot):
    """Ends with exit code 3 before it has connected."""

    def before_connecting(self) -> None:
        print("cannot find my model", file=sys.stderr)
        sys.exit(3)


class CrashesAtTwoStarts(Bot):
    """Ends with exit code 3 at its first two starts and plays well from the third on."""

    def before_connecting(self) -> None:
        for start in ("first-start", "second-start"):
            if not Path(start).exists():
                Path(start).touch()
                sys.exit(3)


class NeverConnects(Bot):
    """Does not dial in."""

    start_budget = "4s"

    def before_connecting(self) -> None:
        time.sleep(600)


class SpeaksHttp(Bot):
    """Dials in and says `GET / HTTP/1.1`, which is not gRPC."""

    start_budget = "4s"

    def before_connecting(self) -> None:
        host, port = os.environ["KING_REFEREE"].split(":")
        with socket.create_connection((host, int(port))) as line:
            line.sendall(b"GET / HTTP/1.1\r\n\r\n")
            while line.recv(4096):
                pass
        time.sleep(600)


class NeverSaysHello(Bot):
    """Opens its stream and says nothing."""

    start_budget = "4s"

    def connected(self) -> None:
        pass


class NeverSaysReady(Bot):
    """Says Hello, and nothing after WarmUp."""

    start_budget = "4s"

    def warmed_up(self) -> None:
        pass


class StartsSlowly(Bot):
    """Takes 4 s of its 5 s until Ready."""

    start_budget = "5s"

    def warmed_up(self) -> None:
        stat = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        started = int(stat[19]) / os.sysconf("SC_CLK_TCK")  # seconds after the machine did
        time.sleep(max(started + 4 - time.clock_gettime(time.CLOCK_BOOTTIME), 0))
        super().warmed_up()


class WrongToken(Bot):
    """Says Hello with a token that is not its own."""

    def connected(self) -> None:
        self.say_hello(token="wrong")


class SpeaksVersion2(Bot):
    """Says Hello with `protocol_version` 2."""

    def connected(self) -> None:
        self.say_hello(version=2)


class OtherPackage(Bot):
    """Calls the service of package `king.v2`."""

    method = "/king.v2.RefereeService/Play"


class WrongMethod(Bot):
    """Calls the method `Chat`."""

    method = "/king.v1.RefereeService/Chat"


class HelloTwice(Bot):
    """Says Hello twice."""

    def connected(self) -> None:
        self.say_hello()
        self.say_hello()


class ReadyFirst(Bot):
    """Says Ready without Hello."""

    def connected(self) -> None:
        self.send(pb.PlayRequest(ready=pb.Ready()))


class AnswersBeforeReady(Bot):
    """Answers the example question of WarmUp instead of saying Ready."""

    def warmed_up(self) -> None:
        self.send(answers(pb.Answer(question_id=0, choice=0)))


class GarbageFirst(Bot):
    """Sends 16 bytes that mean nothing instead of Hello."""

    def connected(self) -> None:
        self.send(b"\xff" * 16)


class DiesInWelcome(Bot):
    """Ends with exit code 5 when it gets Welcome."""

    def welcomed(self) -> None:
        os._exit(5)


class DiesInWarmUp(Bot):
    """Is killed when it gets WarmUp, as for want of memory."""

    def warmed_up(self) -> None:
        os.kill(os.getpid(), 9)
