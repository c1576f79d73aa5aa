"""A bot that plays the first answer, and misbehaves in the way that its argument names."""

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import grpc
from king.v1 import game_pb2, session_pb2_grpc
from king.v1 import session_pb2 as pb

WAY = sys.argv[1]
CHILD = "import time; time.sleep(600)"


def at_start() -> None:
    """What goes wrong before a connection is made."""
    if WAY == "never-connects":
        time.sleep(600)
    if WAY == "crashes-at-start":
        print("cannot find my model", file=sys.stderr)
        sys.exit(3)
    if WAY == "ignores-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if WAY == "leaves-a-child":
        subprocess.Popen([sys.executable, "-c", CHILD], start_new_session=True)


def choice_for(number: int, question: pb.Question) -> int | None:
    """The choice at the question with this number in the process; None for no answer at all."""
    view = question.king
    is_time = view.deal == 2 and not view.tricks
    if WAY == "crashes-always" or (WAY == "crashes-once" and is_time):
        sys.stderr.write("a bug in my endgame\n")
        sys.stderr.flush()
        os._exit(7)
    if number == 5:
        if WAY == "out-of-range":
            return len(question.legal)
        if WAY == "stops-itself":
            os.kill(os.getpid(), signal.SIGSTOP)
        if WAY == "stops-once" and not os.path.exists("stopped"):
            open("stopped", "w").close()
            os.kill(os.getpid(), signal.SIGSTOP)
        if WAY == "sleeps":
            time.sleep(0.9)
        if WAY == "exits-zero":
            os._exit(0)
        if WAY == "silent":
            return None
    if WAY == "always-out-of-range":
        return 99
    if WAY == "out-of-range-by-seed":
        return 99 if question.seed % 41 == 0 else question.seed % len(question.legal)
    if WAY == "tells-hands" and view.deal == 1 and not view.tricks:
        hand = sorted(view.hand)
        print(view.seat, *(game_pb2.Card.Name(card)[-1:-3:-1] for card in hand), flush=True)
    return 0


def crash_when_full(questions: Sequence[pb.Question]) -> None:
    """Once, when many games are open: tells the oldest question and is gone."""
    if len(questions) >= 10 and not os.path.exists("crashed"):
        with open("crashed", "w") as file:
            file.write(f"{questions[0].seed} {len(questions)}")
        os._exit(9)


def main() -> None:
    """Plays until the referee says goodbye."""
    at_start()
    outbox: queue.SimpleQueue[pb.PlayRequest | None] = queue.SimpleQueue()
    outbox.put(
        pb.PlayRequest(
            hello=pb.Hello(
                token="wrong" if WAY == "wrong-token" else os.environ["KING_TOKEN"],
                protocol_version=2 if WAY == "version-2" else 1,
                games_at_once=256,
            )
        )
    )
    requests: Iterator[pb.PlayRequest] = iter(outbox.get, None)
    number = 0
    with grpc.insecure_channel(os.environ["KING_REFEREE"]) as channel:
        stub = session_pb2_grpc.RefereeServiceStub(channel)
        if WAY == "other-package":
            list(channel.stream_stream("/king.v2.RefereeService/Play")(iter([])))
        for message in stub.Play(requests):
            match message.WhichOneof("message"):
                case "warm_up" if WAY != "never-ready":
                    outbox.put(pb.PlayRequest(ready=pb.Ready()))
                case "questions":
                    if WAY == "crashes-when-full":
                        crash_when_full(message.questions.questions)
                    answers = pb.Answers()
                    for question in message.questions.questions:
                        number += 1
                        choice = choice_for(number, question)
                        if choice is not None:
                            answers.answers.add(question_id=question.question_id, choice=choice)
                    outbox.put(pb.PlayRequest(answers=answers))
                case "goodbye":
                    print(message.goodbye.detail, file=sys.stderr)
                    if WAY == "ignores-sigterm":
                        time.sleep(600)
                    outbox.put(None)


main()
