"""`referee replay`: what it prints, and how it finds a game."""

import json
import re
import signal
from pathlib import Path

import pytest
from forged import GAME_ID
from made_games import CLASSIC, SCHEDULE, SEED, made_record, write_records
from msgspec.structs import replace
from running import Ground, Referee
from verifying import change_manifest

from referee.boards import deal_board
from referee.faults import FaultReason, Phase
from referee.game import answer, decision, new_game
from referee.record import (
    Fault,
    Forfeit,
    GameRecord,
    Moment,
    Note,
    Timing,
    encode_record,
    record_of,
)
from referee.recordfold import fold_record
from referee.replay import game_lines
from referee.ruleset import RuleSet, load_ruleset
from referee.schedule import RoundRobin

SHOWN = Path(__file__).parent / "shown" / "replay_of_a_duel.txt"


def duel(folder: Path) -> RuleSet:
    """The short rule set for two."""
    Ground(folder).duel()
    return load_ruleset(str(folder / "duel.toml"))


def duel_record(ruleset: RuleSet) -> GameRecord:
    """A short game of first answers with everything that can be told of one."""
    game = new_game(ruleset, deal_board(SEED, ruleset, 1))
    while asked := decision(game):
        game = answer(game, asked.answers[0])
    return record_of(
        game,
        RoundRobin(("ann", "bob"), 2, 1)[0],
        [
            Fault(1, 1, 4, Phase.PLAY, FaultReason.LATE, "the answer came after its time"),
            Fault(1, 3, 2, Phase.START, FaultReason.DISCONNECTED, "exit code 7"),
        ],
        [Forfeit(1, 3, 2)],
        Timing(
            charged_us=((250, 1400, 61_000, None, 2_345_678),),
            notes=(Note(0, 1, 3, "ducking \x1b[31m"),),
            suspect=(Moment(1, 4),),
            dropped=(0, 1),
        ),
        put_out=[1],
    )


def test_a_game_is_printed_for_people(tmp_path: Path) -> None:
    """Hands, tricks, takers, points, faults, notes, times and places of a whole game are told."""
    ruleset = duel(tmp_path)
    record = duel_record(ruleset)
    lines = game_lines(record, fold_record(record, ruleset))
    assert "\n".join(lines) + "\n" == SHOWN.read_text(encoding="utf-8")


def test_one_deal_is_printed_as_in_the_whole_game(tmp_path: Path) -> None:
    """With a deal, the heading and that deal alone are told."""
    ruleset = duel(tmp_path)
    record = duel_record(ruleset)
    shown = SHOWN.read_text(encoding="utf-8").split("\n\n")
    # A deal is two paragraphs: its hands, and its tricks.
    expected = "\n\n".join([shown[0], *shown[3:5]])
    assert "\n".join(game_lines(record, fold_record(record, ruleset), 2)) == expected


def test_one_trick_is_printed_with_what_was_legal(tmp_path: Path) -> None:
    """With a trick, the hands before it and the legal cards of each decision are told."""
    ruleset = duel(tmp_path)
    record = duel_record(ruleset)
    lines = list(game_lines(record, fold_record(record, ruleset), 1, 2))
    assert lines[4:] == [
        "deal 1 of 3: -tricks; 1 bob deals, 0 ann leads; trick 2",
        "Seat    Clubs    Diamonds    Hearts    Spades",
        "------  -------  ----------  --------  -----------",
        "0 ann   AC       JD KD       TH AH     TS QS KS AS",
        "1 bob   JC QC    TD QD AD    JH QH KH  JS",
        "",
        "  Decision  Seat    Legal                       Played      Time",
        "----------  ------  --------------------------  --------  ------",
        "         3  0 ann   AC JD KD TH AH TS QS KS AS  AC          61ms",
        r'     " decision 3, 0 ann: ducking \x1b[31m',
        "         4  1 bob   JC QC                       JC!",
        "     ! decision 4, 1 bob: late: the answer came after its time "
        "(suspect: the referee itself was slow)",
        "taken by 0 ann: -2",
    ]


def test_every_card_of_a_bigger_game_is_printed() -> None:
    """Each trick of a classic game is a line with its cards, and each deal has its sums."""
    record = made_record(SCHEDULE[4], ("bob", 3))
    lines = "\n".join(game_lines(record, fold_record(record, CLASSIC))).replace("!", "")
    for deal in record.deals:
        for number, trick in enumerate(deal.tricks, 1):
            by_seat = dict(zip(_clockwise(trick.leader), trick.cards.split(), strict=True))
            by_seat[trick.leader] += "*"
            taker = f"{trick.taker} {record.seating[trick.taker]}"
            cells = [str(number), *(by_seat[seat] for seat in range(4)), taker]
            assert re.search("^ *" + " +".join(map(re.escape, cells)) + " ", lines, re.MULTILINE)
    sums = re.findall(r"^ +game +(.*\S)", lines, re.MULTILINE)
    assert [int(points) for points in sums[-1].split()] == list(record.points)
    assert len(sums) == 14


def _clockwise(leader: int) -> list[int]:
    return [(leader + step) % 4 for step in range(4)]


# Which game.


def test_a_game_of_any_name_is_printed_fit_to_read(tmp_path: Path, referee: Referee) -> None:
    """Nothing in its id moves the cursor, turns the writing round or ends the line."""
    record = replace(made_record(SCHEDULE[0]), game_id="t1\x1b[31m\u202e\nred")
    path = write_records(tmp_path / "one.jsonl", record)
    printed = referee("replay", path)
    assert printed.returncode == 0
    assert printed.stdout.startswith(r"game t1\x1b[31m\u202e\nred: classic, table 1")
    wrong = write_records(tmp_path / "wrong.jsonl", replace(record, points=(1, 2, 3, 4)))
    refused = referee("replay", wrong)
    assert refused.stderr.startswith(r"referee: record refused: t1\x1b[31m\u202e\nred: points")


def test_the_only_game_needs_no_name(tmp_path: Path, referee: Referee) -> None:
    """A file with one game is printed as it is, by the rules that the referee knows itself."""
    record = made_record(SCHEDULE[0])
    done = referee("replay", write_records(tmp_path / "one.jsonl", record))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "\n".join(game_lines(record, fold_record(record, CLASSIC))) + "\n"


def test_several_games_are_listed(run: Path, referee: Referee) -> None:
    """Without a name the games are listed, with a hint how to go on; --list lists all."""
    done = referee("replay", str(run))
    assert (done.returncode, done.stderr) == (0, "name one with --game ID to see it\n")
    listed = referee("replay", str(run), "--list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert listed.stdout == done.stdout
    header, _, *rows = listed.stdout.splitlines()
    assert header.split() == ["Game", "Seat", "0", "Seat", "1", "Faults"]
    assert [row.split()[0] for row in rows] == [
        f"t1-b{board}-r{rotation}" for rotation in range(2) for board in range(1, 4)
    ]
    assert rows[0].endswith("b 1 illegal")
    assert rows[3].split()[1] == "b"


def test_a_long_list_is_cut_unless_it_is_asked_for(tmp_path: Path, referee: Referee) -> None:
    """Twenty games are shown and the others counted; forfeited seats are named."""
    records = [replace(made_record(SCHEDULE[0], ("bob", 3)), game_id=f"g{n}") for n in range(25)]
    path = write_records(tmp_path / "many.jsonl", *records)
    shown = referee("replay", path).stdout.splitlines()
    assert (len(shown), shown[-1]) == (23, "... and 5 more games: --list shows all")
    assert shown[2].endswith("bob 3 illegal, forfeited")
    assert len(referee("replay", path, "--list").stdout.splitlines()) == 27


def test_a_game_is_found_without_the_others(run: Path, referee: Referee) -> None:
    """In schedule order or not, a game is found though all other lines are no records at all."""
    lines = (run / "games.jsonl").read_bytes().splitlines(keepends=True)
    whole = [referee("replay", str(run), "--game", _id(line)) for line in lines]
    for order in (lines, [*lines[3:], *lines[:3]]):
        for line in order:
            others = [line if one == line else one[:60] + b"\n" for one in order]
            (run / "games.jsonl").write_bytes(b"".join(others))
            done = referee("replay", str(run), "--game", _id(line))
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout == whole[lines.index(line)].stdout


def test_a_game_is_found_in_any_way_of_writing_it(tmp_path: Path, referee: Referee) -> None:
    """A line with spaces, or with its keys in another order, is a record as well."""
    record = made_record(SCHEDULE[0])
    plain = json.loads(encode_record(record))
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(dict(reversed(plain.items())))}\n")
    done = referee("replay", str(path), "--game", record.game_id)
    assert (done.returncode, done.stderr) == (0, "")


def _id(line: bytes) -> str:
    game_id: str = json.loads(line)["game_id"]
    return game_id


def test_an_unfinished_tournament_can_be_looked_at(run: Path, referee: Referee) -> None:
    """Games of a tournament that goes on are printed; a torn line is left out with a notice."""
    change_manifest(run, lambda plain: plain.update(state="running", seed=None))
    path = run / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[2], lines[1], lines[0][:500]]))
    assert referee("replay", str(run), "--game", GAME_ID).returncode == 0
    listed = referee("replay", str(run), "--list")
    assert listed.returncode == 0
    assert listed.stderr == f"line 3 of {path} is torn and was left out\n"
    assert len(listed.stdout.splitlines()) == 4


@pytest.mark.parametrize("words", [(), ("--list",), ("--player", "a"), ("--faults",)])
def test_a_whole_last_line_that_is_bad_is_named(
    run: Path, referee: Referee, words: tuple[str, ...]
) -> None:
    """It has its line end, so that it was not cut short: the list says which line it is."""
    path = run / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-1], lines[-1][:500] + b"\n"]))
    done = referee("replay", str(run), *words)
    assert done.returncode == 2
    said = f"referee: line {len(lines)} of {path} is no record of a game: "
    assert done.stderr.startswith(said)
    assert "torn" not in done.stderr


def test_a_closed_pipe_is_silent(ground: Ground) -> None:
    """Whoever stops reading a long list, longer than a pipe holds, hears no complaint."""
    record = duel_record(duel(ground.folder))
    games = [replace(record, game_id=f"t1-b{number}-r0") for number in range(1, 2501)]
    write_records(ground.folder / "many.jsonl", *games)
    with ground.start("replay", "many.jsonl", "--list") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 128 + signal.SIGPIPE


def test_a_settlement_stands_at_the_end_of_a_game(tmp_path: Path, referee: Referee) -> None:
    """Each loser pays the winner the difference of their points; it is a report, and no score."""
    path = write_records(tmp_path / "games.jsonl", made_record(SCHEDULE[0]))
    done = referee("replay", path)
    (line,) = [one for one in done.stdout.splitlines() if one.startswith("to settle")]
    amounts = [int(word) for word in re.findall(r"[+-]\d+", line)]
    assert len(amounts) == 4
    assert sum(amounts) == 0
    assert sum(amount > 0 for amount in amounts) == 1
