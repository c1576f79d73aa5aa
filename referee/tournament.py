"""Plays a tournament that was opened, life by life, and finishes it."""

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import trio
from msgspec.structs import replace

from referee.clerk import FaultSeen, Rules
from referee.clock import running_clock
from referee.crew import Life, play_life
from referee.events import End, Event, Game, Listening, Report, Standing
from referee.events import Fault as FaultEvent
from referee.events import Standings as StandingsEvent
from referee.explain import fault_text
from referee.files import disk_errors
from referee.folder import RECORDS_FILE, drop_seed
from referee.leaderboard import DIGITS, write_leaderboard
from referee.listening import ListenPoint, open_listen_points
from referee.manifest import Manifest, OnFault, State, finished, schedule_of, write_manifest
from referee.opening import Tournament, made_logs, note_record, plan_event
from referee.record import GameRecord
from referee.recordfile import append_record, read_records, sort_records
from referee.roster import Member, Roster
from referee.standings import Row, Standings, standings

_OBJECTS_A_COLLECTION = 50_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a run that was not interrupted: one of the two."""

    standings: Standings | None = None
    stopped_by: FaultSeen | None = None
    """The fault that ended a strict run."""


async def play_tournament(tournament: Tournament, report: Report) -> Outcome:
    """Plays all games that are not recorded yet, and finishes the folder."""
    now = running_clock()
    started = now()
    # Games are values without cycles: looking for cycles among them all the time is a waste.
    gc.freeze()
    gc.set_threshold(_OBJECTS_A_COLLECTION)
    plan = plan_event(tournament)
    games = len(tournament.schedule.games_of_life(0))
    at_once = games_of_a_set(plan.games_at_once, games, min(plan.jobs, games))
    report(replace(plan, games_at_once=at_once))
    state = "interrupted"
    try:
        seen = await _play_lives(tournament, report)
        if seen is not None:
            state = "fault"
            return Outcome(stopped_by=seen)
        result = _finish(tournament)
        report(StandingsEvent(rows=tuple(_standing(row) for row in result.rows)))
        state = "finished"
        return Outcome(standings=result)
    finally:
        if tournament.manifest.state is State.RUNNING:
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


async def _play_lives(tournament: Tournament, report: Report) -> FaultSeen | None:
    by_hand = [bot.name for bot in tournament.bots if bot.is_listening]
    bugs: list[BaseException] = []
    scope = trio.CancelScope()
    token = trio.lowlevel.current_trio_token()

    def crash(bug: BaseException) -> None:
        bugs.append(bug)
        token.run_sync_soon(scope.cancel)

    with disk_errors("write", tournament.records), tournament.records.open("ab") as file, scope:
        async with open_listen_points(by_hand, tournament.bind, running_clock(), crash) as points:
            for life in range(tournament.schedule.lives):
                seen = await _play_life(tournament, life, file, points, report)
                if seen is not None:
                    return seen
    if bugs:
        raise bugs[0]
    return None


async def _play_life(
    tournament: Tournament,
    life: int,
    file: BinaryIO,
    points: Mapping[str, ListenPoint],
    report: Report,
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
        report(_game_event(tournament, record))

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
                on_fault=lambda seen: report(_fault_event(seen)),
                listen_points=points,
                on_wait=lambda point, left: report(
                    Listening(
                        bot=point.name,
                        target=point.target,
                        token=point.token,
                        seconds_left=left,
                        life=life + 1,
                        lives=schedule.lives,
                    )
                ),
            )
        )
        if seen is not None:
            stopped.append(seen)
            nursery.cancel_scope.cancel()

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
        is_folding=is_folding,
        on_torn=on_torn,
    )
    result = standings(records, [bot.name for bot in manifest.bots])
    write_leaderboard(folder, result, manifest)
    return result


def _finish(tournament: Tournament) -> Standings:
    """Sorts, scores and reveals; each step may be done again after a kill."""
    sort_records(tournament.records, tournament.schedule)
    manifest = finished(tournament.manifest, tournament.seed)
    # The rules core has just made these records, or folded them when they were read.
    result = rewrite_leaderboard(tournament.folder, manifest, is_folding=False)
    # The seed is revealed with the last file, so that "finished" means that all is there.
    write_manifest(tournament.folder, manifest)
    tournament.manifest = manifest
    drop_seed(tournament.folder)
    return result


def _standing(row: Row) -> Standing:
    mean, half_width = None, None
    if row.score is not None:
        mean = round(row.score.mean, DIGITS)
        if row.score.half_width is not None:
            half_width = round(row.score.half_width, DIGITS)
    return Standing(row.place, row.bot, row.games, mean, half_width)


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
        text=fault_text(seen),
    )
