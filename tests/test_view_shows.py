"""What a seat must see, beside what it must not: its cards as far as dealt, and all calls."""

import random

import pytest
from dealing import random_game
from law_book import FILES
from law_table import CHOSEN
from talking import asked, deal_of, dealt, only, spoken, told, trump_deal

from referee.boards import dealt_cards
from referee.cards import card_set, cards_in, cards_text, parse_cards
from referee.deal import Board, QuestionKind
from referee.game import Game, answer, decision, new_game
from referee.view import View, view_of

T1_ALONE = ["three-card", "twelve", "twelve-boys-kj"]
PAYBACK = ["payback-8", "payback-4", "payback-short"]
SHOWN_KITTY = ["kitty", "kitty-4", "kitty-no-eralash", "kitty-mirror"]
HIDDEN_KITTY = ["kitty-2010", "kitty-2010-kj"]


def views(game: Game) -> list[View]:
    return [view_of(game, seat) for seat in range(game.ruleset.seats)]


def whole_hands(game: Game) -> list[int]:
    return [card_set(hand) for hand in deal_of(game).cards.hands]


def first_three(game: Game) -> list[int]:
    return [card_set(hand[:3]) for hand in deal_of(game).cards.hands]


@pytest.mark.parametrize("ruleset_id", T1_ALONE)
def test_three_cards_of_the_declarer_alone(ruleset_id: str) -> None:
    """T1: first hand names the trump by the first three cards dealt to him; nobody else looks."""
    game = trump_deal(ruleset_id, dealer=1)
    assert (asked(game).seat, asked(game).kind) == (2, QuestionKind.TRUMP)
    assert [view.hand for view in views(game)] == [0, 0, first_three(game)[2], 0]
    game = told(game, [(2, "H")])
    assert [view.hand for view in views(game)] == whole_hands(game)


def test_the_third_card_with_packets_of_two() -> None:
    """T1, P1: in `twelve` the third card of first hand is the first of his second packet."""
    law = only("twelve", "trump")
    deck = list(law.deck)  # dealt from the top: 7C 8C to first hand, 9C TC to the next, ...
    game = new_game(law, Board(1, 3, (dealt_cards(law, 3, deck),)))
    second_packet = deck[8]
    assert cards_text(cards_in(view_of(game, 0).hand)) == f"7C 8C {cards_text([second_packet])}"


@pytest.mark.parametrize("ruleset_id", PAYBACK)
def test_three_cards_of_every_seat(ruleset_id: str) -> None:
    """A3: through bids, reply and trump every seat sees its own three cards, and no fourth."""
    game = trump_deal(ruleset_id, dealer=0)
    for seat, words in spoken("2: 3, 3: pass, 0: pass, 1: accept"):
        assert [view.hand for view in views(game)] == first_three(game)
        game = told(game, [(seat, words)])
    assert (asked(game).seat, asked(game).kind) == (2, QuestionKind.TRUMP)
    assert [view.hand for view in views(game)] == first_three(game)
    game = told(game, [(2, "misere")])
    assert [view.hand for view in views(game)] == whole_hands(game)


@pytest.mark.parametrize("ruleset_id", ["bidding", "portuguese", "portuguese-quick", "two-handed"])
def test_whole_hands_before_the_trump(ruleset_id: str) -> None:
    """A1, A2, T2: bidders, the Beneficiary and the declarer see their whole hands."""
    game = trump_deal(ruleset_id)
    assert asked(game).kind is not QuestionKind.CARD
    assert [view.hand for view in views(game)] == whole_hands(game)


@pytest.mark.parametrize(
    ("ruleset_id", "said", "holder"),
    [
        ("three-card", "1: last", 1),
        ("twelve", "1: last", 1),
        ("payback-8", "2: pass, 3: pass, 0: pass, 1: last", 1),
        ("payback-8", "2: pass, 3: pass, 0: 1, 1: accept, 0: last", 0),
        ("payback-8", "2: pass, 3: pass, 0: 1, 1: decline, 1: last", 1),
    ],
)
def test_the_last_card_is_shown_until_the_deal_ends(
    ruleset_id: str, said: str, holder: int
) -> None:
    """T1, D3: the last card dealt to him who says `last` is shown to all; its suit is the trump."""
    game = trump_deal(ruleset_id, dealer=0)
    assert [view.shown for view in views(game)] == [()] * 4
    *before, last = spoken(said)
    game = told(told(game, before), [last])
    card = deal_of(game).cards.hands[holder][-1]
    assert asked(game).kind is QuestionKind.CARD
    assert asked(game).seat == 1
    rng = random.Random(said)
    while not game.finished:
        for view in views(game):
            assert view.shown == (card,)
            assert view.trump == cards_text([card])[-1]
            assert view.calls == tuple(spoken(said))
        game = answer(game, rng.choice(asked(game).answers))
    assert game.finished[0].trump == cards_text([card])[-1]  # D4: the suit, and not `last`
    assert game.finished[0].calls[-1] == last


@pytest.mark.parametrize("ruleset_id", SHOWN_KITTY + HIDDEN_KITTY)
def test_what_is_seen_of_a_kitty(ruleset_id: str) -> None:
    """K1, K2, D3: before it is taken nobody sees it; then all do until the deal ends, or one."""
    is_shown = ruleset_id in SHOWN_KITTY
    game = dealt(ruleset_id, "-tricks", "-girls", dealer=0)
    seats = range(game.ruleset.seats)
    kitty = deal_of(game).cards.kitty
    assert [view.shown for view in views(game)] == [()] * len(seats)
    assert [view.hand for view in views(game)] == whole_hands(game)
    game = answer(game, "-tricks")
    assert (asked(game).kind, asked(game).seat) == (QuestionKind.DISCARD, 1)
    expected = whole_hands(game)
    expected[1] |= card_set(kitty)
    assert [view.hand for view in views(game)] == expected
    laid_away = str(asked(game).answers[7])
    pair = parse_cards(laid_away.removeprefix("discard"))
    game = answer(game, laid_away)
    expected[1] &= ~card_set(pair)
    assert [view.hand for view in views(game)] == expected
    rng = random.Random(1)
    while not game.finished:
        for seat, view in enumerate(views(game)):
            assert view.shown == (kitty if is_shown else ())
            assert view.discard == (pair if seat == 1 else ())
            heard = laid_away if seat == 1 else "discard"
            assert view.calls == ((1, "-tricks"), (1, heard))
        game = answer(game, rng.choice(asked(game).answers))
    assert game.finished[0].calls == ((1, "-tricks"), (1, laid_away))
    for view in views(game):
        assert (view.shown, view.discard, view.calls) == ((), (), ())


def test_nothing_is_seen_before_the_dealer_has_chosen() -> None:
    """C4: the contract is named before any card is dealt; then every seat sees its hand."""
    game = dealt("last-trick-chosen", "-tricks", "-girls", dealer=2)
    assert (asked(game).seat, asked(game).kind) == (2, QuestionKind.CONTRACT)
    assert [view.hand for view in views(game)] == [0] * 4
    game = answer(game, "-girls")
    assert [view.hand for view in views(game)] == whole_hands(game)


@pytest.mark.parametrize("ruleset_id", [name for name, law in CHOSEN.items() if law != "C4"])
def test_the_hand_is_seen_before_the_contract_is_named(ruleset_id: str) -> None:
    """C1 to C3: who names the contract has seen his hand, and only that."""
    *_, contract = FILES[ruleset_id].contracts
    game = dealt(ruleset_id, contract)
    assert asked(game).kind is QuestionKind.CONTRACT
    assert [view.hand for view in views(game)] == whole_hands(game)


@pytest.mark.parametrize("ruleset_id", CHOSEN)
def test_stocks_are_seen_by_all(ruleset_id: str) -> None:
    """D3: what is unplayed, by seat or in the pool, stands in every view, and is what was left."""
    law = FILES[ruleset_id]
    places = 1 if CHOSEN[ruleset_id] in ("C3", "C4") else law.seats
    left = [list(law.deals) for _ in range(places)]
    done = 0
    for game, _ in random_game(law, random.Random(ruleset_id)):
        if game.deal is None:
            continue
        if game.deal.contract is not None and len(game.finished) == done:
            done += 1
            assert game.deal.declarer is not None
            left[game.deal.declarer if places > 1 else 0].remove(game.deal.contract)
        assert {view_of(game, seat).stocks for seat in range(law.seats)} == {
            tuple(map(tuple, left))
        }


@pytest.mark.parametrize("ruleset_id", [name for name in FILES if name not in CHOSEN])
def test_a_fixed_order_has_no_stocks(ruleset_id: str) -> None:
    """Where the order of the deals is fixed there is nothing to choose from."""
    for game, _ in random_game(FILES[ruleset_id], random.Random(1)):
        if decision(game) is not None:
            assert view_of(game, 0).stocks == ()


def test_all_that_is_said_is_public_at_once() -> None:
    """D3: calls, sale, declarer and trump stand in every view as soon as they are there."""
    game = trump_deal("portuguese", dealer=3)
    said = "3: auction, 0: 1 up, 1: 2 down, 2: pass, 0: pass, 3: accept"
    heard = []
    for call in spoken(said):
        game = told(game, [call])
        heard.append(call)
        for view in views(game):
            assert (view.calls, view.declarer) == (tuple(heard), 3)
    sale = deal_of(game).sale
    assert sale is not None
    assert (sale.seller, sale.buyer, sale.bid, sale.direction) == (3, 1, 2, "down")
    assert {(view.sale, view.trump) for view in views(game)} == {(sale, "nulos")}
    assert {view.deal_points for view in views(game)} == {(325,) * 4}
