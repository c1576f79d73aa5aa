"""What asking again and playing on have in common: time, seed, logs, builds, and the end."""

import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click
import trio

from referee.asking import LOG_NAME, Setting, replay_control
from referee.botfile import Bot
from referee.build import build_bot
from referee.clerk import FaultSeen
from referee.errors import UserError
from referee.explain import fault_text, log_text
from referee.hosting import Interruption, run_hosted
from referee.listening import ListenPoint
from referee.printable import named, printable, tail
from referee.progress import waiting_text
from referee.record import GameRecord, RecordError
from referee.recordsource import Source
from referee.ruleset import RuleSet
from referee.timecontrol import TimeControl

EXIT_NO = 1
STAND_IN_SEED = "replay"
"""Question seeds are made from this where the tournament's own seed is not known."""
_LOG_LINES = 20
T = TypeVar("T")


@contextmanager
def live_setting(source: Source, ruleset: RuleSet, *, with_clock: bool) -> Iterator[Setting]:
    """By what live bots are asked about games of a source, with a folder for their logs."""
    manifest = source.manifest
    if manifest is None and with_clock:
        raise UserError(
            f"--clock: there is no tournament.json beside {source.path}, so that its time control "
            "is not known: leave --clock out"
        )
    control = TimeControl() if manifest is None else manifest.limits.time_control
    seed = None if manifest is None else manifest.seed
    if seed is None:
        why = "not known" if manifest is None else "not revealed before its end"
        notice(
            f"the tournament's seed is {why}: the seeds of the questions are made from the text "
            f"{STAND_IN_SEED!r} instead"
        )
    with tempfile.TemporaryDirectory(prefix="king-replay-") as folder:
        yield Setting(
            ruleset=ruleset,
            seed=STAND_IN_SEED if seed is None else seed,
            control=replay_control(control, with_clock=with_clock),
            logs=Path(folder),
            on_wait=_waiting,
            on_silence=_silent,
        )


def only_game(source: Source, ids: Iterator[str]) -> str | None:
    """The game of a source that has but one; None if it has more, UserError if it has none."""
    first_two = [game_id for game_id, _ in zip(ids, range(2), strict=False)]
    if not first_two:
        raise UserError(f"{source.path} holds no game yet")
    return first_two[0] if len(first_two) == 1 else None


def seat_of(record: GameRecord, seat: int | None, player: str) -> int:
    """The seat that was named, else that of the player; UserError, with what there is, if none."""
    seating = record.seating
    there = ", ".join(f"{number} {printable(name)}" for number, name in enumerate(seating))
    if seat is None:
        if player not in seating:
            raise UserError(
                f"{named(player)} does not sit in {printable(record.game_id)}: "
                f"name a seat with --seat S; there are: {there}"
            )
        return seating.index(player)
    if seat >= len(seating):
        raise UserError(f"{printable(record.game_id)} has no seat {seat}; there are: {there}")
    return seat


def built(bots: Sequence[Bot], logs: Path) -> tuple[Bot, ...]:
    """The bots after their builds; UserError if one fails."""

    async def build() -> tuple[Bot, ...]:
        return tuple(
            [await build_bot(bot, logs / f"{bot.name}.build.txt", say=notice) for bot in bots]
        )

    return trio.run(build)


def hosted(main: Callable[[], Awaitable[T]]) -> tuple[T | None, int]:
    """Runs what asks live bots; gives what it gives, and the signal that ended it, or 0."""
    interruption = Interruption()
    ended = run_hosted(main, interruption)
    return ended, interruption.signal or 0


def refused(error: RecordError) -> int:
    """Says that a record does not come out right; gives the exit code."""
    notice(f"referee: record refused: {printable(str(error))}")
    return EXIT_NO


def interrupted(signal: int) -> int:
    """Says that it did not come to its end; gives the exit code."""
    notice("interrupted")
    return 128 + signal


def tell_fault(seen: FaultSeen, logs: Path, bots: Sequence[Bot]) -> None:
    """Says what a bot did wrong, at which question, and shows the end of its error output."""
    click.echo(fault_text(seen))
    if not any(bot.is_listening and bot.name == seen.bot for bot in bots):
        log = logs / f"{seen.bot}-{LOG_NAME}.stderr.txt"
        click.echo(log_text(f"the error output of {seen.bot}", tail(log, _LOG_LINES)))


def notice(text: str) -> None:
    """Says something that is no part of what was asked for."""
    click.echo(text, err=True)


def _waiting(point: ListenPoint, seconds_left: int) -> None:
    notice(waiting_text(point.name, seconds_left, point.target, point.token))


def _silent(name: str, where: str) -> None:
    where = printable(where)
    notice(f"waiting for {name} to answer at {where} (no clock; Ctrl-C ends it)")
