"""The options of the command replay that take live bots, and what does not go together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from referee.errors import UserError
from referee.replaypoint import Point, parse_point

F = TypeVar("F", bound=Callable[..., Any])

_LIVE = (
    *("--bot", "--from", "--stop-at-difference", "--against", "--clock"),
    *("--continue-from", "--field", "--out"),
)
_ONLY_ASKING = ("--from", "--stop-at-difference", "--against")
_ONLY_PLAYING_ON = ("--field", "--out")
_ONLY_READING = ("--list", "--faults", "--worst", "--html")
_NARROWING = ("--deal", "--contract", "--player")


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """What the command line says about live bots; None where it says nothing."""

    bot: str
    start: Point | None = None
    is_stopping: bool = False
    against: str | None = None
    with_clock: bool = False
    continue_from: Point | None = None
    field: tuple[str, ...] = ()
    out: str | None = None
    game_id: str | None = None
    player: str | None = None
    seat: int | None = None
    deal: int | None = None
    contract: str | None = None


def live_options(command: F) -> F:
    """Adds the options to the command."""
    options = [
        click.option("--bot", metavar="BOT",
                     help="Ask this bot again what a seat was asked: with --game and --seat, or in "
                     "all games of --player. [default: those of the bot's name]"),
        click.option("--from", "start", metavar="DEAL[.TRICK]",
                     help="Ask from there on, such as 3.2: deal 3, trick 2."),
        click.option("--stop-at-difference", "is_stopping", is_flag=True,
                     help="Stop at the first answer that differs."),
        click.option("--against", metavar="BOT",
                     help="Ask this bot too, and show where the two part."),
        click.option("--clock", "with_clock", is_flag=True,
                     help="Ask under the time control of the tournament."),
        click.option("--continue-from", metavar="DEAL[.TRICK]",
                     help="Play the game on from there with live bots: --bot in --seat. [default: "
                     "the seat of the bot's name]"),
        click.option("--field", multiple=True, metavar="BOT",
                     help="Who sits in the other seats then: one bot for all, or one for each. "
                     "[default: the bots of the tournament]"),
        click.option("--out", metavar="FILE", help="Write the record of the game that was "
                     "played on."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def live_words(context: click.Context) -> LiveOptions | None:
    """What was asked for, None if no live bot; UserError if it does not go together."""
    given = _given(context)
    live = [option for option in given if option in _LIVE]
    if not live:
        return None
    _check_together(given)
    values = dict(context.params)
    for name, option in (("start", "--from"), ("continue_from", "--continue-from")):
        if values[name] is not None:
            values[name] = parse_point(values[name], option)
    return LiveOptions(**{name: values[name] for name in LiveOptions.__dataclass_fields__})


def _given(context: click.Context) -> list[str]:
    """The options on the command line, as they are named there."""
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if isinstance(parameter, click.Option)
        and context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
    ]


def _check_together(given: list[str]) -> None:
    def check_without(others: tuple[str, ...], why: str) -> None:
        for option in others:
            if option in given:
                raise UserError(f"{why}: leave {option} out")

    if "--bot" not in given:
        raise UserError(f"{next(one for one in given if one in _LIVE)} needs --bot BOT")
    check_without(_ONLY_READING, "--bot asks a live bot")
    if "--trick" in given:
        raise UserError("--trick is for reading: --from DEAL.TRICK begins at a trick")
    if "--continue-from" in given:
        check_without(_ONLY_ASKING, "--continue-from plays on and asks nothing again")
        check_without(_NARROWING, "--continue-from plays one game on, from there to its end")
        return
    for option in _ONLY_PLAYING_ON:
        if option in given:
            raise UserError(f"{option} needs --continue-from DEAL[.TRICK]")
    if "--seat" in given and "--player" in given:
        raise UserError("--seat and --player exclude each other: give one")
