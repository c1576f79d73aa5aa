"""`referee check`: rule sets that bot.toml names, and what is said of a build that was done."""

import json
from pathlib import Path

import pytest
from checking import checked
from running import Ground, Referee


@pytest.fixture(autouse=True)
def _cache(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(ground.folder / "cache"))


def with_lines(bot: str, lines: str) -> str:
    """The bot with more lines in its bot.toml."""
    path = Path(bot) / "bot.toml"
    path.write_text(path.read_text().replace("[env]", f"{lines}\n[env]"))
    return bot


@pytest.mark.parametrize("name", ["duel", "building"])
def test_a_bot_of_any_name_is_built_once(ground: Ground, name: str) -> None:
    """Whether it was built is not read from the words, in which its name stands."""
    bot = with_lines(ground.odd_bot("well", name), 'build = ["python", "-c", "print(1)"]')
    for seen, is_told in (("done", True), ("was done already", False)):
        done = ground.run("check", bot, "--json", "--ruleset", ground.duel())
        assert json.loads(done.stdout.splitlines()[0])["seen"] == seen
        first = f"{name}: building: a first build may take minutes"
        assert done.stderr.startswith(first) == is_told
        assert f"{name} is built already" not in done.stderr


def test_a_build_over_its_budget_is_to_be_given_more(ground: Ground) -> None:
    """To run it until it ends would not help."""
    bot = with_lines(ground.odd_bot("well"), 'build = ["sleep", "600"]')
    line = checked(ground, bot, "--build-budget", "1s", code=1)["build"]
    assert line["seen"] == "took longer than 1 s"
    assert line["do"] == "it takes too long: raise --build-budget, or make the build quicker"


@pytest.mark.parametrize("made", [(), ("build",)])
def test_what_python_compiled_is_no_damaged_build(ground: Ground, made: tuple[str, ...]) -> None:
    """Only folders that a build makes are named as what to remove."""
    bot = with_lines(ground.odd_bot("well"), 'build = ["true"]')
    for name in (*made, "__pycache__"):
        (Path(bot) / name).mkdir()
    words = ("--ruleset", ground.duel())
    assert checked(ground, bot, *words, code=0)["build"]["seen"] == "done"
    (Path(bot) / "__pycache__" / "x").touch()
    path = Path(bot) / "zoo" / "bot.py"
    path.write_text("x = = 1")
    checked(ground, bot, *words, code=1)  # it is built for this state too
    lines = checked(ground, bot, *words, code=1)
    assert lines["build"]["seen"] == "was done already"
    assert "__pycache__" not in lines["start"]["do"]
    assert ("remove build from its folder" in lines["start"]["do"]) == bool(made)


@pytest.mark.parametrize("has_known", [False, True])
def test_rule_sets_in_bot_toml_are_ids(ground: Ground, referee: Referee, has_known: bool) -> None:
    """A path is refused, though the file is there, and so is an id that nobody knows."""
    own = ground.duel()
    words = ["--ruleset", "two-handed"] if has_known else []
    for name in (own, "duel", "clasic"):
        bot = with_lines(ground.odd_bot("well", f"b{len(name)}"), f'rulesets = ["{name}"]')
        done = referee("check", bot, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"referee: {bot}/bot.toml: `rulesets` has {name!r}, which is no id of a rule set: "
            "`referee rules` lists them; a rule set of your own is given with --ruleset FILE, and "
            "its id in bot.toml is the file's name without .toml\n"
        )


def test_a_rule_set_of_ones_own_stands_with_its_id(ground: Ground) -> None:
    """It is known if it is given."""
    bot = with_lines(ground.odd_bot("well"), 'rulesets = ["duel", "classic"]')
    lines = checked(ground, bot, "--ruleset", ground.duel(), code=0)
    assert lines["question: card"]["verdict"] == "pass"
