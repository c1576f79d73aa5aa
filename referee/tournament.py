"""Plays a whole tournament into a folder: opens or resumes it, life by life, and finishes it."""

import dataclasses
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import BinaryIO

import trio
from msgspec.structs import replace

from referee import __version__
from referee.boards import commitment, draw_seed
from referee.botfile import Bot
from referee.build import build_bot
from referee.clerk import FaultSeen, Rules
from referee.clock import running_clock
from referee.crew import Life, play_life
from referee.desk import OUT_AFTER
from referee.errors import UserError
from referee.events import End, Event, Game, Notice, Plan, Report, Standing
from referee.events import Fault as FaultEvent
from referee.events import Standings as StandingsEvent
from referee.faults import FORFEIT_AFTER, Phase
from referee.files import disk_errors
from referee.folder import (
    LOGS_FOLDER,
    RECORDS_FILE,
    check_same,
    drop_seed,
    held_tournament,
    kept_seed,
    write_seed,
)
from referee.leaderboard import DIGITS, write_leaderboard
from referee.manifest import (
    Limits,
    Manifest,
    OnFault,
    PlannedBot,
    State,
    finished,
    planned,
    schedule_of,
    write_manifest,
)
from referee.record import GameRecord
from referee.recordfile import append_record, mend_records, read_records, sort_records
from referee.ruleset import RuleSet
from referee.schedule import RoundRobin
from referee.standings import Row, Standings, standings
from referee.timecontrol import TimeControl

_LIBRARIES = ("grpcio", "protobuf", "trio", "msgspec")


@dataclass(frozen=True, slots=True)
class Setup:
    """What the organizer asked for."""

    bots: tuple[Bot, ...]
    ruleset: RuleSet
    boards: int
    seed: str | None
    """None: the seed kept in the folder, or a fresh one."""
    is_practice: bool
    name: str | None
    out: Path | None
    control: TimeControl
    on_fault: OnFault
    games_at_once: int
    jobs: int


@dataclass(slots=True)
class Tournament:
    """A tournament in a folder that is held."""

    folder: Path
    manifest: Manifest
    seed: str
    bots: tuple[Bot, ...]
    schedule: RoundRobin
    done: set[int] = field(default_factory=set)
    """Places in the schedule of the games that are recorded."""
    out: set[str] = field(default_factory=set)
    """Bots that are out for good."""

    @property
    def records(self) -> Path:
        """The file of records."""
        return self.folder / RECORDS_FILE


def folder_of(setup: Setup, seed: str) -> Path:
    """Where a tournament is written: as asked for, or by its name below `leaderboards`."""
    return setup.out or Path("leaderboards") / _name(setup, seed)


def new_seed(setup: Setup) -> str:
    """The seed that was given, or a fresh one."""
    return setup.seed if setup.seed is not None else draw_seed()


def schedule_for(setup: Setup) -> RoundRobin:
    """Every group of as many bots as seats, every board in all rotations."""
    names = tuple(bot.name for bot in setup.bots)
    return RoundRobin(names, setup.ruleset.seats, setup.boards)


async def build_bots(setup: Setup, folder: Path, report: Report) -> Setup:
    """Runs the builds of the bots that have one and have changed; UserError if one fails."""
    bots = []
    for bot in setup.bots:
        if bot.build_words is not None:
            report(Notice(text=f"building {bot.name}, if it has changed"))
        bots.append(await build_bot(bot, made_logs(folder) / f"{bot.name}.build.txt"))
    return dataclasses.replace(setup, bots=tuple(bots))


def made_logs(folder: Path) -> Path:
    """The folder of logs, which is made if need be."""
    logs = folder / LOGS_FOLDER
    with disk_errors("make", logs):
        logs.mkdir(exist_ok=True)
    return logs


def open_tournament(setup: Setup, folder: Path, seed: str, report: Report) -> Tournament:
    """Opens the tournament in a held folder, or begins it; UserError if another one is there."""
    schedule = schedule_for(setup)
    old = held_tournament(folder)
    if old is not None and setup.seed is None:
        seed = kept_seed(folder, old)
    manifest = _manifest(setup, folder, seed, schedule)
    if old is None:
        write_seed(folder, seed)
    else:
        check_same(folder, old, manifest)
        manifest = replace(manifest, name=old.name, practice=old.practice, state=old.state)
        if old.state is State.FINISHED:
            manifest = replace(manifest, seed=seed, games_at_once=old.games_at_once, jobs=old.jobs)
    tournament = Tournament(folder, manifest, seed, setup.bots, schedule)
    _read_done(tournament, report)
    if manifest.state is not State.FINISHED:
        tournament.manifest = replace(manifest, state=State.RUNNING)
        write_manifest(folder, tournament.manifest)
    return tournament


def plan_event(tournament: Tournament) -> Plan:
    """What is going to be played."""
    manifest, expected = tournament.manifest, tournament.schedule.expected()
    return Plan(
        name=manifest.name,
        folder=str(tournament.folder),
        ruleset=manifest.ruleset.id,
        bots=tuple(bot.name for bot in manifest.bots),
        tables=expected.tables,
        boards=expected.boards,
        games=expected.games,
        process_starts=expected.process_starts * manifest.jobs,
        games_at_once=manifest.games_at_once,
        jobs=manifest.jobs,
        time_control=str(manifest.limits.time_control),
        commitment=manifest.commitment,
        done=len(tournament.done),
    )


async def play_tournament(tournament: Tournament, report: Report) -> FaultSeen | None:
    """Plays all games that are not recorded yet; gives the fault that ended a strict run."""
    now = running_clock()
    started = now()
    report(plan_event(tournament))
    stopped_by: FaultSeen | None = None
    state = "interrupted"
    try:
        with disk_errors("write", tournament.records), tournament.records.open("ab") as file:
            for life in range(tournament.schedule.lives):
                stopped_by = await _play_life(tournament, life, file, report)
                if stopped_by is not None:
                    state = "fault"
                    return stopped_by
        state = "finished"
    finally:
        if state == "finished":
            _finish(tournament, report)
        elif tournament.manifest.state is State.RUNNING:
            tournament.manifest = replace(tournament.manifest, state=State.INTERRUPTED)
            write_manifest(tournament.folder, tournament.manifest)
        report(
            End(
                state=state,
                folder=str(tournament.folder),
                games=len(tournament.done),
                seconds=round(now() - started, 3),
            )
        )
    return None


async def _play_life(
    tournament: Tournament, life: int, file: BinaryIO, report: Report
) -> FaultSeen | None:
    manifest = tournament.manifest
    todo = [
        index for index in tournament.schedule.games_of_life(life) if index not in tournament.done
    ]
    plans = (tournament.schedule[index] for index in todo)
    jobs = min(manifest.jobs, len(todo))
    stopped: list[FaultSeen] = []
    logs = made_logs(tournament.folder)

    def on_game(record: GameRecord) -> None:
        append_record(file, record)
        _note_record(tournament, record)
        report(_game_event(tournament, record))

    async def play_job(job: int) -> None:
        seen = await play_life(
            Life(
                rules=Rules(
                    ruleset=manifest.ruleset,
                    seed=tournament.seed,
                    control=manifest.limits.time_control,
                    games_at_once=manifest.games_at_once,
                    is_strict=manifest.limits.on_fault is OnFault.STRICT,
                ),
                bots=tournament.bots,
                out=frozenset(tournament.out),
                plans=plans,
                logs=logs,
                log_name=f"life{life}" if manifest.jobs == 1 else f"life{life}-job{job}",
                on_game=on_game,
                on_fault=lambda seen: report(_fault_event(seen)),
            )
        )
        if seen is not None:
            stopped.append(seen)
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for job in range(jobs):
            nursery.start_soon(play_job, job)
    return stopped[0] if stopped else None


def rewrite_leaderboard(
    folder: Path, manifest: Manifest, on_torn: Callable[[str], None]
) -> Standings:
    """Writes the leaderboard files again, from the records alone."""
    records = read_records(
        folder / RECORDS_FILE,
        schedule=schedule_of(manifest),
        ruleset=manifest.ruleset,
        on_torn=on_torn,
    )
    result = standings(records, [bot.name for bot in manifest.bots])
    write_leaderboard(folder, result, manifest)
    return result


def _finish(tournament: Tournament, report: Report) -> None:
    """Sorts, scores and reveals; each step may be done again after a kill."""
    sort_records(tournament.records, tournament.schedule)
    # The seed is revealed with the last file, so that "finished" means that all is there.
    tournament.manifest = finished(tournament.manifest, tournament.seed)
    result = rewrite_leaderboard(tournament.folder, tournament.manifest, lambda notice: None)
    write_manifest(tournament.folder, tournament.manifest)
    drop_seed(tournament.folder)
    report(StandingsEvent(rows=tuple(_standing(row) for row in result.rows)))


def _standing(row: Row) -> Standing:
    mean, half_width = None, None
    if row.score is not None:
        mean = round(row.score.mean, DIGITS)
        if row.score.half_width is not None:
            half_width = round(row.score.half_width, DIGITS)
    return Standing(row.place, row.bot, row.games, mean, half_width)


def _read_done(tournament: Tournament, report: Report) -> None:
    path = tournament.records
    if notice := mend_records(path):
        report(Notice(text=notice))
    if not path.exists():
        return
    manifest = tournament.manifest
    for record in read_records(path, schedule=tournament.schedule, ruleset=manifest.ruleset):
        _note_record(tournament, record)


def _note_record(tournament: Tournament, record: GameRecord) -> None:
    index = tournament.schedule.index_of(record.game_id)
    if index is None:
        raise UserError(f"game {record.game_id} is not one of this tournament")
    tournament.done.add(index)
    tournament.out |= _out_after(record)


def _out_after(record: GameRecord) -> set[str]:
    """The bots that are out for good, as far as this record shows it.

    A seat is forfeited by its third fault, or because its bot was put out; and a bot is put out
    when three starts before its first question failed.
    """
    out = set()
    for seat, name in enumerate(record.seating):
        faults = [one for one in record.faults if one.seat == seat]
        starts = [one for one in faults if one.phase is Phase.START]
        is_forfeited = any(one.seat == seat for one in record.forfeits)
        if len(starts) >= OUT_AFTER or (is_forfeited and len(faults) < FORFEIT_AFTER):
            out.add(name)
    return out


def _game_event(tournament: Tournament, record: GameRecord) -> Game:
    return Game(
        game_id=record.game_id,
        seating=record.seating,
        points=record.points,
        score=record.score,
        places=record.places,
        faults=len(record.faults),
        done=len(tournament.done),
        games=tournament.schedule.total,
    )


def _fault_event(seen: FaultSeen) -> Event:
    fault = seen.fault
    return FaultEvent(
        bot=seen.bot,
        reason=seen.misstep.reason,
        detail=seen.misstep.detail,
        game_id=seen.plan.game_id if seen.plan else None,
        seat=fault.seat if fault else None,
        deal=fault.deal if fault else None,
        decision=fault.decision if fault else None,
        phase=fault.phase if fault else seen.misstep.phase,
    )


def _name(setup: Setup, seed: str) -> str:
    return setup.name or f"{setup.ruleset.id}-{commitment(seed)[:8]}"


def _manifest(setup: Setup, folder: Path, seed: str, schedule: RoundRobin) -> Manifest:
    return Manifest(
        name=setup.name or (folder.name if setup.out else _name(setup, seed)),
        state=State.RUNNING,
        commitment=commitment(seed),
        seed=None,
        practice=setup.is_practice,
        bots=tuple(_planned_bot(bot, folder) for bot in setup.bots),
        schedule=planned(schedule),
        limits=Limits(time_control=setup.control, on_fault=setup.on_fault),
        games_at_once=setup.games_at_once,
        jobs=setup.jobs,
        ruleset=setup.ruleset,
        versions={
            "referee": __version__,
            "python": platform.python_version(),
            **{name: metadata.version(name) for name in _LIBRARIES},
        },
        platform=platform.platform(),
    )


def _planned_bot(bot: Bot, folder: Path) -> PlannedBot:
    return PlannedBot(
        name=bot.name,
        own_name=bot.own_name,
        version=bot.version,
        language=bot.language,
        run=bot.run_words,
        folder=os.path.relpath(bot.folder, folder),
        digest=bot.digest,
    )
