"""The runs of a check: starts the bot again and again, plays with it, and lets it go."""

import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import trio
from king.v1 import session_pb2 as pb

from referee.botfile import Bot, folder_digest
from referee.check import End, Findings
from referee.checkplay import Say, ask_again, ask_new_fields, ask_new_kind, play
from referee.course import kinds_of
from referee.cover import contract_keys
from referee.crew import GOODBYE_SECONDS, TERM_SECONDS
from referee.deal import QuestionKind
from referee.desk import MAX_SURPLUS, Asked
from referee.errors import UserError
from referee.faults import FaultReason
from referee.law import RuleSet
from referee.sitting import Host, Sitting
from referee.table import MAX_NOTE_BYTES
from referee.timecontrol import TimeControl
from referee.unknown import UNKNOWN_REASON, greet_with_fields, greet_with_values
from referee.wire import goodbye_message


async def examine(
    bot: Bot, rulesets: Sequence[RuleSet], control: TimeControl, logs: Path, say: Say
) -> Findings:
    """Runs a built bot by each of the rule sets, and three or four times more by the first."""
    kinds = set[QuestionKind]().union(*map(kinds_of, rulesets))
    contracts = [key for one in rulesets for key in contract_keys(one).values()]
    found = Findings(
        control.start_budget_ms / 1000,
        control.move_limit_ms / 1000,
        MAX_SURPLUS,
        MAX_NOTE_BYTES,
        tuple(one for one in QuestionKind if one in kinds),
        frozenset(contracts),
    )
    before, digest = _files(bot.folder), _digest(bot.folder)
    await _visits(found, Host(bot, control, logs), rulesets, say)
    after = _files(bot.folder)
    changed = [one for one in sorted({*before, *after}) if before.get(one) != after.get(one)]
    # What is in a folder says enough of that too; the next of them is in it if any is.
    found.files = tuple(
        one
        for one, following in pairwise([*changed, ""])
        if not (one.endswith("/") and following.startswith(one))
    )
    found.is_changed = _digest(bot.folder) != digest
    found.is_gone = not bot.folder.is_dir()
    return found


async def _visits(found: Findings, host: Host, rulesets: Sequence[RuleSet], say: Say) -> None:
    """All processes of a check, until one shows that there is no use in more."""
    samples: list[tuple[Asked, int]] = []
    for turn, ruleset in enumerate(rulesets):
        say(f"playing {ruleset.id} ({turn + 1} of {len(rulesets)})")
        met = set().union(*(one.contracts for one in found.visits))
        async with host.visit(ruleset) as sitting:
            found.visits.append(sitting.visit)
            if _begin(sitting):
                await play(sitting, met, say, with_waves=turn == 0)
                if turn == 0:
                    samples = sitting.examiner.samples
                await _dismiss(sitting)
        if sitting.visit.ready_s is None and (turn == 0 or not sitting.visit.has_ended):
            return  # each more that hangs would cost the whole budget
    first = rulesets[0]
    say("asking again, and SIGTERM")
    async with host.visit(first) as sitting:
        found.again = sitting.visit
        if _begin(sitting):
            await ask_again(sitting, samples)
            await _terminate(sitting)
    if found.again.ready_s is None:
        return
    say("sending fields that are not known yet")
    async with replace(host, twist=greet_with_fields).visit(first) as sitting:
        found.fields = sitting.visit
        if _begin(sitting):
            await ask_new_fields(sitting)
            await _dismiss(sitting)
    say("sending values that are not known yet")
    async with replace(host, twist=greet_with_values).visit(first) as sitting:
        found.values = sitting.visit
        if _begin(sitting):
            await ask_new_kind(sitting)
            await _dismiss(sitting, UNKNOWN_REASON)
    if found.fields.ready_s is None or found.values.ready_s is None:
        say("starting once more, as usual")
        async with host.visit(first) as sitting:
            found.plain = sitting.visit
            if _begin(sitting):
                await _dismiss(sitting)


def _begin(sitting: Sitting) -> bool:
    """True if the process is ready; else notes what else is known of why it is not."""
    visit, process = sitting.visit, sitting.process
    visit.wants_events = sitting.session.hello.wants_events
    sitting.examiner.is_stopped = lambda: process.is_stopped
    if not sitting.is_ready and process.is_stopped:
        visit.failure = f"{visit.failure}: the process is stopped by a signal"
    return sitting.is_ready


async def _dismiss(
    sitting: Sitting, reason: "pb.GoodbyeReason" = pb.GOODBYE_REASON_FINISHED
) -> None:
    """Says Goodbye, and notes how the process ends."""
    if _is_gone(sitting):
        return
    started = sitting.now()
    sitting.session.send([goodbye_message(reason)])
    with trio.move_on_after(GOODBYE_SECONDS):
        how = str(await sitting.process.wait_exit())
        sitting.visit.goodbye = End(sitting.now() - started, how)
        return
    if sitting.examiner.is_silent:
        sitting.visit.is_hung = True
        return
    stopped = ", stopped by a signal" if sitting.process.is_stopped else ""
    sitting.visit.goodbye = End(None, f"alive after {GOODBYE_SECONDS:g} s{stopped}")


async def _terminate(sitting: Sitting) -> None:
    """Sends SIGTERM in the middle of a game, and notes how the process ends."""
    if _is_gone(sitting):
        return
    started = sitting.now()
    await sitting.process.stop(TERM_SECONDS)
    how = str(await sitting.process.wait_exit())
    is_killed = sitting.now() - started >= TERM_SECONDS and "SIGKILL" in how
    if is_killed and sitting.examiner.is_silent:
        sitting.visit.is_hung = True
        return
    seconds = None if is_killed else sitting.now() - started
    sitting.visit.terminated = End(seconds, how)


def _is_gone(sitting: Sitting) -> bool:
    """True if the process or its stream has ended; notes it where no question shows that."""
    if not sitting.has_ended:
        return False
    visit, failure, end = sitting.visit, sitting.session.failure, sitting.process.exit
    if all(one.reason is not FaultReason.DISCONNECTED for one in visit.troubles):
        alive = "it closed its stream" if end is None else f"its process ended: {end}"
        visit.ended_early = alive if failure is None else failure[1]
    return True


def _digest(folder: Path) -> str:
    """The digest of a bot's folder; empty if something in there cannot be read, or all is gone."""
    try:
        return folder_digest(folder)
    except UserError:
        return ""


def _files(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Size, time and rights of each file below a folder, but for what Python itself writes.

    Of a folder only the rights: its size and time are those of what is in it.
    """
    found = {}
    for where, folders, names in os.walk(folder):
        folders[:] = [one for one in folders if one not in ("__pycache__", ".git")]
        for name in (*folders, *names):
            path = Path(where, name)
            if path.suffix == ".pyc":
                continue
            try:
                state = path.lstat()
            except OSError:  # another process of the bot's author was quicker
                continue
            rights, shown = stat.S_IMODE(state.st_mode), str(path.relative_to(folder))
            is_folder = stat.S_ISDIR(state.st_mode)
            if is_folder:
                found[f"{shown}/"] = (0, 0, rights)
            else:
                found[shown] = (state.st_size, state.st_mtime_ns, rights)
    return found
