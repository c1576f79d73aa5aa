"""The lines of a check, for its tests."""

import json
from typing import Any

from running import Ground


def checked(ground: Ground, bot: str, *more: str, code: int) -> dict[str, dict[str, Any]]:
    """The lines of a check by name, from its JSON."""
    done = ground.run("check", bot, "--json", *more)
    assert done.returncode == code, done.stdout + done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {line["event"] for line in lines} == {"check"}
    return {line["check"]: line for line in lines}


def bad(lines: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The lines that are neither passed nor left out; bots of the zoo print a line at Goodbye."""
    return {
        name: line["verdict"]
        for name, line in lines.items()
        if line["verdict"] in ("fail", "note") and name != "output"
    }


def odd(ground: Ground, species: str, code: int, *more: str) -> dict[str, dict[str, Any]]:
    """The lines of a check of a bot of the zoo by the short rule set."""
    words = more or ("--ruleset", ground.duel())
    return checked(ground, ground.odd_bot(species), *words, code=code)
