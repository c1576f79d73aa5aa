"""What a check has found: what each process of a bot showed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cover import ContractKey
from referee.deal import QuestionKind
from referee.faults import FaultReason

AFTER_MANY = "after many games at once"
"""A step: questions asked alone when as many as are claimed have been asked together."""


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
    """What it was told since its last answer, where it ended or was silent."""


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
    card_times: dict[int, list[float]] = field(default_factory=dict)
    """Those of cards by the number of the trick: who searches is slow at the first ones."""
    tricks: int = 0
    """How many a deal has."""
    contracts: set[ContractKey] = field(default_factory=set)
    """Those in which it has answered with a card."""
    a_game: dict[QuestionKind, int] = field(default_factory=dict)
    """How many questions of each kind a seat is asked in a game."""
    bank_s: float = 0.0
    """The bank of a whole game, with what each deal adds."""
    troubles: list[Trouble] = field(default_factory=list)
    behind: set[QuestionKind] = field(default_factory=set)
    """Kinds that had no answer while an earlier question had none: they may only have waited."""
    told: set[str] = field(default_factory=set)
    """What it was told of and answered a question after: `DealOver`, `GameOver`."""
    wants_events: bool = False
    """It asked for DealOver."""
    surplus: int = 0
    """Answers to what was answered before, and messages without one.

    A match counts also what comes late, or for what was never asked; here these stand elsewhere.
    """
    answers: int = 0
    """How many questions it has answered."""
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
    most_surplus: int
    """How many surplus answers a process of a match may send before it is cut off."""
    most_note_bytes: int
    """Of a note more is not kept."""
    kinds: tuple[QuestionKind, ...] = ()
    """Every kind of question that it can be asked."""
    contracts: frozenset[ContractKey] = frozenset()
    """Every contract of the rule sets that are played."""
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
    is_gone: bool = False
    """Its folder is not there any more."""

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
    def _usual(self) -> list[tuple[Visit, Trouble]]:
        return [
            (visit, one)
            for visit in self.usual_visits
            for one in visit.troubles
            if one.at_once == 1 and one.step != AFTER_MANY
        ]

    @property
    def alone(self) -> list[tuple[Visit, Trouble]]:
        """What went wrong at questions that were asked alone and as usual."""
        return [pair for pair in self._usual if not self._is_of_end(pair[1])]

    @property
    def after_ends(self) -> list[tuple[Visit, Trouble]]:
        """Where it ended, or was silent, of being told that a deal or game is over."""
        return [pair for pair in self._usual if self._is_of_end(pair[1])]

    def _is_of_end(self, trouble: Trouble) -> bool:
        """True if it answers such questions at other times, or goes wrong so at any."""
        alike = [one for _, one in self._usual if one.reason is trouble.reason]
        answered = set[QuestionKind]().union(*(one.times for one in self.usual_visits))
        return (
            bool(trouble.after)
            and any(one.after and one.kind in answered for one in alike)
            and all(one.after for one in alike if one.kind is trouble.kind)
        )

    def new(self, troubles: Sequence[Trouble]) -> list[Trouble]:
        """Those that the bot does not have at questions of the kind that are asked alone.

        That it ends is one of them wherever it does not end at such, nor where it was told of an
        end before.
        """
        bad = {(one.kind, one.reason is FaultReason.DISCONNECTED) for _, one in self.alone}
        has_ends = bool(self.after_ends)
        return [
            one
            for one in troubles
            if not (has_ends and one.after)
            and (one.kind, one.reason is FaultReason.DISCONNECTED) not in bad
        ]

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
