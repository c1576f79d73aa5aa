"""The viewer in a real browser: every kind of game, texts that would do harm, every reader."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from browsing import DESK, PHONE, Open, Scheme, color, contrast
from game_pages import duel, made, page_of, sums
from msgspec.structs import replace

from referee.printable import printable
from referee.record import Note, Timing
from referee.recordfold import fold_record
from referee.ruleset import ruleset_ids
from referee.viewdata import GameData, game_data
from referee.viewpage import game_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page

EVIL = '</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028\u2029 & "quoted" \'\\'
SHOWN = printable(EVIL)


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
    """A note, a bot's name and a game's name are printed, and nothing in them is run."""
    record, game = made("two-handed")
    first = game_data(record, game).steps[0]
    evil = replace(
        record,
        game_id=EVIL,
        seating=(EVIL, "bob"),
        timing=Timing(notes=(Note(first.seat, 1, 1, EVIL),)),
    )
    page = opened(page_of(tmp_path, evil, fold_record(evil, game.ruleset)))
    assert page.locator("#decision .note").evaluate("(one) => one.textContent") == SHOWN
    assert page.locator("h1").evaluate("(one) => one.textContent") == f"Game {SHOWN}"
    assert page.locator("[data-seat='0'] .name").evaluate("(one) => one.textContent") == SHOWN
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert page.evaluate("whole.names[0]") == SHOWN


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


def box_of(page: "Page", of: str) -> "FloatRect":
    """Where a part of the page stands in the window."""
    found = page.locator(of).first.bounding_box()
    assert found is not None, of
    return found


def test_a_phone_shows_the_table_and_the_words(tmp_path: Path, opened: Open) -> None:
    """At 390 to 844: nothing of the own hand or of the words lies under the bar."""
    page = None
    for ruleset_id in ("portuguese", "kitty", "two-handed", "symmetric-6"):
        record, game = made(ruleset_id)
        address = page_of(tmp_path, record, game, at="#2.9")
        if page is None:
            page = opened(address, PHONE)
            page.set_viewport_size({"width": PHONE, "height": 844})
        else:
            page.goto(address)
        bar, say, own = (box_of(page, of) for of in (".controls", "#say", ".at-own"))
        assert bar["y"] + bar["height"] <= 844
        assert own["y"] + own["height"] <= bar["y"] <= say["y"]
        assert say["y"] + say["height"] <= box_of(page, "#strip")["y"]
        text = page.locator("#say").evaluate("(one) => one.scrollHeight - one.clientHeight")
        assert text == 0
        assert box_of(page, "#deal")["y"] < box_of(page, "#sums")["y"]


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_names_stand_beside_the_points(width: int, tmp_path: Path, opened: Open) -> None:
    """With six seats as well: each with its seat, none of them cut."""
    record, game = made("symmetric-6")
    named = replace(record, seating=tuple(f"my-{name}-bot" for name in record.seating))
    page = opened(page_of(tmp_path, named, fold_record(named, game.ruleset)), width)
    heads = page.locator("#sums tbody th")
    for seat, name in enumerate(named.seating):
        assert heads.nth(seat).inner_text().split() == ["Seat", str(seat), name]
        assert heads.nth(seat).get_attribute("title") == f"seat {seat}, {name}"
    cut = "(all) => all.filter((o) => o.scrollHeight > o.clientHeight + 1).length"
    assert page.locator("#sums .name").evaluate_all(cut) == 0


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


def test_a_note_cannot_end_the_data() -> None:
    """`</script>` stands escaped in the bytes of the file; so do `<!--` and `&`."""
    record, game = made("two-handed")
    first = game_data(record, game).steps[0]
    text = "</script><!-- & </SCRIPT >"
    noted = replace(record, timing=Timing(notes=(Note(first.seat, 1, 1, text),)))
    html = game_page(game_data(noted, game))
    assert r"\u003c/script\u003e\u003c!-- \u0026 \u003c/SCRIPT \u003e" in html
    assert html.lower().count("</script") == 2
    assert "<!--" not in html


def test_data_stand_in_the_page_whole() -> None:
    """What is written into the page is read out of it again."""
    record, game = made("two-handed")
    data = game_data(replace(record, game_id=EVIL), game)
    found = re.findall(r'id="data">(.*?)</script>', game_page(data), re.DOTALL)
    assert len(found) == 1
    assert msgspec.json.decode(found[0], type=GameData) == data
