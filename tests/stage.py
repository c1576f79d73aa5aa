"""A stage on which a test runs one program as a bot, with a phone that the program calls on."""

import os
import socket
import sys
import tempfile
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from leftovers import leftovers

from referee.botfile import Bot
from referee.orphans import wait_end
from referee.process import open_bot_process
from referee.supervisor import process_table

PROGRAMS = Path(__file__).parent / "programs"


class Phone:
    """The socket on which programs call, in place of the referee's server."""

    def __init__(self, path: str) -> None:
        self.target = f"unix:{path}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        self._buffer = b""
        self._call: trio.SocketStream | None = None

    async def wait_word(self, word: str = "ready") -> str:
        """Waits until the program says a word that begins so."""
        if self._call is None:
            listener = trio.socket.from_stdlib_socket(self._listener.dup())
            with listener:
                self._call = trio.SocketStream((await listener.accept())[0])
        while True:
            while b"\n" not in self._buffer:
                chunk = await self._call.receive_some()
                assert chunk, "the program ended without a word"
                self._buffer += bytes(chunk)
            line, _, self._buffer = self._buffer.partition(b"\n")
            if line.decode().startswith(word):
                return line.decode()

    async def wait_all_dead(self) -> None:
        """Waits until nobody is left who inherited the program's connection."""
        assert self._call is not None
        while await self._call.receive_some():
            pass

    async def aclose(self) -> None:
        self._listener.close()
        if self._call is not None:
            await self._call.aclose()


class Stage:
    """What a test needs to run one program as a bot."""

    def __init__(self, phone: Phone, logs: Path) -> None:
        self.phone = phone
        self.logs = logs
        self.marker = f"marker-{uuid.uuid4().hex}"

    def bot(self, program: str, *arguments: str, env: dict[str, str] | None = None) -> Bot:
        run = (sys.executable, str(PROGRAMS / program), *arguments, self.marker)
        return make_bot(run, env=env)

    def open(self, program: str, *arguments: str, **more: Any) -> Any:
        return self.open_bot(self.bot(program, *arguments, **more))

    def open_bot(self, bot: Bot, token: str | None = None) -> Any:
        return open_bot_process(
            bot,
            target=self.phone.target,
            token=token or self.marker,
            stdout_path=self.logs / "stdout.txt",
            stderr_path=self.logs / "stderr.txt",
        )


def make_bot(
    run: tuple[str, ...], folder: Path = PROGRAMS, env: dict[str, str] | None = None
) -> Bot:
    return Bot(
        name="bot",
        folder=folder,
        own_name="bot",
        version="1",
        language="Python",
        run=run,
        run_words=run,
        build_words=None,
        rulesets=None,
        env=env or {},
        digest="",
    )


@asynccontextmanager
async def opened_stage(logs: Path) -> AsyncIterator[Stage]:
    with tempfile.TemporaryDirectory(prefix="kt-") as short:
        phone = Phone(f"{short}/s")
        stage = Stage(phone, logs)
        try:
            with trio.fail_after(30):
                yield stage
        finally:
            await phone.aclose()
            assert leftovers(stage.marker) == []


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[[Callable[[Stage], Awaitable[None]]], None]]:
    """Runs an async function with a stage, and checks that no process of it is left."""

    async def main(scene: Callable[[Stage], Awaitable[None]]) -> None:
        async with opened_stage(tmp_path) as stage:
            await scene(stage)

    before = own_children()
    yield lambda scene: trio.run(main, scene)
    assert own_children() <= before


def own_children() -> set[int]:
    return {pid for pid, (parent, _, _) in process_table().items() if parent == os.getpid()}


Play = Callable[[Callable[[Stage], Awaitable[None]]], None]


async def wait_all_ended(pids: list[int]) -> None:
    """Waits until processes have ended, collected or not."""
    for pid in pids:
        while process_table().get(pid, (0, 0, "Z"))[2] not in ("Z", "X"):
            await wait_end(pid)
