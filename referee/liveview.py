"""The picture of a run on a terminal: how far it is, how fast, and who leads; made from events."""

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from referee.events import Game, Plan, Standing, Standings, Start

SHOWN = 8
"""Lines of the standings on a terminal."""
_SHOWN_IN_A_LINE = 3
_PICTURES_A_SECOND = 4


class LiveView:
    """A bar with the pace, and the top of the standings under it; gone when it is stopped."""

    def __init__(self, plan: Plan, console: Console) -> None:
        self._played_before = plan.done
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games{task.fields[pace]}"),
            console=console,
        )
        self._task = self._bar.add_task("playing", total=plan.games, completed=plan.done, pace="")
        self._live = Live(
            self._bar, console=console, transient=True, refresh_per_second=_PICTURES_A_SECOND
        )
        self._live.start()

    @property
    def console(self) -> Console:
        """Where words can be printed above the picture."""
        return self._live.console

    def start(self, start: Start) -> None:
        """Another life begins."""
        self._bar.update(self._task, description=f"life {start.life} of {start.lives}")

    def game(self, game: Game) -> None:
        """A game is over."""
        pace = pace_text(game, self._played_before)
        self._bar.update(self._task, completed=game.done, pace=pace)

    def standings(self, standings: Standings) -> None:
        """Takes the newest standings."""
        self._live.update(Group(self._bar, _table(standings)))

    def stop(self) -> None:
        """Takes the picture away."""
        self._live.stop()


def pace_text(game: Game, played_before: int) -> str:
    """How fast a run is, and what is left at that pace, after those played before it began."""
    played = game.done - played_before
    if played <= 0 or game.seconds <= 0:
        return ""
    pace = played / game.seconds
    return f", {pace:.3g} games/s, {time_text((game.games - game.done) / pace)} left"


def time_text(seconds: float) -> str:
    """A span of time as `7s`, `3m 20s` or `2h 05m`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole}s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes}m {rest:02}s" if minutes < 60 else f"{minutes // 60}h {minutes % 60:02}m"


def standings_text(standings: Standings) -> str:
    """The top of the standings in a line."""
    top = standings.rows[:_SHOWN_IN_A_LINE]
    rest = len(standings.rows) - len(top)
    more = f" and {rest} more" if rest > 0 else ""
    return f"  so far: {', '.join(f'{row.place} {row.bot} {_score(row)}' for row in top)}{more}"


def _table(standings: Standings) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for name in ("Place", "Bot", "Mean score, ± 95%", "Games"):
        table.add_column(name, justify="left" if name == "Bot" else "right")
    for row in standings.rows[:SHOWN]:
        table.add_row(str(row.place), Text(row.bot), _score(row), str(row.games))
    if (rest := len(standings.rows) - SHOWN) > 0:
        table.add_row("", f"and {rest} more", "", "")
    return table


def _score(row: Standing) -> str:
    if row.mean is None:
        return "-"
    width = "" if row.half_width is None else f" ± {row.half_width:.2f}"
    return f"{row.mean:+.2f}{width}"
