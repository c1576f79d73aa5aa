"""`--transcripts`: what went over the stream of each bot, as JSON lines, without its token."""

import base64
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import trio
from google.protobuf.json_format import ParseDict
from king.v1 import session_pb2 as pb
from running import ROOT, Ground

from referee.errors import UserError
from referee.transcriber import (
    EXIT_PROBLEM,
    FRAME,
    HEAD_BYTES,
    LENGTH,
    RAW_BYTES,
    TAIL_BYTES,
    Kind,
    Transcriber,
)
from referee.transcripts import open_transcripts

Line = dict[str, Any]


def words(ground: Ground, *bots: str, boards: int = 2) -> list[str]:
    """A tournament of two bots by the short rule set, one game at a time."""
    return [
        "tournament", *bots, "--ruleset", ground.duel(), "--boards", str(boards), "--seed", "x",
        "--out", "run", "--games-at-once", "1", "--no-clock",
    ]  # fmt: skip


def lines(ground: Ground, name: str) -> list[Line]:
    """The lines of a transcript."""
    text = (ground.folder / "run" / "logs" / f"{name}.jsonl").read_text()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def messages(found: Iterable[Line], direction: str, kind: str) -> list[Line]:
    """The messages of one kind, each without its envelope."""
    return [
        line["message"][kind]
        for line in found
        if line.get("direction") == direction and kind in line.get("message", {})
    ]


def transcripts(ground: Ground) -> list[str]:
    """The names of all transcripts of the run."""
    logs = ground.folder / "run" / "logs"
    return sorted(path.name for path in logs.glob("*transcript*"))


def test_all_that_was_said_is_kept(ground: Ground) -> None:
    """From Hello to Goodbye, each message of either side, in the words of the protocol files."""
    bots = [ground.odd_bot("well", name) for name in ("a", "b")]
    assert ground.run(*words(ground, *bots), "--transcripts").returncode == 0
    assert transcripts(ground) == [
        f"{bot}-life{life}.transcript.jsonl" for bot in "ab" for life in (0, 1)
    ]
    asked_in_all = 0
    for name in (f"{bot}-life{life}" for bot in "ab" for life in (0, 1)):
        start, opened, hello, *others = found = lines(ground, f"{name}.transcript")
        assert start == {"start": 1, "bot": name[0]}
        assert opened["stream"] == "opened"
        said = {"token": "left out", "protocol_version": 1, "games_at_once": 256}
        assert hello["direction"] == "from_bot"
        assert hello["message"] == {"hello": said}
        kinds = [next(iter(line["message"])) for line in others if "message" in line]
        assert kinds[:3] == ["welcome", "warm_up", "ready"]
        assert kinds[-1] == "goodbye"
        assert others[-1]["stream"] == "closed"
        questions = messages(found, "to_bot", "questions")
        asked = [one["question_id"] for many in questions for one in many["questions"]]
        given = messages(found, "from_bot", "answers")
        answered = [one["question_id"] for many in given for one in many["answers"]]
        assert asked == answered == [str(number) for number in range(1, len(asked) + 1)]
        assert len(messages(found, "to_bot", "game_over")) == 2
        times = [line["at"] for line in found[1:]]
        assert times == sorted(times)
        assert times[0] > 0
        for line in found:
            if "message" in line:
                is_ours = line["direction"] == "to_bot"
                ParseDict(line["message"], pb.PlayResponse() if is_ours else pb.PlayRequest())
        asked_in_all += len(asked)
    decisions = [len(deal) for one in ground.records("run") for deal in one.timing.charged_us]
    assert asked_in_all == sum(decisions)
    _check_they_are_no_part_of_it(ground, *bots)


def _check_they_are_no_part_of_it(ground: Ground, *bots: str) -> None:
    """The tournament is the same without them, and verified with them."""
    assert ground.run("verify", "run").returncode == 0
    manifest = ground.folder / "run" / "tournament.json"
    with_them = manifest.read_text()
    shutil.rmtree(ground.folder / "run")
    assert ground.run(*words(ground, *bots)).returncode == 0
    assert manifest.read_text() == with_them
    assert transcripts(ground) == []


def blurting_bot(ground: Ground) -> str:
    """A bot that sends its token wherever it can."""
    folder = Path(ground.odd_bot("well", "odd"))
    shutil.copy(ROOT / "tests" / "programs" / "blurts.py", folder)
    toml = folder / "bot.toml"
    toml.write_text(toml.read_text().replace('"-m", "zoo.bot", "well"', '"blurts.py"'))
    return str(folder)


def test_no_token_is_ever_in_it(ground: Ground) -> None:
    """Wherever a bot puts it, in what parses and in what does not; all else is kept."""
    bots = [blurting_bot(ground), ground.odd_bot("well", "b")]
    assert ground.run(*words(ground, *bots), "--transcripts").returncode == 0
    logs = ground.folder / "run" / "logs"
    tokens = (logs / "odd-life0.stderr.txt").read_text().split()
    tokens = [word for word in tokens if len(word) == 32]
    assert len(tokens) == 2  # of the process that was cut off, and of the next one
    found = lines(ground, "odd-life0.transcript")
    stars = "*" * 32
    for path in logs.glob("*.transcript*.jsonl"):
        text = path.read_text()
        raw = b"".join(
            base64.b64decode(json.loads(line).get("bytes", "")) for line in text.splitlines()
        )
        for token in tokens:
            assert token not in text
            assert token.encode() not in raw
    assert [line["start"] for line in found if "start" in line] == [1, 2]
    first, second = [line for line in found if "hello" in line.get("message", {})]
    assert first["message"]["hello"]["name"] == second["message"]["hello"]["name"]
    assert first["message"]["hello"]["name"] == f"I have {stars}"
    assert first["error"] == "it has fields that this referee does not know"
    notes = {
        one["note"] for many in messages(found, "from_bot", "answers") for one in many["answers"]
    }
    assert notes == {f"secret: {stars}"}
    garbage, long = [line for line in found if "bytes" in line and "message" not in line]
    assert base64.b64decode(garbage["bytes"]) == b"\xff\xff" + stars.encode() + b"\xff"
    assert garbage["length"] == 35
    assert garbage["error"].startswith("it does not parse: ")
    assert long["length"] == 3_200_000
    assert long["error"] == "it is too long to be read"
    assert len(base64.b64decode(long["bytes"])) == RAW_BYTES


def test_a_resumed_run_begins_a_new_part(ground: Ground) -> None:
    """What an interrupted run has kept stays; the line that it prints has the option too."""
    bots = [ground.odd_bot("well", name) for name in ("a", "b")]
    with ground.start(*words(ground, *bots, boards=16), "--transcripts", "--json") as process:
        assert process.stdout is not None
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] == "game" and event["done"] >= 3:
                break
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.strip().endswith("referee tournament --resume run --transcripts")
    assert transcripts(ground) == [f"{bot}-life0.transcript.jsonl" for bot in "ab"]
    first = lines(ground, "a-life0.transcript")
    (goodbye,) = messages(first, "to_bot", "goodbye")
    assert goodbye["reason"] == "GOODBYE_REASON_INTERRUPTED"
    assert ground.run("tournament", "--resume", "run", "--transcripts").returncode == 0
    assert lines(ground, "a-life0.transcript") == first
    second = lines(ground, "a-life0.transcript-2")
    assert second[0] == {"start": 1, "bot": "a"}
    assert messages(second, "to_bot", "goodbye") == [{"reason": "GOODBYE_REASON_FINISHED"}]


def test_a_full_disk_ends_the_run(ground: Ground) -> None:
    """A transcript that cannot be written ends the run with one line, as any other file does."""
    bots = [ground.odd_bot("well", name) for name in ("a", "b")]
    full = ground.run(*words(ground, *bots), "--transcripts", limit="--fsize=6000")
    assert full.returncode == 2
    assert full.stderr.count("\n") == 1
    assert "-life0.transcript.jsonl: File too large" in full.stderr
    assert full.stderr.startswith("referee: cannot write ")
    assert ground.left() == []
    manifest = json.loads((ground.folder / "run" / "tournament.json").read_text())
    assert manifest["state"] == "interrupted"


# The program that writes them.


def test_a_writer_that_was_killed_ends_the_run() -> None:
    """It is told by its signal, and nothing goes on without it."""

    async def scene() -> None:
        before = children()
        async with open_transcripts(trio.current_time):
            (writer,) = children() - before
            os.kill(writer, signal.SIGKILL)
            raise KeyError  # the run may end by something else meanwhile

    with pytest.raises(UserError, match="the writer of transcripts was ended by SIGKILL"):
        trio.run(scene)


def children() -> set[int]:
    """The processes that this one has started, other tests' too."""
    return {
        int(child)
        for path in Path("/proc/self/task").glob("*/children")
        for child in path.read_text().split()
    }


def frame(kind: Kind, payload: bytes = b"", at: float = 1.5, process: int = 0) -> bytes:
    return FRAME.pack(kind, process, at, len(payload)) + payload


def start(path: Path, token: str = "token") -> bytes:
    facts = {"path": str(path), "bot": "me", "token": token}
    return frame(Kind.START, json.dumps(facts).encode(), 0.0)


def note(number: int) -> bytes:
    """An answer with a note of about a hundred bytes."""
    answer = pb.Answer(question_id=number, choice=0, note="n" * 100)
    request = pb.PlayRequest(answers=pb.Answers(answers=[answer]))
    return frame(Kind.FROM_BOT, request.SerializeToString(), number / 1000)


@pytest.mark.parametrize("looks", [0, 1])
def test_the_head_and_the_newest_part_are_kept(tmp_path: Path, looks: int) -> None:
    """What lies between is cut, and a line says how much; also when the tail was there before."""
    path = tmp_path / "me.transcript.jsonl"
    count = 10_000
    transcriber = Transcriber()
    transcriber.feed(start(path))
    for number in range(1, count + 1):
        transcriber.feed(note(number))
        if looks and number % 2500 == 0:
            transcriber.write_tails()
            newest = json.loads(path.read_text().splitlines()[-1])
            assert newest["at"] == number / 1000
    transcriber.finish()
    first, *found = [json.loads(line) for line in path.read_text().splitlines()]
    assert first == {"start": 1, "bot": "me"}
    (at,) = [number for number, line in enumerate(found) if "cut" in line]
    size = len(note(count)) - FRAME.size
    head, cut, tail = found[:at], found[at]["cut"], found[at + 1 :]
    assert [round(line["at"] * 1000) for line in head] == list(range(1, len(head) + 1))
    newest = list(range(count - len(tail) + 1, count + 1))
    assert [round(line["at"] * 1000) for line in tail] == newest
    assert len(head) + len(tail) + cut["lines"] == count
    assert cut["bytes"] == pytest.approx(cut["lines"] * size, abs=2 * count)
    assert HEAD_BYTES * 0.8 < len(head) * (size + 16) < HEAD_BYTES * 1.1
    assert TAIL_BYTES * 0.8 < len(tail) * (size + 16) < TAIL_BYTES * 1.1


def test_of_a_tail_that_is_shorter_now_nothing_is_left(tmp_path: Path) -> None:
    """What stood behind it is cut off; a message that is longer than a tail may be is kept."""
    path = tmp_path / "me.transcript.jsonl"
    transcriber = Transcriber()
    transcriber.feed(start(path) + b"".join(map(note, range(1, 5001))))
    transcriber.write_tails()
    before = path.stat().st_size
    transcriber.feed(frame(Kind.FROM_BOT, b"\xff" * (TAIL_BYTES + 1), 7.5))
    transcriber.finish()
    assert path.stat().st_size < before
    *_, cut, last = [json.loads(line) for line in path.read_text().splitlines()]
    assert cut["cut"]["lines"] > 0
    assert (last["at"], last["length"]) == (7.5, TAIL_BYTES + 1)


def test_of_a_run_the_newest_files_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all of them together have more than is allowed; what another run has left stays."""
    earlier = tmp_path / "a-life0.jsonl"
    earlier.write_text("x" * 10_000)
    transcriber = Transcriber()
    for life in range(4):
        for name in "ab":
            transcriber.feed(start(tmp_path / f"{name}-life{life}.jsonl") + note(life))
        transcriber.finish()
        if life == 0:
            size = (tmp_path / "b-life0.jsonl").stat().st_size
            monkeypatch.setattr("referee.transcriber.RUN_BYTES", 5 * size + size // 2)
    kept = ["a-life0.jsonl", "b-life1.jsonl"]
    kept += [f"{name}-life{life}.jsonl" for life in (2, 3) for name in "ab"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)
    assert earlier.read_text() == "x" * 10_000


def test_frames_may_come_in_pieces(tmp_path: Path) -> None:
    """A pipe cuts where it likes."""
    path = tmp_path / "me.transcript.jsonl"
    data = start(path) + frame(Kind.OPENED) + note(7) + frame(Kind.CLOSED, at=2.25)
    transcriber = Transcriber()
    for at in range(len(data)):
        transcriber.feed(data[at : at + 1])
    transcriber.finish()
    _, opened, said, closed = [json.loads(line) for line in path.read_text().splitlines()]
    assert opened == {"at": 1.5, "stream": "opened"}
    assert said["message"]["answers"]["answers"][0]["question_id"] == "7"
    assert closed == {"at": 2.25, "stream": "closed"}


def test_a_token_of_somebody_else_is_left_out_too(tmp_path: Path) -> None:
    """Whatever a bot sends as its token."""
    path = tmp_path / "me.transcript.jsonl"
    hello = pb.PlayRequest(hello=pb.Hello(token="of somebody else"))
    long = LENGTH.pack(2_000_000) + b"tok" + b"token" * 50_000
    transcriber = Transcriber()
    transcriber.feed(start(path) + frame(Kind.FROM_BOT, hello.SerializeToString()))
    transcriber.feed(frame(Kind.TOO_LONG, long))
    transcriber.finish()
    assert "somebody" not in path.read_text()
    assert b"token" not in base64.b64decode(json.loads(path.read_text().splitlines()[2])["bytes"])


def test_it_writes_to_the_end_when_the_referee_dies(tmp_path: Path) -> None:
    """The pipe closes, with half a frame in it: what came before is in the file."""
    path = tmp_path / "me.transcript.jsonl"
    data = start(path) + b"".join(map(note, range(1, 2001))) + note(2001)[:-3]
    done = _written(data)
    assert (done.returncode, done.stdout) == (0, b"")
    newest = json.loads(path.read_text().splitlines()[-1])
    assert newest["at"] == 2.0


def test_a_file_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """One line with the name and the words of the system, and an exit code of its own."""
    done = _written(start(tmp_path / "nowhere" / "me.transcript.jsonl"))
    assert done.returncode == EXIT_PROBLEM
    path = tmp_path / "nowhere" / "me.transcript.jsonl"
    assert done.stdout.decode() == f"cannot write {path}: No such file or directory\n"


def test_a_broken_frame_is_a_bug_of_ours(tmp_path: Path) -> None:
    """It is loud, and not taken for a problem of the disk."""
    done = _written(struct.pack("<BIdI", 99, 0, 0.0, 0))
    assert done.returncode not in (0, EXIT_PROBLEM)
    assert b"99 is not a valid Kind" in done.stderr
    assert list(tmp_path.iterdir()) == []


def _written(data: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-P", "-m", "referee.transcriber"],
        input=data,
        capture_output=True,
        timeout=60,
        check=False,
    )
