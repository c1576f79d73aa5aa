"""The viewer in a real browser: how a game ended, and what a forfeit made of it."""

from pathlib import Path

import pytest
from browsing import PHONE, Open
from game_pages import MINUS, made, page_of
from made_games import CLASSIC, SCHEDULE, made_record

from referee.game import Game
from referee.record import GameRecord
from referee.recordfold import fold_record


def shown(points: int) -> str:
    """Points as the page writes them."""
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


def forfeited() -> tuple[GameRecord, Game]:
    """A game in which a seat did not come last by its points, but by its forfeit."""
    record = made_record(SCHEDULE[4], ("bob", 3))
    (forfeit,) = record.forfeits
    assert record.points[forfeit.seat] > record.score[forfeit.seat]
    return record, fold_record(record, CLASSIC)


@pytest.mark.parametrize("view", [None, 0, 2])
def test_the_end_has_places_and_what_a_forfeit_made_of_the_score(
    view: int | None, tmp_path: Path, opened: Open
) -> None:
    """Every seat is told how a game ended; where another was forfeited is not in its file."""
    record, game = forfeited()
    (forfeit,) = record.forfeits
    page = opened(page_of(tmp_path, record, game, view, "#14.31"))
    panel = page.locator("#result-panel")
    assert not panel.is_visible()
    page.keyboard.press("End")
    assert panel.locator("thead th").all_inner_texts() == ["Place", "Bot", "Points", "Score"]
    rows = panel.locator("tbody tr").all()
    order = sorted(range(4), key=lambda seat: record.places[seat])
    for row, seat in zip(rows, order, strict=True):
        place, points, score = row.locator("td").all_inner_texts()
        assert (place, points) == (str(record.places[seat]), shown(record.points[seat]))
        same = record.points[seat] == record.score[seat]
        assert score == ("same" if same else shown(record.score[seat]))
        head = row.locator("th").inner_text()
        assert record.seating[seat] in head
        where = f"forfeited at deal {forfeit.deal}, decision {forfeit.decision}"
        told = where if view in (None, forfeit.seat) else "forfeited"
        if seat == forfeit.seat:
            assert head.split("\n")[-1] == told
        else:
            assert "forfeited" not in head
    said = page.locator("#say").inner_text()
    last = f"bob was forfeited: its score is {shown(record.score[forfeit.seat])}."
    assert f"The game is over: {record.seating[order[0]]} came first. {last}" in said
    page.keyboard.press("ArrowLeft")
    assert not panel.is_visible()


def test_without_a_forfeit_the_points_are_all(tmp_path: Path, opened: Open) -> None:
    """No second column that says the same, and no word of forfeits; on a phone it fits."""
    record, game = made("symmetric-6")
    page = opened(page_of(tmp_path, record, game), PHONE)
    page.keyboard.press("End")
    assert page.locator("#result thead th").all_inner_texts() == ["Place", "Bot", "Points"]
    places = page.locator("#result tbody td:first-child").all_inner_texts()
    assert list(map(int, places)) == sorted(record.places)
    assert "forfeited" not in page.locator("body").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE


def test_a_seat_is_marked_from_its_forfeit_on(tmp_path: Path, opened: Open) -> None:
    """Whoever decides; of another seat's a view of one seat knows at the end alone."""
    record, game = forfeited()
    (forfeit,) = record.forfeits
    other = (forfeit.seat + 1) % 4
    at = f"#{forfeit.deal}.{forfeit.decision}"
    for view, is_told in ((None, True), (forfeit.seat, True), (other, False)):
        page = opened(page_of(tmp_path, record, game, view, at))
        tag = page.locator(f"[data-seat='{forfeit.seat}'] .tag", has_text="forfeited")
        assert tag.is_visible() is is_told
        page.keyboard.press("ArrowRight")
        assert page.locator(".seat.asked").get_attribute("data-seat") != str(forfeit.seat)
        assert tag.is_visible() is is_told
        assert page.locator(".tag", has_text="forfeited").count() == int(is_told)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        assert not tag.is_visible()
        page.keyboard.press("End")
        assert tag.is_visible()
