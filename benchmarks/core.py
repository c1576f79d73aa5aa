"""Random playouts with the rules core alone, against OpenSpiel's Hearts driven from Python."""

import importlib
import importlib.util
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any

from benchmarks.results import Result, Row
from benchmarks.rounds import Taker, in_turn, ratio
from benchmarks.sizes import Size
from referee.boards import deal_board
from referee.cards import cards_in
from referee.course import open_deal
from referee.play import is_over, legal_cards, play_card
from referee.ruleset import load_ruleset

AT_LEAST = 0.5
_OURS, _THEIRS = "classic", "OpenSpiel's Hearts"


@dataclass(frozen=True, slots=True)
class Playouts:
    """Cards that were played, and the seconds that dealing and playing took."""

    plays: int
    dealing: float
    playing: float

    @property
    def rate(self) -> float:
        """Plays a second."""
        return self.plays / self.playing

    @property
    def rate_with_dealing(self) -> float:
        """Plays a second of all the time."""
        return self.plays / (self.dealing + self.playing)


def playouts(deals: int) -> Playouts:
    """Random plays of at least so many deals of the rule set `classic`."""
    ruleset = load_ruleset("classic")
    draw = random.Random(1).random
    plays, dealing, playing = 0, 0.0, 0.0
    for number in count(1):
        start = perf_counter()
        board = deal_board("benchmark", ruleset, number)
        opened = [open_deal(ruleset, board, one).play for one in range(1, ruleset.deal_count + 1)]
        dealt = perf_counter()
        for play in opened:
            assert play is not None
            while not is_over(play):
                cards = cards_in(legal_cards(play))
                play = play_card(play, cards[int(draw() * len(cards))])
                plays += 1
        dealing += dealt - start
        playing += perf_counter() - dealt
        if number * len(opened) >= deals:
            break
    return Playouts(plays, dealing, playing)


def open_spiel_playouts(deals: int) -> Playouts:
    """Random steps of so many deals, passing included; dealing is by chance nodes, not counted."""
    game: Any = importlib.import_module("pyspiel").load_game("hearts")
    draw = random.Random(1).random
    steps, dealing, playing = 0, 0.0, 0.0
    for _ in range(deals):
        start = perf_counter()
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        dealt = perf_counter()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
        dealing += dealt - start
        playing += perf_counter() - dealt
    return Playouts(steps, dealing, playing)


def core(size: Size, take: Taker) -> Result:
    """Both, in turn; ours alone where OpenSpiel is not installed."""
    measures: dict[str, Callable[[], Playouts]] = {_OURS: lambda: playouts(size.deals)}
    notes: tuple[str, ...] = ("OpenSpiel is not installed: nothing to compare with.",)
    if importlib.util.find_spec("pyspiel"):
        measures[_THEIRS] = lambda: open_spiel_playouts(size.deals)
        notes = ()
    taken = in_turn(measures, size.rounds, take)
    rows = []
    for label, rates in (
        ("dealt and played", {who: [one.rate_with_dealing for one in taken[who]] for who in taken}),
        ("played", {who: [one.rate for one in taken[who]] for who in taken}),
    ):
        for who, values in rates.items():
            is_compared = who == _OURS and _THEIRS in rates
            rows.append(
                Row(
                    what=f"{who}, {label}",
                    unit="plays/s",
                    values=tuple(values),
                    ratios=ratio(values, rates[_THEIRS]).values if is_compared else (),
                    at_least=AT_LEAST if is_compared else None,
                )
            )
    return Result(
        name="core",
        title="Random playouts in one Python process, without a wire",
        ratio="to OpenSpiel",
        size=size.name,
        rows=tuple(rows),
        notes=notes,
    )
