"""The viewer in a real browser: every step of a game, by every way to go, on every kind of page."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from browsing import DESK, PHONE, Open, Scheme, color, contrast, watched_pages
from made_games import CLASSIC, SCHEDULE, at_random, made_record, plan_for, played
from msgspec.structs import replace
from running import Ground

from referee.game import Game
from referee.record import GameRecord, Note, Timing, record_of
from referee.recordfold import fold_record
from referee.ruleset import load_ruleset, ruleset_ids
from referee.timecontrol import TimeControl
from referee.viewdata import GameData, data_json, game_data
from referee.viewpage import game_page, write_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVIL = '</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028\u2029 & "quoted" \'\\'
MINUS = "\u2212"


def made(ruleset_id: str) -> tuple[GameRecord, Game]:
    """The record of a random game, with times and a note, and the game."""
    ruleset = load_ruleset(ruleset_id)
    plan = plan_for(ruleset)
    game = played(ruleset, plan, at_random(ruleset_id))
    chance = random.Random(ruleset_id)
    sizes = [
        len(deal.calls) + sum(len(trick.cards) for trick in deal.tricks) for deal in game.finished
    ]
    charged = tuple(tuple(chance.randrange(90, 1_200_000) for _ in range(n)) for n in sizes)
    timing = Timing(charged_us=charged, notes=(Note(_first(game), 1, 1, "low is good"),))
    return record_of(game, plan, timing=timing), game


def _first(game: Game) -> int:
    """The seat of the first decision."""
    deal = game.finished[0]
    return deal.calls[0][0] if deal.calls else deal.tricks[0].leader


def duel(folder: Path) -> tuple[GameRecord, Game]:
    """A short game of three deals for two."""
    Ground(folder).duel()
    ruleset = load_ruleset(str(folder / "duel.toml"))
    plan = plan_for(ruleset)
    game = played(ruleset, plan, at_random("duel"))
    return record_of(game, plan), game


def page_of(
    folder: Path, record: GameRecord, game: Game, seat: int | None = None, at: str = ""
) -> str:
    """The address of the page of a game."""
    path = folder / f"{record.ruleset.id}-{seat}.html"
    write_page(path, game_data(record, game, seat, TimeControl()))
    return f"{path.as_uri()}{at}"


@pytest.fixture
def opened(browser: "Browser") -> Iterator[Open]:
    """Opens pages; the test fails if one asks for anything else, or complains."""
    with watched_pages(browser) as open_page:
        yield open_page


def sums(page: "Page", row: str = "game") -> list[int | None]:
    """Points by seat in a row of the running points."""
    cells = page.locator(f"#sums [data-sum={row}] td").all_inner_texts()
    return [int(text.replace(MINUS, "-")) if text else None for text in cells]


def position(page: "Page") -> tuple[int, int]:
    """Deal and decision that are shown."""
    found = re.fullmatch(r"Deal (\d+)\s+(\d+) of \d+", page.locator("#where").inner_text())
    assert found is not None
    return int(found[1]), int(found[2])


def hand(page: "Page", seat: int) -> list[str]:
    """The cards that are seen in a hand, in any order."""
    cards = page.locator(f"[data-seat='{seat}'] .hand [data-card]")
    return sorted(cards.evaluate_all("(all) => all.map((one) => one.dataset.card)"))


def trick(page: "Page") -> list[str]:
    """The cards on the table in their order."""
    cards = page.locator("#trick [data-card]")
    return list(cards.evaluate_all("(all) => all.map((one) => one.dataset.card)"))


def wait_for_address(page: "Page", address: str) -> None:
    """The address is written a moment after the steps come to rest."""
    page.wait_for_function("(address) => location.hash === address", arg=address)


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
        assert sums(page) == [sum(all_of) for all_of in zip(*before, step.points, strict=True)]
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
        row = page.locator("#sheet tr.here td").all_inner_texts()
        assert [int(text.replace(MINUS, "-")) for text in row[1:]] == list(deal.points)
        assert row[0].split()[0] == str(deal.number)
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
    page.get_by_role("button", name="Go to deal 7").click()
    assert position(page) == (7, 1)


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
    page.wait_for_function("document.getElementById('where').textContent.startsWith('Deal 5')")
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


# Every kind of game.


def test_every_rule_set_renders(tmp_path: Path, opened: Open) -> None:
    """A game of each is opened, gone through by deals, and ends with the points of its record."""
    page = None
    for ruleset_id in ruleset_ids():
        record, game = made(ruleset_id)
        address = page_of(tmp_path, record, game)
        if page is None:
            page = opened(address)
        else:
            page.goto(address)
        assert page.locator("[data-seat]").count() == game.ruleset.seats
        # Both ways to see it, at some twenty decisions each, without a round trip for each.
        page.evaluate(
            "() => { for (const seat of [0, null]) { look(seat);"
            " const count = whole.steps.length; const step = Math.ceil(count / 20);"
            " for (let at = 0; at < count; at += step) go(at); } }"
        )
        page.keyboard.press("End")
        assert sums(page) == list(record.points), ruleset_id
        assert "The game is over" in page.locator("#say").inner_text()


def test_calls_kitty_trump_and_stocks_are_shown(tmp_path: Path, opened: Open) -> None:
    """What is said before the first lead stands beside the table, as far as it has been said."""
    record, game = made("kitty")
    number, deal = next((n, d) for n, d in enumerate(record.deals, 1) if d.trump)
    page = opened(page_of(tmp_path, record, game, at=f"#{number}.1"))

    def facts() -> str:
        return page.locator("#deal").inner_text()

    assert "Trump" not in facts()
    assert "Laid away" not in facts()
    page.goto(page_of(tmp_path, record, game, at=f"#{number}.3"))
    page.reload()
    assert deal.declarer is not None
    assert f"Declarer\n{record.seating[deal.declarer]}" in facts()
    for word in ("Trump", "Kitty", "Laid away", "Left, ann", "Calls"):
        assert word in facts()
    auction, auctioned = made("bidding")
    number, sold = next((n, d) for n, d in enumerate(auction.deals, 1) if d.sale)
    page.goto(page_of(tmp_path, auction, auctioned, at=f"#{number}.99"))
    assert sold.sale is not None
    assert f"to {auction.seating[sold.sale.buyer]} for {sold.sale.bid}" in facts()


def test_texts_of_others_do_no_harm(tmp_path: Path, opened: Open) -> None:
    """A note, a bot's name and a game's name are shown as they are, and nothing in them is run."""
    record, game = made("two-handed")
    first = game_data(record, game).steps[0]
    evil = replace(
        record,
        game_id=EVIL,
        seating=(EVIL, "bob"),
        timing=Timing(notes=(Note(first.seat, 1, 1, EVIL),)),
    )
    page = opened(page_of(tmp_path, evil, fold_record(evil, game.ruleset)))
    assert page.locator("#decision .note").evaluate("(one) => one.textContent") == EVIL
    assert page.locator("h1").evaluate("(one) => one.textContent") == f"Game {EVIL}"
    assert page.locator("[data-seat='0'] b").evaluate("(one) => one.textContent") == EVIL
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert page.evaluate("whole.names[0]") == EVIL


def test_only_what_is_written_here_may_run(tmp_path: Path, browser: "Browser") -> None:
    """The policy allows one style and one script by their hash; others do not run."""
    record, game = duel(tmp_path)
    html = game_page(game_data(record, game))
    assert html.count("sha256-") == 2
    assert "unsafe" not in html.split("</head>")[0].split("<style>")[0]
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", html) == []
    path = tmp_path / "changed.html"
    path.write_text(html.replace("</body>", "<script>document.title = 'ran'</script></body>"))
    page = browser.new_page()  # not watched, as the browser is to complain
    page.goto(path.as_uri())
    assert page.title() == f"{record.game_id} - King"
    assert page.locator("#say").inner_text() != ""
    page.close()


# For everybody.


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_page_fits_its_window(width: int, scheme: Scheme, tmp_path: Path, opened: Open) -> None:
    """Two to six seats, with long names: nothing is wider than the window, no hand is cut."""
    page = None
    for ruleset_id in ("two-handed", "kitty", "portuguese", "symmetric-5", "symmetric-6"):
        record, game = made(ruleset_id)
        long = replace(record, seating=tuple(f"{n}-a-bot-with-a-long-name" for n in record.seating))
        address = page_of(tmp_path, long, fold_record(long, game.ruleset), at="#4.3")
        if page is None:
            page = opened(address, width, scheme)
        else:
            page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == width, ruleset_id
        felt = page.locator("#felt").bounding_box()
        assert felt is not None
        boxes = page.locator("#felt .card").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert len(boxes) > game.ruleset.hand_size
        assert min(box["left"] for box in boxes) >= felt["x"]
        assert max(box["right"] for box in boxes) <= felt["x"] + felt["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_and_cards_are_readable(scheme: Scheme, tmp_path: Path, opened: Open) -> None:
    """They stand out from what is behind them as WCAG AA wants; so in the scheme that is chosen."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game), scheme=scheme)
    page.get_by_role("slider").fill("32")

    def check(is_light: bool) -> None:
        panel, behind = (
            color(page, ".panel", "backgroundColor"),
            color(page, "body", "backgroundColor"),
        )
        assert (sum(behind) > 3 * 128) is is_light
        for of in ("#decision dt", "#decision dd", ".panel h2", "#sheet button", "#sums .bad"):
            assert contrast(color(page, of, "color"), panel) >= 4.5, of
        for of in ("#say", "#rules", ".keys"):
            assert contrast(color(page, of, "color"), behind) >= 4.5, of
        felt = color(page, "#felt", "borderTopColor")
        assert contrast(color(page, ".who b", "color"), felt) >= 4.5
        # The felt is lighter than its rim, by its variable.
        middle = page.evaluate(
            "() => { const one = document.createElement('i'); one.style.color = 'var(--felt)';"
            " document.body.append(one); const found = getComputedStyle(one).color;"
            " one.remove(); return found; }"
        )
        rgb = [int(part) for part in re.findall(r"\d+", middle)[:3]]
        for of in (".who b", ".tag"):
            assert contrast(color(page, of, "color"), rgb) >= 4.5, of
        for of in (f".hand .card.{suit}" for suit in "CDHS"):
            for which in (":not(.gone):not(.barred)", ".barred"):
                if page.locator(of + which).count():
                    back = color(page, of + which, "backgroundColor")
                    assert contrast(color(page, of + which, "color"), back) >= 4.5, of + which

    check(scheme == "light")
    button = page.locator("#theme")
    while button.inner_text() != f"Colors: {'dark' if scheme == 'light' else 'light'}":
        button.click()
    check(scheme == "dark")


def test_the_keyboard_reaches_everything_and_steps_are_heard(tmp_path: Path, opened: Open) -> None:
    """Each control has a name and comes by Tab with a visible frame; each step is said in words."""
    record, game = made("classic")
    page = opened(page_of(tmp_path, record, game, at="#1.2"))
    for size in ("card", "trick", "deal"):
        for words in (f"Previous {size}", f"Next {size}"):
            assert page.get_by_role("button", name=words).count() == 1
    assert page.get_by_label("View").count() == 1
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.id")
        if name:
            reached.add(name)
            style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert style == "solid", name
    assert reached >= {
        *("seat", "theme", "slider", "card-on", "card-back"),
        *("trick-on", "trick-back", "deal-on", "deal-back", "sheet"),
    }
    say = page.locator("#say")
    assert say.get_attribute("aria-live") == "polite"
    step = game_data(record, game).steps[1]
    names = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace", "7": "seven"}
    rank = names.get(step.answer[0], {"8": "eight", "9": "nine"}.get(step.answer[0], ""))
    suit = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[step.answer[1]]
    text = f"trick 1: {record.seating[step.seat]} plays the {rank} of {suit}."
    assert text in say.inner_text()
    # Suits differ in their sign, not by color alone.
    for card in page.locator(".hand [data-card]").all()[:8]:
        name = card.get_attribute("data-card") or ""
        assert card.locator("use").get_attribute("href") == f"#suit-{name[1]}"


def test_nothing_moves_for_those_who_want_it_still(tmp_path: Path, opened: Open) -> None:
    """Cards glide to their place, but not where motion is to be reduced."""
    record, game = duel(tmp_path)
    page = opened(page_of(tmp_path, record, game))
    moving = "getComputedStyle(document.querySelector('#trick .card')).transitionDuration"
    assert page.evaluate(moving) != "0s"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == "0s"


def test_data_stand_in_the_page_whole() -> None:
    """What is written into the page is read out of it again."""
    record, game = made("two-handed")
    data = game_data(replace(record, game_id=EVIL), game)
    found = re.findall(r'id="data">(.*?)</script>', game_page(data), re.DOTALL)
    assert len(found) == 1
    assert msgspec.json.decode(found[0], type=GameData) == data
