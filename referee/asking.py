"""Puts live bots before recorded questions: one process each, by the crew and clerk of a match."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import trio
from msgspec.structs import replace

from referee.askagain import Asker, Compared, Comparing
from referee.askedgames import AskedGame
from referee.botfile import Bot
from referee.clerk import FaultSeen, Rules
from referee.crew import Life, play_life
from referee.errors import UserError
from referee.listening import ListenPoint, open_listen_points
from referee.plan import GamePlan
from referee.record import GameRecord, RecordError
from referee.recordfold import Step
from referee.rerun import Reply, Rerun, open_rerun
from referee.roster import EVERYWHERE, Member, Roster
from referee.ruleset import RuleSet
from referee.table import Table
from referee.timecontrol import TimeControl

MOST_AT_ONCE = 256
LOG_NAME = "replay"
"""What the logs of the bots are called after their names."""
_DAY_MS = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Setting:
    """By what live bots are asked."""

    ruleset: RuleSet
    seed: str
    control: TimeControl
    logs: Path
    on_wait: Callable[[ListenPoint, int], None]
    """Is told that a bot is waited for, and the seconds that are left."""


async def ask_again(
    setting: Setting,
    bots: tuple[Bot, ...],
    games: Callable[[], Iterator[AskedGame]],
    at_once: int,
    comparing: Comparing,
    on_compared: Callable[[Compared], None],
    on_game: Callable[[], None],
) -> FaultSeen | None:
    """Asks each bot all that is to be asked in the games; gives the fault that ended it.

    `games` begins anew at each call. A bot has as many games open as it claims, `at_once` at most.
    """
    stopped: list[FaultSeen] = []
    names = [bot.name for bot in bots if bot.is_listening]

    async def ask(number: int, bot: Bot, points: Mapping[str, ListenPoint]) -> None:
        def take(asker: Asker, step: Step, reply: Reply) -> bool:
            question = asker.question(step)
            compared = comparing.take(number, question, reply)
            if compared is not None:
                on_compared(compared)
            return comparing.is_wanted(question.order)

        def ended(_: GameRecord) -> None:
            if number == 0:
                on_game()

        wanted = _while_wanted(games(), comparing)
        reruns = _Reruns(bot.name, wanted, answer_clock(setting.control, [bot]), take)
        others = [Member(name, EVERYWHERE) for name in _others(setting.ruleset.seats)]
        life = _life(setting, (bot,), others, points, reruns, at_once, reruns.open, ended)
        seen = await play_life(life)
        if reruns.problem is not None:
            raise reruns.problem
        if seen is not None:
            stopped.append(seen)
            nursery.cancel_scope.cancel()

    async with (
        open_listen_points(names) as points,
        trio.open_nursery() as nursery,
    ):
        for number, bot in enumerate(bots):
            nursery.start_soon(ask, number, bot, points)
    return stopped[0] if stopped else None


async def play_on(
    setting: Setting, bots: tuple[Bot, ...], table: Table
) -> tuple[GameRecord | None, FaultSeen | None]:
    """Plays the game at a table to its end with these bots; gives its record, or the fault."""
    records: list[GameRecord] = []
    names = [bot.name for bot in bots if bot.is_listening]
    async with open_listen_points(names) as points:
        seen = await play_life(
            _life(setting, bots, (), points, [table.plan], 1, lambda plan: table, records.append)
        )
    return (records[0] if records else None), seen


def _while_wanted(games: Iterator[AskedGame], comparing: Comparing) -> Iterator[AskedGame]:
    for game in games:
        if not comparing.is_wanted((game.number,)):
            return
        yield game


class _Reruns:
    """The plans of games that are asked again, and their tables as they are opened."""

    def __init__(
        self,
        name: str,
        games: Iterator[AskedGame],
        control: TimeControl,
        take: Callable[[Asker, Step, Reply], bool],
    ) -> None:
        self._name = name
        self._games = games
        self._control = control
        self._take = take
        self._planned: dict[int, AskedGame] = {}
        self.problem: RecordError | UserError | None = None
        """What is wrong with a record: no more are planned from there on."""

    def _right_ones(self) -> Iterator[AskedGame]:
        try:
            yield from self._games
        except (RecordError, UserError) as problem:
            # It is no bug, as which it would be taken where the clerk asks for the next game.
            self.problem = problem

    def __iter__(self) -> Iterator[GamePlan]:
        for game in self._right_ones():
            record, seats = game.record, _others(len(game.record.seating))
            seats[game.seat] = self._name
            self._planned[game.number] = game
            yield GamePlan(
                index=game.number,
                game_id=record.game_id,
                table=record.table,
                board=record.board,
                rotation=record.rotation,
                life=record.life,
                seating=tuple(seats),
            )

    def open(self, plan: GamePlan) -> Rerun:
        """The table of a plan."""
        game = self._planned.pop(plan.index)
        asker = game.asker
        return open_rerun(
            game.record,
            game.end,
            game.seat,
            plan,
            self._control,
            lambda step: game.is_within(step) and asker.was_asked(step),
            lambda step, reply: self._take(asker, step, reply),
        )


def _others(seats: int) -> list[str]:
    """What stands for seats in which nobody is asked; no bot can have such a name."""
    return [f"seat {seat}" for seat in range(seats)]


def _life(
    setting: Setting,
    bots: tuple[Bot, ...],
    others: Iterable[Member],
    points: Mapping[str, ListenPoint],
    plans: Iterable[GamePlan],
    at_once: int,
    new_table: Callable[[GamePlan], Table],
    on_game: Callable[[GameRecord], None],
) -> Life:
    members = [*[Member(bot.name) for bot in bots], *others]
    return Life(
        rules=Rules(setting.ruleset, setting.seed, setting.control, at_once, is_strict=True),
        bots=bots,
        roster=Roster(members, [(0, bot.name) for bot in bots]),
        job=0,
        plans=iter(plans),
        logs=setting.logs,
        log_name=LOG_NAME,
        on_game=on_game,
        on_fault=lambda seen: None,  # the first one ends it, and is given back
        listen_points=points,
        on_wait=setting.on_wait,
        new_table=new_table,
        clock=answer_clock(setting.control, bots),
    )


def replay_control(control: TimeControl, *, with_clock: bool) -> TimeControl:
    """The time control under which a replay asks, of that of the tournament."""
    if with_clock and not control.no_clock:
        return control
    cap = control.hard_cap_ms
    return replace(control, no_clock=True, move_limit_ms=cap, grace_ms=0)


def answer_clock(control: TimeControl, bots: Iterable[Bot]) -> TimeControl:
    """What holds for the answers: without a clock a bot of ours still has the hard cap.

    A bot that sits in its author's debugger may take as long as he likes.
    """
    if not control.no_clock or any(bot.is_listening for bot in bots):
        return control
    return replace(control, no_clock=False, bank_ms=_DAY_MS, bank_increment_ms=_DAY_MS)
