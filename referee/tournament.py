"""Plays a tournament that was opened, life by life, and finishes it."""

import dataclasses
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import trio
from msgspec.structs import replace

from referee.clerk import FaultSeen, Rules
from referee.clock import running_clock
from referee.comparison import comparison_of, write_comparison
from referee.crew import Life, play_life
from referee.events import Report
from referee.files import disk_errors
from referee.folder import RECORDS_FILE, drop_seed
from referee.leaderboard import write_leaderboard
from referee.listening import ListenPoint, open_listen_points
from referee.manifest import (
    Manifest,
    OnFault,
    State,
    finished,
    planned,
    schedule_of,
    write_manifest,
)
from referee.opening import Tournament, made_logs, note_record, plan_event
from referee.record import GameRecord
from referee.recordfile import append_record, read_records, sort_records
from referee.reporter import Reporter
from referee.roster import Member, Roster
from referee.schedule import Compare
from referee.standings import Standings, standings_of
from referee.transcripts import Transcripts, open_transcripts


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a run that was not interrupted: one of the two."""

    standings: Standings | None = None
    stopped_by: FaultSeen | None = None
    """The fault that ended a strict run."""


async def play_tournament(tournament: Tournament, report: Report) -> Outcome:
    """Plays all games that are not recorded yet, and finishes the folder."""
    now = running_clock()
    reporter = Reporter(tournament, report, now)
    plan = plan_event(tournament)
    games = len(tournament.schedule.games_of_life(0))
    at_once = games_of_a_set(plan.games_at_once, games, min(plan.jobs, games))
    reporter.plan(replace(plan, games_at_once=at_once))
    state = "interrupted"
    try:
        seen = await _play_lives(tournament, reporter)
        if seen is not None:
            state = "fault"
            return Outcome(stopped_by=seen)
        result = _finish(tournament)
        reporter.result(result.rows)
        state = "finished"
        return Outcome(standings=result)
    finally:
        if tournament.manifest.state is State.RUNNING:
            tournament.manifest = replace(tournament.manifest, state=State.INTERRUPTED)
            write_manifest(tournament.folder, tournament.manifest)
        reporter.end(state)


async def _play_lives(tournament: Tournament, reporter: Reporter) -> FaultSeen | None:
    by_hand = [bot.name for bot in tournament.bots if bot.is_listening]
    with disk_errors("write", tournament.records), tournament.records.open("ab") as file:
        async with (
            _open_transcripts(tournament) as transcripts,
            open_listen_points(
                by_hand, tournament.bind, tournament.tls, reporter.failed_to_dial
            ) as points,
        ):
            for life in range(tournament.schedule.lives):
                seen = await _play_life(tournament, life, file, points, reporter, transcripts)
                if transcripts is not None:
                    transcripts.finish()
                if seen is not None:
                    return seen
                if _is_decided(tournament, life, reporter):
                    break
    return None


@asynccontextmanager
async def _open_transcripts(tournament: Tournament) -> AsyncIterator[Transcripts | None]:
    if not tournament.has_transcripts:
        yield None
        return
    async with open_transcripts(running_clock()) as transcripts:
        yield transcripts


def _is_decided(tournament: Tournament, life: int, reporter: Reporter) -> bool:
    """True if a comparison has its verdict after this life; tells of a batch that is over."""
    comparison, schedule = tournament.comparison, tournament.schedule
    if comparison is None or not isinstance(schedule, Compare):
        return False
    lives = schedule.seatings_a_board * len(schedule.challengers)
    if (life + 1) % lives:
        return False
    states = comparison.states()
    if (life + 1) // lives < len(states):
        return False
    reporter.batch(states[-1], comparison.test)
    return states[-1].verdict is not None


async def _play_life(
    tournament: Tournament,
    life: int,
    file: BinaryIO,
    points: Mapping[str, ListenPoint],
    reporter: Reporter,
    transcripts: Transcripts | None,
) -> FaultSeen | None:
    manifest = tournament.manifest
    schedule = tournament.schedule
    todo = [index for index in schedule.games_of_life(life) if index not in tournament.done]
    plans = (schedule[index] for index in todo)
    jobs = min(manifest.jobs, len(todo))
    at_once = games_of_a_set(manifest.games_at_once, len(todo), jobs)
    members = {bot.name: Member(bot.name, tournament.out.get(bot.name)) for bot in tournament.bots}
    needed = {
        name
        for index in todo
        for name in schedule[index].seating
        if not members[name].is_out(index)
    }
    bots = tuple(bot for bot in tournament.bots if bot.name in needed)
    roster = Roster(members.values(), ((job, bot.name) for job in range(jobs) for bot in bots))
    stopped: list[FaultSeen] = []
    logs = made_logs(tournament.folder)

    def on_game(record: GameRecord) -> None:
        append_record(file, record)
        note_record(tournament, record)
        reporter.game(record)

    async def play_job(job: int) -> None:
        seen = await play_life(
            Life(
                rules=Rules(
                    ruleset=manifest.ruleset,
                    seed=tournament.seed,
                    control=manifest.limits.time_control,
                    games_at_once=at_once,
                    is_strict=manifest.limits.on_fault is OnFault.STRICT,
                ),
                bots=bots,
                roster=roster,
                job=job,
                plans=plans,
                logs=logs,
                log_name=f"life{life}" if manifest.jobs == 1 else f"life{life}-job{job}",
                on_game=on_game,
                on_fault=reporter.fault,
                listen_points=points,
                on_wait=lambda point, left: reporter.wait(point, left, life),
                transcripts=transcripts,
            )
        )
        if seen is not None:
            stopped.append(seen)
            nursery.cancel_scope.cancel()

    if todo:
        reporter.start(life, [bot.name for bot in bots], len(todo), jobs)
    async with trio.open_nursery() as nursery:
        for job in range(jobs):
            nursery.start_soon(play_job, job)
    return stopped[0] if stopped else None


def games_of_a_set(at_once: int, games: int, jobs: int) -> int:
    """How many games of a life each set of processes has open: the first must not take all."""
    share = -(-games // jobs) if games else 1
    return min(at_once, share)


def rewrite_leaderboard(
    folder: Path,
    manifest: Manifest,
    *,
    is_folding: bool = True,
    on_torn: Callable[[str], None] = lambda notice: None,
) -> Standings:
    """Writes the leaderboard files again, from the records alone, which are folded or trusted."""
    records = read_records(
        folder / RECORDS_FILE,
        schedule=schedule_of(manifest),
        ruleset=manifest.ruleset,
        # Once the seed is revealed, games of another tournament of these bots show by their cards.
        seed=manifest.seed if is_folding else None,
        is_folding=is_folding,
        on_torn=on_torn,
    )
    comparison = comparison_of(manifest)
    if comparison is not None:
        records = comparison.noting(records)
    result = standings_of(records, manifest)
    write_leaderboard(folder, result, manifest)
    if comparison is not None:
        write_comparison(folder, manifest, comparison)
    return result


def _finish(tournament: Tournament) -> Standings:
    """Sorts, scores and reveals; each step may be done again after a kill."""
    manifest = finished(tournament.manifest, tournament.seed)
    if tournament.comparison is not None and isinstance(tournament.schedule, Compare):
        rounds = len(tournament.comparison.states())
        tournament.schedule = dataclasses.replace(tournament.schedule, rounds=rounds)
        manifest = replace(manifest, schedule=planned(tournament.schedule))
    sort_records(tournament.records, tournament.schedule)
    # The rules core has just made these records, or folded them when they were read.
    result = rewrite_leaderboard(tournament.folder, manifest, is_folding=False)
    # The seed is revealed with the last file, so that "finished" means that all is there.
    write_manifest(tournament.folder, manifest)
    tournament.manifest = manifest
    drop_seed(tournament.folder)
    return result
