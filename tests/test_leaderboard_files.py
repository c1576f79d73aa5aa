"""The files of a leaderboard: the same bytes from the same records, whole or not at all."""

import json
import random
import re
from pathlib import Path

import pytest
from made_games import SCHEDULE, made_record
from msgspec.structs import replace
from test_leaderboard import MANIFEST, STANDINGS

from referee.boarddata import leaderboard_json
from referee.errors import UserError
from referee.leaderboard import leaderboard_files, leaderboard_text, write_leaderboard
from referee.manifest import State
from referee.record import GameRecord, Timing
from referee.standings import standings


def made_records() -> list[GameRecord]:
    """A whole tournament with faults and a forfeit in it."""
    return [made_record(plan, ("bob", 3 if plan.index == 5 else 1)) for plan in SCHEDULE]


def test_the_same_records_give_the_same_files(tmp_path: Path) -> None:
    """In whatever order the games ended, the files are the same bytes, and no others."""
    records = made_records()
    written = []
    for seed in range(3):
        shuffled = random.Random(seed).sample(records, len(records))
        folder = tmp_path / str(seed)
        folder.mkdir()
        paths = write_leaderboard(folder, standings(shuffled, SCHEDULE.bots), MANIFEST)
        assert sorted(folder.iterdir()) == sorted(paths)
        written.append([path.read_bytes() for path in paths])
    assert written[0] == written[1] == written[2]
    names = ["leaderboard.md", "leaderboard.csv", "leaderboard.json", "contracts.csv"]
    assert [path.name for path in paths] == names


def test_the_files_tell_nothing_that_was_measured() -> None:
    """Fast or slow, at any number of games at once: only the terminal shows the time used."""
    records = made_records()
    timed = [replace(one, timing=Timing(charged_us=((1000,) * 32,) * 14)) for one in records]
    slow, fast = standings(timed, SCHEDULE.bots), standings(records, SCHEDULE.bots)
    assert leaderboard_files(slow, MANIFEST) == leaderboard_files(fast, MANIFEST)
    assert "Time used" in leaderboard_text(slow, MANIFEST)
    assert "Time used" not in leaderboard_text(fast, MANIFEST)


def test_the_files_depend_on_the_records_and_not_on_the_state() -> None:
    """Written while running or when finished, by whatever number of jobs, they are the same."""
    result = standings(made_records(), SCHEDULE.bots)
    running = replace(MANIFEST, state=State.RUNNING, seed=None, jobs=4, platform="elsewhere")
    assert leaderboard_files(result, running) == leaderboard_files(result, MANIFEST)
    assert leaderboard_text(result, running) == leaderboard_text(result, MANIFEST)


def test_a_leaderboard_without_games_can_be_shown() -> None:
    """Before the first game everybody is first, and nothing is known."""
    result = standings([], SCHEDULE.bots)
    text = leaderboard_text(result, MANIFEST)
    assert "0 of 12 games on 0 boards" in text
    assert re.search(r"1  ann +- +- +- +- +- +- +0 +0 +0\n", text)
    assert json.loads(leaderboard_json(result, MANIFEST))["bots"][0]["mean_score"] is None


def test_a_folder_that_cannot_be_written_is_the_users_matter(tmp_path: Path) -> None:
    """One line that names the file."""
    with pytest.raises(UserError, match=r"cannot write .*leaderboard.md: No such file"):
        write_leaderboard(tmp_path / "gone", STANDINGS, MANIFEST)
