"""Text that others wrote, made fit to be shown in a line of output."""

import os
from pathlib import Path

TAIL_WINDOW = 64 * 1024
"""How many bytes at the end of a log `tail` looks at."""
TAIL_WIDTH = 300
"""How many characters of a line `tail` gives."""


def printable(text: str) -> str:
    r"""Text in which nothing ends the line, moves the cursor, rings or turns the writing around.

    What is not printable is written as in Python source, such as `\x1b`.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def tail(path: Path, lines: int = 20) -> list[str]:
    """The last lines of a log, printable, long ones cut; an empty list if there is no such file."""
    try:
        with path.open("rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(max(0, size - TAIL_WINDOW))
            text = log.read().decode(errors="backslashreplace")
    except OSError:
        return []
    last = text.removesuffix("\n").split("\n")[-lines:] if text else []
    return [_cut(line.removesuffix("\r")) for line in last]


def ends(path: Path, first: int = 6, last: int = 8) -> list[str]:
    """The first and the last lines of a log, with the number of those between, as `tail` gives
    them: compilers tell the cause first, interpreters mostly last. Empty lines are left out.
    """
    lines = [line for line in tail(path, TAIL_WINDOW) if line.strip()]
    between = len(lines) - first - last
    if between <= 1:
        return lines
    return [*lines[:first], f"... {between} more lines ...", *lines[-last:]]


def _cut(line: str) -> str:
    surplus = len(line) - TAIL_WIDTH
    more = f" ... {surplus} more characters" if surplus > 0 else ""
    return printable(line[:TAIL_WIDTH]) + more
