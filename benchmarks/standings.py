"""Standings from many records, against only decoding them."""

import tempfile
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.made_records import Reading
from benchmarks.programs import output_of
from benchmarks.results import Result, Row
from benchmarks.rounds import Taker, in_turn, ratio
from benchmarks.sizes import Size

MOST_SECONDS = 30.0
MOST_MB = 500.0
_WAYS = {"decode": "decoded with msgspec alone", "standings": "read, checked and made standings of"}


def _reading(way: str, path: Path, count: int) -> Reading:
    return msgspec.json.decode(output_of("made_records", way, path, count), type=Reading)


def standings(size: Size, take: Taker) -> Result:
    """Both ways of reading one file, in turn, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        take("make the records", partial(_reading, "make", path, size.records))
        megabytes = path.stat().st_size / 1e6
        measures = {way: partial(_reading, way, path, size.records) for way in _WAYS}
        taken = in_turn(measures, size.rounds, take)
    rates = {way: [one.rate for one in found] for way, found in taken.items()}
    rows = [
        Row(
            what=_WAYS[way],
            unit="records/s",
            values=tuple(values),
            ratios=() if way == "decode" else ratio(values, rates["decode"]).values,
        )
        for way, values in rates.items()
    ]
    found = taken["standings"]
    rows += [
        Row(
            what="standings of all",
            unit="s",
            values=tuple(one.seconds for one in found),
            at_most=MOST_SECONDS,
        ),
        Row(
            what="peak memory",
            unit="MB",
            values=tuple(one.peak_mb for one in found),
            at_most=MOST_MB,
        ),
    ]
    return Result(
        name="standings",
        title=f"Standings of {size.records:,} records of `classic`, {megabytes:,.0f} MB",
        ratio="to decoding",
        size=size.name,
        rows=tuple(rows),
        notes=("The rules core does not fold them: at its end a tournament trusts its own.",),
    )
