"""Whole comparisons with real bots: the verdict, its exit code, kills, and what verify says."""

import json
import shutil
import signal
from pathlib import Path

import pytest
from running import ROOT, Ground, Referee, set_variable
from test_same_bytes import wait_until_clean
from verifying import change_manifest, findings

FILES = ("compare.json", "leaderboard.md", "leaderboard.csv", "leaderboard.json")


def sample(ground: Ground, name: str) -> str:
    """A sample bot in a folder of its own, under the mark of the test."""
    folder = ground.folder / name
    if not folder.exists():
        skipped = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "sample_bots" / name, folder, ignore=skipped)
        set_variable(folder, "MARK", ground.mark)
    return str(folder)


def comparison(ground: Ground, new: str, old: str, out: str, *more: str) -> list[str]:
    """A comparison at a table of two, with short games and small batches."""
    return [
        "compare", new, old, "--ruleset", ground.duel(), "--seed", "x", "--out", out,
        "--batch", "16", "--least", "16", "--boards", "64", "--games-at-once", "16", *more,
    ]  # fmt: skip


def finished(folder: Path) -> list[object]:
    """The finished files, without what was measured."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in games:
        del game["timing"]
    schedule = json.loads((folder / "tournament.json").read_text())["schedule"]
    return [games, schedule, *((folder / name).read_bytes() for name in FILES)]


def test_a_better_bot_is_found_and_the_verdict_is_kept(ground: Ground, referee: Referee) -> None:
    """Exit 0 after few boards; the folder verifies, and the same command says it again."""
    new, old = sample(ground, "greedy"), sample(ground, "random")
    words = comparison(ground, new, old, "run", "--bounds", "-4,0")
    done = ground.run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    folder = ground.folder / "run"
    found = json.loads((folder / "compare.json").read_text())
    assert (found["verdict"], found["new"], found["old"]) == ("better", "greedy", "random")
    last = found["batches"][-1]
    assert last["boards"] < 64
    assert last["games"] == 2 * last["boards"] == len(ground.records("run"))
    assert f"\n{found['sentence']}\n" in done.stdout
    assert found["sentence"].startswith(
        f"greedy is better than random: +{last['mean']:.2f} ± {last['half_width_95']:.2f} points a "
        f"game over {last['boards']} boards, {last['games']} games"
    )
    manifest = json.loads((folder / "tournament.json").read_text())
    assert (manifest["state"], manifest["seed"]) == ("finished", "x")
    assert manifest["schedule"]["games"] == last["games"]
    assert findings(referee, folder) == {}

    before = finished(folder)
    for again in (words, ["compare", "--resume", "run"], ["tournament", "--resume", "run"]):
        shown = ground.run(*again)
        assert shown.returncode == 0
        assert "nothing is left to play" in shown.stdout
        assert found["sentence"] in shown.stdout
    other = ground.run(*words, "--bounds", "0,9")
    assert (other.returncode, "different are: test." in other.stderr) == (2, True)

    (folder / "compare.json").unlink()
    assert ground.run("leaderboard", "run").returncode == 0
    assert finished(folder) == before

    text = (folder / "compare.json").read_text()
    (folder / "compare.json").write_text(text.replace('"better"', '"not-better"'))
    assert findings(referee, folder)["verdict"][0] == "differs"
    (folder / "compare.json").write_text(text)
    change_manifest(folder, lambda plain: plain["compare"]["test"].update(least_boards=17))
    assert findings(referee, folder)["verdict"][1][-1] == (
        "the test has not ended with the last batch that was played"
    )


def test_a_worse_bot_is_not_better(ground: Ground) -> None:
    """Exit 1, and the events tell it batch by batch."""
    words = comparison(ground, sample(ground, "random"), sample(ground, "greedy"), "run", "--json")
    done = ground.run(*words, "--bounds", "0,4")
    assert done.returncode == 1
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert (events[0]["event"], events[0]["games"], events[0]["is_limit"]) == ("plan", 128, True)
    looks = [event for event in events if event["event"] == "compare"]
    assert [look["verdict"] for look in looks[:-1]] == [None] * (len(looks) - 1)
    assert looks[-1]["verdict"] == "not-better"
    assert looks[-1]["llr"] <= looks[-1]["lower"]
    assert "random is not better than greedy: -" in done.stderr
    lines = [line for line in done.stderr.splitlines() if " LLR " in line and "," in line]
    assert len(lines) == len(looks)


def test_a_bot_is_not_better_than_itself(ground: Ground) -> None:
    """Both get names of their own, it is said at once, and it takes no more than the least."""
    greedy = sample(ground, "greedy")
    done = ground.run(*comparison(ground, greedy, greedy, "run", "--bounds", "0,2"))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("new and old hold the same files\n")
    assert (
        "new is not better than old: +0.00 ± 0.00 points a game over 16 boards, 32 games "
        "(bounds 0 and 2; the same on every board)"
    ) in done.stdout


def test_a_bot_that_never_starts_is_not_better(ground: Ground, referee: Referee) -> None:
    """It is put out, which ends the test after its first batch."""
    bad, well = ground.odd_bot("crashes-at-start", "bad"), ground.odd_bot("well", "well")
    done = ground.run(*comparison(ground, bad, well, "run", "--bounds", "0,2"))
    assert done.returncode == 1
    assert (
        "bad is not better than well: -3.50 ± 1.39 points a game over 16 boards, 32 games "
        "(bounds 0 and 2; put out for good: bad)"
    ) in done.stdout
    assert findings(referee, ground.folder / "run") == {}


@pytest.mark.parametrize(
    ("kind", "number", "code", "more"),
    [
        # No verdict can be so sure: it is undecided at its limit of two batches.
        ("game", 3, 3, ["--alpha", "1e-99", "--beta", "1e-99", "--boards", "8"]),
        ("compare", 1, 0, ["--field", "random", "--bounds", "-30,-20"]),
    ],
)
def test_killed_and_gone_on_with_it_ends_the_same(
    ground: Ground, kind: str, number: int, code: int, more: list[str]
) -> None:
    """SIGKILL within a batch, and right after one with a field: the same bytes as without."""
    words = [sample(ground, "greedy"), sample(ground, "random"), "whole", "--name", "trial"]
    words += ["--batch", "4", "--least", "8", "--games-at-once", "2", *more]
    whole = ground.run(*comparison(ground, *words))
    assert (whole.returncode, whole.stderr) == (code, "")
    words[2] = "killed"
    with ground.start(*comparison(ground, *words), "--json") as process:
        assert process.stdout is not None
        for line in process.stdout:
            number -= json.loads(line)["event"] == kind
            if number == 0:
                break
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    wait_until_clean(ground)
    done = ground.run("compare", "--resume", "killed")
    assert (done.returncode, done.stderr) == (code, "")
    assert "games are played already; going on" in done.stdout
    assert finished(ground.folder / "killed") == finished(ground.folder / "whole")
