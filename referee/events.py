"""What happens in a run, as data: `--json` prints it, and what people see is made from it."""

from collections.abc import Callable

import msgspec

from referee.faults import FaultReason, Phase


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower):
    """One thing that happened; `event` in JSON is the name of its class in lower case."""


class Plan(Event, frozen=True):
    """What is going to be played; `done` games of it stand in the folder already."""

    name: str
    folder: str
    ruleset: str
    bots: tuple[str, ...]
    tables: int
    boards: int
    games: int
    process_starts: int
    games_at_once: int
    """Over one set of processes; a life may have fewer games than were allowed."""
    jobs: int
    time_control: str
    commitment: str
    done: int
    is_limit: bool
    """True if a test may end the run long before all these games are played."""


class Compare(Event, frozen=True):
    """What a comparison knows after one more batch of boards; see docs/compare.md."""

    boards: int
    boards_left_out: int
    games: int
    mean: float | None
    half_width: float | None
    llr: float | None
    lower: float
    upper: float
    likelihood: float | None
    verdict: str | None
    """None while it goes on."""
    seconds: float


class Notice(Event, frozen=True):
    """A sentence that the person who runs it should read."""

    text: str


class Listening(Event, frozen=True):
    """A bot that its author starts is waited for at this address, with this token."""

    bot: str
    target: str
    token: str
    seconds_left: int
    life: int
    """Which start it is, from 1: a bot is started once for each of `lives`."""
    lives: int
    tls: bool
    """True if it must dial with TLS."""
    client_certificate: bool
    """True if it needs a certificate of its own for that."""


class Start(Event, frozen=True):
    """The processes of a life are started: no bot process sees more than one life."""

    life: int
    """From 1."""
    lives: int
    bots: tuple[str, ...]
    """Those that have games in it and are not out."""
    processes: int
    """One for each bot and set of processes."""
    games: int
    """Games of the life that are still to be played."""
    seconds: float
    """Since the run began, as in all events."""


class Game(Event, frozen=True):
    """A game is over and recorded; `done` of `games` are played."""

    game_id: str
    seating: tuple[str, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    places: tuple[int, ...]
    faults: int
    done: int
    games: int
    seconds: float


class Fault(Event, frozen=True):
    """A bot was at fault; outside a game the numbers are None."""

    bot: str
    reason: FaultReason
    detail: str
    game_id: str | None = None
    seat: int | None = None
    deal: int | None = None
    decision: int | None = None
    phase: Phase | None = None
    text: str = ""
    """The fault in plain words: what was asked, what was legal, what came back."""


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings."""

    place: int
    bot: str
    games: int
    mean: float | None
    half_width: float | None


class Standings(Event, frozen=True):
    """The standings after `done` games: now and then on the way, and at the end."""

    rows: tuple[Standing, ...]
    done: int
    is_final: bool


class End(Event, frozen=True):
    """The run is over: `finished`, `interrupted` or `fault` (of a bot in a strict run)."""

    state: str
    folder: str
    games: int
    seconds: float


Report = Callable[[Event], None]
"""Takes the events of a run as they happen."""

encode_event = msgspec.json.Encoder().encode
"""One event as a line of JSON, without the line end."""
