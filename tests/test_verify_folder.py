"""`referee verify`: what tournament.json says, and what stands beside the records."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forged import GAME_ID, forge
from running import Referee
from verifying import change_manifest, findings

from referee.boards import commitment


def test_a_changed_seed_is_found(run: Path, referee: Referee) -> None:
    """Another seed is not the one of the commitment, and deals other cards."""
    change_manifest(run, lambda plain: plain.update(seed="y"))
    found = findings(referee, run)
    assert found["seed"][0] == "differs"
    assert found["seed"][1] == ["it is not the one that was committed to before the first card"]
    assert len(found["cards"][1]) == 6
    assert set(found) == {"seed", "cards"}


def test_a_changed_commitment_is_found(run: Path, referee: Referee) -> None:
    """A commitment to another seed differs, also where it is printed."""
    change_manifest(run, lambda plain: plain.update(commitment=commitment("y")))
    found = findings(referee, run)
    assert set(found) == {"seed", "leaderboard"}


def test_a_seed_that_was_taken_back_is_told(run: Path, referee: Referee) -> None:
    """Without the seed the cards cannot be checked, which is said; the rest is."""
    change_manifest(run, lambda plain: plain.update(seed=None))
    assert findings(referee, run) == {
        "seed": ("differs", ["it is not revealed"]),
        "cards": ("left out", ["without the seed nothing can be dealt"]),
    }


def test_a_changed_law_is_found(run: Path, referee: Referee) -> None:
    """Rules that are not those of their hash are told, and nothing is judged by them."""
    path = run / "tournament.json"
    path.write_text(path.read_text().replace('"heart": 2', '"heart": 3'))
    found = findings(referee, run)
    assert found["rules"][1] == ["duel: its law is not the one that its sha256 names"]
    assert {found[name][0] for name in ("plan", "cards", "play", "leaderboard")} == {"left out"}


def test_our_own_rules_of_that_name_may_have_changed(run: Path, referee: Referee) -> None:
    """A rule set of our name and another law is noted; the tournament's own law judges."""
    for name in ("games.jsonl", "tournament.json"):
        text = (run / name).read_text()
        (run / name).write_text(re.sub(r'"id":( ?)"duel"', r'"id":\1"classic"', text))
    assert referee("leaderboard", str(run)).returncode == 0
    found = findings(referee, run)
    assert list(found) == ["rules"]
    assert found["rules"][0] == "note"
    assert found["rules"][1][0].startswith("this referee's own classic is another law")


def _three_seats(manifest: dict[str, Any]) -> None:
    """A third bot and a third seat: by itself the schedule is right."""
    manifest["bots"].append({**manifest["bots"][0], "name": "c"})
    manifest["schedule"].update(seats=3, tables=1, games=9)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m["schedule"].update(games=7), "not the one that its bots give"),
        (lambda m: m["schedule"].update(boards=4), "not the one that its bots give"),
        (lambda m: m["schedule"].update(seats=1), "not the one that its bots give"),
        (lambda m: m["schedule"].update(seats=-1), "-1 seats are too few"),
        (lambda m: m["bots"].pop(), "not the one that its bots give"),
        (_three_seats, "3 seats, the rules have 2"),
        (lambda m: m["bots"][0].update(name="b"), "two bots have one name"),
    ],
)
def test_a_changed_schedule_is_found(
    run: Path, referee: Referee, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    """The numbers of the schedule must follow from the bots."""
    change_manifest(run, change)
    verdict, told = findings(referee, run)["plan"]
    assert verdict == "differs"
    assert said in " ".join(told)


CONDITIONS: dict[str, object] = {
    "name": "rin",
    "practice": False,
    "on_fault": "strict",
    "no_clock": True,
    "start_budget_ms": 1,
    "move_limit_ms": 1,
    "bank_ms": 1,
    "bank_increment_ms": 1,
    "grace_ms": 1,
    "hard_cap_ms": 1,
}


@pytest.mark.parametrize("field", CONDITIONS)
def test_no_condition_can_be_changed_in_one_file_alone(
    run: Path, referee: Referee, field: str
) -> None:
    """Name, practice and every limit stand in the leaderboard too, so that one file tells."""

    def change(plain: dict[str, Any]) -> None:
        places = [plain, plain["limits"], plain["limits"]["time_control"]]
        next(one for one in places if field in one)[field] = CONDITIONS[field]

    change_manifest(run, change)
    done = referee("verify", str(run))
    assert done.returncode == 1
    assert "differs   leaderboard: leaderboard." in done.stdout


def test_limits_under_which_an_answer_took_too_long_are_found(run: Path, referee: Referee) -> None:
    """Each answer that stands was within move limit and bank as they are told, grace and lag."""
    timing = {"charged_us": [[700_000, 900_000]], "lag_us": [[0, 0]]}
    forge(run, lambda game: game.update(timing=timing))
    assert findings(referee, run) == {}
    change_manifest(run, lambda m: m["limits"]["time_control"].update(move_limit_ms=600))
    referee("leaderboard", str(run))
    game = json.loads((run / "games.jsonl").read_bytes().splitlines()[1])
    leader = game["deals"][0]["tricks"][0]["leader"]
    assert findings(referee, run) == {
        "limits": (
            "differs",
            [
                f"line 2: {GAME_ID}, deal 1, {said} us, and 650000 us are the most"
                for said in (
                    f"decision 1: seat {leader} was charged 700000",
                    f"decision 2: seat {1 - leader} was charged 900000",
                )
            ],
        )
    }


def test_a_bank_that_was_overdrawn_is_found(run: Path, referee: Referee) -> None:
    """Charges add up over the deals; grace and the referee's own lag may come on top."""
    limits = {"bank_ms": 1000, "bank_increment_ms": 200, "grace_ms": 0}
    change_manifest(run, lambda m: m["limits"]["time_control"].update(limits))
    referee("leaderboard", str(run))
    for last, lag, is_right in [(400, 0, True), (900, 0, False), (900, 500, True)]:

        def charge(game: dict[str, Any], last: int = last, lag: int = lag) -> None:
            """The second seat to play is charged in both deals, the other one never."""
            second = 1 - game["deals"][0]["tricks"][0]["leader"]
            leads = game["deals"][1]["tricks"][0]["leader"] == second
            then = [last * 1000, None] if leads else [None, last * 1000]
            game["timing"] = {
                "charged_us": [[None, 1_000_000, None, None], then],
                "lag_us": [[0, 0, 0, 0], [lag * 1000, lag * 1000]],
            }

        forge(run, charge)
        assert findings(referee, run).keys() == (set() if is_right else {"limits"})


def test_faults_that_the_limits_do_not_know_are_found(run: Path, referee: Referee) -> None:
    """Where the first fault ends the run there is none, and without a clock nothing is late."""
    change_manifest(run, lambda m: m["limits"].update(on_fault="strict"))
    referee("leaderboard", str(run))
    verdict, told = findings(referee, run)["limits"]
    assert verdict == "differs"
    assert len(told) == 2
    assert told[0].startswith("line 1: t1-b1-r0, deal ")
    assert told[0].endswith(": illegal, where the first fault ends the run")
    change_manifest(run, lambda m: m["limits"].update(on_fault="replace"))
    change_manifest(run, lambda m: m["limits"]["time_control"].update(no_clock=True))
    forge(run, lambda game: game["faults"][0].update(reason="late"), "t1-b1-r0")
    referee("leaderboard", str(run))
    (line,) = findings(referee, run)["limits"][1]
    assert line.startswith("line 1: t1-b1-r0, deal ")
    assert line.endswith(": late, where no clock runs")


# What stands beside.


@pytest.mark.parametrize("ending", ["md", "csv", "json"])
def test_a_changed_leaderboard_is_found(run: Path, referee: Referee, ending: str) -> None:
    """One changed letter in one file is told with its line; a missing file by its name."""
    path = run / f"leaderboard.{ending}"
    text = path.read_text()
    path.write_text(text.replace("r", "R", 1))
    (told,) = findings(referee, run)["leaderboard"][1]
    line = text[: text.index("r")].count("\n") + 1
    assert told.startswith(f"leaderboard.{ending} is not what the records give: line {line} is ")
    path.write_text(text + "more\n")
    (told,) = findings(referee, run)["leaderboard"][1]
    lines = text.count("\n")
    assert f"{lines + 1} lines, must be {lines}" in told
    path.unlink()
    assert findings(referee, run) == {
        "leaderboard": ("differs", [f"leaderboard.{ending} is missing"])
    }


def test_a_changed_bot_differs_and_a_missing_one_is_noted(run: Path, referee: Referee) -> None:
    """A bot's folder that has changed is a difference; one that is gone is none."""
    with (run.parent / "bot-b" / "bot.py").open("a") as file:
        file.write("# a better bot\n")
    changed = ("differs", ["b: its folder ../bot-b has changed since"])
    assert findings(referee, run) == {"bots": changed}
    shutil.rmtree(run.parent / "bot-b")
    assert findings(referee, run) == {"bots": ("note", ["b: its folder ../bot-b is not there"])}


@pytest.mark.parametrize("state", ["running", "interrupted"])
def test_an_unfinished_tournament_is_told_how_to_go_on(
    run: Path, referee: Referee, state: str
) -> None:
    """There is nothing to verify yet: one line with the command that plays the rest."""
    change_manifest(run, lambda plain: plain.update(state=state, seed=None))
    done = referee("verify", str(run))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"referee: {run} is not finished ({state}) and cannot be verified; "
        f"to go on: referee tournament --resume {run}\n"
    )


def test_no_tournament_is_told(tmp_path: Path, run: Path, referee: Referee) -> None:
    """A folder without a tournament, and one without its records, are the user's to mend."""
    for folder, said in [(tmp_path, "holds no tournament"), (run, "holds no games.jsonl")]:
        (run / "games.jsonl").unlink(missing_ok=True)
        done = referee("verify", str(folder))
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
