"""The lines of a check: what each thing that was looked at comes to, and what to do about it."""

from referee.check import (
    SHOWN_WIDTH,
    CheckLine,
    Findings,
    Trouble,
    Verdict,
    Visit,
    cut_short,
    left_out,
    milliseconds,
    passed,
    percentile,
    startable,
)
from referee.deal import QuestionKind
from referee.faults import FaultReason
from referee.printable import counted, printable

_SHARE_OF_BUDGET = 0.5
_FILES_SHOWN = 3
_WORDS_SHOWN = 3
_LOUD_BYTES = 1_000_000
_PROTOCOL = "docs/protocol.md"
_CHANGES = f"{_PROTOCOL}, What may change"


def check_lines(found: Findings) -> list[CheckLine]:
    """All lines but that of the build, in the order of a bot's life."""
    first = found.visits[0]
    lines = [_start(found), _handshake(first), _warm_up(first)]
    if first.ready_s is None:
        return [*lines, left_out("everything else", "the bot did not start")]
    lines = [
        *lines,
        *[_kind(found, kind) for kind in found.kinds],
        _same_twice(found),
        _many(found),
        _over(found),
        _surplus(found),
        _notes(found),
        _unknown(found, "unknown fields", found.fields),
        _unknown(found, "unknown values", found.values),
        _goodbye(found),
        _sigterm(found.again),
        _processes(found),
        _files(found),
    ]
    return [*lines, _output(found, {text for line in lines for text in line.said})]


def _start(found: Findings) -> CheckLine:
    failed, visits = found.failed_starts, found.all_visits
    budget = f"{found.budget_s:g} s"
    if failed and (not failed[0].has_opened or failed[0] is not visits[0]):
        first = failed[0]
        at = next(at for at, one in enumerate(visits) if one is first)
        where = f" (start {at + 1}, by {first.ruleset})" if at else ""
        do = f"dial KING_REFEREE, say Hello and Ready within {budget}: {_PROTOCOL}, Connecting"
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
    return CheckLine(
        "handshake",
        Verdict.FAIL,
        str(first.failure),
        asked=("asked: nothing yet: Hello is the first message of the stream",),
        said=first.words,
        do=first.mend("it ended before it said Hello")
        if first.has_ended
        else f"send Hello first, with KING_TOKEN and protocol_version 1: {_PROTOCOL}, The stream",
    )


def _warm_up(first: Visit) -> CheckLine:
    if first.ready_s is not None:
        return passed("warm-up", "WarmUp was answered with Ready")
    if not first.is_greeted:
        return left_out("warm-up", "it was not greeted")
    return CheckLine(
        "warm-up",
        Verdict.FAIL,
        str(first.failure),
        asked=("asked: Welcome, and WarmUp with an example of each kind of question",),
        said=first.words,
        do=first.mend("it ended before it said Ready")
        if first.has_ended
        else "answer WarmUp with Ready and nothing else",
    )


def _kind(found: Findings, kind: QuestionKind) -> CheckLine:
    times = [one for visit in found.visits for one in visit.times.get(kind, ())]
    troubles = [pair for pair in found.alone if pair[1].kind is kind]
    name = f"question: {kind}"
    if troubles:
        visit, first = troubles[0]
        more = f", and so {len(troubles)} times" if len(troubles) > 1 else ""
        seen = f"{first.what} ({first.ruleset}){more}"
        return _failed(found, name, visit, first, seen)
    if not times and any(kind in visit.behind for visit in found.usual_visits):
        return left_out(name, "it waited behind a question that got no answer")
    if not times:
        return left_out(name, "too much was wrong before it could be asked")
    shown = ", ".join(
        f"{label} {milliseconds(percentile(times, share))}"
        for label, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
    )
    return passed(name, f"{len(times)} asked, all answered legally; {shown}")


_IN_TIME = "answer within {limit:g} s (`--move-limit`)"
_ADVICE = {
    FaultReason.LATE: f"{_IN_TIME} and the bank: {_PROTOCOL}, The clock",
    FaultReason.NO_ANSWER: f"{_IN_TIME}, with the question_id that came",
    FaultReason.ILLEGAL: "choose an index into `legal`, which counts from 0",
    FaultReason.UNREADABLE: "send Answers, each with the question_id that came and a choice",
    FaultReason.DISCONNECTED: "go on until Goodbye; `referee match BOT` shows the same, and "
    "BOT=listen lets you start it in a debugger",
}


_NOT_ANSWERS = ("when answers were due", "a PlayRequest with nothing in it")
"""How a session words what came in the place of answers."""


def _failed(found: Findings, name: str, visit: Visit, trouble: Trouble, seen: str) -> CheckLine:
    has_ended = trouble.reason is FaultReason.DISCONNECTED
    do = _ADVICE.get(trouble.reason, "").format(limit=found.move_limit_s)
    if any(words in trouble.what for words in _NOT_ANSWERS):
        do = "send nothing but Answers while playing, and Ready once"
    if "stopped by a signal" in trouble.what:
        do = "let nothing stop the process (SIGSTOP, SIGTSTP, SIGTTIN)"
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
    troubles = found.new([one for one in first.troubles if one.at_once > 1])
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
        return left_out(name, "too much was wrong before")
    each = first.together_s / max(first.together_answers, 1)
    claim = "as its Hello claims"
    if first.together < first.claims:
        claim = f"of {first.claims} that its Hello claims: more would take it too long here"
    return passed(
        name,
        f"{first.together} open together, {claim}; {counted(first.together_answers, 'answer')} "
        f"in {first.together_s:.2f} s, {milliseconds(each)} each",
    )


def _over(found: Findings) -> CheckLine:
    name = "GameOver"
    ended = [(visit, one) for visit in found.usual_visits for one in visit.troubles if one.after]
    if ended:
        visit, first = ended[0]
        seen = f"{first.what}, right after {first.after} ({first.ruleset})"
        line = _failed(found, name, visit, first, seen)
        return CheckLine(name, Verdict.FAIL, line.seen, said=line.said, do=line.do)
    told = set[str]().union(*(one.told for one in found.visits))
    if "GameOver" not in told:
        return left_out(name, "too much was wrong before")
    events = "DealOver and GameOver" if "DealOver" in told else "GameOver"
    return passed(name, f"it played on after {events}")


def _surplus(found: Findings) -> CheckLine:
    name, most = "surplus answers", max(one.surplus for one in found.usual_visits)
    if not most:
        return passed(name, "none")
    is_cut_off = most > found.most_surplus
    return CheckLine(
        name,
        Verdict.FAIL if is_cut_off else Verdict.NOTE,
        f"up to {most} in one process; in a match it is cut off after {found.most_surplus} "
        "(limit_exceeded)",
        do="answer each question once, and send no message without an answer",
    )


def _notes(found: Findings) -> CheckLine:
    long = sum(one.long_notes for one in found.usual_visits)
    if not long:
        return passed("notes", "none is too long")
    seen = f"{counted(long, 'note')} of more than {found.most_note_bytes} bytes"
    do = f"write less: a note is kept up to {found.most_note_bytes} bytes, a longer one not at all"
    return CheckLine("notes", Verdict.NOTE, seen, do=do)


_NEW_TO_IT = {
    "unknown fields": "with unknown fields in Welcome and WarmUp",
    "unknown values": "with an unknown value of on_fault in Welcome",
}
_FATAL = (
    FaultReason.DISCONNECTED,
    FaultReason.NO_ANSWER,
    FaultReason.ILLEGAL,
    FaultReason.UNREADABLE,
)


def _unknown(found: Findings, step: str, visit: Visit | None) -> CheckLine:
    if visit is None or any(visit is one for one in found.failed_starts):
        return left_out(step, "the bot did not start again")
    do = f"ignore fields and values that you do not know: {_CHANGES}"
    if visit.ready_s is None:
        seen = f"{_NEW_TO_IT[step]}: {visit.failure}"
        return CheckLine(step, Verdict.FAIL, seen, said=visit.words, do=do)
    fatal = [one for one in visit.troubles if one.reason in _FATAL]
    troubles = found.new(fatal)
    if troubles:
        line = _failed(found, step, visit, troubles[0], troubles[0].what)
        do = (
            "ignore fields and values that you do not know, and choose 0 where all is new: "
            f"{_CHANGES}"
        )
        return CheckLine(step, Verdict.FAIL, line.seen, asked=line.asked, said=line.said, do=do)
    if fatal:
        return left_out(step, "it does not answer such questions when nothing is new either")
    if ended := found.end_of_new(visit):
        return CheckLine(step, Verdict.FAIL, ended, said=visit.words, do=do)
    if step == "unknown fields":
        return passed(step, "in Welcome, WarmUp and questions, and as a message of its own")
    if visit.unanswered:
        return CheckLine(
            step,
            Verdict.NOTE,
            "a question of an unknown kind had no legal answer, but the bot lives",
            do="choose 0 where you do not know the kind: it is always legal",
        )
    return passed(step, "in Welcome and Goodbye, and a question of an unknown kind was answered")


def _goodbye(found: Findings) -> CheckLine:
    visits = [one for one in found.all_visits if not found.end_of_new(one)]
    if early := [one for one in visits if one.ended_early]:
        first = early[0]
        seen = f"{first.ended_early}, between its last answer and Goodbye ({first.ruleset})"
        do = first.mend("it ended before Goodbye")
        return CheckLine("Goodbye", Verdict.FAIL, seen, said=first.words, do=do)
    ends = [one.goodbye for one in visits if one.goodbye is not None]
    if not ends:
        return left_out("Goodbye", _no_end(found))
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
        seen = f"{_of(len(odd), len(ends))}: {odd[0]}"
        return CheckLine("Goodbye", Verdict.NOTE, seen, do="exit with code 0 after Goodbye")
    return passed("Goodbye", seen)


def _no_end(found: Findings) -> str:
    """Why no process could show how it ends."""
    if any(one.is_hung for one in found.all_visits):
        return "it still had no answer to a question"
    return "no process lived so long"


def _of(some: int, total: int) -> str:
    return f"{some} of {counted(total, 'process', 'processes')}"


def _sigterm(again: Visit | None) -> CheckLine:
    end = again.terminated if again is not None else None
    if end is None:
        is_hung = again is not None and again.is_hung
        why = "it still had no answer to a question" if is_hung else "no process lived so long"
        return left_out("SIGTERM", why)
    if end.seconds is None:
        do = "end on SIGTERM: a process that ignores it is killed a second later"
        return CheckLine("SIGTERM", Verdict.FAIL, f"it did not end, and was {end.how}", do=do)
    return passed("SIGTERM", f"it ended after {milliseconds(end.seconds)}: {end.how}")


def _processes(found: Findings) -> CheckLine:
    left = [one.left for one in found.all_visits if one.left]
    if left:
        return CheckLine(
            "processes left",
            Verdict.FAIL,
            f"{_of(len(left), len(found.all_visits))} left others behind, up to {max(left)}",
            do="end and wait for what you have started before you end; the referee kills the rest",
        )
    return passed("processes left", "none")


def _files(found: Findings) -> CheckLine:
    if not found.files and not found.is_changed:
        return passed("files written", "none in its folder")
    shown = ", ".join(map(cut_short, found.files[:_FILES_SHOWN])) or "nothing that can be named"
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
        return passed("output", "nothing printed")
    seen = f"up to {out} bytes on stdout and {err} on stderr, by one process"
    do = "nothing has to be done; of each stream 128 KiB are kept"
    if out + err > _LOUD_BYTES:
        do = "print less: it costs time (docs/bots.md, Faster); of each stream 128 KiB are kept"
    new = [line for line in loudest.words if line not in shown][-_WORDS_SHOWN:]
    said = tuple(line if len(line) <= SHOWN_WIDTH else f"{line[:SHOWN_WIDTH]} ..." for line in new)
    return CheckLine("output", Verdict.NOTE, seen, said=said, do=do)
