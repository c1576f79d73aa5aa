"""Runs one species against bots that play well, and tells what the referee made of it."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from running import ROOT, Ground

from referee.faults import FaultReason, Phase
from zoo.species import name_of
from zoo.wiring import Bot

HONEST = ("east", "south", "west")
"""Those that sit with the bot at a table of four."""


@dataclass(frozen=True)
class Size:
    """How large a tournament is: each board is played in as many rotations as there are seats."""

    seats: int
    boards: int

    @property
    def games(self) -> int:
        """How many games are played."""
        return self.boards * self.seats


SIZES = {1: Size(seats=len(HONEST) + 1, boards=2), 64: Size(seats=2, boards=72)}
"""What is played with so many games at once: more boards than games can be open."""
LIMITS = ("--move-limit", "5ms")
RUN_SECONDS = 120
AT_ONCE = 4
"""How many of these runs go side by side."""


@dataclass(frozen=True)
class Seen:
    """What one fault of the bot was, in the words of the record."""

    reason: FaultReason
    phase: Phase
    detail: str


@dataclass(frozen=True)
class Outcome:
    """One run of one species: the bot's faults, and whatever should not have happened."""

    seen: tuple[Seen, ...]
    """Each kind of fault once, in no order."""
    faults: int
    forfeits: int
    games: int
    seconds: float
    troubles: tuple[str, ...]
    """Games that are not scored, harm to others, processes that are left; empty if all is well."""


Outcomes = Mapping[int, Outcome]
"""The runs of one species, by how many games were open at once."""


@contextmanager
def open_zoo(kinds: Sequence[type[Bot]], folder: Path) -> Iterator[Callable[[type[Bot]], Outcomes]]:
    """Starts the runs of all these species, a few at a time; gives what waits for those of one."""
    pool = ThreadPoolExecutor(AT_ONCE)
    try:
        runs = {
            species: {at_once: pool.submit(outcome, species, at_once, folder) for at_once in SIZES}
            # Neighbours wait for the same things: apart, others use the machine meanwhile.
            for start in range(4)
            for species in kinds[start::4]
        }
        yield lambda species: {at_once: run.result() for at_once, run in runs[species].items()}
    finally:
        pool.shutdown(cancel_futures=True)


def outcome(species: type[Bot], at_once: int, folder: Path) -> Outcome:
    """Plays a tournament of the species and bots without fault, so many games at once."""
    ground = Ground(folder / f"{name_of(species)}-{at_once}")
    ground.folder.mkdir()
    size = SIZES[at_once]
    odd = ground.odd_bot(name_of(species), "odd", GAMES=str(size.boards))
    words = (
        "--ruleset", ground.duel(size.seats), "--boards", str(size.boards), "--seed", "zoo",
        "--out", "run", "--games-at-once", str(at_once), "--start-budget", species.start_budget,
        *LIMITS, "--grace", species.grace,
    )  # fmt: skip
    before = time.monotonic()
    troubles = []
    if size.seats == 2:
        done = ground.run("tournament", odd, ground.odd_bot("well", "well"), *words)
    else:
        done, heard = _run_among_honest(ground, "tournament", odd, *words)
        troubles += [
            f"{name} heard the end of {heard.get(name, 0)} games of {size.games}"
            for name in HONEST
            if heard.get(name) != size.games
        ]
    seconds = time.monotonic() - before
    if (done.returncode, done.stderr) != (0, ""):
        troubles.append(f"exit code {done.returncode}: {done.stderr}")
    records = ground.records("run")
    faults = [(record.seating[fault.seat], fault) for record in records for fault in record.faults]
    forfeits = [record.seating[one.seat] for record in records for one in record.forfeits]
    if len(records) != size.games:
        troubles.append(f"{len(records)} games of {size.games} are scored")
    troubles += [f"{name}: {fault}" for name, fault in faults if name != "odd"]
    troubles += [f"{name} forfeits" for name in forfeits if name != "odd"]
    troubles += [f"process {pid} is left" for pid in ground.left()]
    seen = {Seen(fault.reason, fault.phase, shown(fault.detail)) for _, fault in faults}
    return Outcome(
        seen=tuple(seen),
        faults=len(faults),
        forfeits=len(forfeits),
        games=len(records),
        seconds=seconds,
        troubles=tuple(troubles),
    )


def _run_among_honest(
    ground: Ground, *words: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, int]]:
    """Runs the command with the honest bots; gives also how many games each has heard end.

    They are one process for the whole run, which the referee does not start: quicker than twelve.
    """
    listening = [f"{name}=listen" for name in HONEST]
    with ground.start(*words, *listening, "--trust-listen") as referee:
        honest = subprocess.Popen(
            [sys.executable, "-m", "zoo.honest"],
            env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
            stdin=referee.stdout,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert referee.stdout is not None
        referee.stdout.close()  # the other process has it now
        referee.stdout = None
        with honest:
            _, err = referee.communicate(timeout=RUN_SECONDS)
            told, _ = honest.communicate(timeout=RUN_SECONDS)
    done = subprocess.CompletedProcess(words, referee.returncode, "", err)
    return done, json.loads(told)


def shown(detail: str) -> str:
    """A detail without the numbers that depend on the question at which it happened."""
    return re.sub(r"choice \d+: legal are 0 to \d+", "choice N: legal are 0 to N", detail)
