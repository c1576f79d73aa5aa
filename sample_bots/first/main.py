"""The smallest bot: it always plays the first legal answer. Copy it and choose better."""

import os
import queue
import sys

import grpc
from king.v1 import session_pb2, session_pb2_grpc

outbox = queue.SimpleQueue[session_pb2.PlayRequest | None]()  # None closes our half of the stream
hello = session_pb2.Hello(token=os.environ["KING_TOKEN"], protocol_version=1, games_at_once=256)
outbox.put(session_pb2.PlayRequest(hello=hello))

options = [("grpc.enable_http_proxy", 0)]
try:
    with grpc.insecure_channel(os.environ["KING_REFEREE"], options) as channel:
        stub = session_pb2_grpc.RefereeServiceStub(channel)
        for message in stub.Play(iter(outbox.get, None)):
            if message.HasField("warm_up"):
                outbox.put(session_pb2.PlayRequest(ready=session_pb2.Ready()))
            elif message.HasField("questions"):
                answers = session_pb2.Answers()
                for question in message.questions.questions:  # question.king: all you may know
                    answers.answers.add(question_id=question.question_id, choice=0)
                outbox.put(session_pb2.PlayRequest(answers=answers))
            elif message.HasField("goodbye"):
                outbox.put(None)
except grpc.RpcError as error:  # the referee is gone without a word
    why = error.details() if isinstance(error, grpc.Call) else error
    sys.exit(f"the stream broke: {why}")
