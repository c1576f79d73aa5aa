"""The runs of a check: starts the bot again and again, plays with it, and lets it go."""

import os
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import cast

import trio
from king.v1 import session_pb2 as pb

from referee.botfile import MADE_FOLDERS, Bot, folder_digest
from referee.check import End, Findings
from referee.course import kinds_of
from referee.deal import QuestionKind
from referee.desk import Asked
from referee.examiner import Party
from referee.law import RuleSet
from referee.sitting import TERM_SECONDS, UNKNOWN, UNKNOWN_VALUE, Host, Sitting
from referee.timecontrol import TimeControl
from referee.wire import goodbye_message

_PLAY_SECONDS = 0.4
"""How long one rule set is played, unless there are kinds of question still to come."""
_WAVES = 3
_WAVES_SECONDS = 3.0
_GOODBYE_SECONDS = 2.0

Say = Callable[[str], None]
"""Is told what is being done, for people who wait."""


async def examine(
    bot: Bot, rulesets: Sequence[RuleSet], control: TimeControl, logs: Path, say: Say
) -> Findings:
    """Runs a built bot by each of the rule sets, and twice more by the first."""
    kinds = set[QuestionKind]().union(*map(kinds_of, rulesets))
    found = Findings(
        control.start_budget_ms / 1000,
        control.move_limit_ms / 1000,
        tuple(one for one in QuestionKind if one in kinds),
    )
    before, digest = _files(bot.folder), folder_digest(bot.folder)
    host = Host(bot, control, logs)
    samples: list[tuple[Asked, int]] = []
    for turn, ruleset in enumerate(rulesets):
        say(f"playing {ruleset.id} ({turn + 1} of {len(rulesets)})")
        async with host.visit(ruleset) as sitting:
            found.visits.append(sitting.visit)
            if sitting.is_ready:
                await _play(sitting, with_waves=turn == 0)
                if turn == 0:
                    samples = sitting.examiner.samples
                await _dismiss(sitting)
            elif turn == 0:
                break
    if found.visits[0].ready_s is not None:
        say("asking again, and SIGTERM")
        async with host.visit(rulesets[0]) as sitting:
            found.again = sitting.visit
            if sitting.is_ready:
                await _ask_again(sitting, samples)
                await _terminate(sitting)
        say("sending what is not known yet")
        async with host.visit(rulesets[0], is_strange=True) as sitting:
            found.strange = sitting.visit
            if sitting.is_ready:
                await _be_strange(sitting)
                await _dismiss(sitting, cast("pb.GoodbyeReason", UNKNOWN_VALUE))
    after = _files(bot.folder)
    found.files = tuple(
        path for path in sorted({*before, *after}) if before.get(path) != after.get(path)
    )
    found.is_changed = folder_digest(bot.folder) != digest
    return found


async def _play(sitting: Sitting, *, with_waves: bool) -> None:
    """Games one at a time, then each kind that did not come up, then as many as are claimed."""
    examiner, visit = sitting.examiner, sitting.visit
    started, games = sitting.now(), 1
    party = examiner.new_party()
    while sitting.now() - started < _PLAY_SECONDS:
        if not examiner.advance(party):
            if games == examiner.ruleset.seats:
                break
            party, games = examiner.new_party(), games + 1
            continue
        if not await _round(sitting, [party]):
            return
    for asked in examiner.of_kinds(kinds_of(examiner.ruleset) - visit.times.keys()):
        if not await sitting.ask([asked]):
            return
    if with_waves and visit.claims > 1 and not await _waves(sitting, party):
        return
    pairs = [(asked, examiner.again(asked), choice) for asked, choice in examiner.samples]
    await _compare(sitting, pairs)


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


async def _waves(sitting: Sitting, begun: Party) -> bool:
    """As many games as the bot says it can take, each with a question open, a few times."""
    examiner, visit = sitting.examiner, sitting.visit
    parties = [begun, *[examiner.new_party() for _ in range(visit.claims - 1)]]
    spent = [one for times in visit.times.values() for one in times]
    mean = sum(spent) / max(len(spent), 1)
    move_limit = examiner.control.move_limit_ms / 1000
    # A bot that thinks long and answers all in one message is in its right; one that has stopped
    # to answer is not waited for until the clock's own limit, which is a second for each game.
    patience = 2 * move_limit + 3 * mean * visit.claims
    started, answers = sitting.now(), examiner.answers
    for _ in range(_WAVES):
        is_well = await _round(sitting, parties, patience)
        visit.together = visit.claims
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
    """Sends what a later referee might: unknown fields, an unknown message, unknown values."""
    examiner = sitting.examiner
    examiner.step = "unknown fields"
    message = pb.PlayResponse()
    message.MergeFromString(UNKNOWN)
    sitting.session.send([message])
    for asked in examiner.of_kinds(kinds_of(examiner.ruleset)):
        if not await sitting.ask([examiner.again(asked, _with_unknown_fields)]):
            return
    examiner.step = "unknown values"
    for asked in examiner.of_kinds({QuestionKind.CARD}):
        troubles = len(sitting.visit.troubles)
        if not await sitting.ask([examiner.again(asked, _of_unknown_kind)]):
            return
        if len(sitting.visit.troubles) > troubles:
            # It has to go on living, not to answer.
            sitting.visit.unanswered += 1
            del sitting.visit.troubles[troubles:]
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
    if sitting.has_ended:
        return
    started = sitting.now()
    sitting.session.send([goodbye_message(reason)])
    with trio.move_on_after(_GOODBYE_SECONDS):
        how = str(await sitting.process.wait_exit())
        sitting.visit.goodbye = End(sitting.now() - started, how)
        return
    sitting.visit.goodbye = End(None, f"alive after {_GOODBYE_SECONDS:g} s")


async def _terminate(sitting: Sitting) -> None:
    """Sends SIGTERM in the middle of a game, and notes how the process ends."""
    if sitting.has_ended:
        return
    started = sitting.now()
    await sitting.process.stop(TERM_SECONDS)
    how = str(await sitting.process.wait_exit())
    is_killed = sitting.now() - started >= TERM_SECONDS and "SIGKILL" in how
    seconds = None if is_killed else sitting.now() - started
    sitting.visit.terminated = End(seconds, how)


def _files(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of each file below a folder, but for what Python itself writes there."""
    found = {}
    for where, folders, names in os.walk(folder):
        folders[:] = [one for one in folders if one not in (*MADE_FOLDERS, ".git")]
        for name in names:
            path = Path(where, name)
            if path.suffix != ".pyc":
                state = path.lstat()
                found[str(path.relative_to(folder))] = (state.st_size, state.st_mtime_ns)
    return found
