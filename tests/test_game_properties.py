"""What holds in every deal and every game: properties over random cards and play (Hypothesis)."""

import random

import pytest
import slow_rules
from dealing import random_board, random_game
from hypothesis import given, settings
from hypothesis import strategies as st
from law_book import FILES, random_deal, rules_of, slow_contract
from msgspec.structs import replace

from referee.cards import CARD_NAMES, Card, cards_in, parse_card
from referee.contract import UNPLAYED_TRUMPS, Trump
from referee.game import Game, IllegalAnswer, answer, decision, fold, new_game
from referee.law import Auction, RuleSet
from referee.play import Play, legal_cards, play_card
from referee.play import is_over as is_play_over


def played_trumps(ruleset: RuleSet) -> list[Trump]:
    """What a trump deal can be played with: a named trump, or nulos of the Beneficiary (A2)."""
    said_only = (*UNPLAYED_TRUMPS, Trump.LAST)
    nulos = [Trump.NULOS] if ruleset.auction is Auction.BENEFICIARY else []
    return [trump for trump in ruleset.trumps if trump not in said_only] + nulos


DEALS = [
    (name, contract.id, trump)
    for name, ruleset in FILES.items()
    for contract in ruleset.contracts.values()
    for trump in (played_trumps(ruleset) if contract.is_trump else [None])
]

Deal = tuple[str, str, str | None]
"""Rule set, contract and trump."""

some_deal = st.sampled_from(DEALS)
seeds = st.integers(0, 2**32)


def played_out(play: Play, rng: random.Random) -> Play:
    while not is_play_over(play):
        play = play_card(play, rng.choice(cards_in(legal_cards(play))))
    return play


@given(some_deal, seeds)
def test_there_is_always_a_legal_card_of_the_own_hand(deal: Deal, seed: int) -> None:
    """At every turn some card is legal, and every legal card is held (P4, L1 to L8)."""
    rng = random.Random(seed)
    play = random_deal(deal[0], rules_of(*deal), rng)
    while not is_play_over(play):
        legal = legal_cards(play)
        assert legal
        assert legal & ~play.hands[play.turn] == 0
        play = play_card(play, rng.choice(cards_in(legal)))


@given(some_deal, seeds)
def test_a_deal_ends_when_all_is_played_or_nothing_is_left_to_win(deal: Deal, seed: int) -> None:
    """After the last trick no card is left, or none that has a price and no such trick (P6)."""
    rules = rules_of(*deal)
    end = played_out(random_deal(deal[0], rules, random.Random(seed)), random.Random(seed))
    left = [card for hand in end.hands for card in cards_in(hand)]
    assert not any(rules.card_prices[card] for card in left)
    if left:
        assert not any(rules.trick_prices[len(end.tricks) :])
    else:
        assert len(end.tricks) == rules.tricks


@given(some_deal, seeds)
def test_every_deal_adds_up_to_its_constant(deal: Deal, seed: int) -> None:
    """The points of all seats add up to the contract's sum, less what was in no hand (P8)."""
    rules = rules_of(*deal)
    start = random_deal(deal[0], rules, random.Random(seed))
    end = played_out(start, random.Random(seed))
    dealt = {card for hand in start.hands for card in cards_in(hand)}
    missing = set(FILES[deal[0]].deck) - dealt
    assert sum(end.points) == rules.total - sum(rules.card_prices[card] for card in missing)


@given(some_deal, seeds)
def test_early_end_never_changes_a_score_or_a_leader(deal: Deal, seed: int) -> None:
    """Whoever plays on after the early end finds the same points, whatever is played (P6)."""
    rng = random.Random(seed)
    end = played_out(random_deal(deal[0], rules_of(*deal), rng), rng)
    to_the_last = replace(end.rules, open_tricks=end.rules.tricks)
    assert end.turn == end.tricks[-1].taker
    last = played_out(replace(end, rules=to_the_last), rng)
    assert not any(last.hands)
    assert last.points == end.points
    assert last.tricks[: len(end.tricks)] == end.tricks


@settings(max_examples=300)
@given(some_deal, seeds)
def test_whole_deals_agree_with_the_slow_rules(deal: Deal, seed: int) -> None:
    """Legal cards, takers, points and the end come out as the slow rules say, card by card."""
    rng = random.Random(seed)
    rules = rules_of(*deal)
    contract = slow_contract(*deal)
    play = random_deal(deal[0], rules, rng)
    playing = [seat for seat, hand in enumerate(play.hands) if hand]
    while not is_play_over(play):
        hands = [{CARD_NAMES[card] for card in cards_in(hand)} for hand in play.hands]
        trick = [CARD_NAMES[card] for card in play.trick]
        legal = {CARD_NAMES[card] for card in cards_in(legal_cards(play))}
        assert legal == slow_rules.legal(contract, hands[play.turn], trick)
        chosen = rng.choice(sorted(legal))
        after = play_card(play, parse_card(chosen))
        if not after.trick:
            number = len(after.tricks)
            full = [*trick, chosen]
            taker = playing[slow_rules.taker(contract, playing.index(play.leader), full)]
            worth = slow_rules.trick_price(contract, number, rules.tricks)
            worth += sum(slow_rules.card_price(contract, card) for card in full)
            points = list(play.points)
            points[taker] += worth
            assert after.turn == taker
            assert list(after.points) == points
            left = [{CARD_NAMES[card] for card in cards_in(after.hands[seat])} for seat in playing]
            assert is_play_over(after) == slow_rules.nothing_left(contract, left, number)
        play = after


@settings(max_examples=40)
@given(st.sampled_from(sorted(FILES)), seeds)
def test_folding_the_answers_gives_the_same_game(ruleset_id: str, seed: int) -> None:
    """The answers of a game, folded over its board, give that very game, at any moment of it."""
    ruleset = FILES[ruleset_id]
    rng = random.Random(seed)
    states = list(random_game(ruleset, rng))
    answers = [choice for _, choice in states if choice is not None]
    board = states[0][0].board
    stop = rng.randrange(len(states))
    assert fold(ruleset, board, answers[:stop]) == states[stop][0]
    assert fold(ruleset, board, answers) == states[-1][0]


@given(seeds)
def test_decisions_are_numbered_within_the_deal(seed: int) -> None:
    """The first decision of each deal is number 1, and each answer counts one more."""
    expected = (1, 1)
    for game, choice in random_game(FILES["classic"], random.Random(seed)):
        if game.deal is None:
            continue
        if game.deal.number != expected[0]:
            expected = (expected[0] + 1, 1)
        assert choice is not None
        assert (game.deal.number, game.deal.decision) == expected
        expected = (game.deal.number, game.deal.decision + 1)


@given(seeds)
def test_every_answer_that_is_not_listed_is_refused(seed: int) -> None:
    """All cards but the listed ones, and all words, are illegal answers (L9)."""
    rng = random.Random(seed)
    states = [game for game, choice in random_game(FILES["classic"], rng) if choice is not None]
    game: Game = rng.choice(states)
    asked = decision(game)
    assert asked is not None
    for number in range(-1, 53):
        if number in asked.answers:
            assert answer(game, Card(number)) != game
        else:
            with pytest.raises(IllegalAnswer):
                answer(game, Card(number))
    for words in ("pass", "7C", "-tricks", ""):
        with pytest.raises(IllegalAnswer):
            answer(game, words)


def test_answers_stand_in_the_order_of_cards() -> None:
    """The answers to a card question are sorted, so "the first" is the same everywhere."""
    for game, _ in random_game(FILES["classic"], random.Random(5)):
        asked = decision(game)
        if asked is not None:
            assert list(asked.answers) == sorted(asked.answers, key=int)


def test_new_game_asks_first_hand() -> None:
    """The first question of a game goes to the seat left of the first dealer (P3)."""
    board = random_board(FILES["classic"], random.Random(1))
    asked = decision(new_game(FILES["classic"], board))
    assert asked is not None
    assert asked.seat == (board.dealer + 1) % 4
