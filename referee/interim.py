"""The standings while a tournament is played: cheap to keep, worked out when somebody looks."""

from collections.abc import Iterable

from referee.estimate import Clusters, Estimate, estimate
from referee.events import Standing
from referee.figures import rounded
from referee.record import GameRecord


class Interim:
    """What each bot has scored so far, by board."""

    def __init__(self, bots: Iterable[str]) -> None:
        self._scores = {bot: Clusters() for bot in bots}

    def note(self, record: GameRecord) -> None:
        """Takes in a game that is over."""
        for bot, score in zip(record.seating, record.score, strict=True):
            self._scores[bot].add(record.board, score)

    def rows(self) -> tuple[Standing, ...]:
        """A line for each bot, the best first; bots without games share the last place."""
        scores = {bot: estimate(clusters.sums) for bot, clusters in self._scores.items()}
        means = [score.mean for score in scores.values() if score]
        rows = [
            standing(1 + sum(1 for mean in means if score is None or mean > score.mean), bot, score)
            for bot, score in scores.items()
        ]
        return tuple(sorted(rows, key=lambda row: row.place))


def standing(place: int, bot: str, score: Estimate | None) -> Standing:
    """One line of the standings, rounded as in the leaderboard."""
    if score is None:
        return Standing(place, bot, 0, None, None)
    return Standing(place, bot, score.values, rounded(score.mean), rounded(score.half_width))
