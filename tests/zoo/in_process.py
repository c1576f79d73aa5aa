"""Bots whose processes go wrong."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

from king.v1 import session_pb2 as pb

from zoo.wiring import Bot, once

CHILD = "import time; time.sleep(600)"
MEGABYTES = 10


class CrashesAlways(Bot):
    """Ends with exit code 7 at the first question of every process."""

    def choice(self, question: pb.Question) -> int:
        sys.stderr.write("a bug in my endgame\n")
        sys.stderr.flush()
        os._exit(7)


class CrashesOnce(Bot):
    """Ends with exit code 7 in mid-game, once."""

    def choice(self, question: pb.Question) -> int:
        if self.asked == 5 and once():
            os._exit(7)
        return 0


class ExitsZero(Bot):
    """Ends with exit code 0 in mid-game, once."""

    def choice(self, question: pb.Question) -> int:
        if self.asked == 5 and once():
            os._exit(0)
        return 0


class IsKilled(Bot):
    """Is killed by a segmentation fault in mid-game, once."""

    def choice(self, question: pb.Question) -> int:
        if self.asked == 5 and once():
            os.kill(os.getpid(), signal.SIGSEGV)
        return 0


class DiesBetweenGames(Bot):
    """Ends with exit code 7 when a game is over and others are to come, once."""

    def game_ended(self) -> None:
        if once():
            os._exit(7)


class DiesAfterItsLastAnswer(Bot):
    """Ends with exit code 7 after its last answer, without waiting for Goodbye."""

    last_answers = 0

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        super().questioned(questions)
        self.last_answers += sum(
            one.king.deal == one.king.deals and len(one.king.hand) == 1 for one in questions
        )
        if self.last_answers == int(os.environ["GAMES"]):
            self.send(None)
            for _ in self.call:  # ends when the referee has had the answer and our end
                pass
            os._exit(7)


class StopsItself(Bot):
    """Is stopped in mid-game (SIGSTOP), once, and does not come back."""

    def choice(self, question: pb.Question) -> int:
        if self.asked == 5 and once():
            os.kill(os.getpid(), signal.SIGSTOP)
        return 0


class IgnoresSigterm(Bot):
    """Ignores Goodbye and SIGTERM at the end."""

    def before_connecting(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def dismissed(self) -> None:
        time.sleep(600)


class LeavesAChild(Bot):
    """Starts a child in a session of its own (setsid) and leaves it behind."""

    def before_connecting(self) -> None:
        subprocess.Popen([sys.executable, "-c", CHILD], start_new_session=True)


class Forks(Bot):
    """Starts 20 children and leaves them behind."""

    def before_connecting(self) -> None:
        for _ in range(20):
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)


class Shouts(Bot):
    """Prints 10 MB to stdout and 10 MB to stderr without a line end."""

    def before_connecting(self) -> None:
        for _ in range(MEGABYTES):
            for stream in (1, 2):
                rest = b"x" * 1_000_000
                while rest:
                    rest = rest[os.write(stream, rest) :]


class ClosesItsStdout(Bot):
    """Closes its stdout."""

    def before_connecting(self) -> None:
        os.close(1)


class PrintsWhatIsNotText(Bot):
    """Prints bytes that are not UTF-8, and control characters, to stdout and stderr."""

    def before_connecting(self) -> None:
        for stream in (1, 2):
            os.write(stream, b"\xff\xfe\x00\x1b[2J\x07\xc3(\n")
