"""Runs one species against a bot that plays well, and tells what the referee made of it."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from running import Ground

from referee.faults import FaultReason, Phase
from zoo.species import name_of
from zoo.wiring import Bot

BOARDS = {1: 2, 64: 72}
"""How many boards are played with so many games at once: more of them than can be open."""
ROTATIONS = 2
LIMITS = ("--move-limit", "5ms", "--grace", "1s")
AT_ONCE = 3
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
            species: {at_once: pool.submit(outcome, species, at_once, folder) for at_once in BOARDS}
            # Neighbours wait for the same things: apart, others use the machine meanwhile.
            for start in range(4)
            for species in kinds[start::4]
        }
        yield lambda species: {at_once: run.result() for at_once, run in runs[species].items()}
    finally:
        pool.shutdown(cancel_futures=True)


def outcome(species: type[Bot], at_once: int, folder: Path) -> Outcome:
    """Plays a tournament of the species and a bot without fault, so many games at once."""
    ground = Ground(folder / f"{name_of(species)}-{at_once}")
    ground.folder.mkdir()
    boards = BOARDS[at_once]
    bots = (
        ground.odd_bot(name_of(species), "odd", GAMES=str(boards)),
        ground.odd_bot("well", "well"),
    )
    before = time.monotonic()
    done = ground.run(
        "tournament", *bots, "--ruleset", ground.duel(), "--boards", str(boards), "--seed", "zoo",
        "--out", "run", "--games-at-once", str(at_once), "--start-budget", species.start_budget,
        *LIMITS,
    )  # fmt: skip
    seconds = time.monotonic() - before
    troubles = []
    if (done.returncode, done.stderr) != (0, ""):
        troubles.append(f"exit code {done.returncode}: {done.stderr}")
    records = ground.records("run")
    faults = [(record.seating[fault.seat], fault) for record in records for fault in record.faults]
    forfeits = [record.seating[one.seat] for record in records for one in record.forfeits]
    if len(records) != boards * ROTATIONS:
        troubles.append(f"{len(records)} games of {boards * ROTATIONS} are scored")
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


def shown(detail: str) -> str:
    """A detail without the numbers that depend on the question at which it happened."""
    return re.sub(r"choice \d+: legal are 0 to \d+", "choice N: legal are 0 to N", detail)
