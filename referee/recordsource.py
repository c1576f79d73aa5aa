"""Where records are read from, a folder or a file: the rules to read by, and single games."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, TypeVar

import msgspec
from msgspec import Struct

from referee.boards import deal_board
from referee.errors import UserError
from referee.faults import FaultReason
from referee.files import check_ordinary, disk_errors
from referee.folder import RECORDS_FILE
from referee.formats import decode, decoded
from referee.game import Game
from referee.manifest import MANIFEST_FILE, Manifest, read_manifest, schedule_of
from referee.record import RECORD_FORMAT, GameRecord, RecordError, RulesName, decode_record
from referee.recordfile import is_torn, note_results, record_lines
from referee.recordfold import check_cards, check_plan, fold_record
from referee.ruleset import RuleSet, check_law, load_ruleset, ruleset_ids

_READ_AT_ONCE = 2**18
"""Bytes. Python's own 8 kB are less than a line: most of the time went into small reads."""

_ID_AT_HEAD = re.compile(rb'\{"format":"king\.record/1","game_id":"([^"\\]*)"')


class GlancedFault(Struct, frozen=True):
    """Whose fault, in which deal, and what it was."""

    seat: int
    deal: int
    reason: FaultReason


class GlancedForfeit(Struct, frozen=True):
    """Whose seat the house took over, and in which deal."""

    seat: int
    deal: int


class Glance(Struct, frozen=True):
    """What a list of games shows; all the rest of a line is skipped, not decoded."""

    format: Literal["king.record/1"]
    game_id: str
    seating: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[GlancedFault, ...]
    forfeits: tuple[GlancedForfeit, ...]

    def is_sound(self) -> bool:
        """True if there is a number for each seat, wherever there must be."""
        return 0 < len(self.seating) == len(self.points) == len(self.places)


class GlancedDeal(Struct, frozen=True):
    """What one deal was about, and what it brought each seat."""

    number: int
    contract: str
    points: tuple[int, ...]


class DealsGlance(Glance, frozen=True):
    """What a search for deals looks at besides."""

    deals: tuple[GlancedDeal, ...]

    def is_sound(self) -> bool:
        """True if there is a number for each seat, in the deals too."""
        seats = len(self.seating)
        return Glance.is_sound(self) and all(len(one.points) == seats for one in self.deals)


class PlayedDeal(Struct, frozen=True):
    """How many tricks one deal had."""

    number: int
    tricks: tuple[msgspec.Raw, ...]


class TricksGlance(Glance, frozen=True):
    """What a search for a trick looks at besides."""

    deals: tuple[PlayedDeal, ...]


G = TypeVar("G", bound=Glance)
_GLANCE = msgspec.json.Decoder(Glance)
_DEALS_GLANCE = msgspec.json.Decoder(DealsGlance)
_TRICKS_GLANCE = msgspec.json.Decoder(TricksGlance)


@dataclass(frozen=True, slots=True)
class Source:
    """A file of records, and the tournament that it belongs to, if one stands beside it."""

    path: Path
    manifest: Manifest | None


def open_source(path: Path) -> Source:
    """The records of a tournament's folder or of a file; UserError if there are none."""
    is_folder = path.is_dir()
    file = path / RECORDS_FILE if is_folder else path
    beside = file.parent / MANIFEST_FILE
    manifest = read_manifest(file.parent) if is_folder or beside.exists() else None
    if manifest is not None:
        try:
            check_law(manifest.ruleset)
        except ValueError as error:
            raise UserError(f"{beside}: its rule set cannot be played: {error}") from None
    if is_folder and not file.exists():
        raise UserError(f"{path} holds no records: there is no {RECORDS_FILE} in it")
    if is_folder:
        check_ordinary(file)  # as a FILE a pipe is welcome, such as <(...)
    return Source(file, manifest)


def glances(source: Source, on_torn: Callable[[str], None]) -> Iterator[Glance]:
    """All games of a source, as they stand in it; UserError with its number for a bad line."""
    return (glance for glance, _ in glanced_lines(source, on_torn))


def glanced_lines(source: Source, on_torn: Callable[[str], None]) -> Iterator[tuple[Glance, bytes]]:
    """As `glances`, each with its line."""
    return _glanced(source, on_torn, _GLANCE)


def deals_glances(source: Source, on_torn: Callable[[str], None]) -> Iterator[DealsGlance]:
    """As `glances`, with the points of each deal."""
    return (glance for glance, _ in _glanced(source, on_torn, _DEALS_GLANCE))


def tricks_glances(source: Source, on_torn: Callable[[str], None]) -> Iterator[TricksGlance]:
    """As `glances`, with the tricks of each deal, to be counted."""
    return (glance for glance, _ in _glanced(source, on_torn, _TRICKS_GLANCE))


def _glanced(
    source: Source, on_torn: Callable[[str], None], decoder: msgspec.json.Decoder[G]
) -> Iterator[tuple[G, bytes]]:
    for number, line, is_last in record_lines(source.path):
        if line.isspace():
            continue  # as one who looks for a single game reads past it
        try:
            glance = decoded(decoder, line, RECORD_FORMAT)
        except msgspec.DecodeError as error:
            # What has its line end is bad, not cut short; a list leaves nothing out for that.
            if is_last and is_torn(line) and not line.endswith(b"\n"):
                on_torn(f"line {number} of {source.path} is torn and was left out")
                return
            raise UserError(
                f"line {number} of {source.path} is no record of a game: {error}"
            ) from None
        if not glance.is_sound():
            raise UserError(
                f"line {number} of {source.path} is no record of a game: it does not give one "
                "number of points and one place for each seat"
            )
        yield glance, line


def find_record(source: Source, game_id: str, *, is_reading: bool = True) -> GameRecord | None:
    """The record of one game, found without decoding the others; None if it is not there.

    A finished tournament's file is in schedule order, so that a game of a large one is found by
    looking at a few lines; any other file is read through, if it may be.
    """
    with disk_errors("read", source.path), source.path.open("rb", _READ_AT_ONCE) as file:
        line = _found_by_order(file, source, game_id)
        if line is None and is_reading:
            line = _found_by_reading(file, game_id)
        if line is None:
            return None
        try:
            return decode_record(line)
        except msgspec.DecodeError as error:
            number = _lines_before(file, file.tell() - len(line)) + 1
            raise UserError(
                f"line {number} of {source.path}: game {game_id} is no whole record of a game: "
                f"{error}"
            ) from None


def checked_game(source: Source, record: GameRecord) -> Game:
    """The game that a record tells of, held against all that is known; RecordError if it differs.

    With a tournament these are its rules, its schedule, and, once it has ended, its seed.
    """
    return GameChecker(source)(record)


class GameChecker:
    """Does what `checked_game` does for many records of one source."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._schedule = None if source.manifest is None else schedule_of(source.manifest)
        if self._schedule is not None:
            note_results(source.path, self._schedule)

    def __call__(self, record: GameRecord) -> Game:
        """The game that a record tells of; RecordError if it differs from what is known."""
        manifest = self._source.manifest
        if manifest is None or self._schedule is None:
            return fold_record(record, _own_ruleset(self._source, record))
        index = self._schedule.index_of(record.game_id)
        if index is None:
            raise RecordError(record.game_id, None, None, "not a game of this tournament")
        check_plan(record, self._schedule[index])
        if manifest.seed is not None:
            check_cards(record, deal_board(manifest.seed, manifest.ruleset, record.board))
        return fold_record(record, manifest.ruleset)


def own_ruleset(rules: RulesName | RuleSet) -> RuleSet | None:
    """The referee's own rule set of that id with these options; None if it has none such."""
    if rules.id not in ruleset_ids():
        return None
    try:
        return load_ruleset(rules.id, rules.set)
    except UserError:
        return None  # it had other options then


def _own_ruleset(source: Source, record: GameRecord) -> RuleSet:
    named = record.ruleset
    own = own_ruleset(named)
    if own is not None and own.sha256 == named.sha256:
        return own
    options = "".join(f" {key}={value}" for key, value in named.set.items())
    problem = (
        "is not one of the referee's own"
        if own is None
        else f"is another one than the referee's (sha256 {named.sha256[:12]}..., "
        f"the referee's {own.sha256[:12]}...)"
    )
    raise UserError(
        f"game {record.game_id} was played by the rule set {named.id}{options}, which {problem}; "
        f"it is not scored by other rules: put the {MANIFEST_FILE} of its tournament beside "
        f"{source.path}"
    )


def _found_by_order(file: BinaryIO, source: Source, game_id: str) -> bytes | None:
    """The first line of a game in a file that is in schedule order; None if that leads nowhere.

    The file then stands behind the line.
    """
    if source.manifest is None:
        return None
    schedule = schedule_of(source.manifest)
    wanted = schedule.index_of(game_id)
    # If the line is there it begins at `low` or later, and before `high`.
    low, high = 0, file.seek(0, 2)
    found: tuple[int, bytes] | None = None
    while wanted is not None and low < high:
        middle = (low + high) // 2
        file.seek(max(middle - 1, 0))
        if middle:
            file.readline()
        start = file.tell()
        if start >= high:
            high = middle
            continue
        line = file.readline()
        found_id = _id_of(line)
        index = schedule.index_of(found_id) if found_id else None
        if index is None:
            return None
        if index == wanted:
            found, high = (start, line), middle  # another one may stand before it
        elif index < wanted:
            low = start + len(line)
        else:
            high = middle
    if found is None:
        return None
    file.seek(found[0] + len(found[1]))
    return found[1]


def _found_by_reading(file: BinaryIO, game_id: str) -> bytes | None:
    """The line of a game, behind which the file then stands; None if there is none."""
    file.seek(0)
    return next((line for line in file if _id_of(line) == game_id), None)


def _lines_before(file: BinaryIO, end: int) -> int:
    """How many lines end before this byte; a line that was found by order has no number yet."""
    file.seek(0)
    count = 0
    while file.tell() < end and file.readline():
        count += 1
    return count


def _id_of(line: bytes) -> str | None:
    at_head = _ID_AT_HEAD.match(line)
    if at_head:
        return at_head[1].decode(errors="replace")
    try:
        return decode(_GLANCE, line).game_id
    except msgspec.DecodeError:
        return None
