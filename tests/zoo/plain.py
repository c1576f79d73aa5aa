"""Bots that other tests use; the page about faults leaves them out."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence

from google.protobuf.unknown_fields import UnknownFieldSet
from king.v1 import game_pb2
from king.v1 import session_pb2 as pb

from zoo.wiring import Bot, once


class Well(Bot):
    """Plays the first answer."""


class OutOfRangeInEachLife(Bot):
    """Chooses the number after the last legal one at the fifth question of every process."""

    def choice(self, question: pb.Question) -> int:
        return len(question.legal) if self.asked == 5 else 0


class OutOfRangeBySeed(Bot):
    """Plays by the question's seed, and chooses 99 where the seed says so."""

    def choice(self, question: pb.Question) -> int:
        return 99 if question.seed % 41 == 0 else question.seed % len(question.legal)


class CrashesWhenFull(Bot):
    """Crashes once when many games are open, and tells its oldest question."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if len(questions) >= 10 and once():
            with open("crashed", "w") as file:
                file.write(f"{questions[0].seed} {len(questions)}")
            os._exit(9)
        super().questioned(questions)


class TellsHands(Bot):
    """Prints the hand of each seat in the first deal of a game."""

    def choice(self, question: pb.Question) -> int:
        view = question.king
        if view.deal == 1 and not view.tricks:
            names = (game_pb2.Card.Name(card)[-1:-3:-1] for card in sorted(view.hand))
            print(view.seat, *names, flush=True)
        return 0


class CrashesAtABid(Bot):
    """Crashes whenever it is asked for a bid."""

    def choice(self, question: pb.Question) -> int:
        if question.kind == pb.QUESTION_KIND_BID:
            print("no such thing as a bid", file=sys.stderr, flush=True)
            os._exit(9)
        return 0


class OutOfRangeAtATrump(Bot):
    """Chooses the number after the last legal one whenever it is to name a trump."""

    def choice(self, question: pb.Question) -> int:
        return len(question.legal) if question.kind == pb.QUESTION_KIND_TRUMP else 0


class DiesOfUnknownFields(Bot):
    """Takes a field that it does not know for an error."""

    def heard(self, message: pb.PlayResponse) -> None:
        asked = message.questions.questions
        if any(len(UnknownFieldSet(question)) for question in asked):
            os._exit(9)
        super().heard(message)


class DiesOfUnknownKinds(Bot):
    """Looks the kind of a question up, and finds none."""

    def choice(self, question: pb.Question) -> int:
        pb.QuestionKind.Name(question.kind)
        return 0


class LivesWithUnknownKinds(Bot):
    """Does not answer a question of a kind that it does not know."""

    def answer(self, question: pb.Question) -> pb.Answer | None:
        return super().answer(question) if question.kind in pb.QuestionKind.values() else None


class AnswersOneOfMany(Bot):
    """Claims 256 games at once, and answers the first question of a message alone."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        super().questioned(questions[:1])


class OneGame(Bot):
    """Takes one game at a time, as whoever leaves the field of Hello out."""

    def say_hello(self, token: str | None = None, version: int = 1) -> None:
        hello = pb.Hello(token=self.token, protocol_version=version)
        self.send(pb.PlayRequest(hello=hello))


class ChangesItsMind(Bot):
    """Answers by how much it was asked before."""

    def choice(self, question: pb.Question) -> int:
        return self.asked % len(question.legal)


class WritesIntoItsFolder(Bot):
    """Keeps a diary beside its program."""

    def before_connecting(self) -> None:
        print("dear diary", flush=True)
        with open("diary", "a") as file:
            file.write("started\n")


class CountsItsStarts(Bot):
    """Answers by how often it was started, which stands in the file of the variable COUNTER.

    At the start of the number FAILS_AT and later it does not dial in: it ends, or sleeps if HANGS.
    """

    start = 0

    def before_connecting(self) -> None:
        with open(os.environ["COUNTER"], "a+") as file:
            file.write("started\n")
            file.seek(0)
            self.start = len(file.readlines())
        if self.start >= int(os.environ.get("FAILS_AT", "1000")):
            time.sleep(600 if "HANGS" in os.environ else 0)
            sys.exit("not once more")

    def choice(self, question: pb.Question) -> int:
        return self.start % len(question.legal)


class CrashesAtGameOver(Bot):
    """Plays slowly, and crashes when a game is over."""

    over = "game_over"

    def heard(self, message: pb.PlayResponse) -> None:
        if message.HasField(self.over):
            os._exit(9)
        super().heard(message)

    def choice(self, question: pb.Question) -> int:
        time.sleep(0.06)  # so slow that no deal comes to its end by itself
        return 0


class CrashesAtDealOver(CrashesAtGameOver):
    """Plays slowly, and crashes when a deal is over."""

    wants_events = True
    over = "deal_over"


class OutOfRangeAtUnknownFields(Bot):
    """Chooses what is not there when a question has a field that it does not know."""

    def choice(self, question: pb.Question) -> int:
        return 4_000_000_000 if len(UnknownFieldSet(question)) else 0


class EmptyAtUnknownFields(Bot):
    """Sends a message with nothing in it when a question has a field that it does not know."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if any(len(UnknownFieldSet(one)) for one in questions):
            self.send(b"")
        else:
            super().questioned(questions)


class DiesOfAnUnknownGoodbye(Bot):
    """Looks the reason of Goodbye up, and finds none."""

    def heard(self, message: pb.PlayResponse) -> None:
        if message.HasField("goodbye"):
            pb.GoodbyeReason.Name(message.goodbye.reason)
        super().heard(message)


class DiesOfAnUnknownWelcome(Bot):
    """Looks up what Welcome says of faults, and finds nothing."""

    def heard(self, message: pb.PlayResponse) -> None:
        if message.HasField("welcome"):
            pb.OnFault.Name(message.welcome.on_fault)
        super().heard(message)


class MakesItselfExecutable(Bot):
    """Changes the rights of a file in its folder, and not what is in it."""

    def before_connecting(self) -> None:
        os.chmod("zoo/bot.py", 0o755)


class WritesIntoBuild(Bot):
    """Keeps something in the folder `build`, which the digest leaves out."""

    def before_connecting(self) -> None:
        os.makedirs("build", exist_ok=True)
        with open("build/state", "a") as file:
            file.write("started\n")


class RemovesItsFolder(Bot):
    """Removes its own folder at Goodbye."""

    def dismissed(self) -> None:
        shutil.rmtree(os.getcwd())
        super().dismissed()


class AnswersFiveTimes(Bot):
    """Sends each of its messages of answers five times."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        for _ in range(5):
            super().questioned(questions)


class StopsAtOnce(Bot):
    """Is stopped (SIGSTOP) at its first question."""

    def choice(self, question: pb.Question) -> int:
        os.kill(os.getpid(), signal.SIGSTOP)
        return 0


class SaysReadyTwice(Bot):
    """Says Ready twice in every process, the second time before it is asked anything."""

    def warmed_up(self) -> None:
        super().warmed_up()
        super().warmed_up()


class MakesAFolder(Bot):
    """Makes an empty folder in its own."""

    def before_connecting(self) -> None:
        os.makedirs("drawer", exist_ok=True)


class SlowAlone(Bot):
    """Takes 0.3 s for a question that comes alone."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if len(questions) == 1:
            time.sleep(0.3)
        super().questioned(questions)


class HugeName(Bot):
    """Says a name of 900,000 bytes in Hello, with a color in front."""

    def say_hello(self, token: str | None = None, version: int = 1) -> None:
        name = "\x1b[31m" + "A" * 900_000
        hello = pb.Hello(token=self.token, protocol_version=1, games_at_once=256, name=name)
        self.send(pb.PlayRequest(hello=hello))


class Planted(Bot):
    """Plays the first answer, but not at the questions whose seeds stand in the variable SEEDS.

    There it goes wrong in the way of HOW, or else plays the last answer. With DIARY it writes
    what it hears into that file, with NOTE it says that beside each answer, and with HELD it
    answers its first game, after the first question, when so many others are over. It claims CLAIMS
    games at once.
    """

    wants_events = True

    def __init__(self) -> None:
        super().__init__()
        self.claims = int(os.environ.get("CLAIMS", self.claims))
        self.seeds = {int(seed) for seed in os.environ.get("SEEDS", "").split()}
        self.held_for = int(os.environ.get("HELD", "0"))
        self.held: list[pb.Question] = []
        self.over = 0

    def heard(self, message: pb.PlayResponse) -> None:
        if "DIARY" in os.environ:
            with open(os.environ["DIARY"], "a") as file:
                file.write(message.SerializeToString().hex() + "\n")
        super().heard(message)

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if self.asked and self.over < self.held_for:
            self.held += [one for one in questions if one.game_id == 1]
            questions = [one for one in questions if one.game_id != 1]
        if questions:
            super().questioned(questions)

    def game_ended(self) -> None:
        self.over += 1
        if self.over == self.held_for:
            super().questioned(self.held)

    def answer(self, question: pb.Question) -> pb.Answer | None:
        last = len(question.legal) - 1
        note = os.environ.get("NOTE")
        if question.seed not in self.seeds:
            return pb.Answer(question_id=question.question_id, choice=0, note=note)
        match os.environ.get("HOW"):
            case "crash":
                print("here it goes", file=sys.stderr, flush=True)
                os._exit(9)
            case "silence":
                return None
            case "nonsense":
                self.send(b"\xff\xff")
                return None
            case "illegal":
                last += 1
        return pb.Answer(question_id=question.question_id, choice=last, note=note)
