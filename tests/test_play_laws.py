"""The laws of trick play as tables of facts, each row naming its law."""

from typing import Any

import pytest
from law_book import DECK_32, at_table, end_with, gains, rules_of, taking_rules

from referee.cards import card_set, parse_card, parse_cards
from referee.contract import Contract, KingDuty, Prices, Sign, Trump
from referee.play import (
    Play,
    Trick,
    is_over,
    legal_cards,
    make_play_rules,
    play_card,
    start_play,
    trick_taker,
)

LEGAL = [
    # law, rule set, contract, trump, hand, trick, legal
    ("no ban in tricks", "classic", "-tricks", None, "7H KS 9D", "", "7H KS 9D"),
    ("L1", "classic", "-hearts", None, "7H KS 9D", "", "KS 9D"),
    ("L1 only hearts", "classic", "-hearts", None, "7H QH", "", "7H QH"),
    ("L1 both signs", "classic", "+hearts", None, "AH 7C", "", "7C"),
    ("L1 king", "classic", "-king", None, "AH 7C", "", "7C"),
    ("L1 eralash", "classic", "+eralash", None, "AH 7C", "", "7C"),
    ("no ban in boys", "classic", "-boys", None, "KH 7C", "", "KH 7C"),
    ("no ban in girls", "classic", "+girls", None, "QH 7C", "", "QH 7C"),
    ("no ban in last", "classic", "-last", None, "7H KS", "", "7H KS"),
    ("P4", "classic", "-king", None, "7D AD KH", "9D", "7D AD"),
    ("P4 void", "classic", "-hearts", None, "7H QS AC", "9D", "7H QS AC"),
    ("L2", "classic", "-king", None, "KH 7H AC", "9D", "KH"),
    ("L2 take", "classic", "+king", None, "KH 7H AC", "9D", "KH"),
    ("L2 eralash", "classic", "+eralash", None, "KH 7H AC", "9D", "KH"),
    ("L2 only where priced", "classic", "-tricks", None, "KH 7H AC", "9D", "KH 7H AC"),
    ("L2 not in hearts", "classic", "-hearts", None, "KH 7H AC", "9D", "KH 7H AC"),
    ("L3 kept", "classic", "-king", None, "KH 9H AC", "7H", "KH 9H"),
    ("L3 under the ace", "classic", "-king", None, "KH 9H", "7H AH", "KH 9H"),
    ("L3 leading", "classic", "-king", None, "KH 8H", "", "KH 8H"),
    ("L5", "classic-free-king", "-king", None, "KH 7H AC", "9D", "KH 7H AC"),
    ("L1 free king", "classic-free-king", "-king", None, "KH 7H AC", "", "AC"),
    ("L2 boys K J", "classic-boys-kj", "-eralash", None, "KH 7H AC", "9D", "KH"),
    ("L4 led", "portuguese", "-king", None, "KH 9H AC", "7H", "KH"),
    ("L4 leads", "portuguese", "-king", None, "KH 9H 2H", "", "KH"),
    ("L4 L1", "portuguese", "-king", None, "KH 9H AC", "", "AC"),
    ("L4 void", "portuguese-quick", "-hearts+king", None, "KH 9H AC", "9D", "KH"),
    ("L4 without KH", "portuguese", "-king", None, "AH 9H", "7H", "AH 9H"),
    ("L6", "three-card", "trump", "S", "7S AH KC", "9D", "7S"),
    ("L6 undertrump", "three-card", "trump", "S", "7S AH", "9D KS", "7S"),
    ("L6 any trump", "three-card", "trump", "S", "7S AS 8H", "9D KS", "7S AS"),
    ("L6 no trump left", "three-card", "trump", "S", "AH KC", "9D", "AH KC"),
    ("P4 before L6", "three-card", "trump", "S", "7D AS", "9D", "7D"),
    ("L6 no-trump", "kitty", "trump", "no-trump", "7S AH", "9D", "7S AH"),
    ("L7", "portuguese", "trump", "S", "7S AH", "9D", "7S AH"),
    ("L8 leads", "three-card", "trump", "S", "7S KH AC", "", "7S KH AC"),
    ("L1 eralash only", "symmetric", "-hearts", None, "7H KS", "", "7H KS"),
    ("L1 symmetric", "symmetric", "-eralash", None, "7H KS", "", "KS"),
]


@pytest.mark.parametrize(("law", "ruleset", "contract", "trump", "hand", "trick", "legal"), LEGAL)
def test_legal_cards(
    law: str, ruleset: str, contract: str, trump: str | None, hand: str, trick: str, legal: str
) -> None:
    """In this position these cards are legal."""
    play = at_table(rules_of(ruleset, contract, trump), hand, trick)
    assert legal_cards(play) == card_set(parse_cards(legal)), law


TAKERS = [
    # law, trump, trick, leader, taker
    ("P5 highest of the suit", None, "9D AS KD 7D", 0, 2),
    ("P5 off-suit never", None, "7D AH AC AS", 0, 0),
    ("P5 leader counts", None, "9D AS KD 7D", 3, 1),
    ("P5 highest trump", "S", "AD 7S KD 8S", 0, 3),
    ("P5 no trump played", "S", "AD KH 7D 9C", 0, 0),
    ("P5 trump led", "S", "9S KS AS 7S", 0, 2),
    ("P5 no-trump", "no-trump", "9D AS KD 7D", 0, 2),
    ("T1 misere, low takes", "misere", "9D 7D AD KD", 0, 1),
    ("T1 misere, off-suit never", "misere", "9D 7S AD TD", 0, 0),
]


@pytest.mark.parametrize(("law", "trump", "trick", "leader", "taker"), TAKERS)
def test_trick_taker(law: str, trump: str | None, trick: str, leader: int, taker: int) -> None:
    """This seat takes this trick, and leads to the next one."""
    rules = taking_rules(trump)
    assert trick_taker(rules, leader, parse_cards(trick)) == taker, law
    *before, last = trick.split()
    after = play_card(at_table(rules, last, " ".join(before), leader=leader), parse_card(last))
    assert (after.turn, after.leader, after.trick) == (taker, taker, ()), law


TRICK_PRICES = [
    # law, rule set, contract, number of the trick, its cards, points of the taker
    ("P7 eralash adds up", "classic", "-eralash", 8, "JH AH QH KH", -42),
    ("P7 only the trick", "classic", "-eralash", 3, "7D 8D 9D TD", -2),
    ("P7 at -2", "classic", "-eralash", 7, "7D 8D 9D TD", -10),
    ("P7 take", "classic", "+eralash", 8, "JH AH QH KH", 42),
    ("boys K J", "classic-boys-kj", "-eralash", 8, "JH AH QH KH", -42),
    ("boys K", "classic", "-boys", 1, "7D JD QD KD", -4),
    ("boys K J halved", "classic-boys-kj", "-boys", 1, "7D JD QD KD", -4),
    ("at -1 of 13", "portuguese-quick", "-tricks+last", 13, "2D 3D 4D 5D", -110),
    ("at -2 of 13", "portuguese-quick", "-tricks+last", 12, "2D 3D 4D 5D", -110),
    ("before them", "portuguese-quick", "-tricks+last", 11, "2D 3D 4D 5D", -20),
    ("004", "last-trick", "-last", 7, "7D 8D 9D TD", 0),
    ("004", "last-trick", "-last", 8, "7D 8D 9D TD", -16),
    ("at -1 of 10", "kitty", "-last", 10, "7D 8D 9D", -20),
]


@pytest.mark.parametrize(("law", "ruleset", "contract", "number", "trick", "points"), TRICK_PRICES)
def test_trick_price(
    law: str, ruleset: str, contract: str, number: int, trick: str, points: int
) -> None:
    """The trick at this position is worth this to its taker, and nothing to the others."""
    assert sorted(gains(rules_of(ruleset, contract), number, trick, 0), key=abs)[-1] == points, law
    assert sum(gains(rules_of(ruleset, contract), number, trick, 0)) == points, law


SCORES: list[tuple[str, str, str, str | None, dict[str, Any], list[int]]] = [
    # law, rule set, contract, trump, what each seat took, score
    ("000 row 1", "classic", "-tricks", None, {"tricks": [2, 0, 4, 2]}, [-4, 0, -8, -4]),
    ("000 row 2", "classic", "-boys", None, {"boys": [0, 3, 0, 1]}, [0, -12, 0, -4]),
    ("000 row 3", "classic", "-girls", None, {"girls": [0, 2, 1, 1]}, [0, -8, -4, -4]),
    ("P7 at", "classic", "-last", None, {"trick_takers": {"7": 2, "8": 2}}, [0, 0, -16, 0]),
    ("P7 at", "classic", "+last", None, {"trick_takers": {"7": 1, "8": 3}}, [0, 8, 0, 8]),
    ("P6", "classic", "-king", None, {"king": 3, "taken_in_trick": 1}, [0, 0, 0, -16]),
    ("boys K J", "classic-boys-kj", "-boys", None, {"boys": [3, 2, 2, 1]}, [-6, -4, -4, -2]),
    ("T 6", "three-card", "trump", "S", {"tricks": [3, 1, 0, 4]}, [18, 6, 0, 24]),
    ("4 a trick", "kitty", "-tricks", None, {"tricks": [2, 5, 3]}, [-8, -20, -12]),
    ("A2 nulos", "portuguese", "trump", "nulos", {"tricks": [0, 3, 4, 6]}, [325, 100, 25, -125]),
]


@pytest.mark.parametrize(("law", "ruleset", "contract", "trump", "taken", "score"), SCORES)
def test_score(
    law: str,
    ruleset: str,
    contract: str,
    trump: str | None,
    taken: dict[str, Any],
    score: list[int],
) -> None:
    """A deal in which the seats take this many items is scored like this."""
    end = end_with(ruleset, rules_of(ruleset, contract, trump), taken, seed=law)
    assert list(end.points) == score, law


ENDS = [
    # law, rule set, contract, hands left, tricks played so far, whether the deal is over
    ("P6 KH is gone", "classic", "-king", "7C / 8C / 9C / TC", 1, True),
    ("P6 KH is out", "classic", "-king", "7C / 8C / KH / TC", 1, False),
    ("P6 not before a trick", "classic", "-king", "7C / 8C / 9C / TC", 0, False),
    ("P6 a queen is out", "classic", "+girls", "7C / QC / KH / TC", 3, False),
    ("P6 no queen", "classic", "+girls", "7C / KC / KH / TC", 3, True),
    ("P6 boys K", "classic", "-boys", "7C / JC / AH / TC", 3, True),
    ("P6 boys K J", "classic-boys-kj", "-boys", "7C / JC / AH / TC", 3, False),
    ("P6 last heart", "classic", "-hearts", "7C / JC / AC / 7H", 6, False),
    ("P6 no heart", "classic", "-hearts", "7C / JC / AC / 7D", 6, True),
    ("P6 tricks", "classic", "-tricks", "7C / JC / AC / 7D", 7, False),
    ("P6 last two", "classic", "+last", "7C / JC / AC / 7D", 7, False),
    ("P6 eralash", "classic", "-eralash", "7C / JC / AC / 7D", 7, False),
    ("P6 all played", "classic", "-eralash", " / / / ", 8, True),
    ("P6 trump deal", "three-card", "trump", "7C / JC / AC / 7D", 7, False),
    ("P6 hearts+king", "portuguese-quick", "-hearts+king", "7C / JC / AC / 7D", 12, False),
    ("P6 off: to the end", "portuguese", "-king", "7C / JC / AC / 7D", 12, False),
    ("P6 off: all played", "portuguese", "-king", " / / / ", 13, True),
    # The king of hearts was laid away: it is in no hand, so it is not left to win.
    ("P6 discard", "kitty", "-king", "7C / JC / AC", 1, True),
]


@pytest.mark.parametrize(("law", "ruleset", "contract", "hands", "played", "over"), ENDS)
def test_is_over(
    law: str, ruleset: str, contract: str, hands: str, played: int, over: bool
) -> None:
    """With these cards left after that many tricks, the deal is over or not."""
    rules = rules_of(ruleset, contract, "S" if contract == "trump" else None)
    left = tuple(card_set(parse_cards(hand)) for hand in hands.split("/"))
    tricks = (Trick(0, (), 0),) * played
    assert is_over(Play(rules, left, 0, 0, (), tricks, rules.start_points)) is over, law


def test_a_deal_is_over_after_complete_tricks_only() -> None:
    """P6: with the last queen on the table the trick is played out, and then the deal is over."""
    play = start_play(
        rules_of("classic", "-girls"),
        [card_set(parse_cards(hand)) for hand in ("QC 7D", "8C 8D", "9C 9D", "TC TD")],
        0,
    )
    for card in ("QC", "8C", "9C"):
        play = play_card(play, parse_card(card))
        assert not is_over(play)
    play = play_card(play, parse_card("TC"))
    assert is_over(play)
    assert play.points == (-4, 0, 0, 0)


def test_combined_contracts_end_with_the_last_priced_card() -> None:
    """P6: girls+boys is over with the last of its twelve cards, hearts+king with the last heart."""
    prices = Prices(boy=30, girl=50)
    rules = make_play_rules(
        seats=4,
        deck=DECK_32,
        tricks=8,
        boys="KJ",
        contract=Contract("-girls+boys", "girls+boys", Sign.DO_NOT_TAKE, prices),
    )
    assert bin(rules.priced).count("1") == 12
    rules = make_play_rules(
        seats=4,
        deck=DECK_32,
        tricks=8,
        boys="K",
        contract=Contract("-hearts+king", "x", Sign.DO_NOT_TAKE, Prices(heart=2, king=16)),
    )
    assert rules.priced == card_set(parse_cards("7H 8H 9H TH JH QH KH AH"))


def test_play_goes_clockwise_and_passes_by_the_seat_that_sits_out() -> None:
    """P4 and K4: three of four play, and the trick is full with three cards."""
    rules = make_play_rules(
        seats=4,
        deck=DECK_32,
        tricks=10,
        boys="J",
        contract=Contract("-tricks", "tricks", Sign.DO_NOT_TAKE, Prices(trick=4)),
        sits_out=1,
        start_points=0,
    )
    hands = [card_set(parse_cards(hand)) for hand in ("7C 7D", "", "8C 8D", "9C 9D")]
    play = start_play(rules, hands, 3)
    turns = []
    for card in ("9C", "7C", "8C"):
        turns.append(play.turn)
        play = play_card(play, parse_card(card))
    assert turns == [3, 0, 2]
    assert play.tricks == (Trick(3, parse_cards("9C 7C 8C"), 3),)
    assert play.points == (0, 0, 0, -4)


def test_king_duty_comes_before_the_duty_to_ruff() -> None:
    """L2 says "whatever else he holds", so a void holder of KH plays it and not a trump."""
    rules = make_play_rules(
        seats=4,
        deck=DECK_32,
        tricks=8,
        boys="K",
        contract=Contract(
            "x", "x", Sign.NONE, Prices(king=16), king_duty=KingDuty.VOID, is_trump=True
        ),
        trump=Trump.SPADES,
        must_ruff=True,
    )
    assert legal_cards(at_table(rules, "KH 7S AC", "9D")) == card_set(parse_cards("KH"))
