"""The commands of `referee` and their options; what they do is elsewhere."""

import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from signal import SIGINT
from typing import Any, TypeVar

import click
import trio
from click.core import ParameterSource

from referee.boards import parse_seed
from referee.botfile import Bot, check_names, read_bot
from referee.errors import UserError
from referee.explain import fault_text, log_text
from referee.files import disk_errors
from referee.folder import LOGS_FOLDER, held_folder, held_tournament
from referee.hosting import Interruption, run_hosted
from referee.leaderboard import leaderboard_text
from referee.manifest import OnFault, State, read_manifest
from referee.opening import (
    Setup,
    Tournament,
    build_bots,
    folder_of,
    new_seed,
    open_tournament,
    resumed,
    schedule_for,
)
from referee.printable import tail
from referee.progress import Display
from referee.rulefile import parse_settings
from referee.ruleset import load_ruleset
from referee.samples import filled_up
from referee.timecontrol import TimeControl, duration_text, parse_bank, parse_duration
from referee.tournament import Outcome, play_tournament, rewrite_leaderboard

EXIT_FAULT = 1
MAX_GAMES_AT_ONCE = 256
_LOG_LINES = 20
_DEFAULTS = TimeControl()
F = TypeVar("F", bound=Callable[..., Any])


def _options(on_fault: OnFault) -> Callable[[F], F]:
    """The options that every command that plays has."""
    bank = f"{_DEFAULTS.bank_ms // 1000}s+{_DEFAULTS.bank_increment_ms // 1000}s"
    options = [
        click.option("--ruleset", default="classic", metavar="ID|FILE", show_default=True,
                     help="Rules to play by."),
        click.option("--set", "settings", multiple=True, metavar="KEY=VALUE",
                     help="Set an option of the rule set; may be repeated."),
        click.option("--boards", default="8", metavar="N", show_default=True,
                     help="Boards for each table; every board is played in all rotations."),
        click.option("--seed", metavar="TEXT",
                     help="Deal from this text: for practice, as anybody may know it."),
        click.option("--seed-file", metavar="PATH|-",
                     help="Deal from the secret seed in a file, or from standard input."),
        click.option("--name", metavar="NAME",
                     help="Name of the run. [default: rule set and start of the commitment]"),
        click.option("--out", metavar="DIR",
                     help="Folder to write to. [default: leaderboards/NAME]"),
        click.option("--games-at-once", default="8", metavar="K", show_default=True,
                     help="Games that are open at once, as far as each bot allows."),
        click.option("--jobs", default="1", metavar="N", show_default=True,
                     help="Sets of bot processes side by side."),
        click.option("--start-budget", default=duration_text(_DEFAULTS.start_budget_ms),
                     metavar="TIME", show_default=True, help="From the start of a bot to Ready."),
        click.option("--move-limit", default=duration_text(_DEFAULTS.move_limit_ms),
                     metavar="TIME", show_default=True, help="For one decision."),
        click.option("--bank", default=bank, metavar="TIME+TIME", show_default=True,
                     help="For all decisions of a game: start, and increment a deal."),
        click.option("--grace", default=duration_text(_DEFAULTS.grace_ms), metavar="TIME",
                     show_default=True, help="Over the limit: charged, but no fault."),
        click.option("--no-clock", is_flag=True, help="No limits on thinking."),
        click.option("--on-fault", type=click.Choice([one.value for one in OnFault]),
                     default=on_fault.value, show_default=True,
                     help="replace: the house answers and the game goes on; "
                     "strict: the first fault ends the run."),
        click.option("--bind", default="127.0.0.1:0", metavar="HOST:PORT", show_default=True,
                     help="Where a bot that is named NAME=listen dials in; 0: any free port."),
        click.option("--json", "as_json", is_flag=True,
                     help="Print events as JSON lines; words go to standard error."),
    ]  # fmt: skip

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.command()
@click.argument("bots", nargs=-1, metavar="BOT...")
@_options(OnFault.REPLACE)
@click.option("--dry-run", is_flag=True, help="Print the plan and play nothing.")
@click.option(
    "--trust-listen",
    is_flag=True,
    help="Let NAME=listen bots in, which cannot be checked: the result is unrated.",
)
@click.option("--resume", metavar="DIR", help="Go on with the tournament in DIR as it was begun.")
@click.pass_context
def tournament(
    context: click.Context,
    /,
    bots: tuple[str, ...],
    dry_run: bool,
    trust_listen: bool,
    resume: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Plays a round-robin: every group of as many bots as seats, every board in all rotations.

    The same command into the same folder goes on where it was interrupted, and so does --resume.
    """
    if resume is not None:
        _check_alone(context)
        return _play(resumed(Path(resume)), as_json)
    if not bots:
        raise UserError("no bots: name their folders, or --resume DIR to go on with a tournament")
    setup = _setup([read_bot(bot) for bot in bots], **options)
    if (listening := _listening(setup.bots)) and not trust_listen:
        raise UserError(
            f"{listening[0]}=listen cannot be started again by us, nor its code be checked: "
            "--trust-listen lets it in, and the result is unrated"
        )
    if dry_run:
        return _dry_run(setup)
    return _play(setup, as_json)


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@_options(OnFault.STRICT)
def match(bots: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Plays one table; free seats are filled with sample bots."""
    ruleset = load_ruleset(options["ruleset"], parse_settings(options["settings"]))
    if len(bots) > ruleset.seats:
        raise UserError(
            f"{len(bots)} bots for {ruleset.seats} seats: name fewer, or play a tournament"
        )
    table = filled_up([read_bot(bot) for bot in bots], ruleset.seats)
    return _play(_setup(table, **options), as_json, is_match=True)


@click.command()
@click.argument("folder", metavar="DIR")
def leaderboard(folder: str) -> int:
    """Writes the leaderboard of DIR again from its records, and prints it."""
    path = Path(folder)
    manifest = read_manifest(path)
    with held_folder(path):
        result = rewrite_leaderboard(
            path, manifest, on_torn=lambda notice: click.echo(notice, err=True)
        )
    click.echo(leaderboard_text(result, manifest), nl=False)
    return 0


def _check_alone(context: click.Context) -> None:
    """UserError if there is more on the command line than --resume and --json."""
    given = [
        parameter
        for parameter in context.command.params
        if parameter.name not in ("resume", "as_json")
        and context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        and context.params[parameter.name or ""]
    ]
    if given:
        what = given[0].opts[0] if isinstance(given[0], click.Option) else "a bot"
        raise UserError(f"--resume takes all from the folder: leave {what} out")


def _play(setup: Setup, as_json: bool, *, is_match: bool = False) -> int:
    seed = new_seed(setup)
    folder = folder_of(setup, seed)
    is_strict = setup.on_fault is OnFault.STRICT
    showing = Display(json=as_json, is_strict=is_strict, is_explained=is_match)
    with showing as display, held_folder(folder):
        held_tournament(folder)  # before anything is written into a folder that is not ours
        setup = trio.run(build_bots, setup, folder, display.report)
        played = open_tournament(setup, folder, seed, display.report)
        if played.manifest.state is State.FINISHED:
            display.say(f"{folder} is finished already: nothing is left to play")
            outcome = Outcome(rewrite_leaderboard(folder, played.manifest))
        else:
            interruption = Interruption()
            try:
                ended = run_hosted(lambda: play_tournament(played, display.report), interruption)
            except BaseException as bug:
                bug.add_note(f"folder {folder}")
                raise
            if ended is None:
                return _interrupted(played, interruption, display)
            outcome = ended
        if outcome.stopped_by is not None:
            display.say(fault_text(outcome.stopped_by))
            display.say(_log_of(played, outcome.stopped_by.bot))
            return EXIT_FAULT
        if outcome.standings is not None:
            display.say("")
            display.say(leaderboard_text(outcome.standings, played.manifest))
        display.say(f"records, leaderboard.md, .csv and .json, and the bots' logs: {folder}")
    return 0


def _interrupted(played: Tournament, interruption: Interruption, display: Display) -> int:
    done, total = len(played.done), played.schedule.total
    display.say(
        f"interrupted after {done} of {total} games; to go on: "
        f"referee tournament --resume {shlex.quote(str(played.folder))}"
    )
    return 128 + (interruption.signal or SIGINT)


def _log_of(played: Tournament, bot: str) -> str:
    logs = sorted(
        (played.folder / LOGS_FOLDER).glob(f"{bot}-life*.stderr.txt"),
        key=lambda path: path.stat().st_mtime_ns,
    )
    if not logs:
        return f"  no stderr of {bot} was kept"
    return log_text(str(logs[-1]), tail(logs[-1], _LOG_LINES))


def _dry_run(setup: Setup) -> int:
    seed = new_seed(setup)
    plan = schedule_for(setup).expected()
    decisions = setup.ruleset.hand_size * setup.ruleset.seats * setup.ruleset.deal_count
    decisions *= plan.games
    # Measured with bots that answer at once, on two cores: what one decision costs alone and what
    # it costs in company; a start takes a second. The most is what all banks of all games hold.
    at_once = min(setup.games_at_once, decisions)
    quick = plan.lives + decisions * (0.00004 + 0.0006 / at_once)
    control = setup.control
    bank = control.bank_ms + control.bank_increment_ms * setup.ruleset.deal_count
    most = plan.games * setup.ruleset.seats * bank / 1000 / (setup.games_at_once * setup.jobs)
    most = max(most, quick)
    longest = "as long as the bots think" if control.no_clock else f"at most {_about(most)}"
    rows = {
        "rule set": setup.ruleset.id,
        "bots": ", ".join(bot.name for bot in setup.bots),
        "tables": plan.tables,
        "boards": plan.boards,
        "games": plan.games,
        "process starts": plan.process_starts * setup.jobs,
        "decisions": f"at most {decisions}",
        "time control": setup.control,
        "time to expect": f"{_about(quick)} with bots that answer at once, {longest}",
        "folder": folder_of(setup, seed) if setup.seed or setup.out or setup.name else "new",
    }
    for label, value in rows.items():
        click.echo(f"{label + ':':16}{value}")
    return 0


def _about(seconds: float) -> str:
    if seconds < 90:
        return f"{max(round(seconds), 1)} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _setup(bots: list[Bot], **options: Any) -> Setup:
    check_names(bots)
    ruleset = load_ruleset(options["ruleset"], parse_settings(options["settings"]))
    for bot in bots:
        if bot.rulesets is not None and ruleset.id not in bot.rulesets:
            raise UserError(
                f"bot {bot.name} does not play {ruleset.id}: its bot.toml has "
                f"rulesets {', '.join(bot.rulesets)}"
            )
    bank_ms, increment_ms = parse_bank(options["bank"], "--bank")
    seed = _seed(options["seed"], options["seed_file"])
    setup = Setup(
        bots=tuple(bots),
        ruleset=ruleset,
        boards=_number(options["boards"], "--boards", 1_000_000),
        seed=seed,
        is_practice=options["seed"] is not None,
        name=_name(options["name"]),
        out=_out(options["out"]),
        control=TimeControl(
            no_clock=options["no_clock"],
            start_budget_ms=_positive(options["start_budget"], "--start-budget"),
            move_limit_ms=_positive(options["move_limit"], "--move-limit"),
            bank_ms=bank_ms,
            bank_increment_ms=increment_ms,
            grace_ms=parse_duration(options["grace"], "--grace"),
        ),
        on_fault=OnFault(options["on_fault"]),
        games_at_once=_number(options["games_at_once"], "--games-at-once", MAX_GAMES_AT_ONCE),
        jobs=_number(options["jobs"], "--jobs", 64),
        bind=_bind(options["bind"]),
    )
    if setup.jobs > 1 and (listening := _listening(setup.bots)):
        raise UserError(f"--jobs: {listening[0]}=listen is one process: leave --jobs out")
    schedule_for(setup)  # says when the bots are too few
    return setup


def _seed(text: str | None, path: str | None) -> str | None:
    if text is not None and path is not None:
        raise UserError("--seed and --seed-file exclude each other: give one")
    if path is None:
        return None if text is None else parse_seed(text)
    if path == "-":
        return parse_seed(sys.stdin.read())
    with disk_errors("read", Path(path)):
        return parse_seed(Path(path).read_text(encoding="utf-8", errors="replace"))


def _number(text: str, what: str, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise UserError(f"{what}: {text!r} is not a number from 1 to {most}")
    return int(text)


def _positive(text: str, what: str) -> int:
    milliseconds = parse_duration(text, what)
    if milliseconds == 0:
        raise UserError(f"{what}: 0 leaves no time at all (--no-clock lifts the limits)")
    return milliseconds


def _listening(bots: Iterable[Bot]) -> list[str]:
    return [bot.name for bot in bots if bot.is_listening]


def _bind(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isascii() or not port.isdigit() or int(port) > 65_535:
        raise UserError(f"--bind: {text!r} is not HOST:PORT, such as 127.0.0.1:4000")
    if host not in ("127.0.0.1", "localhost", "[::1]"):
        raise UserError(f"--bind: {host!r} is not a loopback address, and there is no TLS yet")
    return host, int(port)


def _out(folder: str | None) -> Path | None:
    if folder == "":
        raise UserError("--out: the name of a folder is missing")
    return Path(folder) if folder is not None else None


def _name(name: str | None) -> str | None:
    if name is not None and (not name.strip(".") or "/" in name or not name.isprintable()):
        raise UserError(f"--name: {name!r} cannot be the name of a folder")
    return name
