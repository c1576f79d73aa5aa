"""The sample bots that need node on machines on which they cannot play."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from running import ROOT, Referee

DUCKER = ROOT / "sample_bots" / "ducker"


@pytest.mark.parametrize(
    ("there", "missing", "key"), [((), "node", "run"), (("node",), "npm", "build")]
)
def test_a_missing_tool_is_one_line(
    tmp_path: Path,
    referee: Referee,
    monkeypatch: pytest.MonkeyPatch,
    there: Sequence[str],
    missing: str,
    key: str,
) -> None:
    """The referee names what is not installed, and where that is asked for."""
    monkeypatch.setenv("PATH", str(programs(tmp_path, dict.fromkeys(there, "exit 0"))))
    done = referee("match", str(DUCKER), "--out", str(tmp_path / "run"))
    assert done.returncode == 2
    assert done.stderr == (
        f"referee: {missing} is not installed: bot ducker needs it; install it or correct `{key}` "
        f"in {DUCKER}/bot.toml\n"
    )


@pytest.mark.parametrize(
    ("there", "left_out"),
    [
        ({}, ["ducker digger are left out: they need node 18 or later, and npm"]),
        (
            {"node": "exit 0", "npm": "echo no network; exit 1"},
            [
                f"{bot} is left out: npm cannot install what it needs, see ./{bot}.npm.txt"
                for bot in ("ducker", "digger")
            ],
        ),
    ],
)
def test_make_tournament_leaves_them_out_where_they_cannot_play(
    tmp_path: Path, there: dict[str, str], left_out: list[str]
) -> None:
    """Without node, or what npm is to fetch, a line says so, and the others play."""
    path = programs(tmp_path, there)
    for tool in ("sh", "rm", "printf", "prlimit"):
        (path / tool).symlink_to(shutil.which(tool) or "missing")
    (tmp_path / "sample_bots").symlink_to(ROOT / "sample_bots")
    done = subprocess.run(
        [
            str(shutil.which("make")), "--no-print-directory",
            "--makefile", str(ROOT / "Makefile"), "tournament",
            "--old-file", ".venv/.installed", f"BIN={Path(sys.executable).parent}",
            "NPM_LOGS=.", "BOARDS=1", "LOCAL=run",
        ],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": str(path),
            "MAKEFLAGS": "",
            "XDG_CACHE_HOME": str(tmp_path / "cache"),  # where nothing is known to be built
        },
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert said[: len(left_out)] == left_out
    assert "4 bots (first, random, greedy, counter), 4 games on 1 board" in said[len(left_out)]


def programs(folder: Path, scripts: dict[str, str]) -> Path:
    """A folder with small shell scripts under the names of programs."""
    path = folder / "bin"
    path.mkdir()
    for name, script in scripts.items():
        (path / name).write_text(f"#!/bin/sh\n{script}\n")
        (path / name).chmod(0o755)
    return path
