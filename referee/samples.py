"""Where the sample bots are: beside the package in a checkout, inside it after an install."""

from collections.abc import Collection
from pathlib import Path

from referee.botfile import Bot, read_bot
from referee.errors import UserError

# The order in which a match is filled up: a newcomer should see play of every strength.
_FILLING = ("random", "greedy", "counter", "first")


def sample_folder(name: str) -> Path:
    """The folder of a sample bot; UserError if this installation has none."""
    package = Path(__file__).parent
    for folder in (package / "sample_bots", package.parent / "sample_bots"):
        if (folder / name).is_dir():
            return folder / name
    raise UserError(f"the sample bot {name!r} is not installed: name as many bots as seats")


def filled_up(bots: list[Bot], seats: int) -> list[Bot]:
    """The bots, with samples up to the number of seats; names that are taken get a number."""
    table = list(bots)
    for turn in range(seats - len(bots)):
        sample = _FILLING[turn % len(_FILLING)]
        name = free_name(sample, {bot.name for bot in table})
        table.append(read_bot(f"{name}={sample_folder(sample)}"))
    return table


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or the first one with a number behind it that is not taken."""
    number = 2
    free = name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free
