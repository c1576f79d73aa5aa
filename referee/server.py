"""One gRPC server for one bot process: it carries bytes between the stream and a session."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar

import grpc
import grpc.aio
import trio

from referee.clock import Now
from referee.errors import UserError
from referee.hosting import in_host

T = TypeVar("T")

PLAY_METHOD = "/king.v1.RefereeService/Play"

_OPTIONS: list[tuple[str, int]] = [
    ("grpc.so_reuseport", 0),
    # A larger message than ours is read, so that its size can be told; then gRPC's own end.
    ("grpc.max_receive_message_length", 8 << 20),
    # A client may ping every 5 s, also while it has nothing to say.
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
]
_GOODBYE_SECONDS = 0.3


class Peer(Protocol):
    """What a server needs of the session behind it; none of these may block."""

    def opened(self) -> None:
        """Notes that the bot has opened its stream."""

    def received(self, data: bytes, now: float) -> None:
        """Takes one message of the bot, and the second at which it came in."""

    def closed(self) -> None:
        """Notes that the stream has ended, whoever ended it."""

    def wrong_method(self, method: str) -> None:
        """Notes a call to a method that is not ours."""

    def take_outgoing(self) -> list[bytes]:
        """Gives up all messages that wait to be sent."""

    def on_outgoing(self, wake: Callable[[], None]) -> None:
        """Sets what is called whenever there is something to send."""


class Door:
    """Lets one stream at a time through to the peer behind it; without a peer it must wait."""

    def __init__(self) -> None:
        self._opened = asyncio.Event()
        self._is_taken = False
        self.peer: Peer | None = None

    def open_for(self, peer: Peer) -> None:
        """Puts a peer behind the door, for one stream."""
        self.peer = peer
        self._is_taken = False
        self._opened.set()

    def shut(self) -> None:
        """Takes the peer away: the next stream waits until there is another."""
        self.peer = None
        self._opened.clear()

    async def enter(self) -> Peer | None:
        """The peer for a stream; None if it has its stream already."""
        await self._opened.wait()
        if self._is_taken:
            return None
        self._is_taken = True
        return self.peer


class BotServer(grpc.GenericRpcHandler):
    """The server for the bot behind one door."""

    def __init__(self, door: Door, now: Now, crash: Callable[[BaseException], None]) -> None:
        self._door = door
        self._now = now
        self._crash = crash
        self._play: Any = grpc.stream_stream_rpc_method_handler(self._carry)

    def service(self, handler_call_details: Any) -> Any:
        """Picks the handler of a call: ours, or none for a package or method that is not."""
        if handler_call_details.method == PLAY_METHOD:
            return self._play
        if self._door.peer is not None:
            self._door.peer.wrong_method(handler_call_details.method)
        return None

    async def _carry(self, _requests: object, context: Any) -> None:
        peer = await self._door.enter()
        if peer is None:
            await context.abort(
                grpc.StatusCode.RESOURCE_EXHAUSTED, "this process has its one stream already"
            )
            return
        peer.opened()
        wake = asyncio.Event()
        peer.on_outgoing(wake.set)
        writer = asyncio.create_task(self._write(peer, context, wake))
        try:
            while (data := await context.read()) is not grpc.aio.EOF:
                self._guarded(peer.received, data, self._now())
        except grpc.aio.BaseError:
            pass  # the stream broke: `closed` says it
        finally:
            writer.cancel()
            peer.closed()

    async def _write(self, peer: Peer, context: Any, wake: asyncio.Event) -> None:
        while True:
            await wake.wait()
            wake.clear()
            for data in self._guarded(peer.take_outgoing):
                await context.write(data)

    def _guarded(self, action: Callable[..., T], *arguments: object) -> T:
        """Runs code of ours inside gRPC's tasks, which would log an error of it and go on."""
        try:
            return action(*arguments)
        except BaseException as bug:
            self._crash(bug)
            raise


@asynccontextmanager
async def open_server(
    door: Door,
    now: Now,
    crash: Callable[[BaseException], None],
    bind: tuple[str, int] = ("127.0.0.1", 0),
) -> AsyncIterator[str]:
    """Serves one bot at a loopback address of its own; gives the gRPC target to dial.

    UserError if the port is taken.
    """
    host, port = bind
    server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=4)
    server.add_generic_rpc_handlers((BotServer(door, now, crash),))
    try:
        port = server.add_insecure_port(f"{host}:{port}")
    except RuntimeError:
        raise UserError(f"cannot listen at {host}:{port}: the port is in use") from None
    await in_host(server.start())
    try:
        yield f"{host}:{port}"
    finally:
        with trio.CancelScope(shield=True):
            await in_host(server.stop(_GOODBYE_SECONDS))
