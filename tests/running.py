"""Runs the real command with real bots in a folder of the test's own, under a mark."""

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from leftovers import leftovers

from referee.record import GameRecord
from referee.recordfile import read_records

Referee = Callable[..., "subprocess.CompletedProcess[str]"]
"""The command in the test's own process, as the fixture `referee` gives it."""

ROOT = Path(__file__).resolve().parents[1]
ZOO = ROOT / "tests" / "zoo"

DUEL = """
title = "Three deals of five tricks or more, for tests"
source = "made for tests"
seats = SEATS
ranks = "TJQKA"
boys = "K"
lead = "left"
choice = "fixed"
deals = ["-tricks", "-hearts", "+king"]

[contracts.tricks]
trick = 2
[contracts.hearts]
heart = 2
[contracts.king]
king = 16
"""


@dataclass
class Ground:
    """A test's folder, with bots and runs that carry its mark."""

    folder: Path
    mark: str = field(default_factory=lambda: f"mark-{uuid.uuid4().hex}")

    def odd_bot(self, species: str, name: str = "odd", **env: str) -> str:
        """A bot of the zoo in a folder of its own; gives the BOT of the command line."""
        folder = self.folder / f"bot-{name}"
        shutil.copytree(ZOO, folder / "zoo", ignore=shutil.ignore_patterns("__pycache__"))
        lines = [f'{key} = "{value}"\n' for key, value in {"MARK": self.mark, **env}.items()]
        (folder / "bot.toml").write_text(
            f'name = "{name}"\nversion = "1"\nlanguage = "python"\n'
            f'run = ["python", "-m", "zoo.bot", "{species}"]\n[env]\n{"".join(lines)}'
        )
        return str(folder)

    def duel(self, seats: int = 2) -> str:
        """A rule set of few seats and three short deals: few processes, quick games."""
        path = self.folder / "duel.toml"
        path.write_text(DUEL.replace("SEATS", str(seats)))
        return str(path)

    def start(self, *words: str, limit: str | None = None) -> subprocess.Popen[str]:
        """Starts the command in the ground's folder, under a limit of the program `prlimit`."""
        limited = ["prlimit", limit] if limit else []
        return subprocess.Popen(
            [*limited, sys.executable, "-m", "referee", *words],
            cwd=self.folder,
            env={**os.environ, "MARK": self.mark},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(
        self, *words: str, limit: str | None = None, limit_s: float = 120
    ) -> subprocess.CompletedProcess[str]:
        """Runs the command to its end, which has to come in so many seconds."""
        with self.start(*words, limit=limit) as process:
            out, err = process.communicate(timeout=limit_s)
            return subprocess.CompletedProcess(words, process.returncode, out, err)

    def records(self, run: str) -> list[GameRecord]:
        """The records of a run's folder, folded and checked by nothing but their own form."""
        return list(read_records(self.folder / run / "games.jsonl"))

    def left(self) -> list[int]:
        """The processes with the mark that still live."""
        return leftovers(self.mark)


def set_variable(folder: Path, name: str, value: str) -> None:
    """Adds a variable to the `[env]` of a bot, whether its bot.toml has one or not."""
    path = folder / "bot.toml"
    before, _, after = path.read_text("utf-8").partition("\n[env]\n")
    path.write_text(f'{before}\n[env]\n{name} = "{value}"\n{after}', "utf-8")


@contextmanager
def held_ground(folder: Path) -> Iterator[Ground]:
    """A ground that must be clean at the end."""
    ground = Ground(folder)
    yield ground
    assert ground.left() == []
