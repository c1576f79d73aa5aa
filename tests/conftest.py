"""Fixtures that several test files use."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from running import Ground, held_ground

# A deadline for each example would be a timing assert; slow machines have it hard enough.
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the law book and recorded deals beside the project; skips without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("no shared folder beside the project")
    return folder


@pytest.fixture(scope="session")
def vectors(shared: Path) -> list[dict[str, Any]]:
    """The table of positions, tricks and deals that goes with the law book."""
    rows: list[dict[str, Any]] = json.loads((shared / "rules" / "vectors.json").read_text())[
        "vectors"
    ]
    return rows


@pytest.fixture
def ground(tmp_path: Path) -> Iterator[Ground]:
    """A folder to run the real command in; no process of it may be left at the end."""
    with held_ground(tmp_path) as one:
        yield one
