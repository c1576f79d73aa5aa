"""A sequential test of whether a change is better: the generalized SPRT, normal approximation.

It is the one that chess engines are tested with (fishtest): after each batch the log-likelihood
ratio of "the true mean is s1" against "it is s0" is held against Wald's bounds,

    LLR = N (s1 - s0) (2 m - s0 - s1) / (2 v)
    log(beta / (1 - alpha)) < LLR < log((1 - beta) / alpha) while it goes on

with m and v the mean and the variance of N independent values. Sources: M. Van den Bergh, "A
Practical Introduction to the GSPRT", formula 2.1; X. Li, J. Liu, Z. Ying, "Generalized sequential
probability ratio test for separate families of hypotheses" (2014); A. Wald, "Sequential tests of
statistical hypotheses" (1945).
"""

from enum import StrEnum
from math import erfc, log, sqrt

from msgspec import Struct

from referee.estimate import t_quantile


class Verdict(StrEnum):
    """What a test says in the end."""

    BETTER = "better"
    """The mean is rather s1 or more."""
    NOT_BETTER = "not-better"
    """The mean is rather s0 or less."""
    UNDECIDED = "undecided"
    """The limit was reached before either was sure enough."""


class SequentialTest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked, how sure the answer must be, and how many values it may take."""

    s0: float
    """A mean of so much or less is not better."""
    s1: float
    """A mean of so much or more is better."""
    alpha: float
    """How often what is worth s0 may pass as better."""
    beta: float
    """How often what is worth s1 may be taken for not better."""
    least_boards: int
    """No verdict before so many values: the variance must be known."""
    most_boards: int
    """The limit."""

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which it is not better."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which it is better."""
        return log((1 - self.beta) / self.alpha)


class Look(Struct, frozen=True):
    """What is known at one moment."""

    boards: int
    """The number of values."""
    mean: float | None
    """None without values."""
    half_width: float | None
    """Half of the 95 % interval of the mean, by Student's t; None for less than two values."""
    llr: float | None
    """The log-likelihood ratio; None where the variance is not known, or zero."""
    likelihood: float | None
    """How likely the mean is to be above 0, as the normal distribution has it; None likewise."""
    verdict: Verdict | None
    """None while it goes on."""


class Sample:
    """Sums over values: whole numbers, so that equal ones are seen to be equal, or floats."""

    def __init__(self, unit: int = 1) -> None:
        """The values are counted in parts of which `unit` are one."""
        self._unit = unit
        self._count = 0
        self._total: float = 0
        self._squares: float = 0

    def add(self, value: float) -> None:
        """Takes in one value."""
        self._count += 1
        self._total += value
        self._squares += value * value

    def look(self, test: SequentialTest) -> Look:
        """What the values say by now."""
        count = self._count
        if not count:
            return Look(0, None, None, None, None, None)
        mean = self._total / count / self._unit
        # Of whole numbers the difference is exact.
        spread = max(count * self._squares - self._total * self._total, 0)
        variance = spread / (count * self._unit) ** 2
        half_width = None
        if count > 1:
            half_width = t_quantile(count - 1) * sqrt(variance / (count - 1))
        llr = likelihood = None
        if variance > 0:
            distance = 2 * mean - test.s0 - test.s1
            llr = count * (test.s1 - test.s0) * distance / (2 * variance)
            likelihood = erfc(-mean / sqrt(2 * variance / (count - 1))) / 2
        verdict = None
        if count >= test.least_boards:
            verdict = _verdict(test, mean, llr)
        return Look(count, mean, half_width, llr, likelihood, verdict)


def _verdict(test: SequentialTest, mean: float, llr: float | None) -> Verdict | None:
    if llr is None:  # all values are the same: there is no chance in them
        return Verdict.BETTER if 2 * mean > test.s0 + test.s1 else Verdict.NOT_BETTER
    if llr >= test.upper:
        return Verdict.BETTER
    return Verdict.NOT_BETTER if llr <= test.lower else None
