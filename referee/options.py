"""The options of the commands that play, and what they ask for."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.boards import parse_seed
from referee.botfile import Bot, check_names
from referee.build import BUILD_SECONDS
from referee.errors import UserError
from referee.files import disk_errors
from referee.manifest import OnFault
from referee.opening import MAX_GAMES_AT_ONCE, PlanWishes, Setup, schedule_for
from referee.printable import listed
from referee.rulefile import parse_settings
from referee.ruleset import RuleSet, load_ruleset
from referee.schedule import Kind, Seatings
from referee.timecontrol import TimeControl, duration_text, parse_bank, parse_duration
from referee.tls import LOOPBACK, Tls, read_tls

_ROUNDS = 4
_BIND = "127.0.0.1:0"
_LIFTED = " (--no-clock lifts the limits)"
_DEFAULTS = TimeControl()
F = TypeVar("F", bound=Callable[..., Any])

build_option = click.option(
    "--build-budget",
    default=duration_text(round(BUILD_SECONDS * 1000)),
    metavar="TIME",
    show_default=True,
    help="For the build of a bot.",
)


def run_options(on_fault: OnFault, *, is_comparison: bool = False) -> Callable[[F], F]:
    """The options that every command that plays has; a comparison says itself who sits where."""
    bank = f"{_DEFAULTS.bank_ms // 1000}s+{_DEFAULTS.bank_increment_ms // 1000}s"
    boards, boards_help, at_once = ("8", "Boards for each table.", "8")
    if is_comparison:
        boards, boards_help, at_once = ("1024", "Boards at most, in whole batches.", "64")
    options = [
        click.option("--ruleset", default="classic", metavar="ID|FILE", show_default=True,
                     help="Rules to play by."),
        click.option("--set", "settings", multiple=True, metavar="KEY=VALUE",
                     help="Set an option of the rule set; may be repeated."),
        click.option("--boards", default=boards, metavar="N", show_default=True,
                     help=boards_help),
        click.option("--seed", metavar="TEXT",
                     help="Deal from this text: for practice, as anybody may know it."),
        click.option("--seed-file", metavar="PATH|-",
                     help="Deal from the secret seed in a file, or from standard input."),
        click.option("--name", metavar="NAME",
                     help="Name of the run. [default: rule set and start of the commitment]"),
        click.option("--out", metavar="DIR",
                     help="Folder to write to. [default: leaderboards/NAME]"),
        click.option("--games-at-once", default=at_once, metavar="K", show_default=True,
                     help="Games that are open at once, as far as each bot allows."),
        click.option("--jobs", default="1", metavar="N", show_default=True,
                     help="Sets of bot processes side by side."),
        click.option("--start-budget", default=duration_text(_DEFAULTS.start_budget_ms),
                     metavar="TIME", show_default=True, help="From the start of a bot to Ready."),
        build_option,
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
        click.option("--transcripts", "has_transcripts", is_flag=True,
                     help="Keep all messages to and from each bot, as JSON lines beside its logs."),
        click.option("--json", "as_json", is_flag=True,
                     help="Print events as JSON lines; words go to standard error."),
    ]  # fmt: skip
    if not is_comparison:
        options += [
            click.option("--seatings", type=click.Choice([one.value for one in Seatings]),
                         default=Seatings.ROTATIONS.value, show_default=True,
                         help="rotations: each board once with every bot in every seat; all: in "
                         "every order of the bots; one: a single game a board."),
            click.option("--bind", default=_BIND, metavar="HOST:PORT", show_default=True,
                         help="Where a bot that is named NAME=listen dials in; 0: any free port. "
                         "From other machines it needs TLS."),
            click.option("--tls-cert", metavar="PEM",
                         help="Our certificate for those bots, and its chain."),
            click.option("--tls-key", metavar="PEM", help="The key of --tls-cert."),
            click.option("--tls-client-ca", metavar="PEM",
                         help="Let only bots in whose certificate this CA has signed."),
        ]  # fmt: skip

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def setup_of(bots: list[Bot], **options: Any) -> Setup:
    """What the options ask for; UserError in one line for what cannot be."""
    check_names(bots)
    ruleset = load_ruleset(options["ruleset"], parse_settings(options["settings"]))
    check_rulesets(bots, ruleset)
    bank_ms, increment_ms = parse_bank(options["bank"], "--bank")
    seed = _seed(options["seed"], options["seed_file"])
    bind, tls = dial_in(options)
    setup = Setup(
        bots=tuple(bots),
        ruleset=ruleset,
        boards=whole_number(options["boards"], "--boards", 1_000_000),
        seed=seed,
        is_practice=options["seed"] is not None,
        name=_name(options["name"]),
        out=_out(options["out"]),
        control=TimeControl(
            no_clock=options["no_clock"],
            start_budget_ms=positive(options["start_budget"], "--start-budget", _LIFTED),
            move_limit_ms=positive(options["move_limit"], "--move-limit", _LIFTED),
            bank_ms=bank_ms,
            bank_increment_ms=increment_ms,
            grace_ms=parse_duration(options["grace"], "--grace"),
        ),
        on_fault=OnFault(options["on_fault"]),
        games_at_once=whole_number(options["games_at_once"], "--games-at-once", MAX_GAMES_AT_ONCE),
        jobs=whole_number(options["jobs"], "--jobs", 64),
        bind=bind,
        tls=tls,
        plan=_wishes(options),
        **of_the_day(options),
    )
    if setup.jobs > 1 and (names := listening(setup.bots)):
        raise UserError(f"--jobs: {names[0]}=listen is one process: leave --jobs out")
    check_dial_in(setup.bots, options)
    schedule_for(setup)  # says when the bots are too few
    return setup


def check_dial_in(bots: Sequence[Bot], options: Mapping[str, Any]) -> None:
    """UserError if it is said where bots dial in and none does: all would be started by us."""
    given = [key for key in ("bind", "tls_cert") if options.get(key) not in (None, _BIND)]
    if given and not listening(bots):
        option = f"--{given[0].replace('_', '-')}"
        raise UserError(f"{option} is for a bot that its author starts: name one as NAME=listen")


def of_the_day(options: Mapping[str, Any]) -> dict[str, Any]:
    """How a run is held, for its Setup: what no folder keeps."""
    return {
        "has_transcripts": options["has_transcripts"],
        "build_seconds": build_seconds(options["build_budget"]),
    }


def build_seconds(text: str) -> float:
    """What --build-budget was given, in seconds."""
    return positive(text, "--build-budget") / 1000


def check_rulesets(bots: Iterable[Bot], ruleset: RuleSet) -> None:
    """UserError if a bot says that it does not play a rule set."""
    for bot in bots:
        if bot.rulesets is not None and ruleset.id not in bot.rulesets:
            raise UserError(
                f"bot {bot.name} does not play {ruleset.id}: its bot.toml has "
                f"rulesets {', '.join(bot.rulesets)}"
            )


def _seed(text: str | None, path: str | None) -> str | None:
    if text is not None and path is not None:
        raise UserError("--seed and --seed-file exclude each other: give one")
    if path is None:
        return None if text is None else parse_seed(text)
    if path == "-":
        return parse_seed(sys.stdin.read())
    with disk_errors("read", Path(path)):
        return parse_seed(Path(path).read_text(encoding="utf-8", errors="replace"))


def _wishes(options: Mapping[str, Any]) -> PlanWishes:
    """Who shall meet whom; a match has one table and no options for it."""
    kind = Kind(options.get("kind", Kind.ROUND_ROBIN))
    tables, rounds = options.get("tables"), options.get("rounds")
    challengers = tuple(options.get("challengers", ()))
    for given, option, its_kind in (
        (tables, "--tables", Kind.BALANCED),
        (challengers, "--challenger", Kind.GAUNTLET),
        (rounds, "--rounds", Kind.LADDER),
    ):
        if given and kind is not its_kind:
            raise UserError(f"{option} is for --schedule {its_kind}, not for {kind}")
    return PlanWishes(
        kind=kind,
        seatings=Seatings(options.get("seatings", Seatings.ROTATIONS)),
        tables=None if tables is None else whole_number(tables, "--tables", 1_000_000),
        challengers=challengers,
        rounds=whole_number(rounds or str(_ROUNDS), "--rounds", 1000) if kind is Kind.LADDER else 1,
    )


def whole_number(text: str, what: str, most: int) -> int:
    """The number from 1 that an option was given; UserError for anything else."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise UserError(f"{what}: {text!r} is not a number from 1 to {most}")
    return int(text)


def positive(text: str, what: str, instead: str = "") -> int:
    """The milliseconds that an option was given; UserError, with what to do, for none."""
    milliseconds = parse_duration(text, what)
    if milliseconds == 0:
        raise UserError(f"{what}: 0 leaves no time at all{instead}")
    return milliseconds


def listening(bots: Iterable[Bot]) -> list[str]:
    """The names of the bots that their authors start."""
    return [bot.name for bot in bots if bot.is_listening]


def dial_in(options: Mapping[str, Any]) -> tuple[tuple[str, int], Tls | None]:
    """Where bots dial in that are not started by us, and with which certificates."""
    certificate, key = options.get("tls_cert"), options.get("tls_key")
    client_ca = options.get("tls_client_ca")
    if (certificate is None) != (key is None):
        raise UserError("--tls-cert and --tls-key go together: give both")
    if certificate is None and client_ca is not None:
        raise UserError("--tls-client-ca is of no use without --tls-cert and --tls-key")
    bind = _bind(options.get("bind", _BIND), has_tls=certificate is not None)
    if certificate is None or key is None:
        return bind, None
    return bind, read_tls(certificate, key, client_ca)


def _bind(text: str, *, has_tls: bool) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not host or not colon or not port.isascii() or not port.isdigit() or int(port) > 65_535:
        raise UserError(f"--bind: {text!r} is not HOST:PORT, such as 127.0.0.1:4000")
    if not has_tls and host not in LOOPBACK:
        raise UserError(
            f"--bind: without TLS {listed(LOOPBACK)} can be bound, not {host!r}: bots of other "
            "machines need --tls-cert and --tls-key, see docs/remote.md"
        )
    return host, int(port)


def _out(folder: str | None) -> Path | None:
    if folder == "":
        raise UserError("--out: the name of a folder is missing")
    return Path(folder) if folder is not None else None


def _name(name: str | None) -> str | None:
    if name is not None and (not name.strip(".") or "/" in name or not name.isprintable()):
        raise UserError(f"--name: {name!r} cannot be the name of a folder")
    return name
