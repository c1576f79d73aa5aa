"""Rule set files: TOML tables laid over each other by `extends`, `set` and the user's options."""

import tomllib
from collections.abc import Mapping
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


def read_table(id_or_path: str, options: Mapping[str, str]) -> Table:
    """The whole table of a rule set with the options laid over it, without loose ends.

    A UserError names what cannot be read, or an option that is not there.
    """
    table = _extended(id_or_path, ())
    declared = _options_of(table, id_or_path)
    for name, value in options.items():
        _check_option(name, value, declared, id_or_path)
    return _overlaid(table, options)


def _own_files() -> Traversable:
    return resources.files("referee") / "rulesets"


def _extended(id_or_path: str, below: tuple[str, ...]) -> Table:
    """The table of one file on top of the one that it extends, its `set` applied."""
    if id_or_path in below:
        raise UserError(f"rule set {below[0]}: extends itself by way of {id_or_path}")
    own = _parsed(id_or_path)
    settings = own.pop("set", {})
    parent = own.pop("extends", None)
    if parent is None:
        if settings:
            raise UserError(f"rule set {id_or_path}: key `set` needs `extends`")
        return own
    if not isinstance(parent, str):
        raise UserError(
            f"rule set {id_or_path}: key `extends` must be the id or path of a rule set"
        )
    if not isinstance(settings, dict):
        raise UserError(f"rule set {id_or_path}: key `set` must be a table of options")
    if is_path(parent) and is_path(id_or_path):
        parent = str(Path(id_or_path).parent / parent)
    table = _extended(parent, (*below, id_or_path))
    declared = _options_of(table, parent)
    for name, value in settings.items():
        _check_option(name, value, declared, parent)
    table = _overlaid(table, settings)
    # What the file has set is settled: it is no option of the new rule set.
    table["options"] = {name: v for name, v in declared.items() if name not in settings}
    return _merged(table, own)


def _parsed(id_or_path: str) -> Table:
    try:
        if is_path(id_or_path):
            return tomllib.loads(Path(id_or_path).read_text("utf-8"))
        if id_or_path not in ruleset_ids():
            known = ", ".join(ruleset_ids())
            raise UserError(
                f"unknown rule set {id_or_path!r}; known: {known}; or give the path of a .toml file"
            )
        return tomllib.loads((_own_files() / f"{id_or_path}.toml").read_text("utf-8"))
    except OSError as error:
        raise UserError(f"rule set {id_or_path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UserError(f"rule set {id_or_path}: not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"rule set {id_or_path}: not TOML: {error}") from None


def _options_of(table: Table, id_or_path: str) -> dict[str, Table]:
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise UserError(f"rule set {id_or_path}: key `options` must be a table")
    for name, values in options.items():
        if not isinstance(values, dict):
            raise UserError(f"rule set {id_or_path}: key `options.{name}` must be a table")
        for value, overlay in values.items():
            if not isinstance(overlay, dict):
                raise UserError(
                    f"rule set {id_or_path}: key `options.{name}.{value}` must be a table"
                )
    return options


def _check_option(name: str, value: object, declared: dict[str, Table], id_or_path: str) -> None:
    if name not in declared:
        known = ", ".join(declared) or "none"
        raise UserError(f"rule set {id_or_path} has no option {name!r}; it has: {known}")
    if value not in declared[name]:
        known = ", ".join(declared[name])
        raise UserError(
            f"rule set {id_or_path}: option {name} cannot be {value!r}; it can be: {known}"
        )


def _overlaid(table: Table, settings: Mapping[str, str]) -> Table:
    """The table with the chosen overlays, in the order in which the options are declared."""
    options = table.get("options", {})
    for name, values in options.items():
        if name in settings:
            table = _merged(table, values[settings[name]])
    return table


def _merged(under: Table, over: Table) -> Table:
    """A table in which tables are merged key by key and everything else is replaced."""
    result = dict(under)
    for key, value in over.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = _merged(old, value) if both else value  # type: ignore[arg-type]
    return result
