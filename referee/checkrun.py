"""The runs of a check: starts the bot again and again, plays with it, and lets it go."""

import os
import stat
from collections.abc import Callable, Sequence
from math import ceil, inf
from pathlib import Path
from typing import cast

import trio
from king.v1 import session_pb2 as pb

from referee.botfile import Bot, folder_digest
from referee.check import End, Findings, Visit
from referee.course import kinds_of
from referee.deal import QuestionKind
from referee.desk import MAX_SURPLUS, Asked
from referee.errors import UserError
from referee.examiner import Party
from referee.faults import FaultReason
from referee.law import RuleSet
from referee.sitting import TERM_SECONDS, UNKNOWN, UNKNOWN_VALUE, Host, Sitting
from referee.table import MAX_NOTE_BYTES
from referee.timecontrol import TimeControl
from referee.wire import goodbye_message, welcome_message

_PLAY_SECONDS = 0.4
"""How long one rule set is played, unless there are kinds of question still to come."""
_WAVES = 3
_WAVES_SECONDS = 3.0
_WAVE_SECONDS = 20.0
"""A wave shall not be waited for longer: a slow bot is asked fewer questions at once."""
_MOST_GRACE = 5.0
_PATIENCE = 3
"""How many times as long as alone a question may take among others."""
_GOODBYE_SECONDS = 2.0

Say = Callable[[str], None]
"""Is told what is being done, for people who wait."""


class _FieldsHost(Host):
    """Sends fields that nobody knows with the greeting, and no other value of an enum."""

    def _greeting(
        self, visit: Visit, ruleset: RuleSet, *, is_strange: bool
    ) -> Callable[[], list[pb.PlayResponse]]:
        greeting = super()._greeting(visit, ruleset, is_strange=True)
        usual = welcome_message(ruleset, self.control, 1, is_strict=True).welcome.on_fault
        return lambda: _with_on_fault(greeting(), usual)


class _ValuesHost(Host):
    """Sends with the greeting a value of an enum that nobody knows, and no other field."""

    def _greeting(
        self, visit: Visit, ruleset: RuleSet, *, is_strange: bool
    ) -> Callable[[], list[pb.PlayResponse]]:
        greeting = super()._greeting(visit, ruleset, is_strange=False)
        return lambda: _with_on_fault(greeting(), cast("pb.OnFault", UNKNOWN_VALUE))


def _with_on_fault(greeting: list[pb.PlayResponse], value: "pb.OnFault") -> list[pb.PlayResponse]:
    greeting[0].welcome.on_fault = value
    return greeting


async def examine(
    bot: Bot, rulesets: Sequence[RuleSet], control: TimeControl, logs: Path, say: Say
) -> Findings:
    """Runs a built bot by each of the rule sets, and three times more by the first."""
    kinds = set[QuestionKind]().union(*map(kinds_of, rulesets))
    found = Findings(
        control.start_budget_ms / 1000,
        control.move_limit_ms / 1000,
        MAX_SURPLUS,
        MAX_NOTE_BYTES,
        tuple(one for one in QuestionKind if one in kinds),
    )
    before, digest = _files(bot.folder), _digest(bot.folder)
    await _visits(found, Host(bot, control, logs), rulesets, say)
    after = _files(bot.folder)
    found.files = tuple(
        path for path in sorted({*before, *after}) if before.get(path) != after.get(path)
    )
    found.is_changed = _digest(bot.folder) != digest
    return found


async def _visits(found: Findings, host: Host, rulesets: Sequence[RuleSet], say: Say) -> None:
    """All processes of a check, until one shows that there is no use in more."""
    samples: list[tuple[Asked, int]] = []
    for turn, ruleset in enumerate(rulesets):
        say(f"playing {ruleset.id} ({turn + 1} of {len(rulesets)})")
        async with host.visit(ruleset) as sitting:
            found.visits.append(sitting.visit)
            if _begin(sitting):
                await _play(sitting, say, with_waves=turn == 0)
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
            await _ask_again(sitting, samples)
            await _terminate(sitting)
    if found.again.ready_s is None:
        return
    say("sending fields that are not known yet")
    async with _FieldsHost(host.bot, host.control, host.logs).visit(first) as sitting:
        found.fields = sitting.visit
        if _begin(sitting):
            await _be_strange(sitting)
            await _dismiss(sitting)
    say("sending values that are not known yet")
    async with _ValuesHost(host.bot, host.control, host.logs).visit(first) as sitting:
        found.values = sitting.visit
        if _begin(sitting):
            await _be_new(sitting)
            await _dismiss(sitting, cast("pb.GoodbyeReason", UNKNOWN_VALUE))
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


async def _play(sitting: Sitting, say: Say, *, with_waves: bool) -> None:
    """Games one at a time, then each kind that did not come up, then as many as are claimed."""
    examiner, visit = sitting.examiner, sitting.visit
    started, games = sitting.now(), 1
    party = examiner.new_party()
    # What comes after a question without an answer may only wait: rather ask of the other kinds.
    while sitting.now() - started < _PLAY_SECONDS and not examiner.is_silent:
        if not examiner.advance(party):
            if games == examiner.ruleset.seats:
                break
            party, games = examiner.new_party(), games + 1
            continue
        if not await _round(sitting, [party]):
            return
    seen = {*visit.times, *(one.kind for one in visit.troubles)}
    for asked in examiner.of_kinds(kinds_of(examiner.ruleset) - seen):
        if not await sitting.ask([asked]):
            return
    if not await _tell_ends(sitting):
        return
    if with_waves and visit.claims > 1 and not await _waves(sitting, say):
        return
    pairs = [(asked, examiner.again(asked), choice) for asked, choice in examiner.samples]
    await _compare(sitting, pairs)


async def _tell_ends(sitting: Sitting) -> bool:
    """Sees to it that a deal and a game come to an end, however slow the bot is.

    After each it is asked something: an answer shows that it has read the one before.
    """
    examiner, visit = sitting.examiner, sitting.visit
    wanted = [("DealOver", True)] if visit.wants_events else []
    for what, is_deal in (*wanted, ("GameOver", False)):
        if what in visit.told:
            continue
        party = examiner.new_party()
        examiner.advance(party)
        examiner.play_out(party, is_deal=is_deal)
        for asked in examiner.of_kinds({QuestionKind.CARD}):
            if not await sitting.ask([asked]):
                return False
    return True


async def _round(sitting: Sitting, parties: Sequence[Party], patience: float = inf) -> bool:
    """One question in each of the games, all at once."""
    examiner = sitting.examiner
    asked = [
        (party, examiner.question(party.table, party.number))
        for party in parties
        if examiner.advance(party)
    ]
    if not asked:
        return True
    is_well = await sitting.ask([question for _, question in asked], patience)
    for party, question in asked:
        examiner.play(party, examiner.choices.get(question.number, 0))
    return is_well


async def _waves(sitting: Sitting, say: Say) -> bool:
    """As many games as the bot says it can take, each with a question open, a few times."""
    examiner, visit = sitting.examiner, sitting.visit
    spent = [one for times in visit.times.values() for one in times]
    each = _PATIENCE * sum(spent) / max(len(spent), 1)
    # A bot that thinks long and answers all in one message is in its right; one that has stopped
    # to answer is not waited for until the clock's own limit, which is a second for each game.
    grace = min(2 * examiner.control.move_limit_ms / 1000, _MOST_GRACE)
    fit = int((_WAVE_SECONDS - grace) / max(each, 1e-6))
    at_once = min(visit.claims, max(fit, 2))
    patience = grace + each * at_once
    say(f"asking {at_once} at once: may take up to {ceil(patience)} s")
    parties = [examiner.new_party() for _ in range(at_once)]
    started, answers = sitting.now(), examiner.answers
    for _ in range(_WAVES):
        visit.together = at_once
        is_well = await _round(sitting, parties, patience)
        visit.together_answers = examiner.answers - answers
        visit.together_s = sitting.now() - started
        if not is_well:
            return False
        if visit.together_s > _WAVES_SECONDS:
            break
    return True


async def _compare(sitting: Sitting, pairs: Sequence[tuple[Asked, Asked, int]]) -> None:
    """Asks questions a second time, one by one."""
    sitting.examiner.step = "asked twice"
    for _, second, _ in pairs:
        if not await sitting.ask([second]):
            break
    sitting.examiner.compare(pairs)


async def _ask_again(sitting: Sitting, samples: Sequence[tuple[Asked, int]]) -> None:
    """Asks a second process what the first one was asked."""
    await _compare(
        sitting, [(asked, sitting.examiner.again(asked), choice) for asked, choice in samples]
    )


async def _be_strange(sitting: Sitting) -> None:
    """Sends what a later referee might: an unknown message, and unknown fields."""
    examiner = sitting.examiner
    examiner.step = "unknown fields"
    message = pb.PlayResponse()
    message.MergeFromString(UNKNOWN)
    sitting.session.send([message])
    for asked in examiner.of_kinds(kinds_of(examiner.ruleset)):
        if not await sitting.ask([examiner.again(asked, _with_unknown_fields)]):
            return


async def _be_new(sitting: Sitting) -> None:
    """Asks a question of a kind that is not there yet, and then one of a usual kind."""
    examiner, visit = sitting.examiner, sitting.visit
    examiner.step = "unknown values"
    for asked in examiner.of_kinds({QuestionKind.CARD}):
        new = examiner.again(asked, _of_unknown_kind)
        if not await sitting.ask([new]):
            return
        # It has to go on living, not to answer.
        visit.unanswered += new.number not in examiner.choices
        visit.troubles.clear()
        examiner.is_silent = False
        await sitting.ask([examiner.again(asked)])


def _with_unknown_fields(question: pb.Question) -> None:
    for message in (question, question.king, question.king.current, *question.legal):
        message.MergeFromString(UNKNOWN)


def _of_unknown_kind(question: pb.Question) -> None:
    question.kind = cast("pb.QuestionKind", UNKNOWN_VALUE)
    for action in question.legal:
        action.Clear()
        action.MergeFromString(UNKNOWN)


async def _dismiss(
    sitting: Sitting, reason: "pb.GoodbyeReason" = pb.GOODBYE_REASON_FINISHED
) -> None:
    """Says Goodbye, and notes how the process ends."""
    if _is_gone(sitting):
        return
    started = sitting.now()
    sitting.session.send([goodbye_message(reason)])
    with trio.move_on_after(_GOODBYE_SECONDS):
        how = str(await sitting.process.wait_exit())
        sitting.visit.goodbye = End(sitting.now() - started, how)
        return
    if sitting.examiner.is_silent:
        sitting.visit.is_hung = True
        return
    stopped = ", stopped by a signal" if sitting.process.is_stopped else ""
    sitting.visit.goodbye = End(None, f"alive after {_GOODBYE_SECONDS:g} s{stopped}")


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
    """Size, time and rights of each file below a folder, but for what Python itself writes."""
    found = {}
    for where, folders, names in os.walk(folder):
        folders[:] = [one for one in folders if one not in ("__pycache__", ".git")]
        for name in names:
            path = Path(where, name)
            if path.suffix == ".pyc":
                continue
            try:
                state = path.lstat()
            except OSError:  # another process of the bot's author was quicker
                continue
            rights = stat.S_IMODE(state.st_mode)
            found[str(path.relative_to(folder))] = (state.st_size, state.st_mtime_ns, rights)
    return found
