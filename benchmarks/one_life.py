"""Plays one life of a tournament with sample bot `first` in every seat, and times it.

`python -m benchmarks.one_life GAMES GAMES_AT_ONCE JOBS [sampled]` prints a line of JSON. All is
done as `referee tournament` does it, but that the schedule has one life instead of four.
"""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time

import msgspec

from benchmarks.sampling import sampled
from referee.botfile import read_bot
from referee.collecting import collect_seldom
from referee.errors import RefereeBug
from referee.events import Event, Fault, Game
from referee.folder import held_folder
from referee.hosting import Interruption, run_hosted
from referee.manifest import OnFault
from referee.opening import Setup, Tournament, open_tournament
from referee.recordfile import read_records
from referee.ruleset import load_ruleset
from referee.schedule import GamePlan, RoundRobin
from referee.timecontrol import TimeControl
from referee.tournament import play_tournament

FIRST = Path(__file__).parents[1] / "sample_bots" / "first"
_PAUSE = 0.1
"""Seconds that four bots need at the very least to start; planning takes less."""


class Life(msgspec.Struct, frozen=True):
    """What one life took; the times of playing begin when all bots are ready."""

    games: int
    decisions: int
    start_seconds: float
    """From nothing to four bots, or four for each job, that have said Ready."""
    seconds: float
    """From then to the end of the last game."""
    cpu_seconds: float
    """Of the referee's process alone, in that time."""
    peak_mb: float
    """The most memory that the referee's process held, its Python and libraries included."""
    looks: dict[str, int] = {}
    """If it was sampled: how often the referee was seen at each stage."""

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


@dataclass(frozen=True, slots=True)
class _Moment:
    wall: float
    cpu: float
    looks: dict[str, int]


def _moment(looks: Mapping[str, int]) -> _Moment:
    return _Moment(perf_counter(), process_time(), dict(looks))


@dataclass(frozen=True)
class _OneLife(RoundRobin):
    """The first life of a round-robin, which notes when the bots begin to start and are ready.

    While they start, no game is taken out of the schedule; after the pause the first ones are.
    """

    looks: Mapping[str, int] = field(default_factory=dict)
    taken: list[_Moment] = field(default_factory=list)
    """The moment at which a game was last taken, alone."""
    pause: list[_Moment] = field(default_factory=list)
    """Its begin and its end."""

    @property
    def lives(self) -> int:
        """One, so that the bots are started once."""
        return 1

    def __getitem__(self, index: int) -> GamePlan:
        """The game at a place."""
        if not self.pause:
            now = _moment(self.looks)
            if self.taken and now.wall - self.taken[0].wall > _PAUSE:
                self.pause[:] = self.taken[0], now
            self.taken[:] = [now]
        return super().__getitem__(index)


@contextmanager
def _opened(games: int, games_at_once: int, jobs: int) -> Iterator[Tournament]:
    """A tournament in a folder that is gone afterwards."""
    bots = tuple(read_bot(f"{name}={FIRST}") for name in ("north", "east", "south", "west"))
    with tempfile.TemporaryDirectory() as folder, held_folder(Path(folder)):
        setup = Setup(
            bots=bots,
            ruleset=load_ruleset("classic"),
            boards=games,
            seed="benchmark",
            is_practice=True,
            name="benchmark",
            out=Path(folder),
            control=TimeControl(),
            on_fault=OnFault.REPLACE,
            games_at_once=games_at_once,
            jobs=jobs,
        )
        yield open_tournament(setup, Path(folder), "benchmark", lambda event: None)


def play(games: int, games_at_once: int, jobs: int, looks: Mapping[str, int]) -> Life:
    """Plays the games of one life; a RefereeBug if a bot was at fault."""
    ended: list[_Moment] = []

    def report(event: Event) -> None:
        if isinstance(event, Fault):
            raise RefereeBug(f"a sample bot was at fault: {event}")
        if isinstance(event, Game):
            ended[:] = [_moment(looks)]

    with _opened(games, games_at_once, jobs) as tournament:
        old = tournament.schedule
        tournament.schedule = life = _OneLife(old.bots, old.seats, old.boards, looks)
        life.taken.append(_moment(looks))
        collect_seldom()  # as the command does
        run_hosted(lambda: play_tournament(tournament, report), Interruption())
        peak_mb = getrusage(RUSAGE_SELF).ru_maxrss / 1024
        decisions = sum(
            len(trick.cards.split())
            for record in read_records(tournament.records, is_folding=False)
            for deal in record.deals
            for trick in deal.tricks
        )
    (before, ready), end = life.pause, ended[0]
    return Life(
        games=games,
        decisions=decisions,
        start_seconds=ready.wall - before.wall,
        seconds=end.wall - ready.wall,
        cpu_seconds=end.cpu - ready.cpu,
        peak_mb=peak_mb,
        looks={stage: looked - ready.looks[stage] for stage, looked in end.looks.items()},
    )


def main() -> None:
    """Prints what the games of the command line took."""
    games, games_at_once, jobs = (int(word) for word in sys.argv[1:4])
    if "sampled" in sys.argv:
        with sampled() as looks:
            life = play(games, games_at_once, jobs, looks)
    else:
        life = play(games, games_at_once, jobs, {})
    print(msgspec.json.encode(life).decode())


if __name__ == "__main__":
    main()
