"""Bots that their authors start themselves: waited for, left and come back, stopped for a while."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from running import ZOO, Ground

from referee.faults import FaultReason


def events(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    """The events of a run as they happen."""
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


def start_by_hand(ground: Ground, event: dict[str, Any], way: str) -> subprocess.Popen[bytes]:
    """Starts a bot as its author would, with what the referee printed."""
    return subprocess.Popen(
        [sys.executable, "-m", "zoo.bot", way],
        cwd=ground.folder,
        env={
            **os.environ,
            "KING_REFEREE": event["target"],
            "KING_TOKEN": event["token"],
            "MARK": ground.mark,
            "PYTHONPATH": str(ZOO.parent),
        },
        stderr=subprocess.DEVNULL,
    )


def words(ground: Ground, *more: str) -> list[str]:
    """A run of a listening bot and one of ours by the short rule set."""
    return [
        "tournament", "me=listen", ground.odd_bot("well", "well"), "--trust-listen",
        "--ruleset", ground.duel(), "--seed", "x", "--out", "run", "--json", *more,
    ]  # fmt: skip


def test_a_listening_bot_plays_all_lives_with_one_token(ground: Ground) -> None:
    """It is waited for once a life at the same address, and the result is unrated."""
    asked = []
    bots = []
    lives = []
    with ground.start(*words(ground, "--boards", "2", "--transcripts")) as process:
        for event in events(process):
            if event["event"] == "plan":
                assert event["games_at_once"] == 2  # of the 8 that are allowed: a life has no more
            if event["event"] == "listening":
                lives.append((event["life"], event["lives"]))
                asked.append((event["target"], event["token"]))
                bots.append(start_by_hand(ground, event, "well"))
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert [bot.wait(timeout=20) for bot in bots] == [0, 0]
    assert lives == [(1, 2), (2, 2)]
    assert len(set(asked)) == 1
    assert [record.faults for record in ground.records("run")] == [()] * 4
    assert "unrated: me started by hand" in (ground.folder / "run" / "leaderboard.md").read_text()
    assert "its author started it" in ground.run("verify", "run").stdout
    for life in (0, 1):
        said = (ground.folder / "run" / "logs" / f"me-life{life}.transcript.jsonl").read_text()
        assert said.startswith('{"start":1,"bot":"me"}\n')
        assert '"goodbye":{"reason":"GOODBYE_REASON_FINISHED"}' in said
        assert asked[0][1] not in said


def test_a_listening_bot_may_go_and_come_back(ground: Ground) -> None:
    """A broken stream is one fault; the bot is waited for again, and the game goes on."""
    bots: list[subprocess.Popen[bytes]] = []
    with ground.start(*words(ground, "--boards", "1")) as process:
        for event in events(process):
            if event["event"] == "listening":
                way = "exits-zero" if not bots else "well"
                bots.append(start_by_hand(ground, event, way))
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert [bot.wait(timeout=20) for bot in bots] == [0, 0, 0]
    faults = [fault for record in ground.records("run") for fault in record.faults]
    assert [(fault.reason, fault.detail) for fault in faults] == [
        (FaultReason.DISCONNECTED, "its stream ended")
    ]


def test_a_listening_bot_may_be_stopped_without_a_clock(ground: Ground) -> None:
    """With --no-clock its author may stop it as long as he likes: no fault, and it goes on."""
    bots: list[subprocess.Popen[bytes]] = []
    was_stopped = False
    with ground.start(*words(ground, "--boards", "4", "--no-clock")) as process:
        for event in events(process):
            if event["event"] == "listening":
                bots.append(start_by_hand(ground, event, "well"))
            if event["event"] == "game" and not was_stopped:
                was_stopped = True
                bots[0].send_signal(signal.SIGSTOP)
                assert process.stdout is not None
                # What was on its way may still end games; then nothing more comes.
                while select.select([process.stdout], [], [], 2.0)[0]:
                    if json.loads(process.stdout.readline())["event"] == "listening":
                        break
                bots[0].send_signal(signal.SIGCONT)
        process.communicate(timeout=60)
    assert (process.returncode, was_stopped) == (0, True)
    for bot in bots:
        bot.wait(timeout=20)
    assert all(record.faults == () for record in ground.records("run"))


def test_a_wrong_token_does_not_let_anybody_in(ground: Ground) -> None:
    """Who dials in with another token is told so; it counts as a start that failed."""
    bots: list[subprocess.Popen[bytes]] = []
    with ground.start(*words(ground, "--boards", "1")) as process:
        for event in events(process):
            if event["event"] == "listening":
                way = "wrong-token" if not bots else "well"
                bots.append(start_by_hand(ground, event, way))
        process.communicate(timeout=60)
    assert process.returncode == 0
    for bot in bots:
        bot.wait(timeout=20)
    faults = [fault for record in ground.records("run") for fault in record.faults]
    assert [fault.reason for fault in faults] == [FaultReason.START_FAILED]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tournament", "me=listen", "bot-a"], "--trust-listen"),
        (["tournament", "me=listen", "bot-a", "--trust-listen", "--jobs", "2"], "one process"),
        (
            ["match", "me=listen", "bot-a", "--bind", "0.0.0.0:4000"],
            "can be bound, not '0.0.0.0'",
        ),
        (["match", "me=listen", "bot-a", "--bind", "4000"], "not HOST:PORT"),
        (["match", "me=listen", "bot-a", "--bind", ":4000"], "':4000' is not HOST:PORT"),
        (["match", "bot-a", "b=bot-a", "--bind", "127.0.0.1:4000"], "name one as NAME=listen"),
        (["match", "me=listen", "me=listen"], "two bots are named 'me'"),
        (["match", "a/b=listen", "bot-a"], "a/b"),
    ],
)
def test_what_a_listening_bot_cannot_have(ground: Ground, words: list[str], said: str) -> None:
    """One line that says what to do, and exit 2."""
    ground.odd_bot("well", "a")
    done = ground.run(*words, "--ruleset", ground.duel())
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr


def test_a_port_in_use_is_told(ground: Ground) -> None:
    """The address that cannot be had is in the line."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        bot = ground.odd_bot("well")
        done = ground.run(
            "match", "me=listen", bot, "--ruleset", ground.duel(), "--bind", f"127.0.0.1:{port}"
        )
    assert done.returncode == 2
    assert f"127.0.0.1:{port}: the port is in use" in done.stderr
