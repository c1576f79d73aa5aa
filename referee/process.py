"""Processes of bots: each under a supervisor, and nothing of it left when its block ends."""

import os
import signal
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import trio

from referee import supervisor
from referee.botfile import Bot
from referee.errors import RefereeBug, UserError
from referee.orphans import end_orphans, end_supervisor, start_supervisor
from referee.printable import printable

START_SECONDS = 30.0
"""How long a supervisor may take to say that the command runs; 20 ms is usual."""
KILL_SECONDS = 10.0
"""How long the killed may take to be gone, on a machine that swaps."""
EXIT_GRACE = 0.5
"""Seconds between SIGTERM and SIGKILL where the block of a process ends without a `stop`."""


class ExitKind(StrEnum):
    """How a process came to its end."""

    CODE = "code"
    SIGNAL = "signal"
    NOT_STARTED = "not_started"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class ExitStatus:
    """The end of a bot's main process: `number` is its exit code or its signal, else 0."""

    kind: ExitKind
    number: int = 0
    detail: str = ""

    def __str__(self) -> str:
        """The end in words, as in `exit code 3`."""
        if self.kind is ExitKind.CODE:
            return f"exit code {self.number}"
        if self.kind is ExitKind.SIGNAL:
            return f"killed by {signal_name(self.number)}"
        return self.detail


def signal_name(number: int) -> str:
    """A signal in words, as in `SIGKILL (9)`."""
    try:
        return f"{signal.Signals(number).name} ({number})"
    except ValueError:  # most real-time signals have no name
        return f"signal {number}"


class BotProcess:
    """A command that runs under its supervisor; made by `open_bot_process` and `open_process`.

    No task stands behind it: whoever waits reads the supervisor's pipe, the first one for all.
    """

    def __init__(
        self, command: Sequence[str], name: str, stdout_path: Path, stderr_path: Path
    ) -> None:
        """Starts a supervisor; OSError if the machine cannot."""
        self.name = name
        self.stdout_path = stdout_path
        self.stderr_path = stderr_path
        self.pid: int | None = None
        """The main process; None if it could not be started."""
        self.left = 0
        """How many processes outlived the main one when it ended by itself; they are ended too."""
        self.log_problem: str | None = None
        """Why the logs are not complete, such as a full disk."""
        self._unread = b""
        self._noise = ""
        self._refused: str | None = None
        self._exit: ExitStatus | None = None
        self._is_gone = False
        self._is_silent = False  # the supervisor will report no more
        self._is_over = False  # nothing is left, not even the supervisor
        self._has_reader = False
        self._news = trio.lowlevel.ParkingLot()
        their_orders, orders = os.pipe()
        reports, their_reports = os.pipe()
        self._orders = trio.lowlevel.FdStream(orders)
        self._reports = trio.lowlevel.FdStream(reports)
        try:
            self._supervisor = start_supervisor(command, their_orders, their_reports)
        finally:
            os.close(their_orders)
            os.close(their_reports)

    @property
    def supervisor_pid(self) -> int:
        """The process that stands above the bot's tree."""
        return self._supervisor.pid

    @property
    def exit(self) -> ExitStatus | None:
        """How the main process ended; None while it runs."""
        if not self._has_reader:  # which would sleep on if the news were taken from under it
            self._read_reports()
        return self._exit

    @property
    def is_running(self) -> bool:
        """The main process was started and has not ended."""
        return self.exit is None

    @property
    def is_stopped(self) -> bool:
        """The main process is stopped by a signal; under a debugger it is not (state `t`)."""
        try:
            # As bytes: the system cuts the name in it after 15 of them, in a letter if need be.
            status = Path(f"/proc/{self.pid}/stat").read_bytes()
        except OSError:  # it is gone, or this is no Linux
            return False
        return status.rpartition(b")")[2].split()[0] == b"T"

    async def wait_exit(self) -> ExitStatus:
        """Waits for the end of the main process; what it started may live a moment longer."""
        await self._wait_news(lambda: self._exit is not None)
        assert self._exit is not None
        return self._exit

    async def stop(self, grace: float) -> None:
        """Ends the whole tree: SIGTERM to the main process and its group, after `grace` s SIGKILL.

        Returns when nothing is left; it may be called again, and the earlier end then holds.
        """
        if self._is_over:
            await trio.lowlevel.checkpoint()
            return
        with trio.move_on_after(grace + KILL_SECONDS):
            # a line always fits into the pipe, and a dead supervisor needs no orders
            with suppress(BrokenPipeError, BlockingIOError):
                os.write(self._orders.fileno(), b"stop %f\n" % grace)
            await self._wait_news(lambda: self._is_gone or self._is_silent)
        if not self._is_gone:
            # The supervisor is dead or hangs. A bot can do that to any process of its user.
            self._supervisor.kill()
        await end_supervisor(self._supervisor, KILL_SECONDS)  # it removes the scratch folder
        self._read_reports()
        self._fall_silent()
        if not self._is_gone:
            await end_orphans(KILL_SECONDS)
        self._is_over = True

    async def _start(self, environment: Mapping[str, str]) -> None:
        block = b"".join(os.fsencode(f"{key}={environment[key]}\0") for key in environment)
        # Shielded: a supervisor that has half an environment would not hear of a cancellation.
        with trio.move_on_after(START_SECONDS, shield=True), suppress(trio.BrokenResourceError):
            await self._orders.send_all(block + b"\0")  # if it breaks it says why, or is silent
        with trio.move_on_after(START_SECONDS):
            await self._wait_news(lambda: self.pid is not None or self._exit is not None)
        if self._refused is not None:
            raise UserError(printable(f"cannot write the log {self._refused}"))
        if self.pid is None and (self._exit is None or self._exit.kind is ExitKind.LOST):
            raise RefereeBug(f"the supervisor of {self.name} does not work: {self._noise!r}")

    async def _close(self) -> None:
        try:
            await self.stop(EXIT_GRACE)
        finally:
            await self._orders.aclose()
            await self._reports.aclose()
        if self._noise:
            raise RefereeBug(f"the supervisor of {self.name} said {self._noise!r}")

    async def _wait_news(self, has_come: Callable[[], bool]) -> None:
        await trio.lowlevel.checkpoint()
        while True:
            if not self._has_reader:
                self._read_reports()
            if has_come():
                return
            if self._has_reader:
                await self._news.park()
                continue
            self._has_reader = True
            try:
                with suppress(trio.ClosedResourceError):  # all has been read then
                    await trio.lowlevel.wait_readable(self._reports.fileno())
            finally:
                self._has_reader = False
                self._read_reports()
                self._news.unpark_all()

    def _read_reports(self) -> None:
        while not self._is_silent:
            try:
                chunk = os.read(self._reports.fileno(), 4096)
            except BlockingIOError:
                return
            *lines, self._unread = (self._unread + chunk).split(b"\n")
            for line in lines:
                self._take_report(os.fsdecode(line))
            if not chunk:
                self._fall_silent()

    def _take_report(self, line: str) -> None:
        match line.split(" ", 2):
            case ["started", pid]:
                self.pid = int(pid)
            case ["failed", *_]:
                self._exit = ExitStatus(ExitKind.NOT_STARTED, detail=line.partition(" ")[2])
            case ["exit", "code", number]:
                self._exit = self._exit or ExitStatus(ExitKind.CODE, int(number))
            case ["exit", "signal", number]:
                self._exit = self._exit or ExitStatus(ExitKind.SIGNAL, int(number))
            case ["left", number]:
                self.left = int(number)
            case ["refused", *_]:
                self._refused = line.partition(" ")[2]
            case ["log", *_]:
                self.log_problem = line.partition(" ")[2]
            case ["gone"]:
                self._is_gone = True
            case _:  # a traceback
                self._noise += line + "\n"

    def _fall_silent(self) -> None:
        self._is_silent = True
        self._exit = self._exit or ExitStatus(
            ExitKind.LOST, detail="killed together with its supervisor"
        )


@asynccontextmanager
async def open_process(
    command: Sequence[str],
    *,
    name: str,
    folder: Path,
    environment: Mapping[str, str],
    stdout_path: Path,
    stderr_path: Path,
    scratch: Path | None = None,
) -> AsyncGenerator[BotProcess]:
    """Runs a command under a supervisor; when the block ends, so has all that it started.

    `command` begins with a path, and `scratch` is a folder that is removed at the end. One file
    may take both streams.
    """
    arguments = [str(stdout_path), str(stderr_path), str(scratch or ""), str(folder), *command]
    program = [sys.executable, "-I", "-S", supervisor.__file__, *arguments]
    try:
        process = BotProcess(program, name, stdout_path, stderr_path)
    except OSError as problem:
        raise UserError(f"cannot start {name}: {problem.strerror}") from problem
    try:
        await process._start(environment)
        yield process
    finally:
        with trio.CancelScope(shield=True):  # each wait in there has its own deadline
            await process._close()


@asynccontextmanager
async def open_bot_process(
    bot: Bot, *, target: str, token: str, stdout_path: Path, stderr_path: Path
) -> AsyncGenerator[BotProcess]:
    """Runs a bot that is to dial in at `target`; when the block ends, so has all that it started.

    A bot that cannot be executed is there as well, ended with an `ExitStatus` that says why.
    UserError if a log cannot be opened.
    """
    try:
        scratch = Path(tempfile.mkdtemp(prefix="king-"))
        for part in ("home", "tmp"):
            (scratch / part).mkdir()
    except OSError as problem:
        raise UserError(
            printable(f"cannot make a folder for bot {bot.name}: {problem}")
        ) from problem
    environment = {
        **bot.env,
        "KING_REFEREE": target,
        "KING_TOKEN": token,
        "HOME": str(scratch / "home"),
        "TMPDIR": str(scratch / "tmp"),
        "PATH": os.environ.get("PATH", os.defpath),
    }
    try:
        async with open_process(
            bot.run,
            name=f"bot {bot.name}",
            folder=bot.folder,
            environment=environment,
            stdout_path=stdout_path,
            stderr_path=stderr_path,
            scratch=scratch,
        ) as process:
            yield process
    finally:
        supervisor.remove_tree(str(scratch))  # the supervisor has done that, unless it was killed
