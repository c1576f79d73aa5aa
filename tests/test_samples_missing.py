"""The sample bots in other languages on machines on which they cannot play."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from running import ROOT, Referee
from toolchains import SAMPLES

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
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # where nothing is built
    done = referee("match", str(DUCKER), "--out", str(tmp_path / "run"))
    assert done.returncode == 2
    assert done.stderr == (
        f"referee: {missing} is not installed: bot ducker needs it; install it or correct `{key}` "
        f"in {DUCKER}/bot.toml\n"
    )


@pytest.mark.parametrize(
    ("there", "left_out"),
    [
        (
            (),
            {
                "digger": "node and npm are not installed",
                "ducker": "node and npm are not installed",
                "spotter": "go is not installed",
            },
        ),
        (
            ("node", "npm", "go"),
            {
                "digger": "its build failed, see {}/digger.build.txt",
                "spotter": "its build failed, see {}/spotter.build.txt",
            },
        ),
    ],
    ids=["no tools", "no network"],
)
def test_make_tournament_leaves_them_out_where_they_cannot_play(
    tmp_path: Path, there: Sequence[str], left_out: dict[str, str]
) -> None:
    """Without a toolchain, or what it is to fetch, a line for each says so, and the others play."""
    path = programs(tmp_path, dict.fromkeys(there, "echo no network; exit 1"))
    for tool in ("sh", "rm", "prlimit"):
        (path / tool).symlink_to(shutil.which(tool) or "missing")
    (tmp_path / "sample_bots").symlink_to(ROOT / "sample_bots")
    done = subprocess.run(
        [
            str(shutil.which("make")), "--no-print-directory",
            "--makefile", str(ROOT / "Makefile"), "tournament",
            "--old-file", ".venv/.installed", f"BIN={Path(sys.executable).parent}",
            "BUILD_LOGS=.", "BOARDS=1", "LOCAL=run",
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
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if not line.startswith("building ")]
    told = dict(line.split(" is left out: ") for line in said)
    assert told.keys() == SAMPLES.keys() - {"limbo"}
    assert {name: told[name] for name in left_out} == {
        name: reason.format(tmp_path) for name, reason in left_out.items()
    }
    first, *_ = done.stdout.splitlines()
    assert "5 bots (counter, first, greedy, limbo, random), 20 games on 5 boards" in first


def programs(folder: Path, scripts: dict[str, str]) -> Path:
    """A folder with small shell scripts under the names of programs."""
    path = folder / "bin"
    path.mkdir()
    for name, script in scripts.items():
        (path / name).write_text(f"#!/bin/sh\n{script}\n")
        (path / name).chmod(0o755)
    return path
