"""What a person sees of bots that misbehave; what is recorded of each is in test_zoo."""

import re

import pytest
from running import Ground

from referee.faults import FaultReason


def test_a_stopped_process_is_found_without_a_clock(ground: Ground) -> None:
    """With --no-clock nothing is late, but a process that is stopped is ended and replaced."""
    done = ground.run(
        "tournament", ground.odd_bot("stops-itself"), ground.odd_bot("well", "well"), "--no-clock",
        "--ruleset", ground.duel(), "--boards", "1", "--seed", "x", "--out", "run",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    (fault,) = [fault for record in ground.records("run") for fault in record.faults]
    assert fault.reason is FaultReason.DISCONNECTED
    assert fault.detail == "its process was stopped for 10 s"


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("out-of-range", ["odd: illegal: choice", "hand:", "trick:", "legal:", "stderr"]),
        ("crashes-always", ["odd: disconnected:", "exit code 7", "a bug in my endgame"]),
        ("crashes-at-start", ["odd: start_failed:", "exit code 3", "cannot find my model"]),
    ],
)
def test_strict_ends_at_the_first_fault(ground: Ground, way: str, said: list[str]) -> None:
    """A strict run exits 1 and shows what was asked, what came back and the end of stderr."""
    done = ground.run(
        "match", ground.odd_bot(way), ground.odd_bot("well", "well"),
        "--ruleset", ground.duel(), "--boards", "1", "--seed", "x", "--out", "run",
    )  # fmt: skip
    assert done.returncode == 1
    for words in said:
        assert words in done.stdout
    assert done.stdout.count("odd-life0.stderr.txt") == 1
    assert ground.left() == []


def test_a_match_says_how_to_find_the_question_of_a_crash(ground: Ground) -> None:
    """With many games at once the one that is shown may be another; played again, it is not."""
    words = (
        "match", ground.odd_bot("crashes-once"), ground.odd_bot("well", "well"),
        "--ruleset", ground.duel(), "--boards", "8", "--no-clock",
    )  # fmt: skip
    done = ground.run(*words, "--out", "run")
    assert done.returncode == 1
    assert "were open, of other games: it may have been one of them" in done.stdout
    found = re.search(r"play it again with (--games-at-once 1 --seed \S+)$", done.stdout, re.M)
    assert found
    (ground.folder / "bot-odd" / "has-misbehaved").unlink()
    again = ground.run(*words, *found[1].split(), "--out", "again")
    assert again.returncode == 1
    assert "may have been" not in again.stdout
    assert "play it again" not in again.stdout


def test_a_match_explains_each_fault_also_when_it_goes_on(ground: Ground) -> None:
    """With --on-fault replace a match tells what was asked and what came back, and plays on."""
    done = ground.run(
        "match", ground.odd_bot("out-of-range-in-each-life"), ground.odd_bot("well", "well"),
        "--on-fault", "replace", "--ruleset", ground.duel(), "--boards", "1", "--out", "run",
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.count("odd: illegal: choice") == 2
    assert done.stdout.count("  hand:") == 2
    assert "Mean score" in done.stdout
