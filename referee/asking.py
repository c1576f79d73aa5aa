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
from referee.replaypoint import place_in, place_text
from referee.rerun import Reply, Rerun, open_rerun
from referee.roster import EVERYWHERE, Member, Roster
from referee.ruleset import RuleSet
from referee.table import Table
from referee.timecontrol import TimeControl

MOST_AT_ONCE = 256
LOG_NAME = "replay"
"""What the logs of the bots are called after their names."""
_DAY_MS = 24 * 3_600_000
_SILENCE_SECONDS = 3.0
"""How often it is looked whether anything was answered; twice nothing is told, once."""


@dataclass(frozen=True, slots=True)
class Setting:
    """By what live bots are asked."""

    ruleset: RuleSet
    seed: str
    control: TimeControl
    logs: Path
    on_wait: Callable[[ListenPoint, int], None]
    """Is told that a bot is waited for, and the seconds that are left."""
    on_silence: Callable[[str, str], None]
    """Is told once which bot answers nothing while no clock is running, and where."""


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

        wanted = _while_wanted(games(), comparing, is_counting=number == 0)
        reruns = _Reruns(bot.name, wanted, answer_clock(setting.control, [bot]), take)
        others = [Member(name, EVERYWHERE) for name in _others(setting.ruleset.seats)]
        life = _life(setting, (bot,), others, points, reruns, at_once, reruns.open, ended)
        seen = await _played(setting, life, lambda: reruns.tables, is_one=at_once == 1)
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
    opened: list[Table] = []  # until every bot is ready nobody is asked anything
    names = [bot.name for bot in bots if bot.is_listening]

    def open_table(_: GamePlan) -> Table:
        opened.append(table)
        return table

    async with open_listen_points(names) as points:
        life = _life(setting, bots, (), points, [table.plan], 1, open_table, records.append)
        seen = await _played(setting, life, lambda: opened, is_one=True)
    return (records[0] if records else None), seen


async def _played(
    setting: Setting, life: Life, tables: Callable[[], Iterable[Table]], *, is_one: bool
) -> FaultSeen | None:
    """Plays a life, and says where nothing is answered if nothing but the hard cap ends that."""
    async with trio.open_nursery() as nursery:
        if setting.control.no_clock:
            nursery.start_soon(_tell_silence, setting, tables, is_one)
        seen = await play_life(life)
        nursery.cancel_scope.cancel()
    return seen


async def _tell_silence(
    setting: Setting, tables: Callable[[], Iterable[Table]], is_one: bool
) -> None:
    before: list[tuple[int, int, int]] = []
    while True:
        await trio.sleep(_SILENCE_SECONDS)
        waiting = [(one, asked) for one in tables() if (asked := one.decision) is not None]
        moments = [(one.plan.index, one.deal, one.ordinal) for one, _ in waiting]
        if waiting and moments == before:
            table, asked = waiting[0]
            place = place_text(place_in(table.game, asked))
            where = place if is_one else f"{place} of {table.plan.game_id}"
            setting.on_silence(table.plan.seating[asked.seat], where)
            return
        before = moments


def _while_wanted(
    games: Iterator[AskedGame], comparing: Comparing, *, is_counting: bool
) -> Iterator[AskedGame]:
    for game in games:
        if not comparing.is_wanted((game.number,)):
            return
        if is_counting:
            comparing.left_to_house += game.left_to_house()
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
        self._open: list[Rerun] = []
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
        table = open_rerun(
            game.record,
            game.end,
            game.seat,
            plan,
            self._control,
            lambda step: game.is_within(step) and asker.was_asked(step),
            lambda step, reply: self._take(asker, step, reply),
        )
        self._open = [*self.tables, table]
        return table

    @property
    def tables(self) -> list[Rerun]:
        """Those at which something is still to be answered."""
        return [table for table in self._open if table.decision is not None]


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
