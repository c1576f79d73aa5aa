"""Ratings with their uncertainty, from tables of any size."""

from itertools import pairwise

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from referee.record import GameRecord

MOST_STEPS = 60


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is taken to be: everybody begins with mu 25 and sigma 25/3."""

    mu: float
    sigma: float
    """How unsure mu is, if the games of one board were independent of each other."""


class RatingStep(msgspec.Struct, frozen=True):
    """The ratings after so many rated games."""

    games: int
    ratings: dict[str, Rating]
    """By bot; without those that had no rated game yet."""


class RatedGames:
    """The outcomes that ratings are made from; they may come in any order."""

    def __init__(self) -> None:
        self._games: list[tuple[int, int, int, int, tuple[str, ...], tuple[int, ...]]] = []
        # Each seating and each order of places is held once, however many games had it.
        self._seatings: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._places: dict[tuple[int, ...], tuple[int, ...]] = {}

    def add(self, record: GameRecord) -> None:
        """Takes in a game without a forfeit."""
        seating = self._seatings.setdefault(record.seating, record.seating)
        places = self._places.setdefault(record.places, record.places)
        self._games.append(
            (record.life, record.table, record.board, record.rotation, seating, places)
        )

    def steps(self) -> tuple[RatingStep, ...]:
        """The ratings after at most 60 evenly spaced numbers of games, the last after all."""
        # Ratings depend on the order of the games, and the records stand in that of their ends.
        self._games.sort()
        total = len(self._games)
        marks = sorted({total * step // MOST_STEPS for step in range(MOST_STEPS + 1)})
        # A bot does not change while it plays, so nothing is added to what is not known of it.
        model = PlackettLuce(tau=0.0)
        ratings: dict[str, PlackettLuceRating] = {}
        steps = []
        for begin, end in pairwise(marks):
            for *_, seating, places in self._games[begin:end]:
                before = [[ratings.get(bot) or model.rating()] for bot in seating]
                after = model.rate(before, ranks=[float(place) for place in places])
                ratings.update((bot, rating) for bot, (rating,) in zip(seating, after, strict=True))
            now = {bot: Rating(one.mu, one.sigma) for bot, one in sorted(ratings.items())}
            steps.append(RatingStep(end, now))
        return tuple(steps)
