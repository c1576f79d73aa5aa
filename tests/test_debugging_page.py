"""The road of docs/debugging.md, gone again: the same commands give the same output."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import ROOT, Ground, held_ground

from referee.examples import example_questions
from referee.ruleset import load_ruleset

PAGE = ROOT / "docs" / "debugging.md"
TEXT = PAGE.read_text("utf-8")
NOT_AGAIN = ("=listen", "compare", "pdb")
"""In commands whose output is of one day: addresses, a debugger, and what takes a minute."""


def blocks(language: str) -> list[str]:
    """The code blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def shown() -> list[tuple[str, str]]:
    """Each command of the page that can be run again, and the output that stands there."""
    pairs = []
    for block in blocks("console"):
        command, _, output = block.removeprefix("$ ").partition("\n")
        if not any(word in command for word in NOT_AGAIN):
            pairs.append((command, output))
    return pairs


def without_times(text: str) -> list[list[str]]:
    """The words of each line, without what was measured and without lines below headings."""
    bare = re.sub(r"\b\d+(\.\d+)?(us|ms|s)\b|-{3,}", "", text)
    return [line.split() for line in bare.splitlines()]


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A folder after the first block of the page: four samples and their tournament."""
    with held_ground(tmp_path_factory.mktemp("road")) as ground:
        copy, play = blocks("sh")[0].splitlines()
        names = [word.removeprefix("SAMPLES/") for word in shlex.split(copy)[2:-1]]
        for name in names:
            away = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / "sample_bots" / name, ground.folder / name, ignore=away)
        done = ground.run(*shlex.split(play)[1:])
        assert done.returncode == 0, done.stderr
        yield ground


def change(strategy: Path) -> None:
    """Does what the page says: the last line of `card_to_avoid` becomes the two of the page."""
    (lines,) = blocks("python")
    old = "    return min(legal, key=lambda card: (power(card), price[card]))\n"
    text = strategy.read_text("utf-8")
    assert text.count(old) == 1
    assert text.splitlines(keepends=True)[44] == old, "the breakpoint of the page"
    strategy.write_text(text.replace(old, lines), "utf-8")


def test_every_command_gives_what_the_page_shows(road: Ground) -> None:
    """But for times; the bot is changed before it is asked again."""
    asked = False
    for command, output in shown():
        if "--bot" in command and not asked:
            asked = True
            change(road.folder / "greedy" / "strategy.py")
        done = road.run(*shlex.split(command)[1:])
        assert "referee: " not in done.stderr, command  # but progress may be told, where it is slow
        assert without_times(done.stdout) == without_times(output), command
    assert len(shown()) == 5
    assert asked


def test_the_page_tells_the_warm_up_from_what_was_asked() -> None:
    """A breakpoint in the strategy of a kit stops there first, at hands of no game."""
    said = "stops first in the warm-up, at made-up hands, whose `question.question_id` is 0"
    assert said in " ".join(TEXT.split())
    assert {one.question_id for one in example_questions(load_ruleset("classic"))} == {0}
    kit = (ROOT / "referee" / "kits" / "python" / "main.py").read_text("utf-8")
    assert "message.warm_up.examples:\n                        choose(" in kit


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", TEXT))
def test_links_lead_somewhere(link: str) -> None:
    """Every link finds its file, and the heading in it."""
    path, _, heading = link.partition("#")
    text = (PAGE.parent / path).read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    assert not heading or heading in [one.lower().replace(" ", "-") for one in headings]
