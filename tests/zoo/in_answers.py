"""Bots that go wrong in their answers."""

import time
from collections.abc import Sequence

from king.v1 import session_pb2 as pb

from zoo.wiring import Bot, answers, once

MAX_BYTES = 1 << 20


class Late(Bot):
    """Takes 1.8 s for an answer, once."""

    def choice(self, question: pb.Question) -> int:
        if self.asked == 1 and once():
            time.sleep(1.8)
        return 0


class Silent(Bot):
    """Leaves a question without an answer, once."""

    def answer(self, question: pb.Question) -> pb.Answer | None:
        if self.asked == 1 and once():
            return None
        return super().answer(question)


class OutOfRange(Bot):
    """Chooses the number after the last legal one, once."""

    def choice(self, question: pb.Question) -> int:
        return len(question.legal) if self.asked == 5 and once() else 0


class AlwaysOutOfRange(Bot):
    """Chooses 99 at every question."""

    def choice(self, question: pb.Question) -> int:
        return 99


class NoChoice(Bot):
    """Forgets the field `choice`, once."""

    def answer(self, question: pb.Question) -> pb.Answer | None:
        if self.asked == 5 and once():
            return pb.Answer(question_id=question.question_id)
        return super().answer(question)


class NeverAsked(Bot):
    """Answers question 1000000, which was never asked, beside its own, once."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        super().questioned(questions)
        if self.asked >= 5 and once():
            self.send(answers(pb.Answer(question_id=1_000_000, choice=0)))


class AnswersEarly(Bot):
    """Answers its first question and, in the same message, the next one that it expects, once."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if self.asked == 0 and once():
            self.asked = 1
            number = questions[0].question_id
            self.send(answers(*(pb.Answer(question_id=number + i, choice=0) for i in (0, 1))))
        else:
            super().questioned(questions)


class OtherGame(Bot):
    """Gives an answer in its second game the id of a question of the first one, once."""

    first: pb.Question | None = None

    def answer(self, question: pb.Question) -> pb.Answer | None:
        self.first = self.first or question
        if question.game_id != self.first.game_id and once():
            return super().answer(self.first)
        return super().answer(question)


class FinishedGame(Bot):
    """Answers a question of a finished game again, once."""

    last = 0

    def answer(self, question: pb.Question) -> pb.Answer | None:
        self.last = self.last or question.question_id
        return super().answer(question)

    def game_ended(self) -> None:
        if once():
            self.send(answers(pb.Answer(question_id=self.last, choice=0)))


class AnswersTwice(Bot):
    """Sends each of its first 20 answers twice."""

    def answer(self, question: pb.Question) -> pb.Answer | None:
        answer = super().answer(question)
        if answer and self.asked <= 20:
            self.send(answers(answer))
        return answer


class EmptyAnswers(Bot):
    """Sends a message of no answers before its own, 20 times."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if self.asked < 20:
            self.send(answers())
        super().questioned(questions)


class Floods(Bot):
    """Sends one answer 20,000 times, as fast as it can (some 10,000 a second), once."""

    grace = "20s"

    def answer(self, question: pb.Question) -> pb.Answer | None:
        answer = super().answer(question)
        if answer and self.asked == 5 and once():
            for _ in range(20_000):
                self.send(answers(answer))
        return answer


class FloodsWithUnknown(Bot):
    """Sends 5,000 answers to questions that were never asked in one message, once."""

    grace = "20s"

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if self.asked >= 5 and once():
            numbers = range(1_000_000, 1_005_000)
            self.send(answers(*(pb.Answer(question_id=one, choice=0) for one in numbers)))
        super().questioned(questions)


class FloodsWithGarbage(Bot):
    """Sends 20,000 messages that mean nothing, as fast as it can, once."""

    grace = "20s"

    is_racing = True

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        if self.asked >= 5 and once():
            for _ in range(20_000):
                self.send(b"\xff" * 16)
        super().questioned(questions)


class LongNote(Bot):
    """Adds a note of 1,000,000 bytes to an answer, once."""

    size = 1_000_000

    def answer(self, question: pb.Question) -> pb.Answer | None:
        answer = super().answer(question)
        if answer and self.asked == 5 and once():
            answer.note = "x" * self.size
            surplus = answers(answer).ByteSize() - MAX_BYTES
            answer.note = answer.note[max(surplus - 1, 0) :]
            self.send(answers(answer))
            return None
        return answer


class NoteOverOneMebibyte(LongNote):
    """Adds a note that makes its message one byte larger than 1 MiB, once."""

    size = MAX_BYTES


class NoteIsNotText(Bot):
    """Adds a note that is not UTF-8, once."""

    def questioned(self, questions: Sequence[pb.Question]) -> None:
        super().questioned(questions)
        if self.asked >= 5 and once():
            answer = answers(pb.Answer(question_id=1, choice=0, note="note"))
            self.send(answer.SerializeToString().replace(b"note", b"\xcd\xcf\xd4\xc5"))
