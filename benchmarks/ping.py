"""The floor: a bare ping-pong of encoded messages with four Python processes in turn.

`python -m benchmarks.ping aio|sync COUNT` prints the number of exchanges in a second.
"""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import grpc
import grpc.aio

from benchmarks.messages import exchange

CLIENTS = 4
_WARM_UP = 200
_OPTIONS = [("grpc.so_reuseport", 0)]
_CLIENT = Path(__file__).with_name("pong.py")
_MOST_SECONDS = 60


class _Handler(grpc.GenericRpcHandler):
    """Gives every call to one function, as raw bytes."""

    def __init__(self, carry: Any) -> None:
        self._method: Any = grpc.stream_stream_rpc_method_handler(carry)

    def service(self, handler_call_details: Any) -> Any:
        """Picks the handler, whatever was called."""
        return self._method


def _start_clients(port: int, reply: bytes) -> list[subprocess.Popen[bytes]]:
    command = [sys.executable, str(_CLIENT), reply.hex(), f"127.0.0.1:{port}"]
    return [subprocess.Popen(command) for _ in range(CLIENTS)]


def _wait_clients(clients: list[subprocess.Popen[bytes]]) -> None:
    """Waits for clients whose streams have ended; none is left, whatever has happened."""
    try:
        for client in clients:
            client.wait(_MOST_SECONDS)
    finally:
        for client in clients:
            client.kill()
            client.wait()


def sync_rate(count: int) -> float:
    """Exchanges a second with gRPC's sync stack: a thread for each stream, a baton between."""
    question, reply = exchange()
    batons = [threading.Semaphore(0) for _ in range(CLIENTS)]
    joined, finished = threading.Semaphore(0), threading.Semaphore(0)
    seats = iter(range(CLIENTS))
    times: list[float] = []

    def carry(requests: Iterator[bytes], _context: object) -> Iterator[bytes]:
        next(requests)
        seat = next(seats)
        joined.release()
        for turn in range(seat, _WARM_UP + count, CLIENTS):
            batons[seat].acquire()
            if turn == _WARM_UP:
                times.append(perf_counter())
            yield question
            next(requests)
            if turn == _WARM_UP + count - 1:
                times.append(perf_counter())
            batons[(seat + 1) % CLIENTS].release()
        finished.release()

    server = grpc.server(ThreadPoolExecutor(CLIENTS), options=_OPTIONS)
    server.add_generic_rpc_handlers((_Handler(carry),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    clients = _start_clients(port, reply)
    try:
        _acquire_all(joined)
        batons[0].release()
        _acquire_all(finished)
    finally:
        _wait_clients(clients)
        server.stop(0).wait()
    start, end = times
    return count / (end - start)


def _acquire_all(semaphore: threading.Semaphore) -> None:
    for _ in range(CLIENTS):
        if not semaphore.acquire(timeout=_MOST_SECONDS):
            raise TimeoutError("a client of the floor does not answer")


async def aio_rate(count: int) -> float:
    """Exchanges a second with grpc.aio: all streams in one loop."""
    question, reply = exchange()
    contexts: list[Any] = []
    all_joined, over = asyncio.Event(), asyncio.Event()

    async def carry(_requests: object, context: Any) -> None:
        await context.read()
        contexts.append(context)
        if len(contexts) == CLIENTS:
            all_joined.set()
        await over.wait()

    async def ping(turns: range) -> float:
        start = perf_counter()
        for turn in turns:
            context = contexts[turn % CLIENTS]
            await context.write(question)
            await context.read()
        return perf_counter() - start

    server = grpc.aio.server(options=_OPTIONS)
    server.add_generic_rpc_handlers((_Handler(carry),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    clients = _start_clients(port, reply)
    try:
        async with asyncio.timeout(_MOST_SECONDS):
            await all_joined.wait()
            await ping(range(_WARM_UP))
            seconds = await ping(range(_WARM_UP, _WARM_UP + count))
    finally:
        over.set()
        await asyncio.to_thread(_wait_clients, clients)
        await server.stop(0)
    return count / seconds


def main() -> None:
    """Prints the rate of one stack."""
    stack, count = sys.argv[1], int(sys.argv[2])
    print(asyncio.run(aio_rate(count)) if stack == "aio" else sync_rate(count))


if __name__ == "__main__":
    main()
