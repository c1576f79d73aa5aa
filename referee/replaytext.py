"""How a replay is put into lines: points, times, tables, and the words that lead to a deal."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice

from tabulate import tabulate

from referee.cards import SUIT_SETS, CardSet, cards_in, cards_text
from referee.printable import printable

_SUIT_NAMES = ("Clubs", "Diamonds", "Hearts", "Spades")
_BLOCK = 1000
"""So many rows are looked at for the widths of a long table's columns."""


def time_text(microseconds: int) -> str:
    """A time in the unit that reads best, such as `250us`, `61ms` or `2.35s`."""
    if microseconds < 1000:
        return f"{microseconds}us"
    if microseconds < 1_000_000:
        return f"{microseconds / 1000:.{1 if microseconds < 10_000 else 0}f}ms"
    return f"{microseconds / 1_000_000:.{2 if microseconds < 10_000_000 else 0}f}s"


def signed(points: int) -> str:
    """Points with their sign, but for 0."""
    return f"{points:+}" if points else "0"


def amount_text(share: Fraction) -> str:
    """An amount of a settlement, which need not be a whole number."""
    return signed(share.numerator) if share.denominator == 1 else f"{float(share):+.2f}"


def hands_table(hands: Iterable[tuple[str, CardSet]]) -> list[str]:
    """A line for each hand, with what stands before it, and its cards by suit."""
    rows = []
    for name, hand in hands:
        suits = [cards_in(CardSet(hand & suit)) for suit in SUIT_SETS]
        rows.append([name, *map(cards_text, suits)])
    return table(rows, ["Seat", *_SUIT_NAMES])


def table(
    rows: Sequence[Sequence[str]], header: Sequence[str], right: Sequence[str] = ()
) -> list[str]:
    """The lines of a table: the header, a rule, and one for each row."""
    aligned = ["right" if name in right else "left" for name in header]
    text = tabulate(rows, header, tablefmt="simple", disable_numparse=True, colalign=aligned)
    return [line.rstrip() for line in text.splitlines()]


def long_table(
    rows: Iterable[Sequence[str]], header: Sequence[str], right: Sequence[str] = ()
) -> Iterator[str]:
    """The lines of a table that may be too long to be held: as `table` makes them, one by one.

    The first rows set the widths; a longer cell further down moves what is behind it.
    """
    waiting = iter(rows)
    first = table(list(islice(waiting, _BLOCK)), header, right)
    yield from first
    widths = [len(dashes) for dashes in first[1].split()]
    aligned = [str.rjust if name in right else str.ljust for name in header]
    for row in waiting:
        cells = zip(aligned, row, widths, strict=True)
        yield "  ".join(align(cell, width) for align, cell, width in cells).rstrip()


def words_to(source: str, game_id: str, *options: str) -> str:
    """The command that prints a part of a game, to be copied into a shell."""
    return printable(shlex.join(chain(("referee", "replay", source, "--game", game_id), options)))
