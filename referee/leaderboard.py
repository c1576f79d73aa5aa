"""The leaderboard as people read it, and all its files; see docs/leaderboard.md."""

import re
from pathlib import Path

from referee.boarddata import contracts_csv, leaderboard_csv, leaderboard_json
from referee.boardtables import board_tables, time_table
from referee.files import write_whole
from referee.manifest import Manifest, by_hand, time_control_text
from referee.printable import counted
from referee.standings import Standings

_HASH_DIGITS = 12
_EXPLANATION = (
    "Scores are points a game. ± 95% is half of a 95% interval that takes the games of one board "
    "together; - means that one board cannot tell. First is the share of games that the bot came "
    "first in, a shared first place counted in part. The rating goes by the order at each table. "
    "A difference is between two bots at one table, game by game; tied means that its interval "
    "holds 0. Differences, ratings and points by contract leave the games out in which a seat was "
    "forfeited."
)


def leaderboard_text(standings: Standings, manifest: Manifest) -> str:
    """The leaderboard for a terminal, with the time used, which no file of it tells."""
    # Only here: the files are the same bytes at any number of games at once.
    at_once = f"{counted(manifest.games_at_once, 'game')} at once"
    head = f"{manifest.name}: {_conditions(standings, manifest)}, {at_once}"
    parts = [f"{head}\n{_seed(manifest, '')}"]
    times = time_table(standings)
    for table in [*board_tables(standings), *([times] if times else [])]:
        title = [f"{table.title}:"] if table.title else []
        note = [table.note] if table.note else []
        parts.append("\n".join([*title, *note, table.drawn("simple")]))
    return "\n\n".join(parts) + "\n"


def leaderboard_markdown(standings: Standings, manifest: Manifest) -> str:
    """The leaderboard as a page of Markdown."""
    parts = [f"# {_escaped(manifest.name)}", _escaped(_conditions(standings, manifest))]
    for table in board_tables(standings):
        parts += [f"## {table.title}"] if table.title else []
        parts += [table.note] if table.note else []
        parts.append(table.drawn("pipe", _cell))
    return "\n\n".join([*parts, _EXPLANATION, _seed(manifest, "`")]) + "\n"


def write_leaderboard(folder: Path, standings: Standings, manifest: Manifest) -> list[Path]:
    """Writes the files of the leaderboard, each whole or not at all; the paths."""
    paths = []
    for name, text in leaderboard_files(standings, manifest).items():
        paths.append(folder / name)
        write_whole(paths[-1], text)
    return paths


def leaderboard_files(standings: Standings, manifest: Manifest) -> dict[str, str]:
    """What stands in each file of the leaderboard, by its name."""
    return {
        "leaderboard.md": leaderboard_markdown(standings, manifest),
        "leaderboard.csv": leaderboard_csv(standings),
        "leaderboard.json": leaderboard_json(standings, manifest),
        "contracts.csv": contracts_csv(standings),
    }


def _conditions(standings: Standings, manifest: Manifest) -> str:
    """The rules, how much was played, and the limits, in one line."""
    rules = manifest.ruleset
    options = "".join(f" {key}={value}" for key, value in rules.set.items())
    planned = manifest.schedule.games
    games = (
        counted(planned, "game")
        if standings.games == planned
        else f"{standings.games} of {counted(planned, 'game')}"
    )
    parts = [
        f"{rules.id}{options} ({rules.sha256[:_HASH_DIGITS]})",
        f"{games} on {counted(standings.boards, 'board')}",
        time_control_text(manifest),
    ]
    if hands := by_hand(manifest):
        parts.append(f"unrated: {', '.join(hands)} started by hand")
    if standings.games_with_forfeit:
        parts.insert(2, f"{standings.games_with_forfeit} with a forfeit")
    return ", ".join(parts)


def _seed(manifest: Manifest, mark: str) -> str:
    practice = " (practice: the seed was known)" if manifest.practice else ""
    return f"Seed commitment {mark}{manifest.commitment}{mark}{practice}"


def _cell(text: str) -> str:
    return _escaped(text).replace("\n", "<br>")


def _escaped(text: str) -> str:
    """The text with what Markdown would take for a sign of its own made plain."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text).replace("&", "&amp;")
