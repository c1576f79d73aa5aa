"""Wires the strategy of strategy.py to the referee."""

import os
import queue
import signal
import sys
from pathlib import Path
from types import FrameType

import grpc
from king.v1 import game_pb2, session_pb2, session_pb2_grpc

from strategy import choose


def main() -> None:
    """Answers the referee's questions until it says goodbye or ends the stream."""
    signal.signal(signal.SIGTERM, leave)
    target, token = os.environ.get("KING_REFEREE"), os.environ.get("KING_TOKEN")
    if not target or not token:
        sys.exit("KING_REFEREE or KING_TOKEN is not set: the referee sets them")
    outbox = queue.SimpleQueue[session_pb2.PlayRequest | None]()  # None closes our half
    # Each question is answered by itself, so many games at once are as easy as one.
    hello = session_pb2.Hello(token=token, protocol_version=1, games_at_once=256)
    outbox.put(session_pb2.PlayRequest(hello=hello))
    rules = game_pb2.RuleSet()
    is_over = False  # the referee has said goodbye: how the stream ends then is no matter
    try:
        with dial(target) as channel:
            stub = session_pb2_grpc.RefereeServiceStub(channel)
            for message in stub.Play(iter(outbox.get, None)):
                if message.HasField("welcome"):
                    rules = message.welcome.ruleset
                elif message.HasField("warm_up"):
                    for example in message.warm_up.examples:
                        choose(example, rules)
                    outbox.put(session_pb2.PlayRequest(ready=session_pb2.Ready()))
                elif message.HasField("questions"):
                    answers = session_pb2.Answers()
                    for question in message.questions.questions:
                        choice = choose(question, rules)
                        answers.answers.add(question_id=question.question_id, choice=choice)
                    outbox.put(session_pb2.PlayRequest(answers=answers))
                elif message.HasField("goodbye"):
                    is_over = True
                    if message.goodbye.detail:
                        print(f"goodbye: {message.goodbye.detail}", file=sys.stderr)
                    outbox.put(None)
    except grpc.RpcError as error:
        if not is_over:
            why = error.details() if isinstance(error, grpc.Call) else error
            sys.exit(f"no connection to the referee at {target}: {why}")
    finally:
        outbox.put(None)  # the thread that sends would wait for ever


def dial(target: str) -> grpc.Channel:
    """The way to the referee; with TLS if KING_TLS_CA names a file that says whom to trust."""
    options = [("grpc.enable_http_proxy", 0)]
    paths = (os.environ.get(f"KING_TLS_{name}") for name in ("CA", "KEY", "CERT"))
    try:
        ca, key, certificate = (Path(path).read_bytes() if path else None for path in paths)
    except OSError as error:
        sys.exit(f"a file for TLS cannot be read: {error.filename}: {error.strerror}")
    if (key is None) != (certificate is None):
        sys.exit("KING_TLS_KEY and KING_TLS_CERT go together: set both for TLS, or none")
    if ca is None:
        return grpc.insecure_channel(target, options)
    credentials = grpc.ssl_channel_credentials(ca, key, certificate)
    return grpc.secure_channel(target, credentials, options)


def leave(number: int, frame: FrameType | None) -> None:
    """Ends the process at once: there is nothing to put away."""
    os._exit(0)


if __name__ == "__main__":
    main()
