"""Records that are not of the tournament in whose folder they stand: refused in one line."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from made_games import CLASSIC, SCHEDULE, SEED, at_random, made_record
from msgspec.structs import replace

from referee.boards import commitment, deal_board
from referee.errors import UserError
from referee.game import answer, decision, new_game
from referee.leaderboard import leaderboard_files
from referee.manifest import Limits, Manifest, OnFault, PlannedBot, State, planned
from referee.record import GameRecord, encode_record, record_of
from referee.recordfile import sort_records
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.standings import standings_of
from referee.timecontrol import TimeControl
from referee.tournament import rewrite_leaderboard

MANIFEST = Manifest(
    name="mixed",
    state=State.FINISHED,
    commitment=commitment(SEED),
    seed=SEED,
    practice=True,
    bots=tuple(
        PlannedBot(name, name, "1", "python", ("python", "bot.py"), f"../{name}", "d")
        for name in SCHEDULE.bots
    ),
    schedule=planned(SCHEDULE),
    limits=Limits(TimeControl(), OnFault.REPLACE),
    games_at_once=8,
    jobs=1,
    ruleset=CLASSIC,
    versions={},
    platform="Linux",
)
RECORDS = [made_record(plan) for plan in SCHEDULE]


def write(folder: Path, records: Sequence[GameRecord]) -> Path:
    """The file of records."""
    path = folder / "games.jsonl"
    path.write_bytes(b"".join(map(encode_record, records)))
    return path


def refusal(folder: Path, records: Sequence[GameRecord]) -> str:
    """The one line that says what is wrong, after the name of the file."""
    path = write(folder, records)
    with pytest.raises(UserError) as caught:
        rewrite_leaderboard(folder, MANIFEST)
    assert "\n" not in str(caught.value)
    assert not (folder / "leaderboard.md").exists()
    return str(caught.value).replace(str(path), "FILE")


def of_other_seed(place: int) -> GameRecord:
    """A right record of the same bots, rules and plan, on other cards."""
    plan = SCHEDULE[place]
    game, choose = new_game(CLASSIC, deal_board("another seed", CLASSIC, plan.board)), at_random(1)
    while asked := decision(game):
        game = answer(game, choose(asked))
    return record_of(game, plan)


def test_a_bot_that_is_not_in_the_plan(tmp_path: Path) -> None:
    """The record, the line and what was planned are named."""
    other = RoundRobin(("ann", "bob", "cem", "zoe"), seats=4, boards=3)
    strange = made_record(other[3])
    said = refusal(tmp_path, [*RECORDS[:2], strange])
    assert said.startswith(f"line 3 of FILE: {strange.game_id}: seating is [")
    assert "zoe" in said


def test_games_of_a_larger_tournament(tmp_path: Path) -> None:
    """A game that the plan does not hold."""
    larger = RoundRobin(SCHEDULE.bots, seats=4, boards=4)
    said = refusal(tmp_path, [*RECORDS, made_record(larger[3])])
    assert said == "line 13 of FILE: t1-b4-r0: not a game of this tournament"


def test_games_by_other_rules(tmp_path: Path) -> None:
    """The rules of both are named."""
    twelve = load_ruleset("twelve")
    game = new_game(twelve, deal_board(SEED, twelve, 1))
    choose = at_random(1)
    while asked := decision(game):
        game = answer(game, choose(asked))
    said = refusal(tmp_path, [record_of(game, SCHEDULE[0])])
    assert said == (
        'line 1 of FILE: t1-b1-r0: ruleset.id is "twelve", the rules at hand have "classic"'
    )


def test_games_of_another_seed(tmp_path: Path) -> None:
    """The same bots, rules and plan: once the seed is revealed, the cards tell."""
    said = refusal(tmp_path, [*RECORDS[:5], of_other_seed(5), *RECORDS[6:]])
    game_id = SCHEDULE[5].game_id
    assert said.startswith(f"line 6 of FILE: {game_id}, deal 1: ")
    assert "the seed" in said


def test_the_same_games_twice(tmp_path: Path) -> None:
    """Two folders' files put together."""
    said = refusal(tmp_path, [*RECORDS, of_other_seed(2)])
    assert "game t1-b3-r0 stands in line 3 too" in said or "the seed" in said


def test_permuted_records_give_the_same_files_and_sort_to_the_same_bytes(tmp_path: Path) -> None:
    """While a tournament runs its records stand in the order of their ends."""
    expected = leaderboard_files(standings_of(RECORDS, MANIFEST), MANIFEST)
    path = write(tmp_path, RECORDS[::-1])
    backwards = path.read_bytes()
    result = rewrite_leaderboard(tmp_path, MANIFEST)
    assert leaderboard_files(result, MANIFEST) == expected
    sort_records(path, SCHEDULE)
    assert path.read_bytes() == b"".join(map(encode_record, RECORDS)) != backwards
    assert {name: (tmp_path / name).read_text() for name in expected} == expected


def test_contracts_stand_in_the_order_of_the_rule_set() -> None:
    """The tournament's rule set says which there are, played or not."""
    found = standings_of([replace(one, deals=one.deals[:1]) for one in RECORDS], MANIFEST)
    first = [one for one in found.contracts if one.bot == found.rows[0].bot]
    assert [one.contract for one in first] == list(CLASSIC.contracts)
    assert [one.deals > 0 for one in first] == [True] + [False] * (len(first) - 1)
