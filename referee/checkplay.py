"""What is played with one process of a bot that is checked, and in which order."""

from collections.abc import Callable, Sequence, Set
from math import inf
from statistics import fmean

import trio
from king.v1 import session_pb2 as pb

from referee.check import AFTER_MANY
from referee.course import kinds_of
from referee.cover import ContractKey, contract_keys
from referee.deal import QuestionKind
from referee.desk import Asked
from referee.examiner import Party
from referee.faults import FaultReason
from referee.sitting import Sitting
from referee.table import Table
from referee.unknown import ask_of_new_kind, ask_with_fields, unknown_message

_PLAY_SECONDS = 0.4
"""How long whole games of one rule set are played."""
_CONTRACTS_SECONDS = 5.0
"""How long the bot is then asked for cards in contracts that have not come up."""
_WAVES = 3
_WAVES_SECONDS = 3.0
_SILENT_SECONDS = 10.0
"""How long a bot may be silent with many games open, and about how long a wave shall take."""
_EVENTS_AT_ONCE = 256
_PATIENCE = 3
"""How many times as long as alone a question may take among others."""

Say = Callable[[str], None]
"""Is told what is being done, for people who wait."""
Twist = Callable[[pb.Question], None]
"""Changes a question before it is sent."""


async def play(sitting: Sitting, met: Set[ContractKey], say: Say, *, with_waves: bool) -> None:
    """Games one at a time, all kinds and contracts, all again, then as many as are claimed.

    The contracts in `met` have come up by other rule sets.
    """
    visit = sitting.visit
    party = await _play_whole(sitting)
    if party is None or not await _play_rest(sitting, party, met):
        return
    if not await _repeat(sitting, sitting.examiner.samples):
        return
    sitting.examiner.step = ""
    # A process that is silent has shown that already, alone.
    if with_waves and visit.claims > 1 and not sitting.examiner.is_silent:
        await _ask_many(sitting, say)


async def ask_again(sitting: Sitting, samples: Sequence[tuple[Asked, int]]) -> None:
    """Asks a second process what the first one was asked, and leaves it in the middle of a game."""
    if await _repeat(sitting, samples):
        await _round(sitting, [sitting.examiner.new_party()])


async def ask_new_fields(sitting: Sitting) -> None:
    """Sends a message that nobody knows, and each kind of question with unknown fields."""
    examiner = sitting.examiner
    examiner.step = "unknown fields"
    sitting.session.send([unknown_message()])
    kinds = kinds_of(examiner.ruleset)
    last = await _ask_kinds(sitting, examiner.new_party(), kinds, ask_with_fields)
    if last is not None:
        examiner.close(last)


async def ask_new_kind(sitting: Sitting) -> None:
    """Asks a question of a kind that is not there yet, and then in a next game a usual one."""
    examiner, visit = sitting.examiner, sitting.visit
    examiner.step = "unknown values"
    party = examiner.new_party()
    examiner.seek(party)
    asked = examiner.question(party, ask_of_new_kind)
    if not await sitting.ask([asked]):
        return
    # It has to go on living, not to answer.
    reasons = {one.reason for one in visit.troubles}
    if reasons <= {FaultReason.ILLEGAL, FaultReason.NO_ANSWER, FaultReason.LATE}:
        visit.unanswered += bool(reasons)
        visit.troubles.clear()
    examiner.is_silent = False
    examiner.close(party)
    party = examiner.new_party()
    if await _round(sitting, [party]):
        examiner.close(party)


async def _play_whole(sitting: Sitting) -> Party | None:
    """Games for a moment, each question of them; the last one goes on. None if it is no use."""
    examiner = sitting.examiner
    party, games, started = examiner.new_party(), 1, sitting.now()
    # What comes after a question without an answer may only wait: rather ask of the other kinds.
    while sitting.now() - started < _PLAY_SECONDS and not examiner.is_silent:
        if not examiner.seek(party):
            if games == examiner.ruleset.seats:
                break
            party, games = examiner.new_party(), games + 1
        elif not await _round(sitting, [party]):
            return None
    return party


async def _play_rest(sitting: Sitting, party: Party, met: Set[ContractKey]) -> bool:
    """Each kind and contract that did not come up; then a deal and a game that are over."""
    examiner, visit = sitting.examiner, sitting.visit
    seen = {*visit.times, *(one.kind for one in visit.troubles)}
    last = await _ask_kinds(sitting, party, kinds_of(examiner.ruleset) - seen)
    if last is not None:
        last = await _ask_contracts(sitting, last, met)
    return last is not None and await _tell_ends(sitting, last)


async def _ask_kinds(
    sitting: Sitting, party: Party, kinds: Set[QuestionKind], twist: Twist | None = None
) -> Party | None:
    """A question of each kind, in one game after another; the last one. None if it is no use."""
    examiner, left = sitting.examiner, set(kinds)

    def is_wanted(table: Table) -> bool:
        return table.decision is not None and table.decision.kind in left

    while left:
        await trio.lowlevel.checkpoint()
        if not examiner.seek(party, is_wanted):
            party = examiner.new_party()
            continue
        decision = party.table.decision
        assert decision is not None
        if not await _round(sitting, [party], twist=twist):
            return None
        if not examiner.is_behind:  # else its time was not its own
            left.discard(decision.kind)
    return party


async def _ask_contracts(sitting: Sitting, party: Party, met: Set[ContractKey]) -> Party | None:
    """A card in each contract that did not come up, as far as there is time for it."""
    examiner, visit = sitting.examiner, sitting.visit
    met = met | visit.contracts
    names = [name for name, key in contract_keys(examiner.ruleset).items() if key not in met]
    # Each in another trick: many bots think longer while there is more to play.
    left = {name: at % visit.tricks + 1 for at, name in enumerate(names)}

    def is_wanted(table: Table) -> bool:
        deal, decision = table.game.deal, table.decision
        if deal is None or deal.play is None or decision is None:
            return False
        return deal.contract in left and len(deal.play.tricks) + 1 >= left[deal.contract]

    started, games = sitting.now(), 0
    while left and games <= examiner.ruleset.seats and not examiner.is_silent:
        if sitting.now() - started > _CONTRACTS_SECONDS:
            break
        await trio.lowlevel.checkpoint()
        if not examiner.seek(party, is_wanted):
            # Deals may end early: what was not reached is asked for at once.
            left = dict.fromkeys(left, 1) if games else left
            party, games = examiner.new_party(), games + 1
            continue
        deal = party.table.game.deal
        assert deal is not None
        left.pop(str(deal.contract))
        if not await _round(sitting, [party]):
            return None
    return party


async def _tell_ends(sitting: Sitting, party: Party) -> bool:
    """Sees to it that a deal and a game come to an end, however slow the bot is.

    After each it is asked something: an answer shows that it has read the one before.
    """
    examiner, visit = sitting.examiner, sitting.visit
    if not party.is_open and not await _round(sitting, [party]):
        return False
    if visit.wants_events and "DealOver" not in visit.told:
        examiner.end_deal(party)
        if not await _round(sitting, [party]):
            return False
    examiner.close(party)
    if "GameOver" in visit.told:
        return True
    party = examiner.new_party()
    if not await _round(sitting, [party]):
        return False
    examiner.close(party)
    return True


async def _round(
    sitting: Sitting, parties: Sequence[Party], patience: float = inf, twist: Twist | None = None
) -> bool:
    """One question in each of the games, all at once."""
    examiner = sitting.examiner
    asked = [(party, examiner.question(party, twist)) for party in parties if examiner.seek(party)]
    if not asked:
        return True
    is_well = await sitting.ask([question for _, question in asked], patience)
    for party, question in asked:
        examiner.play(party, examiner.choices.get(question.number, 0))
    return is_well


async def _repeat(sitting: Sitting, samples: Sequence[tuple[Asked, int]]) -> bool:
    """Asks questions a second time, one by one, in games that are the same as then."""
    examiner = sitting.examiner
    examiner.step = "asked twice"
    pairs = []
    is_well = True
    for party, of_game in examiner.copies(samples):
        before = None
        for asked, choice in of_game:
            second = examiner.ask_copy(party, asked, before)
            pairs.append((asked, second, choice))
            is_well = await sitting.ask([second])
            before = asked
            if not is_well:
                break
        if not is_well:
            break
        examiner.close_copy(party, of_game[-1][0])
    examiner.compare(pairs)
    return is_well


async def _ask_many(sitting: Sitting, say: Say) -> None:
    """As many games as the bot says it can take, each with a question open, a few times.

    Then some alone, as what went wrong among many may show only after them.
    """
    examiner, visit = sitting.examiner, sitting.visit
    at_once = _fit(sitting)
    say(f"asking {at_once} at once; a silence of {_SILENT_SECONDS:g} s would end that")
    parties: list[Party] = []
    answers = examiner.answers
    for _ in range(_WAVES):
        parties = [one for one in parties if examiner.seek(one)]
        while len(parties) < at_once:
            parties.append(examiner.new_party())
            examiner.seek(parties[-1])
            await trio.lowlevel.checkpoint()
        visit.together = at_once
        started = sitting.now()
        is_well = await _round(sitting, parties, _SILENT_SECONDS)
        visit.together_s += sitting.now() - started
        visit.together_answers = examiner.answers - answers
        if not is_well:
            return
        if visit.together_s > _WAVES_SECONDS:
            break
    examiner.step = AFTER_MANY
    await _end_many(sitting, parties)


async def _end_many(sitting: Sitting, parties: list[Party]) -> None:
    """Ends games a few at a time, so that not too much waits unread, and asks in between."""
    examiner = sitting.examiner
    last: Party | None = None
    while parties:
        told = 0
        while parties and told < _EVENTS_AT_ONCE:
            party = parties.pop()
            examiner.close(party)
            told += len(party.table.game.finished) + 1
            await trio.lowlevel.checkpoint()
        if last is None or not examiner.seek(last):
            last = examiner.new_party()
        if not await _round(sitting, [last]):
            return
    if last is not None:
        examiner.close(last)


def _fit(sitting: Sitting) -> int:
    """How many questions a bot that is as slow as it was can answer before people lose patience."""
    visit = sitting.visit
    limit = sitting.examiner.control.move_limit_ms / 1000
    spent = [one for times in visit.times.values() for one in times]
    spent += [limit for one in visit.troubles if one.reason is FaultReason.NO_ANSWER]
    each = _PATIENCE * fmean(spent) if spent else 0.0
    return min(visit.claims, max(int(_SILENT_SECONDS / max(each, 1e-6)), 2))
