"""One gRPC server for one bot process: it carries bytes between the stream and a session."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, TypeVar

import grpc
import grpc.aio
import trio

from referee.clock import Now
from referee.errors import UserError
from referee.hosting import in_host
from referee.tls import Tls

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
_KNOCK_SECONDS = 4.0
"""How long after it has dialled in a bot has for its handshake and the first call."""


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
        self.calls = 0
        """Calls of any method that have come through, as far as this door."""

    @property
    def is_free(self) -> bool:
        """True if a bot is waited for and has not come yet."""
        return self.peer is not None and not self._is_taken

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
        self._door.calls += 1
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


class _Knocks:
    """Tells when somebody has dialled in by TLS and no call has come of it.

    gRPC tells no program of a handshake that failed (grpc/grpc#38665): it prints the reason to
    standard error. But it asks for the certificate before each handshake, so that we see it begin.
    """

    def __init__(
        self, door: Door, on_failure: Callable[[], None], crash: Callable[[BaseException], None]
    ) -> None:
        self._door = door
        self._on_failure = on_failure
        self._crash = crash
        self._loop = asyncio.get_running_loop()
        self._look: asyncio.TimerHandle | None = None

    def credentials(self, tls: Tls) -> grpc.ServerCredentials:
        """What the server shows and asks for in each handshake."""
        pairs = [(tls.key, tls.certificate)]
        certificates = grpc.ssl_server_certificate_configuration(pairs, tls.client_ca)
        return grpc.dynamic_ssl_server_credentials(certificates, self._fetch, tls.is_mutual)

    def close(self) -> None:
        """Tells nothing more."""
        if self._look is not None:
            self._look.cancel()

    def _fetch(self) -> Any:
        """Is called in a thread of gRPC's; None leaves the certificate as it is."""
        with suppress(RuntimeError):  # the run is over, and so is its loop
            self._loop.call_soon_threadsafe(self._dialled)
        return None

    def _dialled(self) -> None:
        if self._look is None and self._door.is_free:
            calls = self._door.calls
            self._look = self._loop.call_later(_KNOCK_SECONDS, self._tell, calls)

    def _tell(self, calls_before: int) -> None:
        self._look = None
        if self._door.calls == calls_before and self._door.is_free:
            try:
                self._on_failure()
            except BaseException as bug:  # asyncio would log it and go on
                self._crash(bug)


@asynccontextmanager
async def open_server(
    door: Door,
    now: Now,
    crash: Callable[[BaseException], None],
    bind: tuple[str, int] = ("127.0.0.1", 0),
    tls: Tls | None = None,
    on_failure: Callable[[], None] = lambda: None,
) -> AsyncIterator[str]:
    """Serves one bot at an address of its own, of loopback if without TLS; gives the gRPC target.

    `on_failure` is called when somebody has dialled in by TLS in vain. UserError if the port is
    taken.
    """
    host, port = bind
    server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=4)
    server.add_generic_rpc_handlers((BotServer(door, now, crash),))
    knocks = _Knocks(door, on_failure, crash)
    try:
        if tls is None:
            port = server.add_insecure_port(f"{host}:{port}")
        else:
            port = server.add_secure_port(f"{host}:{port}", knocks.credentials(tls))
    except RuntimeError:
        others = "" if tls is None else ", or the address is not one of this machine"
        raise UserError(f"cannot listen at {host}:{port}: the port is in use{others}") from None
    with trio.CancelScope(shield=True):  # half started it could not be stopped
        await in_host(server.start())
    try:
        yield f"{host if tls is None else tls.host_to_dial(host)}:{port}"
    finally:
        knocks.close()
        with trio.CancelScope(shield=True):
            await in_host(server.stop(_GOODBYE_SECONDS))
