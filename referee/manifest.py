"""The file `tournament.json`: who plays what, under which limits; see docs/record.md."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.botfile import LISTEN
from referee.errors import UserError
from referee.files import check_ordinary, disk_errors, write_whole
from referee.formats import decoded
from referee.ruleset import RuleSet
from referee.schedule import Compare, Gauntlet, Kind, Ladder, Schedule, Seatings, make_schedule
from referee.sequential import SequentialTest
from referee.timecontrol import TimeControl

MANIFEST_FILE = "tournament.json"
_FORMAT: Final = "king.tournament/1"


class State(StrEnum):
    """How far a tournament has come."""

    RUNNING = "running"
    FINISHED = "finished"
    INTERRUPTED = "interrupted"


class OnFault(StrEnum):
    """What a fault leads to."""

    REPLACE = "replace"
    STRICT = "strict"


class PlannedBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot of the tournament."""

    name: str
    """As it is played: the alias, where one was given."""
    own_name: str
    version: str
    language: str
    run: tuple[str, ...]
    """The words of its `bot.toml`."""
    folder: str
    """Relative to the folder of the tournament, so that a published one names no machine."""
    digest: str
    """Of its folder; `listen` for a bot that its author started himself."""

    @property
    def is_listening(self) -> bool:
        """True if its author started it himself."""
        return self.digest == LISTEN


class PlannedSchedule(Struct, frozen=True, forbid_unknown_fields=True):
    """The plan in numbers; with the bots in their order it gives every game."""

    kind: Kind
    seats: int
    boards: int
    """Boards for each table."""
    seatings: Seatings
    tables: int
    """Of all rounds and challengers."""
    games: int
    challengers: tuple[str, ...] = ()
    """Of a gauntlet or a comparison: who meets the others."""
    rounds: int = 1
    """Of a ladder; of a comparison the batches of boards."""


class PlannedCompare(Struct, frozen=True, forbid_unknown_fields=True):
    """Which change is put to the test, and by which test."""

    new: str
    old: str
    test: SequentialTest


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What the bots may use, and what a fault leads to."""

    time_control: TimeControl
    on_fault: OnFault


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a tournament is, written before the first card."""

    format: Literal["king.tournament/1"] = _FORMAT
    name: str
    state: State
    commitment: str
    """The SHA-256 that binds the organizer to the seed."""
    seed: str | None
    """None until the tournament is finished."""
    practice: bool
    """True if the seed was given as text, so that anybody may have known it."""
    bots: tuple[PlannedBot, ...]
    schedule: PlannedSchedule
    limits: Limits
    games_at_once: Annotated[int, Meta(ge=1)]
    jobs: Annotated[int, Meta(ge=1)]
    ruleset: RuleSet
    versions: dict[str, str]
    """Of the referee, Python and the libraries that matter."""
    platform: str
    compare: PlannedCompare | None = None
    """None for a tournament."""


_DECODER = msgspec.json.Decoder(Manifest)


def by_hand(manifest: Manifest) -> list[str]:
    """Names of the bots that their authors started themselves: the result is then unrated."""
    return [bot.name for bot in manifest.bots if bot.is_listening]


def resume_words(manifest: Manifest) -> str:
    """The command that goes on with a run, but for its folder."""
    return f"referee {'tournament' if manifest.compare is None else 'compare'} --resume"


def schedule_of(manifest: Manifest) -> Schedule:
    """The schedule that a manifest names; UserError if its numbers do not go together."""
    plan = manifest.schedule
    return make_schedule(
        plan.kind,
        tuple(bot.name for bot in manifest.bots),
        plan.seats,
        plan.boards,
        seatings=plan.seatings,
        tables=plan.tables,
        challengers=plan.challengers,
        rounds=plan.rounds,
    )


def planned(schedule: Schedule) -> PlannedSchedule:
    """What the manifest says about a schedule."""
    return PlannedSchedule(
        kind=schedule.kind,
        seats=schedule.seats,
        boards=schedule.boards,
        seatings=schedule.seatings,
        tables=schedule.tables,
        games=schedule.total,
        challengers=schedule.challengers if isinstance(schedule, Gauntlet | Compare) else (),
        rounds=schedule.rounds if isinstance(schedule, Ladder | Compare) else 1,
    )


def time_control_text(manifest: Manifest) -> str:
    """The time control in a few words; no start budget holds for who starts his bot by hand."""
    control = manifest.limits.time_control
    return control.decisions_text() if by_hand(manifest) else str(control)


def finished(manifest: Manifest, seed: str) -> Manifest:
    """The manifest at the end: the state, and the seed revealed."""
    return replace(manifest, state=State.FINISHED, seed=seed)


def manifest_text(manifest: Manifest) -> str:
    """The manifest as indented JSON, with lists of plain values on one line."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode()
    # No string of JSON holds a line end, so only the space between values is changed.
    return _FLAT_LIST.sub(lambda found: _on_one_line(found[0]), text) + "\n"


_FLAT_LIST = re.compile(r"\[[^\[\]{}]*\]")


def _on_one_line(text: str) -> str:
    return re.sub(r"\n *", "", re.sub(r",\n *", ", ", text))


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Writes `tournament.json`, whole or not at all."""
    write_whole(folder / MANIFEST_FILE, manifest_text(manifest))


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a folder; UserError if there is none or it cannot be read."""
    path = folder / MANIFEST_FILE
    if not path.exists():
        raise UserError(f"{folder} holds no tournament: there is no {MANIFEST_FILE} in it")
    check_ordinary(path)
    with disk_errors("read", path):
        text = path.read_bytes()
    try:
        return decoded(_DECODER, text, _FORMAT)
    except msgspec.DecodeError as error:
        raise UserError(f"{path} is not a tournament of this referee: {error}") from None


def differences(old: Manifest, new: Manifest) -> list[str]:
    """What makes `new` another tournament than `old`: seed, bots, rules, limits, schedule.

    Games at once, jobs, versions and platform may change from one run to the next.
    """
    found = [
        "seed" if old.commitment != new.commitment else "",
        _bots_differ(old, new),
        _rules_differ(old.ruleset, new.ruleset),
        _limits_differ(old.limits, new.limits),
        _schedule_differs(old.schedule, new.schedule),
        "test" if old.compare != new.compare else "",
    ]
    return [difference for difference in found if difference]


def _bots_differ(old: Manifest, new: Manifest) -> str:
    olds = {bot.name: bot for bot in old.bots}
    news = {bot.name: bot for bot in new.bots}
    both = [name for name in news if name in olds]
    parts = {
        "added": [name for name in news if name not in olds],
        "gone": [name for name in olds if name not in news],
        # A folder that has only moved is the same bot.
        "changed": [name for name in both if news[name].digest != olds[name].digest],
    }
    words = [f"{word}: {', '.join(names)}" for word, names in parts.items() if names]
    if not words and list(olds) != list(news):
        words = ["in another order"]
    return f"bots ({'; '.join(words)})" if words else ""


def _rules_differ(old: RuleSet, new: RuleSet) -> str:
    was, now = rules_text(old), rules_text(new)
    if was != now:
        return f"rules ({was}, now {now})"
    return "" if old.sha256 == new.sha256 else f"rules ({was} itself has changed)"


def rules_text(ruleset: RuleSet) -> str:
    """A rule set with its options, such as `classic boys=KJ`."""
    return " ".join([ruleset.id, *(f"{key}={value}" for key, value in ruleset.set.items())])


def _limits_differ(old: Limits, new: Limits) -> str:
    parts = []
    if old.time_control != new.time_control:
        was, now = str(old.time_control), str(new.time_control)
        parts.append(f"{was}, now {now}" if was != now else "hard cap")
    if old.on_fault != new.on_fault:
        parts.append(f"on fault {old.on_fault}, now {new.on_fault}")
    return f"limits ({'; '.join(parts)})" if parts else ""


def _schedule_differs(old: PlannedSchedule, new: PlannedSchedule) -> str:
    parts = [
        f"{field} {_word(getattr(old, field))}, now {_word(getattr(new, field))}"
        for field in ("kind", "seats", "boards", "seatings", "tables", "challengers", "rounds")
        if getattr(old, field) != getattr(new, field)
    ]
    return f"schedule ({'; '.join(parts)})" if parts else ""


def _word(value: object) -> str:
    return " ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)
