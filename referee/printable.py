"""Text that others wrote, and numbers of things, made fit to be shown in a line of output."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

TAIL_WINDOW = 64 * 1024
"""How many bytes at the end of a log `tail` looks at."""
TAIL_WIDTH = 300
"""How many characters of a line `tail` gives."""
_LOG_WINDOW = 4 * TAIL_WINDOW
"""All of a log: of what a process prints no more than half of this is kept."""
_COLOR = re.compile(r"\x1b\[[0-9;:]*m")
_TAB = 4
_ERROR = re.compile(r"\berror\b", re.IGNORECASE)
_ERRORS_SHOWN = 3


def printable(text: str) -> str:
    r"""Text in which nothing ends the line, moves the cursor, rings or turns the writing around.

    What is not printable is written as in Python source, such as `\x1b`.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def named(name: str) -> str:
    """A name that somebody typed, in a sentence: printable, and quotes where it is empty."""
    return printable(name) or "''"


def tail(path: Path, lines: int = 20) -> list[str]:
    """The last lines of a log, printable, long ones cut; an empty list if there is no such file.

    Colors are left out, and tabs are spaces.
    """
    return [_cut(line) for line in _lines(path, TAIL_WINDOW)[-lines:]]


def ends(path: Path, first: int = 6, last: int = 8) -> list[str]:
    """The first and the last lines of a log and the first that tell of an error, as `tail` gives
    them, with the numbers of those between. Empty lines are left out.

    Interpreters tell the cause last, and compilers anywhere: so each line with the word `error`
    has the next one with it.
    """
    lines = [line for line in _lines(path, _LOG_WINDOW) if line.strip()]
    errors = [at for at, line in enumerate(lines) if _ERROR.search(line)][:_ERRORS_SHOWN]
    wanted = {*range(first), *range(len(lines) - last, len(lines)), *errors}
    wanted |= {at + 1 for at in errors}
    shown: list[str] = []
    skipped: list[str] = []
    for at, line in enumerate(lines):
        if at not in wanted:
            skipped.append(line)
            continue
        shown += skipped if len(skipped) <= 1 else [f"... {len(skipped)} more lines ..."]
        shown.append(line)
        skipped = []
    return [_cut(line) for line in shown]


def counted(number: int, thing: str, things: str = "") -> str:
    """So many of a thing, as in `1 board` and `2 boards`; `things` is a plural without `s`."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def listed(things: Sequence[str]) -> str:
    """Things in a row, as in `a, b and c`."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def _lines(path: Path, window: int) -> list[str]:
    """The lines at the end of a log, within so many bytes."""
    try:
        with path.open("rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(max(0, size - window))
            text = log.read().decode(errors="backslashreplace")
    except OSError:
        return []
    lines = text.removesuffix("\n").split("\n") if text else []
    return [_COLOR.sub("", line.removesuffix("\r")).expandtabs(_TAB) for line in lines]


def _cut(line: str) -> str:
    surplus = len(line) - TAIL_WIDTH
    more = f" ... {surplus} more characters" if surplus > 0 else ""
    return printable(line[:TAIL_WIDTH]) + more
