"""The kitty: what may be laid away as a table, the order of the calls, and who sits out."""

import random

import pytest
from law_book import FILES
from slow_scores import slow_discards
from talking import asked, deal_of, dealt, only, played_out

from referee.cards import Card, cards_in, cards_text, parse_cards
from referee.deal import Board, Cards, QuestionKind
from referee.game import Game, IllegalAnswer, answer, new_game

MIXED = "7C QC AC 8D JD KD 7H JH QH KH 9S KS"
"""Twelve cards with all that some contract prices among them."""
HEARTY = "7H 8H 9H TH JH QH KH AH JC QC QD 7C"
"""All but 7C has a price in eralash."""
PRICED = "7H 8H 9H TH JH QH KH AH JC QC QD JS"

MAY_GO = [
    # law, rule set, contract, the twelve cards, those that may be laid away
    ("K1", "kitty", "-tricks", MIXED, MIXED),
    ("K1", "kitty", "-last", MIXED, MIXED),
    ("K1", "kitty", "trump", MIXED, MIXED),
    ("K1", "kitty", "-boys", MIXED, "7C QC AC 8D KD 7H QH KH 9S KS"),
    ("K1", "kitty", "-girls", MIXED, "7C AC 8D JD KD 7H JH KH 9S KS"),
    ("K1", "kitty", "-hearts", MIXED, "7C QC AC 8D JD KD 9S KS"),
    ("K1", "kitty", "-king", MIXED, "7C QC AC 8D JD KD 7H JH QH 9S KS"),
    ("K1", "kitty", "-eralash", MIXED, "7C AC 8D KD 9S KS"),
    ("K1", "kitty-4", "-girls", MIXED, "7C AC 8D JD KD 7H JH KH 9S KS"),
    ("K1", "kitty-no-eralash", "-king", MIXED, "7C QC AC 8D JD KD 7H JH QH 9S KS"),
    ("K1", "kitty-mirror", "+hearts", MIXED, "7C QC AC 8D JD KD 9S KS"),
    ("K1", "kitty-mirror", "+eralash", MIXED, "7C AC 8D KD 9S KS"),
    ("K1", "kitty-mirror", "+tricks", MIXED, MIXED),
    ("K2", "kitty-2010", "-tricks", MIXED, MIXED),
    ("K2", "kitty-2010", "-last", MIXED, MIXED),
    ("K2", "kitty-2010", "trump", MIXED, MIXED),
    ("K2", "kitty-2010", "-hearts", MIXED, "7C QC AC 8D JD KD 9S KS"),
    ("K2 no heart", "kitty-2010", "-king", MIXED, "7C QC AC 8D JD KD 9S KS"),
    ("K2", "kitty-2010", "-boys", MIXED, "7C QC AC 8D KD 7H QH KH 9S KS"),
    ("K2", "kitty-2010", "-girls", MIXED, "7C AC 8D JD KD 7H JH KH 9S KS"),
    ("K2", "kitty-2010", "-eralash", MIXED, "7C AC 8D KD 9S KS"),
    ("K2 K J", "kitty-2010-kj", "-boys", MIXED, "7C QC AC 8D 7H QH 9S"),
    ("K2 K J", "kitty-2010-kj", "-eralash", MIXED, "7C AC 8D 9S"),
    ("K2 K J", "kitty-2010-kj", "-king", MIXED, "7C QC AC 8D JD KD 9S KS"),
]


def with_twelve(ruleset: str, contract: str, twelve: str) -> Game:
    """A game at the discard of seat 1, who holds ten of these cards and takes the last two."""
    law = only(ruleset, contract)
    own = parse_cards(twelve)
    rest = [card for card in law.deck if card not in own]
    hands: list[tuple[Card, ...]] = []
    for seat in range(law.seats):
        if law.dealer_sits_out and seat == 0:
            hands.append(())
        elif seat == 1:
            hands.append(own[:10])
        else:
            hands.append(tuple(rest[:10]))
            rest = rest[10:]
    deals = []
    for dealer in range(law.deal_count):  # where he sits out, the hands move on with him
        moved = hands[-dealer:] + hands[:-dealer] if law.dealer_sits_out and dealer else hands
        deals.append(Cards(tuple(moved), own[10:]))
    board = Board(1, 0, tuple(deals))
    game = answer(new_game(law, board), contract)
    while asked(game).kind is not QuestionKind.DISCARD:
        game = answer(game, "S")
    return game


def pairs_of(game: Game) -> list[str]:
    return [str(one).removeprefix("discard ") for one in asked(game).answers]


@pytest.mark.parametrize(("law", "ruleset", "contract", "twelve", "may_go"), MAY_GO)
def test_what_may_be_laid_away(
    law: str, ruleset: str, contract: str, twelve: str, may_go: str
) -> None:
    """K1, K2: any two of these cards, low card first, and no other pair."""
    free = sorted(parse_cards(may_go))
    expected = [cards_text([low, high]) for at, low in enumerate(free) for high in free[at + 1 :]]
    game = with_twelve(ruleset, contract, twelve)
    assert pairs_of(game) == expected, law
    assert asked(game).seat == 1
    slow = slow_discards(ruleset, contract, twelve.split())
    assert {frozenset(pair.split()) for pair in expected} == slow


@pytest.mark.parametrize("ruleset", ["kitty", "kitty-2010", "kitty-4"])
@pytest.mark.parametrize(("twelve", "must_go", "pairs"), [(HEARTY, "7C", 11), (PRICED, "", 66)])
def test_fewer_than_two_may_go(ruleset: str, twelve: str, must_go: str, pairs: int) -> None:
    """K3: those that may must go, the rest is free, and the sum is smaller by its price."""
    game = with_twelve(ruleset, "-eralash", twelve)
    found = pairs_of(game)
    assert len(found) == pairs
    assert all(must_go in pair for pair in found)
    assert found == sorted(found, key=lambda pair: tuple(parse_cards(pair)))
    slow = slow_discards(ruleset, "-eralash", twelve.split())
    assert {frozenset(pair.split()) for pair in found} == slow
    worth = {"KH": 45, "QH": 15, "JH": 15, "AH": 5, "7H": 5, "8H": 5, "9H": 5, "TH": 5}
    worth |= {"QC": 10, "QD": 10, "JC": 10, "JS": 10}
    for pair in random.Random(must_go).sample(found, 5):
        result = played_out(answer(game, f"discard {pair}"), random.Random(pair))
        assert sum(result.points) == -240 + sum(worth.get(card, 0) for card in pair.split())
        assert cards_text(result.discard) == pair


def test_a_pair_that_may_not_go_is_illegal() -> None:
    """L9: a priced card, a card twice, one card, or a pair in the other order is no answer."""
    game = with_twelve("kitty", "-girls", MIXED)
    for said in ("discard 7C QC", "discard AC 7C", "discard 7C", "discard 7C 7C", "7C AC", "pass"):
        with pytest.raises(IllegalAnswer, match="is not legal"):
            answer(game, said)
    assert deal_of(answer(game, "discard 7C AC")).discard == parse_cards("7C AC")


@pytest.mark.parametrize("ruleset", ["kitty", "kitty-2010", "kitty-4"])
def test_the_declarer_plays_ten_of_his_twelve_cards(ruleset: str) -> None:
    """K1: he takes both cards of the kitty, and what he lays away is nobody's."""
    game = with_twelve(ruleset, "-tricks", MIXED)
    game = answer(game, "discard KH KS")  # the kitty is 9S KS: one of it goes back
    play = deal_of(game).play
    assert play is not None
    assert cards_text(cards_in(play.hands[1])) == "7C QC AC 8D JD KD 7H JH QH 9S"
    assert (play.leader, play.turn) == (1, 1)
    result = played_out(game, random.Random(1))
    gone = {card for trick in result.tricks for card in trick.cards}
    assert not gone & set(parse_cards("KH KS"))
    assert len(gone) == 30


def test_a_dealer_who_sits_out() -> None:
    """K4: he has no cards, is not asked, is passed by and scores 0; his stock stays whole."""
    law = FILES["kitty-4"]
    rng = random.Random(4)
    game = dealt("kitty-4", "-tricks", "-girls", "trump", dealer=3)
    for number in range(12):
        deal = deal_of(game)
        dealer = (3 + number) % 4
        first = (dealer + 1) % 4
        assert (deal.dealer, deal.sits_out, deal.cards.hands[dealer]) == (dealer, dealer, ())
        assert [len(hand) for hand in deal.cards.hands].count(10) == 3
        before = deal.stocks
        asked_seats = set()
        while len(game.finished) == number:
            asked_seats.add(asked(game).seat)
            game = answer(game, rng.choice(asked(game).answers))
        result = game.finished[-1]
        assert dealer not in asked_seats
        assert (result.declarer, result.points[dealer]) == (first, 0)
        assert all(len(trick.cards) == 3 for trick in result.tricks)
        assert all(dealer not in (trick.leader, trick.taker) for trick in result.tricks)
        if game.deal is not None:
            left = game.deal.stocks
            assert [a == b for a, b in zip(before, left, strict=True)].count(True) == 3
            assert len(left[first]) == len(before[first]) - 1
    assert game.deal is None
    assert law.playing == 3
