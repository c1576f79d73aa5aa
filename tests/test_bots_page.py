"""What docs/bots.md says is so, and its commands run."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from running import ROOT, Ground
from shared_questions import KITS, PATH

from referee.kit import kit_languages, load_kit

PAGE = ROOT / "docs" / "bots.md"
TEXT = PAGE.read_text("utf-8")
SHORTER = {
    "check": ["--ruleset", "classic"],
    "match": ["--boards", "1", "--no-clock"],
    "compare": ["--boards", "16", "--no-clock"],
    "tournament": ["--boards", "1", "--no-clock"],
}
"""Options that the test adds, so that it does not take minutes."""


def blocks(heading: str, language: str) -> list[str]:
    """The code blocks of one language in a section of the page."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


def test_the_table_has_every_kit_with_its_strategy() -> None:
    """Each language with the file that its kit says is the strategy, in order."""
    rows = re.findall(r"^\| `(\w+)` \| `(\S+)` \|", TEXT, re.MULTILINE)
    assert rows == [(language, load_kit(language).strategy) for language in kit_languages()]


def test_the_lines_to_change_are_those_of_the_kit() -> None:
    """The code of the page stands in the kit, which tests play with."""
    (lines,) = blocks("From nothing to a leaderboard", "python")
    assert lines in (KITS / "python" / "strategy.py").read_text("utf-8")


def test_the_number_of_shared_questions_is_right() -> None:
    """As many as the file has."""
    rows = map(json.loads, PATH.read_text("utf-8").splitlines())
    assert f"[{sum('question' in row for row in rows)} encoded questions]" in TEXT


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", TEXT))
def test_links_lead_somewhere(link: str) -> None:
    """Every link to a file of the project finds it."""
    assert (PAGE.parent / link).exists()


def test_the_road_to_a_leaderboard_can_be_gone(ground: Ground) -> None:
    """Each command in its order, from an empty folder to the games that were lost most."""
    (ground.folder / "SAMPLES").symlink_to(ROOT / "sample_bots")
    first, second = blocks("From nothing to a leaderboard", "sh")
    said = ""
    for line in (first + second).splitlines():
        command, *words = shlex.split(line, comments=True)
        if command == "cp":
            assert words[0] == "-r"
            shutil.copytree(ground.folder / words[1], ground.folder / words[2])
            continue
        assert command == "referee"
        done = ground.run(*words, *SHORTER.get(words[0], []))
        # The copy is as good as the bot itself.
        assert done.returncode == (1 if words[0] == "compare" else 0), done.stderr
        said = done.stdout
    assert (ground.folder / "mine" / "leaderboard.md").exists()
    assert "referee replay mine --game t1-b1-r" in said


def test_no_path_of_a_machine_is_in_the_page() -> None:
    """What stands there holds for everybody."""
    assert str(Path.home()) + "/" not in TEXT
