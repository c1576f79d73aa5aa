"""The pictures of a report as SVG, in colors that the page around them gives."""

import html
import io
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from math import isclose
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from referee.figures import decimal, signed
from referee.printable import counted
from referee.rating import RatingStep
from referee.standings import ContractRow, Difference, Row
from referee.timeused import TimeRow

SERIES = 8
"""Lines of a chart that have a color and a name; the others are in the background."""

# Drawn in colors that nothing else has, which then give way to those of the page.
_INK, _GRID, _ACCENT, _ABOVE, _BELOW = "#010101", "#010102", "#010103", "#010104", "#010105"
_LINES = [f"#0102{n:02x}" for n in range(SERIES)]
_STYLES = {
    _INK: "currentColor",
    _GRID: "var(--grid)",
    _ACCENT: "var(--accent)",
    _ABOVE: "var(--above)",
    _BELOW: "var(--below)",
    **{color: f"var(--line{n})" for n, color in enumerate(_LINES)},
}
_COLOR = re.compile("|".join(_STYLES))

_POINTS_AN_INCH = 72
_WIDTH = 380
"""That of a phone, in which letters then have their own size; more where there is more to show."""
_LETTER = 6.8
_LINE = 21
_CELL = 36
_NUMBERS_UP_TO = 14
"""Columns of a matrix with numbers in its cells; with more, they are in the words of each cell."""
_FAINTEST, _STRONGEST = 0.06, 0.75
_NAME_LENGTH = 18
_FIRST_RATING = 25.0
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.size": 11,
    "text.parse_math": False,
    "text.color": _INK,
    "axes.edgecolor": _GRID,
    "axes.labelcolor": _INK,
    "xtick.color": _GRID,
    "xtick.labelcolor": _INK,
    "ytick.color": _GRID,
    "ytick.labelcolor": _INK,
    "grid.color": _GRID,
    "axes.axisbelow": True,
}

# It tells of building its list of fonts, and of a home where nothing can be written.
logging.getLogger("matplotlib").setLevel(logging.ERROR)


def interval_chart(rows: Sequence[Row]) -> str:
    """The mean score of each bot, and the 95 % interval around it."""
    with _settings("intervals"):
        names = [_short(row.bot) for row in rows]
        figure, axes = _by_bot(names, bottom=46)
        axes.axvline(0, color=_INK, linewidth=0.8)
        for line, row in enumerate(rows):
            if row.score is not None:
                half = row.score.half_width or 0.0
                ends = [row.score.mean - half, row.score.mean + half]
                axes.plot(ends, [line, line], color=_ACCENT, linewidth=3, alpha=0.45)
                axes.plot([row.score.mean], [line], color=_ACCENT, marker="o", markersize=6)
        axes.set_xlabel("mean score, points a game")
        return _svg(figure, "Mean score of each bot with its 95 % interval")


def rating_chart(rows: Sequence[Row], steps: Sequence[RatingStep]) -> str:
    """The rating of each bot over the games, the best with their names."""
    with _settings("rating"):
        rated = [row for row in rows if row.rating]
        rated.sort(key=lambda row: -(row.rating.mu if row.rating else 0))
        names = [_short(row.bot) for row in rated[:SERIES]]
        figure, axes = _figure(_WIDTH, 300, left=34, right=_room(names), top=8, bottom=42)
        axes.grid(axis="y", linewidth=0.6)
        for place, row in reversed(list(enumerate(rated))):
            points = [(0, _FIRST_RATING)]
            points += [(s.games, s.ratings[row.bot].mu) for s in steps if row.bot in s.ratings]
            is_named = place < SERIES
            axes.plot(
                [games for games, _ in points],
                [mu for _, mu in points],
                color=_LINES[place] if is_named else _GRID,
                linewidth=2 if is_named else 1,
            )
        low, high = axes.get_ylim()
        wanted = [row.rating.mu for row in rated[:SERIES] if row.rating]
        for line, (name, at) in enumerate(zip(names, _apart(wanted, low, high, 300), strict=True)):
            axes.annotate(
                name, (1.02, (at - low) / (high - low)), xycoords="axes fraction", va="center",
                color=_LINES[line], weight="bold",
            )  # fmt: skip
        axes.set_ylim(low, high)
        axes.margins(x=0)
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.set_xlabel("rated games of the tournament")
        return _svg(figure, "Rating of each bot after so many games")


def difference_chart(rows: Sequence[Row], differences: Sequence[Difference]) -> str:
    """Each bot against each: how far the one of the row is above the one of the column."""
    cells: dict[tuple[int, int], tuple[float, str]] = {}
    number = {row.bot: place for place, row in enumerate(rows)}
    for one in differences:
        if one.estimate is None:
            continue
        line, column = number[one.bot], number[one.below]
        half = "" if one.estimate.half_width is None else f" ± {decimal(one.estimate.half_width)}"
        sure = "sure" if one.estimate.is_sure else "tied"
        for (row, other), mean in (
            ((line, column), one.estimate.mean),
            ((column, line), -one.estimate.mean),
        ):
            words = f"{rows[row].bot} - {rows[other].bot}: {signed(mean)}{half}, {sure}"
            cells[row, other] = mean, words
    names = [f"{place}  {_short(row.bot)}" for place, row in enumerate(rows, 1)]
    columns = [str(place) for place in range(1, len(rows) + 1)]
    return _matrix("heads", names, columns, cells, "Mean difference of each two bots, in points")


def contract_chart(rows: Sequence[Row], contracts: Sequence[ContractRow]) -> str:
    """Each bot in each contract: how far its points a deal are above those of the others."""
    lines = {row.bot: place for place, row in enumerate(rows)}
    columns = list(dict.fromkeys(one.contract for one in contracts))
    cells = {}
    for one in contracts:
        if one.above is not None and one.estimate is not None:
            words = (
                f"{one.bot} in {one.contract}: {signed(one.above)} above the others, "
                f"{signed(one.estimate.mean)} points a deal in {counted(one.deals, 'deal')}"
            )
            cells[lines[one.bot], columns.index(one.contract)] = one.above, words
    names = [_short(row.bot) for row in rows]
    return _matrix("contracts", names, columns, cells, "Points above the others, a deal")


def time_chart(times: Sequence[TimeRow]) -> str:
    """The time of a decision: the median, and lines to the 99th of 100 and to the longest."""
    with _settings("times"):
        figure, axes = _by_bot([_short(row.bot) for row in times], bottom=46)
        axes.set_xscale("log")
        for line, row in enumerate(times):
            if row.median_ms is None or row.p99_ms is None or row.max_ms is None:
                continue
            # A logarithm has no place for a time that was too short to be measured.
            median, p99, most = (max(ms, 0.001) for ms in (row.median_ms, row.p99_ms, row.max_ms))
            axes.plot([p99, most], [line, line], color=_ACCENT, linewidth=1, alpha=0.6)
            axes.plot([median, p99], [line, line], color=_ACCENT, linewidth=5, alpha=0.45)
            axes.plot([median], [line], color=_ACCENT, marker="o", markersize=6)
            axes.plot([most], [line], color=_ACCENT, marker="|", markersize=9)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda ms, _: _duration(ms)))
        axes.xaxis.set_minor_formatter(FuncFormatter(lambda _ms, _: ""))
        axes.set_xlabel("time of a decision")
        return _svg(figure, "Time that the bots took for a decision")


def _matrix(
    salt: str,
    names: Sequence[str],
    columns: Sequence[str],
    cells: dict[tuple[int, int], tuple[float, str]],
    title: str,
) -> str:
    with _settings(salt):
        is_flat = all(len(column) <= 3 for column in columns)
        left, right = _room(names), 6 if is_flat else 30
        has_numbers = len(columns) <= _NUMBERS_UP_TO
        least = _CELL if has_numbers else 22
        width = max(_WIDTH, left + right + least * len(columns))
        top = 24 if is_flat else 20 + max(map(len, columns)) * _LETTER * 0.75
        height = top + 6 + len(names) * (28 if has_numbers else 22)
        figure, axes = _figure(width, height, left=left, right=right, top=top, bottom=6)
        most = max((abs(value) for value, _ in cells.values()), default=0.0) or 1.0
        titles = {}
        for row, column in product(range(len(names)), range(len(columns))):
            value, words = cells.get((row, column), (None, ""))
            if value is None:
                continue
            gid = f"{salt}-{row}-{column}"
            strength = abs(value) / most
            axes.add_patch(
                Rectangle(
                    (column - 0.47, row - 0.46), 0.94, 0.92, linewidth=0, gid=gid,
                    facecolor=_ABOVE if value > 0 else _BELOW if value < 0 else _GRID,
                    alpha=_FAINTEST + (_STRONGEST - _FAINTEST) * strength,
                )
            )  # fmt: skip
            titles[gid] = words
            if has_numbers:
                text = "0" if isclose(value, 0, abs_tol=0.05) else f"{value:+.1f}"
                axes.text(column, row, text, ha="center", va="center", fontsize=9.5)
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.xaxis.tick_top()
        slant: Any = {} if is_flat else {"rotation": 45, "ha": "left", "rotation_mode": "anchor"}
        axes.set_xticks(range(len(columns)), columns, **slant)
        axes.set_yticks(range(len(names)), names)
        axes.tick_params(length=0)
        return _svg(figure, title, titles)


@contextmanager
def _settings(salt: str) -> Iterator[None]:
    """How all charts are drawn; the salt makes the same names in them each time, and no other's."""
    with matplotlib.rc_context({**_SETTINGS, "svg.hashsalt": salt}):
        yield


def _figure(
    width: float, height: float, *, left: float, right: float, top: float, bottom: float
) -> tuple[Figure, Axes]:
    """A figure with one chart; all in points, so that nothing is moved to fit."""
    figure = Figure(figsize=(width / _POINTS_AN_INCH, height / _POINTS_AN_INCH))
    FigureCanvasSVG(figure)
    sizes = (width - left - right, height - top - bottom)
    box = (left / width, bottom / height, sizes[0] / width, sizes[1] / height)
    axes = figure.add_axes(box)
    axes.spines[:].set_visible(False)
    return figure, axes


def _by_bot(names: Sequence[str], bottom: float) -> tuple[Figure, Axes]:
    """A figure with a line for each bot, the first at the top."""
    height = 8 + bottom + _LINE * len(names)
    figure, axes = _figure(_WIDTH, height, left=_room(names), right=16, top=8, bottom=bottom)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", linewidth=0.6)
    return figure, axes


def _apart(wanted: Sequence[float], low: float, high: float, height: float) -> list[float]:
    """Heights for words so near to those wanted, highest first, that none covers another."""
    gap = 14 * (high - low) / height
    found: list[float] = []
    for at in wanted:
        found.append(min(at, found[-1] - gap) if found else at)
    lift = max(0.0, low - found[-1]) if found else 0.0
    for place in reversed(range(len(found))):
        under = found[place + 1] + gap if place + 1 < len(found) else low
        found[place] = max(found[place], under) if lift else found[place]
    return found


def _room(names: Sequence[str]) -> float:
    return 14 + _LETTER * max(map(len, names), default=0)


def _short(name: str) -> str:
    """The name, without its middle if it is long."""
    if len(name) <= _NAME_LENGTH:
        return name
    return f"{name[: _NAME_LENGTH - 8]}…{name[-7:]}"


def _duration(milliseconds: float) -> str:
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:g} s"
    return f"{milliseconds:g} ms" if milliseconds >= 1 else f"{milliseconds * 1000:g} µs"


def _svg(figure: Figure, title: str, titles: dict[str, str] | None = None) -> str:
    """The figure as an element of a page: no names of its own, no addresses, no set colors."""
    text = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(text, format="svg", transparent=True, metadata=nothing)
    drawn = text.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn, flags=re.DOTALL)
    for gid, words in (titles or {}).items():
        there = f'<g id="{gid}">'
        drawn = drawn.replace(there, f"{there}<title>{html.escape(words)}</title>", 1)
    used = set(re.findall(r"#([\w-]+)", drawn))
    drawn = re.sub(r' id="([\w.-]+)"', lambda one: one[0] if one[1] in used else "", drawn)
    drawn = _COLOR.sub(lambda color: _STYLES[color[0]], drawn)
    width = round(figure.get_figwidth() * _POINTS_AN_INCH)
    head = (
        f'<svg role="img" aria-label="{html.escape(title)}" style="--width: {width}px" '
        f'viewBox="0 0 {figure.get_figwidth() * _POINTS_AN_INCH:g} '
        f'{figure.get_figheight() * _POINTS_AN_INCH:g}">'
    )
    return re.sub(r"<svg[^>]*>", head, drawn, count=1).replace("xlink:href", "href")
