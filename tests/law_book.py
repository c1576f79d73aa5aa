"""Rules by hand for rule sets of the law book that are no data files yet, and positions."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from slow_rules import SlowContract

from referee.cards import (
    CARD_SUITS,
    NO_CARDS,
    SUITS,
    Card,
    card_set,
    cards_in,
    parse_card,
    parse_cards,
)
from referee.contract import (
    Contract,
    ContractKeys,
    KingDuty,
    Prices,
    Sign,
    Trump,
    make_contract,
)
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


class Law(Struct, frozen=True, kw_only=True):
    """A row of the law book's table, as far as trick play goes."""

    seats: int = 4
    ranks: str = "789TJQKA"
    tricks: int = 8
    boys: str = "J"
    contracts: dict[str, ContractKeys]
    ban: tuple[str, ...] = ()
    king: KingDuty = KingDuty.NONE
    must_ruff: bool = False
    early_end: bool = True
    trump: int = 0
    """The price of a trick in trump deals."""


def priced(
    trick: int, heart: int, boy: int, girl: int, king: int, last: int
) -> dict[str, ContractKeys]:
    return {
        "tricks": ContractKeys(trick=trick),
        "boys": ContractKeys(boy=boy),
        "girls": ContractKeys(girl=girl),
        "hearts": ContractKeys(heart=heart),
        "king": ContractKeys(king=king),
        "last": ContractKeys(at={-1: last, -2: last}),
        "eralash": ContractKeys(sum_of=("tricks", "boys", "girls", "hearts", "king", "last")),
    }


RUSSIAN = priced(2, 2, 4, 4, 16, 8)
HKE = ("hearts", "king", "eralash")
KITTY = Law(
    seats=3,
    tricks=10,
    contracts=priced(4, 5, 10, 10, 40, 20),
    ban=HKE,
    must_ruff=True,
    trump=16,
)
PORTUGUESE = Law(
    ranks="23456789TJQKA",
    tricks=13,
    boys="KJ",
    contracts=priced(20, 20, 30, 50, 160, 90),
    ban=("hearts", "king", "hearts+king"),
    king=KingDuty.VOID_OR_LED,
    early_end=False,
    trump=25,
)
LAST_TRICK = {
    **RUSSIAN,
    "last": ContractKeys(at={-1: 16}),
    "seventh-eighth": ContractKeys(at={-2: 8, -1: 16}),
}

BOOK = {
    "three-card": Law(boys="K", contracts=RUSSIAN, ban=HKE, must_ruff=True, trump=6),
    "twelve": Law(contracts=RUSSIAN, ban=HKE, king=KingDuty.VOID, must_ruff=True, trump=3),
    "symmetric": Law(contracts=RUSSIAN, ban=("eralash",)),
    "symmetric-3": Law(seats=3, tricks=10, contracts=priced(3, 3, 6, 6, 24, 12), ban=("eralash",)),
    "last-trick": Law(contracts=LAST_TRICK, early_end=False),
    "king2": Law(boys="KJ", contracts=priced(20, 20, 20, 40, 160, 80), ban=HKE),
    "kitty": KITTY,
    "kitty-2010-kj": Law(
        seats=3, tricks=10, boys="KJ", contracts=priced(4, 5, 5, 10, 40, 20), ban=HKE
    ),
    "portuguese": PORTUGUESE,
    "portuguese-quick": PORTUGUESE,
}

FILES = {ruleset_id: load_ruleset(ruleset_id) for ruleset_id in ruleset_ids()}

PLAYED_TRUMPS = {trump.value for trump in Trump} | {"nulos"}


@cache
def rules_of(ruleset: str, contract_id: str, trump: str | None = None) -> PlayRules:
    """The rules of a contract: from the data file if there is one, else by hand."""
    if ruleset in FILES:
        return play_rules(FILES[ruleset], contract_id)
    law = BOOK[ruleset]
    return make_play_rules(
        seats=law.seats,
        deck=deck_of(law.ranks),
        tricks=law.tricks,
        boys=law.boys,
        contract=contract_of(ruleset, contract_id, trump),
        trump=Trump(trump) if trump in list(Trump) else None,
        must_ruff=law.must_ruff,
        early_end=law.early_end,
        start_points=325 if trump == "nulos" else 0,
    )


def contract_of(ruleset: str, contract_id: str, trump: str | None) -> Contract:
    """The contract: from the data file if there is one, else by hand."""
    if ruleset in FILES:
        return FILES[ruleset].contracts[contract_id]
    law = BOOK[ruleset]
    if contract_id != "trump":
        return make_contract(contract_id, law.contracts, heart_ban=law.ban, king_duty=law.king)
    nulos = trump == "nulos"
    return Contract(
        id="trump",
        name="trump",
        sign=Sign.DO_NOT_TAKE if nulos else Sign.NONE,
        prices=Prices(trick=75 if nulos else law.trump),
        is_trump=True,
    )


def slow_contract(ruleset: str, contract_id: str, trump: str | None) -> SlowContract:
    """The same contract for the slow enumerator, from the same data."""
    law = FILES.get(ruleset) or BOOK[ruleset]
    contract = contract_of(ruleset, contract_id, trump)
    sign = -1 if contract.sign is Sign.DO_NOT_TAKE else 1
    return SlowContract(
        trick=sign * contract.prices.trick,
        heart=sign * contract.prices.heart,
        boy=sign * contract.prices.boy,
        girl=sign * contract.prices.girl,
        king=sign * contract.prices.king,
        at={position: sign * price for position, price in contract.prices.at},
        boys=law.boys,
        heart_ban=contract.heart_ban,
        king_duty=contract.king_duty.value,
        trump=trump if trump is not None and trump in list(SUITS) else "",
        must_ruff=isinstance(law, Law) and law.must_ruff,
        is_reversed=trump == "misere",
        early_end=law.early_end,
    )


def random_deal(rules: PlayRules, rng: random.Random) -> Play:
    """A random deal before the first lead; with a kitty, its cards are in no hand."""
    deck = list(deck_of("23456789TJQKA" if rules.tricks == 13 else "789TJQKA"))
    rng.shuffle(deck)
    hands = [deck[seat * rules.tricks :][: rules.tricks] for seat in range(rules.seats)]
    return start_play(rules, [card_set(hand) for hand in hands], rng.randrange(rules.seats))


def deck_of(ranks: str) -> Sequence[Card]:
    return [parse_card(rank + suit) for suit in SUITS for rank in ranks]


DECK_32 = deck_of("789TJQKA")


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


def end_with(rules: PlayRules, taken: dict[str, Any], seed: str) -> Play:
    """The end of the first random deal in which the seats take just that."""
    rng = random.Random(seed)
    for _ in range(100_000):
        play = random_deal(rules, rng)
        while not is_over(play):
            play = play_card(play, rng.choice(cards_in(legal_cards(play))))
        if all(count(rules, play, item, wanted) == wanted for item, wanted in taken.items()):
            return play
    raise AssertionError(f"no deal like {taken}")


def count(rules: PlayRules, end: Play, item: str, wanted: Any) -> Any:
    """What was taken of an item, in the shape of the table."""
    if item == "taken_in_trick":
        return len(end.tricks)
    if item == "trick_takers":
        return {number: end.tricks[int(number) - 1].taker for number in wanted}
    found = [0] * rules.seats
    for trick in end.tricks:
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
