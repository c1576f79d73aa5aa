"""`referee replay`: what it prints, what it refuses, and how it finds a game."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from forged import FORGERIES, GAME_ID, forge
from made_games import CLASSIC, SCHEDULE, SEED, changed, made_record
from msgspec.structs import replace
from running import Ground, Referee

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


def write(path: Path, *records: GameRecord) -> str:
    """A file of records; gives its name for the command line."""
    path.write_bytes(b"".join(map(encode_record, records)))
    return str(path)


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


def test_the_only_game_needs_no_name(tmp_path: Path, referee: Referee) -> None:
    """A file with one game is printed as it is, by the rules that the referee knows itself."""
    record = made_record(SCHEDULE[0])
    done = referee("replay", write(tmp_path / "one.jsonl", record))
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
    path = write(tmp_path / "many.jsonl", *records)
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
    _change_manifest(run, state="running", seed=None)
    path = run / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[2], lines[1], lines[0][:500]]))
    assert referee("replay", str(run), "--game", GAME_ID).returncode == 0
    listed = referee("replay", str(run), "--list")
    assert listed.returncode == 0
    assert listed.stderr == f"line 3 of {path} is torn and was left out\n"
    assert len(listed.stdout.splitlines()) == 4


def _change_manifest(run: Path, **change: Any) -> None:
    path = run / "tournament.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))


# What is refused.


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
    done = referee("replay", write(tmp_path / "one.jsonl", record))
    assert (done.returncode, done.stdout) == (1, "")
    assert "record refused: t1-b1-r0: points is [" in done.stderr


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
    assert said in complaint(referee, write(tmp_path / "one.jsonl", record))


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
    _change_manifest(run, format="king.tournament/2", moons=3)
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
    ],
)
def test_a_part_that_is_not_there_is_told_with_what_there_is(
    run: Path, referee: Referee, words: list[str], said: str
) -> None:
    """No such game, deal or trick: the line says which there are."""
    assert said in complaint(referee, str(run), *words)


def test_a_closed_pipe_is_silent(ground: Ground) -> None:
    """Whoever stops reading a long list, longer than a pipe holds, hears no complaint."""
    record = duel_record(duel(ground.folder))
    games = [replace(record, game_id=f"t1-b{number}-r0") for number in range(1, 2501)]
    write(ground.folder / "many.jsonl", *games)
    with ground.start("replay", "many.jsonl", "--list") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 128 + signal.SIGPIPE


def test_a_settlement_stands_at_the_end_of_a_game(tmp_path: Path, referee: Referee) -> None:
    """Each loser pays the winner the difference of their points; it is a report, and no score."""
    path = write(tmp_path / "games.jsonl", made_record(SCHEDULE[0]))
    done = referee("replay", path)
    (line,) = [one for one in done.stdout.splitlines() if one.startswith("to settle")]
    amounts = [int(word) for word in re.findall(r"[+-]\d+", line)]
    assert len(amounts) == 4
    assert sum(amounts) == 0
    assert sum(amount > 0 for amount in amounts) == 1
