"""Building bots: once for each state of a folder, and a failure is one line and what was said."""

import fcntl
import os
import sys
from pathlib import Path

import pytest
import trio
from leftovers import leftovers

from referee.botfile import Bot, read_bot
from referee.build import build_bot
from referee.errors import UserError

MAKE = """
import os, sys
from pathlib import Path
Path("target").mkdir(exist_ok=True)
Path("target/bot").write_text("made")
with open("../builds", "a") as builds:
    builds.write("built\\n")
print("made it")
"""


class Yard:
    """A folder with a bot that is to be built, and how often that was done."""

    def __init__(self, path: Path) -> None:
        self.folder = path / "ann"
        self.log = path / "build.txt"
        self.said: list[str] = []
        self.folder.mkdir()
        self.write(MAKE)

    def write(self, script: str, run: str = "target/bot", build: str = "python") -> None:
        (self.folder / "make.py").write_text(script)
        (self.folder / "bot.toml").write_text(
            f'name = "ann"\nversion = "1"\nlanguage = "Python"\nrun = ["{run}"]\n'
            f'build = ["{build}", "make.py"]\n'
        )

    def build(self, time_limit: float = 60) -> Bot:
        bot = read_bot(str(self.folder))
        return trio.run(build_bot, bot, self.log, time_limit, self.said.append)

    def failure(self, time_limit: float = 60) -> UserError:
        with pytest.raises(UserError) as caught:
            self.build(time_limit)
        assert all(text.isprintable() for text in (str(caught.value), *caught.value.lines))
        return caught.value

    def complaint(self, time_limit: float = 60) -> str:
        return str(self.failure(time_limit))

    @property
    def builds(self) -> int:
        path = self.folder.parent / "builds"
        return len(path.read_text().splitlines()) if path.exists() else 0


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Yard:
    """A bot to build, and a cache of its own for the stamps."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Yard(tmp_path)


def test_bot_is_built_once_for_each_state(yard: Yard) -> None:
    """A build is not repeated until something in the folder changes, or what it made is gone."""
    yard.build()
    yard.build()
    assert yard.builds == 1
    assert yard.said == [
        f"building ann: a first build may take minutes; to see what it prints: tail -f {yard.log}",
        "ann is built already",
    ]
    assert yard.log.read_text() == "made it\n"
    (yard.folder / "source").write_text("new")
    yard.build()
    yard.build()
    assert yard.builds == 2
    (yard.folder / "source").unlink()  # the state of before, but built was the one after it
    yard.build()
    assert yard.builds == 3
    (yard.folder / "target" / "bot").unlink()
    (yard.folder / "target").rmdir()
    yard.build()
    assert yard.builds == 4


@pytest.mark.parametrize(
    ("run", "gone"), [('"python", "target/bot"', "target"), ('"target/bot"', "target/bot")]
)
def test_what_was_made_and_is_gone_is_built_again(yard: Yard, run: str, gone: str) -> None:
    """The folder that was made is looked for, and the program, though no digest holds them."""
    toml = yard.folder / "bot.toml"
    toml.write_text(toml.read_text().replace('"target/bot"', run))
    yard.build()
    (yard.folder / gone).rename(yard.folder.parent / "gone")
    yard.build()
    assert yard.builds == 2
    yard.build()
    assert yard.builds == 2


def test_what_a_failed_build_leaves_is_not_taken_for_the_one_before(yard: Yard) -> None:
    """It may have made half of it anew: with the old sources all is built again."""
    yard.build()
    old = (yard.folder / "make.py").read_text()
    yard.write("open('target/bot', 'w').close(); raise SystemExit(1)")
    yard.failure()
    yard.write(old)
    yard.build()
    assert yard.builds == 2
    assert (yard.folder / "target" / "bot").read_text() == "made"


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ("open('bot.toml', 'a').write('# made')", "the build has changed or removed bot.toml"),
        ("os.unlink('bot.toml')", "the build has changed or removed bot.toml"),
        ("import shutil; shutil.rmtree('.' + '/../ann')", "the build has removed the bot's folder"),
    ],
)
def test_a_build_must_leave_the_bot_what_it_was(yard: Yard, script: str, what: str) -> None:
    """What is played is what was read before the build."""
    yard.write(MAKE + script)
    assert yard.complaint() == f"bot ann: {what}"


def test_bot_without_build_is_left_alone(yard: Yard) -> None:
    """A bot that names no build stays as it is."""
    file = yard.folder / "bot.toml"
    file.write_text(file.read_text().partition("build")[0].replace("target/bot", "python"))
    bot = read_bot(str(yard.folder))
    assert trio.run(build_bot, bot, yard.log) is bot
    assert yard.builds == 0


def test_digest_is_that_after_the_build(yard: Yard) -> None:
    """A build that leaves its program among the sources gives the bot its final digest."""
    yard.write(MAKE.replace("target/bot", "bot"), run="./bot")
    first = read_bot(str(yard.folder))
    built = yard.build()
    assert built.digest != first.digest
    assert built == yard.build() == read_bot(str(yard.folder))
    assert yard.builds == 1


def test_what_is_built_needs_its_tool_no_more(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool is looked for when something is to be built, and what was built stays so."""
    tools = yard.folder.parent / "tools"
    tools.mkdir()
    (tools / "tool").symlink_to(sys.executable)
    yard.write(MAKE, build="tool")
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", str(tools))
    built = yard.build()
    (tools / "tool").unlink()
    assert yard.build() == built
    (yard.folder / "source").write_text("new")
    assert yard.complaint().startswith("tool is not installed: bot ann needs it")
    (yard.folder / "source").unlink()
    monkeypatch.setenv("PATH", path)
    assert yard.build() == built
    assert yard.builds == 1


def test_failed_build_shows_both_ends_of_its_words(yard: Yard) -> None:
    """A build that fails is told with its end, log, first and last words, and is done again."""
    said = "\\n".join(f"line {number}" for number in range(1, 21))
    yard.write(f"import sys\nprint('one', flush=True)\nsys.exit('two\\x1b[2J\\n\\n{said}')")
    first = ["one", r"two\x1b[2J", *(f"line {number}" for number in range(1, 5))]
    shown = [*first, "... 8 more lines ...", *(f"line {number}" for number in range(13, 21))]
    for failure in (yard.failure(), yard.failure()):
        assert str(failure) == f"bot ann: build failed (exit code 1), see {yard.log}"
        assert list(failure.lines) == shown
    assert yard.log.read_text().startswith("one\ntwo\x1b[2J\n\nline 1\n")
    yard.write(MAKE)
    yard.build()


def test_the_error_between_the_ends_is_shown(yard: Yard) -> None:
    """The first lines with the word are kept with the next one, and it is said what is left out."""
    said = [f"line {number}" for number in range(60)]
    for at in (3, 20, 30, 40):
        said[at] = f"{at}: \x1b[1;31mError\x1b[0m:\there"
    said[23] = "no terrors"
    yard.write(f"import sys\nsys.exit({chr(10).join(said)!r})")
    assert list(yard.failure().lines) == [
        *said[:3], "3: Error:   here", *said[4:6], "... 14 more lines ...",
        "20: Error:  here", "line 21", "... 8 more lines ...",
        "30: Error:  here", "line 31", "... 20 more lines ...", *said[52:],
    ]  # fmt: skip


def test_the_first_words_of_a_long_log_are_shown(yard: Yard) -> None:
    """What was printed first is there also where more than a window of `tail` follows."""
    yard.write("import sys\nprint('error: one')\nprint('x\\n' * 80_000)\nsys.exit('last')")
    lines = yard.failure().lines
    assert (lines[0], lines[-1]) == ("error: one", "last")
    assert len(lines) == 15


def test_silent_failure_is_said_to_be_silent(yard: Yard) -> None:
    """A build that dies without a word is reported with its signal."""
    yard.write("import os\nos.kill(os.getpid(), 9)")
    assert yard.complaint() == ("bot ann: build failed (killed by SIGKILL (9)): it said nothing")


def test_build_has_a_time_limit(yard: Yard) -> None:
    """A build that hangs is ended with all that it started, and the limit is named."""
    marker = f"marker-{yard.folder}"
    yard.write(
        "import os, signal, sys\nprint('hanging', flush=True)\n"
        f"os.spawnlp(os.P_NOWAIT, sys.executable, 'python', '-c', 'input()', {marker!r})\n"
        "signal.pause()"
    )
    assert "build failed (took longer than 0.5 s), see " in yard.complaint(0.5)
    assert leftovers(marker) == []


def test_missing_tool_is_one_line(yard: Yard) -> None:
    """A tool that is not installed is named before anything runs."""
    yard.write(MAKE, build="no-such-tool")
    assert yard.complaint() == (
        "no-such-tool is not installed: bot ann needs it; install it or correct `build` in "
        f"{yard.folder}/bot.toml"
    )


def test_build_that_does_not_make_the_program_is_one_line(yard: Yard) -> None:
    """A build that succeeds but does not make what `run` names is a mistake in bot.toml."""
    yard.write(MAKE, run="./other")
    assert yard.complaint() == (
        f"bot ann: command './other' not found: correct `run` in {yard.folder}/bot.toml"
    )


def test_build_has_the_users_environment(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build sees what the user has set, as caches and proxies are, but nothing of a game."""
    monkeypatch.setenv("MY_PROXY", "p")
    monkeypatch.setenv("KING_TOKEN", "t")
    yard.write(MAKE + "print(os.environ['MY_PROXY'], 'KING_TOKEN' in os.environ)")
    yard.build()
    assert yard.log.read_text() == "made it\np False\n"


def test_two_referees_do_not_build_at_once(yard: Yard) -> None:
    """A folder in which another referee is building is left to it."""
    yard.build()
    (lock,) = (yard.folder.parent / "cache").rglob("*.lock")
    with lock.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert yard.complaint() == (
            "bot ann is being built by another referee: try again when that is done"
        )


def test_cache_that_cannot_be_written_is_one_line(
    yard: Yard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no stamp can be kept, the user is told which folder to set."""
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    assert yard.complaint() == (
        "cannot write to /dev/null/referee-king/builds: Not a directory: "
        "set XDG_CACHE_HOME to a folder that you may write to"
    )


def test_build_may_use_its_own_interpreter(yard: Yard) -> None:
    """`python` in a build is the referee's own interpreter, as in `run`."""
    yard.write(MAKE + "print(sys.executable)")
    yard.build()
    assert os.path.samefile(yard.log.read_text().split()[-1], sys.executable)
