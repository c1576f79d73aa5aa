"""What `referee replay --bot` refuses, in one line each, before any bot is started."""

import json
from pathlib import Path

import made_games
import pytest
from asked_again import records
from made_games import SCHEDULE, at_random, made_record
from running import Ground, Referee

from referee.errors import UserError
from referee.record import encode_record, record_of
from referee.replaypoint import Point, parse_point
from referee.ruleset import load_ruleset

ONE = ("--game", "t1-b1-r0")


@pytest.fixture
def bot(ground: Ground) -> str:
    """A bot that is never started here."""
    return ground.odd_bot("well", "a")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--from", "2"], "--from needs --bot BOT"),
        (["--clock", *ONE], "--clock needs --bot BOT"),
        (["--out", "x"], "--out needs --bot BOT"),
        (["BOT", "--list"], "--bot asks a live bot: leave --list out"),
        (["BOT", "--worst", "3"], "--bot asks a live bot: leave --worst out"),
        (
            ["BOT", *ONE, "--deal", "1", "--trick", "2"],
            "--trick is for reading: --from DEAL.TRICK begins at a trick",
        ),
        (
            ["BOT", *ONE, "--seat", "1", "--player", "b"],
            "--seat and --player exclude each other: give one",
        ),
        (["BOT", "--seat", "1"], "--seat S needs --game ID: in other games others sit there"),
        (["BOT", "--field", "x"], "--field needs --continue-from DEAL[.TRICK]"),
        (
            ["z=BOT", *ONE, "--continue-from", "2"],
            "z does not sit in t1-b1-r0: name a seat with --seat S; there are: 0 a, 1 b",
        ),
        (
            ["BOT", *ONE, "--seat", "1", "--continue-from", "2", "--from", "3"],
            "--continue-from plays on and asks nothing again: leave --from out",
        ),
        (
            ["BOT", *ONE, "--seat", "1", "--continue-from", "2", "--deal", "3"],
            "--continue-from plays one game on, from there to its end: leave --deal out",
        ),
        (
            ["BOT", "--seat", "1", "--continue-from", "2"],
            "RUN/games.jsonl holds several games: name one with --game (--list)",
        ),
        (
            ["BOT", *ONE, "--from", "two"],
            "--from: 'two' is not DEAL or DEAL.TRICK: write 3 for the start of deal 3, 3.2 for its "
            "second trick",
        ),
        (["BOT", *ONE, "--from", "4"], "there is no deal 4: a game has deals 1 to 3"),
        (["BOT", "--from", "4"], "there is no deal 4: a game has deals 1 to 3"),
        (
            ["BOT", "--deal", "1", "--from", "2"],
            "--deal 1 ends before --from 2",
        ),
        (["BOT", *ONE, "--deal", "1", "--from", "2"], "--deal 1 ends before --from 2"),
        (
            ["BOT", *ONE, "--contract", "-tricks", "--from", "2.3"],
            "t1-b1-r0 has no deal of -tricks from 2.3 on",
        ),
        (
            ["BOT", "--contract", "-tricks", "--from", "2.3"],
            "RUN/games.jsonl has no deal of -tricks from 2.3 on in the games of a",
        ),
        (
            ["BOT", "--contract", "-tricks", "--deal", "3"],
            "RUN/games.jsonl has no deal 3 of -tricks in the games of a",
        ),
        (["BOT", "--from", "1.11"], "there is no trick 11: deal 1 has tricks 1 to 10"),
        (["BOT", "--from", "4.1"], "there is no deal 4: a game has deals 1 to 3"),
        (
            ["BOT", *ONE, "--contract", ""],
            "there is no contract ''; there are: -tricks, -hearts, +king",
        ),
        (
            ["BOT", *ONE, "--player", ""],
            "'' does not sit in t1-b1-r0: name a seat with --seat S; there are: 0 a, 1 b",
        ),
        (
            ["BOT", "--game", ""],
            "there is no game '' in RUN/games.jsonl; there are: t1-b1-r0, t1-b2-r0, "
            "t1-b3-r0, ... (--list)",
        ),
        (
            ["BOT", *ONE, "--from", "1.11"],
            "there is no trick 11: deal 1 has tricks 1 to 10",
        ),
        (["BOT", *ONE, "--deal", "4"], "there is no deal 4: a game has deals 1 to 3"),
        (
            ["BOT", *ONE, "--contract", "-queens"],
            "there is no contract -queens; there are: -tricks, -hearts, +king",
        ),
        (["BOT", *ONE, "--seat", "2"], "t1-b1-r0 has no seat 2; there are: 0 a, 1 b"),
        (
            ["BOT", *ONE, "--player", "c"],
            "c does not sit in t1-b1-r0: name a seat with --seat S; there are: 0 a, 1 b",
        ),
        (
            ["BOT", "--player", "c"],
            "there is no bot c in RUN/games.jsonl; there are: a, b: name the seat's bot with "
            "--player NAME, or a game with --game ID --seat S",
        ),
        (
            ["BOT", "--player", ""],
            "there is no bot '' in RUN/games.jsonl; there are: a, b: name the seat's bot with "
            "--player NAME, or a game with --game ID --seat S",
        ),
        (
            ["BOT", "--game", "t9-b1-r0"],
            "there is no game t9-b1-r0 in RUN/games.jsonl; there are: t1-b1-r0, t1-b2-r0, "
            "t1-b3-r0, ... (--list)",
        ),
        (
            ["BOT", *ONE, "--seat", "0", "--continue-from", "3.11"],
            "there is no trick 11: deal 3 has tricks 1 to 6",
        ),
        (
            ["BOT", *ONE, "--seat", "2", "--continue-from", "3"],
            "t1-b1-r0 has no seat 2; there are: 0 a, 1 b",
        ),
        (
            ["BOT", *ONE, "--seat", "0", "--continue-from", "3", "--field", "x", "--field", "y"],
            "--field: 2 bots for 1 other seats: name one for all, or one for each",
        ),
        (
            ["BOT", *ONE, "--seat", "0", "--continue-from", "3", "--out", "RUN/new.jsonl"],
            "--out: RUN holds a tournament, and this game is none of it: name a file in another "
            "folder",
        ),
        (
            ["BOT", *ONE, "--seat", "0", "--continue-from", "3", "--out", "RUN/games.jsonl"],
            "--out: RUN/games.jsonl is there already: name another file",
        ),
    ],
)
def test_bad_input_gets_one_line(
    referee: Referee, played: Path, bot: str, words: list[str], line: str
) -> None:
    """It says what to do, or what there is."""
    run = str(played / "run")
    given = [word.replace("RUN", run) for word in words]
    if given[0].endswith("BOT"):
        given[:1] = ["--bot", given[0].replace("BOT", bot)]
    done = referee("replay", run, *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"referee: {line.replace('RUN', run)}\n"


def test_a_bot_that_does_not_play_these_rules_is_refused(
    referee: Referee, played: Path, bot: str
) -> None:
    """Its bot.toml says so; in a game and in all of them, asked or played on."""
    toml = Path(bot) / "bot.toml"
    toml.write_text('rulesets = ["classic"]\n' + toml.read_text())
    for words in ([], [*ONE], [*ONE, "--seat", "0", "--continue-from", "2"]):
        done = referee("replay", str(played / "run"), "--bot", bot, *words)
        assert done.returncode == 2
        line = "bot a does not play duel: its bot.toml has rulesets classic"
        assert done.stderr == f"referee: {line}\n"


def test_other_rules_than_ours_are_refused(
    referee: Referee, played: Path, bot: str, tmp_path: Path
) -> None:
    """A file alone whose rule set we have not, or have otherwise, cannot be asked about."""
    (tmp_path / "duel.jsonl").write_bytes(encode_record(records(played / "run")[0]))
    record = json.loads(encode_record(made_record(SCHEDULE[0])))
    record["ruleset"]["sha256"] = "0" * 64
    (tmp_path / "classic.jsonl").write_text(json.dumps(record, separators=(",", ":")) + "\n")
    for name, problem in (
        ("duel", "is not one of the referee's own"),
        ("classic", "is another one than the referee's"),
    ):
        done = referee("replay", str(tmp_path / f"{name}.jsonl"), "--bot", bot, "--seat", "0")
        assert done.returncode == 2
        assert f"the rule set {name}, which {problem}" in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_record_that_does_not_come_out_right_is_refused(
    referee: Referee, run: Path, bot: str
) -> None:
    """Exit code 1, as in reading: of one game, of all games, and of a game to be played on."""
    path = run / "games.jsonl"
    path.write_text(path.read_text().replace('"taker":0', '"taker":1', 1))
    for words in ([], [*ONE], [*ONE, "--seat", "0", "--continue-from", "2"]):
        done = referee("replay", str(run), "--bot", bot, *words)
        assert (done.returncode, done.stdout) == (1, "")
        assert "record refused: t1-b1-r0, deal 1, trick" in done.stderr


def test_a_later_record_that_is_not_right_is_refused_too(
    referee: Referee, run: Path, bot: str
) -> None:
    """Though the bot is asked by then: it is let go, and nothing else is said."""
    path = run / "games.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    lines[4] = lines[4].replace('"taker":0', '"taker":1', 1)
    path.write_text("".join(lines))
    done = referee("replay", str(run), "--bot", bot)
    game_id = json.loads(lines[4])["game_id"]
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"referee: record refused: {game_id}, deal 1, trick")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("ruleset_id", "options", "named"),
    [("classic-boys-kj", {}, "classic-boys-kj"), ("classic", {"boys": "KJ"}, "classic boys=KJ")],
)
def test_games_of_several_rule_sets_are_not_asked_together(
    referee: Referee,
    bot: str,
    tmp_path: Path,
    ruleset_id: str,
    options: dict[str, str],
    named: str,
) -> None:
    """A bot is told one rule set; so one of the games has to be named. An id does not make one."""
    other = load_ruleset(ruleset_id, options)
    game = made_games.played(other, SCHEDULE[1], at_random("x"))
    path = tmp_path / "mixed.jsonl"
    lines = [encode_record(made_record(SCHEDULE[0])), encode_record(record_of(game, SCHEDULE[1]))]
    path.write_bytes(b"".join(lines))
    done = referee("replay", str(path), "--bot", bot, "--player", "ann")
    line = f"holds games of several rule sets, classic and {named}: name one with --game"
    assert done.returncode == 2
    assert done.stderr.endswith(f"referee: {path} {line}\n")


def test_a_clock_has_to_be_known(referee: Referee, bot: str, tmp_path: Path) -> None:
    """A file alone tells of none; and of nobody who could sit in the other seats."""
    path = tmp_path / "bare.jsonl"
    path.write_bytes(encode_record(made_record(SCHEDULE[0])))
    words = ("replay", str(path), "--bot", bot, "--seat", "1")
    clock = referee(*words, "--clock")
    others = referee(*words, "--continue-from", "3")
    assert (clock.returncode, others.returncode) == (2, 2)
    beside = f"there is no tournament.json beside {path}, so that"
    assert clock.stderr == (
        f"referee: --clock: {beside} its time control is not known: leave --clock out\n"
    )
    assert others.stderr == (
        f"referee: {beside} the other bots are not known: name who shall sit there with --field "
        "BOT\n"
    )


@pytest.mark.parametrize("text", ["3", "3.0", "3.2", " 12.13 "])
def test_a_place_is_read_as_it_is_written(text: str) -> None:
    """A deal alone is its start, and so is its trick 0."""
    point = parse_point(text, "--from")
    assert parse_point(str(point), "--from") == point
    assert str(point) == text.strip().removesuffix(".0")
    assert Point(3) < Point(3, 1) < Point(3, 2) < Point(12, 1)


@pytest.mark.parametrize("text", ["", "0", "0.1", "3.", ".3", "3.2.1", "-1", "3.x", "٣", "1e3"])
def test_what_is_no_place_is_refused(text: str) -> None:
    """The line names the option and shows how it is written."""
    with pytest.raises(UserError, match=r"--from: .* is not DEAL or DEAL\.TRICK"):
        parse_point(text, "--from")
