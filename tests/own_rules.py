"""A rule set file of an organizer's own, and the line with which a bad one is refused."""

from pathlib import Path

import pytest

from referee.errors import UserError
from referee.ruleset import load_ruleset

OWN = """
title = "Ours"
source = "the club"
seats = 4
ranks = "789TJQKA"
boys = "K"
lead = "dealer"
choice = "fixed"
deals = ["-tricks", "+hearts+king"]
heart_ban = ["hearts+king"]
[contracts]
tricks.trick = 2
hearts.heart = 2
king.king = 16
"""


def own(tmp_path: Path, text: str, name: str = "club.toml") -> str:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return str(path)


def refusal(id_or_path: str, options: dict[str, str] | None = None) -> str:
    """The one line with which a rule set is refused, without the folder of the file."""
    with pytest.raises(UserError) as caught:
        load_ruleset(id_or_path, options)
    line = str(caught.value)
    assert "\n" not in line
    return line.replace(str(Path(id_or_path).parent) + "/", "")
