"""Wires the strategy of strategy.py to the referee."""

import os
import queue
import sys
from pathlib import Path

import grpc
from king.v1 import game_pb2, session_pb2, session_pb2_grpc
from strategy import choose


def dial() -> grpc.Channel:
    """The way to the referee; with TLS if a file in KING_TLS_CA says whom to trust."""
    target, options = os.environ["KING_REFEREE"], [("grpc.enable_http_proxy", 0)]
    files = (os.environ.get(f"KING_TLS_{name}") for name in ("CA", "KEY", "CERT"))
    ca, key, certificate = (Path(file).read_bytes() if file else None for file in files)
    if ca is None:
        return grpc.insecure_channel(target, options)
    credentials = grpc.ssl_channel_credentials(ca, key, certificate)
    return grpc.secure_channel(target, credentials, options)


def main() -> None:
    """Answers the referee's questions until it says goodbye."""
    outbox = queue.SimpleQueue[session_pb2.PlayRequest | None]()  # None closes our half
    hello = session_pb2.Hello(
        token=os.environ["KING_TOKEN"],
        protocol_version=1,
        name="greedy",
        version="1",
        games_at_once=256,
    )
    outbox.put(session_pb2.PlayRequest(hello=hello))
    rules = game_pb2.RuleSet()
    try:
        with dial() as channel:
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
                    outbox.put(None)
    except grpc.RpcError as error:  # the referee is gone without a word
        why = error.details() if isinstance(error, grpc.Call) else error
        sys.exit(f"the stream broke: {why}")


if __name__ == "__main__":
    main()
