"""The command that tells the author of a bot whether it can play, and what is in the way."""

import sys
import tempfile
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from signal import SIGINT

import click
import msgspec

from referee.botfile import Bot, read_bot
from referee.build import BuildFailed, build_bot, made_folders
from referee.checkline import CheckLine, Verdict, startable
from referee.checkrun import examine
from referee.checkverdicts import check_lines
from referee.cover import cover
from referee.errors import UserError
from referee.hosting import Interruption, run_hosted
from referee.law import RuleSet
from referee.options import build_option, build_seconds, check_rulesets, positive
from referee.rulefile import ruleset_ids
from referee.ruleset import load_ruleset
from referee.timecontrol import TimeControl, duration_text

EXIT_BOT = 1
_DEFAULTS = TimeControl()
_USUAL = "classic"
"""What is played first where the bot plays it, as by the other commands."""
_WIDTH = 120
_DONE_ALREADY = "was done already"
_STARTS = ("start", "handshake", "warm-up")


@click.command()
@click.argument("spec", metavar="BOT")
@click.option(
    "--ruleset",
    "names",
    multiple=True,
    metavar="ID|FILE",
    help="Play by this one, and no other; may be repeated. [default: a few of those in "
    "bot.toml, or else of all, that have every kind of question]",
)
@click.option(
    "--start-budget",
    default=duration_text(_DEFAULTS.start_budget_ms),
    metavar="TIME",
    show_default=True,
    help="From the start of the bot to Ready.",
)
@click.option(
    "--move-limit",
    default=duration_text(_DEFAULTS.move_limit_ms),
    metavar="TIME",
    show_default=True,
    help="For one decision.",
)
@build_option
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the checks as JSON lines; words go to standard error.",
)
def check(
    spec: str,
    names: tuple[str, ...],
    start_budget: str,
    move_limit: str,
    build_budget: str,
    as_json: bool,
) -> int:
    """Builds and starts BOT, asks it all that a game can ask, and says what is right and wrong.

    Exit codes: 0 all is well; 1 the bot is to be mended; 2 the machine, or bot.toml.
    """  # fmt: skip
    control = TimeControl(
        start_budget_ms=positive(start_budget, "--start-budget"),
        move_limit_ms=positive(move_limit, "--move-limit"),
    )
    limit = build_seconds(build_budget)
    bot = read_bot(spec)
    if bot.is_listening:
        raise UserError("check starts the bot itself, and several times: name its folder")
    rulesets = _rulesets(bot, names)
    with tempfile.TemporaryDirectory(prefix="king-check-") as folder:
        return _Run(bot, rulesets, control, Path(folder), as_json).run(limit)


def _rulesets(bot: Bot, names: tuple[str, ...]) -> list[RuleSet]:
    """Those that were named; else a cover of those that the bot plays, the usual one first."""
    rulesets = [load_ruleset(name) for name in names]
    known = {*ruleset_ids(), *(one.id for one in rulesets)}
    for name in bot.rulesets or ():
        if name not in known:  # a path too: nobody but us could find the file there
            raise UserError(
                f"{bot.folder / 'bot.toml'}: `rulesets` has {name!r}, which is no id of a rule "
                "set: `referee rules` lists them; a rule set of your own is given with "
                "--ruleset FILE, and its id in bot.toml is the file's name without .toml"
            )
    for one in rulesets:
        check_rulesets([bot], one)
    if rulesets:
        return rulesets
    own = bot.rulesets if bot.rulesets is not None else ruleset_ids()
    if not own:
        raise UserError(f"{bot.folder / 'bot.toml'}: `rulesets` is empty: the bot plays nothing")
    return cover([load_ruleset(name) for name in sorted(own, key=lambda one: one != _USUAL)])


@dataclass(slots=True)
class _Run:
    """One check of one bot, and how it is shown."""

    bot: Bot
    rulesets: list[RuleSet]
    control: TimeControl
    folder: Path
    as_json: bool

    def run(self, build_limit: float) -> int:
        """Builds and examines the bot and prints all lines; gives the exit code."""
        interruption = Interruption()
        # The build too: whatever ends it, nothing of it is left, and it is said.
        lines = run_hosted(lambda: self._lines(build_limit), interruption)
        if lines is None:
            self._say("interrupted")
            return 128 + (interruption.signal or SIGINT)
        return self._show(lines)

    async def _lines(self, build_limit: float) -> list[CheckLine]:
        seen = "bot.toml names none" if self.bot.build_words is None else "done"
        log = self.folder / "build.txt"

        def done_already() -> None:
            nonlocal seen
            seen = _DONE_ALREADY

        def say(text: str) -> None:
            # Its name stands before each line, and once is enough.
            self._say(text.replace(f"building {self.bot.name}: ", "building: ", 1))

        try:
            self.bot = await build_bot(self.bot, log, build_limit, say, done_already)
        except BuildFailed as failure:
            return [_failed_build(failure)]
        found = await examine(self.bot, self.rulesets, self.control, self.folder, self._say)
        lines = [CheckLine("build", Verdict.PASS, seen), *check_lines(found)]
        # Not where Python keeps what it has compiled: that is in the way of nobody.
        made = [name for name in made_folders(self.bot) if name != "__pycache__"]
        if seen == _DONE_ALREADY and made:
            again = f"if what was built is damaged: remove {' and '.join(made)} from its folder, "
            again += "and it is built again"
            lines = [_with_advice(one, again) if one.check in _STARTS else one for one in lines]
        return lines

    def _say(self, text: str) -> None:
        click.echo(f"{self.bot.name}: {text}", err=True)

    def _show(self, lines: list[CheckLine]) -> int:
        is_good = all(line.verdict is not Verdict.FAIL for line in lines)
        if self.as_json:
            for line in lines:
                sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
        else:
            click.echo("\n".join(_page(lines)))
        return 0 if is_good else EXIT_BOT


def _failed_build(failure: BuildFailed) -> CheckLine:
    do = "run the `build` of bot.toml in the bot's folder until it ends with exit code 0"
    if failure.has_ended_well:
        do = "let the build make what `run` in bot.toml names, and leave all else as it is"
    elif failure.is_too_slow:
        do = "it takes too long: raise --build-budget, or make the build quicker"
    elif failure.end.startswith("cannot "):
        do = startable(failure.end, "build")
    is_silent = not failure.lines and not failure.has_ended_well
    said = ("nothing",) if is_silent and not failure.end.startswith("cannot ") else failure.lines
    return CheckLine("build", Verdict.FAIL, failure.end, said=said, do=do)


def _with_advice(line: CheckLine, more: str) -> CheckLine:
    if line.verdict is not Verdict.FAIL:
        return line
    return msgspec.structs.replace(line, do=f"{line.do}; {more}")


def _page(lines: list[CheckLine]) -> list[str]:
    width = max(len(line.check) for line in lines)
    indent = " " * (len(Verdict.LEFT_OUT) + width + 4)
    page: list[str] = []
    for line in lines:
        page += _wrapped(f"{line.verdict:8}  {line.check:{width}}  ", line.seen, indent)
        page += [indent + text for text in line.asked]
        # Not `said:`, as in a question that is what the seats have called.
        page += [f"{indent}{'' if at else 'printed:':9}{text}" for at, text in enumerate(line.said)]
        if line.do:
            page += _wrapped(f"{indent}{'do:':7}", line.do, f"{indent}       ")
    counts = [
        f"{count} {verdict}"
        for verdict in Verdict
        if (count := sum(line.verdict is verdict for line in lines))
    ]
    return [*page, ", ".join(counts)]


def _wrapped(head: str, text: str, indent: str) -> Iterable[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=head, subsequent_indent=indent, break_on_hyphens=False
    )
