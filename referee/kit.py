"""The kits: for each language a folder of files to begin a bot with.

A kit is a folder `kits/LANGUAGE` of files as they shall stand in the bot's own folder, in which
`@NAME@` stands for the bot's name, and beside them a `kit.toml` that says what we must know of it.
The files of the protocol are not among them: they are put into each bot from where they are.
"""

import shutil
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from referee.botfile import NAME_PATTERN, NAME_RULE, complaint, quoted_name

_KITS = Path(__file__).with_name("kits")
_ABOUT = "kit.toml"
_PLACE_OF_NAME = b"@NAME@"
_MADE = ("__pycache__", "node_modules", "target", "build", "dist", ".venv", ".*_cache")
"""What somebody may have made in a kit's folder; it is not a part of the kit."""
_ALIASES = {
    "c++": "cpp",
    "cxx": "cpp",
    "golang": "go",
    "js": "javascript",
    "node": "javascript",
    "py": "python",
    "python3": "python",
    "rs": "rust",
    "ts": "typescript",
}
"""Other words for languages."""


@dataclass(frozen=True, slots=True)
class Kit:
    """The kit of one language."""

    language: str
    """As on the command line, and the name of the folder."""
    title: str
    """As people write it."""
    strategy: str
    """The file in which an author changes how the bot plays."""
    needs: tuple[str, ...]
    """The programs that must be in PATH to build and run it."""
    has_stubs: bool
    """Whether the bot is given the protocol as Python code too, in `king/v1`."""


def kit_languages() -> list[str]:
    """The languages that there is a kit for."""
    return sorted(path.parent.name for path in _KITS.glob(f"*/{_ABOUT}"))


def load_kit(language: str) -> Kit:
    """The kit of a language, however it is written; UserError with those that there are."""
    languages = kit_languages()
    if language.lower() not in (*languages, *_ALIASES):
        raise complaint(f"there is no kit for {language!r}: there are {', '.join(languages)}")
    language = _ALIASES.get(language.lower(), language.lower())
    data = tomllib.loads((_KITS / language / _ABOUT).read_text("utf-8"))
    return Kit(language, data["title"], data["strategy"], tuple(data["needs"]), data["stubs"])


def write_kit(kit: Kit, name: str, folder: Path) -> None:
    """Makes the folder of a new bot; UserError if the name will not do or the folder is in use."""
    if not NAME_PATTERN.fullmatch(name):
        raise complaint(f"the name {quoted_name(name)} will not do: a name {NAME_RULE}")
    if folder.is_symlink() or folder.exists():
        if not folder.is_dir():
            raise complaint(f"{folder} is there already, and is not a folder: choose another name")
        if any(folder.iterdir()):
            raise complaint(f"{folder} is there already, and is not empty: choose another name")
    source = _KITS / kit.language
    shutil.copytree(
        source, folder, ignore=shutil.ignore_patterns(_ABOUT, *_MADE), dirs_exist_ok=True
    )
    for path in folder.rglob("*"):
        if path.is_file():
            path.chmod(path.stat().st_mode | 0o200)  # the package may be installed read-only
            content = path.read_bytes()
            if _PLACE_OF_NAME in content:
                path.write_bytes(content.replace(_PLACE_OF_NAME, name.encode()))
    _copy("*.proto", folder / "proto" / "king" / "v1")
    if kit.has_stubs:
        for pattern in ("__init__.py", "*_pb2*.py", "*_pb2.pyi"):
            _copy(pattern, folder / "king" / "v1")
        # Without it our own `king` would be found first, where the referee is installed.
        (folder / "king" / "__init__.py").touch()


def _copy(pattern: str, folder: Path) -> None:
    """Copies files of the protocol; ours stand beside the code that is made from them."""
    folder.mkdir(parents=True, exist_ok=True)
    spec = find_spec("king.v1")
    for place in (spec and spec.submodule_search_locations) or ():
        for path in sorted(Path(place).glob(pattern)):
            (folder / path.name).write_bytes(path.read_bytes())
