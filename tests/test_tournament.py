"""Parts of a tournament that no run shows plainly."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.manifest import read_manifest, schedule_of
from referee.opening import Tournament, note_record
from referee.recordfile import read_records
from referee.tournament import games_of_a_set


@pytest.mark.parametrize(
    ("at_once", "games", "jobs", "share"),
    [
        (8, 100, 1, 8),
        (8, 100, 2, 8),
        (8, 15, 2, 8),
        (8, 14, 2, 7),
        (8, 13, 2, 7),
        (8, 3, 3, 1),
        (1, 100, 4, 1),
        (8, 0, 0, 1),
    ],
)
def test_a_short_life_is_shared_out(at_once: int, games: int, jobs: int, share: int) -> None:
    """Each set of processes has its share of the games open, rounded up, if that is allowed."""
    assert games_of_a_set(at_once, games, jobs) == share


@pytest.mark.parametrize("order", [1, -1])
def test_a_bot_is_out_from_the_earliest_game_that_put_it_out(run: Path, order: int) -> None:
    """In whatever order the games were recorded: those before it are played with the bot."""
    manifest = read_manifest(run)
    tournament = Tournament(run, manifest, "x", (), schedule_of(manifest))
    records = list(read_records(run / "games.jsonl"))
    for record in [records[2], records[4]][::order]:
        note_record(tournament, replace(record, put_out=(record.seating.index("a"),)))
    assert tournament.out == {"a": 2}
    assert tournament.done == {2, 4}
