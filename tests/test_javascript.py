"""The samples that need node: they build, read the wire as the others do, and play well."""

import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import grpc
import pytest
from driving import (
    FIELD_OF_LATER,
    RULES,
    SILENT,
    Say,
    ask,
    questions_of_a_game,
    start,
    talking,
)
from king.v1 import game_pb2, session_pb2
from running import ROOT, Ground, held_ground

from referee.recordfile import read_records

SAMPLES = ROOT / "sample_bots"
BOTS = ("ducker", "digger")
OTHERS = ("random", "greedy")


def require_javascript() -> None:
    """Skips where node or npm is missing; where CI is true they must be there."""
    missing = [tool for tool in ("node", "npm") if shutil.which(tool) is None]
    if missing:
        text = f"the bots for node cannot be tried: there is no {' and no '.join(missing)}"
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A folder with copies of the bots, under a mark; none of their processes may be left."""
    require_javascript()
    with held_ground(tmp_path_factory.mktemp("javascript")) as ground:
        away = shutil.ignore_patterns("node_modules", "build", "dist")
        for name in BOTS:
            folder = Path(shutil.copytree(SAMPLES / name, ground.folder / name, ignore=away))
            with (folder / "bot.toml").open("a") as file:
                file.write(f'[env]\nMARK = "{ground.mark}"\n')
        yield ground


@pytest.fixture(scope="module")
def played(yard: Ground) -> Path:
    """A tournament of 64 games at once with two bots in Python, for which the bots were built."""
    return play(yard, "run")


@pytest.fixture(params=BOTS)
def built(request: pytest.FixtureRequest, played: Path, yard: Ground) -> Path:
    """The folder of a bot after its build, called like the bot."""
    return yard.folder / str(request.param)


def play(ground: Ground, out: str) -> Path:
    """Plays 64 games, all of them at once; without a clock, as the machine may be busy."""
    bots = [*BOTS, *(str(SAMPLES / name) for name in OTHERS)]
    done = ground.run(
        "tournament", *bots, "--boards", "16", "--seed", "javascript", "--name", "cup",
        "--out", out, "--games-at-once", "64", "--no-clock",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return ground.folder / out


def finished(folder: Path) -> list[object]:
    """The finished files of a run, without what was measured."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in games:
        del game["timing"]
    files = [folder / f"leaderboard.{kind}" for kind in ("md", "csv", "json")]
    return [games, *(file.read_bytes() for file in files)]


def test_they_play_64_games_at_once_without_a_fault(played: Path) -> None:
    """Every game of a tournament with the bots in Python is whole, and nothing is complained of."""
    records = list(read_records(played / "games.jsonl"))
    assert len(records) == 64
    assert all(record.faults == () and record.forfeits == () for record in records)
    for name in BOTS:
        logs = list((played / "logs").glob(f"{name}-life*"))
        assert len(logs) >= 2
        assert [log.read_text() for log in logs] == [""] * len(logs)


def test_played_again_they_give_the_same_files(played: Path, yard: Ground) -> None:
    """The same seed gives the same records and leaderboard, and nothing is built again."""
    again = play(yard, "again")
    assert finished(again) == finished(played)
    for name in BOTS:
        assert (played / "logs" / f"{name}.build.txt").exists()
        assert not (again / "logs" / f"{name}.build.txt").exists()


@pytest.mark.parametrize("name", BOTS)
def test_it_is_above_random_beyond_chance(played: Path, name: str) -> None:
    """The interval of its difference from `random` leaves 0 out."""
    board = json.loads((played / "leaderboard.json").read_text())
    (difference,) = (
        one for one in board["differences"] if (one["bot"], one["below"]) == (name, "random")
    )
    assert difference["is_sure"]


@pytest.mark.parametrize("name", BOTS)
def test_its_protocol_is_ours(name: str) -> None:
    """The .proto files in its folder are those of the project, all of them."""
    ours, its = ROOT / "proto" / "king" / "v1", SAMPLES / name / "proto" / "king" / "v1"
    names = sorted(path.name for path in ours.glob("*.proto"))
    assert sorted(path.name for path in its.iterdir()) == names
    for file in names:
        assert (its / file).read_bytes() == (ours / file).read_bytes(), f"copy {file} again"


@pytest.mark.parametrize("name", BOTS)
def test_it_is_small_and_names_no_registry(name: str) -> None:
    """All that was written by hand has 200 lines; the lock file has digests but no addresses."""
    files = [file for file in (SAMPLES / name).iterdir() if file.is_file()]
    written = [file for file in files if file.suffix in (".js", ".ts", ".toml", ".json")]
    lock = SAMPLES / name / "package-lock.json"
    written.remove(lock)
    assert sum(len(path.read_text().splitlines()) for path in written) <= 200
    packages = json.loads(lock.read_text())["packages"]
    del packages[""]
    assert packages
    assert all(
        "integrity" in package and "resolved" not in package for package in packages.values()
    )


# What they say on the wire, to a server of our own that takes bytes as they come.


@pytest.fixture(scope="module")
def questions() -> list[session_pb2.Question]:
    """All questions of one game of four random players."""
    return questions_of_a_game()


def renumbered(questions: Sequence[session_pb2.Question]) -> list[session_pb2.Question]:
    """The questions in the reverse order, with ids at the upper end of 64 bits."""
    copies = []
    for number, question in enumerate(reversed(questions), 1):
        copy = session_pb2.Question()
        copy.CopyFrom(question)
        copy.question_id = copy.game_id = 2**64 - number
        copies.append(copy)
    return copies


def test_an_answer_depends_on_the_question_alone(
    built: Path, questions: list[session_pb2.Question]
) -> None:
    """Asked in the reverse order under ids of 64 bits it says the same, under these very ids."""
    answers = ask(built, questions)
    assert [one.question_id for one in answers] == [one.question_id for one in questions]
    for question, answer in zip(questions, answers, strict=True):
        assert answer.HasField("choice")
        assert answer.choice < len(question.legal)
    assert len({answer.choice for answer in answers}) > 1
    again = ask(built, renumbered(questions))
    assert [one.question_id for one in again] == [2**64 - 1 - n for n in range(len(questions))]
    assert [one.choice for one in reversed(again)] == [one.choice for one in answers]


def test_it_does_not_ask_which_contract_it_plays(
    built: Path, questions: list[session_pb2.Question]
) -> None:
    """With other names for rule set and contracts, and with fields of later, it says the same."""
    renamed = game_pb2.RuleSet()
    renamed.CopyFrom(RULES)
    renamed.id = renamed.sha256 = "another"
    for contract in renamed.contracts:
        contract.id = "contract " + contract.id[::-1]
    copies = renumbered(questions)
    for copy in copies:
        copy.king.contract = "contract " + copy.king.contract[::-1]
    answers = ask(built, copies, renamed, suffix=FIELD_OF_LATER)
    expected = ask(built, questions)
    assert [one.choice for one in reversed(answers)] == [one.choice for one in expected]


def test_it_has_an_answer_to_every_kind_of_question(built: Path) -> None:
    """What it does not understand, a kind of later too, is answered with one of the legal ones."""
    legal = [game_pb2.Action(accept=False), game_pb2.Action(accept=True)]
    kinds = [kind for kind in session_pb2.QuestionKind.values() if kind != 1] + [99]
    asked = [
        session_pb2.Question(question_id=number, kind=kind, legal=legal)  # type: ignore[arg-type]
        for number, kind in enumerate(kinds, 1)
    ]
    answers = ask(built, asked)
    assert [one.choice in (0, 1) for one in answers] == [True] * len(kinds)


def test_it_ends_on_sigterm_and_when_the_stream_ends(built: Path) -> None:
    """Both are good ends, without a word."""
    has_come, may_end = threading.Event(), threading.Event()

    def play(said: Say) -> Iterator[session_pb2.PlayResponse]:
        next(said)
        has_come.set()
        may_end.wait(SILENT)
        yield from ()

    with talking(built, play) as process:
        assert has_come.wait(SILENT)
        process.send_signal(signal.SIGTERM)
        assert (*process.communicate(timeout=SILENT), process.returncode) == ("", "", 0)
        may_end.set()
    with talking(built, play) as process:
        assert (*process.communicate(timeout=SILENT), process.returncode) == ("", "", 0)


def test_it_says_why_it_was_sent_away(built: Path) -> None:
    """What the referee says at a Goodbye is on its stderr, and the status after it is no matter."""

    def play(said: Say) -> Iterator[session_pb2.PlayResponse]:
        next(said)
        yield session_pb2.PlayResponse(goodbye=session_pb2.Goodbye(detail="a wrong token"))

    with talking(built, play, status=grpc.StatusCode.ABORTED) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, err, process.returncode) == ("", f"{built.name}: goodbye: a wrong token\n", 0)


def test_it_says_that_the_stream_has_broken(built: Path) -> None:
    """A stream that ends badly without a Goodbye is told in one line, with exit code 1."""

    def play(said: Say) -> Iterator[session_pb2.PlayResponse]:
        next(said)
        yield session_pb2.PlayResponse(welcome=session_pb2.Welcome(ruleset=RULES))

    with talking(built, play, status=grpc.StatusCode.ABORTED) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode, err.count("\n")) == ("", 1, 1)
    assert err.startswith(f"{built.name}: no connection to the referee at 127.0.0.1:")
    assert "10 ABORTED" in err


def test_it_says_that_it_cannot_connect(built: Path) -> None:
    """Where no referee is, it says so in one line and ends; where it was not told, too."""
    nowhere = f"unix:{built}/none.sock"
    with start(built, nowhere) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode, err.count("\n")) == ("", 1, 1)
    assert err.startswith(
        f"{built.name}: no connection to the referee at {nowhere}: 14 UNAVAILABLE"
    )
    with start(built, "") as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode) == ("", 1)
    assert err == f"{built.name}: KING_REFEREE or KING_TOKEN is not set: the referee sets them\n"
