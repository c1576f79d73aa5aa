"""Rule set files: TOML tables laid over each other by `extends`, `set` and the user's options."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from referee.errors import UserError

Table = dict[str, Any]


def ruleset_ids() -> list[str]:
    """The ids of the rule sets that come with the referee, in alphabetical order."""
    names = (entry.name for entry in _own_files().iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def is_path(id_or_path: str) -> bool:
    """True if the text names a file rather than a rule set that comes with the referee."""
    return id_or_path.endswith(".toml") or "/" in id_or_path


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file with all that it extends: its table, its options, and the contracts of its own."""

    table: Table
    options: dict[str, dict[str, Table]]
    """The overlay of each value of each option."""
    own_contracts: tuple[str, ...]
    own_bans: tuple[str, ...]
    """The contracts that the file itself puts under the heart-lead ban."""


def read_rule_file(id_or_path: str) -> RuleFile:
    """The rule set of that id or path as tables; a UserError names what cannot be read."""
    table, options = _extended(id_or_path, ())
    own = _parsed(id_or_path)
    contracts, bans = own.get("contracts", {}), own.get("heart_ban", [])
    return RuleFile(
        table,
        options,
        tuple(contracts) if isinstance(contracts, dict) else (),
        tuple(one for one in bans if isinstance(one, str)) if isinstance(bans, list) else (),
    )


def overlaid(
    id_or_path: str, table: Table, options: dict[str, dict[str, Table]], settings: Mapping[str, Any]
) -> Table:
    """The table with options set, in the order in which they are declared.

    An option or value that is not there is a UserError that lists what there is.
    """
    for name, value in settings.items():
        if name not in options:
            known = ", ".join(options) or "none"
            raise UserError(f"rule set {id_or_path} has no option {name!r}; options: {known}")
        if value not in options[name]:
            known = ", ".join(options[name])
            raise UserError(
                f"rule set {id_or_path}: option {name} cannot be {value!r}; values: {known}"
            )
    for name, values in options.items():
        if name in settings:
            table = merged(table, values[settings[name]])
    return table


def parse_settings(words: Sequence[str]) -> dict[str, str]:
    """The options in words such as `boys=KJ`; UserError for one that is not of that form."""
    settings = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise UserError(f"--set {word!r}: write KEY=VALUE")
        if key in settings:
            raise UserError(f"--set {key} stands twice")
        settings[key] = value
    return settings


def merged(under: Table, over: Table) -> Table:
    """A table in which tables are merged key by key and everything else is replaced."""
    result = dict(under)
    for key, value in over.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            value = merged(old, value)
        result[key] = value
    return result


def _own_files() -> Traversable:
    return resources.files("referee") / "rulesets"


def _extended(id_or_path: str, below: tuple[str, ...]) -> tuple[Table, dict[str, dict[str, Table]]]:
    """Table and options of one file on top of the one that it extends, its `set` applied."""
    if id_or_path in below:
        raise UserError(f"rule set {below[0]}: extends itself by way of {id_or_path}")
    own = _parsed(id_or_path)
    parent = own.pop("extends", None)
    settings = own.pop("set", {})
    options = own.pop("options", {})
    _check_options(id_or_path, options)
    if not isinstance(settings, dict):
        raise UserError(f"rule set {id_or_path}: key `set`: expected a table of options")
    if parent is None:
        if settings:
            raise UserError(f"rule set {id_or_path}: key `set` sets options of what it extends")
        return own, options
    if not isinstance(parent, str):
        raise UserError(f"rule set {id_or_path}: key `extends`: expected an id or a path")
    if is_path(parent):
        parent = str(Path(id_or_path).parent / parent)
    table, inherited = _extended(parent, (*below, id_or_path))
    table = overlaid(parent, table, inherited, settings)
    # What a file has set is settled: it is no option of the new rule set.
    left = {name: values for name, values in inherited.items() if name not in settings}
    return merged(table, own), merged(left, options)


def _parsed(id_or_path: str) -> Table:
    text = ""
    try:
        if is_path(id_or_path):
            text = Path(id_or_path).read_text("utf-8")
        elif id_or_path in ruleset_ids():
            text = (_own_files() / f"{id_or_path}.toml").read_text("utf-8")
        else:
            known = ", ".join(ruleset_ids())
            raise UserError(
                f"unknown rule set {id_or_path!r}; known: {known}; or give the path of a .toml file"
            )
        return tomllib.loads(text)
    except OSError as error:
        raise UserError(f"rule set {id_or_path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UserError(f"rule set {id_or_path}: not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        place = f"{error}{_line_of(text, str(error))}"
        raise UserError(f"rule set {id_or_path}: not TOML: {place}") from None


def _line_of(text: str, error: str) -> str:
    """The line that an error names, since it says nothing of the key that stands there."""
    found = re.search(r"at line (\d+)", error)
    lines = text.splitlines()
    number = int(found[1]) if found else 0
    return f": {lines[number - 1].strip()}" if 0 < number <= len(lines) else ""


def _check_options(id_or_path: str, options: object) -> None:
    tables = {"options": options}
    for _ in range(3):  # options, options.NAME, options.NAME.VALUE
        for key, table in tables.items():
            if not isinstance(table, dict):
                raise UserError(f"rule set {id_or_path}: key `{key}`: expected a table")
        tables = {
            f"{key}.{inner}": value
            for key, table in tables.items()
            if isinstance(table, dict)
            for inner, value in table.items()
        }
    assert isinstance(options, dict)
    for name, values in options.items():
        if not name or "=" in name:
            raise UserError(f"rule set {id_or_path}: key `options`: {name!r} is no name to set")
        if not values:
            raise UserError(f"rule set {id_or_path}: key `options.{name}`: it has no values")
