"""Fixtures that several test files use."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import Open, launched_browser, watched_pages
from hypothesis import settings
from running import Ground, Referee, held_ground

from referee.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A deadline for each example would be a timing assert; slow machines have it hard enough.
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")
# A shell that starts us in the background has us ignore Ctrl-C, and so would all that we start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# The many small tournaments of the tests do without pictures; tests of the report ask for them.
os.environ.setdefault("REFEREE_REPORT", "no")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that look at a page in a browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the law book and recorded deals beside the project; skips without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("no shared folder beside the project")
    return folder


@pytest.fixture(scope="session")
def vectors(shared: Path) -> list[dict[str, Any]]:
    """The table of positions, tricks and deals that goes with the law book."""
    rows: list[dict[str, Any]] = json.loads((shared / "rules" / "vectors.json").read_text())[
        "vectors"
    ]
    return rows


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, for a module: while it is open no other loop can run in this thread."""
    with launched_browser() as one:
        yield one


@pytest.fixture
def opened(browser: "Browser") -> Iterator[Open]:
    """Opens pages; the test fails if one asks for anything else, or complains."""
    with watched_pages(browser) as open_page:
        yield open_page


@pytest.fixture
def ground(tmp_path: Path) -> Iterator[Ground]:
    """A folder to run the real command in; no process of it may be left at the end."""
    with held_ground(tmp_path) as one:
        yield one


@pytest.fixture
def referee(capsys: pytest.CaptureFixture[str]) -> Referee:
    """The command in this very process: quick, for those that start no bots."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        with pytest.raises(SystemExit) as end:
            main(words)
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return subprocess.CompletedProcess(words, end.value.code, out, err)

    return run


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished tournament in `run`: six short games, two of them with a fault."""
    with held_ground(tmp_path_factory.mktemp("played")) as ground:
        done = ground.run(
            "tournament",
            ground.odd_bot("well", "a"), ground.odd_bot("out-of-range-in-each-life", "b"),
            "--ruleset", ground.duel(), "--boards", "3", "--seed", "x", "--out", "run",
            "--games-at-once", "1",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    return ground.folder


@pytest.fixture
def run(played: Path, tmp_path: Path) -> Path:
    """The test's own copy of the finished tournament's folder, its bots beside it."""
    shutil.copytree(played, tmp_path / "played")
    return tmp_path / "played" / "run"
