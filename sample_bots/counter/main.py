"""Wires the strategy of strategy.py to the referee."""

import os
import queue
import sys

import grpc
from king.v1 import game_pb2, session_pb2, session_pb2_grpc
from strategy import choose


def main() -> None:
    """Answers the referee's questions until it says goodbye."""
    outbox = queue.SimpleQueue[session_pb2.PlayRequest | None]()  # None closes our half
    hello = session_pb2.Hello(
        token=os.environ["KING_TOKEN"],
        protocol_version=1,
        name="counter",
        version="1",
        games_at_once=256,
    )
    outbox.put(session_pb2.PlayRequest(hello=hello))
    rules = game_pb2.RuleSet()
    options = [("grpc.enable_http_proxy", 0)]
    try:
        with grpc.insecure_channel(os.environ["KING_REFEREE"], options) as channel:
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
