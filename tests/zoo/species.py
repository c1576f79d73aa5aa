"""All species by the name that the command line knows them by."""

import re
from types import ModuleType

from zoo import at_start, in_answers, in_process, in_stream, plain
from zoo.wiring import Bot

CHAPTERS = (at_start, in_answers, in_stream, in_process)
"""Those that the page about faults shows, a table for each."""


def name_of(kind: type[Bot]) -> str:
    """The name of a species: its class name in words."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def species_of(chapter: ModuleType) -> list[type[Bot]]:
    """The species of a module in the order in which they stand there."""
    return [
        kind
        for kind in vars(chapter).values()
        if isinstance(kind, type) and issubclass(kind, Bot) and kind.__module__ == chapter.__name__
    ]


def species(name: str) -> type[Bot]:
    """The species of that name; KeyError if there is none."""
    every = [kind for chapter in (*CHAPTERS, plain) for kind in species_of(chapter)]
    return {name_of(kind): kind for kind in every}[name]
