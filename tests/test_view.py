"""`referee view`: real servers, read by real clients."""

import http.client
import json
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from browsing import PHONE, watched_pages
from forged import forge
from made_games import SCHEDULE, made_record
from msgspec.structs import replace
from running import Ground, Referee

from referee.errors import RefereeBug
from referee.record import encode_record
from referee.report import REPORT_FILE
from referee.viewserver import ViewServer
from referee.viewsite import Answer, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAME = "t1-b1-r0"
EVIL = "<script>alert(1)</script>&\"'/../%2e"


class Served:
    """A server of the test's own and what it answers."""

    def __init__(self, process: "subprocess.Popen[str] | None", port: int) -> None:
        self.process = process
        self.port = port

    def ask(
        self, path: str, method: str = "GET", host: str | None = None
    ) -> tuple[int, str, http.client.HTTPMessage]:
        """Status, text and head of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        head = {"Host": host} if host is not None else {}
        connection.request(method, path, headers=head)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, answer.headers

    @property
    def home(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(ground: Ground, source: str) -> Iterator[Served]:
    """`referee view` until the end, which Ctrl-C makes, quietly."""
    with ground.start("view", source, "--no-browser") as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.match(r"http://127\.0\.0\.1:(\d+)/ ", line)
            assert found is not None, line
            yield Served(process, int(found[1]))
        finally:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")


@pytest.fixture
def served(ground: Ground, run: Path) -> Iterator[Served]:
    """The finished tournament of the tests, served."""
    with serving(ground, str(run)) as one:
        yield one


def test_the_list_and_its_games_are_served(served: Served, run: Path) -> None:
    """Every game of the record is in the list, with a link that answers; HEAD answers alike."""
    status, text, head = served.ask("/")
    assert (status, head["Content-Type"]) == (200, "text/html; charset=utf-8")
    links = re.findall(r'href="(/game/[^"]+)"', text)
    ids = [json.loads(line)["game_id"] for line in (run / "games.jsonl").read_text().splitlines()]
    assert links == [f"/game/{one}" for one in ids]
    assert "6 games" in text
    for link in links:
        status, page, _ = served.ask(link)
        assert status == 200
        assert f"<title>{link.removeprefix('/game/')} - King</title>" in page
    status, nothing, of_head = served.ask("/", "HEAD")
    assert (status, nothing, of_head["Content-Length"]) == (200, "", head["Content-Length"])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("player=b&faults=yes", ["t1-b1-r0", "t1-b1-r1"]),
        ("player=a&faults=yes", []),
        ("text=b2", ["t1-b2-r0", "t1-b2-r1"]),
        ("player=nobody", []),
        ("page=99999&text=b3", ["t1-b3-r0", "t1-b3-r1"]),
        ("page=no&order=no&text=b3", ["t1-b3-r0", "t1-b3-r1"]),
    ],
)
def test_games_are_searched(served: Served, query: str, expected: list[str]) -> None:
    """By bot, by fault and by name; odd values are as none."""
    status, text, _ = served.ask(f"/?{query}")
    assert status == 200
    assert re.findall(r'href="/game/([^"#]+)', text) == expected
    assert ("No game is like that" in text) is (not expected)


def test_the_worst_games_come_first(served: Served, run: Path) -> None:
    """By the points of the bot that is looked for; its link opens as it saw the game."""
    games = [json.loads(line) for line in (run / "games.jsonl").read_text().splitlines()]
    for order, sign in (("worst", 1), ("best", -1)):
        _, text, _ = served.ask(f"/?player=b&order={order}")
        shown = re.findall(r'href="/game/([^"#]+)#1.1&amp;seat=(\d)"', text)
        own = [
            (sign * game["points"][game["seating"].index("b")], n) for n, game in enumerate(games)
        ]
        ordered = [games[n] for _, n in sorted(own, key=lambda pair: pair[0])]
        points = [g["points"][g["seating"].index("b")] for g in ordered]
        by_id = {game["game_id"]: game for game in games}
        assert [by_id[one]["points"][int(seat)] for one, seat in shown] == points
        assert all(by_id[one]["seating"][int(seat)] == "b" for one, seat in shown)


def test_a_long_list_has_pages(tmp_path: Path) -> None:
    """Fifty games a page, each once, with links back and on."""
    record = made_record(SCHEDULE[0], ("bob", 3))
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(encode_record(replace(record, game_id=f"g{n}")) for n in range(120)))
    site = Site(path)
    assert site.answer("http://[/").status == 400
    seen: list[str] = []
    link, pages = "/?player=bob", 0
    while link:
        text = site.answer(link).body.decode()
        seen += re.findall(r'href="/game/(g\d+)#', text)
        assert "bob 3, forfeited" in text
        assert ('rel="prev"' in text) is (pages > 0)
        found = re.search(r'href="([^"]+)" rel="next"', text)
        link, pages = (found[1].replace("&amp;", "&") if found else ""), pages + 1
    assert (seen, pages) == ([f"g{n}" for n in range(120)], 3)


def test_only_this_machine_may_read(served: Served) -> None:
    """Another name, another method, and paths to files are refused; nothing can be framed."""
    for host in ("evil.example", f"evil.example:{served.port}", "127.0.0.1", "127.0.0.1:1", ""):
        status, text, _ = served.ask("/", host=host)
        assert (status, "game" in text) == (421, False)
    assert served.ask("/", host=f"localhost:{served.port}")[0] == 200
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "FOO"):
        status, text, head = served.ask("/", method)
        assert (status, head["Allow"]) == (405, "GET, HEAD")
    _, _, head = served.ask("/")
    assert head["X-Frame-Options"] == "DENY"
    assert head["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in head


@pytest.mark.parametrize(
    "path",
    [
        *("/tournament.json", "/games.jsonl", "/seed", "/logs/", "/index.html", "/report/"),
        *("/../../etc/passwd", "/game/../tournament.json", "/game/%2e%2e%2ftournament.json"),
        *("/game/", "/game", "/game/t1-b1-r0/", "/report/../seed", "*"),
    ],
)
def test_no_file_can_be_reached(served: Served, path: str) -> None:
    """Any other address is a page that says so, in which nothing of a file stands."""
    status, text, _ = served.ask(path)
    assert status in (400, 404)
    assert "commitment" not in text
    assert "root:" not in text
    assert "No such" in text


def test_what_there_is_not_is_told(served: Served, run: Path) -> None:
    """A game, a seat and a report that are not there; with what to do about the report."""
    assert "There is no game t9-b9-r9 in games.jsonl" in served.ask("/game/t9-b9-r9")[1]
    status, text, _ = served.ask(f"/game/{GAME}?seat=2")
    assert (status, "there is no seat 2" in text) == (422, True)
    for odd in ("seat=x", "seat=", "seat", "seat=0&seat=1", "seat=1&seat=1", "seat=-1", "seat=%0a"):
        assert served.ask(f"/game/{GAME}?{odd}")[0] == 404
    status, text, _ = served.ask("/report")
    assert (status, f"referee leaderboard {run}" in text) == (404, True)
    assert "/report" not in served.ask("/")[1]
    (run / REPORT_FILE).write_text("<p>the report</p>")
    assert served.ask("/report")[:2] == (200, "<p>the report</p>")
    assert 'href="/report"' in served.ask("/")[1]


def test_a_game_as_a_seat_saw_it_is_served(served: Served, run: Path) -> None:
    """With a seat in the address the page has that seat's data alone."""
    _, page, _ = served.ask(f"/game/{GAME}?seat=1")
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page)[0])
    assert data["seat"] == 1
    assert all(step["hands"][0] is None for step in data["steps"])


def test_a_record_that_is_not_right_has_a_page_that_says_so(served: Served, run: Path) -> None:
    """The others are shown as before."""
    forge(run, lambda game: game["points"].reverse(), "t1-b2-r1")
    status, text, _ = served.ask("/game/t1-b2-r1")
    assert status == 422
    assert "This game does not come out right" in text
    assert "t1-b2-r1: points is [" in text
    assert served.ask(f"/game/{GAME}")[0] == 200
    path = run / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], b"no record\n", *lines[2:]]))
    status, text, _ = served.ask("/")
    assert (status, "Line 2 is no record" in text) == (200, True)
    (run / "tournament.json").write_text("{}")
    status, text, _ = served.ask(f"/game/{GAME}")
    assert (status, "tournament.json" in text) == (422, True)


def test_a_file_that_grows_is_followed(ground: Ground, run: Path) -> None:
    """A game is there as soon as its line is whole; a file put into order is read anew."""
    path = run / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[5] + lines[2][:400])
    with serving(ground, str(run)) as served:
        assert "1 game of 6 so far" in served.ask("/")[1]
        with path.open("ab") as file:
            file.write(lines[2][400:] + lines[0])
        assert "3 games of 6 so far" in served.ask("/")[1]
        assert served.ask(f"/game/{json.loads(lines[2])['game_id']}")[0] == 200
        new = run / "new"
        new.write_bytes(b"".join(lines))
        new.replace(path)
        for line in lines:
            assert served.ask(f"/game/{json.loads(line)['game_id']}")[0] == 200
        assert "6 games" in served.ask("/")[1]


def test_a_port_in_use_is_told(ground: Ground, served: Served, run: Path) -> None:
    """In one line that says what to do."""
    done = ground.run("view", str(run), "--port", str(served.port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"referee: port {served.port} is in use: name another one with --port, or leave --port "
        "out\n"
    )


def test_sources_that_hold_nothing_are_refused(ground: Ground, tmp_path: Path) -> None:
    """At once, as by the other commands."""
    for words, said in (
        (["nowhere"], "No such file"),
        (["."], "holds no tournament"),
        ([".", "--port", "70000"], "--port"),
    ):
        done = ground.run("view", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_names_of_others_do_no_harm_in_the_list(tmp_path: Path) -> None:
    """Names of games and bots are escaped, and a game of any name can be opened."""
    record = made_record(SCHEDULE[0])
    evil = replace(record, game_id=EVIL, seating=(EVIL, *record.seating[1:]))
    path = tmp_path / "games.jsonl"
    path.write_bytes(encode_record(evil))
    site = Site(path)
    text = site.answer("/?text=%3Cscript%3Ealert&player=%22%3E%3Cscript%3E").body.decode()
    assert "<script" not in text
    text = site.answer("/").body.decode()
    assert "<script" not in text
    (href,) = re.findall(r'href="(/game/[^"]+)"', text)
    page = site.answer(href)
    assert page.status == 200
    assert "alert(1)</script>" not in page.body.decode().split("<body>")[0]


def test_names_in_the_list_are_printable(tmp_path: Path) -> None:
    """Nothing turns the writing around or ends a line; the bot is found as it is shown."""
    record = made_record(SCHEDULE[0])
    odd = replace(record, game_id="g\u202e1", seating=("e\x1b\nvil\u2066", *record.seating[1:]))
    path = tmp_path / "ga\u202emes.jsonl"
    path.write_bytes(encode_record(record) + encode_record(odd))
    site = Site(path)
    query = urlencode({"player": "e\\x1b\\nvil\\u2066", "text": "g\\u202e"})
    for address in ("/", f"/?{query}", "/?player=e%1b%0avil%e2%81%a6", "/?text=%e2%80%ae"):
        text = site.answer(address).body.decode()
        assert all(one.isprintable() for one in text.replace("\n", "")), address
        assert ("g\\u202e1</a>" in text, "e\\x1b\\nvil\\u2066" in text) == (True, True)
    page = site.answer("/game/g%E2%80%AE1")
    assert page.status == 200
    assert "\u202e" not in page.body.decode()
    assert "\u202e" not in site.answer("/game/%E2%80%AE").body.decode()


def test_numbers_of_any_size_are_shown(tmp_path: Path, referee: Referee) -> None:
    """A bare file may say anything of table, board and rotation; nobody has checked it."""
    plain = json.loads(encode_record(made_record(SCHEDULE[0])))
    plain |= {"table": 10**30, "board": -(10**30), "rotation": 10**30}
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(plain) + "\n")
    site = Site(path)
    assert "1 game" in site.answer("/").body.decode()
    page = site.answer(f"/game/{plain['game_id']}")
    assert (page.status, str(10**30) in page.body.decode()) == (200, True)
    out = tmp_path / "game.html"
    assert referee("replay", str(path), "--html", str(out)).returncode == 0
    assert str(10**30) in out.read_text()


def test_many_clients_may_wait(run: Path) -> None:
    """A burst of connections is taken at once, before any is answered."""
    server = ViewServer(Site(run), 0)
    clients = []
    try:
        for _ in range(40):
            clients.append(socket.create_connection(("127.0.0.1", server.server_port), timeout=0.5))
    finally:
        for client in clients:
            client.close()
        server.server_close()


class BrokenSite(Site):
    """One in which something of ours goes wrong."""

    def answer(self, target: str) -> Answer:
        """No page."""
        raise RefereeBug(f"cannot happen at {target}")


def test_a_bug_of_ours_ends_the_server(run: Path) -> None:
    """Loudly: it is raised where the server was started, and the command then exits with 70."""
    server = ViewServer(BrokenSite(run), 0)
    served = Served(None, server.server_port)

    def ask() -> None:
        with suppress(http.client.HTTPException, OSError):
            served.ask("/")

    client = threading.Thread(target=ask)
    client.start()
    with pytest.raises(RefereeBug, match="cannot happen at /"):
        server.serve()
    client.join()


# In a browser.


def test_from_the_report_to_a_game_and_back(
    browser: "Browser", served: Served, run: Path, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report has links to each bot's worst and best games, which open at the bot's seat."""
    monkeypatch.delenv("REFEREE_REPORT")
    assert referee("leaderboard", str(run)).returncode == 0
    with watched_pages(browser, served.home) as opened:
        page = opened(f"{served.home}/")
        page.get_by_label("Bot").fill("b")
        page.get_by_label("Order").select_option("worst")
        page.get_by_role("button", name="Search").click()
        assert page.locator("tbody tr").count() == 6
        worst = page.locator("tbody a").first.inner_text()
        page.goto(f"{served.home}/report")
        assert "referee view" not in page.locator("#games p").inner_text()
        link = page.locator("#games tr", has=page.locator("th", has_text=re.compile("^b$")))
        link.locator("td").first.locator("a").first.click()
        assert page.locator("h1").inner_text() == f"Game {worst}"
        assert page.locator("#seat option:checked").inner_text().endswith(", b")
        page.get_by_role("link", name="All games").click()
        assert page.locator("tbody tr").count() == 6
        narrow = opened(f"{served.home}/?player=b", PHONE, "dark")
        assert narrow.evaluate("document.documentElement.scrollWidth") == PHONE
        # As a file it has no links that lead nowhere, and says which command to run.
        plain = opened((run / REPORT_FILE).as_uri())
        assert plain.locator("#games a[href]").count() == 0
        assert "referee view DIR" in plain.locator("#games p").inner_text()
