"""Lines and files that no referee has written: nested deeply, blank, doubled, or pipes."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Ground, Referee
from test_view import serving
from verifying import change_manifest

from referee.errors import UserError
from referee.gameindex import GameIndex
from referee.recordfile import is_torn, mend_records, note_results, sort_records
from referee.recordsource import find_record, open_source
from referee.schedule import Ladder, RoundRobin

GAMES = {3: "t1-b1-r1", 5: "t1-b3-r1"}
"""What stands in some lines of the tournament of the tests."""
HEAD = b'{"format":"king.record/1","game_id":"GAME","ruleset":'
DEEP = HEAD + b"[" * 3000 + b"\n"
BALANCED = HEAD + b"[" * 3000 + b"]" * 3000 + b"}\n"
READINGS = ((), ("--game", "t1-b2-r1"), ("--player", "b"))
ONE = ("--game", "GAME")


def put_in(path: Path, at: int, line: bytes) -> None:
    """Puts a line of others in place of one of ours."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[at] = line.replace(b"GAME", GAMES[at].encode())
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize("line", [DEEP, BALANCED])
@pytest.mark.parametrize("at", [3, 5])
@pytest.mark.parametrize(
    "words",
    [
        ("replay", "RUN", "--list"),
        ("replay", "RUN", "--player", "a"),
        ("replay", "RUN", *ONE),
        ("replay", "RUN", *ONE, "--html", "RUN/x.html"),
        ("replay", "RUN", *ONE, "--bot", "BOT"),
        ("replay", "RUN", "--bot", "BOT"),
        ("leaderboard", "RUN"),
    ],
)
def test_a_deeply_nested_line_is_no_record(
    run: Path, referee: Referee, words: tuple[str, ...], at: int, line: bytes
) -> None:
    """The last line or another: one line that names it, and exit code 2."""
    put_in(run / "games.jsonl", at, line)
    places = {"RUN": str(run), "BOT": str(run.parent / "bot-a"), "GAME": GAMES[at]}
    for name, place in places.items():
        words = tuple([word.replace(name, place) for word in words])
    done = referee(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"referee: line {at + 1} of {run / 'games.jsonl'}")
    # Who decodes all of a record knows by then that no list belongs there.
    said = ": JSON is nested too deeply\n", "Expected `object`, got `array` - at `$.ruleset`\n"
    assert done.stderr.endswith(said), done.stderr
    assert done.stderr.count("\n") == 1


def test_a_deeply_nested_line_does_not_verify(run: Path, referee: Referee) -> None:
    """It is told as any other line that is no record."""
    put_in(run / "games.jsonl", 3, DEEP)
    done = referee("verify", str(run))
    assert done.returncode == 1
    assert "no record of a game" in done.stdout, done.stdout


def test_a_run_with_a_deeply_nested_line_is_not_gone_on_with(ground: Ground, run: Path) -> None:
    """Nor is the line cut off as if the referee had begun it."""
    put_in(run / "games.jsonl", 5, DEEP)
    change_manifest(run, lambda plain: plain.update(state="interrupted"))
    before = (run / "games.jsonl").read_bytes()
    done = ground.run("tournament", "--resume", str(run))
    assert done.returncode == 2
    assert f"line 6 of {run / 'games.jsonl'}: no record of a game" in done.stderr
    assert (run / "games.jsonl").read_bytes() == before
    assert not is_torn(DEEP)
    assert mend_records(run / "games.jsonl") is None


@pytest.mark.parametrize("command", ["replay", "verify", "leaderboard", "view"])
def test_a_deeply_nested_tournament_is_none(run: Path, referee: Referee, command: str) -> None:
    """The file is named."""
    path = run / "tournament.json"
    path.write_text('{"platform":' + "[" * 3000)
    done = referee(command, str(run))
    assert (done.returncode, done.stdout) == (2, "")
    said = "Expected `str`, got `array` - at `$.platform`"
    assert done.stderr == f"referee: {path} is not a tournament of this referee: {said}\n"


def test_a_deeply_nested_line_does_not_end_the_server(ground: Ground, run: Path) -> None:
    """It is left out of the list, which says so; its game cannot be shown, and others can."""
    put_in(run / "games.jsonl", 3, DEEP)
    with serving(ground, str(run)) as served:
        for _ in range(2):
            assert served.ask("/")[0] == 200
            assert served.ask("/game/t1-b1-r1")[0] == 422
            assert served.ask("/game/t1-b1-r0")[0] == 200
        assert "Line 4 is no record of a game" in served.ask("/")[1]


def test_results_and_places_are_read_past_it(tmp_path: Path) -> None:
    """Who reads for a ladder leaves it to others; who sorts says which line it is."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(BALANCED)
    note_results(path, Ladder(("a", "b", "c", "d"), 2, 1, rounds=2))
    with pytest.raises(UserError, match=r"line 1 of .*: no record of a game: JSON is nested"):
        sort_records(path, RoundRobin(("a", "b"), 2, 1))


@pytest.mark.parametrize("name", ["games.jsonl", "tournament.json"])
@pytest.mark.parametrize(
    "words",
    [
        ("replay", "RUN", "--list"),
        ("replay", "RUN", *ONE),
        ("verify", "RUN"),
        ("leaderboard", "RUN"),
        ("view", "RUN"),
        ("tournament", "--resume", "RUN"),
    ],
)
def test_a_pipe_in_a_folder_is_not_waited_for(
    ground: Ground, run: Path, name: str, words: tuple[str, ...]
) -> None:
    """One line names it, though nobody ever writes into it."""
    (run / name).unlink()
    os.mkfifo(run / name)
    done = ground.run(*[word.replace("RUN", str(run)) for word in words])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"referee: {run / name} is no ordinary file\n"


def test_a_pipe_may_be_named_as_a_file(tmp_path: Path, run: Path, referee: Referee) -> None:
    """Such as `<(...)` of a shell."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = (run / "games.jsonl").read_bytes()
    writer = threading.Thread(target=lambda: pipe.write_bytes(data))
    writer.start()
    done = referee("replay", str(pipe), "--list")
    writer.join()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\nt1-b") == 6


@pytest.mark.parametrize("at", [0, 3, 6])
def test_a_blank_line_is_read_past(run: Path, referee: Referee, at: int) -> None:
    """By who prints one game, who lists all, and who asks about all of them."""
    path = run / "games.jsonl"
    plain = [referee("replay", str(run), *words).stdout for words in READINGS]
    lines = path.read_bytes().splitlines(keepends=True)
    lines.insert(at, b" \n")
    path.write_bytes(b"".join(lines))
    again = [referee("replay", str(run), *words).stdout for words in READINGS]
    assert again == plain
    asked = referee("replay", str(run), "--bot", str(run.parent / "bot-a"))
    assert asked.returncode == 0, asked.stderr
    assert "questions to 6 games of a, answered otherwise: none" in asked.stdout
    assert referee("verify", str(run)).returncode == 1  # the referee has not written it


@pytest.mark.parametrize("place", range(6))
def test_of_a_doubled_game_the_first_is_shown(run: Path, referee: Referee, place: int) -> None:
    """Wherever it stands, in the folder and in the file alone; a list has both."""
    path = run / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    game_id = lines[place].split(b'"')[7].decode()
    for copies in (1, 2, 5):
        others = [lines[place].replace(b'"end":"completed"', b'"end":"later"')] * copies
        path.write_bytes(b"".join([*lines[: place + 1], *others, *lines[place + 1 :]]))
        record = find_record(open_source(run), game_id)
        assert record is not None
        assert record.end == "completed"
        index = GameIndex(path)
        index.refresh()
        assert index.record(game_id) == record
        listed = referee("replay", str(run), "--list").stdout
        assert listed.count(f"\n{game_id} ") == copies + 1


@pytest.mark.parametrize(
    ("first", "is_shown"),
    [
        (lambda line: line.replace(b'"game_id":"t1', b'"game_id":"\\u00741', 1), True),
        (lambda line: line.replace(b'"game_id":', b'"game_id": ', 1), True),
        (lambda line: b" " + line, True),
        (lambda line: b"hello\n", False),
    ],
)
def test_a_game_of_a_bare_file_is_found_however_it_is_written(
    tmp_path: Path, run: Path, first: Callable[[bytes], bytes], is_shown: bool
) -> None:
    """The first line that is of the game counts, and one that is none is read past."""
    line = (run / "games.jsonl").read_bytes().splitlines(keepends=True)[2]
    game_id = line.split(b'"')[7].decode()
    later = line.replace(b'"board":3', b'"board":9', 1)
    path = tmp_path / "games.jsonl"
    path.write_bytes(first(line).removesuffix(b"\n") + b"\n" + later)
    found = find_record(open_source(path), game_id)
    assert found is not None
    assert found.board == (3 if is_shown else 9)


def test_a_torn_game_of_a_bare_file_is_not_shown(tmp_path: Path, run: Path) -> None:
    """Torn before its id it is not there, as in an empty file; else the line is named."""
    line = (run / "games.jsonl").read_bytes().splitlines(keepends=True)[2]
    game_id = line.split(b'"')[7].decode()
    path = tmp_path / "games.jsonl"
    for held in (b"", line[:30]):
        path.write_bytes(held)
        assert find_record(open_source(path), game_id) is None
    path.write_bytes(b"\n" + line[:500])
    with pytest.raises(UserError, match=f"line 2 of .*: game {game_id} is no whole record"):
        find_record(open_source(path), game_id)


def test_a_bare_file_is_read_in_large_pieces(tmp_path: Path, run: Path) -> None:
    """A line is longer than what Python reads at once: most of the time would go into that."""
    counts = Path("/proc/self/io")
    if not counts.exists():
        pytest.skip("the system does not count reads")
    line = (run / "games.jsonl").read_bytes().splitlines(keepends=True)[2]
    path = tmp_path / "games.jsonl"
    path.write_bytes(line * (2**22 // len(line)))

    def reads() -> int:
        return int(counts.read_text().split("syscr:")[1].split()[0])

    source = open_source(path)
    before = reads()
    assert find_record(source, "t9-b9-r9") is None
    assert reads() - before < 2**22 / 2**16
