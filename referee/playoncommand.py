"""The command replay with --continue-from: lets live bots play a recorded game on."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click

from referee.asking import answer_clock, play_on
from referee.botfile import Bot, read_bot
from referee.errors import UserError
from referee.files import replace_file
from referee.game import Game
from referee.liveoptions import LiveOptions
from referee.liverun import (
    EXIT_NO,
    built,
    hosted,
    interrupted,
    live_setting,
    notice,
    only_game,
    refused,
    seat_of,
    tell_fault,
)
from referee.manifest import MANIFEST_FILE
from referee.options import check_rulesets
from referee.playon import end_lines, open_position, plan_from
from referee.printable import printable
from referee.record import GameRecord, RecordError, encode_record
from referee.recordsource import Source, checked_game, glances
from referee.replaypoint import Point, check_point
from referee.samples import free_name


def continue_game(
    source: Source, options: LiveOptions, record_of: Callable[[str], GameRecord]
) -> int:
    """Plays a game on from a place in it, and prints how it ended then and now; the exit code."""
    point = options.continue_from
    assert point is not None
    out = None if options.out is None else _free_file(options.out)
    game_id = options.game_id
    if game_id is None:
        game_id = only_game(source, (glance.game_id for glance in glances(source, notice)))
    if game_id is None:
        raise UserError(f"{source.path} holds several games: name one with --game (--list)")
    record = record_of(game_id)
    try:
        end = checked_game(source, record)
    except RecordError as error:
        return refused(error)
    seat = seat_of(record, options.seat, read_bot(options.bot).name)
    check_point(end, point)
    return _play(source, options, record, end, point, seat, out)


def _play(
    source: Source,
    options: LiveOptions,
    record: GameRecord,
    end: Game,
    point: Point,
    seat: int,
    out: Path | None,
) -> int:
    bots = _seated(source, options, record, seat)
    check_rulesets(bots, end.ruleset)
    with live_setting(source, end.ruleset, with_clock=options.with_clock) as setting:
        bots = built(bots, setting.logs)
        if not options.field:
            _tell_changes(source, bots, seat)
        plan = plan_from(record, point, [bot.name for bot in bots])
        clock = answer_clock(setting.control, bots)
        table = open_position(record, end.ruleset, point, plan, clock)
        house = [(one.deal, one.decision) for one in record.faults]
        house += [(one.deal, one.decision) for one in record.forfeits]
        if any(moment < (table.deal, table.ordinal) for moment in house):
            notice("faults and forfeits before that place are left out: every seat plays itself")
        ended, signal = hosted(lambda: play_on(setting, bots, table))
        now, seen = ended if ended is not None else (None, None)
        if seen is not None:
            tell_fault(seen, setting.logs, bots)
            return EXIT_NO
    if now is None:
        return interrupted(signal)
    click.echo(f"game {printable(record.game_id)}, played on from {_point_text(point)}")
    for line in end_lines(record, now, point):
        click.echo(line)
    if out is not None:
        replace_file(out, lambda file: file.write(encode_record(now)))
        click.echo(f"the record of the new game: {out}")
    return 0


def _seated(source: Source, options: LiveOptions, record: GameRecord, seat: int) -> tuple[Bot, ...]:
    """The bots by seat, each under a name of its own."""
    others = [other for other in range(len(record.seating)) if other != seat]
    if not options.field:
        seated = {other: _bot_then(source, record.seating[other]) for other in others}
    elif len(options.field) in (1, len(others)):
        field = [read_bot(spec) for spec in options.field]
        seated = dict(zip(others, field * (len(others) // len(field)), strict=True))
    else:
        raise UserError(
            f"--field: {len(options.field)} bots for {len(others)} other seats: "
            "name one for all, or one for each"
        )
    seated[seat] = read_bot(options.bot)
    taken: set[str] = set()
    for one in (seat, *others) if options.field else (*others, seat):
        name = free_name(seated[one].name, taken)
        seated[one] = replace(seated[one], name=name)
        taken.add(name)
    return tuple(seated[one] for one in range(len(record.seating)))


def _bot_then(source: Source, name: str) -> Bot:
    """The bot of the tournament that sat there; UserError if it is not at hand."""
    instead = "name who shall sit there with --field BOT"
    manifest = source.manifest
    if manifest is None:
        raise UserError(
            f"there is no {MANIFEST_FILE} beside {source.path}, so that the other bots are not "
            f"known: {instead}"
        )
    planned = next(bot for bot in manifest.bots if bot.name == name)
    if planned.is_listening:
        raise UserError(f"{name} was started by its author: {instead}")
    folder = source.path.parent / planned.folder
    if not folder.is_dir():
        raise UserError(f"the folder of {name} is not there any more, {folder}: {instead}")
    return read_bot(f"{name}={folder}")


def _tell_changes(source: Source, bots: tuple[Bot, ...], seat: int) -> None:
    """Names the bots of the tournament that are not what they were."""
    digests = {bot.name: bot.digest for bot in source.manifest.bots} if source.manifest else {}
    for other, bot in enumerate(bots):
        if other != seat and bot.digest != digests[bot.name]:
            notice(f"{bot.name} has changed since the tournament, {bot.folder}")


def _free_file(name: str) -> Path:
    """Where the record is to be written; UserError if it cannot be, or could not be read there."""
    out = Path(name)
    if out.exists():
        raise UserError(f"--out: {out} is there already: name another file")
    if not out.parent.is_dir():
        raise UserError(f"--out: there is no folder {out.parent}")
    if (out.parent / MANIFEST_FILE).exists():
        raise UserError(
            f"--out: {out.parent} holds a tournament, and this game is none of it: name a file in "
            "another folder"
        )
    return out


def _point_text(point: Point) -> str:
    return f"deal {point.deal}" + (f", trick {point.trick}" if point.trick else "")
