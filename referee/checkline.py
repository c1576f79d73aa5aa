"""The form of what a check says: a line for each thing that was looked at."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from referee.printable import printable

SHOWN_WIDTH = 80
"""How much of a name, or of a line that was printed, is shown."""


class Verdict(StrEnum):
    """What a check has come to."""

    PASS = "pass"
    FAIL = "fail"
    NOTE = "note"
    LEFT_OUT = "left out"


class CheckLine(Struct, frozen=True, omit_defaults=True, tag_field="event", tag="check"):
    """One thing that was looked at; also a line of `--json`, with what is empty left out."""

    check: str
    verdict: Verdict
    seen: str
    asked: tuple[str, ...] = ()
    """The question at which it went wrong, in lines for people."""
    said: tuple[str, ...] = ()
    """The end of what the bot printed."""
    do: str = ""


def milliseconds(seconds: float) -> str:
    """A time for people, such as `0.35 ms` or `1200 ms`."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{1000 * seconds:.0f} ms"


def percentile(times: Sequence[float], share: float) -> float:
    """The time that this share of them does not pass."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def passed(check: str, seen: str) -> CheckLine:
    """What is as it must be."""
    return CheckLine(check, Verdict.PASS, seen)


def left_out(check: str, why: str) -> CheckLine:
    """What could not be looked at."""
    return CheckLine(check, Verdict.LEFT_OUT, why)


def cut_short(text: str) -> str:
    """What others wrote, printable, and no longer than a line of it can be."""
    surplus = len(text) - SHOWN_WIDTH
    more = f" ... {surplus} more characters" if surplus > 0 else ""
    return printable(text[:SHOWN_WIDTH]) + more


_EXECUTABLE = "make it executable (chmod +x)"
_FIRST_LINE = (
    "mend the first line of the script (such as #!/usr/bin/env python3; lines must not end in "
    "CR LF), or name the interpreter in `{key}`"
)


def startable(end: str, key: str) -> str:
    """What to do about a program of bot.toml that could not be started, with the system's word."""
    if "cannot enter" in end:
        return "leave the bot's folder where it is: it was gone, or could not be entered"
    if "Permission denied" in end:
        return _EXECUTABLE
    return _FIRST_LINE.format(key=key)
