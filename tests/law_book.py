"""Rule sets of the law book, from their files, and positions to hold against it."""

import random
from functools import cache
from typing import Any

from dealing import random_cards
from slow_rules import SlowContract

from referee.cards import (
    CARD_SUITS,
    NO_CARDS,
    RANKS,
    SUITS,
    Card,
    card_set,
    cards_in,
    parse_card,
    parse_cards,
)
from referee.contract import Contract, Prices, Sign, Trump
from referee.law import Ruff
from referee.play import (
    Play,
    PlayRules,
    Trick,
    is_over,
    legal_cards,
    make_play_rules,
    play_card,
    play_rules,
    start_play,
)
from referee.ruleset import load_ruleset, ruleset_ids

FILES = {ruleset_id: load_ruleset(ruleset_id) for ruleset_id in ruleset_ids()}


@cache
def rules_of(ruleset: str, contract_id: str, trump: str | None = None) -> PlayRules:
    """The rules of a contract; where the dealer sits out, he is seat 0."""
    law = FILES[ruleset]
    named = None if trump is None else Trump(trump)
    return play_rules(law, contract_id, named, 0 if law.dealer_sits_out else None)


def slow_contract(ruleset: str, contract_id: str, trump: str | None) -> SlowContract:
    """The same contract for the slow enumerator, from the same data."""
    law = FILES[ruleset]
    contract = law.contracts[contract_id]
    is_nulos = trump == "nulos"
    sign = -1 if contract.sign is Sign.DO_NOT_TAKE else 1
    return SlowContract(
        trick=-75 if is_nulos else sign * contract.prices.trick,  # A2
        heart=sign * contract.prices.heart,
        boy=sign * contract.prices.boy,
        girl=sign * contract.prices.girl,
        king=sign * contract.prices.king,
        at={position: sign * price for position, price in contract.prices.at},
        boys=law.boys,
        heart_ban=contract.heart_ban,
        king_duty=contract.king_duty.value,
        trump=trump if trump is not None and trump in list(SUITS) else "",
        must_ruff=law.ruff is Ruff.MUST,
        is_reversed=trump == "misere",
        early_end=law.early_end,
    )


def random_deal(ruleset: str, rules: PlayRules, rng: random.Random) -> Play:
    """A random deal before the first lead; with a kitty, its cards are in no hand."""
    cards = random_cards(FILES[ruleset], 0, rng)
    leader = rng.choice([seat for seat, hand in enumerate(cards.hands) if hand])
    return start_play(rules, [card_set(hand) for hand in cards.hands], leader)


DECK_32 = [Card(13 * suit + rank) for suit in range(4) for rank in range(RANKS.index("7"), 13)]


def at_table(
    rules: PlayRules, hand: str, trick: str, tricks: tuple[Trick, ...] = (), leader: int = 0
) -> Play:
    """The play in which seat `leader` led and the next to play has that hand."""
    cards = parse_cards(trick)
    turn = (leader + len(cards)) % rules.seats
    hands = [NO_CARDS] * rules.seats
    hands[turn] = card_set(parse_cards(hand))
    return Play(rules, tuple(hands), leader, turn, cards, tricks, rules.start_points)


def taking_rules(trump: str | None) -> PlayRules:
    return make_play_rules(
        seats=4,
        deck=DECK_32,
        tricks=8,
        boys="K",
        contract=Contract("trump", "trump", Sign.NONE, Prices(trick=3), is_trump=True),
        trump=None if trump is None else Trump(trump),
    )


def gains(rules: PlayRules, number: int, trick: str, leader: int) -> tuple[int, ...]:
    """What each seat gains by the trick of that number."""
    *before, last = trick.split()
    earlier = (Trick(0, (), 0),) * (number - 1)
    play = at_table(rules, last, " ".join(before), earlier, leader)
    return play_card(play, parse_card(last)).points


def end_with(ruleset: str, rules: PlayRules, taken: dict[str, Any], seed: str) -> Play:
    """The end of the first random deal in which the seats take just that."""
    rng = random.Random(seed)
    for _ in range(100_000):
        play = random_deal(ruleset, rules, rng)
        while not is_over(play):
            play = play_card(play, rng.choice(cards_in(legal_cards(play))))
        if is_taken(rules, play.tricks, taken):
            return play
    raise AssertionError(f"no deal like {taken}")


def is_taken(rules: PlayRules, tricks: tuple[Trick, ...], taken: dict[str, Any]) -> bool:
    """True if the tricks hold for each seat just what a row of the table says."""
    return all(count(rules, tricks, item, wanted) == wanted for item, wanted in taken.items())


def count(rules: PlayRules, tricks: tuple[Trick, ...], item: str, wanted: Any) -> Any:
    """What was taken of an item, in the shape of the table."""
    if item == "taken_in_trick":
        return len(tricks)
    if item == "trick_takers":
        return {number: tricks[int(number) - 1].taker for number in wanted}
    found = [0] * rules.seats
    for trick in tricks:
        found[trick.taker] += sum(is_item(rules, item, card) for card in trick.cards)
        found[trick.taker] += item == "tricks"
    return found.index(1) if item == "king" else found


def is_item(rules: PlayRules, item: str, card: int) -> bool:
    if item == "boys":
        return rules.card_prices[card] != 0
    if item == "girls":
        return card % 13 == 10
    if item == "hearts":
        return CARD_SUITS[card] == 2
    return item == "king" and card == parse_card("KH")
