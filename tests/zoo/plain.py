"""Bots that other tests use; the page about faults leaves them out."""

import os
from collections.abc import Sequence

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
