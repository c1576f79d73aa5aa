"""The end of the terminal: `referee` tidies up as at SIGTERM, but under `nohup` it goes on."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import Ground


@pytest.fixture(autouse=True)
def _not_ignored() -> Iterator[None]:
    """Tests that run under `nohup` themselves would hand that on."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def scratch(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command makes its folders for the time being."""
    folder = ground.folder / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def tournament(ground: Ground, boards: int = 6) -> list[str]:
    """A tournament of two plain bots, one game after the other."""
    bots = [ground.odd_bot("well", name) for name in ("a", "b")]
    return [
        "tournament", *bots, "--ruleset", ground.duel(), "--boards", str(boards), "--seed", "x",
        "--out", "run", "--games-at-once", "1",
    ]  # fmt: skip


def state(ground: Ground) -> str:
    """How the tournament stands, by its folder."""
    manifest = json.loads((ground.folder / "run" / "tournament.json").read_text())
    return str(manifest["state"])


def test_a_tournament_can_be_gone_on_with(ground: Ground, scratch: Path) -> None:
    """It says so, as the terminal may be there still; nothing is left."""
    with ground.start(*tournament(ground), "--json") as process:
        assert process.stdout is not None
        assert next(line for line in process.stdout if json.loads(line)["event"] == "game")
        process.send_signal(signal.SIGHUP)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 129
    assert "interrupted after " in err
    assert (state(ground), list(scratch.iterdir())) == ("interrupted", [])
    assert ground.run("tournament", "--resume", "run").returncode == 0
    assert state(ground) == "finished"


def test_a_check_leaves_no_folder(ground: Ground, scratch: Path) -> None:
    """As after SIGTERM."""
    with ground.start("check", ground.odd_bot("never-connects")) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("odd: playing")
        process.send_signal(signal.SIGHUP)
        assert process.stderr.read() == "odd: interrupted\n"
        assert process.wait(60) == 129
    assert list(scratch.iterdir()) == []


def test_nohup_is_heeded(ground: Ground) -> None:
    """Whoever starts it so wants it to go on without him."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as `nohup` does before it starts a program
    with ground.start(*tournament(ground), "--json") as process:
        assert process.stdout is not None
        assert next(line for line in process.stdout if json.loads(line)["event"] == "game")
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
    assert (process.returncode, state(ground)) == (0, "finished")


@pytest.mark.parametrize("command", ["tournament", "check"])
def test_a_terminal_that_is_closed(ground: Ground, scratch: Path, command: str) -> None:
    """What would still be said cannot be, and that is in the way of nothing."""
    words, word = tournament(ground, 600), b"life 1 of 2"
    if command == "check":
        words, word = ["check", ground.odd_bot("never-connects")], b"odd: playing"
    ours, theirs = os.openpty()
    with subprocess.Popen(
        # setsid makes the terminal that of the command alone
        ["setsid", "--ctty", "--wait", sys.executable, "-m", "referee", *words],
        cwd=ground.folder,
        env={**os.environ, "MARK": ground.mark, "TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        told = b""
        while word not in told:
            told += os.read(ours, 4096)
        os.close(ours)
        assert process.wait(60) == 129
    assert list(scratch.iterdir()) == []
    if command == "tournament":
        assert state(ground) == "interrupted"
