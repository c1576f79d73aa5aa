"""Whole tournaments of sample bots by several rule sets, asked again: every kind of question."""

from collections import Counter

import pytest
from running import ROOT, Ground, Referee

from referee.course import kinds_of
from referee.deal import QuestionKind
from referee.manifest import read_manifest
from referee.recordfold import record_steps
from referee.ruleset import load_ruleset

SAMPLES = ROOT / "sample_bots"
RULESETS = {"bidding": 1, "kitty": 1, "portuguese-quick": 2}
"""With how many boards they are played."""


def test_the_rulesets_have_every_kind_of_question() -> None:
    """Together, those of the test below."""
    kinds = set[QuestionKind]().union(*(kinds_of(load_ruleset(one)) for one in RULESETS))
    assert kinds == set(QuestionKind)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sample_bots_answer_as_they_did(referee: Referee, ground: Ground, ruleset: str) -> None:
    """Each bot is asked all that it was asked, kind by kind, and differs nowhere."""
    bots = [str(SAMPLES / name) for name in ("greedy", "counter", "first", "random")]
    seats = load_ruleset(ruleset).seats
    options = ["--ruleset", ruleset, "--seatings", "one", "--seed", "x", "--out", "run"]
    options += ["--boards", str(RULESETS[ruleset]), "--move-limit", "60s", "--bank", "600s+60s"]
    done = ground.run("tournament", *bots[:seats], *options)
    assert done.returncode == 0, done.stderr
    records = ground.records("run")
    assert [record.faults for record in records] == [()] * RULESETS[ruleset]
    rules = read_manifest(ground.folder / "run").ruleset
    for name in ("greedy", "counter"):
        kinds = Counter(
            str(step.asked.kind)
            for record in records
            for step in record_steps(record, rules)
            if record.seating[step.asked.seat] == name
        )
        again = referee("replay", str(ground.folder / "run"), "--bot", str(SAMPLES / name))
        assert again.returncode == 0, again.stdout
        assert f"{kinds.total()} questions to " in again.stdout
        assert "differs" not in again.stdout
        if len(records) > 1:
            lines = [line.split() for line in again.stdout.splitlines()]
            assert all([kind, str(count), "0"] in lines for kind, count in kinds.items())
