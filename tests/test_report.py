"""The report in a real browser: whole in one file, sortable, right, and fit for a phone."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import DESK, PHONE, Open, Scheme, color, contrast, watched_pages
from made_games import SCHEDULE, made_record
from msgspec.structs import replace
from running import ROOT, Referee, held_ground
from test_leaderboard import MANIFEST

from referee.leaderboard import write_leaderboard
from referee.record import Timing
from referee.report import REPORT_FILE, report_html, write_report
from referee.standings import Standings, standings_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

EVIL = '<b>"cup"</b> & \' {{ 7 * 7 }} </script><script>alert(1)</script>'
COLUMNS = (
    *("Place", "Bot", "Mean score", "± 95 %", "Mean place", "First"),
    *("Rating", "± σ", "Games", "Forfeits", "Faults"),
)


def made_standings() -> Standings:
    """Twelve games of four bots: one is at fault in each and forfeits, times are measured."""
    records = []
    for index in range(SCHEDULE.total):
        record = made_record(SCHEDULE[index], ("dot", 3) if index < 3 else ("cem", 1))
        charged = tuple((900 + index, 250_000, None, 40) for _ in record.deals)
        records.append(replace(record, timing=Timing(charged_us=charged)))
    return standings_of(records, MANIFEST)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament with a name that would do harm if it were not escaped."""
    folder = tmp_path_factory.mktemp("report")
    manifest = replace(MANIFEST, name=EVIL)
    write_leaderboard(folder, made_standings(), manifest)
    write_report(folder, made_standings(), manifest)
    return folder


@pytest.fixture
def opened(browser: "Browser", folder: Path) -> Iterator[Open]:
    """Opens the report; the test fails if anything leaves the page or is complained of."""
    with watched_pages(browser) as open_page:

        def open_report(
            width: int = DESK, scheme: Scheme = "light", path: Path | None = None
        ) -> "Page":
            return open_page((path or folder / REPORT_FILE).as_uri(), width, scheme)

        yield open_report


def column(page: "Page", number: int) -> list[str]:
    """What stands in a column of the standings, from the top."""
    return page.locator(f"#standings tbody tr > :nth-child({number + 1})").all_inner_texts()


def head(page: "Page", name: str) -> "Locator":
    """The head of a column of the standings."""
    return page.locator("#standings thead th").nth(COLUMNS.index(name))


def test_the_page_is_whole_and_names_are_escaped(opened: Open) -> None:
    """The name of the tournament is shown as it was given, and nothing in it is run."""
    page = opened()
    assert page.locator("h1").inner_text() == EVIL
    assert page.title() == f"{EVIL} - King"
    headings = [
        *("Standings", "How sure the standings are", "Rating over the games", "Head to head"),
        *("Differences to the next", "Points in each contract"),
        *("Time used", "Time in numbers", "Faults", "Games to look at"),
    ]
    assert page.locator("h2").all_inner_texts() == headings
    assert page.locator("svg[role=img]").count() == 5
    words = page.locator("dl").inner_text()
    for part in (MANIFEST.commitment, "12 on 3 boards, 3 with a forfeit", "1s a move", "practice"):
        assert part in words


def test_numbers_are_those_of_the_leaderboard(opened: Open, folder: Path) -> None:
    """Each bot's line has what leaderboard.json says, digit for digit."""
    page = opened()
    assert tuple(page.locator("#standings thead th").all_inner_texts()) == COLUMNS
    shown = list(zip(*(column(page, number) for number in range(len(COLUMNS))), strict=True))
    bots = json.loads((folder / "leaderboard.json").read_text())["bots"]
    assert len(bots) == 4
    for bot, line in zip(bots, shown, strict=True):
        place, name, mean, half, mean_place, *_, games, forfeits, faults = line
        assert (int(place), name, int(games)) == (bot["place"], bot["bot"], bot["games"])
        found = (float(mean), float(half), float(mean_place))
        assert found == (bot["mean_score"], bot["half_width_95"], bot["mean_place"])
        assert (int(forfeits), int(faults)) == (bot["forfeits"], sum(bot["faults"].values()))
    assert [bot["forfeits"] for bot in bots if bot["bot"] == "dot"] == [3]


@pytest.mark.parametrize("way", ["click", "Enter", "Space"])
def test_each_column_sorts_both_ways(opened: Open, way: str) -> None:
    """With the mouse or the keyboard; aria-sort says which way, on one head alone."""
    page = opened()
    for number, name in enumerate(COLUMNS):
        button, seen = head(page, name).get_by_role("button"), []
        for _ in range(2):
            if way == "click":
                button.click()
            else:
                button.focus()
                page.keyboard.press(way)
            order = head(page, name).get_attribute("aria-sort")
            texts = column(page, number)
            values: list[Any] = (
                texts if name == "Bot" else [float(text.removesuffix("%")) for text in texts]
            )
            assert values == sorted(values, reverse=order == "descending"), name
            assert page.locator("#standings th[aria-sort]").count() == 1
            seen.append(order)
        assert sorted(map(str, seen)) == ["ascending", "descending"], name


def test_the_keyboard_reaches_every_column(opened: Open) -> None:
    """Tab goes through the heads of the standings from left to right."""
    page = opened()
    head(page, "Place").get_by_role("button").focus()
    for name in COLUMNS[1:]:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == name


def test_what_has_no_number_stays_below(opened: Open, tmp_path: Path) -> None:
    """A dash is neither high nor low, whichever way a column is sorted."""
    some = made_standings()
    rows = tuple(replace(row, score=None) if row.place == 1 else row for row in some.rows)
    path = write_report(tmp_path, replace(some, rows=rows), MANIFEST)
    page = opened(path=path)
    for _ in range(2):
        head(page, "Mean score").get_by_role("button").click()
        assert column(page, COLUMNS.index("Mean score"))[-1] == "-"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_page_fits_its_window(opened: Open, width: int, scheme: Scheme) -> None:
    """Nothing is wider than the window: what does not fit has a scroll bar of its own."""
    page = opened(width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for section in page.locator("section").all():
        box = section.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= width


def test_light_and_dark_are_both_readable(opened: Open) -> None:
    """Words, and those in pictures, stand out from what is behind them as WCAG AA wants."""
    for scheme in ("light", "dark"):
        page = opened(scheme=scheme)
        behind = color(page, "section", "backgroundColor")
        assert (sum(behind) > 3 * 128) is (scheme == "light")
        for of, what in (("section h2", "color"), ("section p", "color"), ("svg text", "fill")):
            assert contrast(color(page, of, what), behind) >= 4.5, (scheme, of)


def test_it_prints_on_paper(opened: Open) -> None:
    """On paper it is light even where the screen is dark, and all of a table is on the sheet."""
    page = opened(794, "dark")  # A4 at 96 pixels an inch
    page.emulate_media(media="print", color_scheme="dark")
    assert color(page, "body", "backgroundColor") == [255, 255, 255]
    assert sum(color(page, "h1", "color")) < 3 * 80
    assert page.evaluate("document.documentElement.scrollWidth") <= 794


def test_a_real_tournament_writes_it_and_the_leaderboard_command_too(
    tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tournament of seven bots ends with a report that is right; it can be had again."""
    monkeypatch.delenv("REFEREE_REPORT")
    samples = ("first", "random", "greedy")
    bots = [f"{name}{n}={ROOT / 'sample_bots' / name}" for name in samples for n in (1, 2)]
    with held_ground(tmp_path) as ground:
        played = ground.run(
            "tournament", *bots, str(ROOT / "sample_bots" / "random"), "--schedule", "balanced",
            "--tables", "7", "--boards", "1", "--seatings", "one", "--seed", "x", "--out", "run",
            "--games-at-once", "16",
        )  # fmt: skip
        assert (played.returncode, played.stderr) == (0, "")
        assert f"{REPORT_FILE} to look at" in played.stdout
        path = tmp_path / "run" / REPORT_FILE
        page = opened(PHONE, "dark", path)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
        written = json.loads((tmp_path / "run" / "leaderboard.json").read_text())
        assert column(page, 1) == [bot["bot"] for bot in written["bots"]]
        path.unlink()
        assert ground.run("leaderboard", "run").returncode == 0
        assert path.exists()
        path.unlink()
        monkeypatch.setenv("REFEREE_REPORT", "no")
        assert ground.run("leaderboard", "run").returncode == 0
        assert not path.exists()
        assert ground.run("verify", "run").returncode == 0


def test_verify_does_not_look_at_it(referee: Referee, run: Path) -> None:
    """A report that is missing or old is nothing that verify looks at."""
    (run / REPORT_FILE).write_text("old")
    assert referee("verify", str(run)).returncode == 0
    (run / REPORT_FILE).unlink()
    assert referee("verify", str(run)).returncode == 0


def test_it_names_no_place_outside_itself() -> None:
    """No address stands in it, and no picture or letter is fetched; it says so to the browser."""
    page = report_html(made_standings(), MANIFEST)
    assert re.findall(r"(?:https?:)?//[\w.]", page) == []
    assert (
        re.findall(r"<(?:link|img|iframe|object)\b(?![^>]*data:,)|@import|@font-face", page) == []
    )
    assert "default-src 'none'" in page
    assert len(page) < 300_000


def test_the_same_standings_give_the_same_page() -> None:
    """Nothing in it depends on the day or on chance."""
    made = made_standings()
    assert report_html(made, MANIFEST) == report_html(made, MANIFEST)


def test_a_tournament_without_games_has_a_page(tmp_path: Path) -> None:
    """Nothing was played, timed or rated: the pictures of that are left out."""
    page = report_html(standings_of([], MANIFEST), MANIFEST)
    assert "Rating over the games" not in page
    assert "Time used" not in page
    assert "0 of 12 on 0 boards" in page
