"""A place in a game, such as deal 3, trick 2: as people write it, and what comes after it."""

import re
from dataclasses import dataclass

from referee.deal import Decision, QuestionKind
from referee.errors import UserError
from referee.game import Game
from referee.recordfold import Step

_POINT = re.compile(r"([1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """The start of a trick; trick 0 is the start of the deal, with its calls."""

    deal: int
    trick: int = 0

    def __str__(self) -> str:
        """The place as `parse_point` reads it: `3.2`, or `3` for the start of a deal."""
        return f"{self.deal}.{self.trick}" if self.trick else str(self.deal)


def parse_point(text: str, what: str) -> Point:
    """The place that `DEAL` or `DEAL.TRICK` names; UserError names `what`."""
    match = _POINT.fullmatch(text.strip())
    if match is None:
        raise UserError(
            f"{what}: {text!r} is not DEAL or DEAL.TRICK: write 3 for the start of deal 3, "
            "3.2 for its second trick"
        )
    return Point(int(match[1]), int(match[2] or 0))


def check_point(game: Game, point: Point) -> None:
    """UserError that says what there is, if a finished game has no such deal or trick."""
    deals = len(game.finished)
    if point.deal > deals:
        raise UserError(f"there is no deal {point.deal}: the game has deals 1 to {deals}")
    check_trick(point, len(game.finished[point.deal - 1].tricks))


def check_trick(point: Point, tricks: int) -> None:
    """UserError that says what there is, if the deal has not as many tricks."""
    if point.trick and not tricks:
        raise UserError(f"there is no trick {point.trick}: deal {point.deal} was not played out")
    if point.trick > tricks:
        raise UserError(
            f"there is no trick {point.trick}: deal {point.deal} has tricks 1 to {tricks}"
        )


def place_of(step: Step) -> Point:
    """The trick in which a decision comes up; a call comes up in trick 0."""
    return place_in(step.before, step.asked)


def place_in(game: Game, asked: Decision) -> Point:
    """The trick in which a decision comes up in a game."""
    deal = game.deal
    assert deal is not None  # something is asked
    if asked.kind is not QuestionKind.CARD or deal.play is None:
        return Point(deal.number)
    return Point(deal.number, len(deal.play.tricks) + 1)


def place_text(point: Point) -> str:
    """The place of a decision in a table: `3.2`, or `3 call` before the first lead."""
    return str(point) if point.trick else f"{point.deal} call"
