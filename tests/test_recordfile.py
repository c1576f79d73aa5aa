"""The file of records: streamed, appended to, mended, sorted, and refused by line."""

import random
from pathlib import Path

import pytest
from made_games import CLASSIC, SCHEDULE, changed, made_record
from msgspec.structs import replace

from referee.errors import UserError
from referee.record import GameRecord, encode_record
from referee.recordfile import append_record, mend_records, open_records, read_records, sort_records
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin

RECORDS = [made_record(plan) for plan in SCHEDULE]
LINES = [encode_record(record) for record in RECORDS]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the records of a tournament would be."""
    return tmp_path / "games.jsonl"


def read(path: Path) -> list[GameRecord]:
    """All records, checked in every way; a torn line would be an error."""
    return list(read_records(path, schedule=SCHEDULE, ruleset=CLASSIC, on_torn=pytest.fail))


def refusal(path: Path) -> str:
    """The one line that refuses the file; it names the file."""
    with pytest.raises(UserError) as caught:
        read(path)
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    return message.replace(str(path), "FILE")


def test_what_is_appended_is_read(path: Path) -> None:
    """Records come back one by one, and appending goes on where it stopped."""
    for part in (RECORDS[:5], RECORDS[5:]):
        with open_records(path) as file:
            for record in part:
                append_record(file, record)
    assert path.read_bytes() == b"".join(LINES)
    assert read(path) == RECORDS


def test_a_record_is_on_its_way_to_the_disk_when_it_is_appended(path: Path) -> None:
    """Another reader sees the line while the file is still open."""
    with open_records(path) as file:
        append_record(file, RECORDS[0])
        assert read(path) == RECORDS[:1]


def test_records_are_read_as_a_stream(path: Path) -> None:
    """A bad line is met only when it is reached."""
    path.write_bytes(LINES[0] + b"hello\n" + LINES[1])
    records = read_records(path, schedule=SCHEDULE, ruleset=CLASSIC)
    assert next(records) == RECORDS[0]
    with pytest.raises(UserError, match="line 2 of"):
        next(records)


def test_an_empty_file_has_no_records(path: Path) -> None:
    """A tournament that was stopped before its first game was recorded can go on."""
    path.write_bytes(b"")
    assert read(path) == []
    assert mend_records(path) is None


def test_a_file_that_cannot_be_read_is_the_users_matter(path: Path) -> None:
    """No file and a folder in its place each get one line."""
    assert refusal(path) == "cannot read FILE: No such file or directory"
    path.mkdir()
    assert refusal(path) == "cannot read FILE: Is a directory"


# Torn lines.


@pytest.mark.parametrize(
    "torn",
    [
        LINES[2][:-1],
        LINES[2][:-2],
        LINES[2][:4000],
        LINES[2][:20],
        LINES[2][:1],
        LINES[2][:4000] + b"\n",
        LINES[2][:100] + b"\0" * 50,
        b"\0" * 512,
    ],
)
def test_a_torn_last_line_is_dropped_and_reported(path: Path, torn: bytes) -> None:
    """What a kill or a power cut leaves is left out, then cut off, and the game can come again."""
    path.write_bytes(LINES[0] + LINES[1] + torn)
    notices: list[str] = []
    assert list(read_records(path, schedule=SCHEDULE, on_torn=notices.append)) == RECORDS[:2]
    notice = f"line 3 of {path} is torn and is left out: its game is to be played again"
    assert notices == [notice]
    assert mend_records(path) == notice
    assert path.read_bytes() == LINES[0] + LINES[1]
    assert mend_records(path) is None


def test_a_file_of_one_torn_line_is_mended_to_an_empty_one(path: Path) -> None:
    """The first record may be the torn one."""
    path.write_bytes(LINES[0][:300])
    assert mend_records(path) is not None
    assert path.read_bytes() == b""


def test_there_is_nothing_to_mend_without_a_file(path: Path) -> None:
    """A new tournament has no file yet."""
    assert mend_records(path) is None
    assert not path.exists()


@pytest.mark.parametrize(
    "foreign", [b"hello", b"hello\n", b'{"a":1}', b'{"a":1}\n', b"\n", b"\xff"]
)
def test_a_foreign_last_line_is_not_taken_for_a_torn_one(path: Path, foreign: bytes) -> None:
    """What never was the start of a record is not thrown away."""
    path.write_bytes(LINES[0] + foreign)
    assert refusal(path).startswith("line 2 of FILE: no record of a game: ")
    assert mend_records(path) is None
    assert path.read_bytes() == LINES[0] + foreign


def test_a_torn_line_in_the_middle_is_refused(path: Path) -> None:
    """Only the last line can be torn; elsewhere somebody has changed the file."""
    path.write_bytes(LINES[0] + LINES[1][:500] + b"\n" + LINES[2])
    assert refusal(path).startswith("line 2 of FILE: no record of a game: ")


# Lines of another tournament.


def test_a_game_that_is_not_in_the_schedule_is_refused(path: Path) -> None:
    """A longer tournament of the same bots has boards that this one does not have."""
    longer = RoundRobin(SCHEDULE.bots, seats=4, boards=4)
    path.write_bytes(LINES[0] + encode_record(made_record(longer[3])))
    assert refusal(path) == "line 2 of FILE: t1-b4-r0: not a game of this tournament"


def test_a_game_with_other_seating_is_refused(path: Path) -> None:
    """The same id with other bots is another tournament's game."""
    other = RoundRobin(("ann", "bob", "cem", "eve"), seats=4, boards=3)
    path.write_bytes(LINES[0] + encode_record(made_record(other[1])))
    assert refusal(path).startswith(
        'line 2 of FILE: t1-b2-r0: seating is ["ann","bob","eve","cem"]'
    )


def test_a_game_by_other_rules_is_refused(path: Path) -> None:
    """The hash of the rule set tells."""
    path.write_bytes(LINES[0])
    other = load_ruleset("classic-free-king")
    with pytest.raises(UserError, match=r"line 1 of .*: t1-b1-r0: ruleset.id is \"classic\""):
        list(read_records(path, ruleset=other, is_folding=False))


def test_a_game_that_stands_twice_is_refused(path: Path) -> None:
    """The second line of one game names the first."""
    path.write_bytes(LINES[0] + LINES[1] + LINES[0])
    assert refusal(path) == "line 3 of FILE: game t1-b1-r0 stands in line 1 too"


def test_a_line_in_other_bytes_than_ours_is_refused(path: Path) -> None:
    """Spaces and other line ends say the same, but the referee did not write them."""
    for odd in (LINES[1].replace(b",", b", "), LINES[1].replace(b"\n", b"\r\n")):
        path.write_bytes(LINES[0] + odd + LINES[2])
        assert refusal(path).startswith(
            "line 2 of FILE: t1-b2-r0 is not written as the referee writes it, from byte "
        )


def test_a_game_that_does_not_come_out_is_refused_when_folding(path: Path) -> None:
    """A changed score is found by the fold, and only by it."""
    forged = changed(RECORDS[1], lambda game: game.update(score=[1, 2, 3, 4]))
    path.write_bytes(LINES[0] + encode_record(forged))
    assert refusal(path).startswith("line 2 of FILE: t1-b2-r0: score is [1,2,3,4], but the rules")
    unfolded = read_records(path, schedule=SCHEDULE, ruleset=CLASSIC, is_folding=False)
    assert list(unfolded) == [RECORDS[0], forged]


# Order.


def test_records_are_sorted_into_schedule_order(path: Path) -> None:
    """However they came in, the finished file is the same bytes, and nothing is left beside it."""
    for seed in range(5):
        shuffled = random.Random(seed).sample(LINES, len(LINES))
        path.write_bytes(b"".join(shuffled))
        sort_records(path, SCHEDULE)
        assert path.read_bytes() == b"".join(LINES)
        assert [entry.name for entry in path.parent.iterdir()] == ["games.jsonl"]


def test_a_part_of_the_games_is_sorted_too(path: Path) -> None:
    """An interrupted tournament has holes, which stay."""
    path.write_bytes(LINES[7] + LINES[2] + LINES[4])
    sort_records(path, SCHEDULE)
    assert path.read_bytes() == LINES[2] + LINES[4] + LINES[7]


def test_a_file_in_order_is_not_written_again(path: Path) -> None:
    """The file itself stays."""
    path.write_bytes(b"".join(LINES))
    before = path.stat().st_ino
    sort_records(path, SCHEDULE)
    assert path.stat().st_ino == before


def test_lines_are_moved_as_they_are(path: Path) -> None:
    """Sorting does not write a record anew: its timing and its spacing stay."""
    spaced = LINES[0].replace(b'"timing":{}', b'"timing": {}')
    path.write_bytes(LINES[3] + spaced)
    sort_records(path, SCHEDULE)
    assert path.read_bytes() == spaced + LINES[3]


def test_a_foreign_game_is_not_sorted(path: Path) -> None:
    """Sorting refuses a file that is not all of this tournament, and leaves it as it was."""
    foreign = encode_record(replace(RECORDS[0], game_id="t9-b1-r0"))
    for line in (foreign, b"hello\n"):
        path.write_bytes(LINES[3] + line + LINES[0])
        with pytest.raises(UserError, match="line 2 of"):
            sort_records(path, SCHEDULE)
        assert path.read_bytes() == LINES[3] + line + LINES[0]


def test_a_full_disk_is_the_users_matter() -> None:
    """The machine cannot do it: one line, no trace of ours."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this system")
    with open_records(full) as file, pytest.raises(UserError) as caught:
        append_record(file, RECORDS[0])
    assert str(caught.value) == "cannot write /dev/full: No space left on device"


def test_a_folder_that_cannot_be_written_is_the_users_matter(tmp_path: Path) -> None:
    """Opening in a folder that is not there is one line too."""
    with pytest.raises(UserError, match=r"cannot write .*: No such file or directory"):
        open_records(tmp_path / "gone" / "games.jsonl")
