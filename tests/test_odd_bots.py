"""Real bots that misbehave, each in its own process: the right fault, the game scored, all gone."""

from dataclasses import dataclass

import pytest
from running import Ground

from referee.faults import FaultReason, Phase

LIMITS = ("--move-limit", "300ms", "--start-budget", "5s")


@dataclass(frozen=True)
class Way:
    """A way to misbehave and what must come of it in each game of one bot."""

    name: str
    reason: FaultReason
    detail: str
    phase: Phase = Phase.START
    is_forfeited: bool = False


IN_EVERY_GAME = [
    Way("crashes-once", FaultReason.DISCONNECTED, "its process ended: exit code 7"),
    Way("exits-zero", FaultReason.DISCONNECTED, "its process ended: exit code 0",
        is_forfeited=True),
    Way("out-of-range", FaultReason.ILLEGAL, "legal are 0 to"),
    Way("always-out-of-range", FaultReason.ILLEGAL, "choice 99: legal are 0 to",
        is_forfeited=True),
    Way("stops-itself", FaultReason.NO_ANSWER, "no answer within the time for it",
        is_forfeited=True),
    Way("sleeps", FaultReason.LATE, "the answer came after its time"),
    Way("silent", FaultReason.NO_ANSWER, "no answer within the time for it"),
]  # fmt: skip

WITHOUT_AN_ANSWER = [
    Way("never-connects", FaultReason.START_FAILED, "it never connected within"),
    Way("never-ready", FaultReason.START_FAILED, "it never said Ready within"),
    Way(
        "crashes-at-start", FaultReason.START_FAILED, "before Ready its process ended: exit code 3"
    ),
    Way("wrong-token", FaultReason.START_FAILED, "wrong token in Hello"),
    Way("version-2", FaultReason.PROTOCOL_VERSION, "protocol_version 2 in Hello"),
    Way("crashes-always", FaultReason.DISCONNECTED, "its process ended: exit code 7", Phase.PLAY),
    Way("other-package", FaultReason.PROTOCOL_VERSION, "it called /king.v2.RefereeService/Play"),
]


def names(way: Way) -> str:
    return way.name


@pytest.mark.parametrize("way", IN_EVERY_GAME, ids=names)
def test_a_fault_in_a_game_is_recorded_and_scored(ground: Ground, way: Way) -> None:
    """Each game has the fault with its reason and detail, comes to its end, and nothing is left."""
    done = ground.run(
        "tournament", ground.odd_bot(way.name), ground.odd_bot("well", "well"),
        "--ruleset", ground.duel(), "--boards", "1", "--seed", "x", "--out", "run", *LIMITS,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for record in ground.records("run"):
        odd = record.seating.index("odd")
        first = record.faults[0]
        assert {fault.seat for fault in record.faults} == {odd}
        assert (first.reason, first.phase) == (way.reason, Phase.PLAY)
        assert way.detail in first.detail
        assert [one.seat for one in record.forfeits] == [odd] * way.is_forfeited
        assert len(record.deals) == 3
    assert ground.left() == []


@pytest.mark.parametrize("way", WITHOUT_AN_ANSWER, ids=names)
def test_a_bot_without_an_answer_in_three_starts_is_put_out(ground: Ground, way: Way) -> None:
    """They are the faults of its first game; the house plays all its seats."""
    budget = ("--start-budget", "1s") if way.name.startswith("never") else ()
    done = ground.run(
        "tournament", ground.odd_bot(way.name), ground.odd_bot("well", "well"),
        "--ruleset", ground.duel(), "--boards", "2", "--seed", "x", "--out", "run", *budget,
    )  # fmt: skip
    assert done.returncode == 0
    records = ground.records("run")
    odd = records[0].seating.index("odd")
    assert [fault.reason for fault in records[0].faults] == [way.reason] * 3
    assert {fault.phase for fault in records[0].faults} == {way.phase}
    assert all(way.detail in fault.detail for fault in records[0].faults)
    assert [fault for record in records[1:] for fault in record.faults] == []
    assert [len(record.forfeits) for record in records] == [1] * 4
    assert [record.put_out for record in records] == [(odd,), (), (), ()]
    assert records[0].forfeits[0].seat == odd
    assert ground.left() == []


def test_a_stopped_process_is_found_without_a_clock(ground: Ground) -> None:
    """With --no-clock nothing is late, but a process that is stopped is ended and replaced."""
    done = ground.run(
        "tournament", ground.odd_bot("stops-once"), ground.odd_bot("well", "well"), "--no-clock",
        "--ruleset", ground.duel(), "--boards", "1", "--seed", "x", "--out", "run",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    (fault,) = [fault for record in ground.records("run") for fault in record.faults]
    assert fault.reason is FaultReason.DISCONNECTED
    assert fault.detail == "its process was stopped for 10 s"


@pytest.mark.parametrize("way", ["ignores-sigterm", "leaves-a-child"])
def test_what_will_not_go_is_ended(ground: Ground, way: str) -> None:
    """A bot that ignores SIGTERM and one whose child has a session of its own leave nothing."""
    done = ground.run(
        "tournament", ground.odd_bot(way), ground.odd_bot("well", "well"),
        "--ruleset", ground.duel(), "--boards", "1", "--seed", "x", "--out", "run",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert [record.faults for record in ground.records("run")] == [(), ()]
    assert ground.left() == []


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


def test_a_match_explains_each_fault_also_when_it_goes_on(ground: Ground) -> None:
    """With --on-fault replace a match tells what was asked and what came back, and plays on."""
    done = ground.run(
        "match", ground.odd_bot("out-of-range"), ground.odd_bot("well", "well"),
        "--on-fault", "replace", "--ruleset", ground.duel(), "--boards", "1", "--out", "run",
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.count("odd: illegal: choice") == 2
    assert done.stdout.count("  hand:") == 2
    assert "Mean score" in done.stdout
