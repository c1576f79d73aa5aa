"""The samples, one for each language: they build, read the wire alike, and play well."""

import json
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
from running import ROOT, Ground, held_ground, set_variable
from shared_questions import Asked, load_questions
from toolchains import SAMPLES, is_there, require

from referee.botfile import MADE_FOLDERS
from referee.recordfile import read_records

pytestmark = pytest.mark.languages
FOLDER = ROOT / "sample_bots"
BOTS = tuple(SAMPLES)
IN_PYTHON = ("random", "greedy")
GENERATED = ("_pb2.py", ".pb.go", "package-lock.json", "Cargo.lock", "go.sum", ".proto")
"""How files end that nobody has written by hand."""


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A folder with copies of the bots, under a mark; none of their processes may be left."""
    with held_ground(tmp_path_factory.mktemp("samples")) as ground:
        away = shutil.ignore_patterns(*MADE_FOLDERS)
        for name in filter(is_there, BOTS):
            folder = Path(shutil.copytree(FOLDER / name, ground.folder / name, ignore=away))
            set_variable(folder, "MARK", ground.mark)
        yield ground


@pytest.fixture(scope="module")
def played(yard: Ground) -> Path:
    """A tournament of 64 games at once with two bots in Python, for which the bots were built."""
    return play(yard, "run")


@pytest.fixture(params=BOTS)
def name(request: pytest.FixtureRequest) -> str:
    """The name of a bot whose language is there."""
    require(SAMPLES[request.param])
    return str(request.param)


@pytest.fixture
def built(name: str, played: Path, yard: Ground) -> Path:
    """The folder of a bot after its build, called like the bot."""
    return yard.folder / name


def play(ground: Ground, out: str) -> Path:
    """Plays a tournament of all that are there; without a clock, as the machine may be busy."""
    bots = [*filter(is_there, BOTS), *(str(FOLDER / name) for name in IN_PYTHON)]
    done = ground.run(
        "tournament", *bots, "--schedule", "balanced", "--tables", str(2 * len(bots)),
        "--boards", "4", "--seed", "languages", "--name", "cup",
        "--out", out, "--games-at-once", "64", "--no-clock",
        limit_s=1200,  # most of which is for the builds
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return ground.folder / out


def finished(folder: Path) -> list[object]:
    """The finished files of a run, without what was measured."""
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in games:
        del game["timing"]
    files = [folder / f"leaderboard.{kind}" for kind in ("md", "csv", "json")]
    return [games, *(file.read_bytes() for file in files)]


def test_they_play_64_games_at_once_without_a_fault(played: Path, yard: Ground) -> None:
    """Every game of a tournament is whole, verified, and nothing is complained of or printed."""
    records = list(read_records(played / "games.jsonl"))
    assert len(records) >= 64
    assert all(record.faults == () and record.forfeits == () for record in records)
    logs = [log for name in BOTS for log in (played / "logs").glob(f"{name}-life*")]
    assert len(logs) >= 2 * sum(map(is_there, BOTS))
    assert [log.read_text() for log in logs] == [""] * len(logs)
    verified = yard.run("verify", str(played))
    assert verified.returncode == 0, verified.stdout


def test_played_again_they_give_the_same_files(played: Path, yard: Ground) -> None:
    """The same seed gives the same records and leaderboard, and nothing is built again."""
    again = play(yard, "again")
    assert finished(again) == finished(played)
    for name in filter(is_there, BOTS):
        has_build = SAMPLES[name] != "python"
        assert (played / "logs" / f"{name}.build.txt").exists() is has_build
        assert not (again / "logs" / f"{name}.build.txt").exists()


def test_it_is_above_random_beyond_chance(played: Path, name: str) -> None:
    """The interval of its difference from `random` leaves 0 out."""
    board = json.loads((played / "leaderboard.json").read_text())
    (difference,) = (
        one for one in board["differences"] if (one["bot"], one["below"]) == (name, "random")
    )
    assert difference["is_sure"]


@pytest.mark.parametrize("name", [name for name in BOTS if SAMPLES[name] != "python"])
def test_its_protocol_is_ours(name: str) -> None:
    """The .proto files in its folder are those of the project, all of them."""
    ours, its = ROOT / "proto" / "king" / "v1", FOLDER / name / "proto" / "king" / "v1"
    names = sorted(path.name for path in ours.glob("*.proto"))
    assert sorted(path.name for path in its.iterdir()) == names
    for file in names:
        assert (its / file).read_bytes() == (ours / file).read_bytes(), f"copy {file} again"


@pytest.mark.parametrize("name", BOTS)
def test_it_is_small(name: str) -> None:
    """All that was written by hand has 200 lines at most, without the settings of tools."""
    files = [
        path
        for path in (FOLDER / name).rglob("*")
        if path.is_file()
        and not path.name.endswith(GENERATED)
        and not path.name.startswith(".")
        and not any(part in MADE_FOLDERS for part in path.relative_to(FOLDER).parts)
    ]
    assert len(files) >= 3
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 200


@pytest.mark.parametrize("path", sorted(ROOT.glob("[rs]*/**/package-lock.json")), ids=str)
def test_a_lock_file_names_no_registry(path: Path) -> None:
    """The lock files of npm have digests but no addresses."""
    packages = json.loads(path.read_text())["packages"]
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


@pytest.mark.parametrize("asked", load_questions(), ids=lambda asked: asked.ruleset)
def test_it_answers_the_shared_questions(built: Path, asked: Asked) -> None:
    """Of every kind and number of seats: each answer is legal, also in the reverse order."""
    answers = ask(built, asked.questions, asked.rules)
    for question, answer in zip(asked.questions, answers, strict=True):
        assert answer.question_id == question.question_id
        assert answer.choice < len(question.legal)
    again = ask(built, renumbered(asked.questions), asked.rules)
    assert [one.choice for one in reversed(again)] == [one.choice for one in answers]


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


def test_it_says_that_it_cannot_connect(built: Path) -> None:
    """Where no referee is, it says so in one line and ends; where it was not told, too."""
    nowhere = f"unix:{built}/none.sock"
    with start(built, nowhere) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode, err.count("\n")) == ("", 1, 1)
    assert err.startswith(f"{built.name}: no connection to the referee at {nowhere}: ")
    with start(built, "") as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode) == ("", 1)
    assert err == f"{built.name}: KING_REFEREE or KING_TOKEN is not set: the referee sets them\n"
