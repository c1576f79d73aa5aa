"""Finds games: those of a bot, with a fault, of a contract, and where a bot lost most."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from heapq import nsmallest
from itertools import chain, islice
from typing import NamedTuple

from msgspec import Struct

from referee.printable import printable
from referee.recordsource import DealsGlance, Glance, GlancedDeal
from referee.replaytext import long_table, signed

_LOOKED_AT = 1000
"""So many games say how many seats the widest table has."""


class Wish(Struct, frozen=True):
    """Which games are wanted; all of them where nothing is named."""

    player: str | None = None
    """Games of this bot, with what it got in each."""
    is_faulty: bool = False
    """Games with a fault or a forfeit, of the player if there is one."""
    contract: str | None = None
    """Games with deals of this contract, by the points of those deals, lowest first."""
    worst: int | None = None
    """So many games in which the player has the fewest points, lowest first."""

    @property
    def needs_deals(self) -> bool:
        """True if single deals have to be looked at: for their points, or to lead to one."""
        return self.player is not None or self.contract is not None


_Deals = tuple[GlancedDeal, ...]


class _Row(NamedTuple):
    points: int
    """Of the player, or the fewest at the table, in what is asked for."""
    cells: tuple[str, ...]


class GameList:
    """The games that are wished for, as a table; what it saw on the way is kept.

    `words_to` gives the command that prints a deal of a game.
    """

    def __init__(self, wish: Wish, words_to: Callable[[str, int], str]) -> None:
        self._wish = wish
        self._words_to = words_to
        self.players: dict[str, None] = {}
        """All bots that sat in a game, in the order in which they came up."""
        self.contracts: dict[str, None] = {}
        """All contracts of the deals that were looked at."""
        self.left_out = 0
        """How many more games are as wished."""

    def lines(self, games: Iterable[Glance], most: int | None = None) -> Iterator[str]:
        """The table, with `most` games at most; no line at all if no game is as wished.

        Unless they are to be sorted, the games are read as the lines are taken.
        """
        waiting = iter(games)
        first = list(islice(waiting, _LOOKED_AT))
        seats = max((len(game.seating) for game in first), default=0)
        rows = self._in_order(self._rows(chain(first, waiting), seats))
        top = next(rows, None)
        if top is None:
            return
        shown = chain((top,), islice(rows, most and most - 1))
        yield from long_table((row.cells for row in shown), self._header(seats), self._numbers)
        self.left_out = sum(1 for _ in rows)

    def _in_order(self, rows: Iterator[_Row]) -> Iterator[_Row]:
        if self._wish.worst is not None:
            return iter(nsmallest(self._wish.worst, rows, key=lambda row: row.points))
        if self._wish.contract is not None:
            return iter(sorted(rows, key=lambda row: row.points))
        return rows

    @property
    def _numbers(self) -> tuple[str, ...]:
        """The heads of what is counted of the player."""
        wish = self._wish
        if wish.player is None:
            return ()
        if wish.contract is None:
            return "Points", "Place"
        return f"In {printable(wish.contract)}", "Place in game"

    def _header(self, seats: int) -> list[str]:
        wish = self._wish
        if wish.player is not None:
            return ["Game", "Seat", *self._numbers, "Faults", "To see it"]
        columns = ["Game", *(f"Seat {seat}" for seat in range(seats)), "Faults"]
        return [*columns, "To see it"] if wish != Wish() else columns

    def _rows(self, games: Iterable[Glance], seats: int) -> Iterator[_Row]:
        for game in games:
            self.players.update(dict.fromkeys(game.seating))
            if isinstance(game, DealsGlance):
                self.contracts.update(dict.fromkeys(deal.contract for deal in game.deals))
            row = self._row(game, seats)
            if row is not None:
                yield row

    def _row(self, game: Glance, seats: int) -> _Row | None:
        """A game as a row; None for one that is not wanted."""
        wish, seat = self._wish, None
        if wish.player is not None:
            if wish.player not in game.seating:
                return None
            seat = game.seating.index(wish.player)
        faults = _faults_text(game, seat)
        if wish.is_faulty and not faults:
            return None
        points, deals = game.points, _deals_of(game, wish.contract)
        if wish.contract is not None:
            if not deals:
                return None
            by_seat = zip(*[deal.points for deal in deals], strict=True)
            points = tuple(sum(column) for column in by_seat)
        own = min(points) if seat is None else points[seat]
        cells = [printable(game.game_id)]
        if seat is None:
            pairs = zip(game.seating, points, strict=False)
            cells += [f"{printable(name)} {signed(got)}" for name, got in pairs]
            cells += [""] * (1 + seats - len(cells))
        else:
            cells += [str(seat), signed(own), str(game.places[seat])]
        cells.append(faults)
        if wish != Wish():
            cells.append(self._words_to(game.game_id, self._deal_to_see(game, seat, deals)))
        return _Row(own, tuple(cells))

    def _deal_to_see(self, game: Glance, seat: int | None, deals: _Deals) -> int:
        """The first fault if faults are asked for, else the deal that cost most."""
        if self._wish.is_faulty and self._wish.contract is None:
            places = [(one.seat, one.deal) for one in game.faults]
            places += [(one.seat, one.deal) for one in game.forfeits]
            return min(deal for whose, deal in places if seat in (None, whose))
        costs = (
            (min(deal.points) if seat is None else deal.points[seat], deal.number) for deal in deals
        )
        return min(costs, default=(0, 1))[1]


def _deals_of(game: Glance, contract: str | None) -> _Deals:
    if not isinstance(game, DealsGlance):
        return ()
    return tuple([deal for deal in game.deals if contract in (None, deal.contract)])


def _faults_text(game: Glance, seat: int | None) -> str:
    """The faults of one seat such as `3 illegal, forfeited`, or of all, each under its name."""
    parts = []
    forfeited = {forfeit.seat for forfeit in game.forfeits}
    for number, name in enumerate(game.seating):
        if seat not in (None, number):
            continue
        reasons = Counter(fault.reason for fault in game.faults if fault.seat == number)
        words = [f"{count} {reason}" for reason, count in reasons.items()]
        words += ["forfeited"] if number in forfeited else []
        if words:
            parts.append(("" if seat == number else f"{printable(name)} ") + ", ".join(words))
    return "; ".join(parts)
