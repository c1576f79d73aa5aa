"""What the README says is so."""

import re
from pathlib import Path

import pytest

from referee.commands import tournament
from referee.tournamentfile import words_of

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "leaderboards/README.md")
README = (ROOT / "README.md").read_text()


def _code(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_bot_in_the_readme_is_the_sample_to_copy() -> None:
    """The README shows the whole program and bot.toml of `first`, and it has at most 30 lines."""
    program = (ROOT / "sample_bots/first/main.py").read_text()
    assert _code("python") == [program]
    assert _code("toml")[:1] == [(ROOT / "sample_bots/first/bot.toml").read_text()]
    assert len(program.splitlines()) <= 30


def test_the_first_screen_is_two_commands() -> None:
    """The first block of commands is `make tournament` and `make test`, which the Makefile has."""
    commands = [line.split("#")[0].strip() for line in _code("sh")[0].splitlines()]
    assert commands == ["make tournament", "make test"]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"tournament", "test"} <= set(targets)


def test_the_map_names_every_module() -> None:
    """The map of the package lists each module of `referee/` once, and no other."""
    table = README.split("## The map")[1].split("\n## ")[0]
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ")][1:]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    modules = [file.stem for file in (ROOT / "referee").glob("[!_]*.py")]
    assert sorted(named) == sorted(modules)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """Every link to a file of the project finds it."""
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text())
    assert links
    for link in links:
        assert (ROOT / page).parent.joinpath(link).exists(), link


def test_the_tournament_file_in_the_readme_is_one(tmp_path: Path) -> None:
    """Its keys are options, and its bots are taken from its own folder."""
    path = tmp_path / "spring.toml"
    path.write_text(_code("toml")[1], "utf-8")
    words = words_of(path, tournament.params)
    with tournament.make_context("tournament", words) as context:
        assert context.params["bots"][0] == str(tmp_path / "bots/ann")
        assert context.params["out"] == str(tmp_path / "leaderboards/spring")
        assert context.params["settings"] == ("boys=KJ",)
        assert (context.params["kind"], context.params["tables"]) == ("balanced", "10")
