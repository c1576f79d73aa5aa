"""Holds a finished tournament against its seed, its rules, its plan and its own leaderboard."""

import os
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

from referee.boards import commitment
from referee.botfile import folder_digest
from referee.checks import Check, Verdict
from referee.comparison import COMPARE_FILE, Comparison, comparison_json, comparison_of
from referee.errors import UserError
from referee.files import check_ordinary, disk_errors
from referee.folder import RECORDS_FILE
from referee.gamechecks import GameChecks
from referee.leaderboard import leaderboard_files
from referee.manifest import (
    MANIFEST_FILE,
    Manifest,
    State,
    planned,
    read_manifest,
    resume_words,
    schedule_of,
)
from referee.recordfile import note_results
from referee.recordsource import own_ruleset
from referee.ruleset import check_law
from referee.schedule import Kind
from referee.standings import standings_of


def finished_manifest(folder: Path) -> Manifest:
    """The tournament in a folder; UserError if there is none, or it is not finished."""
    manifest = read_manifest(folder)
    if manifest.state is not State.FINISHED:
        raise UserError(
            f"{folder} is not finished ({manifest.state}) and cannot be verified; to go on: "
            f"{resume_words(manifest)} {shlex.quote(str(folder))}"
        )
    if not (folder / RECORDS_FILE).exists():
        raise UserError(f"{folder} holds no {RECORDS_FILE}: without the records nothing is to see")
    check_ordinary(folder / RECORDS_FILE)
    return manifest


def verify(folder: Path, manifest: Manifest, on_game: Callable[[], None]) -> list[Check]:
    """Looks at everything in the folder of a finished tournament that can be worked out again."""
    seed, rules = _check_seed(manifest), _check_law(manifest)
    plan, schedule = Check("plan"), None
    try:
        schedule = schedule_of(manifest)
    except UserError as error:
        plan.differs(str(error))
    if schedule is None or planned(schedule) != manifest.schedule:
        plan.differs(f"the schedule of {MANIFEST_FILE} is not the one that its bots give")
        schedule = None
    elif manifest.schedule.seats != manifest.ruleset.seats:
        plan.differs(f"{manifest.schedule.seats} seats, the rules have {manifest.ruleset.seats}")
        schedule = None
    elif (manifest.compare is not None) is not (manifest.schedule.kind is Kind.COMPARE):
        plan.differs("a comparison needs its schedule and its test, and nothing else has them")
        schedule = None
    records = [plan, Check("cards"), Check("play"), Check("house"), Check("limits")]
    boards = [Check("leaderboard")]
    comparison = None if schedule is None else comparison_of(manifest)
    if manifest.compare is not None:
        boards.append(Check("verdict"))
    if schedule is None or rules.verdict is Verdict.DIFFERS:
        why = "without plan and rules there is no telling"
        left_out = [one for one in (*records, *boards) if one.verdict is Verdict.OK]
        for check in left_out:
            check.leave_out(why)
    else:
        note_results(folder / RECORDS_FILE, schedule)
        games = GameChecks(folder / RECORDS_FILE, manifest, schedule, *records)
        right = games.right_ones(on_game)
        if comparison is not None:
            right = comparison.noting(right)
        result = standings_of(right, manifest)
        games.sum_up()
        if plan.found or records[2].found:
            for check in boards:
                check.leave_out("it needs every game, and every game right")
        else:
            _check_files(boards[0], folder, leaderboard_files(result, manifest))
            if comparison is not None:
                _check_verdict(boards[1], folder, comparison, manifest)
    return [seed, rules, *records, *boards, _check_bots(folder, manifest)]


def _check_seed(manifest: Manifest) -> Check:
    check = Check("seed")
    if manifest.seed is None:
        check.differs("it is not revealed")
    elif commitment(manifest.seed) != manifest.commitment:
        check.differs("it is not the one that was committed to before the first card")
    check.summary = "the one that was committed to before the first card"
    if manifest.practice:
        check.summary += " (practice: it was known)"
    return check


def _check_law(manifest: Manifest) -> Check:
    check = Check("rules")
    rules = manifest.ruleset
    try:
        check_law(rules)
    except ValueError as error:
        check.differs(f"{rules.id}: {error}")
        return check
    own = own_ruleset(rules)
    check.summary = f"{rules.id}, the law of its hash"
    if own is None:
        check.summary += ", none of the referee's own"
    elif own.sha256 == rules.sha256:
        check.summary += ", as this referee has it"
    else:
        check.note(
            f"this referee's own {rules.id} is another law: it was judged by the one in "
            f"{MANIFEST_FILE}"
        )
    return check


def _check_verdict(check: Check, folder: Path, comparison: Comparison, manifest: Manifest) -> None:
    states = comparison.states()
    _check_files(check, folder, {COMPARE_FILE: comparison_json(manifest, states)})
    if len(states) < manifest.schedule.rounds:
        check.differs(f"the test ends after {len(states)} of {manifest.schedule.rounds} batches")
    elif not states or states[-1].verdict is None:
        check.differs("the test has not ended with the last batch that was played")


def _check_files(check: Check, folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        if not path.exists():
            check.differs(f"{name} is missing")
            continue
        with disk_errors("read", path):
            found = path.read_bytes()
        if found != text.encode():
            check.differs(f"{name} is not what the records give: {_first_change(found, text)}")
    check.summary = f"{', '.join(files)}: byte for byte what the records give"


def _first_change(found: bytes, text: str) -> str:
    lines = found.decode(errors="backslashreplace").splitlines(), text.splitlines()
    for number, (has, must) in enumerate(zip(*lines, strict=False), 1):
        if has != must:
            return f"line {number} is {has!r} and must be {must!r}"
    return f"{len(lines[0])} lines, must be {len(lines[1])}, or other line ends"


def _check_bots(folder: Path, manifest: Manifest) -> Check:
    check = Check("bots")
    for bot in manifest.bots:
        if bot.is_listening:
            check.note(f"{bot.name}: its author started it, so nothing is known of it")
            continue
        place = Path(os.path.normpath(folder.absolute() / bot.folder))
        # Nothing is read there that is not a bot's folder: the name comes from a file.
        if not (place / "bot.toml").is_file():
            check.note(f"{bot.name}: its folder {bot.folder} is not there")
        elif folder_digest(place) != bot.digest:
            check.differs(f"{bot.name}: its folder {bot.folder} has changed since")
    check.summary = f"{len(manifest.bots)} bots, their folders unchanged"
    return check
