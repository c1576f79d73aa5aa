"""What `referee new` makes: a bot that builds, plays at once, and reads the wire as it should."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from arena import differences, play_game, sample_strategies
from certificates import ANN, MUTUAL, dial_in, make_certificates
from driving import (
    CLASSIC,
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
from shared_questions import Asked, kit_strategy, load_questions
from test_listen import events
from toolchains import language_params, require

from referee.botfile import MADE_FOLDERS, folder_digest, read_bot
from referee.kit import Kit, kit_languages, load_kit, write_kit
from referee.recordfile import read_records
from referee.ruleset import load_ruleset
from referee.schedule import RoundRobin

KITS = ROOT / "referee" / "kits"
LANGUAGES = kit_languages()
PROTOS = ROOT / "proto" / "king" / "v1"


@dataclass(frozen=True)
class Made:
    """A bot that was made, and what came of its first match."""

    kit: Kit
    ground: Ground
    folder: Path
    said: str
    digest: str
    """Of its folder, before the build."""
    match: "subprocess.CompletedProcess[str]"


@pytest.fixture(scope="module", params=language_params())
def made(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Made]:
    """The bot of one language after `referee new` and a match of one board."""
    kit = load_kit(request.param)
    require(kit.language)
    with held_ground(tmp_path_factory.mktemp(kit.language)) as ground:
        done = ground.run("new", "mine", "--language", kit.language)
        assert (done.returncode, done.stderr) == (0, "")
        folder = ground.folder / "mine"
        set_variable(folder, "MARK", ground.mark)
        digest = folder_digest(folder)
        # Without a clock, as the machine may be busy.
        words = ("match", "mine", "--boards", "1", "--no-clock", "--out", "run")
        match = ground.run(*words, limit_s=1200)  # most of which is for the build
        yield Made(kit, ground, folder, done.stdout, digest, match)


@pytest.fixture(scope="module")
def questions() -> list[session_pb2.Question]:
    """All questions of one game of four random players."""
    return questions_of_a_game()


def test_the_languages_of_today_are_there() -> None:
    """These kits were promised; `kit.toml` of each names a file of the kit."""
    assert LANGUAGES == ["cpp", "go", "java", "javascript", "python", "rust", "typescript"]
    for language in LANGUAGES:
        assert (KITS / language / load_kit(language).strategy).is_file()


def test_it_plays_its_first_match_without_a_fault(made: Made) -> None:
    """Four games against samples, nothing complained of, and nothing printed by the bot."""
    assert (made.match.returncode, made.match.stderr) == (0, ""), made.match.stdout
    run = made.folder.parent / "run"
    records = list(read_records(run / "games.jsonl"))
    assert len(records) == 4
    assert all(record.faults == () for record in records)
    logs = list((run / "logs").glob("mine-life*"))
    assert logs
    assert [log.read_text() for log in logs] == [""] * len(logs)


def test_it_passes_the_check(made: Made) -> None:
    """`referee check` finds nothing, in rules with every kind of call but a few."""
    command = [sys.executable, "-m", "referee", "check", "mine", "--ruleset", "bidding"]
    done = subprocess.run(
        [*command, "--move-limit", "30s", "--json"],
        cwd=made.folder.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line for line in lines if line.get("verdict") in ("fail", "note")] == []
    assert done.returncode == 0


def test_its_lines_say_what_to_do_next(made: Made) -> None:
    """How to check and to play, where the strategy is, and where to read on."""
    check, play, change, read = made.said.splitlines()
    assert check.endswith(" referee check mine")
    assert play.endswith(" referee match mine")
    assert f" mine/{made.kit.strategy} " in change
    assert read.endswith(" mine/README.md")


def test_a_build_leaves_the_folder_as_it_was(made: Made) -> None:
    """What the build makes is in folders that do not count, and in the kit's own ignore file."""
    assert folder_digest(made.folder) == made.digest
    ignored = (made.folder / ".gitignore").read_text().split()
    for name in MADE_FOLDERS:
        if (made.folder / name).is_dir():
            assert f"{name}/" in ignored


def kit_files(language: str) -> list[Path]:
    """The files of a kit that go into a bot's folder, from the folder of the kit."""
    folder = KITS / language
    return [
        path.relative_to(folder)
        for path in folder.rglob("*")
        if path.is_file()
        and path.name != "kit.toml"
        and not any(part in MADE_FOLDERS or part.endswith("_cache") for part in path.parts)
    ]


def test_it_brings_the_protocol_and_no_path_of_this_machine(made: Made) -> None:
    """Its .proto files are ours, and no file names a folder of this machine or a place-holder."""
    for proto in PROTOS.glob("*.proto"):
        its = made.folder / "proto" / "king" / "v1" / proto.name
        assert its.read_bytes() == proto.read_bytes()
    for path in kit_files(made.kit.language):
        text = (made.folder / path).read_text()
        assert "@NAME@" not in text
        assert "resolved" not in text or path.name == ".npmrc"
        for place in (str(ROOT), str(made.folder.parent), str(Path.home()) + "/"):
            assert place not in text, path


def test_its_readme_is_one_screen(made: Made) -> None:
    """It fits on a screen, and says how to run, what to change, and how to debug."""
    text = (made.folder / "README.md").read_text()
    assert len(text.splitlines()) <= 50
    for words in ("referee match mine", f"`{made.kit.strategy}`", "=listen --no-clock"):
        assert words in text


def test_its_strategy_is_small_and_apart(made: Made) -> None:
    """The file to change has at most 100 lines and knows nothing of streams."""
    text = (made.folder / made.kit.strategy).read_text()
    assert len(text.splitlines()) <= 100
    assert "grpc" not in text.lower()


def test_all_kits_choose_alike(made: Made, questions: list[session_pb2.Question]) -> None:
    """The answers to the questions of a whole game are those of the kit in Python."""
    choose = kit_strategy()
    answers = ask(made.folder, questions, suffix=FIELD_OF_LATER)
    assert [one.question_id for one in answers] == [one.question_id for one in questions]
    assert [one.choice for one in answers] == [choose(one, RULES) for one in questions]
    assert all(one.HasField("choice") for one in answers)


@pytest.mark.parametrize("asked", load_questions(), ids=lambda asked: asked.ruleset)
def test_all_kits_read_every_question_alike(made: Made, asked: Asked) -> None:
    """The shared questions, of every kind and number of seats: the answers in the file."""
    answers = ask(made.folder, asked.questions, asked.rules)
    assert [one.question_id for one in answers] == [one.question_id for one in asked.questions]
    assert [one.choice for one in answers] == asked.kit


def test_the_strategy_is_above_random_beyond_chance() -> None:
    """Over duplicate boards what a kit begins with beats `random`."""
    strategies = {name: play for name, play in sample_strategies().items() if name != "counter"}
    found = differences({"kit": kit_strategy(), **strategies}, CLASSIC, boards=4, seed="kits")
    difference = found["kit", "random"]
    assert difference
    assert difference.half_width
    assert difference.mean > difference.half_width, difference


@pytest.mark.parametrize("ruleset", ["kitty", "bidding", "portuguese"])
def test_the_strategy_plays_rules_that_it_was_not_written_for(ruleset: str) -> None:
    """Chosen contracts, auctions and kitties: every answer is legal to the end of a game."""
    law = load_ruleset(ruleset)
    names = "abcdef"[: law.seats]
    plan = RoundRobin(tuple(names), law.seats, 1)[0]
    play_game(dict.fromkeys(names, kit_strategy()), law, plan, "kits")


def test_the_python_kit_imports_its_own_protocol(tmp_path: Path) -> None:
    """So any Python that has gRPC can run it, not only the one that runs the referee."""
    write_kit(load_kit("python"), "mine", tmp_path / "mine")
    done = subprocess.run(
        [sys.executable, "-c", "from king.v1 import session_pb2_grpc as one; print(one.__file__)"],
        cwd=tmp_path / "mine",
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{tmp_path}/mine/king/v1/session_pb2_grpc.py\n"


def test_what_it_does_not_know_is_answered_with_the_first(made: Made) -> None:
    """Other kinds, one of a later version too; and cards and trumps of a later version."""
    legal = [game_pb2.Action(accept=False), game_pb2.Action(accept=True)]
    kinds = [kind for kind in session_pb2.QuestionKind.values() if kind != 1] + [99]
    asked = [
        session_pb2.Question(question_id=2**64 - number, kind=kind, legal=legal)  # type: ignore[arg-type]
        for number, kind in enumerate(kinds, 1)
    ]
    odd = session_pb2.Question(
        question_id=1,
        kind=session_pb2.QUESTION_KIND_CARD,
        legal=[game_pb2.Action(card=99), game_pb2.Action(card=98)],  # type: ignore[arg-type]
        king=game_pb2.KingView(seats=4, contract="-tricks", trump=99, sign=99),  # type: ignore[arg-type]
    )
    odd.king.current.cards.append(97)  # type: ignore[arg-type]
    answers = ask(made.folder, [*asked, odd])
    assert [one.question_id for one in answers] == [one.question_id for one in (*asked, odd)]
    assert [one.choice for one in answers[:-1]] == [0] * len(kinds)
    assert answers[-1].choice in (0, 1)


def test_it_ends_on_sigterm_and_when_the_stream_ends(made: Made) -> None:
    """Both are good ends, without a word."""
    has_come, may_end = threading.Event(), threading.Event()

    def play(said: Say) -> Iterator[session_pb2.PlayResponse]:
        next(said)
        has_come.set()
        may_end.wait(SILENT)
        yield from ()

    with talking(made.folder, play) as process:
        assert has_come.wait(SILENT)
        process.send_signal(signal.SIGTERM)
        assert (*process.communicate(timeout=SILENT), process.returncode) == ("", "", 0)
        may_end.set()
    with talking(made.folder, play) as process:
        assert (*process.communicate(timeout=SILENT), process.returncode) == ("", "", 0)


def test_it_says_in_one_line_that_it_cannot_play(made: Made) -> None:
    """Where no referee is, where the stream breaks, and where it was not told of a referee."""
    nowhere = f"unix:{made.folder}/none.sock"
    with start(made.folder, nowhere) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode, err.count("\n")) == ("", 1, 1)
    assert err.startswith(f"no connection to the referee at {nowhere}: ")

    def leave(said: Say) -> Iterator[session_pb2.PlayResponse]:
        next(said)
        yield from ()

    with talking(made.folder, leave, status=grpc.StatusCode.ABORTED) as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode, err.count("\n")) == ("", 1, 1)
    assert err.startswith("no connection to the referee at 127.0.0.1:")
    with start(made.folder, "") as process:
        out, err = process.communicate(timeout=SILENT)
    assert (out, process.returncode) == ("", 1)
    assert err == "KING_REFEREE or KING_TOKEN is not set: the referee sets them\n"


def test_it_dials_in_from_another_machine(made: Made) -> None:
    """With certificates, as docs/remote.md says; and it says which file it cannot use."""
    ground, run = made.ground, read_bot(str(made.folder)).run
    make_certificates(ground.folder)
    other = str(ROOT / "sample_bots" / "random")
    words = ("--ruleset", ground.duel(), "--boards", "1", "--no-clock", "--json", "--out", "far")
    bots = []
    with ground.start("match", "mine=listen", other, *words, *MUTUAL) as process:
        giving_up = threading.Timer(2 * SILENT, process.terminate)  # a referee waits for ever
        giving_up.start()
        for event in events(process):
            if event["event"] == "listening":
                bots.append(dial_in(ground, event, ANN, run, folder=made.folder))
        giving_up.cancel()
        process.communicate(timeout=SILENT)
    assert [process.returncode, *(bot.wait(timeout=SILENT) for bot in bots)] == [0, 0, 0]
    assert [record.faults for record in ground.records("far")] == [(), ()]
    nowhere = {"target": "localhost:1", "token": "secret"}
    for files in ({"CA": "no.pem"}, {**ANN, "KEY": "no.pem"}, {**ANN, "CERT": "no.pem"}):
        with dial_in(
            ground, nowhere, files, run, folder=made.folder, stderr=subprocess.PIPE
        ) as bot:
            err = bot.communicate(timeout=SILENT)[1]
        assert (bot.returncode, err.count("\n")) == (1, 1), err
        assert "TLS" in err
        assert "no.pem" in err


def test_a_mistake_in_the_strategy_is_shown(made: Made) -> None:
    """Where it does not compile, or does not load, the check says in which file, and why."""
    strategy = made.folder / made.kit.strategy
    before = strategy.read_text("utf-8")
    try:
        strategy.write_text(f"{before}\n}} this is no code {{\n", "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "referee", "check", "mine", "--ruleset", "classic", "--json"],
            cwd=made.folder.parent,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        strategy.write_text(before, "utf-8")
    assert done.returncode == 1, done.stderr
    failed = [line for line in map(json.loads, done.stdout.splitlines()) if "verdict" in line]
    failed = [line for line in failed if line["verdict"] == "fail"]
    assert failed[0]["check"] in ("build", "start")
    said = "\n".join(failed[0]["said"])
    assert strategy.name in said, said
    # As compilers and interpreters say it; make and Maven tell of an Error in any case.
    assert re.search(r"\berror\b|expected|SyntaxError", said), said
