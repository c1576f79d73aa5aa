"""The standings for people and machines, rounded to stated digits; see docs/leaderboard.md."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
from tabulate import tabulate

from referee.estimate import Estimate
from referee.faults import FaultReason
from referee.files import write_whole
from referee.manifest import Manifest, by_hand
from referee.standings import Difference, Row, Standings

FORMAT = "king.leaderboard/1"
_ALL_PAIRS_UP_TO = 6
"""With more bots than this people see each against the next alone; programs see all pairs."""
DIGITS = 2
"""Decimals of every mean and half width, in all forms."""
_HASH_DIGITS = 12

_CSV_BOT = (
    *("place", "bot", "games", "mean_score", "half_width_95"),
    *("mean_place", "forfeits", "faults"),
)
_CSV_BELOW = (
    *("below", "difference", "difference_half_width_95"),
    *("difference_games", "difference_is_sure"),
)
_EXPLANATION = (
    "Scores are points a game. ± 95% is half of a 95% interval that takes the games of one board "
    "together; - means that one board cannot tell. A difference is between two bots at one table, "
    "game by game, without the games in which a seat was forfeited."
)


class _Table(msgspec.Struct, frozen=True):
    """A table with the first columns to the left and the numbers to the right."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    left: tuple[int, ...]

    def drawn(self, form: str, written: Callable[[str], str] = str) -> str:
        columns = range(len(self.header))
        return tabulate(
            [[written(cell) for cell in row] for row in self.rows],
            self.header,
            tablefmt=form,
            disable_numparse=True,
            colalign=["left" if column in self.left else "right" for column in columns],
        )


def leaderboard_text(standings: Standings, manifest: Manifest) -> str:
    """The leaderboard for a terminal."""
    # Only here: the files are the same bytes at any number of games at once.
    at_once = f"{manifest.games_at_once} games at once"
    head = f"{manifest.name}: {_conditions(standings, manifest)}, {at_once}"
    parts = [f"{head}\n{_seed(manifest, '')}"]
    for table in _tables(standings):
        parts.append(f"{table.title}:\n" if table.title else "")
        parts[-1] += table.drawn("simple")
    return "\n\n".join(parts) + "\n"


def leaderboard_markdown(standings: Standings, manifest: Manifest) -> str:
    """The leaderboard as a page of Markdown."""
    parts = [f"# {_escaped(manifest.name)}", _escaped(_conditions(standings, manifest))]
    for table in _tables(standings):
        parts += [f"## {table.title}"] if table.title else []
        parts.append(table.drawn("pipe", _escaped))
    return "\n\n".join([*parts, _EXPLANATION, _seed(manifest, "`")]) + "\n"


def leaderboard_csv(standings: Standings, manifest: Manifest) -> str:
    """The leaderboard as comma-separated values, one line for each bot."""
    del manifest  # the lines are about bots alone
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    header = [
        "place",
        "bot",
        "games",
        "mean_score",
        "half_width_95",
        "mean_place",
        "forfeits",
        "faults",
    ]
    below = [
        "below",
        "difference",
        "difference_half_width_95",
        "difference_games",
        "difference_is_sure",
    ]
    writer.writerow([*header, *FaultReason, *below])
    below_of = {difference.bot: difference for difference in standings.to_the_next}
    for row in standings.rows:
        writer.writerow([*_csv_row(row), *_csv_difference(below_of.get(row.bot))])
    return text.getvalue()


def leaderboard_json(standings: Standings, manifest: Manifest) -> str:
    """The leaderboard as one JSON object."""
    board = {
        "format": FORMAT,
        "name": manifest.name,
        "ruleset": {
            "id": manifest.ruleset.id,
            "set": manifest.ruleset.set,
            "sha256": manifest.ruleset.sha256,
        },
        "commitment": manifest.commitment,
        "practice": manifest.practice,
        "unrated": bool(by_hand(manifest)),
        "time_control": manifest.limits.time_control,
        "on_fault": manifest.limits.on_fault,
        "games": standings.games,
        "games_planned": manifest.schedule.games,
        "games_with_forfeit": standings.games_with_forfeit,
        "boards": standings.boards,
        "bots": [
            {
                "place": row.place,
                "bot": row.bot,
                "games": row.games,
                "mean_score": _mean(row.score),
                "half_width_95": _half_width(row.score),
                "mean_place": _rounded(row.mean_place),
                "forfeits": row.forfeits,
                "faults": row.faults,
            }
            for row in standings.rows
        ],
        "differences": [
            {
                "bot": difference.bot,
                "below": difference.below,
                "games": difference.estimate.values if difference.estimate else 0,
                "mean": _mean(difference.estimate),
                "half_width_95": _half_width(difference.estimate),
                "is_sure": bool(difference.estimate and difference.estimate.is_sure),
            }
            for difference in standings.differences
        ],
    }
    return msgspec.json.format(msgspec.json.encode(board), indent=2).decode() + "\n"


def write_leaderboard(folder: Path, standings: Standings, manifest: Manifest) -> list[Path]:
    """Writes `leaderboard.md`, `.csv` and `.json`, each whole or not at all; the paths."""
    paths = []
    for name, text in leaderboard_files(standings, manifest).items():
        paths.append(folder / name)
        write_whole(paths[-1], text)
    return paths


def leaderboard_files(standings: Standings, manifest: Manifest) -> dict[str, str]:
    """What stands in each file of the leaderboard, by its name."""
    return {
        "leaderboard.md": leaderboard_markdown(standings, manifest),
        "leaderboard.csv": leaderboard_csv(standings, manifest),
        "leaderboard.json": leaderboard_json(standings, manifest),
    }


def _conditions(standings: Standings, manifest: Manifest) -> str:
    """The rules, how much was played, and the limits, in one line."""
    rules = manifest.ruleset
    options = "".join(f" {key}={value}" for key, value in rules.set.items())
    planned = manifest.schedule.games
    games = (
        f"{standings.games} games"
        if standings.games == planned
        else (f"{standings.games} of {planned} games")
    )
    parts = [
        f"{rules.id}{options} ({rules.sha256[:_HASH_DIGITS]})",
        f"{games} on {standings.boards} boards",
        str(manifest.limits.time_control),
    ]
    if hands := by_hand(manifest):
        parts.append(f"unrated: {', '.join(hands)} started by hand")
    if standings.games_with_forfeit:
        parts.insert(2, f"{standings.games_with_forfeit} with a forfeit")
    return ", ".join(parts)


def _seed(manifest: Manifest, mark: str) -> str:
    practice = " (practice: the seed was known)" if manifest.practice else ""
    return f"Seed commitment {mark}{manifest.commitment}{mark}{practice}"


def _tables(standings: Standings) -> list[_Table]:
    shows_all = len(standings.rows) <= _ALL_PAIRS_UP_TO
    differences = standings.differences if shows_all else standings.to_the_next
    tables = [
        _Table(
            "",
            ("Place", "Bot", "Mean score", "± 95%", "Mean place", "Games", "Forfeits", "Faults"),
            [_standing_cells(row) for row in standings.rows],
            (1,),
        ),
        _Table(
            "Differences" if shows_all else "Differences to the next",
            ("Difference", "Mean", "± 95%", "Games", "Verdict"),
            [_difference_cells(difference) for difference in differences],
            (0, 4),
        ),
    ]
    reasons = [reason for reason in FaultReason if any(reason in r.faults for r in standings.rows)]
    if reasons:
        faulty = [row for row in standings.rows if row.faults]
        cells = [
            (row.bot, *(str(row.faults.get(reason, 0)) for reason in reasons)) for row in faulty
        ]
        tables.append(_Table("Faults", ("Bot", *reasons), cells, (0,)))
    return tables


def _standing_cells(row: Row) -> tuple[str, ...]:
    return (
        str(row.place),
        row.bot,
        _signed(row.score),
        _width(row.score),
        _decimal(row.mean_place) or "-",
        str(row.games),
        str(row.forfeits),
        str(sum(row.faults.values())),
    )


def _difference_cells(difference: Difference) -> tuple[str, ...]:
    estimate = difference.estimate
    return (
        f"{difference.bot} - {difference.below}",
        _signed(estimate),
        _width(estimate),
        str(estimate.values if estimate else 0),
        "sure" if estimate and estimate.is_sure else "not known",
    )


def _csv_row(row: Row) -> list[object]:
    return [
        row.place,
        row.bot,
        row.games,
        _decimal(_mean(row.score)),
        _decimal(_half_width(row.score)),
        _decimal(row.mean_place),
        row.forfeits,
        sum(row.faults.values()),
        *(row.faults.get(reason, 0) for reason in FaultReason),
    ]


def _csv_difference(difference: Difference | None) -> list[object]:
    if difference is None:
        return [""] * 5
    estimate = difference.estimate
    return [
        difference.below,
        _decimal(_mean(estimate)),
        _decimal(_half_width(estimate)),
        estimate.values if estimate else 0,
        "yes" if estimate and estimate.is_sure else "no",
    ]


def _mean(estimate: Estimate | None) -> float | None:
    return _rounded(estimate.mean) if estimate else None


def _half_width(estimate: Estimate | None) -> float | None:
    return _rounded(estimate.half_width) if estimate else None


def _signed(estimate: Estimate | None) -> str:
    mean = _mean(estimate)
    return "-" if mean is None else f"{mean:+.{DIGITS}f}"


def _width(estimate: Estimate | None) -> str:
    return _decimal(_half_width(estimate)) or "-"


def _decimal(number: float | None) -> str:
    return "" if number is None else f"{number:.{DIGITS}f}"


def _rounded(number: float | None) -> float | None:
    # Adding zero turns a rounded -0.0 into 0.0.
    return None if number is None else round(number, DIGITS) + 0.0


def _escaped(text: str) -> str:
    """The text with what Markdown would take for a sign of its own made plain."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text).replace("&", "&amp;")
