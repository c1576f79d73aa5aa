"""`referee replay`: what it refuses, and in which words."""

import re
from pathlib import Path

import pytest
from forged import FORGERIES, GAME_ID, forge
from made_games import CLASSIC, SCHEDULE, changed, made_record, write_records
from running import ROOT, Referee
from verifying import change_manifest


@pytest.mark.parametrize("name", FORGERIES)
def test_a_changed_record_is_refused_with_its_place(run: Path, referee: Referee, name: str) -> None:
    """Whatever field was changed: nothing is printed, and one line names game, place and reason."""
    said = forge(run, FORGERIES[name])
    done = referee("replay", str(run), "--game", GAME_ID)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"referee: record refused: {GAME_ID}{said}\n"


def test_a_game_of_another_tournament_is_refused(run: Path, referee: Referee) -> None:
    """A game that the schedule does not have is refused by its name, wherever it stands."""
    forge(run, lambda game: game.update(game_id="t9-b9-r9"))
    done = referee("replay", str(run), "--game", "t9-b9-r9")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "referee: record refused: t9-b9-r9: not a game of this tournament\n"


def test_a_changed_record_in_a_file_is_refused_too(tmp_path: Path, referee: Referee) -> None:
    """Without a tournament a record is held against the rules alone."""
    record = changed(made_record(SCHEDULE[0]), lambda game: game["points"].reverse())
    done = referee("replay", write_records(tmp_path / "one.jsonl", record))
    assert (done.returncode, done.stdout) == (1, "")
    assert "record refused: t1-b1-r0: points is [" in done.stderr


@pytest.mark.parametrize("words", [("--list",), ("--player", "a", "--worst", "9"), ("--faults",)])
def test_a_list_shows_what_a_record_says(
    run: Path, referee: Referee, words: tuple[str, ...]
) -> None:
    """Unchecked, as the help and the docs say; each game is held against the rules when printed."""
    for game_id in (GAME_ID, "t1-b1-r1"):  # the second has a fault
        forge(run, lambda game: game.update(points=[4711, 4711]), game_id)
    done = referee("replay", str(run), *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "+4711" in done.stdout
    assert referee("replay", str(run), "--game", GAME_ID).returncode == 1
    pages = [(ROOT / "docs" / name).read_text("utf-8") for name in ("debugging.md", "record.md")]
    for text in (referee("replay", "--help").stdout, *pages):
        assert re.search(r"Lists\b[^.]*\bunchecked\b[^.]*`referee\s+verify", text)


def complaint(referee: Referee, *words: str) -> str:
    """The one line of a refused command."""
    done = referee("replay", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_rules_that_are_not_ours_need_their_tournament(
    tmp_path: Path, run: Path, referee: Referee
) -> None:
    """A bare file by a foreign rule set is not judged; with tournament.json beside it is."""
    lines = (run / "games.jsonl").read_bytes().splitlines(keepends=True)
    bare = tmp_path / "some.jsonl"
    bare.write_bytes(lines[1])
    line = complaint(referee, str(bare))
    assert "by the rule set duel, which is not one of the referee's own" in line
    assert f"put the tournament.json of its tournament beside {bare}" in line
    beside = run / "some.jsonl"
    beside.write_bytes(lines[1])
    assert referee("replay", str(beside)).returncode == 0


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        (
            {"sha256": "0" * 64},
            "classic, which is another one than the referee's (sha256 000000000000..., the "
            f"referee's {CLASSIC.sha256[:12]}...); it is not scored by other rules: put the",
        ),
        ({"set": {"boys": "KJ"}}, "classic boys=KJ, which is another one"),
        ({"set": {"no": "such"}}, "classic no=such, which is not one of the referee's own"),
    ],
)
def test_rules_of_our_name_must_be_ours(
    tmp_path: Path, referee: Referee, ruleset: dict[str, object], said: str
) -> None:
    """A record by another law than ours of that name and options is not judged."""
    record = changed(made_record(SCHEDULE[0]), lambda game: game["ruleset"].update(ruleset))
    assert said in complaint(referee, write_records(tmp_path / "one.jsonl", record))


def test_a_changed_law_is_not_used(run: Path, referee: Referee) -> None:
    """A tournament.json whose rules are not those of its hash is refused."""
    path = run / "tournament.json"
    path.write_text(path.read_text().replace('"heart": 2', '"heart": 3'))
    line = complaint(referee, str(run), "--game", GAME_ID)
    assert "its law is not the one that its sha256 names" in line


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("# referee\n", "line 1 of {path} is no record of a game: JSON is malformed"),
        ("[]\n", "line 1 of {path} is no record of a game"),
        ("\0\1\2", "is no record of a game"),
        (
            '{"format":"king.record/2","game_id":"x"}\n',
            "line 1 of {path} is no record of a game: it is of the format king.record/2, and this "
            "referee reads king.record/1: take a newer referee",
        ),
        ('{"format":"king.record/0","game_id":"x"}\n', "Invalid enum value 'king.record/0'"),
        ('{"format":"queen.record/2","game_id":"x"}\n', "Invalid enum value 'queen.record/2'"),
        ("", "{path} holds no game yet"),
    ],
)
def test_what_is_no_file_of_records_is_refused(
    tmp_path: Path, referee: Referee, content: str, said: str
) -> None:
    """A file that holds no records is named with its line."""
    path = tmp_path / "README.md"
    path.write_text(content)
    assert said.format(path=path) in complaint(referee, str(path))


def test_a_record_cut_short_is_refused(run: Path, referee: Referee) -> None:
    """A game whose line is begun and not finished is no record."""
    path = run / "games.jsonl"
    path.write_bytes(path.read_bytes().splitlines()[0][:500])
    line = complaint(referee, str(run), "--game", "t1-b1-r0")
    assert f"line 1 of {path}: game t1-b1-r0 is no whole record of a game" in line


def test_a_later_format_needs_a_later_referee(run: Path, referee: Referee) -> None:
    """A record in a file, looked for or read over, and a tournament: which format is told."""
    path = run / "games.jsonl"
    lines = path.read_bytes()
    path.write_bytes(lines.replace(b"king.record/1", b"king.record/12"))
    for words in (["--game", GAME_ID], ["--list"], ["--player", "a"]):
        line = complaint(referee, str(run), *words)
        assert "line 1 of" in line
        assert "format king.record/12, and this referee reads king.record/1: take a newer" in line
    path.write_bytes(lines)
    change_manifest(run, lambda plain: plain.update(format="king.tournament/2", moons=3))
    for command in ("replay", "verify", "leaderboard"):
        done = referee(command, str(run))
        assert (done.returncode, done.stdout) == (2, "")
        assert "format king.tournament/2, and this referee reads king.tournament/1" in done.stderr


@pytest.mark.parametrize("order", [1, -1])
def test_a_record_with_an_unknown_key_is_told_with_its_line(
    run: Path, referee: Referee, order: int
) -> None:
    """Found by the order of the games or by reading all lines: which line it is is told."""
    forge(run, lambda game: game.update(moon=1), "t1-b2-r1")
    path = run / "games.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[::order]))
    number = 5 if order == 1 else 2
    line = complaint(referee, str(run), "--game", "t1-b2-r1")
    assert f"line {number} of {path}: game t1-b2-r1 is no whole record of a game: " in line
    assert "`moon`" in line


def test_places_that_hold_no_records_are_named(tmp_path: Path, run: Path, referee: Referee) -> None:
    """A folder without a tournament, one without records, and nothing at all."""
    assert "holds no tournament" in complaint(referee, str(tmp_path))
    (run / "games.jsonl").unlink()
    assert "there is no games.jsonl in it" in complaint(referee, str(run))
    assert "No such file" in complaint(referee, str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "t1-b9-r0"], "there are: t1-b1-r0, t1-b2-r0, t1-b3-r0, ... (--list)"),
        (["--game", GAME_ID, "--deal", "4"], f"{GAME_ID}: there is no deal 4: "),
        (["--game", GAME_ID, "--deal", "4"], "the game has deals 1 to 3"),
        (["--game", GAME_ID, "--deal", "1", "--trick", "11"], "deal 1 has tricks 1 to 10"),
        (["--game", GAME_ID, "--deal", "0"], "--deal"),
        (["--game", GAME_ID, "--seat", "2"], "there is no seat 2: the game has seats 0 to 1"),
        (["--game", GAME_ID, "--seat", "-1"], "--seat"),
        (["--game", GAME_ID, "--contract", "-boys"], "the game has -tricks, -hearts, +king"),
        (["--game", GAME_ID, "--deal", "1", "--contract", "+king"], "of +king is deal 3"),
        (["--game", GAME_ID, "--trick", "1"], "--trick N needs --deal N"),
        (["--deal", "1"], "holds several games: name one with --game"),
        (["--seat", "1"], "holds several games: name one with --game"),
        (["--list", "--game", GAME_ID], "--list lists games: leave --game out"),
        (["--list", "--deal", "1"], "--list lists games: leave --deal out"),
        (["--list", "--trick", "1"], "--list lists games: leave --trick out"),
        (
            ["--player", "a", "--trick", "2", "--deal", "1"],
            "--player lists games: leave --deal and --trick out, or leave --player out",
        ),
        (["--game", ""], "there is no game '' in "),
        (["--game", GAME_ID, "--contract", ""], "there is no deal of '': the game has -tricks"),
        (["--list", "--contract", ""], "there is no contract ''; there are: -tricks, "),
        (["--player", ""], "there is no bot ''; there are: a, b"),
    ],
)
def test_a_part_that_is_not_there_is_told_with_what_there_is(
    run: Path, referee: Referee, words: list[str], said: str
) -> None:
    """No such game, deal or trick: the line says which there are."""
    assert said in complaint(referee, str(run), *words)
