"""What a person sees of a run: a bar on a terminal, plain lines elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from referee.events import (
    Compare,
    End,
    Event,
    Fault,
    Game,
    Listening,
    Notice,
    Plan,
    Standings,
    Start,
    encode_event,
)
from referee.liveview import LiveView, pace_text, standings_text
from referee.printable import counted

_LINES_A_RUN = 10
_FAULTS_SHOWN = 10


@contextmanager
def counting(doing: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal for work on so many games; gives what is to be called for each."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(TextColumn(doing), *columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda: bar.advance(task)


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
        self._view: LiveView | None = None
        self._played_before = 0
        self._so_far: Standings | None = None
        self._tenth = 0
        self._is_limit = False
        self._faults = 0

    def __enter__(self) -> "Display":
        return self

    def __exit__(self, *_: object) -> None:
        self._close_view()

    def say(self, text: str) -> None:
        """Prints words for people."""
        if self._view is not None:
            self._view.console.print(text, markup=False, highlight=False, soft_wrap=True)
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
            case Start():
                if self._view is not None:
                    self._view.start(event)
            case Game():
                self._game(event)
            case Standings():
                self._so_far = event
                if self._view is not None:
                    self._view.standings(event)
            case Fault():
                self._fault(event)
            case Listening():
                where = f" (life {event.life} of {event.lives})"
                words = waiting_text(
                    event.bot, event.seconds_left, event.target, event.token, where
                )
                self.say(words + _tls_words(event))
            case Notice():
                self.say(event.text)
            case Compare():
                self.say(batch_text(event))
            case End():
                self._close_view()

    def _plan(self, plan: Plan) -> None:
        tables = f" at {counted(plan.tables, 'table')}"
        self._is_limit = plan.is_limit
        self.say(
            f"{plan.name}: {plan.ruleset}, {len(plan.bots)} bots ({', '.join(plan.bots)}), "
            f"{'at most ' if plan.is_limit else ''}{counted(plan.games, 'game')} on "
            f"{counted(plan.boards, 'board')}"
            f"{'' if plan.is_limit else tables}"
        )
        self.say(f"{plan.time_control}; {counted(plan.games_at_once, 'game')} at once")
        if plan.done:
            self.say(f"{plan.done} of {counted(plan.games, 'game')} are played already; going on")
        self._played_before = plan.done
        if self._words.isatty():
            self._view = LiveView(plan, Console(file=self._words))

    def _game(self, game: Game) -> None:
        if self._view is not None:
            self._view.game(game)
            return
        if self._is_limit:  # the lines of its batches say how far it is
            return
        tenth = game.done * _LINES_A_RUN // game.games
        if tenth > self._tenth:
            self._tenth = tenth
            pace = pace_text(game, self._played_before)
            self.say(f"played {game.done} of {counted(game.games, 'game')}{pace}")
            if self._so_far is not None:
                self.say(standings_text(self._so_far))
                self._so_far = None

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

    def _close_view(self) -> None:
        if self._view is not None:
            self._view.stop()
            self._view = None


def waiting_text(bot: str, seconds_left: int, target: str, token: str, where: str = "") -> str:
    """Tells the author of a bot that it is waited for, and with what to start it."""
    return (
        f"waiting {seconds_left} s for {bot}{where}: start it with "
        f"KING_REFEREE={target} KING_TOKEN={token}"
    )


def batch_text(batch: Compare) -> str:
    """What a comparison knows after a batch of boards, in a line."""
    parts = [f"{counted(batch.boards, 'board')}, {counted(batch.games, 'game')}"]
    if batch.mean is not None:
        width = "" if batch.half_width is None else f" ± {batch.half_width:.2f}"
        parts.append(f"{batch.mean:+.2f}{width} points a game")
    if batch.llr is not None:
        parts.append(f"LLR {batch.llr:.2f} ({batch.lower:.2f} to {batch.upper:.2f})")
    if batch.likelihood is not None:
        parts.append(f"above 0 with {100 * batch.likelihood:.1f} %")
    if batch.boards_left_out:
        parts.append(f"{counted(batch.boards_left_out, 'board')} left out")
    return ", ".join(parts)


def _tls_words(event: Listening) -> str:
    if not event.tls:
        return ""
    own = " KING_TLS_CERT=PEM KING_TLS_KEY=PEM (its own)" if event.client_certificate else ""
    return f" and TLS: KING_TLS_CA=PEM (that signed ours){own}; see docs/remote.md"
