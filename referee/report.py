"""The report of a tournament: one HTML file with pictures that needs nothing else."""

from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec

from referee.extremes import Outstanding, OwnGames
from referee.faults import FaultReason
from referee.figures import decimal, half_width, mean, percent, rounded, signed
from referee.files import write_whole
from referee.manifest import Manifest, by_hand, time_control_text
from referee.printable import counted, printable
from referee.standings import Difference, Row, Standings
from referee.timeused import TimeRow

REPORT_FILE = "index.html"
_TEMPLATE = Path(__file__).with_name("report.html")
_MANY_BOTS = 12
"""With more, the matrices take the whole width of the page."""
_MANY_CONTRACTS = 8
_UP, _DOWN = "ascending", "descending"


class _Column(msgspec.Struct, frozen=True):
    """The head of a column; `first` is how it is sorted at first, None where it cannot be."""

    name: str
    first: str | None = None
    sorted: str | None = None


class _Cell(msgspec.Struct, frozen=True):
    """What stands in a cell, and the number that it is sorted by."""

    text: str
    value: float | None = None


class _Table(msgspec.Struct, frozen=True):
    columns: Sequence[_Column]
    rows: Sequence[Sequence[_Cell]]


class _Link(msgspec.Struct, frozen=True):
    """A game to open in the viewer."""

    href: str
    game: str
    score: str


class _Games(msgspec.Struct, frozen=True):
    """The games that stand out for a bot."""

    bot: str
    worst: Sequence[_Link]
    best: Sequence[_Link]


def write_report(folder: Path, standings: Standings, manifest: Manifest) -> Path:
    """Writes `index.html`, whole or not at all; its path."""
    path = folder / REPORT_FILE
    write_whole(path, report_html(standings, manifest))
    return path


def report_html(standings: Standings, manifest: Manifest) -> str:
    """The page; it shows times, so it is not the same bytes for another run of the same games."""
    # Both take their time to load, and only this needs them.
    import jinja2

    from referee import charts

    rows = standings.rows
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    contracts = {one.contract for one in standings.contracts}
    is_timed = any(row.median_ms is not None for row in standings.times)
    return template.render(
        name=printable(manifest.name),
        head=_head(standings, manifest),
        standings=_standings_table(rows),
        faults=_fault_table(rows),
        time_table=_time_table(standings.times),
        intervals=charts.interval_chart(rows),
        rating=charts.rating_chart(rows, standings.rating_steps) if standings.rating_steps else "",
        rating_named=charts.SERIES,
        rating_rest=len(rows) > charts.SERIES,
        heads=charts.difference_chart(rows, standings.differences) if len(rows) > 1 else "",
        differences=_difference_table(standings.to_the_next),
        contracts=charts.contract_chart(rows, standings.contracts) if contracts else "",
        times=charts.time_chart(standings.times) if is_timed else "",
        games=[_games(one) for one in standings.games_of if one.worst],
        many=len(rows) > _MANY_BOTS,
        wide_contracts=len(contracts) > _MANY_CONTRACTS,
    )


def _head(standings: Standings, manifest: Manifest) -> list[tuple[str, str]]:
    rules, schedule = manifest.ruleset, manifest.schedule
    options = "".join(f", {key}={value}" for key, value in rules.set.items())
    of_planned = "" if standings.games == schedule.games else f" of {schedule.games}"
    forfeits = standings.games_with_forfeit
    head = [
        ("Rules", f"{rules.title} ({rules.id}{options}; {rules.sha256[:12]})"),
        (
            "Games",
            f"{standings.games}{of_planned} on {counted(standings.boards, 'board')}"
            + (f", {forfeits} with a forfeit" if forfeits else ""),
        ),
        (
            "Schedule",
            f"{schedule.kind}, {counted(schedule.tables, 'table')}, seatings: {schedule.seatings}",
        ),
        (
            "Conditions",
            f"{time_control_text(manifest)}; on a fault: {manifest.limits.on_fault}; "
            f"{counted(manifest.games_at_once, 'game')} at once",
        ),
    ]
    if names := by_hand(manifest):
        head.append(("Unrated", f"{', '.join(names)} started by hand"))
    practice = " (practice: the seed was known)" if manifest.practice else ""
    head.append(("Seed commitment", f"{manifest.commitment}{practice}"))
    return [(word, printable(value)) for word, value in head]


def _standings_table(rows: Sequence[Row]) -> _Table:
    columns = [
        _Column("Place", _UP, _UP),
        _Column("Bot", _UP),
        _Column("Mean score", _DOWN),
        _Column("± 95 %", _UP),
        _Column("Mean place", _UP),
        _Column("First", _DOWN),
        _Column("Rating", _DOWN),
        _Column("± σ", _UP),
        _Column("Games", _DOWN),
        _Column("Forfeits", _DOWN),
        _Column("Faults", _DOWN),
    ]
    return _Table(columns, [_standings_cells(row) for row in rows])


def _standings_cells(row: Row) -> list[_Cell]:
    score, rating = row.score, row.rating
    return [
        _count(row.place),
        _Cell(row.bot),
        _number(score.mean if score else None, signed),
        _number(score.half_width if score else None),
        _number(row.mean_place),
        _share(row.first_share),
        _number(rating.mu if rating else None),
        _number(rating.sigma if rating else None),
        _count(row.games),
        _count(row.forfeits),
        _count(sum(row.faults.values())),
    ]


def _time_table(times: Sequence[TimeRow]) -> _Table:
    columns = [
        _Column("Bot", _UP),
        _Column("Median", _UP),
        _Column("99 of 100", _UP),
        _Column("Longest", _UP),
        _Column("Bank", _UP),
        _Column("Decisions", _DOWN),
    ]
    rows = [
        [
            _Cell(row.bot),
            _milliseconds(row.median_ms),
            _milliseconds(row.p99_ms),
            _milliseconds(row.max_ms),
            _share(row.bank_share),
            _count(row.decisions),
        ]
        for row in times
    ]
    return _Table(columns, rows)


def _difference_table(differences: Sequence[Difference]) -> _Table:
    """Each bot against the next in the standings, and whether that is known."""
    columns = [
        _Column("Bot", _UP),
        _Column("Above", _UP),
        _Column("Mean", _DOWN),
        _Column("± 95 %", _UP),
        _Column("Games", _DOWN),
        _Column("Verdict", _UP),
    ]
    cells = [
        [
            _Cell(one.bot),
            _Cell(one.below),
            _number(mean(one.estimate), signed),
            _number(half_width(one.estimate)),
            _count(one.estimate.values if one.estimate else 0),
            _Cell(one.verdict),
        ]
        for one in differences
    ]
    return _Table(columns, cells)


def _games(own: OwnGames) -> _Games:
    return _Games(own.bot, [*map(_link, own.worst)], [*map(_link, own.best)])


def _link(game: Outstanding) -> _Link:
    """The game as the bot saw it, from its beginning."""
    href = f"/game/{quote(game.game_id, safe='')}#1.1&seat={game.seat}"
    return _Link(href, printable(game.game_id), f"{game.score:+d}")


def _fault_table(rows: Sequence[Row]) -> _Table:
    reasons = [reason for reason in FaultReason if any(reason in row.faults for row in rows)]
    columns = [_Column("Bot", _UP), *(_Column(reason, _DOWN) for reason in reasons)]
    columns.append(_Column("Forfeits", _DOWN))
    cells = [
        [
            _Cell(row.bot),
            *(_count(row.faults.get(reason, 0)) for reason in reasons),
            _count(row.forfeits),
        ]
        for row in rows
        if row.faults or row.forfeits
    ]
    return _Table(columns, cells)


def _number(number: float | None, text: Callable[[float], str] = decimal) -> _Cell:
    return _Cell("-") if number is None else _Cell(text(number), rounded(number))


def _count(number: int) -> _Cell:
    return _Cell(str(number), number)


def _share(share: float | None) -> _Cell:
    return _Cell("-") if share is None else _Cell(percent(share), share)


def _milliseconds(milliseconds: float | None) -> _Cell:
    return _Cell("-") if milliseconds is None else _Cell(_plain(milliseconds), milliseconds)


def _plain(number: float) -> str:
    # Three digits, as they are measured, and never as a power of ten.
    return f"{number:.0f}" if number >= 100 else f"{number:#.3g}"
