"""Bots that do nothing wrong, all in one process: `python -m zoo.honest` under a referee's output.

It reads what the referee prints, dials in wherever a bot is waited for, and tells at the end how
many games each of them has heard the end of.
"""

import json
import re
import sys
import threading
from collections import Counter

from zoo.wiring import Bot

WAITING = re.compile(
    r"waiting \d+ s for (\S+) \((life \d+) of \d+\).* KING_REFEREE=(\S+) KING_TOKEN=(\S+)"
)
GOODBYE_SECONDS = 10


class Honest(Bot):
    """Plays the first answer, and counts its games by its name."""

    def __init__(self, name: str, target: str, token: str, games: Counter[str]) -> None:
        super().__init__(target, token)
        self.name = name
        self.games = games

    def game_ended(self) -> None:
        self.games[self.name] += 1


def main() -> None:
    """Plays until the referee ends."""
    games: Counter[str] = Counter()
    streams: dict[tuple[str, str], threading.Thread] = {}
    for line in sys.stdin:
        if found := WAITING.match(line):
            name, life, target, token = found.groups()
            if (name, life) not in streams:  # it is said again while it is waited for
                bot = Honest(name, target, token, games)
                streams[name, life] = threading.Thread(target=bot.run, daemon=True)
                streams[name, life].start()
    for stream in streams.values():
        stream.join(GOODBYE_SECONDS)
    print(json.dumps(games))


if __name__ == "__main__":
    main()
