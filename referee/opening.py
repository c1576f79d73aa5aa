"""Opens a tournament in its folder: begins it, or goes on with the one that is there."""

import dataclasses
import os
import platform
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from msgspec.structs import replace

from referee import __version__
from referee.boards import commitment, draw_seed
from referee.botfile import LISTEN, Bot, read_bot
from referee.build import BUILD_SECONDS, build_bot
from referee.comparison import Comparison, comparison_of
from referee.errors import UserError
from referee.events import Notice, Plan, Report
from referee.files import disk_errors
from referee.folder import (
    LOGS_FOLDER,
    RECORDS_FILE,
    check_same,
    held_tournament,
    kept_seed,
    write_seed,
)
from referee.interim import Interim
from referee.manifest import (
    MANIFEST_FILE,
    Limits,
    Manifest,
    OnFault,
    PlannedBot,
    PlannedCompare,
    State,
    planned,
    read_manifest,
    schedule_of,
    time_control_text,
    write_manifest,
)
from referee.printable import printable
from referee.record import GameRecord
from referee.recordfile import mend_records, read_records
from referee.ruleset import RuleSet, check_law
from referee.schedule import Compare, Kind, Schedule, Seatings, make_schedule
from referee.timecontrol import TimeControl
from referee.tls import Tls

MAX_GAMES_AT_ONCE = 256
_LIBRARIES = ("grpcio", "protobuf", "trio", "msgspec", "openskill")


@dataclass(frozen=True, slots=True)
class PlanWishes:
    """Who shall meet whom, and in how many seatings; None is left to the schedule."""

    kind: Kind = Kind.ROUND_ROBIN
    seatings: Seatings = Seatings.ROTATIONS
    tables: int | None = None
    challengers: tuple[str, ...] = ()
    rounds: int = 1


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
    bind: tuple[str, int] = ("127.0.0.1", 0)
    tls: Tls | None = None
    plan: PlanWishes = PlanWishes()
    compare: PlannedCompare | None = None
    """The change that is put to the test; None in a tournament."""
    has_transcripts: bool = False
    """True if all that goes over the streams of the bots is to be taken down, in this run."""
    build_seconds: float = BUILD_SECONDS
    """How long the build of a bot may take, in this run."""


@dataclass(slots=True)
class Tournament:
    """A tournament in a folder that is held."""

    folder: Path
    manifest: Manifest
    seed: str
    bots: tuple[Bot, ...]
    schedule: Schedule
    bind: tuple[str, int] = ("127.0.0.1", 0)
    """Where bots that are started by hand dial in; port 0 is any that is free."""
    tls: Tls | None = None
    """None: they dial in without, and from this machine only."""
    has_transcripts: bool = False
    """True if all that goes over the streams of the bots is taken down, in this run."""
    done: set[int] = field(default_factory=set)
    """Places in the schedule of the games that are recorded."""
    out: dict[str, int] = field(default_factory=dict)
    """By name of a bot: the place of the game after which it is out for good."""
    interim: Interim = field(init=False)
    """What was scored in the games that are recorded."""
    comparison: Comparison | None = field(init=False)
    """What the test of a change knows from them; None in a tournament."""

    def __post_init__(self) -> None:
        self.interim = Interim(self.schedule.bots)
        self.comparison = comparison_of(self.manifest)

    @property
    def is_complete(self) -> bool:
        """True when every game of the plan is recorded."""
        return len(self.done) == self.schedule.total

    @property
    def records(self) -> Path:
        """The file of records."""
        return self.folder / RECORDS_FILE


def resumed(folder: Path) -> Setup:
    """What was asked for when the tournament in a folder was begun."""
    manifest = read_manifest(folder)
    try:
        check_law(manifest.ruleset)
    except ValueError as error:
        raise UserError(
            f"{folder / MANIFEST_FILE}: its rule set cannot be played: {error}"
        ) from None
    if planned(schedule_of(manifest)) != manifest.schedule:
        raise UserError(
            f"{folder / MANIFEST_FILE}: its schedule does not add up: somebody has edited it"
        )
    if manifest.games_at_once > MAX_GAMES_AT_ONCE:
        raise UserError(
            f"{folder / MANIFEST_FILE}: games_at_once {manifest.games_at_once} is more than "
            f"{MAX_GAMES_AT_ONCE}"
        )
    return Setup(
        bots=tuple(
            read_bot(f"{bot.name}={LISTEN if bot.is_listening else folder / bot.folder}")
            for bot in manifest.bots
        ),
        ruleset=manifest.ruleset,
        boards=manifest.schedule.boards,
        seed=None,
        is_practice=manifest.practice,
        name=manifest.name,
        out=folder,
        control=manifest.limits.time_control,
        on_fault=manifest.limits.on_fault,
        games_at_once=manifest.games_at_once,
        jobs=manifest.jobs,
        plan=PlanWishes(
            kind=manifest.schedule.kind,
            seatings=manifest.schedule.seatings,
            tables=manifest.schedule.tables,
            challengers=manifest.schedule.challengers,
            rounds=manifest.schedule.rounds,
        ),
        compare=manifest.compare,
    )


def folder_of(setup: Setup, seed: str) -> Path:
    """Where a tournament is written: as asked for, or by its name below `leaderboards`."""
    return setup.out or Path("leaderboards") / _name(setup, seed)


def new_seed(setup: Setup) -> str:
    """The seed that was given, or a fresh one."""
    return setup.seed if setup.seed is not None else draw_seed()


def schedule_for(setup: Setup) -> Schedule:
    """The schedule that was asked for; UserError if it cannot be."""
    wishes = setup.plan
    return make_schedule(
        wishes.kind,
        tuple(bot.name for bot in setup.bots),
        setup.ruleset.seats,
        setup.boards,
        seatings=wishes.seatings,
        tables=wishes.tables,
        challengers=wishes.challengers,
        rounds=wishes.rounds,
    )


async def build_bots(setup: Setup, folder: Path, report: Report) -> Setup:
    """Runs the builds of the bots that have one and have changed; UserError if one fails."""

    def say(text: str) -> None:
        report(Notice(text=text))

    bots = []
    for bot in setup.bots:
        log = made_logs(folder) / f"{bot.name}.build.txt"
        bots.append(await build_bot(bot, log, setup.build_seconds, say))
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
    if old is not None and isinstance(schedule, Compare):
        # When its test had ended, the plan was cut down to what was played.
        rounds = min(old.schedule.rounds, schedule.rounds)
        schedule = dataclasses.replace(schedule, rounds=rounds)
    if old is not None and setup.seed is None:
        seed = kept_seed(folder, old)
    manifest = _manifest(setup, folder, seed, schedule)
    if old is None:
        write_seed(folder, seed)
    else:
        if setup.name not in (None, old.name):
            raise UserError(
                f"{folder} holds the tournament {printable(old.name)}, not {setup.name}: leave "
                "--name out to go on with it, or choose another folder with --out"
            )
        check_same(folder, old, manifest)
        # A seed that was revealed stays so, whatever is still to be played.
        manifest = replace(manifest, name=old.name, practice=old.practice, seed=old.seed)
    tournament = Tournament(
        folder, manifest, seed, setup.bots, schedule, setup.bind, setup.tls, setup.has_transcripts
    )
    _read_done(tournament, report)
    if old is not None and old.state is State.FINISHED and tournament.is_complete:
        tournament.manifest = old
    else:
        write_manifest(folder, manifest)
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
        time_control=time_control_text(manifest),
        commitment=manifest.commitment,
        done=len(tournament.done),
        is_limit=manifest.compare is not None,
    )


def _read_done(tournament: Tournament, report: Report) -> None:
    path = tournament.records
    if notice := mend_records(path):
        report(Notice(text=notice))
    if not path.exists():
        return
    manifest = tournament.manifest
    for record in read_records(
        path, schedule=tournament.schedule, ruleset=manifest.ruleset, seed=tournament.seed
    ):
        note_record(tournament, record)


def note_record(tournament: Tournament, record: GameRecord) -> None:
    """Takes a recorded game off the plan, and the bots that it put out."""
    index = tournament.schedule.index_of(record.game_id)
    if index is None:
        raise UserError(f"game {record.game_id} is not one of this tournament")
    if index not in tournament.done:
        tournament.interim.note(record)
        if tournament.comparison is not None:
            tournament.comparison.note(record)
    tournament.done.add(index)
    tournament.schedule.note(index, record.score)
    for seat in record.put_out:
        # The earliest game counts: what lies before it in the schedule is played with the bot.
        name = record.seating[seat]
        tournament.out[name] = min(index, tournament.out.get(name, index))


def _name(setup: Setup, seed: str) -> str:
    return setup.name or f"{setup.ruleset.id}-{commitment(seed)[:8]}"


def _manifest(setup: Setup, folder: Path, seed: str, schedule: Schedule) -> Manifest:
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
        compare=setup.compare,
    )


def _planned_bot(bot: Bot, folder: Path) -> PlannedBot:
    return PlannedBot(
        name=bot.name,
        own_name=bot.own_name,
        version=bot.version,
        language=bot.language,
        run=bot.run_words,
        folder="" if bot.is_listening else os.path.relpath(bot.folder, folder),
        digest=bot.digest,
    )
