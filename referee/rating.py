"""Ratings with their uncertainty, from tables of any size."""

import msgspec


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is taken to be, in the units of the library, where everybody begins at 25.

    Of two bots whose `mu` lies less than some `sigma` apart the better is not known.
    """

    mu: float
    sigma: float


class RatingStep(msgspec.Struct, frozen=True):
    """The ratings after so many rated games."""

    games: int
    ratings: dict[str, Rating]
    """By bot; without those that had no rated game yet."""
