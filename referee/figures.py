"""Figures of a leaderboard, rounded to stated digits so that two machines write the same bytes."""

from referee.estimate import Estimate

DIGITS = 2
"""Decimals of every mean, half width and rating, in all forms."""
SHARE_DIGITS = 4
"""Decimals of a share, which is between 0 and 1; as percent it has two less."""


def rounded(number: float | None, digits: int = DIGITS) -> float | None:
    """The number as programs read it."""
    # Adding zero turns a rounded -0.0 into 0.0.
    return None if number is None else round(number, digits) + 0.0


def decimal(number: float | None, digits: int = DIGITS) -> str:
    """The number with all its decimals; empty for None."""
    return "" if number is None else f"{rounded(number, digits):.{digits}f}"


def signed(number: float | None) -> str:
    """The number with its sign for people; `-` for None."""
    return "-" if number is None else f"{rounded(number):+.{DIGITS}f}"


def percent(share: float | None) -> str:
    """The share for people; `-` for None."""
    if share is None:
        return "-"
    digits = SHARE_DIGITS - 2
    return f"{rounded(100 * share, digits):.{digits}f}%"


def mean(estimate: Estimate | None) -> float | None:
    """The rounded mean; None without one."""
    return rounded(estimate.mean) if estimate else None


def half_width(estimate: Estimate | None) -> float | None:
    """Half of the 95 % interval, rounded; None where it is not known."""
    return rounded(estimate.half_width) if estimate else None
