"""What `referee new` and its kits say to bad input, missing tools and odd paths."""

import shutil
import tomllib
from pathlib import Path

import pytest
from running import ROOT, Ground, Referee
from toolchains import SAMPLES, require

from referee.botfile import MADE_FOLDERS
from referee.kit import load_kit, write_kit


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("mine", "--language", "cobol"), "there is no kit for 'cobol': there are "),
        (("mine",), "which --language? There are "),
        (("../mine", "--language", "python"), "the name '../mine' will not do: a name takes 1 to "),
        (("", "--language", "python"), "the name '' will not do: a name takes 1 to "),
        (("full", "--language", "python"), "full is there already, and is not empty: choose "),
        (("file", "--language", "python"), "file is there already, and is not a folder: choose "),
        (("link", "--language", "python"), "link is there already, and is not a folder: choose "),
        ((), "Missing argument 'NAME'."),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    referee: Referee,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    says: str,
) -> None:
    """What will not do is named, exit code 2, and nothing is written."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    done = referee("new", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"referee: {says}")
    assert sorted(tmp_path.rglob("*")) == before


def test_without_the_toolchain_it_says_what_to_install(
    tmp_path: Path, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is made all the same, an empty one being taken over."""
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    done = referee("new", "mine", "--language", "JavaScript")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 4)
    assert done.stderr == "first install node and npm: a bot in JavaScript needs them\n"
    assert read_own_name(tmp_path / "mine") == "mine"


@pytest.mark.parametrize(
    ("language", "there", "missing"),
    [
        ("cpp", "", "cmake"),
        ("go", "", "go"),
        ("java", "java", "mvn"),
        ("javascript", "node", "npm"),
        ("rust", "", "cargo"),
        ("typescript", "node", "npm"),
    ],
)
@pytest.mark.parametrize("is_sample", [False, True], ids=["kit", "sample"])
def test_a_missing_build_tool_is_one_line(
    tmp_path: Path,
    referee: Referee,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    there: str,
    missing: str,
    is_sample: bool,
) -> None:
    """The first word of each `build` is the tool itself, so the referee sees that it is missing."""
    folder = tmp_path / "mine"
    if is_sample:
        (sample,) = (name for name, its in SAMPLES.items() if its == language)
        folder = ROOT / "sample_bots" / sample
    else:
        write_kit(load_kit(language), "mine", folder)
    programs = tmp_path / "bin"
    programs.mkdir()
    for program in there.split():
        (programs / program).symlink_to("/bin/true")
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # in which nothing counts as built
    done = referee("check", str(folder))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        f"referee: {missing} is not installed: bot {folder.name} needs it; install it or correct "
        f"`build` in {folder}/bot.toml"
    )


@pytest.mark.languages
@pytest.mark.parametrize("bot", ["cpp", "java", "typescript", "shedder"])
def test_a_path_may_have_any_letters(tmp_path: Path, bot: str) -> None:
    """A bot is built and passes in a folder with an umlaut and a space in its path."""
    require(SAMPLES.get(bot, bot))
    folder = tmp_path / "ünter wegs" / bot
    if bot in SAMPLES:
        away = shutil.ignore_patterns(*MADE_FOLDERS)
        shutil.copytree(ROOT / "sample_bots" / bot, folder, ignore=away)
    else:
        write_kit(load_kit(bot), bot, folder)
    done = Ground(tmp_path).run(
        "check", str(folder), "--ruleset", "classic", "--move-limit", "30s", limit_s=1200
    )
    assert done.returncode == 0, done.stdout + done.stderr


def read_own_name(folder: Path) -> str:
    """The name in bot.toml, which nothing else of the machine is needed for."""
    name: str = tomllib.loads((folder / "bot.toml").read_text())["name"]
    return name
