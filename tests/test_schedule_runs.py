"""Every schedule through real processes: killed and gone on with, it gives the same files."""

import json
import signal

import pytest
from running import ROOT, Ground, Referee
from test_same_bytes import finished, wait_until_clean

SCHEDULES = {
    "balanced": ["--schedule", "balanced", "--tables", "5"],
    "gauntlet": ["--schedule", "gauntlet", "--challenger", "a", "--challenger", "b"],
    "ladder": ["--schedule", "ladder", "--rounds", "3"],
    "one": ["--schedule", "balanced", "--tables", "5", "--seatings", "one", "--boards", "4"],
    "all": ["--seatings", "all"],
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_killed_and_gone_on_with(ground: Ground, referee: Referee, name: str) -> None:
    """SIGKILL after a third and after two thirds of the games; then it is verified too."""
    seeded = ROOT / "sample_bots" / "random"
    first = ROOT / "sample_bots" / "first"
    bots = [f"a={seeded}", f"b={first}", f"c={seeded}", f"d={first}", f"e={seeded}"]
    words = [
        "tournament", *bots, "--ruleset", ground.duel(), "--boards", "2", "--seed", "x",
        "--name", "cup", "--games-at-once", "4", *SCHEDULES[name], "--no-clock",
    ]  # fmt: skip
    assert ground.run(*words, "--out", "whole").returncode == 0
    total = len(ground.records("whole"))
    for share in (1, 2):
        with ground.start(*words, "--out", "killed", "--json") as process:
            assert process.stdout is not None
            for line in process.stdout:
                event = json.loads(line)
                if event["event"] == "game" and event["done"] >= total * share // 3:
                    break
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=60)
        wait_until_clean(ground)
        assert len(ground.records("killed")) < total
    done = ground.run("tournament", "--resume", "killed")
    assert (done.returncode, done.stderr) == (0, "")
    assert finished(ground.folder / "killed") == finished(ground.folder / "whole")
    verified = referee("verify", str(ground.folder / "killed"))
    assert verified.returncode == 0, verified.stdout


def test_rounds_of_a_ladder_may_stand_in_any_order(ground: Ground, referee: Referee) -> None:
    """The leaderboard of shuffled records is the same: who met whom follows from all of them."""
    bots = [f"{name}={ROOT / 'sample_bots' / 'random'}" for name in "abcd"]
    done = ground.run(
        "tournament", *bots, "--ruleset", ground.duel(), "--boards", "1", "--seed", "x",
        "--out", "run", *SCHEDULES["ladder"],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    run = ground.folder / "run"
    before = (run / "leaderboard.json").read_bytes()
    lines = (run / "games.jsonl").read_bytes().splitlines(keepends=True)
    (run / "games.jsonl").write_bytes(b"".join(reversed(lines)))
    shown = referee("leaderboard", str(run))
    assert shown.returncode == 0, shown.stderr
    assert (run / "leaderboard.json").read_bytes() == before
