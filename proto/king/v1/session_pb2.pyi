from king.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OnFault(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ON_FAULT_UNSPECIFIED: _ClassVar[OnFault]
    ON_FAULT_REPLACE: _ClassVar[OnFault]
    ON_FAULT_STRICT: _ClassVar[OnFault]

class QuestionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUESTION_KIND_UNSPECIFIED: _ClassVar[QuestionKind]
    QUESTION_KIND_CARD: _ClassVar[QuestionKind]
    QUESTION_KIND_CONTRACT: _ClassVar[QuestionKind]
    QUESTION_KIND_BID: _ClassVar[QuestionKind]
    QUESTION_KIND_REPLY: _ClassVar[QuestionKind]
    QUESTION_KIND_TRUMP: _ClassVar[QuestionKind]
    QUESTION_KIND_OPENING: _ClassVar[QuestionKind]
    QUESTION_KIND_DISCARD: _ClassVar[QuestionKind]

class FaultReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_REASON_UNSPECIFIED: _ClassVar[FaultReason]
    FAULT_REASON_LATE: _ClassVar[FaultReason]
    FAULT_REASON_NO_ANSWER: _ClassVar[FaultReason]
    FAULT_REASON_ILLEGAL: _ClassVar[FaultReason]
    FAULT_REASON_UNREADABLE: _ClassVar[FaultReason]
    FAULT_REASON_DISCONNECTED: _ClassVar[FaultReason]
    FAULT_REASON_START_FAILED: _ClassVar[FaultReason]
    FAULT_REASON_PROTOCOL_VERSION: _ClassVar[FaultReason]
    FAULT_REASON_LIMIT_EXCEEDED: _ClassVar[FaultReason]
    FAULT_REASON_REFEREE_ERROR: _ClassVar[FaultReason]
    FAULT_REASON_INTERRUPTED: _ClassVar[FaultReason]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_START: _ClassVar[Phase]
    PHASE_CONTRACT: _ClassVar[Phase]
    PHASE_AUCTION: _ClassVar[Phase]
    PHASE_TRUMP: _ClassVar[Phase]
    PHASE_DISCARD: _ClassVar[Phase]
    PHASE_PLAY: _ClassVar[Phase]

class GoodbyeReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOODBYE_REASON_UNSPECIFIED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_FINISHED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_FAULT: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_INTERRUPTED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_REFEREE_ERROR: _ClassVar[GoodbyeReason]
ON_FAULT_UNSPECIFIED: OnFault
ON_FAULT_REPLACE: OnFault
ON_FAULT_STRICT: OnFault
QUESTION_KIND_UNSPECIFIED: QuestionKind
QUESTION_KIND_CARD: QuestionKind
QUESTION_KIND_CONTRACT: QuestionKind
QUESTION_KIND_BID: QuestionKind
QUESTION_KIND_REPLY: QuestionKind
QUESTION_KIND_TRUMP: QuestionKind
QUESTION_KIND_OPENING: QuestionKind
QUESTION_KIND_DISCARD: QuestionKind
FAULT_REASON_UNSPECIFIED: FaultReason
FAULT_REASON_LATE: FaultReason
FAULT_REASON_NO_ANSWER: FaultReason
FAULT_REASON_ILLEGAL: FaultReason
FAULT_REASON_UNREADABLE: FaultReason
FAULT_REASON_DISCONNECTED: FaultReason
FAULT_REASON_START_FAILED: FaultReason
FAULT_REASON_PROTOCOL_VERSION: FaultReason
FAULT_REASON_LIMIT_EXCEEDED: FaultReason
FAULT_REASON_REFEREE_ERROR: FaultReason
FAULT_REASON_INTERRUPTED: FaultReason
PHASE_UNSPECIFIED: Phase
PHASE_START: Phase
PHASE_CONTRACT: Phase
PHASE_AUCTION: Phase
PHASE_TRUMP: Phase
PHASE_DISCARD: Phase
PHASE_PLAY: Phase
GOODBYE_REASON_UNSPECIFIED: GoodbyeReason
GOODBYE_REASON_FINISHED: GoodbyeReason
GOODBYE_REASON_FAULT: GoodbyeReason
GOODBYE_REASON_INTERRUPTED: GoodbyeReason
GOODBYE_REASON_REFEREE_ERROR: GoodbyeReason

class PlayRequest(_message.Message):
    __slots__ = ("hello", "ready", "answers")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    ready: Ready
    answers: Answers
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., ready: _Optional[_Union[Ready, _Mapping]] = ..., answers: _Optional[_Union[Answers, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "warm_up", "questions", "deal_over", "game_over", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    WARM_UP_FIELD_NUMBER: _ClassVar[int]
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    DEAL_OVER_FIELD_NUMBER: _ClassVar[int]
    GAME_OVER_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    warm_up: WarmUp
    questions: Questions
    deal_over: DealOver
    game_over: GameOver
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., warm_up: _Optional[_Union[WarmUp, _Mapping]] = ..., questions: _Optional[_Union[Questions, _Mapping]] = ..., deal_over: _Optional[_Union[DealOver, _Mapping]] = ..., game_over: _Optional[_Union[GameOver, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("token", "protocol_version", "name", "version", "games_at_once", "wants_events")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    WANTS_EVENTS_FIELD_NUMBER: _ClassVar[int]
    token: str
    protocol_version: int
    name: str
    version: str
    games_at_once: int
    wants_events: bool
    def __init__(self, token: _Optional[str] = ..., protocol_version: _Optional[int] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., games_at_once: _Optional[int] = ..., wants_events: bool = ...) -> None: ...

class TimeControl(_message.Message):
    __slots__ = ("no_clock", "move_limit_ms", "bank_ms", "bank_increment_ms", "grace_ms", "start_budget_ms", "hard_cap_ms")
    NO_CLOCK_FIELD_NUMBER: _ClassVar[int]
    MOVE_LIMIT_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    START_BUDGET_MS_FIELD_NUMBER: _ClassVar[int]
    HARD_CAP_MS_FIELD_NUMBER: _ClassVar[int]
    no_clock: bool
    move_limit_ms: int
    bank_ms: int
    bank_increment_ms: int
    grace_ms: int
    start_budget_ms: int
    hard_cap_ms: int
    def __init__(self, no_clock: bool = ..., move_limit_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., bank_increment_ms: _Optional[int] = ..., grace_ms: _Optional[int] = ..., start_budget_ms: _Optional[int] = ..., hard_cap_ms: _Optional[int] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("ruleset", "time_control", "referee_version", "games_at_once", "on_fault")
    RULESET_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    ON_FAULT_FIELD_NUMBER: _ClassVar[int]
    ruleset: _game_pb2.RuleSet
    time_control: TimeControl
    referee_version: str
    games_at_once: int
    on_fault: OnFault
    def __init__(self, ruleset: _Optional[_Union[_game_pb2.RuleSet, _Mapping]] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., referee_version: _Optional[str] = ..., games_at_once: _Optional[int] = ..., on_fault: _Optional[_Union[OnFault, str]] = ...) -> None: ...

class WarmUp(_message.Message):
    __slots__ = ("examples",)
    EXAMPLES_FIELD_NUMBER: _ClassVar[int]
    examples: _containers.RepeatedCompositeFieldContainer[Question]
    def __init__(self, examples: _Optional[_Iterable[_Union[Question, _Mapping]]] = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Question(_message.Message):
    __slots__ = ("question_id", "game_id", "kind", "legal", "king", "seed", "move_left_ms", "bank_left_ms")
    QUESTION_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    KING_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    MOVE_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    question_id: int
    game_id: int
    kind: QuestionKind
    legal: _containers.RepeatedCompositeFieldContainer[_game_pb2.Action]
    king: _game_pb2.KingView
    seed: int
    move_left_ms: int
    bank_left_ms: int
    def __init__(self, question_id: _Optional[int] = ..., game_id: _Optional[int] = ..., kind: _Optional[_Union[QuestionKind, str]] = ..., legal: _Optional[_Iterable[_Union[_game_pb2.Action, _Mapping]]] = ..., king: _Optional[_Union[_game_pb2.KingView, _Mapping]] = ..., seed: _Optional[int] = ..., move_left_ms: _Optional[int] = ..., bank_left_ms: _Optional[int] = ...) -> None: ...

class Questions(_message.Message):
    __slots__ = ("questions",)
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    questions: _containers.RepeatedCompositeFieldContainer[Question]
    def __init__(self, questions: _Optional[_Iterable[_Union[Question, _Mapping]]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("question_id", "choice", "note")
    QUESTION_ID_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    question_id: int
    choice: int
    note: str
    def __init__(self, question_id: _Optional[int] = ..., choice: _Optional[int] = ..., note: _Optional[str] = ...) -> None: ...

class Answers(_message.Message):
    __slots__ = ("answers",)
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    def __init__(self, answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "deal", "decision", "phase", "reason", "detail")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    deal: int
    decision: int
    phase: Phase
    reason: FaultReason
    detail: str
    def __init__(self, seat: _Optional[int] = ..., deal: _Optional[int] = ..., decision: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., reason: _Optional[_Union[FaultReason, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class DealOver(_message.Message):
    __slots__ = ("game_id", "deal", "contract", "tricks", "points")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    game_id: int
    deal: int
    contract: str
    tricks: _containers.RepeatedCompositeFieldContainer[_game_pb2.Trick]
    points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game_id: _Optional[int] = ..., deal: _Optional[int] = ..., contract: _Optional[str] = ..., tricks: _Optional[_Iterable[_Union[_game_pb2.Trick, _Mapping]]] = ..., points: _Optional[_Iterable[int]] = ...) -> None: ...

class GameOver(_message.Message):
    __slots__ = ("game_id", "seat", "points", "score", "places", "faults", "forfeited")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    game_id: int
    seat: int
    points: _containers.RepeatedScalarFieldContainer[int]
    score: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    forfeited: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game_id: _Optional[int] = ..., seat: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., score: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., forfeited: _Optional[_Iterable[int]] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason", "fault", "detail")
    REASON_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    reason: GoodbyeReason
    fault: FaultReason
    detail: str
    def __init__(self, reason: _Optional[_Union[GoodbyeReason, str]] = ..., fault: _Optional[_Union[FaultReason, str]] = ..., detail: _Optional[str] = ...) -> None: ...
