"""The sample bot in JavaScript: it builds, reads the wire as the others do, and plays well."""

import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from arena import play_game, sample_strategies
from king.v1 import game_pb2, session_pb2
from running import ROOT, Ground, held_ground

from referee.recordfile import read_records
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin
from referee.wire import ruleset_message

SAMPLE = ROOT / "sample_bots" / "ducker"
OTHERS = ("random", "greedy", "first")
CLASSIC = load_ruleset("classic")
RULES = ruleset_message(CLASSIC)
FIELD_OF_LATER = b"\xf2\x3f\x05later"
"""Field 1022, a text, which no message of king.v1 has."""
SILENT = 60


def require_javascript() -> None:
    """Skips where node or npm is missing; where CI is true they must be there."""
    missing = [tool for tool in ("node", "npm") if shutil.which(tool) is None]
    if missing:
        text = f"the bot in JavaScript cannot be tried: there is no {' and no '.join(missing)}"
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A folder with a copy of the bot, under a mark; none of its processes may be left."""
    require_javascript()
    with held_ground(tmp_path_factory.mktemp("javascript")) as ground:
        away = shutil.ignore_patterns("node_modules")
        folder = Path(shutil.copytree(SAMPLE, ground.folder / "ducker", ignore=away))
        with (folder / "bot.toml").open("a") as file:
            file.write(f'[env]\nMARK = "{ground.mark}"\n')
        yield ground


@pytest.fixture(scope="module")
def played(yard: Ground) -> Path:
    """A tournament of 64 games at once with three bots in Python, for which the bot was built."""
    return play(yard, "run")


@pytest.fixture
def built(played: Path, yard: Ground) -> Path:
    """The folder of the bot after its build."""
    return yard.folder / "ducker"


def play(ground: Ground, out: str) -> Path:
    """Plays 64 games, all of them at once; without a clock, as the machine may be busy."""
    bots = ["ducker", *(str(ROOT / "sample_bots" / name) for name in OTHERS)]
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


def test_it_plays_64_games_at_once_without_a_fault(played: Path) -> None:
    """Every game of a tournament with the bots in Python is whole, and nothing is complained of."""
    records = list(read_records(played / "games.jsonl"))
    assert len(records) == 64
    assert all(record.faults == () and record.forfeits == () for record in records)
    logs = list((played / "logs").glob("ducker-life*"))
    assert len(logs) >= 2
    assert [log.read_text() for log in logs] == [""] * len(logs)


def test_played_again_it_gives_the_same_files(played: Path, yard: Ground) -> None:
    """The same seed gives the same records and leaderboard, and it is not built again."""
    again = play(yard, "again")
    assert finished(again) == finished(played)
    assert (played / "logs" / "ducker.build.txt").exists()
    assert not (again / "logs" / "ducker.build.txt").exists()


def test_it_is_above_random_beyond_chance(played: Path) -> None:
    """The interval of its difference from `random` leaves 0 out."""
    board = json.loads((played / "leaderboard.json").read_text())
    (difference,) = (
        one for one in board["differences"] if (one["bot"], one["below"]) == ("ducker", "random")
    )
    assert difference["is_sure"]


def test_its_protocol_is_ours() -> None:
    """The .proto files in its folder are those of the project, all of them."""
    ours, its = ROOT / "proto" / "king" / "v1", SAMPLE / "proto" / "king" / "v1"
    names = sorted(path.name for path in ours.glob("*.proto"))
    assert sorted(path.name for path in its.iterdir()) == names
    for name in names:
        assert (its / name).read_bytes() == (ours / name).read_bytes(), f"copy {name} again"


def test_it_is_small_and_names_no_registry() -> None:
    """All that was written by hand has 200 lines; the lock file has digests but no addresses."""
    written = [SAMPLE / name for name in ("main.js", "strategy.js", "bot.toml", "package.json")]
    assert sum(len(path.read_text().splitlines()) for path in written) <= 200
    packages = json.loads((SAMPLE / "package-lock.json").read_text())["packages"]
    del packages[""]
    assert packages
    assert all(
        "integrity" in package and "resolved" not in package for package in packages.values()
    )


# What it says on the wire, to a server of our own that takes bytes as they come.


Say = Iterator[session_pb2.PlayRequest]
Play = Callable[[Say], Iterator[session_pb2.PlayResponse]]


@contextmanager
def talking(
    folder: Path,
    play: Play,
    suffix: bytes = b"",
    status: grpc.StatusCode = grpc.StatusCode.OK,
) -> Iterator["subprocess.Popen[str]"]:
    """The bot, started by hand, in a talk with `play`; each message ends with the suffix."""

    def answers(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        for response in play(map(session_pb2.PlayRequest.FromString, requests)):
            yield response.SerializeToString() + suffix
        context.set_code(status)

    methods: dict[str, Any] = {"Play": grpc.stream_stream_rpc_method_handler(answers)}
    server = grpc.server(ThreadPoolExecutor(max_workers=1), options=[("grpc.so_reuseport", 0)])
    handler = grpc.method_handlers_generic_handler("king.v1.RefereeService", methods)
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        with start(folder, f"127.0.0.1:{port}") as process:
            yield process
    finally:
        server.stop(grace=None).wait()


def start(folder: Path, target: str) -> "subprocess.Popen[str]":
    """Starts the bot as the referee does."""
    return subprocess.Popen(
        ["node", "main.js"],
        cwd=folder,
        env={"KING_REFEREE": target, "KING_TOKEN": "secret", "PATH": os.environ["PATH"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ask(
    folder: Path,
    questions: Sequence[session_pb2.Question],
    rules: game_pb2.RuleSet = RULES,
    suffix: bytes = b"",
) -> list[session_pb2.Answer]:
    """Its answers to questions that are asked all at once, from Hello to Goodbye."""
    heard = []

    def play(said: Say) -> Iterator[session_pb2.PlayResponse]:
        heard.append(next(said))
        yield session_pb2.PlayResponse(welcome=session_pb2.Welcome(ruleset=rules))
        yield session_pb2.PlayResponse(warm_up=session_pb2.WarmUp(examples=questions[:1]))
        heard.append(next(said))
        yield session_pb2.PlayResponse(questions=session_pb2.Questions(questions=questions))
        heard.append(next(said))
        yield session_pb2.PlayResponse(goodbye=session_pb2.Goodbye())
        heard.extend(said)

    with talking(folder, play, suffix) as process:
        assert (*process.communicate(timeout=SILENT), process.returncode) == ("", "", 0)
    hello, ready, answers = heard
    assert (hello.hello.token, hello.hello.protocol_version) == ("secret", 1)
    assert hello.hello.games_at_once >= 64
    assert ready.HasField("ready")
    return list(answers.answers.answers)


@pytest.fixture(scope="module")
def questions() -> list[session_pb2.Question]:
    """All questions of one game of four random players."""
    asked: list[session_pb2.Question] = []
    play_random = sample_strategies()["random"]

    def noting(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
        asked.append(question)
        return play_random(question, rules)

    plan = RoundRobin(("a", "b", "c", "d"), 4, 1)[0]
    play_game(dict.fromkeys("abcd", noting), CLASSIC, plan, "questions")
    return asked


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
    assert (out, err, process.returncode) == ("", "ducker: goodbye: a wrong token\n", 0)


def test_it_says_that_the_stream_has_broken(built: Path) -> None:
    """A stream that ends badly without a Goodbye is told in one line, with exit code 1."""

    def play(said: Say) -> Iterator[session_pb2.PlayResponse]:
        next(said)
        yield session_pb2.PlayResponse(welcome=session_pb2.Welcome(ruleset=RULES))

    with talking(built, play, status=grpc.StatusCode.ABORTED) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode, err.count("\n")) == ("", 1, 1)
    assert err.startswith("ducker: no connection to the referee at 127.0.0.1:")
    assert "10 ABORTED" in err


def test_it_says_that_it_cannot_connect(built: Path) -> None:
    """Where no referee is, it says so in one line and ends; where it was not told, too."""
    nowhere = f"unix:{built}/none.sock"
    with start(built, nowhere) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode, err.count("\n")) == ("", 1, 1)
    assert err.startswith(f"ducker: no connection to the referee at {nowhere}: 14 UNAVAILABLE")
    with start(built, "") as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode) == ("", 1)
    assert err == "ducker: KING_REFEREE or KING_TOKEN is not set: the referee sets them\n"
