"""The command replay with --bot: asks live bots again what a seat was asked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import click

from referee.askagain import Compared, Comparing, GameTable, difference_lines, summary_parts
from referee.askedgames import AskedGame, AskWish, asked_games, count_games
from referee.asking import MOST_AT_ONCE, Setting, ask_again
from referee.botfile import Bot, read_bot
from referee.clerk import FaultSeen
from referee.errors import UserError
from referee.liveoptions import LiveOptions
from referee.liverun import (
    EXIT_NO,
    built,
    hosted,
    interrupted,
    live_setting,
    notice,
    only_game,
    refused,
    seat_of,
    tell_fault,
)
from referee.options import check_rulesets
from referee.printable import counted, named, printable
from referee.progress import counting
from referee.record import GameRecord, RecordError
from referee.recordfold import record_steps
from referee.recordsource import Source, checked_game, glances
from referee.replaypoint import check_point, place_text
from referee.replaytext import words_to
from referee.ruleset import RuleSet
from referee.samples import free_name

_DIFFERENCES_SHOWN = 20


def ask(
    words: str, source: Source, options: LiveOptions, record_of: Callable[[str], GameRecord]
) -> int:
    """Asks the bot, or both, and prints what differs; gives the exit code.

    `words` is the source as it was named; `record_of` gives a game by its id, or says what there
    is.
    """
    bots = _read_bots(options)
    player = bots[0].name if options.player is None else options.player
    wish = AskWish(
        player=None if options.seat is not None else player,
        game_id=options.game_id,
        seat=options.seat,
        deal=options.deal,
        contract=options.contract,
        start=options.start,
    )
    if wish.deal is not None and wish.start is not None and wish.start.deal > wish.deal:
        raise UserError(f"--deal {wish.deal} ends before --from {wish.start}")
    if wish.game_id is None:
        ids = (glance.game_id for glance in glances(source, notice))
        wish = replace(wish, game_id=only_game(source, ids))
    if wish.game_id is None and wish.seat is not None:
        raise UserError("--seat S needs --game ID: in other games others sit there")
    run = _Run(words, source, options, wish, bots)
    try:
        return run.all_games() if wish.game_id is None else run.one_game(record_of(wish.game_id))
    except RecordError as error:
        return refused(error)


class _Run:
    """One asking again, of one game or of many."""

    def __init__(
        self,
        words: str,
        source: Source,
        options: LiveOptions,
        wish: AskWish,
        bots: tuple[Bot, ...],
    ) -> None:
        self._words = words
        self._source = source
        self._options = options
        self._wish = wish
        self._bots = bots
        self._names = [bot.name for bot in bots]
        self._comparing = Comparing(len(bots), _DIFFERENCES_SHOWN, is_stopping=options.is_stopping)

    def one_game(self, record: GameRecord) -> int:
        """Shows every decision of the seat."""
        end = checked_game(self._source, record)
        seat = seat_of(record, self._wish.seat, self._wish.player or "")
        game = AskedGame(0, record, end, seat, self._wish)
        self._check_parts(end.ruleset, len(end.finished))
        if self._wish.start is not None:
            check_point(end, self._wish.start)
        if not self._wish.has_deals_of(record):
            raise UserError(f"{printable(record.game_id)} has no {self._wish.deals_text}")
        steps = [step for step in record_steps(record, end.ruleset) if game.is_within(step)]
        asker = game.asker
        if not any(map(asker.was_asked, steps)):
            why = ": it was forfeited by then" if steps else ""
            seat_text = f"{printable(record.game_id)}: seat {game.seat}"
            raise UserError(f"{seat_text} was asked nothing there{why}")
        table = GameTable([asker.question(step) for step in steps], self._names)
        name = printable(record.seating[game.seat])

        def on_compared(compared: Compared) -> None:
            for line in table.lines(compared):
                click.echo(line)

        with live_setting(
            self._source, end.ruleset, with_clock=self._options.with_clock
        ) as setting:
            game_id = printable(record.game_id)
            click.echo(f"game {game_id}, seat {game.seat} {name}; asked now: {self._now}")
            for line in (*table.heading(), *table.lines()):
                click.echo(line)
            seen, signal = self._asked(setting, lambda: iter([game]), 1, on_compared)
            click.echo("")
            return self._ended(setting, seen, signal, f"seat {game.seat} of {game_id}")

    def all_games(self) -> int:
        """Shows where the bot differs in all games of a player, and counts the rest."""
        source, wish = self._source, self._wish
        count = count_games(source, wish, notice)
        games = partial(asked_games, source, wish)
        first = next(games(), None)
        from_first = None if first is None else first.end.ruleset
        ruleset = source.manifest.ruleset if source.manifest else from_first
        if ruleset is not None:
            self._check_parts(ruleset, ruleset.deal_count)
        if first is None or ruleset is None:
            what = f"{wish.deals_text} in the games of {named(wish.player or '')}"
            raise UserError(f"{source.path} has no {what}")
        games_text = f"{counted(count, 'game')} of {wish.player}"
        with live_setting(source, ruleset, with_clock=self._options.with_clock) as setting:
            with counting("asking again", count) as on_game:
                seen, signal = self._asked(setting, games, count, lambda compared: None, on_game)
            shown = self._comparing.shown
            if self._options.is_stopping:
                shown = shown[:1]
            for line in difference_lines(shown, self._names) if shown else ():
                click.echo(line)
            self._hint(shown)
            comparing = self._comparing
            if not (comparing.asked or seen is not None or signal):
                raise UserError(
                    f"{wish.player} was asked nothing there in {games_text}: its seat was "
                    "forfeited, or the games end before"
                )
            if not self._options.is_stopping and comparing.asked:
                for part in summary_parts(self._comparing):
                    click.echo("\n".join([*part, ""]))
            return self._ended(setting, seen, signal, games_text)

    @property
    def _now(self) -> str:
        return " and ".join(self._names)

    def _check_parts(self, ruleset: RuleSet, deals: int) -> None:
        wish = self._wish
        starts = 0 if wish.start is None else wish.start.deal
        for deal in (wish.deal or 0, starts):
            if deal > deals:
                raise UserError(f"there is no deal {deal}: a game has deals 1 to {deals}")
        if wish.contract is not None and wish.contract not in ruleset.contracts:
            there = ", ".join(map(printable, ruleset.contracts))
            raise UserError(f"there is no contract {named(wish.contract)}; there are: {there}")
        check_rulesets(self._bots, ruleset)

    def _asked(
        self,
        setting: Setting,
        games: Callable[[], Iterator[AskedGame]],
        count: int,
        on_compared: Callable[[Compared], None],
        on_game: Callable[[], None] = lambda: None,
    ) -> tuple[FaultSeen | None, int]:
        bots = built(self._bots, setting.logs)
        at_once = min(count, MOST_AT_ONCE)
        return hosted(
            lambda: ask_again(setting, bots, games, at_once, self._comparing, on_compared, on_game)
        )

    def _hint(self, shown: Sequence[Compared]) -> None:
        if shown:
            first = shown[0].question
            more = ["--bot", self._options.bot]
            if self._options.against is not None:
                more += ["--against", self._options.against]
            more += ["--seat", str(first.seat), "--from", str(first.place)]
            click.echo(f"to ask from there: {words_to(self._words, first.game_id, *more)}")

    def _ended(self, setting: Setting, seen: FaultSeen | None, signal: int, what: str) -> int:
        """Says how it ended; gives the exit code."""
        comparing = self._comparing
        asked, differing = comparing.asked.total(), comparing.differing.total()
        parts = len(self._names) > 1
        if self._options.is_stopping and (first := comparing.first) is not None:
            game_id = printable(first.question.game_id)
            place = f"{game_id}, {place_text(first.question.place)}"
            click.echo(f"the first difference is at {place}; the rest was not asked")
        else:
            how = f"{self._now} part in" if parts else "answered otherwise:"
            questions = counted(asked, "question")
            so_far = " so far" if seen is not None or signal else ""
            house = 0 if parts else comparing.house + comparing.left_to_house
            not_compared = f"; not compared: {counted(house, 'answer')} of the house's"
            end = so_far + (not_compared if house else "")
            click.echo(f"{questions} to {what}, {how} {differing or 'none'}{end}")
        if seen is not None:
            tell_fault(seen, setting.logs, self._bots)
        if signal:
            return interrupted(signal)
        if seen is None and not parts and asked == comparing.house:
            raise UserError(
                "nothing was compared: all answers that are recorded there are the house's"
            )
        return EXIT_NO if differing or seen is not None else 0


def _read_bots(options: LiveOptions) -> tuple[Bot, ...]:
    bots = [read_bot(options.bot)]
    if options.against is not None:
        other = read_bot(options.against)
        # Two versions of a bot bear the same name as a rule.
        bots.append(replace(other, name=free_name(other.name, {bots[0].name})))
    return tuple(bots)
