"""The page that shows a game: one HTML file that holds all it needs and fetches nothing."""

import base64
import hashlib
import stat
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from referee.errors import UserError
from referee.files import disk_errors, write_whole
from referee.printable import printable
from referee.record import GameRecord
from referee.recordsource import Source, checked_game
from referee.viewdata import GameData, data_json, game_data

_FOLDER = Path(__file__).with_name("viewer")
_STYLES = ("base.css", "game.css")
_SCRIPTS = ("state.js", "words.js", "table.js", "panels.js", "address.js", "control.js")
_MARK = b'<meta name="generator" content="referee">'
"""How a page of ours is known; it stands within the first bytes of the file."""
_MARK_WITHIN = 1024
# A browser reads the data up to the first `</script`; the others end a line of JavaScript.
_HARMFUL = str.maketrans({one: f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"})


def seen_game(source: Source, record: GameRecord, seat: int | None = None) -> GameData:
    """A game to be shown, whole or as a seat saw it.

    RecordError if it does not come out right, UserError if it has no such seat.
    """
    game = checked_game(source, record)
    seats = len(record.seating)
    if seat is not None and not 0 <= seat < seats:
        where = f"game {record.game_id} has seats 0 to {seats - 1}"
        raise UserError(printable(f"there is no seat {seat}: {where}"))
    control = source.manifest.limits.time_control if source.manifest else None
    return game_data(record, game, seat, control)


def write_page(path: Path, data: GameData) -> None:
    """Writes the page of a game, whole or not at all; UserError where something else is."""
    _check_place(path)
    write_whole(path, game_page(data))


def _check_place(path: Path) -> None:
    """UserError if anything but a page of ours would be replaced."""
    with disk_errors("write", path):
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            return
        if not stat.S_ISREG(mode):  # a link as well: renaming would replace it, not its file
            is_not = "no ordinary file"
        else:
            with path.open("rb") as file:
                if _MARK in file.read(_MARK_WITHIN):
                    return
            is_not = "no page of a game"
    there = f"{path} is there already, and is {is_not}: choose another name"
    raise UserError(printable(there))


def game_page(data: GameData, *, is_served: bool = False) -> str:
    """The page of a game; one that is served has a link to the list of all games."""
    css, script = joined(_STYLES), joined(_SCRIPTS)
    return rendered(
        "game.html",
        title=data.game,
        css=css,
        script=script,
        policy=policy(css, script),
        data=embedded(data_json(data)),
        is_served=is_served,
    )


def embedded(json: bytes) -> str:
    """JSON that can stand in a script element, whatever texts are in it."""
    return json.decode().translate(_HARMFUL)


def policy(css: str, script: str = "", form: str = "'none'") -> str:
    """What a page may do: run and look as written here, and nothing else."""
    scripts = f"script-src {_hash(script)}; " if script else ""
    return (
        f"default-src 'none'; style-src {_hash(css)}; {scripts}img-src data:; base-uri 'none'; "
        f"form-action {form}"
    )


@cache
def joined(names: Sequence[str]) -> str:
    """Some files of the viewer as one text."""
    return "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)


def rendered(*templates: str, **values: object) -> str:
    """Templates, one after the other; values are escaped, but where a template says otherwise."""
    import jinja2  # takes its time to load, and only this needs it

    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    return environment.from_string(joined(templates)).render(values)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
