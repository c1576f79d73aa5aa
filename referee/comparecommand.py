"""The command that says whether a change is better."""

import dataclasses
from math import isfinite
from pathlib import Path
from typing import Any

import click

from referee.botfile import Bot, read_bot
from referee.commands import check_alone, play
from referee.comparison import usual_bounds
from referee.errors import UserError
from referee.manifest import OnFault, PlannedCompare
from referee.opening import PlanWishes, Setup, resumed, schedule_for
from referee.options import listening, of_the_day, run_options, setup_of, whole_number
from referee.rulefile import parse_settings
from referee.ruleset import RuleSet, load_ruleset
from referee.samples import free_name
from referee.schedule import Kind
from referee.sequential import SequentialTest

_MOST = 1_000_000
_LEAST = 64
_LONGEST_NAME = 36


@click.command()
@click.argument("bots", nargs=-1, metavar="NEW OLD")
@click.option(
    "--field",
    multiple=True,
    metavar="BOT",
    help="Against whom both play: one for each other seat. [default: copies of OLD]",
)
@click.option(
    "--bounds",
    metavar="S0,S1",
    help="Points a game: so much is not better, so much is. [default: 0 and a 192nd of "
    "what the prices of a game come to: 0,2 in classic]",
)
@click.option(
    "--alpha",
    default="0.05",
    show_default=True,
    metavar="P",
    help="How often a change that is worth S0 may pass as better.",
)
@click.option(
    "--beta",
    default="0.05",
    show_default=True,
    metavar="P",
    help="How often a change that is worth S1 may be taken for not better.",
)
@click.option(
    "--batch", default="16", show_default=True, metavar="N", help="Boards between two looks."
)
@click.option(
    "--least",
    metavar="N",
    help="No verdict before so many boards. [default: 64, or --boards where that is less]",
)
@run_options(OnFault.REPLACE, is_comparison=True)
@click.option("--resume", metavar="DIR", help="Go on with the comparison in DIR as it was begun.")
@click.pass_context
def compare(
    context: click.Context,
    /,
    bots: tuple[str, ...],
    field: tuple[str, ...],
    resume: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Plays NEW and OLD in the same seats on the same boards until it is known which is better.

    Exit codes: 0 NEW is better, 1 it is not, 3 undecided at the limit. The same command into the
    same folder goes on where it was interrupted, and so does --resume; in a finished folder both
    show the verdict again.
    """  # fmt: skip
    if resume is not None:
        check_alone(context)
        setup = resumed(Path(resume))
        if setup.compare is None:
            raise UserError(
                f"{resume} holds a tournament, no comparison: referee tournament --resume {resume}"
            )
        return play(dataclasses.replace(setup, **of_the_day(options)), as_json)
    if len(bots) != 2:
        raise UserError(f"{len(bots)} bots: name two, NEW and OLD, or --resume DIR to go on")
    new, old = (read_bot(bot) for bot in bots)
    return play(_setup(new, old, [read_bot(bot) for bot in field], options), as_json)


def _setup(new: Bot, old: Bot, field: list[Bot], options: dict[str, Any]) -> Setup:
    if names := listening([new, old, *field]):
        raise UserError(
            f"{names[0]}=listen: a comparison starts its bots again and again, by itself: "
            "name its folder"
        )
    ruleset = load_ruleset(options["ruleset"], parse_settings(options["settings"]))
    others = ruleset.seats - 1
    if field and len(field) != others:
        raise UserError(
            f"--field: {len(field)} bots for {others} other seats of {ruleset.id}: give --field "
            "once for each"
        )
    batch = whole_number(options.pop("batch"), "--batch", _MOST)
    most = _most_boards(options.pop("boards"), batch)
    least = whole_number(options.pop("least") or str(min(_LEAST, most)), "--least", _MOST)
    if not 1 < least <= most:
        raise UserError(f"--least: {least} is not from 2 to the {most} boards of --boards")
    s0, s1 = _bounds(options.pop("bounds"), ruleset)
    test = SequentialTest(
        s0=s0,
        s1=s1,
        alpha=_rate(options.pop("alpha"), "--alpha"),
        beta=_rate(options.pop("beta"), "--beta"),
        least_boards=least,
        most_boards=most,
    )
    bots = named(new, old, field or [old] * (others - 1))
    setup = dataclasses.replace(
        setup_of(bots, boards=str(batch), **options),
        plan=PlanWishes(
            kind=Kind.COMPARE,
            # OLD against copies of itself scores nothing, turn by turn: that need not be played.
            challengers=tuple(bot.name for bot in bots[: 2 if field else 1]),
            rounds=most // batch,
        ),
        compare=PlannedCompare(new=bots[0].name, old=bots[1].name, test=test),
    )
    schedule_for(setup)
    return setup


def named(new: Bot, old: Bot, others: list[Bot]) -> list[Bot]:
    """All bots under names of their own: `new` and `old` if theirs clash, a number for others."""
    if new.name == old.name:
        new, old = dataclasses.replace(new, name="new"), dataclasses.replace(old, name="old")
    bots = [new, old]
    for bot in others:
        # A copy of OLD is called after it.
        name = old.name if bot.digest == old.digest and bot.folder == old.folder else bot.name
        free = free_name(name[:_LONGEST_NAME], {one.name for one in bots})
        bots.append(dataclasses.replace(bot, name=free))
    return bots


def _most_boards(text: str, batch: int) -> int:
    most = whole_number(text, "--boards", _MOST)
    if most % batch:
        nearest = max(1, round(most / batch)) * batch
        raise UserError(
            f"--boards: {most} boards are no whole batches of {batch}; the nearest number is "
            f"{nearest} (or set --batch)"
        )
    return most


def _bounds(text: str | None, ruleset: RuleSet) -> tuple[float, float]:
    if text is None:
        return usual_bounds(ruleset)
    try:
        s0, s1 = (float(word) for word in text.split(","))
    except ValueError:
        s0 = s1 = float("nan")
    if not isfinite(s0) or not isfinite(s1):
        raise UserError(f"--bounds: {text!r} is not two numbers of points a game, such as 0,2")
    if s0 >= s1:
        raise UserError(f"--bounds: {s0:g} is not less than {s1:g}: the first is what is no better")
    return s0, s1


def _rate(text: str, what: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0 < rate < 0.5:
        raise UserError(f"{what}: {text!r} is not a number between 0 and 0.5, such as 0.05")
    return rate
