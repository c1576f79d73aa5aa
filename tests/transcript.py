"""The messages of one real stream, written into docs/protocol.md where its marks ask for them.

`python tests/transcript.py` plays four games and writes the page again.
"""

import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from running import ROOT, Ground, held_ground

PAGE = ROOT / "docs" / "protocol.md"
BLOCK = re.compile(
    r"^<!-- messages (\d+) to (\d+) of (\d+) -->\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
WIDTH = 118

Said = tuple[str, dict[str, Any]]
"""Who spoke, `bot` or `referee`, and the message as proto3 JSON."""


def recorded_stream(ground: Ground) -> list[Said]:
    """Plays four games and gives all that was said on the first stream of the bot in seat 2."""
    folder = ground.folder / "recorder"
    shutil.copytree(ROOT / "tests" / "recording_bot", folder)
    first = ROOT / "sample_bots" / "first"
    bots = (first, ROOT / "sample_bots" / "random", folder, f"first-2={first}")
    done = ground.run(
        "tournament", *map(str, bots), "--boards", "1", "--seed", "transcript", "--out", "run"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = []
    for line in (folder / "recording.jsonl").read_text(encoding="utf-8").splitlines():
        speaker, message = json.loads(line)
        said.append((speaker, settled(message)))
        if "goodbye" in message:
            return said
    raise AssertionError("the stream has no Goodbye")


def settled(message: dict[str, Any]) -> dict[str, Any]:
    """The message with what differs from run to run replaced, as the page says."""
    if "hello" in message:
        message["hello"]["token"] = "TOKEN"
    if "welcome" in message:
        message["welcome"]["referee_version"] = "VERSION"
    for question in message.get("questions", {}).get("questions", []):
        question["move_left_ms"] = 1_000
        question["bank_left_ms"] = 10_000 + 4_000 * question["king"]["deal"]
    return message


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


def lines_of(said: list[Said], first: int, last: int) -> str:
    """The messages with these numbers, from 1, each beginning with its speaker."""
    return "".join(
        f"{speaker}: {written(message, 0, len(speaker) + 2)}\n"
        for speaker, message in said[first - 1 : last]
    )


def filled(page: str, said: list[Said]) -> str:
    """The page with the messages of the stream at each of its marks."""

    def block(old: re.Match[str]) -> str:
        mark = f"<!-- messages {old[1]} to {old[2]} of {len(said)} -->"
        return f"{mark}\n```text\n{lines_of(said, int(old[1]), int(old[2]))}```"

    return BLOCK.sub(block, page)


def main() -> None:
    """Writes the page again after a change of the protocol, the rules or the sample bots."""
    with tempfile.TemporaryDirectory() as folder, held_ground(Path(folder)) as ground:
        said = recorded_stream(ground)
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), said), encoding="utf-8")


if __name__ == "__main__":
    main()
