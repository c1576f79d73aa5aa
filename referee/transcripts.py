"""Transcripts of what goes over the streams of bots: handed on here, written by `transcriber`."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import trio

from referee.clock import Now
from referee.errors import RefereeBug, UserError
from referee.printable import printable
from referee.process import signal_name
from referee.server import Peer
from referee.session import MAX_MESSAGE_BYTES
from referee.transcriber import EXIT_PROBLEM, FRAME, LENGTH, Kind

_HAND_ON_SECONDS = 0.05
_END_SECONDS = 120.0
"""How long the last lines may take on a busy machine; a second is usual."""
_TOO_SLOW = f"the writer of transcripts did not get on for {_END_SECONDS:g} s"


class Transcripts:
    """Collects what is said and hands it on to the program that writes it."""

    def __init__(self, now: Now) -> None:
        self.now = now
        self._waiting: list[bytes] = []
        self._processes = 0

    def start(self, path: Path, bot: str, token: str, peer: Peer) -> "Recorded":
        """Begins the transcript of one process, whose time runs from here, before its peer.

        All processes of a life that write into one file are one transcript. The token is left out.
        """
        process, started = self._processes, self.now()
        self._processes += 1
        facts = json.dumps({"path": str(path), "bot": bot, "token": token}).encode()
        self.note(Kind.START, process, 0.0, facts)
        return Recorded(peer, self, process, started)

    def finish(self) -> None:
        """Says that nothing will be added to the files there are."""
        self.note(Kind.FINISH, 0, 0.0)

    def note(self, kind: Kind, process: int, at: float, payload: bytes = b"") -> None:
        """Takes note of something that happened in a process, `at` seconds after its start."""
        self._waiting += (FRAME.pack(kind, process, at, len(payload)), payload)

    def take(self) -> bytes:
        """Gives up all that waits to be handed on."""
        waiting, self._waiting = self._waiting, []
        return b"".join(waiting)


@dataclass(frozen=True, slots=True)
class Recorded:
    """Stands between a server and the peer behind it, and takes note of all that passes."""

    peer: Peer
    transcripts: Transcripts
    process: int
    started: float

    def opened(self) -> None:
        """Passes on that the bot has opened its stream."""
        self._note(Kind.OPENED, self.transcripts.now())
        self.peer.opened()

    def received(self, data: bytes, now: float) -> None:
        """Passes on one message of the bot."""
        if len(data) <= MAX_MESSAGE_BYTES:
            self._note(Kind.FROM_BOT, now, data)
        else:
            start = LENGTH.pack(len(data)) + data[:MAX_MESSAGE_BYTES]
            self._note(Kind.TOO_LONG, now, start)
        self.peer.received(data, now)

    def closed(self) -> None:
        """Passes on that the stream has ended."""
        self._note(Kind.CLOSED, self.transcripts.now())
        self.peer.closed()

    def wrong_method(self, method: str) -> None:
        """Passes on a call to a method that is not ours: it is no message."""
        self.peer.wrong_method(method)

    def take_outgoing(self) -> list[bytes]:
        """Passes on the messages that are sent now."""
        messages = self.peer.take_outgoing()
        now = self.transcripts.now()
        for data in messages:
            self._note(Kind.TO_BOT, now, data)
        return messages

    def on_outgoing(self, wake: Callable[[], None]) -> None:
        """Passes on what is called whenever there is something to send."""
        self.peer.on_outgoing(wake)

    def _note(self, kind: Kind, now: float, payload: bytes = b"") -> None:
        self.transcripts.note(kind, self.process, now - self.started, payload)


@asynccontextmanager
async def open_transcripts(now: Now) -> AsyncIterator[Transcripts]:
    """Runs the program that writes transcripts; at the end of the block all is written.

    UserError, also in the midst of the block, if a file cannot be written.
    """
    transcripts = Transcripts(now)
    writer = _Writer()
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.keep_handing_on, transcripts)
            yield transcripts
            nursery.cancel_scope.cancel()
    finally:
        # Shielded: also what was said before an interruption is to be kept.
        with trio.move_on_after(_END_SECONDS, shield=True) as wait:
            try:
                await writer.end(transcripts)
            finally:
                writer.close()
        if wait.cancelled_caught:
            raise UserError(_TOO_SLOW)


class _Writer:
    """The program `transcriber`, with the pipes to it and from it."""

    def __init__(self) -> None:
        theirs, ours = os.pipe()
        reports, their_reports = os.pipe()
        self._pipe = trio.lowlevel.FdStream(ours)
        self._reports = trio.lowlevel.FdStream(reports)
        self._has_failed = False
        try:
            # A group of its own, for Ctrl-C is for the referee; not a session, see `orphans`.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "referee.transcriber"],
                stdin=theirs,
                stdout=their_reports,
                stderr=their_reports,
                process_group=0,
            )
        except OSError as problem:
            raise UserError(f"cannot start the writer of transcripts: {problem}") from problem
        finally:
            os.close(theirs)
            os.close(their_reports)

    async def keep_handing_on(self, transcripts: Transcripts) -> None:
        """Hands on what comes up, for ever; UserError if it cannot be written."""
        while True:
            await trio.sleep(_HAND_ON_SECONDS)
            # Shielded: half a frame would spoil all that comes after it.
            with trio.move_on_after(_END_SECONDS, shield=True) as wait:
                await self._hand_on(transcripts)
            if wait.cancelled_caught:
                raise UserError(_TOO_SLOW)

    async def end(self, transcripts: Transcripts) -> None:
        """Hands on the rest and waits until it is written; UserError if it cannot be."""
        if self._has_failed:
            return
        await self._hand_on(transcripts)
        await self._pipe.aclose()
        await self._check_report()

    def close(self) -> None:
        """Leaves no pipe open and no process behind; one that still writes is ended."""
        self._pipe.close()
        self._reports.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    async def _hand_on(self, transcripts: Transcripts) -> None:
        data = transcripts.take()
        if data:
            try:
                await self._pipe.send_all(data)
            except trio.BrokenResourceError:
                await self._check_report()
                raise RefereeBug("the writer of transcripts has ended too early") from None

    async def _check_report(self) -> None:
        """Waits for the end of the program; UserError with what it said if it has failed."""
        report = b""
        while chunk := await self._reports.receive_some():
            report += chunk
        code = self._process.wait()
        if code != 0:
            self._has_failed = True
            text = printable(report.decode(errors="backslashreplace").strip())
            if code == EXIT_PROBLEM:
                raise UserError(text)
            if code < 0:
                raise UserError(f"the writer of transcripts was ended by {signal_name(-code)}")
            raise RefereeBug(f"the writer of transcripts does not work: {text}")
