"""`referee verify`: forfeits need their reasons."""

import shutil
from pathlib import Path

import pytest
from forged import forge
from made_games import CLASSIC, SCHEDULE, SEED, made_record
from running import Ground, Referee, held_ground
from verifying import findings

from referee.boards import commitment
from referee.leaderboard import write_leaderboard
from referee.manifest import (
    Limits,
    Manifest,
    OnFault,
    PlannedBot,
    State,
    planned,
    read_manifest,
    write_manifest,
)
from referee.record import decode_record, encode_record
from referee.recordfold import record_steps
from referee.standings import standings_of
from referee.timecontrol import TimeControl


def test_a_made_tournament_of_the_classic_rules_is_verified(
    tmp_path: Path, referee: Referee
) -> None:
    """Random games of four seats, one of whom is forfeited by his third fault each time."""
    run = tmp_path / "made"
    run.mkdir()
    bots = tuple(PlannedBot(name, name, "1", "c", ("x",), name, "d") for name in SCHEDULE.bots)
    manifest = Manifest(
        name="made",
        state=State.FINISHED,
        commitment=commitment(SEED),
        seed=SEED,
        practice=False,
        bots=bots,
        schedule=planned(SCHEDULE),
        limits=Limits(TimeControl(), OnFault.REPLACE),
        games_at_once=1,
        jobs=1,
        ruleset=CLASSIC,
        versions={},
        platform="Linux",
    )
    records = [made_record(plan, ("cem", 3)) for plan in SCHEDULE]
    write_manifest(run, manifest)
    (run / "games.jsonl").write_bytes(b"".join(map(encode_record, records)))
    write_leaderboard(run, standings_of(records, manifest), manifest)
    done = referee("verify", str(run))
    assert "rules:       classic, the law of its hash, as this referee has it" in done.stdout
    assert "house:       12 forfeited seats, each with its reason" in done.stdout
    assert list(findings(referee, run)) == ["bots"]


def test_a_whole_fault_can_be_made_up_unseen(run: Path, referee: Referee) -> None:
    """Where the bot itself chose the house move, only the leaderboard tells; the page says so."""
    line = (run / "games.jsonl").read_bytes().splitlines(keepends=True)[1]
    record, rules = decode_record(line), read_manifest(run).ruleset
    step = next(one for one in record_steps(record, rules) if one.choice == one.asked.answers[0])
    fault = {"seat": step.asked.seat, "deal": step.deal.number, "decision": step.deal.decision}
    more = {"phase": "play", "reason": "illegal", "detail": "choice 99"}
    forge(run, lambda game: game["faults"].append({**fault, **more}))
    assert list(findings(referee, run)) == ["leaderboard"]
    assert referee("leaderboard", str(run)).returncode == 0
    assert findings(referee, run) == {}


@pytest.fixture(scope="module")
def dropped_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament in which one bot never starts and is put out for good."""
    with held_ground(tmp_path_factory.mktemp("out")) as ground:
        words = _with_a_dead_bot(ground)
        assert ground.run(*words).returncode == 0
    return ground.folder


def _with_a_dead_bot(ground: Ground) -> list[str]:
    return [
        "tournament", ground.odd_bot("well", "a"), ground.odd_bot("crashes-at-start", "b"),
        "--ruleset", ground.duel(), "--boards", "2", "--seed", "x", "--out", "run",
    ]  # fmt: skip


@pytest.fixture
def out_run(dropped_out: Path, tmp_path: Path) -> Path:
    """The test's own copy of that tournament."""
    shutil.copytree(dropped_out, tmp_path / "copy")
    return tmp_path / "copy" / "run"


def test_a_bot_that_was_put_out_is_told(out_run: Path, referee: Referee) -> None:
    """The house plays its seat in all games from then on, which is as it must be."""
    done = referee("verify", str(out_run))
    assert done.returncode == 0
    assert (
        "house:       4 forfeited seats, each with its reason; put out for good: b\n" in done.stdout
    )


def test_a_forfeit_needs_its_reason(out_run: Path, referee: Referee) -> None:
    """A bot that is forfeited without three faults must have been put out in some game."""
    forge(out_run, lambda game: game.update(put_out=[]), "t1-b1-r0")
    assert findings(referee, out_run)["house"] == (
        "differs",
        [
            "t1-b2-r0: b is forfeited with fewer than 3 faults, but was put out in no game",
        ],
    )


def test_a_bot_that_was_put_out_stays_out(out_run: Path, referee: Referee) -> None:
    """In a later life the house must play its seat from the first decision, without faults."""
    forge(out_run, lambda game: game["forfeits"].clear(), "t1-b1-r1")
    found = findings(referee, out_run)
    assert found["house"] == (
        "differs",
        [
            "t1-b1-r1: b was put out in t1-b1-r0, but the house does not play its seat from its "
            "first decision"
        ],
    )
