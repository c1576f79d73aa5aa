"""However a tournament is run, its finished files are the same."""

import json
import os
import select
import signal
from collections import defaultdict
from pathlib import Path

import pytest
from running import ROOT, Ground

from referee.boards import question_seed
from referee.cards import cards_text, parse_cards

FILES = ("leaderboard.md", "leaderboard.csv", "leaderboard.json", "contracts.csv")


def tournament(
    bots: list[str], rules: str, boards: int, out: str, at_once: int, jobs: int
) -> list[str]:
    """The command line of a run by the short rule set."""
    return [
        "tournament", *bots, "--ruleset", rules, "--boards", str(boards), "--seed", "x",
        "--name", "cup", "--out", out, "--games-at-once", str(at_once), "--jobs", str(jobs),
    ]  # fmt: skip


def finished(folder: Path) -> list[object]:
    """The finished files of a run, without what was measured."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in games:
        del game["timing"]
    return [games, *((folder / name).read_bytes() for name in FILES)]


@pytest.mark.parametrize(
    ("way", "faults"),
    [
        ("out-of-range-by-seed", {"illegal"}),
        ("crashes-always", {"disconnected"}),
        ("crashes-at-start", {"start_failed"}),
    ],
)
def test_the_same_files_at_any_number_of_games_and_jobs(
    ground: Ground, way: str, faults: set[str]
) -> None:
    """K 1, 16 and 64, N 1 and 2: the same, with a seeded bot and one with faults of its own."""
    sample = f"random={ROOT / 'sample_bots' / 'random'}"
    bots = [ground.odd_bot(way), sample, ground.odd_bot("well", "well")]
    rules = ground.duel()
    runs = []
    for at_once, jobs in [(1, 1), (16, 1), (64, 1), (1, 2), (64, 2)]:
        out = f"k{at_once}-n{jobs}"
        done = ground.run(*tournament(bots, rules, 6, out, at_once, jobs))
        assert (done.returncode, done.stderr) == (0, "")
        runs.append(finished(ground.folder / out))
    assert all(run == runs[0] for run in runs)
    seen = {fault.reason for record in ground.records("k1-n1") for fault in record.faults}
    assert seen == faults
    assert ground.left() == []


def test_killed_after_each_record_and_gone_on_with(ground: Ground) -> None:
    """SIGKILL after the first, second ... last record, at K 8 and N 2: nothing left, same files."""
    bots = [ground.odd_bot("out-of-range-by-seed"), ground.odd_bot("well", "well")]
    rules = ground.duel()
    assert ground.run(*tournament(bots, rules, 4, "whole", 8, 2)).returncode == 0
    whole = finished(ground.folder / "whole")
    for games in range(1, 9):
        out = f"killed-{games}"
        with ground.start(*tournament(bots, rules, 4, out, 8, 2), "--json") as process:
            assert process.stdout is not None
            for line in process.stdout:
                event = json.loads(line)
                if event["event"] == "game" and event["done"] >= games:
                    break
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=60)
        wait_until_clean(ground)
        done = ground.run("tournament", "--resume", out)
        assert (done.returncode, done.stderr) == (0, "")
        assert finished(ground.folder / out) == whole
    assert ground.left() == []


def wait_until_clean(ground: Ground) -> None:
    """Waits for what a killed referee leaves to its supervisors, each of them by its handle."""
    for pid in ground.left():
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        assert select.select([handle], [], [], 20.0)[0], f"process {pid} goes on"
        os.close(handle)
    assert ground.left() == []


def test_a_crash_with_many_games_open_is_one_fault(ground: Ground) -> None:
    """It counts on the oldest open question; the others are asked of the new process."""
    bot = ground.odd_bot("crashes-when-full")
    bots = [bot, ground.odd_bot("well", "well")]
    done = ground.run(*tournament(bots, ground.duel(), 64, "run", 64, 1))
    assert (done.returncode, done.stderr) == (0, "")
    seed, questions = (int(word) for word in (Path(bot) / "crashed").read_text().split())
    assert questions >= 10
    faults = [(record, fault) for record in ground.records("run") for fault in record.faults]
    ((record, fault),) = faults
    assert fault.detail == "its process ended: exit code 9"
    assert seed == question_seed("x", record.board, fault.seat, fault.deal, fault.decision)
    assert all(record.forfeits == () for record in ground.records("run"))


def test_no_process_meets_a_board_twice(ground: Ground) -> None:
    """What the processes themselves were shown: never two hands of one board in one process."""
    names = ["a", "b", "c"]
    bots = [ground.odd_bot("tells-hands", name) for name in names]
    done = ground.run(*tournament(bots, ground.duel(), 5, "run", 16, 2))
    assert (done.returncode, done.stderr) == (0, "")
    boards: dict[tuple[int, str], int] = {}
    for record in ground.records("run"):
        for seat, hand in enumerate(record.deals[0].hands):
            boards[seat, cards_text(sorted(parse_cards(hand)))] = record.board
    met = defaultdict(list)
    for log in (ground.folder / "run" / "logs").glob("*.stdout.txt"):
        for line in log.read_text().splitlines():
            place, _, hand = line.partition(" ")
            if hand.count(" ") == 9:  # before its first card the hand is whole
                met[log.name].append(boards[int(place), hand])
    assert len(met) == 2 * 2 * len(names)
    assert all(len(set(one)) == len(one) for one in met.values())
    assert sum(map(len, met.values())) == 2 * len(ground.records("run"))
