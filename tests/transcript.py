"""The messages of real streams, written into docs/protocol.md where its marks ask for them.

`python tests/transcript.py` plays three small tournaments and writes the page again.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf.json_format import ParseDict
from king.v1 import session_pb2 as pb
from running import ROOT, Ground, held_ground

PAGE = ROOT / "docs" / "protocol.md"
BLOCK = re.compile(
    r"^<!-- messages (\d+) to (\d+) of (\d+) -->\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
BYTES = re.compile(
    r"^<!-- bytes of message (\d+) -->\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
QUESTION = re.compile(
    r"^<!-- an? (\w+) question by ([\w-]+) with (\d+) answers or more -->\n```text\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
WIDTH = 118
WORDS_A_ROW = 38
"""How many bytes stand on a line."""
TABLES = {
    "classic": ("first", "random", "recorder", "first-2"),
    "kitty": ("first", "random", "recorder"),
    "portuguese": ("first", "random", "recorder", "random-2"),
}
"""The bots of each tournament, in their order; the recorder is the one that is listened to."""


@dataclass(frozen=True)
class Message:
    """One message of a stream: who spoke (`bot` or `referee`), the proto3 JSON, and the bytes."""

    speaker: str
    said: dict[str, Any]
    data: bytes


Streams = Mapping[str, list[Message]]
"""All that was said to and by the recorder, by rule set; its streams follow each other."""


def recorded_streams(ground: Ground) -> Streams:
    """Plays one board by each of the rule sets."""
    return {ruleset: _recorded(ground, ruleset) for ruleset in TABLES}


def _recorded(ground: Ground, ruleset: str) -> list[Message]:
    folder = ground.folder / f"recorder-{ruleset}"
    shutil.copytree(ROOT / "tests" / "recording_bot", folder)
    samples = ROOT / "sample_bots"
    bots = [
        f"{name}={folder if name == 'recorder' else samples / name.partition('-')[0]}"
        for name in TABLES[ruleset]
    ]
    done = ground.run(
        "tournament", *bots, "--ruleset", ruleset, "--boards", "1", "--seed", "transcript",
        "--out", f"run-{ruleset}",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    said = []
    for line in (folder / "recording.jsonl").read_text(encoding="utf-8").splitlines():
        speaker, message, data = json.loads(line)
        said.append(settled(Message(speaker, message, bytes.fromhex(data))))
    return said


def first_stream(streams: Streams) -> list[Message]:
    """The first stream of the bot in seat 2, by `classic`, from Hello to Goodbye."""
    every = streams["classic"]
    last = next(at for at, message in enumerate(every) if "goodbye" in message.said)
    return every[: last + 1]


def settled(message: Message) -> Message:
    """The message with what differs from run to run replaced, as the page says."""
    said, data = message.said, message.data
    if "hello" in said:
        said["hello"]["token"] = "TOKEN"
        data = ParseDict(said, pb.PlayRequest()).SerializeToString()
    if "welcome" in said:
        said["welcome"]["referee_version"] = "VERSION"
    for question in said.get("questions", {}).get("questions", []):
        before = _times(question)
        question["move_left_ms"] = 1_000
        question["bank_left_ms"] = 10_000 + 4_000 * question["king"]["deal"]
        if data.count(before) == 1 and len(before) == len(_times(question)):
            data = data.replace(before, _times(question))
    return Message(message.speaker, said, data)


def _times(question: dict[str, Any]) -> bytes:
    left = {key: question.get(key) for key in ("move_left_ms", "bank_left_ms")}
    return ParseDict(left, pb.Question()).SerializeToString()


def written(value: Any, indent: int = 0, lead: int = 0) -> str:
    """JSON that fills lines of the width; `lead` characters stand before it on its first line."""
    line = json.dumps(value)
    if not isinstance(value, dict | list) or indent + lead + len(line) <= WIDTH:
        return line
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [
            f"{json.dumps(key)}: {written(one, indent + 2, len(key) + 5)}"
            for key, one in value.items()
        ]
    else:
        opening, closing = "[]"
        parts = [written(one, indent + 2, 1) for one in value]
    rows = [parts[0]]
    for part in parts[1:]:
        if "\n" in rows[-1] + part or indent + len(rows[-1]) + len(part) + 5 > WIDTH:
            rows.append(part)
        else:
            rows[-1] += f", {part}"
    space = " " * indent
    return "\n".join([opening, ",\n".join(f"{space}  {row}" for row in rows), space + closing])


def lines_of(said: list[Message], first: int, last: int) -> str:
    """The messages with these numbers, from 1, each beginning with its speaker."""
    return "".join(
        f"{message.speaker}: {written(message.said, 0, len(message.speaker) + 2)}\n"
        for message in said[first - 1 : last]
    )


def hex_of(data: bytes) -> str:
    """The bytes as hexadecimal digits, in lines that fit the page."""
    rows = [data[at : at + WORDS_A_ROW] for at in range(0, len(data), WORDS_A_ROW)]
    return "".join(f"{row.hex(' ')}\n" for row in rows)


def shortest_question(said: list[Message], kind: str, answers: int) -> dict[str, Any]:
    """The question of that kind that is the shortest of those with so many answers."""
    asked: list[dict[str, Any]] = [
        question
        for message in said
        for question in message.said.get("questions", {}).get("questions", [])
        if question["kind"] == f"QUESTION_KIND_{kind}" and len(question["legal"]) >= answers
    ]
    return min(asked, key=lambda question: len(json.dumps(question)))


def filled(page: str, streams: Streams) -> str:
    """The page with what its marks ask for."""
    said = first_stream(streams)

    def block(old: re.Match[str]) -> str:
        mark = f"<!-- messages {old[1]} to {old[2]} of {len(said)} -->"
        return f"{mark}\n```text\n{lines_of(said, int(old[1]), int(old[2]))}```"

    def shown_bytes(old: re.Match[str]) -> str:
        data = said[int(old[1]) - 1].data
        return f"<!-- bytes of message {old[1]} -->\n```text\n{hex_of(data)}```"

    def question(old: re.Match[str]) -> str:
        mark = old[0].partition("\n")[0]
        shown = shortest_question(streams[old[2]], old[1], int(old[3]))
        return f"{mark}\n```text\n{written(shown)}\n```"

    return QUESTION.sub(question, BYTES.sub(shown_bytes, BLOCK.sub(block, page)))


def main() -> None:
    """Writes the page again after a change of the protocol, the rules or the sample bots."""
    with tempfile.TemporaryDirectory() as folder, held_ground(Path(folder)) as ground:
        streams = recorded_streams(ground)
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), streams), encoding="utf-8")


if __name__ == "__main__":
    main()
