"""The file `games.jsonl`: read as a stream, appended to, mended, and sorted in place."""

import os
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO

import msgspec

from referee.boards import deal_board
from referee.errors import UserError
from referee.files import check_ordinary, disk_errors, replace_file
from referee.formats import decode
from referee.record import GameRecord, RecordError, decode_record, encode_record
from referee.recordfold import check_cards, check_plan, check_rules, fold_record
from referee.ruleset import RuleSet
from referee.schedule import Schedule

_HEAD = b'{"format":"king.record/1",'


def read_records(
    path: Path,
    *,
    schedule: Schedule | None = None,
    ruleset: RuleSet | None = None,
    seed: str | None = None,
    is_folding: bool = True,
    on_torn: Callable[[str], None] = lambda notice: None,
) -> Iterator[GameRecord]:
    """The records of a file, one at a time; UserError with file and line for a bad line.

    A line that the referee would have written in other bytes is bad, whatever it says. With a
    schedule, a game that it does not hold as recorded is bad; with a rule set, a game by
    other rules; with a seed too, one of other cards; and, if folding, one that does not come out
    right. A torn last line is left out and reported.
    """
    check_ordinary(path)
    seen: dict[str, int] = {}
    if schedule:
        note_results(path, schedule)  # a round may stand before those that it is planned by
    for number, line, is_last in record_lines(path):
        if is_last and is_torn(line):
            on_torn(_torn_notice(path, number))
            return
        try:
            record = decode_record(line)
            if odd := oddity(line, record):
                raise _bad_line(path, number, f"{record.game_id} {odd}")
            if record.game_id in seen:
                raise _bad_line(
                    path, number, f"game {record.game_id} stands in line {seen[record.game_id]} too"
                )
            if schedule:
                _check_scheduled(record, schedule)
            if ruleset:
                check_rules(record, ruleset)
                if seed is not None:
                    check_cards(record, deal_board(seed, ruleset, record.board))
                if is_folding:
                    fold_record(record, ruleset)
        except msgspec.DecodeError as error:
            raise _bad_line(path, number, f"no record of a game: {error}") from None
        except RecordError as error:
            raise _bad_line(path, number, str(error)) from None
        seen[record.game_id] = number
        yield record


def record_lines(path: Path) -> Iterator[tuple[int, bytes, bool]]:
    """Number from 1, bytes with the line end, and whether it is the last line."""
    with disk_errors("read", path), path.open("rb") as file:
        number, line = 1, file.readline()
        while line:
            following = file.readline()
            yield number, line, not following
            number, line = number + 1, following


def oddity(line: bytes, record: GameRecord) -> str | None:
    """What in a line is not as the referee writes its record: keys, spaces, line end; or None."""
    ours = encode_record(record)
    if line == ours:
        return None
    if line + b"\n" == ours:
        return "has no line end"
    pairs = enumerate(zip(line, ours, strict=False))
    place = next((at for at, (has, must) in pairs if has != must), min(len(line), len(ours)))
    return f"is not written as the referee writes it, from byte {place + 1} on"


def is_torn(line: bytes) -> bool:
    """True for a last line of the file that was begun as ours and not finished."""
    # A power cut may leave zeros where the end of a file was not yet on the disk.
    begun = line.rstrip(b"\0")
    if begun[: len(_HEAD)] != _HEAD[: len(begun)]:
        return False
    if not line.endswith(b"\n"):
        return True
    try:
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return True
    except RecursionError:
        return False  # the referee has begun no such line
    return False


def open_records(path: Path) -> FileIO:
    """The file opened to be appended to, unbuffered: what is written is out of our hands."""
    with disk_errors("write", path):
        return FileIO(path, "a")


def append_record(file: FileIO | BinaryIO, record: GameRecord) -> None:
    """Writes one line and flushes it; a full disk is a UserError and may leave a torn line."""
    rest = memoryview(encode_record(record))
    with disk_errors("write", Path(str(file.name))):
        while rest:
            rest = rest[file.write(rest) :]
        file.flush()


def mend_records(path: Path) -> str | None:
    """Cuts a torn last line off, so that the file can be appended to; the notice if it did."""
    if not path.exists():
        return None
    check_ordinary(path)
    start = 0
    for number, line, is_last in record_lines(path):
        if is_last and is_torn(line):
            with disk_errors("write", path), path.open("r+b") as file:
                file.truncate(start)
                os.fsync(file.fileno())
            return _torn_notice(path, number)
        start += len(line)
    return None


def sort_records(path: Path, schedule: Schedule) -> None:
    """Puts the lines into schedule order, byte for byte as they are, whole or not at all."""
    places: list[tuple[int, int, int]] = []
    start = 0
    for number, line, _ in record_lines(path):
        try:
            game_id = decode(_ID_DECODER, line).game_id
        except msgspec.DecodeError as error:
            raise _bad_line(path, number, f"no record of a game: {error}") from None
        index = schedule.index_of(game_id)
        if index is None:
            raise _bad_line(path, number, _FOREIGN.format(game_id))
        places.append((index, start, len(line)))
        start += len(line)
    in_order = sorted(places)
    if in_order == places:
        return
    with disk_errors("read", path), path.open("rb") as old:

        def copy(new: BinaryIO) -> None:
            for _, start, length in in_order:
                old.seek(start)
                new.write(old.read(length))

        replace_file(path, copy)


def note_results(path: Path, schedule: Schedule) -> None:
    """Tells a schedule that goes by results all that a file holds, without checking it."""
    if not schedule.follows_results:
        return
    for _, line, is_last in record_lines(path):
        if is_last and is_torn(line):
            return
        try:
            result = decode(_RESULT_DECODER, line)
        except msgspec.DecodeError:
            continue  # whoever reads that line says what is wrong with it
        index = schedule.index_of(result.game_id)
        if index is not None and len(result.score) == schedule.seats:
            schedule.note(index, result.score)


class _GameId(msgspec.Struct):
    game_id: str


class _Result(_GameId):
    score: tuple[int, ...]


_ID_DECODER = msgspec.json.Decoder(_GameId)
_RESULT_DECODER = msgspec.json.Decoder(_Result)
_FOREIGN = "game {} is not one of this tournament"


def _check_scheduled(record: GameRecord, schedule: Schedule) -> None:
    index = schedule.index_of(record.game_id)
    if index is None:
        raise RecordError(record.game_id, None, None, "not a game of this tournament")
    check_plan(record, schedule[index])
    schedule.note(index, record.score)


def _torn_notice(path: Path, number: int) -> str:
    return f"line {number} of {path} is torn and is left out: its game is to be played again"


def _bad_line(path: Path, number: int, reason: str) -> UserError:
    return UserError(f"line {number} of {path}: {reason}")
