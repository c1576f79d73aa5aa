"""The tables of a leaderboard, for a terminal and for Markdown alike."""

from collections.abc import Callable, Sequence

import msgspec
from tabulate import tabulate

from referee.faults import FaultReason
from referee.figures import decimal, half_width, mean, percent, signed
from referee.standings import ContractRow, Difference, Row, Standings

MATRIX_UP_TO = 12
"""With more bots than this people see each against the next alone; programs see all pairs."""


class Table(msgspec.Struct, frozen=True):
    """A table with some columns to the left and the numbers to the right; cells may have lines."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: tuple[int, ...]
    note: str = ""

    def drawn(self, form: str, written: Callable[[str], str] = str) -> str:
        """The table alone, in a format of tabulate, with each cell written in a way."""
        columns = range(len(self.header))
        return tabulate(
            [[written(cell) for cell in row] for row in self.rows],
            [written(cell) for cell in self.header],
            tablefmt=form,
            disable_numparse=True,
            colalign=["left" if column in self.left else "right" for column in columns],
        )


def board_tables(standings: Standings) -> list[Table]:
    """The tables that the same games always give."""
    tables = [_standing_table(standings.rows), _next_table(standings.to_the_next)]
    if 2 < len(standings.rows) <= MATRIX_UP_TO:
        tables.append(_matrix(standings))
    if any(one.deals for one in standings.contracts):
        tables.append(_contract_table(standings.contracts))
    if any(row.faults for row in standings.rows):
        tables.append(_fault_table(standings.rows))
    return tables


def time_table(standings: Standings) -> Table | None:
    """What was measured; None if nothing was."""
    rows = [
        (
            one.bot,
            str(one.decisions),
            *(_milliseconds(time) for time in (one.median_ms, one.p99_ms, one.max_ms)),
            percent(one.bank_share),
        )
        for one in standings.times
        if one.decisions
    ]
    header = ("Bot", "Decisions", "Median ms", "99% ms", "Longest ms", "Of its bank")
    return Table("Time used", header, rows, (0,)) if rows else None


def _standing_table(rows: Sequence[Row]) -> Table:
    header = (
        *("Place", "Bot", "Mean score", "± 95%", "Mean place", "First", "Rating", "± sigma"),
        *("Games", "Forfeits", "Faults"),
    )
    return Table("", header, [_standing_cells(row) for row in rows], (1,))


def _standing_cells(row: Row) -> tuple[str, ...]:
    return (
        str(row.place),
        row.bot,
        signed(mean(row.score)),
        decimal(half_width(row.score)) or "-",
        decimal(row.mean_place) or "-",
        percent(row.first_share),
        decimal(row.rating.mu if row.rating else None) or "-",
        decimal(row.rating.sigma if row.rating else None) or "-",
        str(row.games),
        str(row.forfeits),
        str(sum(row.faults.values())),
    )


def _next_table(differences: Sequence[Difference]) -> Table:
    rows = [
        (
            f"{one.bot} - {one.below}",
            signed(mean(one.estimate)),
            decimal(half_width(one.estimate)) or "-",
            str(one.estimate.values if one.estimate else 0),
            one.verdict,
        )
        for one in differences
    ]
    header = ("Difference", "Mean", "± 95%", "Games", "Verdict")
    return Table("Differences to the next", header, rows, (0, 4))


def _matrix(standings: Standings) -> Table:
    cells = {}
    for one in standings.differences:
        cells[one.bot, one.below] = _pair(one, 1)
        cells[one.below, one.bot] = _pair(one, -1)
    bots = [row.bot for row in standings.rows]
    return Table(
        "Head to head",
        ("Bot", *(f"- {bot}" for bot in bots)),
        [(bot, *(cells.get((bot, other), "") for other in bots)) for bot in bots],
        (0,),
        "The bot of the line less that of the column, ± 95%; under it the games and the verdict.",
    )


def _pair(one: Difference, sign: int) -> str:
    if one.estimate is None:
        return one.verdict
    width = decimal(half_width(one.estimate)) or "-"
    difference = f"{signed(sign * one.estimate.mean)} ± {width}"
    return f"{difference}\n{one.estimate.values} {one.verdict}"


def _contract_table(contracts: Sequence[ContractRow]) -> Table:
    bots = list(dict.fromkeys(one.bot for one in contracts))
    names = list(dict.fromkeys(one.contract for one in contracts))
    cells = {(one.contract, one.bot): _contract_cell(one) for one in contracts}
    note = "Points a deal ± 95%; under it how far above the others at the table, and the deals."
    title = "Points by contract"
    if len(bots) <= len(names):
        rows = [(name, *(cells[name, bot] for bot in bots)) for name in names]
        return Table(title, ("Contract", *bots), rows, (0,), note)
    rows = [(bot, *(cells[name, bot] for name in names)) for bot in bots]
    return Table(title, ("Bot", *names), rows, (0,), note)


def _contract_cell(one: ContractRow) -> str:
    if not one.deals:
        return "-"
    width = decimal(half_width(one.estimate)) or "-"
    return f"{signed(mean(one.estimate))} ± {width}\n({signed(one.above)}) {one.deals}"


def _fault_table(rows: Sequence[Row]) -> Table:
    reasons = [reason for reason in FaultReason if any(reason in row.faults for row in rows)]
    cells = [
        (row.bot, *(str(row.faults.get(reason, 0)) for reason in reasons))
        for row in rows
        if row.faults
    ]
    return Table("Faults", ("Bot", *reasons), cells, (0,))


def _milliseconds(time: float | None) -> str:
    return "-" if time is None else f"{time:.3f}"
