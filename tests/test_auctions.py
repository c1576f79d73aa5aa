"""Auctions as tables: who is asked after what was said, what he may say, and what is paid."""

import random

import pytest
from talking import asked, deal_of, played_out, spoken, told, tricks_of, trump_deal

from referee.cards import cards_text
from referee.deal import QuestionKind
from referee.game import Game, IllegalAnswer, answer


def state(game: Game) -> str:
    """The question that comes up, like `2 bid: pass, 4, 5`; of a card only who leads."""
    if game.finished:
        return "over"
    question = asked(game)
    if question.kind is QuestionKind.CARD:
        return f"{question.seat} leads, {deal_of(game).trump}"
    return f"{question.seat} {question.kind}: {', '.join(map(str, question.answers))}"


# A1: the dealer is seat 0, so seats 1, 2, 3 and 0 bid.

BIDDING = [
    # what was said, what comes
    ("", "1 bid: pass, 1, 2, 3, 4, 5, 6, 7, 8"),
    ("1: pass", "2 bid: pass, 1, 2, 3, 4, 5, 6, 7, 8"),
    ("1: pass, 2: pass", "3 bid: pass, 1, 2, 3, 4, 5, 6, 7, 8"),
    # Three passes: the dealer is not asked, and is declarer.
    ("1: pass, 2: pass, 3: pass", "0 trump: C, D, H, S"),
    # A bid must be higher; any higher one may be jumped to.
    ("1: 3", "2 bid: pass, 4, 5, 6, 7, 8"),
    ("1: 1, 2: 7", "3 bid: pass, 8"),
    # The dealer bids or passes like the others once somebody has bid.
    ("1: pass, 2: pass, 3: 2", "0 bid: pass, 3, 4, 5, 6, 7, 8"),
    ("1: pass, 2: pass, 3: 2, 0: pass", "3 trump: C, D, H, S"),
    ("1: pass, 2: pass, 3: 2, 0: 4", "3 bid: pass, 5, 6, 7, 8"),
    ("1: pass, 2: pass, 3: 2, 0: 4, 3: pass", "0 trump: C, D, H, S"),
    # A pass is final: seats 2 and 3 are not asked again, nor is the holder.
    ("1: 3, 2: pass, 3: pass, 0: pass", "1 trump: C, D, H, S"),
    ("1: 3, 2: pass, 3: pass, 0: 5", "1 bid: pass, 6, 7, 8"),
    ("1: 3, 2: pass, 3: 4, 0: pass", "1 bid: pass, 5, 6, 7, 8"),
    ("1: 3, 2: pass, 3: 4, 0: pass, 1: 5", "3 bid: pass, 6, 7, 8"),
    ("1: 3, 2: pass, 3: 4, 0: pass, 1: 5, 3: pass", "1 trump: C, D, H, S"),
    # Over 8 nobody could say anything but pass.
    ("1: 8", "1 trump: C, D, H, S"),
    ("1: 1, 2: 2, 3: 8", "3 trump: C, D, H, S"),
    ("1: 1, 2: 2, 3: 3, 0: 8", "0 trump: C, D, H, S"),
    # First hand leads, whoever names the trump.
    ("1: pass, 2: 4, 3: pass, 0: pass, 2: H", "1 leads, H"),
    ("1: pass, 2: pass, 3: pass, 0: S", "1 leads, S"),
]

# A2: the dealer, seat 0, is the Beneficiary; seats 1, 2 and 3 speak.

ALL_BIDS = "1 up, 2 up, 3 up, 1 down, 4 up, 5 up, 6 up, 2 down, 7 up, 8 up"
FROM_4 = "4 up, 5 up, 6 up, 2 down, 7 up, 8 up"
NAMES = "C, D, H, S, no-trump"

BENEFICIARY = [
    ("", "0 opening: play, nulos, auction, ultimatum"),
    ("0: play", f"0 trump: {NAMES}"),
    ("0: play, 0: no-trump", "0 leads, no-trump"),
    ("0: nulos", "0 leads, nulos"),
    ("0: auction", f"1 bid: pass, {ALL_BIDS}"),
    ("0: auction, 1: pass", f"2 bid: pass, {ALL_BIDS}"),
    ("0: auction, 1: pass, 2: pass", f"3 bid: pass, {ALL_BIDS}"),
    # One down is worth three up: neither goes over the other, nor matches it.
    ("0: auction, 1: 2 up", f"2 bid: pass, 3 up, 1 down, {FROM_4}"),
    ("0: auction, 1: 3 up", f"2 bid: pass, {FROM_4}"),
    ("0: auction, 1: 1 down", f"2 bid: pass, {FROM_4}"),
    ("0: auction, 1: 5 up", "2 bid: pass, 6 up, 2 down, 7 up, 8 up"),
    ("0: auction, 1: 6 up", "2 bid: pass, 7 up, 8 up"),
    ("0: auction, 1: 2 down", "2 bid: pass, 7 up, 8 up"),
    # Who sits earlier than the holder may match him in the very same words, and holds it then.
    ("0: auction, 1: 2 up, 2: 4 up, 3: pass", f"1 bid: pass, {FROM_4}"),
    (
        "0: auction, 1: 2 up, 2: 4 up, 3: pass, 1: 4 up",
        "2 bid: pass, 5 up, 6 up, 2 down, 7 up, 8 up",
    ),
    ("0: auction, 1: 2 up, 2: 4 up, 3: pass, 1: 4 up, 2: pass", "0 reply: decline, accept"),
    (
        "0: auction, 1: 2 up, 2: 4 up, 3: pass, 1: 4 up, 2: pass, 0: accept",
        f"1 trump: {NAMES}",
    ),
    ("0: auction, 1: 2 up, 2: 1 down, 3: pass", f"1 bid: pass, 1 down, {FROM_4}"),
    ("0: auction, 1: 1 up, 2: 3 up, 3: 2 down", "1 bid: pass, 2 down, 7 up, 8 up"),
    ("0: auction, 1: 1 up, 2: 3 up, 3: 2 down, 1: pass", "2 bid: pass, 2 down, 7 up, 8 up"),
    ("0: auction, 1: 1 up, 2: 3 up, 3: 2 down, 1: 2 down", "2 bid: pass, 7 up, 8 up"),
    # A pass is final, for matching too.
    ("0: auction, 1: pass, 2: 4 up, 3: pass", "0 reply: decline, accept"),
    # 8 up can only be matched; who can only pass is asked while another could match.
    ("0: auction, 1: 8 up", "0 reply: decline, accept"),
    ("0: auction, 1: pass, 2: 8 up", "0 reply: decline, accept"),
    ("0: auction, 1: 1 up, 2: 8 up", "3 bid: pass"),
    ("0: auction, 1: 1 up, 2: 8 up, 3: pass", "1 bid: pass, 8 up"),
    ("0: auction, 1: 1 up, 2: 8 up, 3: pass, 1: 8 up", "0 reply: decline, accept"),
    ("0: auction, 1: 1 up, 2: pass, 3: 8 up", "1 bid: pass, 8 up"),
    # Declined or without a bid: 4-3-3-3 only over nothing or what is worth 3 or less.
    ("0: auction, 1: pass, 2: pass, 3: pass", "0 opening: play, nulos, 4-3-3-3"),
    ("0: auction, 1: 1 up, 2: pass, 3: pass, 0: decline", "0 opening: play, nulos, 4-3-3-3"),
    ("0: auction, 1: 3 up, 2: pass, 3: pass, 0: decline", "0 opening: play, nulos, 4-3-3-3"),
    ("0: auction, 1: 1 down, 2: pass, 3: pass, 0: decline", "0 opening: play, nulos, 4-3-3-3"),
    ("0: auction, 1: 4 up, 2: pass, 3: pass, 0: decline", "0 opening: play, nulos"),
    ("0: auction, 1: 2 down, 2: pass, 3: pass, 0: decline", "0 opening: play, nulos"),
    ("0: auction, 1: 8 up, 0: decline", "0 opening: play, nulos"),
    ("0: auction, 1: 8 up, 0: decline, 0: play", f"0 trump: {NAMES}"),
    ("0: auction, 1: 8 up, 0: decline, 0: play, 0: D", "0 leads, D"),
    ("0: auction, 1: 8 up, 0: decline, 0: nulos", "0 leads, nulos"),
    ("0: auction, 1: pass, 2: pass, 3: pass, 0: play", f"0 trump: {NAMES}"),
    ("0: auction, 1: pass, 2: pass, 3: pass, 0: nulos", "0 leads, nulos"),
    ("0: auction, 1: pass, 2: pass, 3: pass, 0: 4-3-3-3", "over"),
    # Sold up: the buyer names the trump. Sold down: nulos. The Beneficiary leads.
    ("0: auction, 1: pass, 2: pass, 3: 2 up, 0: accept", f"3 trump: {NAMES}"),
    ("0: auction, 1: pass, 2: pass, 3: 2 up, 0: accept, 3: C", "0 leads, C"),
    ("0: auction, 1: pass, 2: pass, 3: 2 down, 0: accept", "0 leads, nulos"),
    ("0: auction, 1: 8 up, 0: accept", f"1 trump: {NAMES}"),
    # The ultimatum.
    ("0: ultimatum", "1 bid: pass, 8 up"),
    ("0: ultimatum, 1: 8 up", f"1 trump: {NAMES}"),
    ("0: ultimatum, 1: pass", "2 bid: pass, 8 up"),
    ("0: ultimatum, 1: pass, 2: 8 up", f"2 trump: {NAMES}"),
    ("0: ultimatum, 1: pass, 2: pass", "3 bid: pass, 8 up"),
    ("0: ultimatum, 1: pass, 2: pass, 3: 8 up", f"3 trump: {NAMES}"),
    ("0: ultimatum, 1: pass, 2: pass, 3: 8 up, 3: S", "0 leads, S"),
    ("0: ultimatum, 1: pass, 2: pass, 3: pass", "0 leads, nulos"),
]

# A3: the dealer is seat 0, seat 1 declarer; seats 2, 3 and 0 bid.

FIVE = "C, D, H, S, no-trump, misere, share-out, last"

BUYOUT = [
    ("", "2 bid: pass, 1, 2, 3, 4, 5, 6, 7, 8"),
    ("2: pass", "3 bid: pass, 1, 2, 3, 4, 5, 6, 7, 8"),
    ("2: pass, 3: pass", "0 bid: pass, 1, 2, 3, 4, 5, 6, 7, 8"),
    ("2: pass, 3: pass, 0: pass", f"1 trump: {FIVE}"),
    ("2: pass, 3: pass, 0: pass, 1: misere", "1 leads, misere"),
    ("2: pass, 3: pass, 0: pass, 1: share-out", "over"),
    ("2: 3", "3 bid: pass, 4, 5, 6, 7, 8"),
    ("2: 3, 3: 4, 0: pass", "2 bid: pass, 5, 6, 7, 8"),
    ("2: 3, 3: 4, 0: 6", "2 bid: pass, 7, 8"),
    ("2: 3, 3: 4, 0: 6, 2: pass", "3 bid: pass, 7, 8"),
    ("2: 3, 3: 4, 0: 6, 2: pass, 3: pass", "1 reply: decline, accept"),
    ("2: 3, 3: pass, 0: pass", "1 reply: decline, accept"),
    ("2: pass, 3: pass, 0: 1", "1 reply: decline, accept"),
    ("2: 8", "1 reply: decline, accept"),
    ("2: 1, 3: 8", "1 reply: decline, accept"),
    ("2: 3, 3: pass, 0: pass, 1: accept", f"2 trump: {FIVE}"),
    ("2: 3, 3: pass, 0: pass, 1: accept, 2: no-trump", "1 leads, no-trump"),
    ("2: 3, 3: pass, 0: pass, 1: accept, 2: share-out", "over"),
    ("2: 3, 3: pass, 0: pass, 1: decline", f"1 trump: {FIVE}"),
    ("2: 3, 3: pass, 0: pass, 1: decline, 1: C", "1 leads, C"),
]

TABLES = [
    *[("bidding", *row) for row in BIDDING],
    *[("portuguese", *row) for row in BENEFICIARY],
    *[("payback-8", *row) for row in BUYOUT],
]


@pytest.mark.parametrize(("ruleset", "said", "comes"), TABLES)
def test_who_is_asked_what(ruleset: str, said: str, comes: str) -> None:
    """A1, A2, A3: after these words this seat is asked, and may say just this."""
    assert state(told(trump_deal(ruleset), spoken(said))) == comes


@pytest.mark.parametrize("dealer", [1, 2, 3])
@pytest.mark.parametrize(("ruleset", "said", "comes"), TABLES[::5])
def test_auctions_turn_with_the_dealer(ruleset: str, said: str, comes: str, dealer: int) -> None:
    """P2: with another dealer the same is asked of the seats that sit as far from him."""
    calls = [((seat + dealer) % 4, words) for seat, words in spoken(said)]
    game = told(trump_deal(ruleset, dealer), calls)
    seat, space, rest = comes.partition(" ")
    assert state(game) == (f"{(int(seat) + dealer) % 4} {rest}" if space else comes)


@pytest.mark.parametrize(
    ("ruleset", "said", "illegal"),
    [
        ("bidding", "1: 3", "3"),
        ("bidding", "1: 3", "2"),
        ("bidding", "", "9"),
        ("bidding", "", "0"),
        ("bidding", "1: 8", "no-trump"),
        ("portuguese", "", "4-3-3-3"),
        ("portuguese", "0: auction", "3 down"),
        ("portuguese", "0: auction", "4"),
        ("portuguese", "0: auction, 1: 1 up, 2: 3 up, 3: pass", "1 down"),
        ("portuguese", "0: auction, 1: 4 up, 2: pass, 3: pass, 0: decline", "4-3-3-3"),
        ("portuguese", "0: auction, 1: 4 up, 2: pass, 3: pass, 0: decline", "auction"),
        ("portuguese", "0: play", "nulos"),
        ("portuguese", "0: ultimatum", "7 up"),
        ("payback-8", "2: 3", "3 up"),
        ("payback-8", "2: 8", "pass"),
    ],
)
def test_what_may_not_be_said(ruleset: str, said: str, illegal: str) -> None:
    """L9: a bid that is not high enough, or words of another time, are illegal."""
    game = told(trump_deal(ruleset), spoken(said))
    with pytest.raises(IllegalAnswer, match="is not legal; legal are:"):
        answer(game, illegal)


SALES = [
    # rule set, said, seller, buyer, bid, direction, declarer; None: not sold
    ("bidding", "1: pass, 2: pass, 3: pass, 0: H", (None, 0, 1, "up"), 0),
    ("bidding", "1: 2, 2: 5, 3: pass, 0: pass, 1: pass, 2: H", (None, 2, 5, "up"), 2),
    ("portuguese", "0: play, 0: H", None, 0),
    ("portuguese", "0: nulos", None, 0),
    ("portuguese", "0: auction, 1: 5 up, 2: pass, 3: pass, 0: decline, 0: nulos", None, 0),
    ("portuguese", "0: auction, 1: 5 up, 2: pass, 3: pass, 0: accept, 1: H", (0, 1, 5, "up"), 0),
    ("portuguese", "0: auction, 1: pass, 2: pass, 3: 1 down, 0: accept", (0, 3, 1, "down"), 0),
    ("portuguese", "0: ultimatum, 1: pass, 2: 8 up, 2: H", (0, 2, 8, "up"), 0),
    ("portuguese", "0: ultimatum, 1: pass, 2: pass, 3: pass", None, 0),
    ("payback-8", "2: pass, 3: pass, 0: pass, 1: H", None, 1),
    ("payback-8", "2: 2, 3: pass, 0: pass, 1: decline, 1: H", None, 1),
    ("payback-8", "2: 2, 3: pass, 0: 4, 2: pass, 1: accept, 0: H", (1, 0, 4, "up"), 1),
]


@pytest.mark.parametrize(("ruleset", "said", "sale", "declarer"), SALES)
def test_sales(
    ruleset: str, said: str, sale: tuple[int | None, int, int, str] | None, declarer: int
) -> None:
    """D4: the sale holds the last bid, is null when nothing was sold; who is declarer stays it."""
    game = told(trump_deal(ruleset), spoken(said))
    result = played_out(game, random.Random(said))
    found = result.sale and (
        result.sale.seller,
        result.sale.buyer,
        result.sale.bid,
        result.sale.direction.value,
    )
    assert (found, result.declarer) == (sale, declarer)
    assert result.calls == tuple(spoken(said))


@pytest.mark.parametrize("bid", [1, 4, 8])
def test_the_declarer_gives_up_his_bid(bid: int) -> None:
    """A1: he writes 6 x max(0, taken - bid), the others 6 x taken."""
    passes = ", ".join(f"{seat}: pass" for seat in (2, 3, 0)) if bid < 8 else ""
    for seed in range(20):
        game = told(trump_deal("bidding", seed=seed), spoken(f"1: {bid}, {passes}, 1: S"))
        result = played_out(game, random.Random(seed))
        taken = tricks_of(result)
        own = 6 * max(0, taken[1] - bid)
        assert result.points == (6 * taken[0], own, 6 * taken[2], 6 * taken[3])
        assert sum(result.points) == 48 - 6 * min(taken[1], bid)


def test_a_dealer_left_alone_gives_up_one_trick() -> None:
    """A1: after three passes he is declarer at 1."""
    for seed in range(10):
        game = told(trump_deal("bidding", seed=seed), spoken("1: pass, 2: pass, 3: pass, 0: C"))
        result = played_out(game, random.Random(seed))
        assert result.points[0] == 6 * max(0, tricks_of(result)[0] - 1)


@pytest.mark.parametrize(
    ("ruleset", "said", "price", "buyer", "seller", "payment"),
    [
        ("portuguese", "0: play, 0: H", 25, 1, 0, 0),
        ("portuguese", "0: auction, 1: 6 up, 2: pass, 3: pass, 0: accept, 1: S", 25, 1, 0, 150),
        ("portuguese", "0: auction, 1: pass, 2: 1 up, 3: pass, 0: accept, 2: S", 25, 2, 0, 25),
        ("portuguese", "0: ultimatum, 1: pass, 2: pass, 3: 8 up, 3: H", 25, 3, 0, 200),
        ("payback-8", "2: 8, 1: decline, 1: S", 3, 2, 1, 0),
        ("payback-8", "2: 8, 1: accept, 2: S", 3, 2, 1, 24),
        ("payback-8", "2: 8, 1: accept, 2: misere", 3, 2, 1, 24),
        ("payback-8", "2: pass, 3: pass, 0: 5, 1: accept, 0: last", 3, 0, 1, 15),
    ],
)
def test_the_buyer_pays_for_his_bid(
    ruleset: str, said: str, price: int, buyer: int, seller: int, payment: int
) -> None:
    """A2 up, A3: tricks are written by who took them, and the buyer pays, below zero if need be."""
    for seed in range(10):
        result = played_out(told(trump_deal(ruleset, seed=seed), spoken(said)), random.Random(seed))
        expected = [price * count for count in tricks_of(result)]
        expected[buyer] -= payment
        expected[seller] += payment
        assert list(result.points) == expected


@pytest.mark.parametrize("bid", [1, 2])
def test_a_bid_down_takes_over_tricks(bid: int) -> None:
    """A2: in nulos the buyer loses 75 for each of min(n, taken) tricks of the Beneficiary."""
    seen = set()
    for seed in range(60):
        said = f"0: auction, 1: pass, 2: {bid} down, 3: pass, 0: accept"
        result = played_out(
            told(trump_deal("portuguese", seed=seed), spoken(said)), random.Random()
        )
        taken = tricks_of(result)
        over = min(bid, taken[0])
        seen.add(over)
        expected = [325 - 75 * count for count in taken]
        expected[2] -= 75 * over
        expected[0] += 75 * over
        assert list(result.points) == expected
        assert sum(result.points) == 325
    assert bid in seen


@pytest.mark.parametrize(
    ("ruleset", "said", "points"),
    [
        ("portuguese", "0: auction, 1: pass, 2: pass, 3: pass, 0: 4-3-3-3", (100, 75, 75, 75)),
        (
            "portuguese-quick",
            "0: auction, 1: 3 up, 2: pass, 3: pass, 0: decline, 0: 4-3-3-3",
            (100, 75, 75, 75),
        ),
        ("payback-8", "2: pass, 3: pass, 0: pass, 1: share-out", (6, 6, 6, 6)),
        ("payback-8", "2: 2, 3: pass, 0: pass, 1: accept, 2: share-out", (6, 12, 0, 6)),
        ("payback-4", "2: 8, 1: accept, 2: share-out", (6, 30, -18, 6)),
        ("payback-short", "2: 8, 1: decline, 1: share-out", (6, 6, 6, 6)),
    ],
)
def test_deals_that_are_not_played(ruleset: str, said: str, points: tuple[int, ...]) -> None:
    """T1, A2, A3: a share-out and 4-3-3-3 are scored at once; a sale is paid for there too."""
    game = told(trump_deal(ruleset), spoken(said))
    result = game.finished[0]
    assert (result.points, result.tricks, result.trump) == (points, (), spoken(said)[-1][1])
    assert game.points == points


def test_the_buyers_last_card_is_the_trump() -> None:
    """A3: `last` is the last card dealt to him who says it, not the declarer's."""
    for seed in range(8):
        said = "2: pass, 3: 1, 0: pass, 1: accept, 3: last"
        game = told(trump_deal("payback-8", seed=seed), spoken(said))
        card = deal_of(game).cards.hands[3][-1]
        assert (deal_of(game).shown, deal_of(game).trump) == ((card,), cards_text([card])[-1])
