"""A bot that writes every message of its streams, with who said it, into a file of its folder."""

import json
import os
import queue
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from king.v1 import session_pb2 as pb

RECORDING = "recording.jsonl"


def write(speaker: str, message: pb.PlayRequest | pb.PlayResponse, data: bytes) -> None:
    """Adds a line to the recording: the speaker, what he said as proto3 JSON, and its bytes."""
    said = MessageToDict(message, preserving_proto_field_name=True)
    with open(RECORDING, "a", encoding="utf-8") as file:
        file.write(json.dumps([speaker, said, data.hex()]) + "\n")


def reply(message: pb.PlayResponse) -> pb.PlayRequest | None:
    """What the bot says to a message: legal answers drawn from the seeds of the questions."""
    match message.WhichOneof("message"):
        case "warm_up":
            return pb.PlayRequest(ready=pb.Ready())
        case "questions":
            answers = [
                pb.Answer(question_id=one.question_id, choice=one.seed % len(one.legal))
                for one in message.questions.questions
            ]
            return pb.PlayRequest(answers=pb.Answers(answers=answers))
        case _:
            return None


def main() -> None:
    """Plays one game at a time until the referee says goodbye."""
    outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def say(request: pb.PlayRequest) -> None:
        data = request.SerializeToString()
        write("bot", request, data)
        outbox.put(data)

    say(
        pb.PlayRequest(
            hello=pb.Hello(
                token=os.environ["KING_TOKEN"],
                protocol_version=1,
                name="recorder",
                version="1",
                games_at_once=1,
                wants_events=True,
            )
        )
    )
    options = [("grpc.enable_http_proxy", 0)]
    with grpc.insecure_channel(os.environ["KING_REFEREE"], options) as channel:
        # Without a serializer the call takes and gives bytes: those that are really sent.
        play: Any = channel.stream_stream("/king.v1.RefereeService/Play")
        for data in play(iter(outbox.get, None)):
            message = pb.PlayResponse.FromString(data)
            write("referee", message, data)
            if answer := reply(message):
                say(answer)
            elif message.HasField("goodbye"):
                outbox.put(None)


main()
