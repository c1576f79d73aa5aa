"""`referee verify`: what tournament.json says, and what stands beside the records."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
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


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m["schedule"].update(games=7), "not the one that its bots give"),
        (lambda m: m["schedule"].update(boards=4), "not the one that its bots give"),
        (lambda m: m["schedule"].update(seats=1), "not the one that its bots give"),
        (lambda m: m["schedule"].update(seats=-1), "-1 seats are too few"),
        (lambda m: m["bots"].pop(), "not the one that its bots give"),
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
