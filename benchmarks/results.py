"""The rows of a benchmark: as a table for people, and as JSON with every round."""

import os
import platform
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import msgspec
from tabulate import tabulate

from benchmarks.rounds import Spread

_LIBRARIES = ("grpcio", "protobuf", "trio", "msgspec", "open-spiel")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One figure, and as a ratio to what was measured beside it."""

    what: str
    unit: str
    values: tuple[float, ...]
    """By round."""
    ratios: tuple[float, ...] = ()
    """By round; none for the thing that the others are compared with."""
    at_least: float | None = None
    """The bar for the median of the ratios."""
    at_most: float | None = None
    """The bar for the highest value."""

    @property
    def is_met(self) -> bool | None:
        """Whether the bar is met; None without one."""
        if self.at_least is not None:
            return Spread(self.ratios).median >= self.at_least
        if self.at_most is not None:
            return Spread(self.values).most <= self.at_most
        return None


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """All that one benchmark has measured."""

    name: str
    title: str
    size: str
    rows: tuple[Row, ...]
    ratio: str = "ratio"
    """What the ratios are, in a word or two."""
    notes: tuple[str, ...] = ()
    cores: int = msgspec.field(default_factory=lambda: os.cpu_count() or 0)
    python: str = msgspec.field(default_factory=platform.python_version)
    platform: str = msgspec.field(default_factory=platform.platform)
    libraries: dict[str, str] = msgspec.field(default_factory=lambda: _versions())
    load: tuple[float, float, float] = msgspec.field(default_factory=os.getloadavg)
    """Of the machine over 1, 5 and 15 minutes, at the end: the benchmark's own work is in it."""


def _versions() -> dict[str, str]:
    found = {}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def number(value: float) -> str:
    """A figure with as many digits as mean something."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _spread_text(values: Sequence[float]) -> str:
    if not values:
        return ""
    spread = Spread(tuple(values))
    return f"{number(spread.median)} ({number(spread.least)} to {number(spread.most)})"


def _bar_text(row: Row) -> str:
    if row.is_met is None:
        return ""
    bar = f"ratio >= {row.at_least:g}" if row.at_least is not None else f"<= {row.at_most:g}"
    return f"{bar}: {'met' if row.is_met else 'MISSED'}"


def table_text(result: Result) -> str:
    """The table, in Markdown: median (least to most) over the rounds."""
    rounds = max(len(row.values) for row in result.rows)
    has_ratios = any(row.ratios for row in result.rows)
    has_bars = any(row.is_met is not None for row in result.rows)
    rows = []
    for row in result.rows:
        cells = [row.what, row.unit, _spread_text(row.values)]
        cells += [_spread_text(row.ratios)] if has_ratios else []
        cells += [_bar_text(row)] if has_bars else []
        rows.append(cells)
    headers = ["", "unit", "median (least to most)"]
    headers += [result.ratio] if has_ratios else []
    headers += ["bar"] if has_bars else []
    lines = [
        f"{result.title} (rounds: {rounds}, size: {result.size})",
        "",
        tabulate(rows, headers, tablefmt="pipe", disable_numparse=True),
        "",
        *result.notes,
    ]
    return "\n".join(lines).rstrip() + "\n"


def write_result(result: Result, folder: Path) -> Path:
    """Writes the JSON of a result, named after it, and gives its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.name}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    return path
