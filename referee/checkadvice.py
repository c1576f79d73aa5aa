"""What to do about what went wrong at a question."""

from referee.check import AFTER_MANY, Findings, Trouble, Visit
from referee.checkline import CheckLine, Verdict
from referee.faults import FaultReason
from referee.printable import printable

PROTOCOL = "docs/protocol.md"
TOO_LARGE = "a message of more than"
"""How a session words that what came was too large to be read."""

_IN_TIME = "answer within {limit:g} s (`--move-limit`)"
_ADVICE = {
    FaultReason.LATE: f"{_IN_TIME} and the bank: {PROTOCOL}, The clock",
    FaultReason.NO_ANSWER: f"{_IN_TIME}, with the question_id that came",
    FaultReason.ILLEGAL: "choose an index into `legal`, which counts from 0",
    FaultReason.UNREADABLE: "send Answers, each with the question_id that came and a choice",
    FaultReason.DISCONNECTED: "go on until Goodbye",
}


_NOT_ANSWERS = ("when answers were due", "a PlayRequest with nothing in it")
"""How a session words what came in the place of answers."""


def failed(found: Findings, name: str, visit: Visit, trouble: Trouble, seen: str) -> CheckLine:
    """The line of what went wrong at a question, with what to do about it."""
    has_ended = trouble.reason is FaultReason.DISCONNECTED
    do = _ADVICE.get(trouble.reason, "").format(limit=found.move_limit_s)
    if any(words in trouble.what for words in _NOT_ANSWERS):
        do = "send nothing but Answers while playing, and Ready once"
    if "stopped by a signal" in trouble.what:
        do = "let nothing stop the process (SIGSTOP, SIGTSTP, SIGTTIN)"
    if has_ended and visit.has_ended and visit.words:
        do = "mend the error that it printed"
    if has_ended and TOO_LARGE in trouble.what:
        do = f"send smaller messages: {PROTOCOL}, Limits"
    elif has_ended:
        many = visit.together if trouble.step == AFTER_MANY else trouble.at_once
        do = f"{do}; {_shown_by(many)}"
    return CheckLine(
        name,
        Verdict.FAIL,
        printable(seen),
        asked=trouble.asked,
        said=visit.words if has_ended else (),
        do=do,
    )


def _shown_by(at_once: int) -> str:
    """How its author sees again, outside of a check, what happened with so many games open."""
    match = "`referee match BOT`"
    if at_once > 1:
        match = f"`referee match BOT --boards {at_once} --games-at-once {at_once}`"
    return (
        f"{match} may show the same (but there all questions of a game are asked), and BOT=listen "
        "lets you start it in a debugger"
    )
