"""A program of its own that puts what went over the streams of bots into files, as JSON lines.

Protobuf takes longer to put a question into JSON than the referee to ask it. So the referee hands
the bytes on as they are, through our stdin, and this gives way to all other programs. Of each file
the first HEAD_BYTES and the newest TAIL_BYTES, as they went over the wire, are kept; what lies
between is never looked at. The head is written whenever nothing comes in, the tail as well, and at
last when the file is finished, or when the pipe closes because the referee is dead.

Each frame of the pipe is a FRAME and a payload: see `Kind`. A file that cannot be written ends the
program with exit code 3 and a line on stdout.
"""

import base64
import json
import os
import select
import struct
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError
from king.v1 import session_pb2 as pb

HEAD_BYTES = TAIL_BYTES = 128 * 1024
"""What is kept of each file, measured on the wire; as JSON it is six to eight times as long."""
RUN_BYTES = 1 << 30
"""What the files of a run may have together on the disk: beyond it the oldest finished ones go."""
RAW_BYTES = 64 * 1024
"""What is kept of bytes that are no message."""
FRAME = struct.Struct("<BIdI")
"""Kind, number of the process, seconds since its start, and length of the payload."""
LENGTH = struct.Struct("<Q")
EXIT_PROBLEM = 3
_QUIET_SECONDS = 0.5
_CHUNK = 1 << 16
_NICE = 10


class Kind(IntEnum):
    """What a frame is about, and what its payload is."""

    START = 0
    """A process: JSON with the `path` of its file, the name of the `bot` and its `token`."""
    OPENED = 1
    """The bot has opened its stream."""
    FROM_BOT = 2
    """The bytes of a message of the bot."""
    TOO_LONG = 3
    """The LENGTH of one that is too long to be read, and its first bytes."""
    TO_BOT = 4
    """The bytes of a message to the bot."""
    CLOSED = 5
    """The stream has ended."""
    FINISH = 6
    """All files are finished: no process of theirs will be started any more."""


_DIRECTIONS = {
    Kind.FROM_BOT: "from_bot",
    Kind.TOO_LONG: "from_bot",
    Kind.TO_BOT: "to_bot",
}
_STREAM = {Kind.OPENED: "opened", Kind.CLOSED: "closed"}


class Problem(Exception):
    """A file that cannot be written: its name and the words of the system."""


@dataclass(slots=True)
class Entry:
    """Something that happened, and its line once that has been made."""

    kind: Kind
    at: float
    payload: bytes
    token: bytes
    made: bytes | None = None

    @property
    def size(self) -> int:
        """What it counts for: its bytes on the wire, and a little for itself."""
        return len(self.payload) + 16

    def line(self) -> bytes:
        """The JSON line; without the token, wherever that may stand."""
        if self.made is None:
            self.made = _json(self._facts())
        return self.made

    def _facts(self) -> dict[str, Any]:
        if self.kind is Kind.START:
            return json.loads(self.payload)  # type: ignore[no-any-return]
        facts: dict[str, Any] = {"at": round(self.at, 6)}
        if self.kind in _STREAM:
            return {**facts, "stream": _STREAM[self.kind]}
        # As many stars as letters: what parsed before does so still.
        data = self.payload.replace(self.token, b"*" * len(self.token))
        facts["direction"] = _DIRECTIONS[self.kind]
        if self.kind is Kind.TOO_LONG:
            (length,) = LENGTH.unpack_from(data)
            return {**facts, **_raw(data[LENGTH.size :], length, "it is too long to be read")}
        try:
            return {**facts, **_message(self.kind, data)}
        except DecodeError as error:
            return {**facts, **_raw(data, len(data), f"it does not parse: {error}")}


def _message(kind: Kind, data: bytes) -> dict[str, Any]:
    message: pb.PlayRequest | pb.PlayResponse
    if kind is Kind.TO_BOT:
        message = pb.PlayResponse.FromString(data)
    else:
        message = pb.PlayRequest.FromString(data)
        if message.HasField("hello") and message.hello.token:
            message.hello.token = "left out"  # a wrong one may be that of somebody else
    facts = {"message": MessageToDict(message, preserving_proto_field_name=True)}
    size = message.ByteSize()
    message.DiscardUnknownFields()
    if message.ByteSize() != size:
        facts |= _raw(data, len(data), "it has fields that this referee does not know")
    return facts


def _raw(data: bytes, length: int, error: str) -> dict[str, Any]:
    text = base64.b64encode(data[:RAW_BYTES]).decode()
    return {"bytes": text, "length": length, "error": error}


def _json(facts: dict[str, Any]) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode() + b"\n"


@dataclass(slots=True)
class Transcript:
    """One file: its head, a line that says what was cut, and its tail."""

    path: Path
    fd: int
    starts: int = 0
    head_left: int = HEAD_BYTES
    head: deque[Entry] = field(default_factory=deque)
    """What of the head is not written yet."""
    head_end: int = 0
    tail: deque[Entry] = field(default_factory=deque)
    tail_size: int = 0
    cut_lines: int = 0
    cut_bytes: int = 0
    is_dirty: bool = False
    """True if the tail on the disk is not the newest one."""

    def add(self, entry: Entry) -> None:
        """Takes what happened; of what is neither in the head nor new, the count stays."""
        if self.head_left > 0:
            self.head_left -= entry.size
            self.head.append(entry)
            return
        self.is_dirty = True
        self.tail.append(entry)
        self.tail_size += entry.size
        while self.tail_size > TAIL_BYTES and len(self.tail) > 1:
            oldest = self.tail.popleft()
            self.tail_size -= oldest.size
            self.cut_lines += 1
            self.cut_bytes += len(oldest.payload)

    def write_one(self) -> None:
        """Writes one line of the head."""
        self.head_end = self._write(self.head.popleft().line(), self.head_end)

    def write_tail(self) -> None:
        """Puts the newest tail behind the head, in place of the one that is there."""
        while self.head:
            self.write_one()
        if not self.is_dirty:
            return
        end = self.head_end
        if self.cut_lines:
            end = self._write(
                _json({"cut": {"lines": self.cut_lines, "bytes": self.cut_bytes}}), end
            )
        for entry in self.tail:
            end = self._write(entry.line(), end)
        try:
            os.ftruncate(self.fd, end)
        except OSError as error:
            raise self._problem(error) from None
        self.is_dirty = False

    def _write(self, data: bytes, at: int) -> int:
        try:
            while data:
                written = os.pwrite(self.fd, data, at)
                at += written
                data = data[written:]
        except OSError as error:
            raise self._problem(error) from None
        return at

    def _problem(self, error: OSError) -> Problem:
        return Problem(f"{self.path}: {error.strerror}")


def opened(path: Path) -> Transcript:
    """A new file of that name; with a number if an earlier run has left one."""
    number = 1
    while True:
        name = path.name if number == 1 else f"{path.stem}-{number}{path.suffix}"
        part = path.with_name(name)
        try:
            fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        except FileExistsError:
            number += 1
        except OSError as error:
            raise Problem(f"{part}: {error.strerror}") from None
        else:
            return Transcript(part, fd)


class Transcriber:
    """All files, and which process writes into which."""

    def __init__(self) -> None:
        self._unread = b""
        self._files: dict[Path, Transcript] = {}
        self._processes: dict[int, tuple[Transcript, bytes]] = {}
        self._finished: deque[tuple[Path, int]] = deque()
        self._finished_bytes = 0

    def feed(self, chunk: bytes) -> None:
        """Takes what came through the pipe."""
        data = self._unread + chunk
        start = 0
        while len(data) - start >= FRAME.size:
            kind, process, at, length = FRAME.unpack_from(data, start)
            end = start + FRAME.size + length
            if end > len(data):
                break
            self._take(Kind(kind), process, at, data[start + FRAME.size : end])
            start = end
        self._unread = data[start:]

    def _take(self, kind: Kind, process: int, at: float, payload: bytes) -> None:
        if kind is Kind.FINISH:
            self.finish()
            return
        if kind is Kind.START:
            self._start(process, json.loads(payload))
            return
        transcript, token = self._processes[process]
        transcript.add(Entry(kind, at, payload, token))

    def _start(self, process: int, facts: dict[str, str]) -> None:
        path = Path(facts["path"])
        if path not in self._files:
            self._files[path] = opened(path)
        transcript = self._files[path]
        transcript.starts += 1
        self._processes[process] = transcript, facts["token"].encode()
        line = json.dumps({"start": transcript.starts, "bot": facts["bot"]}).encode()
        transcript.add(Entry(Kind.START, 0.0, line, b""))

    @property
    def waiting(self) -> Iterator[Transcript]:
        """The files of whose head something is not written yet."""
        return (one for one in self._files.values() if one.head)

    @property
    def is_dirty(self) -> bool:
        """True if the tail of a file is not the newest one."""
        return any(one.is_dirty for one in self._files.values())

    def write_tails(self) -> None:
        """Brings all files up to date."""
        for one in self._files.values():
            one.write_tail()

    def finish(self) -> None:
        """Brings all files up to date and closes them; beyond RUN_BYTES the oldest are removed."""
        self.write_tails()
        for one in self._files.values():
            size = os.fstat(one.fd).st_size
            os.close(one.fd)
            self._finished.append((one.path, size))
            self._finished_bytes += size
        self._files.clear()
        self._processes.clear()
        while self._finished_bytes > RUN_BYTES and len(self._finished) > 1:
            oldest, size = self._finished.popleft()
            oldest.unlink(missing_ok=True)
            self._finished_bytes -= size


def main() -> int:
    """Reads the pipe to its end."""
    os.nice(_NICE)
    transcriber = Transcriber()
    try:
        while True:
            waiting = next(transcriber.waiting, None)
            pause = 0.0 if waiting else _QUIET_SECONDS if transcriber.is_dirty else None
            if select.select([0], [], [], pause)[0]:
                chunk = os.read(0, _CHUNK)
                if not chunk:
                    break
                transcriber.feed(chunk)
            elif waiting:
                waiting.write_one()
            else:
                transcriber.write_tails()
        transcriber.finish()
    except Problem as problem:
        sys.stdout.write(f"cannot write {problem}\n")
        return EXIT_PROBLEM
    return 0


if __name__ == "__main__":
    sys.exit(main())
