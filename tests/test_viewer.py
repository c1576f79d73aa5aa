"""The viewer in a real browser: every step of a game, by every way to go, on every kind of page."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import Open
from game_pages import MINUS, duel, hand, made, page_of, position, sums, trick, wait_for_address
from made_games import CLASSIC, SCHEDULE, made_record

from referee.recordfold import fold_record
from referee.timecontrol import TimeControl
from referee.viewdata import data_json, game_data

if TYPE_CHECKING:
    from playwright.sync_api import Page


def beside_seats(page: "Page") -> list[int]:
    """The points that stand on the table beside each seat, by seat."""
    found = page.locator("#felt .seat").evaluate_all(
        "(all) => all.map((one) => [one.dataset.seat, one.querySelector('.sum').textContent])"
    )
    return [int(text.replace(MINUS, "-")) for _, text in sorted(found)]


@pytest.mark.parametrize("way", ["keys", "buttons"])
def test_a_whole_game_is_stepped_through(way: str, tmp_path: Path, opened: Open) -> None:
    """At each decision, there and back: hand, trick, taker and points are those of the record."""
    record, game = duel(tmp_path)
    data = game_data(record, game)
    page = opened(page_of(tmp_path, record, game))
    order = [*range(len(data.steps)), *reversed(range(len(data.steps) - 1))]
    for number, at in enumerate(order):
        if number:
            is_on = at > order[number - 1]
            if way == "keys":
                page.keyboard.press("ArrowRight" if is_on else "ArrowLeft")
            else:
                page.click("#card-on" if is_on else "#card-back")
        step = data.steps[at]
        assert position(page) == (step.deal, step.decision)
        for seat, cards in enumerate(step.hands):
            assert hand(page, seat) == sorted((cards or "").split())
        record_trick = record.deals[step.deal - 1].tricks[(step.trick or 1) - 1]
        shown = trick(page)
        assert shown == record_trick.cards.split()[: len(shown)]
        assert shown[-1] == step.answer
        before = [deal.points for deal in record.deals[: step.deal - 1]]
        so_far = [sum(all_of) for all_of in zip(*before, step.points, strict=True)]
        assert sums(page) == so_far
        assert beside_seats(page) == so_far
        if step.won:
            name = record.seating[record_trick.taker]
            assert f"{name} takes the trick" in page.locator("#say").inner_text()
            won = sums(page, "trick")
            assert won[record_trick.taker] == step.won.points
            assert won.count(None) == len(won) - 1
    assert page.locator("#card-back").is_disabled()
    page.keyboard.press("End")
    assert sums(page) == list(record.points)
    assert page.locator("#card-on").is_disabled()


def test_points_agree_at_the_end_of_every_deal(tmp_path: Path, opened: Open) -> None:
    """With payments for a sold deal, too: the sheet has what the record says."""
    record, game = made("portuguese")
    page = opened(page_of(tmp_path, record, game))
    so_far = [0] * 4
    for deal in record.deals:
        page.keyboard.press("End" if deal.number == len(record.deals) else "PageDown")
        if deal.number < len(record.deals):
            page.keyboard.press("ArrowLeft")
        so_far = [a + b for a, b in zip(so_far, deal.points, strict=True)]
        assert sums(page, "deal") == list(deal.points)
        assert sums(page) == so_far
        assert beside_seats(page) == so_far
        assert page.locator("#sheet tbody tr").count() == deal.number
        row = page.locator("#sheet tr.here")
        points = row.locator("td").all_inner_texts()
        assert [int(text.replace(MINUS, "-")) for text in points] == list(deal.points)
        assert row.locator("th").inner_text().split()[0] == str(deal.number)
        if deal.number < len(record.deals):
            page.keyboard.press("ArrowRight")
    assert sums(page) == list(record.points)


@pytest.mark.parametrize("way", ["keys", "buttons", "shift"])
def test_tricks_and_deals_are_steps_too(way: str, tmp_path: Path, opened: Open) -> None:
    """A trick forward is the end of this one or the next, a deal forward its first decision."""
    record, game = made("kitty")
    page = opened(page_of(tmp_path, record, game))
    keys = {
        "trick-on": "Shift+ArrowRight" if way == "shift" else "ArrowDown",
        "trick-back": "Shift+ArrowLeft" if way == "shift" else "ArrowUp",
        "deal-on": "PageDown",
        "deal-back": "PageUp",
    }

    def go(name: str) -> tuple[int, int]:
        if way == "buttons":
            page.click(f"#{name}")
        else:
            page.keyboard.press(keys[name])
        return position(page)

    calls = len(record.deals[0].calls)
    assert position(page) == (1, 1)
    assert go("trick-on") == (1, calls)
    assert go("trick-on") == (1, calls + 3)
    assert go("trick-on") == (1, calls + 6)
    assert go("trick-back") == (1, calls + 3)
    page.keyboard.press("ArrowLeft")
    assert go("trick-on") == (1, calls + 3)
    assert go("deal-on") == (2, 1)
    assert go("deal-on") == (3, 1)
    page.keyboard.press("ArrowRight")
    assert go("deal-back") == (3, 1)
    assert go("deal-back") == (2, 1)
    ends = calls + sum(len(one.cards.split()) for one in record.deals[0].tricks)
    assert go("trick-back") == (1, ends)


def test_the_slider_goes_to_any_decision(tmp_path: Path, opened: Open) -> None:
    """Its range is all decisions, and it says in words where it stands."""
    record, game = made("classic")
    data = game_data(record, game)
    page = opened(page_of(tmp_path, record, game))
    slider = page.get_by_role("slider")
    assert slider.get_attribute("max") == str(len(data.steps))
    for at in (len(data.steps), 200, 1):
        slider.fill(str(at))
        step = data.steps[at - 1]
        assert position(page) == (step.deal, step.decision)
        assert record.seating[step.seat] in (slider.get_attribute("aria-valuetext") or "")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert position(page) == (1, 2)
    page.locator("#strip i").nth(9).click()
    assert position(page) == (1, 10)
    # The list of deals goes as far as the game has come.
    slider.fill(str(len(data.steps)))
    page.get_by_role("button", name="Go to deal 7").click()
    assert position(page) == (7, 1)
    assert page.get_by_role("button", name="Go to deal 8").count() == 0
    page.keyboard.press("Home")  # the row that had the focus is gone
    assert position(page) == (1, 1)


def test_a_link_opens_at_its_position(tmp_path: Path, opened: Open) -> None:
    """Deal, decision and seat; the address follows the steps, and the history does not grow."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game, at="#3.7&seat=2"))
    assert position(page) == (3, 7)
    assert page.locator("#seat").input_value() == "2"
    assert hand(page, 0) == []
    length = page.evaluate("history.length")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    at = position(page)
    wait_for_address(page, f"#{at[0]}.{at[1]}&seat=2")
    page.keyboard.press("v")
    assert page.locator("#seat").input_value() == "3"
    page.locator("#seat").select_option("")
    wait_for_address(page, f"#{at[0]}.{at[1]}")
    assert page.evaluate("history.length") == length
    page.evaluate("location.hash = '#5.2'")
    page.wait_for_function(
        "() => document.getElementById('where').textContent.startsWith('Deal 5')"
    )
    for odd, there in (
        ("#99.99", (14, 32)),
        ("#2", (2, 1)),
        ("#0.0", (1, 1)),
        ("#nonsense", (1, 1)),
    ):
        page.goto("about:blank")
        page.goto(page_of(tmp_path, record, game, at=odd))
        last = position(page)
        assert last == there or (odd == "#99.99" and last[0] == 14)


def test_faults_are_found(tmp_path: Path, opened: Open) -> None:
    """Buttons and keys go from fault to fault; each is told with its reason, and the forfeit."""
    record = made_record(SCHEDULE[4], ("bob", 3))
    game = fold_record(record, CLASSIC)
    page = opened(page_of(tmp_path, record, game))
    assert page.locator("#marks .fault").count() == 3
    back, on = page.locator("#fault-back"), page.locator("#fault-on")
    assert back.is_disabled()
    for number, fault in enumerate(record.faults):
        if number == 1:
            page.keyboard.press("f")
        else:
            on.click()
        assert position(page) == (fault.deal, fault.decision)
        text = page.locator("#decision").inner_text()
        assert f"Fault: {fault.reason}. {fault.detail}" in text
        assert ("Forfeited" in text) is (number == 2)
        assert "the house" in page.locator(".seat.asked").inner_text()
    assert on.is_disabled()
    page.keyboard.press("Shift+F")
    assert position(page) == (record.faults[1].deal, record.faults[1].decision)
    # A game without faults has no such buttons.
    assert not opened(page_of(tmp_path, *duel(tmp_path))).locator("#faults").is_visible()


def test_what_is_told_of_a_decision(tmp_path: Path, opened: Open) -> None:
    """What was legal is marked in the hand, the time is a bar of the limit, the note is shown."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game))
    data = game_data(record, game)
    at = next(n for n, s in enumerate(data.steps) if s.legal and 1 < len(s.legal) < 4)
    step = data.steps[at]
    page.get_by_role("slider").fill(str(at + 1))
    own = page.locator(f"[data-seat='{step.seat}'] .hand")
    marked = own.locator(".legal, .gone").evaluate_all("(all) => all.map((o) => o.dataset.card)")
    assert sorted(marked) == sorted(step.legal or ())
    assert own.locator(".gone").get_attribute("data-card") == step.answer
    assert own.locator(".barred").count() == len(hand(page, step.seat)) - len(marked)
    # A free lead: all are raised.
    free = next(n for n, s in enumerate(data.steps) if len(s.legal or ()) == 8)
    page.evaluate(f"go({free})")
    led = page.locator(f"[data-seat='{data.steps[free].seat}'] .hand")
    assert led.locator(".legal").count() == 7
    raised = "(all) => all.every((one) => getComputedStyle(one).transform !== 'none')"
    assert led.locator(".legal").evaluate_all(raised)
    page.evaluate(f"go({at})")
    bar = page.locator("#decision .bar span")
    assert step.charged_us is not None
    share = min(step.charged_us / 1_000_000, 1)
    width = bar.evaluate("(one) => one.offsetWidth / one.parentElement.offsetWidth")
    assert width == pytest.approx(share, abs=0.02)
    assert page.locator("#decision .note").count() == 0
    page.get_by_role("slider").fill("1")
    assert page.locator("#decision .note").inner_text() == "low is good"


# Seats.


@pytest.mark.parametrize("ruleset_id", ["kitty", "kitty-2010", "portuguese", "payback-8", "twelve"])
def test_a_seat_view_is_what_a_file_for_the_seat_holds(
    ruleset_id: str, tmp_path: Path, opened: Open
) -> None:
    """What the page makes of the whole game for a seat is, field by field, what `view_of` gave."""
    record, game = made(ruleset_id)
    page = opened(page_of(tmp_path, record, game))
    for seat in range(game.ruleset.seats):
        found = json.loads(page.evaluate(f"JSON.stringify(seatData(whole, {seat}))"))
        expected = json.loads(data_json(game_data(record, game, seat, TimeControl())))
        assert found == expected


def test_a_seat_view_hides_the_other_hands(tmp_path: Path, opened: Open) -> None:
    """Nothing of them stands anywhere in the page; their number is told."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game))
    page.locator("#seat").select_option(label="as seat 1, bob")
    assert page.locator(".at-own").get_attribute("data-seat") == "1"
    for _ in range(12):
        at = position(page)
        step = next(s for s in game_data(record, game).steps if (s.deal, s.decision) == at)
        assert hand(page, 1) == sorted((step.hands[1] or "").split())
        for seat in (0, 2, 3):
            assert hand(page, seat) == []
            count = len((step.hands[seat] or "").split())
            assert page.locator(f"[data-seat='{seat}'] .back").count() == count
        hidden = {card for n in (0, 2, 3) for card in (step.hands[n] or "").split()} - {step.answer}
        drawn = page.locator("main [data-card]").evaluate_all("(a) => a.map((o) => o.dataset.card)")
        assert not hidden & set(drawn)
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("ruleset_id", ["kitty", "kitty-2010", "kitty-4", "portuguese", "twelve"])
def test_as_many_backs_are_drawn_as_a_seat_holds(
    ruleset_id: str, tmp_path: Path, opened: Open
) -> None:
    """Also while it holds the kitty; with what is dealt to it and not looked at."""
    record, game = made(ruleset_id)
    page = opened(page_of(tmp_path, record, game))
    wrong = page.evaluate(
        "() => { const seen = new Seen(whole); const wrong = [];"
        " whole.steps.forEach((step, at) => step.hands.forEach((hand, seat) => {"
        " const cards = [...cardsOf(hand), ...cardsOf(step.unseen?.[seat] ?? '')];"
        " if (seen.held(at, seat) !== cards.length) wrong.push([at, seat]); })); return wrong; }"
    )
    assert wrong == []
    if not ruleset_id.startswith("kitty"):
        return
    steps = game_data(record, game).steps
    at, step = next((n, one) for n, one in enumerate(steps) if one.kind == "discard")
    page.get_by_role("slider").fill(str(at + 1))
    page.locator("#seat").select_option(str((step.seat + 1) % game.ruleset.seats))
    backs = page.locator(f"[data-seat='{step.seat}'] .back")
    assert backs.count() == game.ruleset.hand_size + 2


def test_a_file_for_a_seat_holds_no_other_hand(tmp_path: Path, opened: Open) -> None:
    """The cards of others stand there only where they are played; no other view is offered."""
    record, game = made("symmetric-6")
    page = opened(page_of(tmp_path, record, game, 4))
    assert page.locator("#seat option").all_inner_texts() == ["as seat 4, eve"]
    assert page.locator("#seat").is_disabled()
    source = (tmp_path / "symmetric-6-4.html").read_text(encoding="utf-8")
    data = json.loads(re.findall(r'id="data">(.*?)</script>', source)[0])
    for step in data["steps"]:
        assert [n for n, cards in enumerate(step["hands"]) if cards is not None] == [4]
    # Early ends leave cards that nobody but their holder has ever seen.
    played_ones = {
        (deal.number, card)
        for deal in record.deals
        for t in deal.tricks
        for card in t.cards.split()
    }
    never = [
        (deal.number, card)
        for deal in record.deals
        for seat, cards in enumerate(deal.hands)
        for card in cards.split()
        if seat != 4 and (deal.number, card) not in played_ones
    ]
    assert never
    for number, card in never:
        of_deal = [step for step in data["steps"] if step["deal"] == number]
        assert card not in json.dumps(of_deal)
    page.goto(page_of(tmp_path, record, game, 4, "#2.3&seat=0"))
    page.reload()
    assert page.locator(".at-own").get_attribute("data-seat") == "4"
    assert position(page) == (2, 3)
