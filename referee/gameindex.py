"""Where each game of a file stands, and what a list shows of it: small, and quick to add to."""

import os
from array import array
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from referee.files import disk_errors
from referee.formats import decode
from referee.law import MAX_SEATS
from referee.printable import printable
from referee.record import GameRecord, decode_record
from referee.recordsource import Glance

_GLANCE = msgspec.json.Decoder(Glance)
_NO_SEATS = (0,) * MAX_SEATS
_MOST_POINTS = 2**31 - 1
_MOST_FAULTS = 2**16 - 1
_READ_AT_ONCE = 2**20
"""Bytes. Each read lets go of Python's lock, and takes it back before a thread that waits for it
can wake, but begins the wait anew: with many small reads the other threads starve."""


class Order(StrEnum):
    """In which order games are listed."""

    PLAYED = "played"
    WORST = "worst"
    BEST = "best"


class Wanted(Struct, frozen=True):
    """Which games are looked for, and how they are to stand."""

    player: str = ""
    """Of this bot, by its printable name; of all if empty."""
    text: str = ""
    """What stands somewhere in the printable name of the game."""
    is_faulty: bool = False
    """Only those with a fault or forfeit, of the player if there is one."""
    order: Order = Order.PLAYED
    """By the points of the player, without one by the lowest or highest at the table."""


class Listed(NamedTuple):
    """A game in a list; numbers are by seat."""

    game_id: str
    """As it stands in the record."""
    seating: tuple[str, ...]
    """Printable names."""
    points: tuple[int, ...]
    faults: tuple[int, ...]
    forfeits: tuple[int, ...]
    """Seats."""


class GameIndex:
    """The games of a file that may grow, or be put into order, while it is looked at."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._forget()

    def _forget(self) -> None:
        self._file: tuple[int, int] | None = None  # which one it was, should it be replaced
        self._end = 0
        self._lines = 0
        self.bad_lines: list[int] = []
        """Numbers of the lines that are no records."""
        self._ids: list[str] = []
        self._starts: dict[str, int] = {}
        self._seatings: list[tuple[str, ...]] = []
        self._number_of: dict[tuple[str, ...], int] = {}
        self._seating_of = array("L")
        # A row of MAX_SEATS numbers for each game.
        self._points = array("i")
        self._faults = array("H")
        self._forfeits = array("B")

    def __len__(self) -> int:
        return len(self._ids)

    def lacks(self, game_id: str) -> bool:
        """True if all lines so far were records, and none of them was of this game."""
        return not self.bad_lines and game_id not in self._starts

    @property
    def players(self) -> list[str]:
        """The bots of all games, by name."""
        return sorted({name for seating in self._seatings for name in seating})

    def refresh(self) -> None:
        """Reads what has been written since; all of it, if it is another file now."""
        with disk_errors("read", self._path), self._path.open("rb", _READ_AT_ONCE) as file:
            status = os.fstat(file.fileno())
            now = status.st_dev, status.st_ino
            if self._file != now or status.st_size < self._end:
                self._forget()
                self._file = now
            file.seek(self._end)
            for line in file:
                if not line.endswith(b"\n"):
                    return  # it is being written, or torn
                self._lines += 1
                self._add(line)
                self._end += len(line)

    def _add(self, line: bytes) -> None:
        try:
            game = decode(_GLANCE, line)
        except msgspec.DecodeError:
            self.bad_lines.append(self._lines)
            return
        seats = len(game.seating)
        marks = [one.seat for one in game.faults] + [one.seat for one in game.forfeits]
        is_sound = game.is_sound() and seats <= MAX_SEATS and all(0 <= one < seats for one in marks)
        is_sound = is_sound and len(game.faults) <= _MOST_FAULTS
        if not is_sound or max(map(abs, game.points)) > _MOST_POINTS:
            self.bad_lines.append(self._lines)
            return
        self._starts.setdefault(game.game_id, self._end)
        self._ids.append(game.game_id)
        number = self._number_of.setdefault(game.seating, len(self._seatings))
        if number == len(self._seatings):
            self._seatings.append(tuple(map(printable, game.seating)))
        self._seating_of.append(number)
        rest = _NO_SEATS[seats:]
        self._points.extend((*game.points, *rest))
        faults, forfeits = [*_NO_SEATS], [*_NO_SEATS]
        for fault in game.faults:
            faults[fault.seat] += 1
        for forfeit in game.forfeits:
            forfeits[forfeit.seat] = 1
        self._faults.extend(faults)
        self._forfeits.extend(forfeits)

    def record(self, game_id: str) -> GameRecord | None:
        """The record of a game; None if it was not met yet, or does not stand there whole.

        May be asked while another thread refreshes.
        """
        start = self._starts.get(game_id)
        if start is None:
            return None
        with disk_errors("read", self._path), self._path.open("rb") as file:
            file.seek(start)
            line = file.readline()
        try:
            record = decode_record(line)
        except msgspec.DecodeError:
            return None
        return record if record.game_id == game_id else None

    def found(self, wanted: Wanted) -> list[int]:
        """The places of the games that are looked for, in their order."""
        places = list(self._matching(wanted))
        if wanted.order is Order.PLAYED:
            return places
        return sorted(places, key=self._key(wanted), reverse=wanted.order is Order.BEST)

    def listed(self, place: int) -> Listed:
        """What the list shows of the game at a place."""
        seating = self._seatings[self._seating_of[place]]
        begin = MAX_SEATS * place
        end = begin + len(seating)
        return Listed(
            game_id=self._ids[place],
            seating=seating,
            points=tuple(self._points[begin:end]),
            faults=tuple(self._faults[begin:end]),
            forfeits=tuple(seat for seat in range(len(seating)) if self._forfeits[begin + seat]),
        )

    def _seats_of(self, player: str) -> dict[int, int]:
        """By the number of a seating: where the player sits in it."""
        return {
            number: seating.index(player)
            for number, seating in enumerate(self._seatings)
            if player in seating
        }

    def _matching(self, wanted: Wanted) -> Iterator[int]:
        seats = self._seats_of(wanted.player) if wanted.player else None
        for place, game_id in enumerate(self._ids):
            seat = None
            if seats is not None:
                seat = seats.get(self._seating_of[place])
                if seat is None:
                    continue
            shown = game_id if game_id.isprintable() else printable(game_id)  # for speed
            if wanted.text not in shown:
                continue
            if wanted.is_faulty and not self._is_faulty(place, seat):
                continue
            yield place

    def _is_faulty(self, place: int, seat: int | None) -> bool:
        begin = MAX_SEATS * place + (seat or 0)
        end = begin + (MAX_SEATS if seat is None else 1)
        return any(self._faults[begin:end]) or any(self._forfeits[begin:end])

    def _key(self, wanted: Wanted) -> Callable[[int], int]:
        """The points by which games are put into order."""
        if wanted.player:
            seats = self._seats_of(wanted.player)
            return lambda place: self._points[MAX_SEATS * place + seats[self._seating_of[place]]]
        extreme = max if wanted.order is Order.BEST else min
        return lambda place: extreme(self.listed(place).points)
