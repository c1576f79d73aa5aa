"""The viewer in a real browser: low windows, full tables, long names, and paper."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import DESK, PHONE, Open, color
from game_pages import made, page_of, position
from made_games import CLASSIC, SCHEDULE, made_record
from msgspec.structs import replace

from referee.game import Game
from referee.record import GameRecord
from referee.recordfold import fold_record
from referee.viewdata import game_data

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOW = [(640, 450), (844, 390), (667, 375), (390, 580), (1280, 500)]
# What a point of the window shows: the part itself, or another that covers it.
COVERED = """(all) => all.filter((one) => {
  const box = one.getBoundingClientRect();
  return [[.1, .2], [.9, .2], [.5, .5], [.1, .8], [.9, .8]].some(([x, y]) => {
    const [left, top] = [box.left + x * box.width, box.top + y * box.height];
    const there = document.elementFromPoint(left, top);
    return !there || !(one === there || one.contains(there) || there === one.parentElement);
  });
}).map((one) => one.textContent)"""


def named(ruleset_id: str, names: tuple[str, ...]) -> tuple[GameRecord, Game]:
    """A random game of bots with these names."""
    record, game = made(ruleset_id)
    other = replace(record, seating=names)
    return other, fold_record(other, game.ruleset)


def check_trick(page: "Page") -> None:
    """All of the trick is in the window, and the bar does not lie on it."""
    height = page.evaluate("innerHeight")
    bar = page.locator(".steps").bounding_box()
    box = page.locator("#trick").bounding_box()
    assert bar is not None
    assert box is not None
    end = min(bar["y"], height)
    assert box["y"] >= -0.5
    assert box["y"] + box["height"] <= end + 0.5


# On a wide screen the buttons stand below the table, and have to stay under the pointer.
@pytest.mark.parametrize(
    ("way", "width", "height"),
    [*(("keys", *size) for size in LOW), *(("buttons", *size) for size in LOW[:4])],
)
def test_the_trick_is_in_sight_while_one_steps(
    way: str, width: int, height: int, tmp_path: Path, opened: Open
) -> None:
    """In a low window as well, from four to six seats."""
    page = opened("about:blank", width)
    page.set_viewport_size({"width": width, "height": height})
    for ruleset_id in ("portuguese", "symmetric-6"):
        page.goto(page_of(tmp_path, *made(ruleset_id), at="#2.9"))
        for number in range(8):
            if way == "keys":
                page.keyboard.press("ArrowRight")
            else:
                page.click("#card-on")
            assert position(page) == (2, 10 + number)
            check_trick(page)


@pytest.mark.parametrize(("width", "height"), LOW[:4])
def test_only_a_slim_row_stays_in_a_low_window(
    width: int, height: int, tmp_path: Path, opened: Open
) -> None:
    """One row of buttons at the lower edge, no matter how far one has scrolled."""
    faulty = made_record(SCHEDULE[4], ("bob", 3))
    page = opened(page_of(tmp_path, faulty, fold_record(faulty, CLASSIC), at="#2.9"), width)
    assert page.locator("#fault-on").is_visible()
    page.set_viewport_size({"width": width, "height": height})
    for _ in range(2):
        bar = page.locator(".steps").bounding_box()
        assert bar is not None
        assert bar["height"] <= 56
        assert round(bar["y"] + bar["height"]) == height
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.evaluate("scrollBy(0, 40)")
    # Who reads on below the table is not taken back to it.
    page.locator("#sheet").scroll_into_view_if_needed()
    page.keyboard.press("ArrowRight")
    felt = page.locator("#felt").bounding_box()
    assert felt is not None
    assert felt["y"] + felt["height"] < 0


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize(
    "ruleset_id", ["two-handed", "kitty", "portuguese", "symmetric-5", "symmetric-6"]
)
def test_no_card_covers_who_leads_and_who_takes(
    ruleset_id: str, width: int, tmp_path: Path, opened: Open
) -> None:
    """Through whole tricks, with each seat in the lead."""
    record, game = made(ruleset_id)
    steps = game_data(record, game).steps
    seats = game.ruleset.seats
    page = opened(page_of(tmp_path, record, game), width)
    if width == PHONE:
        page.set_viewport_size({"width": PHONE, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    leaders = set[int]()
    for at, step in enumerate(steps):
        if len(leaders) == seats:
            break
        leader = steps[at - seats + 1].seat if step.won else None
        if leader is None or leader in leaders or step.won is None:
            continue
        leaders.add(leader)
        for place in range(at - seats + 1, at + 1):
            page.evaluate(f"go({place})")
            page.locator("#trick").scroll_into_view_if_needed()
            marks = page.locator("#trick .role")
            expected = {"leads", "takes"} if place == at else {"leads"}
            if step.won.taker == leader and place == at:
                expected = {"takes"}
            assert set(marks.all_inner_texts()) == expected
            assert marks.evaluate_all(COVERED) == []
    assert len(leaders) == seats


@pytest.mark.parametrize(("width", "height"), [(DESK, 900), (PHONE, 844), (640, 450), (844, 390)])
def test_a_seat_is_known_by_its_number(
    width: int, height: int, tmp_path: Path, opened: Open
) -> None:
    """However long the names and alike, at the table and beside the points."""
    names = tuple(f"a-bot-with-quite-a-long-name-for-a-bot-{end}" for end in "abcdef")
    page = opened(page_of(tmp_path, *named("symmetric-6", names), at="#4.3"), width)
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("document.querySelector('.steps').style.visibility = 'hidden'")
    for seat, name in enumerate(names):
        own = page.locator(f"[data-seat='{seat}']")
        number = own.locator(".dot")
        assert number.inner_text() == str(seat)
        number.scroll_into_view_if_needed()
        assert number.evaluate_all(COVERED) == []
        assert own.locator(".name").get_attribute("title") == f"seat {seat}, {name}"
        assert (
            page.locator("#sums tbody th").nth(seat).get_attribute("title")
            == f"seat {seat}, {name}"
        )
        for of in (number, own.locator(".name")):
            card, box = own.locator(".card").first.bounding_box(), of.bounding_box()
            assert card is not None
            assert box is not None
            assert box["x"] + box["width"] <= card["x"] or box["y"] + box["height"] <= card["y"]
    assert page.locator("#sheet thead .dot").all_inner_texts() == list("012345")


@pytest.mark.parametrize("ruleset_id", ["symmetric-5", "symmetric-6"])
@pytest.mark.parametrize("width", [PHONE, 640, DESK])
def test_short_names_stay_in_one_line(
    width: int, ruleset_id: str, tmp_path: Path, opened: Open
) -> None:
    """Those of the samples are cut nowhere, nor broken within a word."""
    names = ("counter", "greedy", "ducker", "closer", "random", "first")
    record, game = named(ruleset_id, names[: 5 if ruleset_id.endswith("5") else 6])
    page = opened(page_of(tmp_path, record, game), width)
    page.keyboard.press("End")
    lines = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1
      || one.offsetHeight > 1.6 * parseFloat(getComputedStyle(one).fontSize)
    ).map((one) => one.textContent)"""
    for of in ("#sums .name", "#result .name", "#felt .name"):
        assert page.locator(of).count() == len(record.seating)
        assert page.locator(of).evaluate_all(lines) == [], of


@pytest.mark.parametrize("width", [PHONE, 700, 1024, DESK])
@pytest.mark.parametrize("ruleset_id", ["kitty-4", "portuguese", "symmetric-6"])
def test_no_card_stands_alone_in_a_row(
    ruleset_id: str, width: int, tmp_path: Path, opened: Open
) -> None:
    """A hand that is too long for its place is cut into rows of about the same length."""
    page = opened(page_of(tmp_path, *made(ruleset_id)), width)
    rows = """(all) => all.map((hand) => {
      const cards = [...hand.querySelectorAll(".card")].map((one) => one.offsetTop);
      return [...new Set(cards)].map((top) => cards.filter((one) => one === top).length);
    })"""
    for at in (0, 1, 4, 40, 52, 60):
        page.evaluate(f"go({at})")
        counts = page.locator(".hand").evaluate_all(rows)
        for hand in counts:
            assert not hand or max(hand) - min(hand) <= 2, (at, counts)
            assert len(hand) < 2 or min(hand) > 1, (at, counts)


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_what_is_not_seen_yet_is_explained(width: int, tmp_path: Path, opened: Open) -> None:
    """By a line on the table, which covers nothing, while there are such cards."""
    record, game = made("payback-8")
    steps = game_data(record, game).steps
    at = next(n for n, one in enumerate(steps) if any(one.unseen))
    page = opened(page_of(tmp_path, record, game), width)
    legend = page.locator(".legend")
    assert page.locator(".unseen").count() == legend.count() == 0
    page.evaluate(f"go({at})")
    assert page.locator(".unseen").count()
    assert legend.is_visible()
    assert legend.inner_text() == "gray, dashed: not seen yet"
    for of in ("background-color", "border-style"):
        look = f"(one) => getComputedStyle(one).getPropertyValue('{of}')"
        swatch = page.locator(".swatch").evaluate(look)
        assert swatch == page.locator(".unseen").first.evaluate(look)
    assert page.locator(".legend, .word, .hand .card").evaluate_all(COVERED) == []


@pytest.mark.parametrize("width", [790, DESK])
def test_paper_is_light_and_has_no_buttons(width: int, tmp_path: Path, opened: Open) -> None:
    """Whatever colors were chosen; what is said of the step is printed too."""
    page = opened(page_of(tmp_path, *made("portuguese"), at="#2.9"), width, "dark")
    button = page.locator("#theme")
    while button.inner_text() != "Colors: dark":
        button.click()
    assert sum(color(page, "body", "backgroundColor")) < 3 * 128
    page.emulate_media(media="print", color_scheme="dark")
    for of in ("body", ".panel"):
        assert sum(color(page, of, "backgroundColor")) > 3 * 200, of
    for of in ("#say", ".who b", ".tag", "#decision dd"):
        assert sum(color(page, of, "color")) < 3 * 128, of
    for of in ("#theme", ".steps", "#slider", "#strip", ".view", ".keys"):
        assert not page.locator(of).is_visible(), of
    assert page.locator("#say").is_visible()
    sheet = page.locator("#sheet")
    assert sheet.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1
