"""What a check of a bot looks at, what its processes showed, and the form of what is said of it."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct

from referee.course import kinds_of
from referee.deal import QuestionKind
from referee.faults import FaultReason
from referee.law import RuleSet
from referee.printable import printable

SHOWN_WIDTH = 80
"""How much of a name, or of a line that was printed, is shown."""


def cover(rulesets: Sequence[RuleSet]) -> list[RuleSet]:
    """A few of the rule sets that together have every kind of question and every form of game.

    The first one is always among them; the others are taken by how much is new in them.
    """
    chosen = list(rulesets[:1])
    wanted = set[Hashable]().union(*map(_features, rulesets)) - _features(chosen[0])
    while wanted:
        best = max(rulesets, key=lambda one: (len(_features(one) & wanted), -one.deal_count))
        chosen.append(best)
        wanted -= _features(best)
    for one in chosen[1:]:  # what came later may have made an earlier one needless
        others = [other for other in chosen if other is not one]
        if _features(one) <= set[Hashable]().union(*map(_features, others)):
            chosen = others
    return chosen


def _features(ruleset: RuleSet) -> set[Hashable]:
    """What a bot could stumble over: its questions, its seats, and how contracts are found."""
    forms = (ruleset.seats, ruleset.choice, ruleset.auction, ruleset.kitty)
    return {*kinds_of(ruleset), *enumerate(forms)}


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that a bot did wrong at a question."""

    ruleset: str
    kind: QuestionKind
    reason: FaultReason
    what: str
    asked: tuple[str, ...]
    """The question, in lines for people."""
    at_once: int
    """How many questions were open."""
    step: str = ""
    """What was tried when it happened, where that is not playing."""
    after: str = ""
    """What it was told since its last answer, where it may have been that which ended it."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A question that was answered in two ways."""

    ruleset: str
    kind: QuestionKind
    first: str
    then: str
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """How a process ended after it was told to; `seconds` is None if it had to be killed."""

    seconds: float | None
    how: str


@dataclass(slots=True)
class Visit:
    """What one process of the bot showed from its start to its end."""

    ruleset: str
    ready_s: float | None = None
    """Seconds from its start to Ready; None: it never was ready."""
    failure: str | None = None
    """Why it was not ready."""
    has_ended: bool = False
    """Its process ended by itself where it had to go on."""
    ended_early: str = ""
    """How it ended between its last answer and Goodbye, where no question shows that."""
    is_hung: bool = False
    """It had no answer to its last question, and was still at that when it was to end."""
    has_run: bool = True
    """Its program could be started."""
    has_opened: bool = False
    """It opened its stream."""
    is_greeted: bool = False
    """Its Hello was as it must be."""
    introduced: str = ""
    """What it said in Hello."""
    claims: int = 1
    """How many games at once it says it takes."""
    times: dict[QuestionKind, list[float]] = field(default_factory=dict)
    """Seconds charged for each answer to a question that was asked alone."""
    troubles: list[Trouble] = field(default_factory=list)
    behind: set[QuestionKind] = field(default_factory=set)
    """Kinds that had no answer while an earlier question had none: they may only have waited."""
    told: set[str] = field(default_factory=set)
    """What it was told of and answered a question after: `DealOver`, `GameOver`."""
    wants_events: bool = False
    """It asked for DealOver."""
    surplus: int = 0
    """Answers to nothing that was open, and messages without one, as a match counts them."""
    long_notes: int = 0
    """Notes that are longer than what is kept."""
    repeated: int = 0
    """How many questions were asked twice."""
    changed: list[Changed] = field(default_factory=list)
    together: int = 0
    """How many questions were open at once at the most."""
    together_answers: int = 0
    together_s: float = 0.0
    unanswered: int = 0
    """How many questions of an unknown kind got no answer."""
    goodbye: End | None = None
    terminated: End | None = None
    left: int = 0
    """How many processes it left behind."""
    printed: tuple[int, int] = (0, 0)
    """Bytes on its standard output and on its standard error."""
    words: tuple[str, ...] = ()
    """The end of its standard error, or of its output where that is silent."""

    def mend(self, when: str) -> str:
        """What to do about a process that ended by itself."""
        if self.words:
            return f"mend what it printed; {when}"
        return f"{when}, and printed nothing: let it say on stderr why it ends"


@dataclass(slots=True)
class Findings:
    """All that a check found."""

    budget_s: float
    """What it may take from its start to Ready, in seconds."""
    move_limit_s: float
    """What it may take for a decision."""
    most_surplus: int = 1000
    """How many surplus answers a process of a match may send before it is cut off."""
    most_note_bytes: int = 1024
    """Of a note more is not kept."""
    kinds: tuple[QuestionKind, ...] = ()
    """Every kind of question that it can be asked."""
    visits: list[Visit] = field(default_factory=list)
    """A process for each rule set."""
    again: Visit | None = None
    """A second process, which was asked what the first one was asked."""
    fields: Visit | None = None
    """A process that was sent fields, and a message, that this version does not know."""
    values: Visit | None = None
    """A process that was sent values of enums that this version does not know."""
    plain: Visit | None = None
    """One more usual start, after one of these two did not start: was it what it was sent?"""
    files: tuple[str, ...] = ()
    """What was made, changed or removed in its folder."""
    is_changed: bool = False
    """The digest of its folder is another one than before, or cannot be taken any more."""

    @property
    def all_visits(self) -> list[Visit]:
        """The processes in their order."""
        more = (self.again, self.fields, self.values, self.plain)
        return [*self.visits, *[one for one in more if one is not None]]

    @property
    def usual_visits(self) -> list[Visit]:
        """Those that were sent nothing new, in their order."""
        more = (self.again, self.plain)
        return [*self.visits, *[one for one in more if one is not None]]

    @property
    def failed_starts(self) -> list[Visit]:
        """Those that were not ready, but for what only something new was in the way of.

        Before Welcome nothing new is sent, and what fails also without it is no matter of it.
        """
        new = [one for one in (self.fields, self.values) if one is not None]
        if self.plain is not None and self.plain.ready_s is not None:
            new = [one for one in new if not one.is_greeted]
        counted = [id(one) for one in (*self.usual_visits, *new)]
        return [one for one in self.all_visits if one.ready_s is None and id(one) in counted]

    @property
    def alone(self) -> list[tuple[Visit, Trouble]]:
        """What went wrong at questions that were asked alone and as usual."""
        return [
            (visit, one)
            for visit in self.usual_visits
            for one in visit.troubles
            if one.at_once == 1 and not one.after
        ]

    def new(self, troubles: Sequence[Trouble]) -> list[Trouble]:
        """Those at kinds of question that the bot answers well when they are asked alone."""
        bad = {one.kind for _, one in self.alone}
        return [one for one in troubles if one.kind not in bad]

    def end_of_new(self, visit: Visit) -> str:
        """How a process ended that was sent something new, if that is worse than others end."""
        if visit is not self.fields and visit is not self.values:
            return ""
        if visit.ended_early and not any(one.ended_early for one in self.usual_visits):
            return f"{visit.ended_early}, after its last answer"
        usual = {one.goodbye.how for one in self.usual_visits if one.goodbye is not None}
        end = visit.goodbye
        if visit is self.values and end is not None and end.how not in {*usual, "exit code 0"}:
            return f"at Goodbye with an unknown reason: {end.how}"
        return ""


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


def milliseconds(seconds: float) -> str:
    """A time for people, such as `0.35 ms` or `1200 ms`."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{1000 * seconds:.0f} ms"


def percentile(times: Sequence[float], share: float) -> float:
    """The time that this share of them does not pass."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def passed(check: str, seen: str) -> CheckLine:
    """What is as it must be."""
    return CheckLine(check, Verdict.PASS, seen)


def left_out(check: str, why: str) -> CheckLine:
    """What could not be looked at."""
    return CheckLine(check, Verdict.LEFT_OUT, why)


def cut_short(text: str) -> str:
    """What others wrote, printable, and no longer than a line of it can be."""
    surplus = len(text) - SHOWN_WIDTH
    more = f" ... {surplus} more characters" if surplus > 0 else ""
    return printable(text[:SHOWN_WIDTH]) + more


_EXECUTABLE = "make it executable (chmod +x)"
_FIRST_LINE = (
    "mend the first line of the script (such as #!/usr/bin/env python3; lines must not end in "
    "CR LF), or name the interpreter in `{key}`"
)


def startable(end: str, key: str) -> str:
    """What to do about a program of bot.toml that could not be started, with the system's word."""
    if "cannot enter" in end:
        return "leave the bot's folder where it is: it was gone, or could not be entered"
    if "Permission denied" in end:
        return _EXECUTABLE
    return _FIRST_LINE.format(key=key)
