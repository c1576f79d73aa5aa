"""How much is measured: enough for figures to publish, for a look, or for a test."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """The amounts of one run of the benchmarks."""

    name: str
    rounds: int
    exchanges: int
    """Ping-pongs of the floor."""
    games: dict[int, int]
    """By games at once: how many are played."""
    profiled: tuple[int, ...]
    """Games at once at which it is looked at where the time goes."""
    deals: int
    """Deals played out at random."""
    records: int
    """Records of which standings are made."""
    report_games: int
    """Games of a tournament of 30 bots of which a report is written."""


FULL = Size(
    name="full",
    rounds=5,
    exchanges=3_000,
    games={1: 8, 16: 64, 64: 128, 256: 256},
    profiled=(1, 64, 256),
    deals=3_000,
    records=100_000,
    report_games=2_400,
)
QUICK = Size(
    name="quick",
    rounds=1,
    exchanges=1_500,
    games={1: 3, 16: 16, 64: 64, 256: 256},
    profiled=(1, 64),
    deals=1_000,
    records=4_000,
    report_games=1_200,
)
TINY = Size(
    name="tiny",
    rounds=1,
    exchanges=20,
    games={1: 1, 4: 4},
    profiled=(4,),
    deals=4,
    records=60,
    report_games=240,
)
SIZES = {size.name: size for size in (FULL, QUICK, TINY)}
