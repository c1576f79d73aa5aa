"""The lines of a check: what each thing that was looked at comes to, and what to do about it."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from referee.check import Changed, End, Findings, Trouble, Visit
from referee.deal import QuestionKind
from referee.faults import FaultReason
from referee.printable import counted, printable

_SHARE_OF_BUDGET = 0.5
_FILES_SHOWN = 3
_WORDS_SHOWN = 3
_WORDS_WIDTH = 80
_PROTOCOL = "docs/protocol.md"


class Verdict(StrEnum):
    """What a check has come to."""

    PASS = "pass"
    FAIL = "fail"
    NOTE = "note"
    LEFT_OUT = "left out"


class CheckLine(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="check"):
    """One thing that was looked at; also a line of `--json`, with what is empty left out."""

    check: str
    verdict: Verdict
    seen: str
    asked: tuple[str, ...] = ()
    """The question at which it went wrong, in lines for people."""
    said: tuple[str, ...] = ()
    """The end of what the bot printed."""
    do: str = ""


def check_lines(found: Findings) -> list[CheckLine]:
    """All lines but that of the build, in the order of a bot's life."""
    first = found.visits[0]
    lines = [_start(found), _handshake(first), _warm_up(first)]
    if first.ready_s is None:
        return [*lines, _left_out("everything else", "the bot did not start")]
    lines = [
        *lines,
        *[_kind(found, kind) for kind in found.kinds],
        _same_twice(found),
        _many(found),
        _unknown(found, "unknown fields"),
        _unknown(found, "unknown values"),
        _goodbye(found),
        _sigterm(found.again),
        _processes(found),
        _files(found),
    ]
    return [*lines, _output(found, {text for line in lines for text in line.said})]


def milliseconds(seconds: float) -> str:
    """A time for people, such as `0.35 ms` or `1200 ms`."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{1000 * seconds:.0f} ms"


def percentile(times: Sequence[float], share: float) -> float:
    """The time that this share of them does not pass."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def _passed(check: str, seen: str) -> CheckLine:
    return CheckLine(check, Verdict.PASS, seen)


def _left_out(check: str, why: str) -> CheckLine:
    return CheckLine(check, Verdict.LEFT_OUT, why)


def _start(found: Findings) -> CheckLine:
    failed = [one for one in found.visits if one.ready_s is None]
    budget = f"{found.budget_s:g} s"
    if failed and (not failed[0].has_opened or failed[0] is not found.visits[0]):
        first = failed[0]
        where = f" (by {first.ruleset})" if first is not found.visits[0] else ""
        do = f"dial KING_REFEREE, say Hello and Ready within {budget}: {_PROTOCOL}, Connecting"
        if first.has_ended:
            when = "dialed" if not first.has_opened else "was ready"
            do = _mend(first, f"it ended before it {when}")
        if not first.has_run:
            do = "let `run` in bot.toml name a program, and let its file be executable (chmod +x)"
        seen = f"{first.failure}{where}"
        return CheckLine("start", Verdict.FAIL, seen, said=first.words, do=do)
    times = [one.ready_s for one in found.all_visits if one.ready_s is not None]
    if not times:
        return _passed("start", "it opened its stream")
    slowest = max(times)
    seen = (
        f"Ready after {times[0]:.2f} s, of {budget}; {len(times)} starts, at most {slowest:.2f} s"
    )
    if slowest > _SHARE_OF_BUDGET * found.budget_s:
        do = "more than half of the budget is a risk on a busy machine: load less at the start"
        return CheckLine("start", Verdict.NOTE, seen, do=do)
    return _passed("start", seen)


def _mend(visit: Visit, when: str) -> str:
    """What to do about a process that ended by itself."""
    if visit.words:
        return f"mend what it printed; {when}"
    return f"{when}, and printed nothing: let it say on stderr why it ends"


def _handshake(first: Visit) -> CheckLine:
    if first.is_greeted:
        who = printable(first.introduced) or "no name"
        return _passed(
            "handshake",
            f"Hello with token and version 1, from {who}, {counted(first.claims, 'game')} at once",
        )
    if not first.has_opened:
        return _left_out("handshake", "it opened no stream")
    return CheckLine(
        "handshake",
        Verdict.FAIL,
        str(first.failure),
        asked=("asked: nothing yet: Hello is the first message of the stream",),
        said=first.words,
        do=_mend(first, "it ended before it said Hello")
        if first.has_ended
        else f"send Hello first, with KING_TOKEN and protocol_version 1: {_PROTOCOL}, The stream",
    )


def _warm_up(first: Visit) -> CheckLine:
    if first.ready_s is not None:
        return _passed("warm-up", "WarmUp was answered with Ready")
    if not first.is_greeted:
        return _left_out("warm-up", "it was not greeted")
    return CheckLine(
        "warm-up",
        Verdict.FAIL,
        str(first.failure),
        asked=("asked: Welcome, and WarmUp with an example of each kind of question",),
        said=first.words,
        do=_mend(first, "it ended before it said Ready")
        if first.has_ended
        else "answer WarmUp with Ready and nothing else",
    )


def _kind(found: Findings, kind: QuestionKind) -> CheckLine:
    times = [one for visit in found.visits for one in visit.times.get(kind, ())]
    troubles = [pair for pair in _alone(found) if pair[1].kind is kind]
    name = f"question: {kind}"
    if troubles:
        visit, first = troubles[0]
        more = f", and so {len(troubles)} times" if len(troubles) > 1 else ""
        seen = f"{first.what} ({first.ruleset}){more}"
        return _failed(found, name, visit, first, seen)
    if not times:
        return _left_out(name, "too much was wrong before it could be asked")
    shown = ", ".join(
        f"{label} {milliseconds(percentile(times, share))}"
        for label, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    )
    return _passed(name, f"{len(times)} asked, all answered legally; {shown}")


def _alone(found: Findings) -> list[tuple[Visit, Trouble]]:
    """What went wrong at questions that were asked alone and as usual."""
    visits = [*found.visits, *([found.again] if found.again else [])]
    return [(visit, one) for visit in visits for one in visit.troubles if one.at_once == 1]


def _new(found: Findings, troubles: Sequence[Trouble]) -> list[Trouble]:
    """Those at kinds of question that the bot answers well when they are asked alone."""
    bad = {one.kind for _, one in _alone(found)}
    return [one for one in troubles if one.kind not in bad]


_IN_TIME = "answer within {limit:g} s (`--move-limit`)"
_ADVICE = {
    FaultReason.LATE: f"{_IN_TIME} and the bank: {_PROTOCOL}, The clock",
    FaultReason.NO_ANSWER: f"{_IN_TIME}, with the question_id that came",
    FaultReason.ILLEGAL: "choose an index into `legal`, which counts from 0",
    FaultReason.UNREADABLE: "send Answers, each with the question_id that came and a choice",
    FaultReason.DISCONNECTED: "go on until Goodbye; `referee match BOT` shows the same, and "
    "BOT=listen lets you start it in a debugger",
}


def _failed(found: Findings, name: str, visit: Visit, trouble: Trouble, seen: str) -> CheckLine:
    has_ended = trouble.reason is FaultReason.DISCONNECTED
    do = _ADVICE.get(trouble.reason, "").format(limit=found.move_limit_s)
    if has_ended and visit.has_ended and visit.words:
        do = "mend the error that it printed; `referee match BOT` shows the same, and BOT=listen "
        do += "lets you start it in a debugger"
    return CheckLine(
        name,
        Verdict.FAIL,
        printable(seen),
        asked=trouble.asked,
        said=visit.words if has_ended else (),
        do=do,
    )


def _same_twice(found: Findings) -> CheckLine:
    name = "same answer twice"
    visits = [*found.visits, *([found.again] if found.again else [])]
    count = sum(one.repeated for one in visits)
    changed: list[Changed] = [one for visit in visits for one in visit.changed]
    if not count:
        return _left_out(name, "nothing could be asked twice")
    if not changed:
        return _passed(name, f"{counted(count, 'question')} asked twice, also of a new process")
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
    troubles = _new(found, [one for one in first.troubles if one.at_once > 1])
    if troubles:
        one = troubles[0]
        seen = f"{one.what} (with {one.at_once} open, of {first.claims} that Hello claims)"
        line = _failed(found, name, first, one, seen)
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
    if not first.together:
        return _left_out(name, "too much was wrong before")
    each = first.together_s / max(first.together_answers, 1)
    return _passed(
        name,
        f"{first.together} open together, as its Hello claims; "
        f"{counted(first.together_answers, 'answer')} "
        f"in {first.together_s:.2f} s, {milliseconds(each)} each",
    )


def _unknown(found: Findings, step: str) -> CheckLine:
    strange = found.strange
    if strange is None:
        return _left_out(step, "the bot did not start")
    if strange.ready_s is None:
        if step == "unknown values":
            return _left_out(step, "unknown fields were too much already")
        return CheckLine(
            step,
            Verdict.FAIL,
            f"with unknown fields in Welcome and WarmUp: {strange.failure}",
            said=strange.words,
            do=f"ignore fields and values that you do not know: {_PROTOCOL}, What may change",
        )
    fatal = [
        one
        for one in strange.troubles
        if one.reason in (FaultReason.DISCONNECTED, FaultReason.NO_ANSWER)
    ]
    troubles = _new(found, [one for one in fatal if one.step == step])
    if troubles:
        line = _failed(found, step, strange, troubles[0], troubles[0].what)
        return CheckLine(
            step,
            Verdict.FAIL,
            line.seen,
            asked=line.asked,
            said=line.said,
            do=f"ignore fields and values that you do not know, and choose 0 where all is new: "
            f"{_PROTOCOL}, What may change",
        )
    if fatal:
        return _left_out(step, "it had ended before, or does not answer such questions at all")
    if step == "unknown fields":
        return _passed(step, "in Welcome, WarmUp and questions, and as a message of its own")
    if strange.unanswered:
        return CheckLine(
            step,
            Verdict.NOTE,
            "a question of an unknown kind had no legal answer, but the bot lives",
            do="choose 0 where you do not know the kind: it is always legal",
        )
    return _passed(step, "in Welcome, and a question of an unknown kind was answered")


def _goodbye(found: Findings) -> CheckLine:
    ends = [one.goodbye for one in found.all_visits if one.goodbye is not None]
    if not ends:
        return _left_out("Goodbye", "no process lived so long")
    stubborn = [one for one in ends if one.seconds is None]
    if stubborn:
        seen = f"{_of(len(stubborn), len(ends))}: {stubborn[0].how}"
        do = "close your half of the stream at Goodbye and exit with code 0"
        return CheckLine("Goodbye", Verdict.FAIL, seen, do=do)
    slowest = max(one.seconds or 0.0 for one in ends)
    alone = "itself" if len(ends) == 1 else "themselves"
    count = counted(len(ends), "process", "processes")
    seen = f"{count} ended by {alone}, after {milliseconds(slowest)} at most"
    odd = [one.how for one in ends if one.how != "exit code 0"]
    if odd:
        seen = f"{_of(len(odd), len(ends))} ended with {odd[0]}"
        return CheckLine("Goodbye", Verdict.NOTE, seen, do="exit with code 0 after Goodbye")
    return _passed("Goodbye", seen)


def _of(some: int, total: int) -> str:
    return f"{some} of {counted(total, 'process', 'processes')}"


def _sigterm(again: Visit | None) -> CheckLine:
    end: End | None = again.terminated if again is not None else None
    if end is None:
        return _left_out("SIGTERM", "no process lived so long")
    if end.seconds is None:
        do = "end on SIGTERM: a process that ignores it is killed a second later"
        return CheckLine("SIGTERM", Verdict.FAIL, f"it did not end, and was {end.how}", do=do)
    return _passed("SIGTERM", f"it ended after {milliseconds(end.seconds)}: {end.how}")


def _processes(found: Findings) -> CheckLine:
    left = [one.left for one in found.all_visits if one.left]
    if left:
        return CheckLine(
            "processes left",
            Verdict.FAIL,
            f"{_of(len(left), len(found.all_visits))} left others behind, up to {max(left)}",
            do="end and wait for what you have started before you end; the referee kills the rest",
        )
    return _passed("processes left", "none")


def _files(found: Findings) -> CheckLine:
    if not found.files:
        return _passed("files written", "none in its folder")
    shown = ", ".join(map(printable, found.files[:_FILES_SHOWN]))
    more = f" and {len(found.files) - _FILES_SHOWN} more" if len(found.files) > _FILES_SHOWN else ""
    do = "write below HOME or TMPDIR, which are new for each process and removed"
    if not found.is_changed:
        return CheckLine("files written", Verdict.NOTE, f"in its folder: {shown}{more}", do=do)
    seen = f"in its folder: {shown}{more}; that changes its digest"
    do = f"{do}; a tournament cannot be gone on with when a bot has changed"
    return CheckLine("files written", Verdict.FAIL, seen, do=do)


def _output(found: Findings, shown: set[str]) -> CheckLine:
    """How much was printed, and the end of it but for what other lines have shown."""
    loudest = max(found.all_visits, key=lambda one: sum(one.printed))
    out, err = loudest.printed
    if not out + err:
        return _passed("output", "nothing printed")
    seen = f"up to {out} bytes on stdout and {err} on stderr, by one process"
    do = "nothing has to be done; of each stream 128 KiB are kept"
    new = [line for line in loudest.words if line not in shown][-_WORDS_SHOWN:]
    said = tuple(
        line if len(line) <= _WORDS_WIDTH else f"{line[:_WORDS_WIDTH]} ..." for line in new
    )
    return CheckLine("output", Verdict.NOTE, seen, said=said, do=do)
