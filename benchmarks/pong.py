"""A client of the floor: sends its first argument, in hexadecimal, for whatever comes in."""

import queue
import sys
from typing import Any

import grpc

answer, target = bytes.fromhex(sys.argv[1]), sys.argv[2]
outbox = queue.SimpleQueue[bytes | None]()  # None closes our half of the stream
outbox.put(answer)  # opens it
with grpc.insecure_channel(target, [("grpc.enable_http_proxy", 0)]) as channel:
    play: Any = channel.stream_stream("/king.v1.RefereeService/Play")
    for _ in play(iter(outbox.get, None)):
        outbox.put(answer)
    outbox.put(None)
