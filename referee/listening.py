"""Bots that their authors start themselves: an address and a token for the whole run."""

import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import trio

from referee.clock import running_clock
from referee.server import Door, open_server
from referee.tls import Tls

LISTEN_SECONDS = 600
"""How long an author has to start his bot, each time that it is waited for."""
COUNT_SECONDS = 30
"""How often he is told how much of that is left."""


@dataclass(frozen=True, slots=True)
class ListenPoint:
    """Where one bot dials in, again after each Goodbye."""

    name: str
    target: str
    token: str
    door: Door
    tls: Tls | None = None
    """None: it dials in without TLS, from this machine."""


class Away:
    """Stands for the process of a bot that is not ours: it is never seen to end or to stop."""

    is_running = True
    is_stopped = False

    async def wait_exit(self) -> str:
        """Waits for ever: such a bot ends for us when its stream does."""
        await trio.sleep_forever()
        raise AssertionError("for ever is over")

    async def stop(self, grace: float) -> None:
        """Leaves the process alone."""
        del grace
        await trio.lowlevel.checkpoint()


@asynccontextmanager
async def open_listen_points(
    names: Iterable[str],
    bind: tuple[str, int] = ("127.0.0.1", 0),
    tls: Tls | None = None,
    on_failure: Callable[[str], None] = lambda name: None,
) -> AsyncIterator[dict[str, ListenPoint]]:
    """Opens a server for each name, on ports from the given one up (0: any that is free).

    `on_failure` is told the name for which somebody has dialled in by TLS in vain. A bug of ours
    in a server cancels the block and is raised at its end.
    """
    host, first = bind
    now, bugs, scope = running_clock(), list[BaseException](), trio.CancelScope()
    token = trio.lowlevel.current_trio_token()

    def crash(bug: BaseException) -> None:
        bugs.append(bug)
        token.run_sync_soon(scope.cancel)

    with scope:
        async with AsyncExitStack() as stack:
            points = {}
            for number, name in enumerate(names):
                door = Door()
                port = first + number if first else 0
                fail = partial(on_failure, name)
                server = open_server(door, now, crash, (host, port), tls, fail)
                target = await stack.enter_async_context(server)
                points[name] = ListenPoint(name, target, secrets.token_urlsafe(12), door, tls)
            yield points
    if bugs:
        raise bugs[0]
