"""`referee replay --list` and its kin: games by bot, by fault, by contract and by loss."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from made_games import SCHEDULE, made_record
from msgspec.structs import replace
from running import Referee

from referee.faults import FaultReason, Phase
from referee.record import Fault, Forfeit, GameRecord, encode_record

RECORDS = [made_record(SCHEDULE[place], ("bob", place % 4)) for place in range(8)]


def write(path: Path, *records: GameRecord) -> str:
    """A file of records; gives its name for the command line."""
    path.write_bytes(b"".join(map(encode_record, records)))
    return str(path)


@pytest.fixture
def games(tmp_path: Path) -> str:
    """Eight games of four bots; bob has no fault to three of them, by turns."""
    return write(tmp_path / "my games.jsonl", *RECORDS)


def rows(referee: Referee, *words: str) -> list[list[str]]:
    """The cells of a list's rows."""
    done = referee("replay", *words)
    assert (done.returncode, done.stderr) == (0, "")
    _, rule, *lines = done.stdout.splitlines()
    starts = [at for at in range(len(rule)) if rule[at] == "-" and rule[at - 1 : at] != "-"]
    pairs = list(pairwise([*starts, None]))
    return [[line[a:b].strip() for a, b in pairs] for line in lines]


def points_in(record: GameRecord, name: str, contract: str | None = None) -> int:
    seat = record.seating.index(name)
    deals = [deal for deal in record.deals if contract in (None, deal.contract)]
    return sum(deal.points[seat] for deal in deals)


def worst_deal(record: GameRecord, name: str, contract: str | None = None) -> int:
    seat = record.seating.index(name)
    deals = [deal for deal in record.deals if contract in (None, deal.contract)]
    return min(deals, key=lambda deal: deal.points[seat]).number


@pytest.mark.parametrize("contract", [None, "-hearts"])
def test_where_a_bot_lost_most(games: str, referee: Referee, contract: str | None) -> None:
    """The worst games first, with seat, points, place, faults and the command that shows why."""
    words = [] if contract is None else ["--contract", contract]
    head = referee("replay", games, "--player", "cem", "--worst", "3", *words).stdout.split("\n")[0]
    of_what = ["Points", "Place"] if contract is None else [f"In {contract}", "Place in game"]
    assert re.split(" {2,}", head)[2:4] == of_what
    found = rows(referee, games, "--player", "cem", "--worst", "3", *words)
    in_order = sorted(RECORDS, key=lambda one: points_in(one, "cem", contract))
    expected = []
    for record in in_order[:3]:
        seat = record.seating.index("cem")
        deal = worst_deal(record, "cem", contract)
        command = f"referee replay '{games}' --game {record.game_id} --deal {deal}"
        points = points_in(record, "cem", contract)
        cells = [record.game_id, seat, f"{points:+}" if points else 0, record.places[seat], ""]
        expected.append([*map(str, cells), command])
    assert found == expected


def test_the_command_of_a_row_shows_its_deal(games: str, referee: Referee) -> None:
    """What stands at the end of a row can be typed as it is."""
    ((*_, command),) = rows(referee, games, "--player", "bob", "--worst", "1")
    done = referee(*shlex.split(command)[1:])
    assert done.returncode == 0
    assert done.stdout.startswith("game ")


def test_games_of_a_bot_stand_as_in_the_file(games: str, referee: Referee) -> None:
    """Without --worst all games of the bot are listed, in their order, with its own faults."""
    for words in (["--player", "bob"], ["--list", "--player", "bob"]):
        found = rows(referee, games, *words)
        assert [row[0] for row in found] == [record.game_id for record in RECORDS]
        faults = ["", "1 illegal", "2 illegal", "3 illegal, forfeited"]
        assert [row[4] for row in found] == faults * 2


def test_games_with_a_fault_are_found(games: str, referee: Referee) -> None:
    """Of anybody, or of one bot; the command leads to the first fault."""
    found = rows(referee, games, "--faults")
    faulty = [record for record in RECORDS if record.faults]
    assert [row[0] for row in found] == [record.game_id for record in faulty]
    words = ["bob 1 illegal", "bob 2 illegal", "bob 3 illegal, forfeited"]
    assert [row[5] for row in found] == words * 2
    for row, record in zip(found, faulty, strict=True):
        assert row[-1].endswith(f" --deal {record.faults[0].deal}")
    assert [row[0] for row in rows(referee, games, "--faults", "--player", "bob")] == [
        row[0] for row in found
    ]
    done = referee("replay", games, "--faults", "--player", "ann")
    assert (done.returncode, done.stdout) == (0, "no game of ann has a fault\n")


@pytest.mark.parametrize("contract", ["-king", "-hearts"])
def test_games_are_sorted_by_a_contract(games: str, referee: Referee, contract: str) -> None:
    """All seats' points in those deals, the game with the lowest first."""
    found = rows(referee, games, "--list", "--contract", contract)
    lowest = [min(points_in(one, name, contract) for name in one.seating) for one in RECORDS]
    assert (lowest == sorted(lowest)) is (contract == "-king")  # one king costs the same always
    pairs = sorted(zip(lowest, RECORDS, strict=True), key=lambda pair: pair[0])
    assert [row[0] for row in found] == [record.game_id for _, record in pairs]
    for row, (_, record) in zip(found, pairs, strict=True):
        shown = {name: int(points) for name, points in (cell.split() for cell in row[1:5])}
        assert shown == {name: points_in(record, name, contract) for name in record.seating}


def test_the_deal_of_a_fault_is_that_of_the_player(tmp_path: Path, referee: Referee) -> None:
    """Another bot's came before; and a seat that was put out has a forfeit and no fault."""
    plain = RECORDS[0]
    ann, bob, cem = (plain.seating.index(name) for name in ("ann", "bob", "cem"))
    late = [
        Fault(seat, deal, 1, Phase.PLAY, FaultReason.LATE, "x")
        for seat, deal in ((ann, 2), (bob, 5), (bob, 7))
    ]
    record = replace(plain, faults=tuple(late), forfeits=(Forfeit(cem, 4, 1),))
    path = write(tmp_path / "games.jsonl", record)
    for player, faults, deal in (
        ("ann", "1 late", 2),
        ("bob", "2 late", 5),
        ("cem", "forfeited", 4),
    ):
        (row,) = rows(referee, path, "--faults", "--player", player)
        assert (row[4], row[-1].endswith(f" --deal {deal}")) == (faults, True)
    only = replace(record, faults=())
    (row,) = rows(referee, write(tmp_path / "games.jsonl", only), "--faults")
    assert (row[5], row[-1].endswith(" --deal 4")) == ("cem forfeited", True)
    again = replace(record, forfeits=(Forfeit(bob, 3, 1),))  # the earlier of the two
    (row,) = rows(referee, write(tmp_path / "games.jsonl", again), "--faults", "--player", "bob")
    assert (row[4], row[-1].endswith(" --deal 3")) == ("2 late, forfeited", True)


def test_the_widest_table_gives_the_columns(tmp_path: Path, referee: Referee) -> None:
    """A later game may have more seats than the first."""
    small = replace(
        RECORDS[0], seating=("ann", "bob", "cem"), points=RECORDS[0].points[:3], places=(1, 2, 3)
    )
    path = write(tmp_path / "games.jsonl", small, RECORDS[1])
    done = referee("replay", path, "--list")
    head, _, first, second = done.stdout.splitlines()
    assert re.split(" {2,}", head) == ["Game", *(f"Seat {seat}" for seat in range(4)), "Faults"]
    assert "dot" not in first
    assert second[head.index("Seat 3") :].startswith(RECORDS[1].seating[3])
    assert second[head.index("Faults") :] == "bob 1 illegal"


def test_a_long_list_is_whole_and_in_line(tmp_path: Path, referee: Referee) -> None:
    """More games than are looked at for the widths: each has its line, in the same columns."""
    record = RECORDS[1]
    many = [replace(record, game_id=f"t1-b{n}-r0") for n in range(1000, 3100)]
    path = write(tmp_path / "many.jsonl", *many)
    for words in (["--list"], ["--player", "bob"]):
        lines = referee("replay", path, *words).stdout.splitlines()[2:]
        assert [line.split()[0] for line in lines] == [one.game_id for one in many]
        assert len({line.index("1 illegal") for line in lines}) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--player", "eve"], "there is no bot eve; there are: ann, bob, cem, dot\n"),
        (["--list", "--contract", "-moon"], "there is no contract -moon; there are: -tricks, "),
        (["--worst", "3"], "--worst N needs --player NAME"),
        (["--player", "ann", "--game", "x"], "--player lists games: leave --game out"),
        (["--faults", "--seat", "1"], "--faults lists games: leave --seat out"),
        (["--player", "ann", "--worst", "0"], "0 is not in the range"),
        (["--contract", "-tricks"], "holds several games: name one with --game"),
    ],
)
def test_what_is_not_there_is_told(
    games: str, referee: Referee, words: list[str], said: str
) -> None:
    """One line that says what there is, or what to do."""
    done = referee("replay", games, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_names_are_known_from_the_tournament(run: Path, referee: Referee) -> None:
    """The tournament says which bots and contracts there are, before any record is read."""
    (run / "games.jsonl").write_text("no record\n")
    for words, said in [
        (["--player", "eve"], "there is no bot eve; there are: a, b\n"),
        (["--list", "--contract", "-king"], "there are: -tricks, -hearts, +king\n"),
    ]:
        done = referee("replay", str(run), *words)
        assert done.returncode == 2
        assert done.stderr.endswith(said)


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game["points"].pop(),
        lambda game: game["places"].pop(),
        lambda game: game["deals"][0]["points"].pop(),
        lambda game: game.update(seating=[], points=[], places=[]),
    ],
)
def test_a_game_with_too_few_numbers_is_no_record(
    tmp_path: Path, referee: Referee, change: Any
) -> None:
    """A list needs points and a place for each seat; the line that lacks them is named."""
    plain = json.loads(encode_record(RECORDS[0]))
    change(plain)
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(plain) + "\n")
    done = referee("replay", str(path), "--player", "bob")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"line 1 of {path} is no record of a game" in done.stderr


def test_an_empty_file_has_no_list(tmp_path: Path, referee: Referee) -> None:
    """There is nothing to list yet, which is said."""
    path = write(tmp_path / "none.jsonl")
    for words in (["--list"], ["--faults"], ["--player", "ann"]):
        done = referee("replay", path, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"{path} holds no game yet\n")
