"""Bad input: one line that says what to do, exit 2, and nothing lost."""

import json
import os
import re
import shutil
from pathlib import Path
from time import sleep

import pytest
from running import Ground

from referee.kit import load_kit


def complaint(ground: Ground, *words: str) -> str:
    """The one line of a refused command."""
    done = ground.run(*words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("referee: ")
    return done.stderr


def bots(ground: Ground) -> list[str]:
    """Two bots for the short rule set."""
    return [
        *(ground.odd_bot("well", name) for name in ("a", "b")),
        "--ruleset", ground.duel(), "--boards", "1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (None, "no bot.toml in"),
        ("name = ", "is not TOML"),
        ('name = "x"\nversion = "1"\nlanguage = "python"\n', "the key 'run' is missing"),
        ('name = "x"\nversion = "1"\nlanguage = "python"\nrun = ["python"]\nruns = 1\n', "'runs'"),
        (
            'name = "x"\nversion = "1"\nlanguage = "c"\nrun = ["no-such-command"]\n',
            "no-such-command",
        ),
    ],
)
def test_a_bad_bot_is_named(ground: Ground, toml: str | None, said: str) -> None:
    """A folder without a good bot.toml is refused with what is wrong in it."""
    folder = ground.folder / "bad"
    folder.mkdir()
    if toml is not None:
        (folder / "bot.toml").write_text(toml)
    assert said in complaint(ground, "match", str(folder))


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("js", "JavaScript"), ("ts", "TypeScript"), ("c++", "C++"), ("C++", "C++"),
        ("golang", "Go"), ("py", "Python"), ("RS", "Rust"), ("Java", "Java"),
    ],
)  # fmt: skip
def test_other_words_for_a_language_are_understood(word: str, language: str) -> None:
    """However an author writes it, he gets the kit that he means."""
    assert load_kit(word).title == language


def test_the_letters_of_a_name_are_named(ground: Ground) -> None:
    """Who takes others is told which there are."""
    said = complaint(ground, "new", "ünïc", "--language", "python")
    assert "takes 1 to 40 letters (a to z, A to Z), digits" in said


def test_a_bot_toml_without_an_end_is_refused(ground: Ground) -> None:
    """A pipe, a device or a huge file in place of bot.toml neither hangs nor fills the memory."""
    folders = [ground.folder / name for name in ("pipe", "device", "huge")]
    for folder in folders:
        folder.mkdir()
    os.mkfifo(folders[0] / "bot.toml")
    os.symlink("/dev/zero", folders[1] / "bot.toml")
    (folders[2] / "bot.toml").write_text("#" * (1 << 21))
    for folder in folders:
        assert "bot.toml" in complaint(ground, "match", str(folder))


def test_a_missing_folder_is_named(ground: Ground) -> None:
    """No such folder: it is named."""
    assert "no such folder" in complaint(ground, "match", "nowhere")


def test_two_bots_of_one_name_are_told_how_to_alias(ground: Ground) -> None:
    """The way out of a doubled name is in the line."""
    bot = ground.odd_bot("well")
    line = complaint(ground, "tournament", bot, bot, "--ruleset", ground.duel())
    assert f"as in odd-2={bot}" in line


def test_too_few_bots_are_counted(ground: Ground) -> None:
    """Fewer bots than seats: both numbers are told."""
    line = complaint(ground, "tournament", ground.odd_bot("well"))
    assert "4 seats" in line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ruleset", "clasic"], "classic"),
        (["--boards", "many"], "--boards: 'many'"),
        (["--boards", "0"], "--boards: '0'"),
        (["--games-at-once", "257"], "from 1 to 256"),
        (["--move-limit", "fast"], "--move-limit: 'fast' is not a duration"),
        (["--move-limit", "0"], "--move-limit: 0 leaves no time"),
        (["--bank", "10s+x"], "--bank: 'x' is not a duration"),
        (["--seed", "a", "--seed-file", "b"], "exclude each other"),
        (["--seed-file", "nowhere"], "nowhere"),
        (["--set", "boys"], "write KEY=VALUE"),
        (["--set", "boys=X"], "boys"),
        (["--on-fault", "ignore"], "--on-fault"),
        (["--name", "a/b"], "--name"),
        (["--out", ""], "--out: the name"),
        (["--no-such-option"], "--no-such-option"),
    ],
)
def test_a_bad_option_is_named(ground: Ground, words: list[str], said: str) -> None:
    """The option and what it can be are in the line."""
    assert said in complaint(ground, "match", ground.odd_bot("well"), *words)
    assert not (ground.folder / "leaderboards").exists()


def test_another_tournament_in_the_folder_is_told_by_what_differs(ground: Ground) -> None:
    """Seed, bots, rules and limits that differ are named, and the folder stays as it is."""
    words = ["tournament", *bots(ground), "--out", "run", "--seed", "x"]
    assert ground.run(*words).returncode == 0
    before = (ground.folder / "run" / "tournament.json").read_bytes()
    assert "seed" in complaint(ground, *words[:-1], "y")
    assert "limits (2s a move" in complaint(ground, *words, "--move-limit", "2s").replace(
        "1s a move, bank 10s+4s, grace 50ms, start 30s, now ", ""
    )
    assert "boards 1, now 2" in complaint(ground, *words, "--boards", "2")
    assert "holds the tournament run, not q3: leave --name out" in complaint(
        ground, *words, "--name", "q3"
    )
    assert ground.run(*words, "--name", "run").returncode == 0
    (ground.folder / "bot-a" / "bot.py").write_text("# changed\n")
    line = complaint(ground, *words)
    assert "bots (changed: a)" in line
    assert "--name" in line
    rules = ground.folder / "duel.toml"
    rules.write_text(rules.read_text().replace("heart = 2", "heart = 3"))
    changed = ground.run(*words)
    assert changed.returncode == 2
    assert (ground.folder / "run" / "tournament.json").read_bytes() == before


def test_a_folder_in_use_is_not_touched(ground: Ground) -> None:
    """A second referee in the same folder is refused, and the first one goes on."""
    words = ["tournament", *bots(ground), "--boards", "500", "--out", "run"]
    with ground.start(*words) as first:
        while not (ground.folder / "run" / "games.jsonl").exists():
            assert first.poll() is None
            sleep(0.01)
        for second in (words, ["tournament", "--resume", "run"], ["leaderboard", "run"]):
            line = complaint(ground, *second)
            assert f"in use by another referee (process {first.pid})" in line
        first.terminate()
        assert first.wait(30) == 143


def test_what_a_kill_left_of_a_first_write_is_no_other_file(ground: Ground) -> None:
    """A file beside `tournament.json` that was never renamed does not close the folder."""
    run = ground.folder / "run"
    run.mkdir()
    (run / ".tournament.json.new").write_text('{"format":')
    done = ground.run("tournament", *bots(ground), "--out", "run")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [("boards", 7, "its schedule does not add up"), ("games_at_once", 999, "is more than 256")],
)
def test_an_edited_plan_is_not_gone_on_with(
    ground: Ground, played: Path, key: str, value: int, said: str
) -> None:
    """Numbers of `tournament.json` that do not go together, or cannot be asked for, are refused."""
    shutil.copytree(played / "run", ground.folder / "run")
    path = ground.folder / "run" / "tournament.json"
    changed = re.sub(rf'"{key}": \d+', f'"{key}": {value}', path.read_text("utf-8"))
    path.write_text(changed, "utf-8")
    assert said in complaint(ground, "tournament", "--resume", "run")


def test_a_folder_with_other_files_is_not_touched(ground: Ground) -> None:
    """A folder that holds something else is refused."""
    (ground.folder / "run").mkdir()
    (ground.folder / "run" / "thesis.tex").write_text("")
    line = complaint(ground, "tournament", *bots(ground), "--out", "run")
    assert "thesis.tex" in line
    assert "--out" in line


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [*lines, "hello\n"], "line 3 of"),
        (lambda lines: [lines[0], lines[0]], "line 2 of"),
        (lambda lines: [lines[0].replace("t1-b1-r0", "t9-b1-r0")], "line 1 of"),
    ],
)
def test_a_foreign_line_in_the_records_is_told_by_its_number(
    ground: Ground, change: object, said: str
) -> None:
    """A line that is no record of this tournament stops everything that reads it."""
    words = ["tournament", *bots(ground), "--out", "run", "--seed", "x"]
    assert ground.run(*words).returncode == 0
    path = ground.folder / "run" / "games.jsonl"
    assert callable(change)
    changed = "".join(change(path.read_text().splitlines(keepends=True)))
    path.write_text(changed)
    assert said in complaint(ground, "leaderboard", "run")
    assert path.read_text() == changed


def test_no_tournament_in_the_folder(ground: Ground) -> None:
    """`referee leaderboard` of a folder without one says so."""
    (ground.folder / "empty").mkdir()
    assert "holds no tournament" in complaint(ground, "leaderboard", "empty")


def test_a_folder_that_cannot_be_written(ground: Ground) -> None:
    """A place that no folder can be made in is named with the system's words."""
    line = complaint(ground, "tournament", *bots(ground), "--out", "/proc/run")
    assert "/proc/run" in line


def test_a_full_disk_loses_no_game(ground: Ground) -> None:
    """When a record cannot be written the run ends with one line, and can be gone on with."""
    words = ["tournament", *bots(ground)[:-1], "6", "--out", "run", "--seed", "x"]
    full = ground.run(*words, limit="--fsize=8000")  # stands for a disk: the next write fails
    assert full.returncode == 2
    assert full.stderr == "referee: cannot write run/games.jsonl: File too large\n"
    assert ground.left() == []
    manifest = json.loads((ground.folder / "run" / "tournament.json").read_text())
    assert manifest["state"] == "interrupted"
    done = ground.run(*words)
    assert done.returncode == 0
    assert "games are played already" in done.stdout
    assert len(ground.records("run")) == 12


def test_a_torn_last_line_is_dropped_with_a_notice(ground: Ground) -> None:
    """A line that a crash cut short is told of, and its game is played again."""
    words = ["tournament", *bots(ground)[:-1], "2", "--out", "run", "--seed", "x"]
    assert ground.run(*words).returncode == 0
    path = ground.folder / "run" / "games.jsonl"
    whole = path.read_text()
    path.write_text(whole[:-100])
    done = ground.run(*words)
    assert done.returncode == 0
    assert "line 4 of run/games.jsonl is torn and is left out" in done.stdout
    assert len(Path(path).read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--resume", "nowhere"], "holds no tournament"),
        (["--resume", "run", "--boards", "2"], "leave --boards out"),
        (["--resume", "run", "bot-a"], "leave a bot out"),
        ([], "no bots: name their folders"),
    ],
)
def test_resume_needs_a_tournament_and_nothing_else(
    ground: Ground, words: list[str], said: str
) -> None:
    """What --resume cannot go on with, or does not take, is told in the line."""
    assert said in complaint(ground, "tournament", *words)


def test_resume_with_a_changed_bot_is_refused(ground: Ground) -> None:
    """A bot that changed since the first game is named."""
    words = ["tournament", *bots(ground), "--out", "run", "--seed", "x"]
    assert ground.run(*words).returncode == 0
    (ground.folder / "bot-b" / "bot.py").write_text("# changed\n")
    assert "bots (changed: b)" in complaint(ground, "tournament", "--resume", "run")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"move_limit_ms": 1000', '"move_limit_ms": -5', "move_limit_ms"),
        ('"jobs": 1', '"jobs": 0', "jobs"),
        ('"games_at_once": 8', '"games_at_once": 0', "games_at_once"),
        ('"heart": 2', '"heart": 3', "not the one that its sha256 names"),
    ],
)
def test_resume_of_a_spoiled_tournament_is_one_line(
    ground: Ground, old: str, new: str, said: str
) -> None:
    """A number that cannot be, or a law that is not that of its hash, is told before any game."""
    assert ground.run("tournament", *bots(ground), "--out", "run").returncode == 0
    path = ground.folder / "run" / "tournament.json"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert said in complaint(ground, "tournament", "--resume", "run")


def test_a_game_of_another_seed_is_told_by_its_line(ground: Ground) -> None:
    """Same bots, rules and boards, other cards: going on would mix two tournaments."""
    words = ["tournament", *bots(ground), "--seed"]
    assert ground.run(*words, "x", "--out", "run").returncode == 0
    assert ground.run(*words, "y", "--out", "other").returncode == 0
    records = ground.folder / "run" / "games.jsonl"
    foreign = (ground.folder / "other" / "games.jsonl").read_text().splitlines(keepends=True)
    records.write_text(foreign[0])
    line = complaint(ground, "tournament", "--resume", "run")
    assert "line 1 of" in line
    assert "the seed" in line


def test_a_seed_file_that_is_no_text_is_one_line(ground: Ground) -> None:
    """A kept seed that was spoiled is not the one that was committed to."""
    assert ground.run("tournament", *bots(ground), "--out", "run").returncode == 0
    path = ground.folder / "run" / "tournament.json"
    manifest = json.loads(path.read_text())
    manifest.update(state="interrupted", seed=None)
    path.write_text(json.dumps(manifest))
    (ground.folder / "run" / "seed").write_bytes(b"\xff\xff")
    assert "not the one that was committed to" in complaint(ground, "tournament", "--resume", "run")
