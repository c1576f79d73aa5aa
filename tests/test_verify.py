"""`referee verify`: a tournament as it was played is verified, and whatever was changed is told."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from forged import FORGERIES, GAME_ID, forge
from running import Referee
from verifying import NOT_COMPARED, findings

from referee.checks import SHOWN, Check, Verdict

VERIFIED = """\
ok        seed:        the one that was committed to before the first card (practice: it was known)
ok        rules:       duel, the law of its hash, none of the referee's own
ok        plan:        6 of 6 games of the schedule, once each and in its order
ok        cards:       dealt from the seed, on all 3 boards
ok        play:        played again by the rules: tricks, points, scores, places and faults
ok        house:       0 forfeited seats, each with its reason
ok        limits:      none of 322 timed answers took longer than they allow
ok        leaderboard: leaderboard.md, leaderboard.csv, leaderboard.json, contracts.csv: \
byte for byte what the records give
ok        bots:        2 bots, their folders unchanged
run is verified: nothing differs
"""


def test_a_tournament_as_it_was_played_is_verified(run: Path, referee: Referee) -> None:
    """Each check is a line, nothing differs, and nothing in the folder is touched."""
    before = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    done = referee("verify", str(run))
    assert (done.returncode, done.stdout, done.stderr) == (0, VERIFIED, "")
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == before


# What the records say.

CHECKED_BY = {
    "first_dealer": "cards",
    "hand": "cards",
    "seating": "plan",
    "board": "plan",
    "life": "plan",
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_changed_record_is_named_with_its_place(run: Path, referee: Referee, name: str) -> None:
    """Whatever field was changed, it is told with line, game, deal and trick."""
    said = forge(run, FORGERIES[name])
    found = findings(referee, run)
    verdict, told = found[CHECKED_BY.get(name, "play")]
    assert (verdict, told[0]) == ("differs", f"line 2: {GAME_ID}{said}")
    assert set(found) <= {"plan", "cards", "play", "house", "leaderboard"}
    if name != "hand":  # an order of cards in a hand moves no point
        assert found["leaderboard"] == ("left out", [NOT_COMPARED])


def test_everything_that_differs_is_told(run: Path, referee: Referee) -> None:
    """Not only the first difference: each record and each check speaks."""
    first = forge(run, FORGERIES["taker"], "t1-b1-r1")
    second = forge(run, FORGERIES["score"])
    forge(run, FORGERIES["hand"], "t1-b3-r1")
    (run.parent / "bot-a" / "bot.py").write_text("# changed")
    found = findings(referee, run)
    assert found["play"] == ("differs", [f"line 2: {GAME_ID}{second}", f"line 4: t1-b1-r1{first}"])
    assert found["cards"][1] == ["line 6: t1-b3-r1, deal 2: hands: the seed deals other cards"]
    assert found["bots"][1] == ["a: its folder ../bot-a has changed since"]


def test_what_was_measured_is_not_judged(run: Path, referee: Referee) -> None:
    """Nothing depends on timing, and all of it may be taken away."""
    for game_id in ("t1-b1-r0", GAME_ID):
        forge(run, lambda game: game.update(timing={}), game_id)
    assert findings(referee, run) == {}


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path to everything in a piece of JSON."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(inner, (*path, key))


def _other(value: Any) -> Any:
    """Something of the same kind that is not the same."""
    match value:
        case int():
            return value + 1
        case str():
            return value[:-1] or "S"
        case None:
            return 0
        case [*_]:
            return value[:-1] or [0]
        case _:
            return {"another": "value"}


def test_nothing_in_a_record_can_be_changed_unseen(run: Path, referee: Referee) -> None:
    """Each value of a game with a fault was changed: all was seen but the words of the fault."""
    path = run / "games.jsonl"
    first, *others = path.read_bytes().splitlines(keepends=True)
    game = json.loads(first)
    assert game["faults"]
    unseen = []
    for place in _places({key: game[key] for key in game if key != "timing"}):
        copy = json.loads(first)
        inner = copy
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = _other(inner[place[-1]])
        path.write_bytes(b"".join([msgspec.json.encode(copy) + b"\n", *others]))
        done = referee("verify", str(run))
        assert done.stderr == ""
        if done.returncode != 1:
            unseen.append(place)
    assert unseen == [("faults", 0, "detail")]


Lines = list[bytes]


def _swapped(lines: Lines) -> Lines:
    return [lines[1], lines[0], *lines[2:]]


PLANS: dict[str, tuple[Callable[[Lines], Lines], list[str]]] = {
    "missing": (lambda lines: lines[:3] + lines[4:], ["t1-b1-r1 is missing"]),
    "none": (
        lambda lines: [],
        [f"t1-b{board}-r{rotation} is missing" for rotation in (0, 1) for board in (1, 2, 3)],
    ),
    "doubled": (lambda lines: [*lines, lines[2]], ["line 7: t1-b3-r0 stands in line 3 too"]),
    "disordered": (_swapped, ["line 2: t1-b1-r0 stands after t1-b2-r0"]),
    "last put first": (
        lambda lines: [lines[-1], *lines[:-1]],
        ["line 2: t1-b1-r0 stands after t1-b3-r1"],
    ),
    "foreign": (
        lambda lines: [*lines, lines[5].replace(b"t1-b3-r1", b"t1-b4-r1")],
        ["line 7: t1-b4-r1 is not one of the games"],
    ),
    "torn": (lambda lines: [*lines[:5], lines[5][:300]], ["line 6: torn", "t1-b3-r1 is missing"]),
    "no record": (
        lambda lines: [lines[0], b"# notes\n", *lines[1:]],
        ["line 2: no record of a game: JSON is malformed: invalid character (byte 0)"],
    ),
    "other format": (
        lambda lines: [*lines[:5], lines[5].replace(b"record/1", b"record/2")],
        [
            "line 6: no record of a game: it is of the format king.record/2, and this referee "
            "reads king.record/1: take a newer referee",
            "t1-b3-r1 is missing",
        ],
    ),
}


def _crlf(line: bytes) -> bytes:
    return line.replace(b"\n", b"\r\n")


def _spaced(line: bytes) -> bytes:
    return line.replace(b'"table":', b'"table": ')


def _doubled_key(line: bytes) -> bytes:
    return line.replace(b'"table":1', b'"table":7,"table":1')


def _escaped(line: bytes) -> bytes:
    return line.replace(b'"completed"', b'"complete\\u0064"')


def _other_order(line: bytes) -> bytes:
    return line.replace(b'"table":1,"board":3', b'"board":3,"table":1')


@pytest.mark.parametrize("change", [_crlf, _spaced, _doubled_key, _escaped, _other_order])
def test_a_line_that_the_referee_does_not_write_so_is_named(
    run: Path, referee: Referee, change: Callable[[bytes], bytes]
) -> None:
    """It says the same game in other bytes: the first byte that is another is told."""
    path = run / "games.jsonl"
    *others, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*others, change(last)]))
    pairs = enumerate(zip(change(last), last, strict=False), 1)
    place = next(at for at, (odd, ours) in pairs if odd != ours)
    assert findings(referee, run).pop("plan") == (
        "differs",
        [f"line 6: t1-b3-r1 is not written as the referee writes it, from byte {place} on"],
    )


def test_the_last_line_must_be_whole(run: Path, referee: Referee) -> None:
    """A finished file ends with a line end; and where all lines are odd, the first comes first."""
    path = run / "games.jsonl"
    text = path.read_bytes()
    path.write_bytes(text.rstrip(b"\n"))
    assert findings(referee, run)["plan"][1] == ["line 6: t1-b3-r1 has no line end"]
    path.write_bytes(text.replace(b"\n", b"\r\n"))
    told = findings(referee, run)["plan"][1]
    assert len(told) == 6
    assert told[0].startswith("line 1: t1-b1-r0 is not written as the referee writes it")


@pytest.mark.parametrize("name", PLANS)
def test_the_games_are_those_of_the_plan(run: Path, referee: Referee, name: str) -> None:
    """A game that is missing, doubled, out of its order or foreign, and a bad line, are named."""
    change, said = PLANS[name]
    path = run / "games.jsonl"
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    found = findings(referee, run)
    assert found.pop("plan") == ("differs", said)
    assert found == {
        "house": ("left out", [NOT_COMPARED]),
        "leaderboard": ("left out", [NOT_COMPARED]),
    }


def test_a_long_tale_is_cut_and_counted(run: Path, referee: Referee) -> None:
    """Twenty findings of a check are told, the others counted."""
    with (run / "games.jsonl").open("ab") as file:
        file.write(b"{}\n" * 25)
    _, told = findings(referee, run)["plan"]
    assert len(told) == SHOWN + 1
    assert told[0].startswith("line 7: no record of a game")
    assert told[-1] == "and 5 more"


def test_findings_are_printable() -> None:
    """Foreign text in a finding cannot end the line or move the cursor."""
    check = Check("plan")
    check.differs("a\nb\x1b[2J")
    assert (check.verdict, check.findings) == (Verdict.DIFFERS, [r"a\nb\x1b[2J"])
