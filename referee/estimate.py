"""A mean and its 95 % interval, from values that come in clusters."""

from collections.abc import Mapping
from math import sqrt

import msgspec

# Student's t, the 97.5 % quantile, for 1 to 30 degrees of freedom: a table of facts.
# fmt: off
_T_975 = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)
# fmt: on
_Z_975 = 1.959963984540054

Sums = Mapping[int, tuple[int, int]]
"""By cluster: the number of values and their sum."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean and how sure it is."""

    mean: float
    half_width: float | None
    """Half of the 95 % interval; None where one cluster does not tell."""
    values: int
    clusters: int

    @property
    def is_sure(self) -> bool:
        """True if the interval excludes 0."""
        return self.half_width is not None and abs(self.mean) > self.half_width


class Clusters:
    """Whole numbers summed by cluster, so that no rounding depends on their order."""

    def __init__(self) -> None:
        self.sums: dict[int, tuple[int, int]] = {}

    def add(self, cluster: int, value: int, count: int = 1) -> None:
        """Takes in one value, or the sum of so many."""
        before, total = self.sums.get(cluster, (0, 0))
        self.sums[cluster] = (before + count, total + value)


def estimate(sums: Sums) -> Estimate | None:
    """The mean and its cluster-robust 95 % interval; None without values.

    With N values in G clusters, and u the sum of (value - mean) within a cluster, the variance of
    the mean is G/(G-1) x sum of u² / N², and the interval takes Student's t with G-1 degrees.
    """
    clusters = len(sums)
    count = sum(n for n, _ in sums.values())
    total = sum(value for _, value in sums.values())
    if not count:
        return None
    half_width = None
    if clusters > 1:
        # N x u is a whole number: exact up to the one division and the root.
        squares = sum((value * count - n * total) ** 2 for n, value in sums.values())
        variance = clusters * squares / ((clusters - 1) * count**4)
        half_width = t_quantile(clusters - 1) * sqrt(variance)
    return Estimate(total / count, half_width, count, clusters)


def t_quantile(degrees: int) -> float:
    """The 97.5 % quantile of Student's t, right to four decimals."""
    if degrees <= len(_T_975):
        return _T_975[degrees - 1]
    # Powers of z over powers of the degrees of freedom (Abramowitz and Stegun 26.7.5).
    z, v = _Z_975, float(degrees)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
