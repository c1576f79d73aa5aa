"""The report of a tournament of 30 bots: how long it takes, and how large it is.

`python -m benchmarks.report GAMES` writes one and prints a line of JSON about it.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import msgspec
from msgspec.structs import replace

from benchmarks.programs import output_of
from benchmarks.results import Result, Row
from benchmarks.rounds import Taker, in_turn
from benchmarks.sizes import Size
from referee.boards import commitment, deal_board
from referee.faults import FaultReason, Phase
from referee.game import answer, decision, new_game
from referee.manifest import Limits, Manifest, OnFault, PlannedBot, State, planned
from referee.plan import GamePlan, Kind, Schedule
from referee.record import Fault, GameRecord, Timing, places, record_of
from referee.report import write_report
from referee.ruleset import load_ruleset
from referee.schedule import make_schedule
from referee.standings import standings_of
from referee.timecontrol import TimeControl

MOST_SECONDS = 5.0
MOST_MB = 2.0
_BOTS = tuple(f"a-bot-with-a-long-name-{number}" for number in range(1, 31))
_SEED = "benchmark"
_RULES = load_ruleset("classic")
_TABLES = 60
_PLAYED = 10
"""So many games are really played, at random; each stands for many."""


class Written(msgspec.Struct, frozen=True):
    """What one report took."""

    seconds: float
    """Of its one thread, loading the libraries included."""
    megabytes: float


def made_manifest(games: int) -> tuple[Manifest, Schedule]:
    """A tournament of 30 bots with at least so many games."""
    boards = -(-games // (4 * _TABLES))
    schedule = make_schedule(Kind.BALANCED, _BOTS, _RULES.seats, boards, tables=_TABLES)
    bots = [PlannedBot(name, name, "1", "python", ("python",), name, "d") for name in _BOTS]
    manifest = Manifest(
        name="thirty bots",
        state=State.FINISHED,
        commitment=commitment(_SEED),
        seed=_SEED,
        practice=True,
        bots=tuple(bots),
        schedule=planned(schedule),
        limits=Limits(TimeControl(), OnFault.REPLACE),
        games_at_once=64,
        jobs=2,
        ruleset=_RULES,
        versions={},
        platform="",
    )
    return manifest, schedule


def made_records(schedule: Schedule, games: int) -> Iterator[GameRecord]:
    """The first games of a schedule, in which the earlier bots score more, and some are late."""
    chance = random.Random(1)
    played = [_played(schedule[number], chance) for number in range(min(_PLAYED, games))]
    for index in range(games):
        plan, game = schedule[index], played[index % len(played)]
        skill = [30 - 2 * _BOTS.index(name) for name in plan.seating]
        score = tuple(
            chance.randrange(-40, 41) + one + better
            for one, better in zip(game.score, skill, strict=True)
        )
        late = Fault(index % 4, 2, 3, Phase.PLAY, FaultReason.LATE, "")
        deals = tuple(
            replace(deal, points=tuple(chance.randrange(-9, 10) + one // 5 for one in skill))
            for deal in game.deals
        )
        yield replace(
            game,
            deals=deals,
            game_id=plan.game_id,
            table=plan.table,
            board=plan.board,
            rotation=plan.rotation,
            life=plan.life,
            seating=plan.seating,
            score=score,
            places=places(score, ()),
            faults=(late,) if index % 7 == 0 else (),
        )


def _played(plan: GamePlan, chance: random.Random) -> GameRecord:
    game = new_game(_RULES, deal_board(_SEED, _RULES, plan.board))
    while asked := decision(game):
        game = answer(game, chance.choice(asked.answers))
    charged = tuple(
        tuple(round(chance.lognormvariate(7, 1.5)) for _ in range(4 * len(deal.tricks)))
        for deal in game.finished
    )
    return record_of(game, plan, timing=Timing(charged_us=charged))


def report(size: Size, take: Taker) -> Result:
    """Each in a process of its own, as it is at the end of a tournament."""
    games = size.report_games

    def written() -> Written:
        return msgspec.json.decode(output_of("report", games), type=Written)

    found = in_turn({"report": written}, size.rounds, take)["report"]
    rows = (
        Row(
            what="written",
            unit="s",
            values=tuple(one.seconds for one in found),
            at_most=MOST_SECONDS,
        ),
        Row(
            what="size",
            unit="MB",
            values=tuple(one.megabytes for one in found),
            at_most=MOST_MB,
        ),
    )
    return Result(
        name="report",
        title=f"Report of {len(_BOTS)} bots and {games:,} games",
        size=size.name,
        rows=rows,
        notes=("Seconds of its one thread; the standings are made already.",),
    )


def _write(games: int, folder: Path) -> Written:
    manifest, schedule = made_manifest(games)
    standings = standings_of(made_records(schedule, games), manifest)
    begin = process_time()
    path = write_report(folder, standings, manifest)
    return Written(process_time() - begin, path.stat().st_size / 1e6)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kept:
        print(msgspec.json.encode(_write(int(sys.argv[1]), Path(kept))).decode())
