"""Runs trio as a guest of asyncio: grpc.aio lives in one loop, all else in the other.

Both loops share one thread. Measured with Python bots, this carries about twice the decisions
of gRPC's threads bridged to trio, and an answer is dealt with in the callback that receives it.
"""

import asyncio
import os
import stat
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass
from signal import SIG_IGN, SIGHUP, SIGINT, SIGTERM, Signals, getsignal, signal
from typing import Any, TypeVar

import outcome
import trio

T = TypeVar("T")


@dataclass(slots=True)
class Interruption:
    """Which signal asked the run to end, if one did; the run is cancelled then."""

    signal: Signals | None = None


def run_hosted(main: Callable[[], Awaitable[T]], interruption: Interruption) -> T | None:
    """Runs `main` in trio inside asyncio; SIGINT, SIGTERM and SIGHUP cancel it: None comes back.

    SIGHUP, the end of the terminal, does not where it is ignored already, as under `nohup`.
    An exception group that holds one kind of exception only is raised as the first of them.
    """
    try:
        return asyncio.run(_host(main, interruption))
    except BaseExceptionGroup as group:
        leaves = list(_leaves(group))
        if len({type(leaf) for leaf in leaves}) == 1:
            raise leaves[0] from None
        raise


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error


async def _host(main: Callable[[], Awaitable[T]], interruption: Interruption) -> T | None:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[outcome.Outcome[T | None]] = loop.create_future()
    scope = trio.CancelScope()
    token: list[trio.lowlevel.TrioToken] = []

    async def guest() -> T | None:
        token.append(trio.lowlevel.current_trio_token())
        with scope:
            return await main()
        return None

    def interrupt(number: Signals) -> None:
        interruption.signal = interruption.signal or number
        if number is SIGHUP:
            _leave_terminal()
        if token:
            token[0].run_sync_soon(scope.cancel, idempotent=True)

    signals = [SIGINT, SIGTERM]
    if getsignal(SIGHUP) is not SIG_IGN:
        signals.append(SIGHUP)
    for number in signals:
        loop.add_signal_handler(number, interrupt, number)
    trio.lowlevel.start_guest_run(
        guest,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=done.set_result,
        host_uses_signal_set_wakeup_fd=True,
    )
    try:
        result = await done
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
        if interruption.signal is SIGHUP:
            # The system and the shell both send it, and what is to be tidied up is not all done.
            signal(SIGHUP, SIG_IGN)
    return result.unwrap()


def _leave_terminal() -> None:
    """Lets what is still said go nowhere where the terminal is gone: writing to it would fail."""
    for number in (1, 2):
        try:
            is_gone = stat.S_ISCHR(os.fstat(number).st_mode) and not os.isatty(number)
        except OSError:  # it was closed from the beginning
            continue
        if is_gone:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, number)
            os.close(nowhere)


class Bell:
    """Wakes one trio task from either loop; rings that nobody waits for are kept as one."""

    def __init__(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        self._event = trio.Event()

    def ring(self) -> None:
        """Wakes the task that waits, now or next; may be called outside trio."""
        self._token.run_sync_soon(self._set, idempotent=True)

    def _set(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        """Waits for the next ring."""
        await self._event.wait()
        self._event = trio.Event()


async def in_host(coroutine: Coroutine[Any, Any, T]) -> T:
    """Awaits an asyncio coroutine from trio; a cancellation is passed on and waited for."""
    task = asyncio.get_running_loop().create_task(coroutine)
    me = trio.lowlevel.current_task()
    token = trio.lowlevel.current_trio_token()
    pending_raise: list[Callable[[], object]] = []

    def wake(_done: object) -> None:
        token.run_sync_soon(finish)

    def finish() -> None:
        if pending_raise and task.cancelled():
            trio.lowlevel.reschedule(me, outcome.capture(pending_raise[0]))
        else:
            trio.lowlevel.reschedule(me, outcome.capture(task.result))

    def abort(raise_cancel: Callable[[], object]) -> trio.lowlevel.Abort:
        pending_raise.append(raise_cancel)
        task.cancel()
        return trio.lowlevel.Abort.FAILED

    task.add_done_callback(wake)
    result: T = await trio.lowlevel.wait_task_rescheduled(abort)
    return result
