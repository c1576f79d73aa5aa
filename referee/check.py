"""What a check of a bot looks at: by which rule sets it plays, and what its processes showed."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from referee.course import kinds_of
from referee.deal import QuestionKind
from referee.faults import FaultReason
from referee.law import RuleSet


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


@dataclass(slots=True)
class Findings:
    """All that a check found."""

    budget_s: float
    """What it may take from its start to Ready, in seconds."""
    move_limit_s: float
    """What it may take for a decision."""
    kinds: tuple[QuestionKind, ...] = ()
    """Every kind of question that it can be asked."""
    visits: list[Visit] = field(default_factory=list)
    """A process for each rule set."""
    again: Visit | None = None
    """A second process, which was asked what the first one was asked."""
    strange: Visit | None = None
    """A process that was sent what this version of the protocol does not know."""
    files: tuple[str, ...] = ()
    """What was made, changed or removed in its folder."""
    is_changed: bool = False
    """The digest of its folder is another one than before."""

    @property
    def all_visits(self) -> list[Visit]:
        """The processes in their order."""
        return [*self.visits, *[one for one in (self.again, self.strange) if one is not None]]
