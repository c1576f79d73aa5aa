"""A bot's folder: what its `bot.toml` says, and the digest that tells whether it has changed."""

import difflib
import hashlib
import os
import re
import shutil
import stat
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.errors import UserError
from referee.printable import printable

NAME_PATTERN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,39}")


def _content(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        # A pipe would hang us, and a device never end.
        raise UserError(f"{path} is not a file that can be read to its end")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise UserError(f"{path} has more than {MOST_BYTES} bytes")
    return content


NAME_RULE = (
    "takes 1 to 40 letters (a to z, A to Z), digits, '.', '_' and '-', "
    "and does not begin with '.' or '-'"
)
_MOST_SHOWN = 50
KEY_PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
MOST_BYTES = 1 << 20
"""No bot.toml is larger."""
LISTEN = "listen"
"""In place of a folder: the author starts the bot himself. Also the digest of such a bot."""
KEYS = ("name", "version", "language", "run", "build", "rulesets", "env")
GIVEN_KEYS = ("HOME", "TMPDIR", "PATH")
"""Variables that the referee sets itself, besides KING_*."""
MADE_FOLDERS = frozenset(
    ("__pycache__", "node_modules", "target", "build", "dist", ".venv"),
)
"""Folders that are made from the rest; `folder_digest` leaves them out, at any depth."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as it takes part: under `name`, started in `folder` by executing `run`."""

    name: str
    folder: Path
    own_name: str
    """The name in bot.toml, which an alias may replace."""
    version: str
    language: str
    run: tuple[str, ...]
    """Ready to execute: begins with an absolute path."""
    run_words: tuple[str, ...]
    """As in bot.toml, without paths of this machine."""
    build_words: tuple[str, ...] | None
    rulesets: tuple[str, ...] | None
    """Ids of the rule sets that it can play; None: it does not say."""
    env: dict[str, str]
    digest: str

    @property
    def is_listening(self) -> bool:
        """True if its author starts it himself: nothing is known of its folder."""
        return self.digest == LISTEN


def read_bot(spec: str) -> Bot:
    """The bot in FOLDER or NAME=FOLDER; a UserError of one line if anything is wrong with it.

    Where there is a `build`, a command in the folder may be missing until that has run.
    NAME=listen is a bot that its author starts himself.
    """
    name, equals, where = spec.partition("=")
    if equals and where == LISTEN:
        return _listening(name)
    alias, folder = split_spec(spec)
    path = folder / "bot.toml"
    try:
        str(folder).encode()
    except UnicodeEncodeError:  # which no JSON could hold
        raise complaint(f"the path {folder} is not UTF-8: give the bot's folder another") from None
    try:
        data = tomllib.loads(_content(path).decode())
    except FileNotFoundError:
        if folder.is_dir():
            raise complaint(f"no bot.toml in {folder}: it tells how to run the bot") from None
        raise complaint(f"no such folder: {folder}") from None
    except NotADirectoryError:
        raise complaint(f"{folder} is not a folder: name the bot's folder") from None
    except OSError as problem:
        raise complaint(f"cannot read {path}: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise complaint(f"{path} is not UTF-8 text: {problem.reason}") from problem
    except (ValueError, RecursionError) as problem:
        raise complaint(f"{path} is not TOML: {problem}") from problem

    table = _Table(path, data)
    own_name = table.text("name")
    if not NAME_PATTERN.fullmatch(own_name):
        raise table.error(f"the name {quoted_name(own_name)} will not do: a name {NAME_RULE}")
    run_words = table.words("run")
    build_words = table.words("build") if "build" in data else None
    name = alias or own_name
    return Bot(
        name=name,
        folder=folder,
        own_name=own_name,
        version=table.text("version"),
        language=table.text("language"),
        run=find_command(name, folder, "run", run_words, may_be_missing=build_words is not None),
        run_words=run_words,
        build_words=build_words,
        rulesets=table.words("rulesets") if "rulesets" in data else None,
        env=table.environment(),
        digest=folder_digest(folder),
    )


def _listening(name: str) -> Bot:
    if not NAME_PATTERN.fullmatch(name):
        shown = quoted_name(name)
        raise complaint(f"the name {shown} of a listening bot will not do: a name {NAME_RULE}")
    return Bot(
        name=name,
        folder=Path(),
        own_name=name,
        version="",
        language="",
        run=(),
        run_words=(),
        build_words=None,
        rulesets=None,
        env={},
        digest=LISTEN,
    )


def quoted_name(name: str) -> str:
    """A name that will not do, in quotes; of a long one the beginning, and how long it is."""
    if len(name) <= _MOST_SHOWN:
        return repr(name)
    return f"{name[:_MOST_SHOWN]!r}... (of {len(name)} characters)"


def complaint(text: str) -> UserError:
    """An error of one line, whatever foreign text is in it."""
    return UserError(printable(text))


def split_spec(spec: str) -> tuple[str | None, Path]:
    """The alias, if there is one, and the absolute folder of a BOT on the command line."""
    alias, equals, folder = spec.partition("=")
    if not equals or os.path.isdir(spec) or "/" in alias:
        alias, folder = "", spec
    elif not NAME_PATTERN.fullmatch(alias):
        # What stands before the folder is not said twice where it is long.
        where = f" in {spec!r}" if len(alias) <= _MOST_SHOWN else f", for {folder},"
        raise complaint(f"the name {quoted_name(alias)}{where} will not do: a name {NAME_RULE}")
    if not folder or "\0" in folder:
        raise complaint(f"no folder in {spec!r}: write FOLDER or NAME=FOLDER")
    return alias or None, Path(os.path.realpath(folder))


class _Table:
    """The top table of a bot.toml, read key by key."""

    def __init__(self, path: Path, data: dict[str, Any]) -> None:
        self.path = path
        self.data = data
        for key in data:
            if key not in KEYS:
                near = difflib.get_close_matches(key.lower(), KEYS, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(KEYS)}"
                raise self.error(f"unknown key {key!r}: {hint}")

    def error(self, what: str) -> UserError:
        return complaint(f"{self.path}: {what}")

    def value(self, key: str) -> Any:
        if key not in self.data:
            raise self.error(f"the key {key!r} is missing")
        return self.data[key]

    def text(self, key: str) -> str:
        value = self.value(key)
        example = f'such as {key} = "{EXAMPLES[key]}"'
        if not isinstance(value, str):
            raise self.error(f"{key!r} must be text, {example}")
        if not value:
            raise self.error(f"{key!r} is empty: write something, {example}")
        if wrong := next((one for one in value if not one.isprintable()), ""):
            raise self.error(f"{key!r} holds {wrong!r}, which cannot be shown: take it out")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        value = self.value(key)
        if not isinstance(value, list) or not value or not all(map(is_word, value)) or not value[0]:
            raise self.error(f"{key!r} must be a list of words, such as {key} = {EXAMPLES[key]}")
        return tuple(value)

    def environment(self) -> dict[str, str]:
        value = self.data.get("env", {})
        if not isinstance(value, dict):
            raise self.error("'env' must be a table, such as [env] and then KEY = \"value\"")
        for key, content in value.items():
            if not KEY_PATTERN.fullmatch(key):
                raise self.error(f"the key {key!r} in 'env' is not a name of a variable")
            if key.startswith("KING_") or key in GIVEN_KEYS:
                raise self.error(f"{key!r} in 'env' is set by the referee: leave it out")
            if not is_word(content):
                raise self.error(f"{key!r} in 'env' must be text, such as {key} = \"1\"")
        return dict(value)


EXAMPLES = {
    "name": "my-bot",
    "version": "1.0",
    "language": "Python",
    "run": '["python", "bot.py"]',
    "build": '["make"]',
    "rulesets": '["classic"]',
}


def is_word(value: object) -> bool:
    """Whether a value can be an argument or a variable of a process."""
    return isinstance(value, str) and "\0" not in value


def find_command(
    name: str, folder: Path, key: str, words: Sequence[str], *, may_be_missing: bool = False
) -> tuple[str, ...]:
    """The words of a command with the path of its program in front, or a UserError.

    `python` is the referee's own interpreter, a word with a slash is relative to the folder, any
    other is looked for in PATH.
    """
    program, *rest = words
    if program == "python":
        found: str | None = sys.executable
    elif "/" in program:
        path = os.path.normpath(folder / program)
        found = path if may_be_missing or os.path.isfile(path) else None
    else:
        found = shutil.which(program)
    if not found:
        where = f"`{key}` in {folder / 'bot.toml'}"
        if "/" in program:
            raise complaint(f"bot {name}: command {program!r} not found: correct {where}")
        raise complaint(
            f"{program} is not installed: bot {name} needs it; install it or correct {where}"
        )
    return (os.path.abspath(found), *rest)


def check_names(bots: Sequence[Bot]) -> None:
    """UserError if two bots of a tournament bear the same name."""
    seen: dict[str, Bot] = {}
    for bot in bots:
        if bot.name in seen:
            raise complaint(
                f"two bots are named {bot.name!r}: give one of them another name, "
                f"as in {bot.name[:38]}-2={bot.folder}"
            )
        seen[bot.name] = bot


def folder_digest(folder: Path) -> str:
    """The SHA-256, in hex, of what a bot's folder holds.

    It is taken over a line for each file below the folder, in the order of the paths as bytes:
    kind, space, SHA-256 of the content in hex, space, path from the folder with `/`, and a NUL
    byte. Kinds are `f` plain file, `x` file that its owner may execute, `l` symbolic link (its
    content is the text of the link, which is not followed) and `o` anything else (no content).
    Folders do not count as such. Left out are `.git`, files named `*.pyc`, and folders named
    `__pycache__ node_modules target build dist .venv`, at any depth. UserError if something
    cannot be read.
    """
    try:
        lines = sorted(_digest_lines(os.fsencode(folder), b""))
    except OSError as problem:
        where = os.fsdecode(problem.filename)
        raise complaint(f"cannot read {where}: {problem.strerror}") from problem
    digest = hashlib.sha256()
    for path, kind, content in lines:
        digest.update(b"%s %s %s\0" % (kind, content, path))
    return digest.hexdigest()


def _digest_lines(folder: bytes, prefix: bytes) -> list[tuple[bytes, bytes, bytes]]:
    lines = []
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name == b".git" or name.endswith(b".pyc"):
                continue
            path = prefix + name
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                if os.fsdecode(name) not in MADE_FOLDERS:
                    lines += _digest_lines(entry.path, path + b"/")
                continue
            content = hashlib.sha256()
            kind = b"o"
            if stat.S_ISLNK(mode):
                kind = b"l"
                content.update(os.readlink(entry.path))
            elif stat.S_ISREG(mode):
                kind = b"x" if mode & stat.S_IXUSR else b"f"
                with open(entry.path, "rb") as file:
                    content = hashlib.file_digest(file, "sha256")
            lines.append((path, kind, content.hexdigest().encode()))
    return lines
