"""The languages of kits and samples, and what they need."""

import os
import shutil

import pytest

from referee.kit import kit_languages, load_kit

SAMPLES = {
    "limbo": "python",
    "ducker": "javascript",
    "digger": "typescript",
    "spotter": "go",
    "closer": "rust",
    "shedder": "java",
    "odds": "cpp",
}
"""One sample bot in each language, of at most 200 lines."""


def missing_programs(language: str) -> list[str]:
    """What the language needs and this machine has not."""
    return [program for program in load_kit(language).needs if shutil.which(program) is None]


def is_there(sample: str) -> bool:
    """Whether that sample can be built here."""
    return not missing_programs(SAMPLES[sample])


def require(language: str) -> None:
    """Skips where a program that the language needs is missing; where CI is true all must be."""
    if missing := missing_programs(language):
        title = load_kit(language).title
        text = f"a bot in {title} cannot be tried: there is no {' and no '.join(missing)}"
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)


def language_params() -> list[object]:
    """Every language of the kits, for `params`; those with something to build are marked."""
    return [
        pytest.param(language, marks=[pytest.mark.languages] if load_kit(language).needs else [])
        for language in kit_languages()
    ]
