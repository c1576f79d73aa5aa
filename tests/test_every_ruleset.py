"""Every rule set through real processes: played to its end, verified, and summed by the law."""

from pathlib import Path

import pytest
from law_table import TABLE
from running import ROOT, Ground, held_ground

from referee.law import Auction
from referee.ruleset import load_ruleset, ruleset_ids

SAMPLES = ("greedy", "random")


def bots_for(seats: int) -> list[str]:
    """As many samples as seats: greedy, random, and random again."""
    folders = [ROOT / "sample_bots" / name for name in SAMPLES[:seats]]
    more = [f"random{n}={ROOT / 'sample_bots' / 'random'}" for n in range(len(folders), seats)]
    return [*map(str, folders), *more]


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_samples_play_it_without_a_fault(ruleset_id: str, tmp_path: Path) -> None:
    """A game over real streams: its record folds, is verified, and sums as the table says."""
    ruleset = load_ruleset(ruleset_id)
    with held_ground(tmp_path) as ground:
        done = ground.run(
            "tournament", *bots_for(ruleset.seats), "--ruleset", ruleset_id, "--boards", "1",
            "--seatings", "one", "--seed", "all of them", "--out", "run", "--no-clock",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        check(ground, ruleset_id)


def check(ground: Ground, ruleset_id: str) -> None:
    """Looks at the finished run."""
    records = ground.records("run")
    assert [record.faults for record in records] == [()]
    for record in records:
        if load_ruleset(ruleset_id).auction is Auction.BIDDING:
            # A1: 48 a trump deal, less 6 for each trick that a bid has eaten.
            eaten = TABLE[ruleset_id].total - sum(record.points)
            assert eaten > 0
            assert eaten % 6 == 0
        else:
            assert sum(record.points) == TABLE[ruleset_id].total
    verified = ground.run("verify", "run")
    assert verified.returncode == 0, verified.stdout
