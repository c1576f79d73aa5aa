"""The games in which each bot lost and won most, picked while records stream by."""

from bisect import insort
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from referee.record import GameRecord

SHOWN = 3
"""So many of each kind."""


class Outstanding(NamedTuple):
    """A game that stands out for one bot; equal scores stand in schedule order."""

    score: int
    life: int
    table: int
    board: int
    rotation: int
    game_id: str
    seat: int
    """Where the bot sat."""


class OwnGames(Struct, frozen=True):
    """The games that stand out for a bot."""

    bot: str
    worst: tuple[Outstanding, ...]
    """By rising score."""
    best: tuple[Outstanding, ...]
    """By falling score."""


class Extremes:
    """The lowest and highest scores of each bot; any order of the records gives the same."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._worst: dict[str, list[Outstanding]] = {bot: [] for bot in bots}
        self._best: dict[str, list[Outstanding]] = {bot: [] for bot in bots}

    def add(self, record: GameRecord) -> None:
        """Takes in a game; bots that were not named are left out."""
        for seat, (bot, score) in enumerate(zip(record.seating, record.score, strict=True)):
            worst, best = self._worst.get(bot), self._best.get(bot)
            if worst is None or best is None:
                continue
            # Most games are in the middle: they cost no more than two looks.
            if len(worst) < SHOWN or score <= worst[-1].score:
                insort(worst, _outstanding(record, seat))
                del worst[SHOWN:]
            if len(best) < SHOWN or score >= best[-1].score:
                insort(best, _outstanding(record, seat), key=_from_best)
                del best[SHOWN:]

    def of(self, bot: str) -> OwnGames:
        """The games of a bot that was named."""
        return OwnGames(bot, tuple(self._worst[bot]), tuple(self._best[bot]))


def _from_best(game: Outstanding) -> tuple[object, ...]:
    return -game.score, *game[1:]


def _outstanding(record: GameRecord, seat: int) -> Outstanding:
    return Outstanding(
        record.score[seat],
        record.life,
        record.table,
        record.board,
        record.rotation,
        record.game_id,
        seat,
    )
