"""Builds the samples that can be built here, and prints the names of all that can play.

`make tournament` plays those. Why a sample is left out is said on stderr. The one argument is a
folder for what the builds print.
"""

import shutil
import sys
import tomllib
from pathlib import Path

import trio

from referee.botfile import read_bot
from referee.build import build_bot
from referee.errors import UserError
from referee.kit import load_kit


def why_not(folder: Path, log: Path) -> str | None:
    """Builds the sample in a folder; gives what stands in the way, if anything does."""
    # Not by read_bot yet: it refuses a bot whose program is not installed.
    language = tomllib.loads((folder / "bot.toml").read_text("utf-8"))["language"]
    needs = load_kit(language).needs
    if missing := [program for program in needs if shutil.which(program) is None]:
        return f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed"
    try:
        trio.run(build_bot, read_bot(str(folder)), log, 600, say)
    except UserError:
        return f"its build failed, see {log}"
    return None


def say(text: str) -> None:
    """Tells the user."""
    if not text.endswith("is built already"):
        print(text, file=sys.stderr, flush=True)


def main(logs: Path) -> None:
    """Prints the folders of the samples that can play, those in Python first."""
    folders = [path.parent for path in Path(__file__).parent.glob("*/bot.toml")]
    ready = []
    for folder in sorted(folders, key=lambda path: (not (path / "main.py").exists(), path.name)):
        if reason := why_not(folder, (logs / f"{folder.name}.build.txt").absolute()):
            say(f"{folder.name} is left out: {reason}")
        else:
            ready.append(f"sample_bots/{folder.name}")
    print(*ready)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
