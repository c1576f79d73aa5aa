"""The pages of `referee view`: the list of games, a game, and the report; each made when asked."""

import threading
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from referee.errors import UserError
from referee.files import disk_errors
from referee.gameindex import GameIndex, Listed, Order, Wanted
from referee.printable import printable
from referee.record import GameRecord, RecordError
from referee.recordsource import Source, find_record, open_source
from referee.report import REPORT_FILE
from referee.viewpage import game_page, joined, policy, rendered, seen_game

_ON_A_PAGE = 50
_ORDERS = (
    (Order.PLAYED, "as they stand in the file"),
    (Order.WORST, "worst first"),
    (Order.BEST, "best first"),
)


class Answer(NamedTuple):
    """What a browser gets."""

    status: int
    body: bytes


class Site:
    """The pages over one source, UserError if it cannot be read; several threads may ask."""

    def __init__(self, path: Path) -> None:
        self._path = path
        source = open_source(path)
        with disk_errors("read", source.path), source.path.open("rb"):
            pass  # what cannot be read is told before anything is served
        self._index = GameIndex(source.path)
        self._lock = threading.Lock()

    def warm_up(self) -> None:
        """Reads the file through, so that the list is there when it is asked for."""
        with self._lock:
            self._index.refresh()

    def answer(self, target: str) -> Answer:
        """The page at an address such as `/game/t1-b1-r0`; a page that says so if there is none."""
        try:
            url = urlsplit(target)
            query = parse_qs(url.query, keep_blank_values=True, max_num_fields=20)
        except ValueError:
            return _message(400, "No such page", "The address cannot be read.")
        try:
            if url.path == "/":
                return self._games({name: found[0] for name, found in query.items()})
            if url.path == "/report":
                return self._report()
            if url.path.startswith("/game/"):
                return self._game(unquote(url.path.removeprefix("/game/")), query.get("seat", []))
        except UserError as error:
            return _message(422, "This cannot be shown", str(error))
        return _message(404, "No such page", "There are the list of games, and the games in it.")

    def _games(self, values: dict[str, str]) -> Answer:
        wanted = _wanted(values)
        manifest = open_source(self._path).manifest
        with self._lock:
            self._index.refresh()
            places = self._index.found(wanted)
            pages = max(1, -(-len(places) // _ON_A_PAGE))
            page = min(max(_number(values.get("page")) or 1, 1), pages)
            first = (page - 1) * _ON_A_PAGE
            games = [self._index.listed(one) for one in places[first : first + _ON_A_PAGE]]
            total, bad, players = len(self._index), self._index.bad_lines[:3], self._index.players
        words = {"player": wanted.player, "text": wanted.text, "order": wanted.order.value}
        words |= {"faults": "yes"} if wanted.is_faulty else {}
        is_part = manifest is not None and total < manifest.schedule.games
        so_far = f" of {manifest.schedule.games:,} so far" if manifest and is_part else ""
        return _page(
            200,
            "games.html",
            title=printable(manifest.name if manifest else self._path.name),
            summary=f"{total:,} {'game' if total == 1 else 'games'}{so_far}",
            has_report=self._report_file().is_file(),
            wanted=wanted,
            orders=_ORDERS,
            players=players,
            problems=[f"Line {number} is no record of a game and is left out." for number in bad],
            games=[_row(game, wanted.player) for game in games],
            span=f"{first + 1:,} to {first + len(games):,} of {len(places):,}",
            before=_link(words, page - 1) if page > 1 else "",
            after=_link(words, page + 1) if page < pages else "",
            nothing="No game is like that." if total else "There is no game yet: load this again.",
        )

    def _game(self, game_id: str, seats: list[str]) -> Answer:
        name = printable(game_id)
        number = None
        if seats:
            number = _number(seats[0]) if len(seats) == 1 else None
            if number is None:
                return _message(404, "No such seat", "An address names one seat, as in ?seat=0.")
        source = open_source(self._path)
        record = self._record(source, game_id)
        if record is None:
            return _message(404, "No such game", f"There is no game {name} in {source.path.name}.")
        try:
            data = seen_game(source, record, number)
        except RecordError as error:
            return _message(422, "This game does not come out right", printable(str(error)))
        return Answer(200, game_page(data, is_served=True).encode())

    def _record(self, source: Source, game_id: str) -> GameRecord | None:
        """The record of a game, by the quickest way there is; None if it is not there."""
        if self._lock.locked():  # the file is being read through: do not wait for that
            record = self._index.record(game_id) or find_record(source, game_id, is_reading=False)
            if record is not None:
                return record
        with self._lock:
            self._index.refresh()
            record, is_lacking = self._index.record(game_id), self._index.lacks(game_id)
        # If it must be there and is not, the search line by line says what is wrong with it.
        return record if record or is_lacking else find_record(source, game_id)

    def _report(self) -> Answer:
        path = self._report_file()
        if not path.is_file():
            text = f"No report is there: `referee leaderboard {self._path}` writes it."
            return _message(404, "No report", printable(text))
        with disk_errors("read", path):
            return Answer(200, path.read_bytes())

    def _report_file(self) -> Path:
        return (self._path if self._path.is_dir() else self._path.parent) / REPORT_FILE


def _wanted(values: dict[str, str]) -> Wanted:
    """What is looked for; texts as the list shows them."""
    order = values.get("order", "")
    return Wanted(
        player=printable(values.get("player", "").strip()),
        text=printable(values.get("text", "").strip()),
        is_faulty=bool(values.get("faults")),
        order=Order(order) if order in list(Order) else Order.PLAYED,
    )


def _number(text: str | None) -> int | None:
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) < 10
    return int(text) if text is not None and is_number else None


def _row(game: Listed, player: str) -> dict[str, object]:
    """What a line of the list shows; with a player, the game opens at its seat."""
    names = game.seating
    at = f"#1.1&seat={game.seating.index(player)}" if player in game.seating else ""
    faults = []
    for seat, name in enumerate(names):
        if game.faults[seat] or seat in game.forfeits:
            forfeited = ", forfeited" if seat in game.forfeits else ""
            faults.append(f"{name} {game.faults[seat]}{forfeited}")
    pairs = zip(names, game.points, strict=True)
    return {
        "href": f"/game/{quote(game.game_id, safe='')}{at}",
        "name": printable(game.game_id),
        "seats": [{"name": name, "points": _signed(points)} for name, points in pairs],
        "faults": "; ".join(faults),
    }


def _signed(points: int) -> str:
    return f"{points:+,}".replace("-", "\u2212") if points else "0"


def _link(words: dict[str, str], page: int) -> str:
    return f"/?{urlencode({**words, 'page': str(page)})}"


def _message(status: int, title: str, text: str) -> Answer:
    return _page(status, "message.html", title=title, text=printable(text))


def _page(status: int, template: str, **values: object) -> Answer:
    css = joined(("base.css", "list.css"))
    html = rendered("frame.html", template, css=css, policy=policy(css, form="'self'"), **values)
    return Answer(status, html.encode())
