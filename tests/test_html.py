"""`referee replay --html`: a game written as a page, whole or not at all."""

import os
import shutil
from pathlib import Path

import pytest
from forged import forge
from running import Ground, Referee

GAME = "t1-b1-r0"


def test_a_game_is_written_as_a_page(run: Path, tmp_path: Path, referee: Referee) -> None:
    """Whole, and told where; with a seat, what it knew; the command that looks at it is open."""
    out = tmp_path / "game.html"
    done = referee("replay", str(run), "--game", GAME, "--html", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{out}: game {GAME}, to open in a browser\n"
    page = out.read_text(encoding="utf-8")
    assert '"seat":null' in page
    assert "All games" not in page
    assert (
        referee("replay", str(run), "--game", GAME, "--seat", "1", "--html", str(out)).returncode
        == 0
    )
    assert '"seat":1' in out.read_text(encoding="utf-8")
    assert sorted(one.name for one in tmp_path.iterdir() if one.suffix != "") == ["game.html"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "2"], "there is no seat 2: game t1-b1-r0 has seats 0 to 1"),
        (["--deal", "1"], "--html writes the whole game: leave --deal out"),
        (["--contract", "-tricks"], "leave --contract out"),
        (["--list"], "leave --html out"),
        (["--html", "nowhere/game.html"], "cannot write nowhere/game.html: No such file"),
        (["--html", "."], "--html"),
        (["--html="], "--html needs the name of a file"),
        (["--html", "game.html"], "game.html is there already, and is no page of a game"),
        (["--html", "folder"], "--html"),
        (["--html", "fifo"], "fifo is there already, and is no ordinary file"),
        (["--html", "link"], "link is there already, and is no ordinary file"),
        (["--html", "dangling"], "dangling is there already, and is no ordinary file"),
        (["--html", "game.html/x"], "cannot write game.html/x: Not a directory"),
    ],
)
def test_what_cannot_be_written_is_told(
    run: Path,
    tmp_path: Path,
    referee: Referee,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    """In one line; a page that was there stays as it was."""
    monkeypatch.chdir(tmp_path)
    Path("game.html").write_text("old")
    Path("folder").mkdir()
    os.mkfifo("fifo")
    Path("link").symlink_to("game.html")
    Path("dangling").symlink_to("nowhere.html")
    there = sorted(tmp_path.iterdir())
    game = [] if "--list" in words else ["--game", GAME]
    done = referee("replay", str(run), *game, "--html", "game.html", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert Path("game.html").read_text() == "old"
    assert sorted(tmp_path.iterdir()) == there
    assert Path("fifo").is_fifo()
    assert Path("link").is_symlink()


def test_a_record_that_is_not_right_is_not_written(
    run: Path, tmp_path: Path, referee: Referee
) -> None:
    """Exit 1, and no page."""
    forge(run, lambda game: game["places"].reverse(), GAME)
    out = tmp_path / "game.html"
    done = referee("replay", str(run), "--game", GAME, "--html", str(out))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"record refused: {GAME}: places is" in done.stderr
    assert not out.exists()


def test_a_disk_that_says_no_leaves_no_half_page(run: Path, tmp_path: Path, ground: Ground) -> None:
    """A page that does not fit is not there at all."""
    if shutil.which("prlimit") is None or os.environ.get("NO_PRLIMIT"):
        pytest.skip("there is no prlimit")
    out = tmp_path / "game.html"
    done = ground.run("replay", str(run), "--game", GAME, "--html", str(out), limit="--fsize=9000")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot write" in done.stderr
    assert not [one for one in tmp_path.iterdir() if "game.html" in one.name]
