"""Builds a bot from its folder, once for each state of it."""

import fcntl
import hashlib
import json
import os
import shlex
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import trio

from referee.botfile import MADE_FOLDERS, Bot, find_command, folder_digest
from referee.errors import UserError
from referee.printable import ends, printable
from referee.process import open_process

BUILD_SECONDS = 600.0
"""How long a build may take unless the caller says otherwise."""


class BuildFailed(UserError):
    """A build that ended badly or took too long, or after which the bot cannot be used.

    `end` says how, `lines` what it printed, and `has_ended_well` and `is_too_slow` which it is.
    """

    def __init__(
        self,
        text: str,
        end: str,
        lines: Sequence[str] = (),
        *,
        has_ended_well: bool = False,
        is_too_slow: bool = False,
    ) -> None:
        self.end = printable(end)
        self.has_ended_well = has_ended_well
        self.is_too_slow = is_too_slow
        super().__init__(printable(text), tuple(lines))


async def build_bot(
    bot: Bot,
    log_path: Path,
    time_limit: float = BUILD_SECONDS,
    say: Callable[[str], None] = lambda text: None,
    on_built_already: Callable[[], None] | None = None,
) -> Bot:
    """Runs `build` of a bot, unless that was done for this state of its folder; UserError if not.

    That is a BuildFailed once the build has begun. `say` is told which of the two it is; where
    there is `on_built_already` that is called instead if nothing is to be done. Gives the bot as it
    is afterwards: what a build leaves in the folder may change the digest. The build has the
    referee's own environment, as it may need a cache or a proxy, and runs under a supervisor as a
    bot does.
    """
    if bot.build_words is None:
        return bot
    with _stamp_file(bot) as stamp:
        if _is_built(bot, stamp):
            if on_built_already is None:
                say(f"{bot.name} is built already")
            else:
                on_built_already()
            return bot
        # Only now: what is built can play where its tools are gone.
        command = find_command(bot.name, bot.folder, "build", bot.build_words)
        # Compilers are silent for minutes: whoever waits is told where to look.
        shown = shlex.quote(str(log_path))
        say(
            f"building {bot.name}: a first build may take minutes; "
            f"to see what it prints: tail -f {printable(shown)}"
        )
        stamp.write_text("")
        toml = _toml_of(bot)
        await _run_build(bot, command, log_path, time_limit)
        built = _built(bot, toml)
        stamp.write_text(json.dumps({"digest": built.digest, "made": made_folders(bot)}))
    return built


def made_folders(bot: Bot) -> list[str]:
    """The folders in that of the bot which its digest leaves out: its build may have made them."""
    return sorted(name for name in MADE_FOLDERS if (bot.folder / name).is_dir())


def _built(bot: Bot, toml: bytes | None) -> Bot:
    """The bot after a build that ended well; BuildFailed if it cannot be used."""
    name = f"bot {bot.name}"
    if not bot.folder.is_dir():
        end = "the build has removed the bot's folder"
        raise BuildFailed(f"{name}: {end}", end, has_ended_well=True)
    if _toml_of(bot) != toml:
        # What is played is what was read before it: the next run would play another bot.
        end = "the build has changed or removed bot.toml"
        raise BuildFailed(f"{name}: {end}", end, has_ended_well=True)
    try:
        run = find_command(bot.name, bot.folder, "run", bot.run_words)
        return replace(bot, run=run, digest=folder_digest(bot.folder))
    except UserError as problem:
        end = str(problem).removeprefix(f"{name}: ")
        raise BuildFailed(str(problem), end, has_ended_well=True) from None


def _toml_of(bot: Bot) -> bytes | None:
    try:
        return (bot.folder / "bot.toml").read_bytes()
    except OSError:
        return None


def _is_built(bot: Bot, stamp: Path) -> bool:
    # One stamp a folder, for the state that was built last: the folder holds one build only. The
    # digest leaves out what was made, so that must be looked for (a fresh clone has the old path).
    try:
        last: dict[str, Any] = json.loads(stamp.read_text())
        made = all((bot.folder / name).is_dir() for name in last["made"])
        return made and last["digest"] == bot.digest and Path(bot.run[0]).is_file()
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return False


@contextmanager
def _stamp_file(bot: Bot) -> Generator[Path]:
    """The stamp of a bot's folder, held against a second referee that would build there."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(cache) if cache.startswith("/") else Path.home() / ".cache"
    key = hashlib.sha256(os.fsencode(bot.folder)).hexdigest()[:32]
    path = root / "referee-king" / "builds" / f"{key}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_suffix(".lock").open("wb")
    except OSError as problem:
        what = printable(f"cannot write to {path.parent}: {problem.strerror}")
        raise UserError(f"{what}: set XDG_CACHE_HOME to a folder that you may write to") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(
                f"bot {bot.name} is being built by another referee: try again when that is done"
            ) from None
        yield path


async def _run_build(bot: Bot, command: tuple[str, ...], log_path: Path, time_limit: float) -> None:
    log_path.unlink(missing_ok=True)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KING_")}
    async with open_process(
        command,
        name=f"the build of bot {bot.name}",
        folder=bot.folder,
        environment=environment,
        stdout_path=log_path,
        stderr_path=log_path,
    ) as process:
        with trio.move_on_after(time_limit) as scope:
            end = str(await process.wait_exit())
        await process.stop(1.0)
    if scope.cancelled_caught:
        end = f"took longer than {time_limit:g} s"
    if end != "exit code 0":
        lines = ends(log_path)
        where = f", see {log_path}" if lines else ": it said nothing"
        text = f"bot {bot.name}: build failed ({end}){where}"
        raise BuildFailed(text, end, lines, is_too_slow=scope.cancelled_caught)
