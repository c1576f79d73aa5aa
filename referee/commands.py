"""The commands of `referee` and their options; what they do is elsewhere."""

import dataclasses
import os
import shlex
from pathlib import Path
from signal import SIGINT
from typing import Any

import click
import trio
from click.core import ParameterSource

from referee.botfile import read_bot
from referee.comparison import COMPARE_FILE, comparison_text
from referee.dryrun import plan_lines
from referee.errors import UserError
from referee.events import Notice
from referee.explain import fault_text, log_text
from referee.folder import LOGS_FOLDER, held_folder, held_tournament
from referee.hosting import Interruption, run_hosted
from referee.leaderboard import leaderboard_text
from referee.manifest import OnFault, State, read_manifest, resume_words
from referee.opening import (
    Setup,
    Tournament,
    build_bots,
    folder_of,
    new_seed,
    open_tournament,
    resumed,
)
from referee.options import check_dial_in, dial_in, listening, of_the_day, run_options, setup_of
from referee.printable import counted, tail
from referee.progress import Display
from referee.report import REPORT_FILE, write_report
from referee.rulefile import parse_settings
from referee.ruleset import load_ruleset
from referee.samples import filled_up
from referee.schedule import Kind
from referee.sequential import Verdict
from referee.tournament import Outcome, play_tournament, rewrite_leaderboard
from referee.tournamentfile import words_of

EXIT_FAULT = 1
_EXITS = {Verdict.BETTER: 0, Verdict.NOT_BETTER: 1, Verdict.UNDECIDED: 3, None: 3}
"""By verdict of a comparison."""
_LOG_LINES = 20
_OF_THE_DAY = (
    "resume",
    "as_json",
    "has_transcripts",
    "build_budget",
    "bind",
    "tls_cert",
    "tls_key",
    "tls_client_ca",
)
"""What may stand beside --resume: how this run is held, not what is played."""


@click.command()
@click.argument("bots", nargs=-1, metavar="BOT...")
@run_options(OnFault.REPLACE)
@click.option(
    "--schedule",
    "kind",
    type=click.Choice([one.value for one in Kind if one is not Kind.COMPARE]),
    default=Kind.ROUND_ROBIN.value,
    show_default=True,
    help="round-robin: every group of bots; balanced: --tables groups in which all pairs meet as "
    "often; gauntlet: --challenger bots against the field; ladder: --rounds by the standings.",
)
@click.option(
    "--tables", metavar="N", help="Of a balanced schedule. [default: bots / seats x seats]"
)
@click.option("--challenger", "challengers", multiple=True, metavar="NAME", help="Of a gauntlet.")
@click.option("--rounds", metavar="N", help="Of a ladder. [default: 4]")
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
    """Plays a tournament: groups of as many bots as seats, each on boards of its own.

    In place of the bots a FILE.toml can stand, with `bots` and the options as keys; what else is
    on the command line goes over it.

    The same command into the same folder goes on where it was interrupted, and so does --resume.
    """
    if bots and bots[0].endswith(".toml"):
        return _from_file(context, Path(bots[0]), bots[1:])
    if resume is not None:
        check_alone(context)
        bind, tls = dial_in(options)
        setup = dataclasses.replace(
            resumed(Path(resume)),
            bind=bind,
            tls=tls,
            **of_the_day(options),
        )
        check_dial_in(setup.bots, options)
        return play(setup, as_json)
    if not bots:
        raise UserError("no bots: name their folders, or --resume DIR to go on with a tournament")
    setup = setup_of([read_bot(bot) for bot in bots], **options)
    if (names := listening(setup.bots)) and not trust_listen:
        raise UserError(
            f"{names[0]}=listen cannot be started again by us, nor its code be checked: "
            "--trust-listen lets it in, and the result is unrated"
        )
    if dry_run:
        for line in plan_lines(setup):
            click.echo(line)
        return 0
    return play(setup, as_json)


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@run_options(OnFault.STRICT)
def match(bots: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Plays one table; free seats are filled with sample bots."""
    ruleset = load_ruleset(options["ruleset"], parse_settings(options["settings"]))
    if len(bots) > ruleset.seats:
        raise UserError(
            f"{len(bots)} bots for {ruleset.seats} seats: name fewer, or play a tournament"
        )
    table = filled_up([read_bot(bot) for bot in bots], ruleset.seats)
    return play(setup_of(table, **options), as_json, is_match=True)


@click.command()
@click.argument("folder", metavar="DIR")
def leaderboard(folder: str) -> int:
    """Writes the leaderboard and the report of DIR again from its records, and prints it."""
    path = Path(folder)
    manifest = read_manifest(path)
    with held_folder(path):
        result = rewrite_leaderboard(
            path, manifest, on_torn=lambda notice: click.echo(notice, err=True)
        )
        if _wants_report():
            write_report(path, result, manifest)
    click.echo(leaderboard_text(result, manifest), nl=False)
    return 0


def _from_file(context: click.Context, path: Path, others: tuple[str, ...]) -> int:
    """Runs the command with the words of a file, and those of the command line after them."""
    if others:
        raise UserError(f"{path} names the bots: leave {others[0]} out, or write it into the file")
    given: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        source = context.get_parameter_source(parameter.name or "")
        if isinstance(parameter, click.Option) and source is not ParameterSource.DEFAULT:
            option = parameter.opts[0]
            values = value if isinstance(value, tuple) else (value,)
            given += (
                [option] if value is True else [w for one in values for w in (option, str(one))]
            )
    words = [*words_of(path, context.command.params), *given]
    with context.command.make_context(context.info_name, words, parent=context.parent) as inner:
        code = context.command.invoke(inner)
    return code if isinstance(code, int) else 0


def check_alone(context: click.Context) -> None:
    """UserError if there is more on the command line than --resume and how the run is held."""
    given = [
        parameter
        for parameter in context.command.params
        if parameter.name not in _OF_THE_DAY
        and context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        and context.params[parameter.name or ""]
    ]
    if given:
        what = given[0].opts[0] if isinstance(given[0], click.Option) else "a bot"
        raise UserError(f"--resume takes all from the folder: leave {what} out")


def play(setup: Setup, as_json: bool, *, is_match: bool = False) -> int:
    """Plays what was asked for, or goes on with it, and shows it; gives the exit code."""
    seed = new_seed(setup)
    folder = folder_of(setup, seed)
    is_strict = setup.on_fault is OnFault.STRICT
    showing = Display(json=as_json, is_strict=is_strict, is_explained=is_match)
    with showing as display, held_folder(folder):
        held_tournament(folder)  # before anything is written into a folder that is not ours
        setup = trio.run(build_bots, setup, folder, display.report)
        played = open_tournament(setup, folder, seed, display.report)
        if setup.compare is not None and setup.bots[0].digest == setup.bots[1].digest:
            names = f"{setup.compare.new} and {setup.compare.old}"
            display.report(Notice(text=f"{names} hold the same files"))
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
            if outcome.stopped_by.also_open:
                again = f"--games-at-once 1 --seed {shlex.quote(seed)}"
                display.say(f"  to see at which question it was, play it again with {again}")
            return EXIT_FAULT
        display.say("")
        compares = played.comparison is not None
        if played.comparison is not None:
            states = played.comparison.states()
            display.say(comparison_text(played.manifest, states) + "\n")
            code = _EXITS[states[-1].verdict if states else None]
        elif outcome.standings is not None:
            display.say(leaderboard_text(outcome.standings, played.manifest))
            code = 0
        files = f"{COMPARE_FILE}, leaderboard.md" if compares else "leaderboard.md"
        report = ""
        # After a match an author wants to try again at once.
        if outcome.standings is not None and not is_match and _wants_report():
            write_report(folder, outcome.standings, played.manifest)
            report = f", {REPORT_FILE} to look at"
        display.say(f"records, {files}, .csv and .json, and the bots' logs{report}: {folder}")
    return code


def _wants_report() -> bool:
    """The pictures take longer than a small tournament: who plays many can leave them out."""
    return os.environ.get("REFEREE_REPORT") != "no"


def _interrupted(played: Tournament, interruption: Interruption, display: Display) -> int:
    done, total = len(played.done), played.schedule.total
    words = shlex.join([str(played.folder), *_words_of_the_day(played)])
    display.say(
        f"interrupted after {done} of {counted(total, 'game')}; to go on: "
        f"{resume_words(played.manifest)} {words}"
    )
    return 128 + (interruption.signal or SIGINT)


def _words_of_the_day(played: Tournament) -> list[str]:
    """How this run was held, which no folder keeps."""
    return [*_dial_words(played), *(["--transcripts"] if played.has_transcripts else [])]


def _dial_words(played: Tournament) -> list[str]:
    """The options that let listening bots dial in again."""
    host, port = played.bind
    if not listening(played.bots) or (port == 0 and played.tls is None):
        return []
    return ["--bind", f"{host}:{port}", *(played.tls.words if played.tls else ())]


def _log_of(played: Tournament, bot: str) -> str:
    logs = sorted(
        (played.folder / LOGS_FOLDER).glob(f"{bot}-life*.stderr.txt"),
        key=lambda path: path.stat().st_mtime_ns,
    )
    if not logs:
        return f"  no stderr of {bot} was kept"
    return log_text(str(logs[-1]), tail(logs[-1], _LOG_LINES))
