"""`referee check`: the build of a bot, what a build must not do, and a check that is ended."""

import json
import signal
from pathlib import Path

import pytest
from checking import checked
from running import Ground, Referee


@pytest.fixture(autouse=True)
def _cache(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(ground.folder / "cache"))


def built(ground: Ground, script: str, program: str = "python") -> str:
    """A bot with a build of this script."""
    bot = ground.odd_bot("well")
    path = Path(bot) / "bot.toml"
    (Path(bot) / "make.py").write_text(script)
    build = f'build = ["{program}", "make.py"]\n[env]'
    path.write_text(path.read_text().replace("[env]", build))
    return bot


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    ("species", "script", "word"),
    [
        ("well", "import time; time.sleep(600)", "odd: building"),
        ("never-connects", "", "odd: playing"),
    ],
)
def test_a_check_that_is_ended_says_so_and_leaves_nothing(
    ground: Ground,
    monkeypatch: pytest.MonkeyPatch,
    species: str,
    script: str,
    word: str,
    number: signal.Signals,
) -> None:
    """In the build as well as at a process: no folder, no process, and no exit code 0."""
    scratch = ground.folder / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    bot = built(ground, script) if script else ground.odd_bot(species)
    with ground.start("check", bot, "--ruleset", ground.duel()) as check:
        assert check.stderr is not None
        assert check.stdout is not None
        assert check.stderr.readline().startswith(word)
        check.send_signal(number)
        assert check.stderr.read() == "odd: interrupted\n"
        assert check.stdout.read() == ""
        assert check.wait(60) == 128 + number
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "seen"),
    [
        ("import os; os.unlink('bot.toml')", "the build has changed or removed bot.toml"),
        ("open('bot.toml', 'a').write('# made')", "the build has changed or removed bot.toml"),
        (
            "import os, shutil; shutil.rmtree(os.getcwd())",
            "the build has removed the bot's folder",
        ),
    ],
)
def test_a_build_that_breaks_the_bot_fails(ground: Ground, script: str, seen: str) -> None:
    """It ended with exit code 0, but what is there cannot be used: that is the bot's fault."""
    lines = checked(ground, built(ground, script), code=1)
    assert list(lines) == ["build"]
    assert (lines["build"]["verdict"], lines["build"]["seen"]) == ("fail", seen)
    assert lines["build"]["do"].startswith("let the build make what `run` in bot.toml names")


def test_a_build_that_makes_no_program_fails(ground: Ground) -> None:
    """`run` names what the build should have made."""
    bot = built(ground, "")
    path = Path(bot) / "bot.toml"
    path.write_text(path.read_text().replace('run = ["python", ', 'run = ["build/x", '))
    line = checked(ground, bot, code=1)["build"]
    assert line["seen"] == f"command 'build/x' not found: correct `run` in {bot}/bot.toml"


def test_a_build_that_cannot_be_executed_is_to_be_made_so(ground: Ground) -> None:
    """It is the right that is missing, and not an exit code."""
    bot = built(ground, "", "./make.py")
    line = checked(ground, bot, code=1)["build"]
    assert line["seen"] == f"cannot start {bot}/make.py: Permission denied"
    assert line["do"] == "make it executable (chmod +x)"


def test_what_was_built_and_then_damaged_can_be_built_again(ground: Ground) -> None:
    """The folder `build` is in no digest: where a start fails, it is said how to renew it."""
    script = "import os, shutil\nos.makedirs('build')\nshutil.copytree('zoo', 'build/zoo')\n"
    bot = built(ground, script)
    path = Path(bot) / "bot.toml"
    path.write_text(path.read_text().replace("[env]", '[env]\nPYTHONPATH = "build"'))
    words = ("--ruleset", ground.duel())
    path.write_text(path.read_text().replace('"-m", "zoo.bot"', '"build/zoo/bot.py"'))
    assert checked(ground, bot, *words, code=0)["build"]["seen"] == "done"
    (Path(bot) / "build" / "zoo" / "bot.py").write_text("x = = 1")
    lines = checked(ground, bot, *words, code=1)
    assert lines["build"]["seen"] == "was done already"
    assert lines["start"]["do"].endswith(
        "; if what was built is damaged: remove build from its folder, and it is built again"
    )


def test_a_missing_tool_is_one_line(ground: Ground, referee: Referee) -> None:
    """What is not installed is the machine's fault."""
    bot = built(ground, "", "no-such-tool")
    done = referee("check", bot)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "referee: no-such-tool is not installed: bot odd needs it; install it or correct `build` "
        f"in {bot}/bot.toml\n"
    )


@pytest.mark.parametrize(
    ("script", "seen"),
    [
        ("print('x.go: undefined'); raise SystemExit(3)", "exit code 3"),
        (
            "import time; print('x.go: undefined', flush=True); time.sleep(600)",
            "took longer than 2 s",
        ),
    ],
)
def test_a_build_that_fails_or_hangs_is_shown(ground: Ground, script: str, seen: str) -> None:
    """How it ended is told with what it printed, and nothing is started."""
    lines = checked(ground, built(ground, script), "--build-budget", "2s", code=1)
    assert list(lines) == ["build"]
    assert (lines["build"]["verdict"], lines["build"]["seen"]) == ("fail", seen)
    assert lines["build"]["said"] == ["x.go: undefined"]


def test_a_build_is_done_once(ground: Ground) -> None:
    """The second check of the same folder finds it built."""
    bot = built(ground, "print('made')")
    for seen, is_told in (("done", True), ("was done already", False)):
        done = ground.run("check", bot, "--json", "--ruleset", ground.duel())
        assert json.loads(done.stdout.splitlines()[0])["seen"] == seen
        assert done.stderr.startswith("odd: building: a first build may take minutes") == is_told
