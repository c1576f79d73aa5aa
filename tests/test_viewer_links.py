"""The viewer in a real browser: links that lead nowhere, and what is heard of views and buttons."""

from pathlib import Path

import pytest
from browsing import PHONE, Open
from game_pages import duel, made, page_of, position, wait_for_address

from referee.viewdata import game_data


@pytest.mark.parametrize(
    ("at", "there", "seat", "words"),
    [
        ("#99.1", (14, 1), "", "There is no deal 99: this is deal 14 of 14."),
        ("#0.1", (1, 1), "", "There is no deal 0: this is deal 1 of 14."),
        (
            "#3.999&seat=1",
            (3, 32),
            "1",
            "There is no decision 999 in deal 3: this is decision 32 of 32.",
        ),
        ("#3.4&seat=9", (3, 4), "", "There is no seat 9, but 0 to 3: all hands are open."),
        ("#3.4&seat=x", (3, 4), "", "The address names no seat by \u201cseat=x\u201d."),
        (
            "#abc&seat=2",
            (1, 1),
            "2",
            "The address says \u201cabc\u201d, which is no deal and decision such as 3.14.",
        ),
        ("#3.4&seat=2", (3, 4), "2", ""),
        ("#seat=2", (1, 1), "2", ""),
        ("#3", (3, 1), "", ""),
        ("", (1, 1), "", ""),
    ],
)
def test_a_link_that_leads_nowhere_says_so(
    at: str, there: tuple[int, int], seat: str, words: str, tmp_path: Path, opened: Open
) -> None:
    """In a line that is seen and heard; what is right in it holds. The next step takes it away."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game, at=at), PHONE)
    line = page.locator("#amiss")
    assert position(page) == there
    assert page.locator("#seat").input_value() == seat
    assert line.inner_text() == words
    assert line.is_visible() is bool(words)
    assert line.get_attribute("aria-live") == "polite"
    wait_for_address(page, f"#{there[0]}.{there[1]}{f'&seat={seat}' if seat else ''}")
    assert line.inner_text() == words
    page.keyboard.press("ArrowLeft" if there[1] > 1 else "ArrowRight")
    assert line.inner_text() == ""


def test_a_changed_address_is_looked_at_as_well(tmp_path: Path, opened: Open) -> None:
    """In a page that is open; long nonsense is shortened, and shown as the text that it is."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game))
    line = page.locator("#amiss")
    for odd, shown in (
        ("#<b>x</b>", "<b>x</b>"),
        (f"#{'9' * 400}.1", f"{'9' * 40}\u2026"),
    ):
        page.evaluate("(hash) => { location.hash = hash; }", odd)
        page.wait_for_function("() => document.getElementById('amiss').textContent !== ''")
        assert line.locator("b").count() == 0
        text = line.inner_text().replace("%3C", "<").replace("%3E", ">")
        assert f"\u201c{shown}\u201d" in text
        page.keyboard.press("v")
        assert line.inner_text() == ""
    alone = opened(page_of(tmp_path, record, game, 1, at="#2.3&seat=0"))
    assert position(alone) == (2, 3)
    words = "This page shows only what seat 1 saw, and not seat 0."
    assert alone.locator("#amiss").inner_text() == words


def test_one_step_back_in_the_history_leaves_the_game(tmp_path: Path, opened: Open) -> None:
    """As docs/viewer.md says: steps write the address, and no history."""
    page = opened("about:blank")
    page.goto(page_of(tmp_path, *duel(tmp_path)))
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    wait_for_address(page, "#1.6")
    page.go_back()
    assert page.url == "about:blank"


def test_a_view_is_said_by_its_name(tmp_path: Path, opened: Open) -> None:
    """By key and by choice; the next step speaks of the step alone."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game, at="#2.3"))
    say = page.locator("#say")
    step = say.inner_text()
    for seat, name in enumerate(record.seating):
        page.keyboard.press("v")
        assert say.inner_text() == f"Seen by {name}, seat {seat}. {step}"
    page.keyboard.press("v")
    assert say.inner_text() == f"All hands open. {step}"
    page.locator("#seat").select_option("2")
    assert say.inner_text() == f"Seen by {record.seating[2]}, seat 2. {step}"
    page.locator("#slider").fill("40")
    assert "Seen by" not in say.inner_text()


def test_a_button_keeps_the_focus_where_it_has_no_effect(tmp_path: Path, opened: Open) -> None:
    """At both ends of the game; it is said to be without effect, and looks it."""
    record, game = duel(tmp_path)
    page = opened(page_of(tmp_path, record, game, at="#1.2"))
    for size in ("card", "trick", "deal"):
        for way in ("back", "on"):
            page.keyboard.press("Home" if way == "back" else "End")
            page.keyboard.press("ArrowRight" if way == "back" else "ArrowLeft")
            button = page.locator(f"#{size}-{way}")
            button.focus()
            is_live = button.evaluate("(one) => getComputedStyle(one).opacity")
            page.keyboard.press("Enter")
            there = position(page)
            assert button.get_attribute("aria-disabled") == "true", (size, way)
            assert button.evaluate("(one) => document.activeElement === one")
            assert button.evaluate("(one) => getComputedStyle(one).opacity") < is_live
            page.keyboard.press("Enter")
            assert position(page) == there
    assert page.locator("button[disabled]").count() == 0


def test_tables_have_heads_and_what_was_chosen_is_said(tmp_path: Path, opened: Open) -> None:
    """For a reader: each number has its seat and its deal, a chosen card and a bid the word."""
    record, game = made("portuguese")
    page = opened(page_of(tmp_path, record, game))
    sheet = page.get_by_role("group", name="Points by deal")
    heads = sheet.get_by_role("columnheader")
    assert heads.count() == 5
    for seat, name in enumerate(record.seating):
        text = heads.nth(seat + 1).evaluate("(one) => one.textContent")
        assert text == f"Seat {seat} {name}"
    assert sheet.get_by_role("rowheader").count() == 1
    assert page.locator("#sums").get_by_role("columnheader").count() == 4
    assert page.locator("#sums").get_by_role("rowheader").count() == 4
    chosen = page.locator("#decision .chosen .hidden", has_text="chosen")
    kinds = {}
    for at, step in enumerate(game_data(record, game).steps):
        if step.kind not in kinds and step.legal and len(step.legal) > 1:
            kinds[step.kind] = at
    assert len(kinds) > 1
    for kind, at in kinds.items():
        page.evaluate(f"go({at})")
        assert chosen.count() == 1, kind
