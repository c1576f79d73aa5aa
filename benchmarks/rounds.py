"""Measures taken in turn, round after round, and what they come to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Protocol, TypeVar

T = TypeVar("T")


class Taker(Protocol):
    """Takes one measure."""

    def __call__(self, what: str, measure: Callable[[], T]) -> T:
        """Tells what is measured, measures it, and gives what the measure gives."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What the rounds gave for one figure."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.values)

    @property
    def least(self) -> float:
        """The lowest one."""
        return min(self.values)

    @property
    def most(self) -> float:
        """The highest one."""
        return max(self.values)


def in_turn(
    measures: Mapping[str, Callable[[], T]], rounds: int, take: Taker
) -> dict[str, list[T]]:
    """Takes all measures in each round: A B A B, so that a slow minute slows them all."""
    taken: dict[str, list[T]] = {name: [] for name in measures}
    for number in range(1, rounds + 1):
        for name, measure in measures.items():
            taken[name].append(take(f"round {number} of {rounds}: {name}", measure))
    return taken


def ratio(values: Sequence[float], base: Sequence[float]) -> Spread:
    """Value to base, round by round."""
    return Spread(tuple(value / one for value, one in zip(values, base, strict=True)))
