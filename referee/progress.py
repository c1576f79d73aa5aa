"""What a person sees of a run: a bar on a terminal, plain lines elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from referee.events import (
    End,
    Event,
    Fault,
    Game,
    Listening,
    Notice,
    Plan,
    encode_event,
)

_LINES_A_RUN = 10
_FAULTS_SHOWN = 10


@contextmanager
def counting(doing: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal for work on so many games; gives what is to be called for each."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda: None
        return
    with _bar(doing, console) as bar:
        task = bar.add_task("games", total=total)
        yield lambda: bar.advance(task)


def _bar(doing: str, console: Console) -> Progress:
    return Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


class Display:
    """Shows the events of a run; with `json` as lines of data, and the words on stderr.

    A strict run ends with its first fault, which is told at the end; a run that is explained tells
    of each fault what was asked and what came back.
    """

    def __init__(self, *, json: bool, is_strict: bool, is_explained: bool) -> None:
        self._json = json
        self._is_explained = is_explained
        self._is_strict = is_strict
        self._words: TextIO = sys.stderr if json else sys.stdout
        self._bar: Progress | None = None
        self._task = TaskID(0)
        self._tenth = 0
        self._faults = 0

    def __enter__(self) -> "Display":
        return self

    def __exit__(self, *_: object) -> None:
        self._close_bar()

    def say(self, text: str) -> None:
        """Prints words for people."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=self._words, flush=True)

    def report(self, event: Event) -> None:
        """Takes one event."""
        if self._json:
            sys.stdout.write(encode_event(event).decode() + "\n")
            sys.stdout.flush()
        match event:
            case Plan():
                self._plan(event)
            case Game():
                self._game(event)
            case Fault():
                self._fault(event)
            case Listening():
                self.say(
                    f"waiting {event.seconds_left} s for {event.bot} "
                    f"(life {event.life} of {event.lives}): start it with "
                    f"KING_REFEREE={event.target} KING_TOKEN={event.token}"
                )
            case Notice():
                self.say(event.text)
            case End():
                self._close_bar()
            case _:
                pass  # the leaderboard shows the standings

    def _plan(self, plan: Plan) -> None:
        self.say(
            f"{plan.name}: {plan.ruleset}, {len(plan.bots)} bots ({', '.join(plan.bots)}), "
            f"{plan.games} games on {plan.boards} boards at {plan.tables} "
            f"{'table' if plan.tables == 1 else 'tables'}"
        )
        self.say(f"{plan.time_control}; {plan.games_at_once} games at once")
        if plan.done:
            self.say(f"{plan.done} of {plan.games} games are played already; going on")
        if self._words.isatty():
            self._bar = _bar("playing", Console(file=self._words))
            self._bar.start()
            self._task = self._bar.add_task("games", total=plan.games, completed=plan.done)

    def _game(self, game: Game) -> None:
        if self._bar is not None:
            self._bar.update(self._task, completed=game.done)
            return
        tenth = game.done * _LINES_A_RUN // game.games
        if tenth > self._tenth:
            self._tenth = tenth
            self.say(f"played {game.done} of {game.games} games")

    def _fault(self, fault: Fault) -> None:
        self._faults += 1
        if self._is_strict or self._faults > _FAULTS_SHOWN:
            return
        if self._is_explained:
            self.say(fault.text)
            self._say_last()
            return
        where = f" in game {fault.game_id}, deal {fault.deal}" if fault.game_id else ""
        self.say(f"fault of {fault.bot}{where}: {fault.reason}: {fault.detail}")
        self._say_last()

    def _say_last(self) -> None:
        if self._faults == _FAULTS_SHOWN:
            self.say("further faults are counted, and stand in the records")

    def _close_bar(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
