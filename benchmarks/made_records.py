"""Makes the records of a large tournament, or reads them in one of two ways and times it.

`python -m benchmarks.made_records make|decode|standings FILE COUNT` prints a line of JSON.
"""

import random
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

import msgspec
from msgspec.structs import replace

from referee.boards import deal_board
from referee.collecting import collect_seldom
from referee.game import answer, decision, new_game
from referee.record import GameRecord, Timing, encode_record, places, record_of
from referee.recordfile import read_records
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.standings import standings
from referee.timecontrol import TimeControl

BOTS = ("ann", "bob", "cem", "dot", "eve", "fay", "gus", "hal")
_RULES = load_ruleset("classic")
_GAMES = 50
"""So many games are really played, at random; each stands for many."""


class Reading(msgspec.Struct, frozen=True):
    """What one way of reading took."""

    records: int
    seconds: float
    """Of its one thread, so that others who use the machine do not count."""
    peak_mb: float
    """The most memory that the process held, Python and libraries included."""

    @property
    def rate(self) -> float:
        """Records a second."""
        return self.records / self.seconds


def schedule_of(count: int) -> RoundRobin:
    """The least round-robin of eight bots that has so many games."""
    one = RoundRobin(BOTS, _RULES.seats, 1)
    return RoundRobin(BOTS, _RULES.seats, -(-count // one.total))


def make(path: Path, count: int) -> None:
    """Writes the first so many games of a schedule, as large as real ones, in schedule order."""
    schedule, chance = schedule_of(count), random.Random(1)
    played = [_played(schedule, number, chance) for number in range(min(_GAMES, count))]
    with path.open("wb") as file:
        for index in range(count):
            plan, game = schedule[index], played[index % len(played)]
            score = tuple(own + chance.randrange(-9, 10) for own in game.score)
            file.write(
                encode_record(
                    replace(
                        game,
                        game_id=plan.game_id,
                        table=plan.table,
                        board=plan.board,
                        rotation=plan.rotation,
                        life=plan.life,
                        seating=plan.seating,
                        score=score,
                        places=places(score, ()),
                    )
                )
            )


def _played(schedule: RoundRobin, number: int, chance: random.Random) -> GameRecord:
    game = new_game(_RULES, deal_board("benchmark", _RULES, number + 1))
    while asked := decision(game):
        game = answer(game, chance.choice(asked.answers))
    charged = tuple(
        tuple(round(chance.lognormvariate(7, 1.5)) for _ in range(4 * len(deal.tricks)))
        for deal in game.finished
    )
    lag = tuple(tuple(one // 100 for one in deal) for deal in charged)
    timing = Timing(charged_us=charged, lag_us=lag)
    return record_of(game, schedule[number], timing=timing)


def decode(path: Path, count: int) -> None:
    """The least that anybody has to do who reads them: the bare library."""
    decoder = msgspec.json.Decoder(GameRecord)
    with path.open("rb") as file:
        for line in islice(file, count):
            decoder.decode(line)


def read(path: Path, count: int) -> None:
    """What `referee tournament` does at its end."""
    collect_seldom()  # as the command does
    records = read_records(path, schedule=schedule_of(count), ruleset=_RULES, is_folding=False)
    result = standings(records, BOTS, contracts=_RULES.contracts, control=TimeControl())
    if result.games != count:
        raise SystemExit(f"{result.games} games of {count} were read")


_WAYS: dict[str, Callable[[Path, int], None]] = {"make": make, "decode": decode, "standings": read}

if __name__ == "__main__":
    way, path, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    begin = process_time()
    _WAYS[way](path, count)
    seconds = process_time() - begin
    peak_mb = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    print(msgspec.json.encode(Reading(count, seconds, peak_mb)).decode())
