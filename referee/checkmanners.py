"""The lines of a check that are of no question: how a bot behaves beside its answers."""

from collections.abc import Sequence

from referee.check import Findings, Visit
from referee.checkadvice import PROTOCOL, failed
from referee.checkline import (
    SHOWN_WIDTH,
    CheckLine,
    Verdict,
    cut_short,
    left_out,
    milliseconds,
    passed,
)
from referee.faults import FaultReason
from referee.printable import counted

_FILES_SHOWN = 3
_WORDS_SHOWN = 3
_LOUD_BYTES = 1_000_000
_SURPLUS_SHARE = 0.1
_CHANGES = f"{PROTOCOL}, What may change"


def manners(found: Findings, before: Sequence[CheckLine]) -> list[CheckLine]:
    """These lines; `before` are those that stand above them."""
    lines = [
        _over(found),
        _surplus(found),
        _notes(found),
        _unknown(found, "unknown fields", found.fields),
        _unknown(found, "unknown values", found.values),
        _goodbye(found),
        _sigterm(found),
        _processes(found),
        _files(found),
    ]
    shown = {text for line in (*before, *lines) for text in line.said}
    return [*lines, _output(found, shown)]


def _over(found: Findings) -> CheckLine:
    name = "GameOver"
    for visit, first in found.after_ends[:1]:
        seen = f"{first.what}, right after {first.after} ({first.ruleset})"
        line = failed(found, name, visit, first, seen)
        do = line.do
        if first.reason is FaultReason.NO_ANSWER:
            do = f"read on after {first.after}, and answer what is asked next"
        return CheckLine(name, Verdict.FAIL, line.seen, said=line.said, do=do)
    told = set[str]().union(*(one.told for one in found.usual_visits))
    if "GameOver" not in told:
        return left_out(name, "too much was wrong before")
    events = "DealOver and GameOver" if "DealOver" in told else "GameOver"
    return passed(name, f"it played on after {events}")


def _surplus(found: Findings) -> CheckLine:
    name, worst = "surplus answers", max(found.usual_visits, key=lambda one: one.surplus)
    if not worst.surplus:
        return passed(name, "none")
    share, most = worst.surplus / max(worst.answers, 1), found.most_surplus
    seen = (
        f"up to {worst.surplus} in one process, which answered "
        f"{counted(worst.answers, 'question')}; in a match it is cut off after {most} "
        f"(limit_exceeded), that is some {round(most / share)} questions"
    )
    is_cut_off = share >= _SURPLUS_SHARE or worst.surplus > found.most_surplus
    return CheckLine(
        name,
        Verdict.FAIL if is_cut_off else Verdict.NOTE,
        seen,
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
        line = failed(found, step, visit, troubles[0], troubles[0].what)
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
    if found.after_ends:
        return left_out("Goodbye", "it ends, or is silent, when a deal or a game is over")
    if early := [one for one in visits if one.ended_early]:
        first = early[0]
        seen = f"{first.ended_early}, between its last answer and Goodbye ({first.ruleset})"
        do = first.mend("it ended before Goodbye")
        return CheckLine("Goodbye", Verdict.FAIL, seen, said=first.words, do=do)
    ends = [one.goodbye for one in visits if one.goodbye is not None]
    if not ends:
        return left_out("Goodbye", _no_end(visits))
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


def _no_end(visits: Sequence[Visit]) -> str:
    """Why none of these processes could show how it ends."""
    if any(one.is_hung for one in visits):
        return "it still had no answer to a question"
    return "no process lived so long" if visits else "the bot did not start again"


def _of(some: int, total: int) -> str:
    return f"{some} of {counted(total, 'process', 'processes')}"


def _sigterm(found: Findings) -> CheckLine:
    visits = [] if found.again is None else [found.again]
    end = visits[0].terminated if visits else None
    if end is None:
        return left_out("SIGTERM", _no_end(visits))
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
    name = "files written"
    if not found.files and not found.is_changed:
        return passed(name, "none in its folder")
    if found.is_gone:
        do = "leave the bot's folder where it is while it plays"
        return CheckLine(name, Verdict.FAIL, "the bot's folder is gone", do=do)
    shown = ", ".join(map(cut_short, found.files[:_FILES_SHOWN])) or "nothing that can be named"
    more = f" and {len(found.files) - _FILES_SHOWN} more" if len(found.files) > _FILES_SHOWN else ""
    do = "write below HOME or TMPDIR, which are new for each process and removed"
    if not found.is_changed:
        return CheckLine(name, Verdict.NOTE, f"in its folder: {shown}{more}", do=do)
    seen = f"in its folder: {shown}{more}; that changes its digest"
    do = f"{do}; a tournament cannot be gone on with when a bot has changed"
    return CheckLine(name, Verdict.FAIL, seen, do=do)


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
