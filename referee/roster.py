"""What all sets of processes of one life know together about each bot.

Side by side or many games at once, a bot that fails in a fixed way must come out the same. So a
bot starts on probation: until its first answer it is asked one question at a time, of its first
open game in schedule order. And once it is put out, it is out in every set of processes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.table import Misstep

EVERYWHERE = -1


@dataclass(slots=True)
class Member:
    """One bot in one life, over all its processes."""

    name: str
    out_after: int | None = None
    """The place in the schedule of the game in which it was put out; later ones are forfeits."""
    has_answered: bool = False
    owes_mark: bool = False
    """It was put out, and no record says so yet."""
    open_games: set[int] = field(default_factory=set)
    """Places in the schedule of its open games that are not forfeited."""
    start_missteps: list[Misstep] = field(default_factory=list)
    """What went wrong before the first game; it counts there."""

    def is_out(self, game: int) -> bool:
        """True if the house plays this bot's seat in the game at this place from the first card."""
        return self.out_after is not None and game > self.out_after

    @property
    def is_out_everywhere(self) -> bool:
        """True if no process of it is to be started any more."""
        return self.out_after == EVERYWHERE

    def put_out(self) -> None:
        """Puts the bot out for good, if it is not out yet."""
        if not self.is_out_everywhere:
            self.out_after = EVERYWHERE
            self.owes_mark = True


class Roster:
    """The members of a life, what is still starting, and whom to tell when something changes."""

    def __init__(self, members: Iterable[Member], starting: Iterable[tuple[int, str]]) -> None:
        """Takes as `starting` the processes that must be ready, or out, before the first game."""
        self.members = {member.name: member for member in members}
        self._starting = set(starting)
        self._listeners: list[Callable[[float], None]] = []

    @property
    def has_started(self) -> bool:
        """True when every process was ready once, or its bot is out."""
        return not self._starting

    def listen(self, listener: Callable[[float], None]) -> None:
        """Adds what is called, with the time, when a start, an answer or an end matters to all."""
        self._listeners.append(listener)

    def started(self, job: int, name: str, now: float) -> None:
        """Notes that a process is ready for the first game."""
        self._starting.discard((job, name))
        self.tell(now)

    def answered(self, member: Member, now: float) -> None:
        """Notes an answer; with the first one the bot's other processes may be asked too."""
        if not member.has_answered:
            member.has_answered = True
            self.tell(now)

    def put_out(self, member: Member, now: float) -> None:
        """Puts a bot out in all sets of processes."""
        member.put_out()
        self._starting = {one for one in self._starting if one[1] != member.name}
        self.tell(now)

    def tell(self, now: float) -> None:
        """Calls every listener."""
        for listener in self._listeners:
            listener(now)
