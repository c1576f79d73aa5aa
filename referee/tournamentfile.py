"""A tournament as a TOML file: the bots, and the options of the command line as keys."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from referee.botfile import LISTEN
from referee.errors import UserError
from referee.files import disk_errors
from referee.rulefile import is_path

_PATHS = ("out", "seed-file", "tls-cert", "tls-key", "tls-client-ca")
_NOT_IN_A_FILE = ("resume", "dry-run", "json")


def words_of(path: Path, parameters: Sequence[click.Parameter]) -> list[str]:
    """The words of the command line that a file stands for; UserError names a bad key.

    Paths in it are taken from its own folder.
    """
    with disk_errors("read", path):
        text = path.read_bytes()
    try:
        table = tomllib.loads(text.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: not TOML: {error}") from None
    options = {
        option.opts[0].removeprefix("--"): option
        for option in parameters
        if isinstance(option, click.Option)
    }
    bots = table.pop("bots", None)
    if not isinstance(bots, list) or not all(isinstance(bot, str) for bot in bots) or not bots:
        raise UserError(f"{path}: key `bots`: expected a list of bots, each as on the command line")
    words = [_bot(path, bot) for bot in bots]
    for key, value in table.items():
        if key not in options or key in _NOT_IN_A_FILE:
            known = ", ".join(["bots", *(name for name in options if name not in _NOT_IN_A_FILE)])
            raise UserError(f"{path}: key `{key}` is not known; known: {known}")
        words += _option_words(path, key, options[key], value)
    return words


def _option_words(path: Path, key: str, option: click.Option, value: Any) -> list[str]:
    name = f"--{key}"
    if option.is_flag:
        if not isinstance(value, bool):
            raise UserError(f"{path}: key `{key}`: expected true or false")
        return [name] if value else []
    if key == "set" and isinstance(value, dict):
        value = [f"{one}={setting}" for one, setting in value.items()]
    if option.multiple and isinstance(value, list):
        return [word for one in value for word in (name, str(one))]
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise UserError(f"{path}: key `{key}`: expected a text or a number, as after {name}")
    is_from_here = key in _PATHS or (key == "ruleset" and is_path(str(value)))
    return [name, _from(path, str(value)) if is_from_here and value != "-" else str(value)]


def _bot(path: Path, bot: str) -> str:
    alias, equals, folder = bot.rpartition("=")
    return bot if folder == LISTEN and equals else f"{alias}{equals}{_from(path, folder)}"


def _from(path: Path, other: str) -> str:
    return str(path.parent / other)
