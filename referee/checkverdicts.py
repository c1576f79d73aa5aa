"""The lines of a check: what each thing that was looked at comes to, and what to do about it."""

from collections.abc import Iterator
from statistics import fmean, median_low

from referee.check import AFTER_MANY, Findings, Visit
from referee.checkadvice import PROTOCOL, TOO_LARGE, failed
from referee.checkline import (
    CheckLine,
    Verdict,
    cut_short,
    left_out,
    milliseconds,
    passed,
    percentile,
    startable,
)
from referee.checkmanners import manners
from referee.deal import QuestionKind
from referee.faults import FaultReason
from referee.printable import counted

_SHARE_OF_BUDGET = 0.5


def check_lines(found: Findings) -> list[CheckLine]:
    """All lines but that of the build, in the order of a bot's life."""
    first = found.visits[0]
    lines = [_start(found), _handshake(first), _warm_up(first)]
    if first.ready_s is None:
        return [*lines, left_out("everything else", "the bot did not start")]
    lines = [
        *lines,
        *[_kind(found, kind) for kind in found.kinds],
        _game_time(found),
        _same_twice(found),
        _many(found),
    ]
    return [*lines, *manners(found, lines)]


def _start(found: Findings) -> CheckLine:
    failed, visits = found.failed_starts, found.all_visits
    budget = f"{found.budget_s:g} s"
    if failed and (not failed[0].has_opened or failed[0] is not visits[0]):
        first = failed[0]
        at = next(at for at, one in enumerate(visits) if one is first)
        where = f" (start {at + 1}, by {first.ruleset})" if at else ""
        do = f"dial KING_REFEREE, say Hello and Ready within {budget}: {PROTOCOL}, Connecting"
        if first.has_ended:
            when = "dialed" if not first.has_opened else "was ready"
            do = first.mend(f"it ended before it {when}")
        if not first.has_run:
            do = startable(str(first.failure), "run")
        if at:
            do += "; a match starts a bot many times, in the same folder, also side by side"
        seen = f"{first.failure}{where}"
        return CheckLine("start", Verdict.FAIL, seen, said=first.words, do=do)
    times = [one.ready_s for one in visits if one.ready_s is not None]
    if not times:
        return passed("start", "it opened its stream")
    slowest = max(times)
    seen = (
        f"Ready after {times[0]:.2f} s, of {budget}; {len(times)} starts, at most {slowest:.2f} s"
    )
    if slowest > _SHARE_OF_BUDGET * found.budget_s:
        do = "more than half of the budget is a risk on a busy machine: load less at the start"
        return CheckLine("start", Verdict.NOTE, seen, do=do)
    return passed("start", seen)


def _handshake(first: Visit) -> CheckLine:
    if first.is_greeted:
        who = f"from {cut_short(first.introduced)}" if first.introduced else "without a name"
        return passed(
            "handshake",
            f"Hello with token and version 1, {who}, {counted(first.claims, 'game')} at once",
        )
    if not first.has_opened:
        return left_out("handshake", "it opened no stream")
    asked = "asked: nothing yet: Hello is the first message of the stream"
    do = f"send Hello first, with KING_TOKEN and protocol_version 1: {PROTOCOL}, The stream"
    return _not_begun("handshake", first, asked, "it ended before it said Hello", do)


def _warm_up(first: Visit) -> CheckLine:
    if first.ready_s is not None:
        return passed("warm-up", "WarmUp was answered with Ready")
    if not first.is_greeted:
        return left_out("warm-up", "it was not greeted")
    asked = "asked: Welcome, and WarmUp with an example of each kind of question"
    do = "answer WarmUp with Ready and nothing else"
    return _not_begun("warm-up", first, asked, "it ended before it said Ready", do)


def _not_begun(check: str, first: Visit, asked: str, when: str, do: str) -> CheckLine:
    """How the greeting failed; `when` if the process ended in it."""
    failure = str(first.failure)
    if TOO_LARGE in failure:
        do = f"send a smaller message: {PROTOCOL}, Limits"
    do = first.mend(when) if first.has_ended else do
    return CheckLine(check, Verdict.FAIL, failure, asked=(asked,), said=first.words, do=do)


def _kind(found: Findings, kind: QuestionKind) -> CheckLine:
    times = [one for visit in found.visits for one in visit.times.get(kind, ())]
    troubles = [pair for pair in found.alone if pair[1].kind is kind]
    name = f"question: {kind}"
    if troubles:
        visit, first = troubles[0]
        count = sum(one.reason is first.reason for _, one in troubles)
        more = f", and so {count} times" if count > 1 else ""
        seen = f"{first.what} ({first.ruleset}){more}"
        return failed(found, name, visit, first, seen)
    if not times and any(kind in visit.behind for visit in found.usual_visits):
        return left_out(name, "it waited behind a question that got no answer")
    if not times:
        return left_out(name, "too much was wrong before it could be asked")
    shown = ", ".join(
        f"{label} {milliseconds(percentile(times, share))}"
        for label, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    )
    where = _contracts(found) if kind is QuestionKind.CARD else ""
    return passed(name, f"{len(times)} asked{where}, all answered legally; {shown}")


def _contracts(found: Findings) -> str:
    """In how many contracts it was asked for cards."""
    met = len(frozenset().union(*(one.contracts for one in found.visits)))
    every = len(found.contracts)
    if met < every:
        return f" in {met} of {every} contracts, for want of time"
    return f" in {counted(every, 'contract')}"


_GAME = "time of a game"


def _game_time(found: Findings) -> CheckLine:
    """Whether a whole game can be played within the bank."""
    games = list(_games(found))
    if not games:
        return left_out(_GAME, "too much was wrong before")
    needed, bank, ruleset = max(games, key=lambda one: one[0] / max(one[1], 1e-6))
    shown = f"{needed:.0f}" if needed >= 10 else f"{needed:.2g}"
    seen = f"some {shown} s of a bank of {bank:g} s ({ruleset})"
    do = f"answer faster: the bank is for all questions of a game: {PROTOCOL}, The clock"
    if needed > bank:
        return CheckLine(_GAME, Verdict.FAIL, f"{seen}: it would be empty before the end", do=do)
    if needed > _SHARE_OF_BUDGET * bank:
        return CheckLine(_GAME, Verdict.NOTE, seen, do=do)
    return passed(_GAME, seen)


def _games(found: Findings) -> Iterator[tuple[float, float, str]]:
    """For each rule set what a game takes, and its bank, in seconds."""
    for visit in found.visits:
        # What did not come up, or was never answered, has a line of its own.
        kinds = visit.a_game.keys() & visit.times.keys()
        if kinds:
            needed = sum(visit.a_game[one] * _usual_time(visit, one) for one in kinds)
            yield needed, visit.bank_s, visit.ruleset


def _usual_time(visit: Visit, kind: QuestionKind) -> float:
    """What half of the answers take at the most, in seconds; for cards the mean of all tricks."""
    if kind is not QuestionKind.CARD or not visit.card_times:
        return median_low(visit.times[kind])
    of_trick = {trick: median_low(times) for trick, times in visit.card_times.items()}
    nearest = [
        min(of_trick, key=lambda one: abs(one - trick)) for trick in range(1, visit.tricks + 1)
    ]
    return fmean(of_trick[one] for one in nearest)


def _same_twice(found: Findings) -> CheckLine:
    name, visits = "same answer twice", found.usual_visits
    count = sum(one.repeated for one in visits)
    changed = [one for visit in visits for one in visit.changed]
    if not count:
        return left_out(name, "nothing could be asked twice")
    if not changed:
        also = ", also of a new process" if found.again and found.again.repeated else ""
        return passed(name, f"{counted(count, 'question')} asked twice{also}")
    one, differ = changed[0], "differs" if len(changed) == 1 else "differ"
    return CheckLine(
        name,
        Verdict.NOTE,
        f"{len(changed)} of {counted(count, 'answer')} {differ}: {one.first}, then {one.then}",
        asked=one.asked,
        do="take all chance from the question's seed, and nothing from the clock or from before: "
        "else a game cannot be played again",
    )


def _many(found: Findings) -> CheckLine:
    name, first = "many games at once", found.visits[0]
    among = [one for one in first.troubles if one.at_once > 1 or one.step == AFTER_MANY]
    for one in found.new(among)[:1]:
        seen = f"{one.what} (with {one.at_once} open, of {first.claims} that Hello claims)"
        if one.step == AFTER_MANY:
            seen = f"{one.what} (at a question alone, after {first.together} at once)"
        line = failed(found, name, first, one, seen)
        if one.reason is FaultReason.NO_ANSWER:
            do = "answer every question of a message, or say a smaller games_at_once in Hello"
            return CheckLine(name, Verdict.FAIL, line.seen, asked=line.asked, do=do)
        return line
    if first.claims == 1:
        return CheckLine(
            name,
            Verdict.NOTE,
            "it takes one game at a time",
            do="say games_at_once 256 in Hello if each question can be answered by itself: "
            "a tournament is then several times as fast",
        )
    if among:
        return left_out(name, "it does not answer such questions alone either")
    if not first.together_answers:
        return left_out(name, "too much was wrong before")
    each = first.together_s / first.together_answers
    claim = "as its Hello claims"
    if first.together < first.claims:
        claim = f"of {first.claims} that its Hello claims: more would take it too long here"
    return passed(
        name,
        f"{first.together} open together, {claim}; {counted(first.together_answers, 'answer')} "
        f"in {first.together_s:.2f} s, {milliseconds(each)} each",
    )
