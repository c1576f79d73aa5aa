"""`referee verify`: a tournament as it was played is verified, and whatever was changed is told."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from forged import FORGERIES, GAME_ID, forge
from made_games import CLASSIC, SCHEDULE, SEED, made_record
from running import Ground, Referee, held_ground

from referee.boards import commitment
from referee.checks import SHOWN, Check, Verdict
from referee.leaderboard import write_leaderboard
from referee.manifest import Limits, Manifest, OnFault, PlannedBot, State, planned, write_manifest
from referee.record import encode_record
from referee.standings import standings
from referee.timecontrol import TimeControl

VERIFIED = """\
ok        seed:        the one that was committed to before the first card (practice: it was known)
ok        rules:       duel, the law of its hash, none of the referee's own
ok        plan:        6 of 6 games of the schedule, once each and in its order
ok        cards:       dealt from the seed, on all 3 boards
ok        play:        played again by the rules: tricks, points, scores, places and faults
ok        house:       0 forfeited seats, each with its reason
ok        leaderboard: leaderboard.md, leaderboard.csv, leaderboard.json: byte for byte what the \
records give
ok        bots:        2 bots, their folders unchanged
run is verified: nothing differs
"""
NOT_COMPARED = "it needs every game, and every game right"


def findings(referee: Referee, run: Path) -> dict[str, tuple[str, list[str]]]:
    """By check that is not ok: the verdict and all that it says; the exit code must go with it."""
    done = referee("verify", str(run))
    assert done.stderr == ""
    *lines, last = done.stdout.splitlines()
    found: dict[str, tuple[str, list[str]]] = {}
    name = ""
    for line in lines:
        if line[:20].strip():
            name = line[10:23].strip().rstrip(":")
            found[name] = (line[:10].strip(), [])
        found[name][1].append(line[23:])
    differing = [name for name, (verdict, _) in found.items() if verdict == "differs"]
    if differing:
        assert last == f"{run.name} does not verify: {', '.join(differing)}"
    else:
        assert last == f"{run.name} is verified: nothing differs"
    assert done.returncode == bool(differing)
    return {name: said for name, said in found.items() if said[0] != "ok"}


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
        path.write_bytes(b"".join([json.dumps(copy).encode() + b"\n", *others]))
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
            "line 6: no record of a game: Invalid enum value 'king.record/2' - at `$.format`",
            "t1-b3-r1 is missing",
        ],
    ),
}


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


# What tournament.json says.


def change_manifest(run: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes tournament.json."""
    path = run / "tournament.json"
    plain = json.loads(path.read_text())
    change(plain)
    path.write_text(json.dumps(plain))


def test_a_changed_seed_is_found(run: Path, referee: Referee) -> None:
    """Another seed is not the one of the commitment, and deals other cards."""
    change_manifest(run, lambda plain: plain.update(seed="y"))
    found = findings(referee, run)
    assert found["seed"][0] == "differs"
    assert found["seed"][1] == ["it is not the one that was committed to before the first card"]
    assert len(found["cards"][1]) == 6
    assert set(found) == {"seed", "cards"}


def test_a_changed_commitment_is_found(run: Path, referee: Referee) -> None:
    """A commitment to another seed differs, also where it is printed."""
    change_manifest(run, lambda plain: plain.update(commitment=commitment("y")))
    found = findings(referee, run)
    assert set(found) == {"seed", "leaderboard"}


def test_a_seed_that_was_taken_back_is_told(run: Path, referee: Referee) -> None:
    """Without the seed the cards cannot be checked, which is said; the rest is."""
    change_manifest(run, lambda plain: plain.update(seed=None))
    assert findings(referee, run) == {
        "seed": ("differs", ["it is not revealed"]),
        "cards": ("left out", ["without the seed nothing can be dealt"]),
    }


def test_a_changed_law_is_found(run: Path, referee: Referee) -> None:
    """Rules that are not those of their hash are told, and nothing is judged by them."""
    path = run / "tournament.json"
    path.write_text(path.read_text().replace('"heart": 2', '"heart": 3'))
    found = findings(referee, run)
    assert found["rules"][1] == ["duel: its law is not the one that its sha256 names"]
    assert {found[name][0] for name in ("plan", "cards", "play", "leaderboard")} == {"left out"}


def test_our_own_rules_of_that_name_may_have_changed(run: Path, referee: Referee) -> None:
    """A rule set of our name and another law is noted; the tournament's own law judges."""
    for name in ("games.jsonl", "tournament.json"):
        text = (run / name).read_text()
        (run / name).write_text(re.sub(r'"id":( ?)"duel"', r'"id":\1"classic"', text))
    assert referee("leaderboard", str(run)).returncode == 0
    found = findings(referee, run)
    assert list(found) == ["rules"]
    assert found["rules"][0] == "note"
    assert found["rules"][1][0].startswith("this referee's own classic is another law")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m["schedule"].update(games=7), "not the one that its bots give"),
        (lambda m: m["schedule"].update(boards=4), "not the one that its bots give"),
        (lambda m: m["schedule"].update(seats=1), "not the one that its bots give"),
        (lambda m: m["schedule"].update(seats=-1), "-1 seats are too few"),
        (lambda m: m["bots"].pop(), "not the one that its bots give"),
        (lambda m: m["bots"][0].update(name="b"), "two bots have one name"),
    ],
)
def test_a_changed_schedule_is_found(
    run: Path, referee: Referee, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    """The numbers of the schedule must follow from the bots."""
    change_manifest(run, change)
    verdict, told = findings(referee, run)["plan"]
    assert verdict == "differs"
    assert said in " ".join(told)


# What stands beside.


@pytest.mark.parametrize("ending", ["md", "csv", "json"])
def test_a_changed_leaderboard_is_found(run: Path, referee: Referee, ending: str) -> None:
    """One changed letter in one file is told with its line; a missing file by its name."""
    path = run / f"leaderboard.{ending}"
    text = path.read_text()
    path.write_text(text.replace("r", "R", 1))
    (told,) = findings(referee, run)["leaderboard"][1]
    line = text[: text.index("r")].count("\n") + 1
    assert told.startswith(f"leaderboard.{ending} is not what the records give: line {line} is ")
    path.write_text(text + "more\n")
    (told,) = findings(referee, run)["leaderboard"][1]
    lines = text.count("\n")
    assert f"{lines + 1} lines, must be {lines}" in told
    path.unlink()
    assert findings(referee, run) == {
        "leaderboard": ("differs", [f"leaderboard.{ending} is missing"])
    }


def test_a_changed_bot_differs_and_a_missing_one_is_noted(run: Path, referee: Referee) -> None:
    """A bot's folder that has changed is a difference; one that is gone is none."""
    with (run.parent / "bot-b" / "bot.py").open("a") as file:
        file.write("# a better bot\n")
    changed = ("differs", ["b: its folder ../bot-b has changed since"])
    assert findings(referee, run) == {"bots": changed}
    shutil.rmtree(run.parent / "bot-b")
    assert findings(referee, run) == {"bots": ("note", ["b: its folder ../bot-b is not there"])}


@pytest.mark.parametrize("state", ["running", "interrupted"])
def test_an_unfinished_tournament_is_told_how_to_go_on(
    run: Path, referee: Referee, state: str
) -> None:
    """There is nothing to verify yet: one line with the command that plays the rest."""
    change_manifest(run, lambda plain: plain.update(state=state, seed=None))
    done = referee("verify", str(run))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"referee: {run} is not finished ({state}) and cannot be verified; "
        f"to go on: referee tournament --resume {run}\n"
    )


def test_no_tournament_is_told(tmp_path: Path, run: Path, referee: Referee) -> None:
    """A folder without a tournament, and one without its records, are the user's to mend."""
    for folder, said in [(tmp_path, "holds no tournament"), (run, "holds no games.jsonl")]:
        (run / "games.jsonl").unlink(missing_ok=True)
        done = referee("verify", str(folder))
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


# Faults and forfeits.


def test_a_made_tournament_of_the_classic_rules_is_verified(
    tmp_path: Path, referee: Referee
) -> None:
    """Random games of four seats, one of whom is forfeited by his third fault each time."""
    run = tmp_path / "made"
    run.mkdir()
    bots = tuple(PlannedBot(name, name, "1", "c", ("x",), name, "d") for name in SCHEDULE.bots)
    manifest = Manifest(
        name="made",
        state=State.FINISHED,
        commitment=commitment(SEED),
        seed=SEED,
        practice=False,
        bots=bots,
        schedule=planned(SCHEDULE),
        limits=Limits(TimeControl(), OnFault.REPLACE),
        games_at_once=1,
        jobs=1,
        ruleset=CLASSIC,
        versions={},
        platform="Linux",
    )
    records = [made_record(plan, ("cem", 3)) for plan in SCHEDULE]
    write_manifest(run, manifest)
    (run / "games.jsonl").write_bytes(b"".join(map(encode_record, records)))
    write_leaderboard(run, standings(records, SCHEDULE.bots), manifest)
    done = referee("verify", str(run))
    assert "rules:       classic, the law of its hash, as this referee has it" in done.stdout
    assert "house:       12 forfeited seats, each with its reason" in done.stdout
    assert list(findings(referee, run)) == ["bots"]


@pytest.fixture(scope="module")
def dropped_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament in which one bot never starts and is put out for good."""
    with held_ground(tmp_path_factory.mktemp("out")) as ground:
        words = _with_a_dead_bot(ground)
        assert ground.run(*words).returncode == 0
    return ground.folder


def _with_a_dead_bot(ground: Ground) -> list[str]:
    return [
        "tournament", ground.odd_bot("well", "a"), ground.odd_bot("crashes-at-start", "b"),
        "--ruleset", ground.duel(), "--boards", "2", "--seed", "x", "--out", "run",
    ]  # fmt: skip


@pytest.fixture
def out_run(dropped_out: Path, tmp_path: Path) -> Path:
    """The test's own copy of that tournament."""
    shutil.copytree(dropped_out, tmp_path / "copy")
    return tmp_path / "copy" / "run"


def test_a_bot_that_was_put_out_is_told(out_run: Path, referee: Referee) -> None:
    """The house plays its seat in all games from then on, which is as it must be."""
    done = referee("verify", str(out_run))
    assert done.returncode == 0
    assert (
        "house:       4 forfeited seats, each with its reason; put out for good: b\n" in done.stdout
    )


def test_a_forfeit_needs_its_reason(out_run: Path, referee: Referee) -> None:
    """A bot that is forfeited without three faults must have been put out in some game."""
    forge(out_run, lambda game: game.update(put_out=[]), "t1-b1-r0")
    assert findings(referee, out_run)["house"] == (
        "differs",
        [
            "t1-b2-r0: b is forfeited with fewer than 3 faults, but was put out in no game",
        ],
    )


def test_a_bot_that_was_put_out_stays_out(out_run: Path, referee: Referee) -> None:
    """In a later life the house must play its seat from the first decision, without faults."""
    forge(out_run, lambda game: game["forfeits"].clear(), "t1-b1-r1")
    found = findings(referee, out_run)
    assert found["house"] == (
        "differs",
        [
            "t1-b1-r1: b was put out in t1-b1-r0, but the house does not play its seat from its "
            "first decision"
        ],
    )
