"""The law of one deal as tables: how strong cards are, what they cost, what must be played.

Cards are numbered by rank and then by suit, and a set of cards is an int with a bit for each, so
that the highest bit is the highest card. The numbers of a law go by its trump: trumps come after
all other cards, and where the lowest card takes, the ranks are turned round. So the card with the
highest number that follows suit, or is a trump, always takes the trick.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from king.v1 import game_pb2

NUMBERS = [0] + [(card - 1) % 13 * 4 + (card - 1) // 13 for card in range(1, 53)]
"""By card of the wire: its number where there is no trump."""
CLUBS = sum(1 << 4 * rank for rank in range(13))
SUITS = [CLUBS << suit for suit in range(4)]
HEARTS = SUITS[2]
QUEEN = 10
KING_OF_HEARTS = NUMBERS[game_pb2.CARD_HK]
TRUMP_SUITS = (
    game_pb2.TRUMP_CLUBS,
    game_pb2.TRUMP_DIAMONDS,
    game_pb2.TRUMP_HEARTS,
    game_pb2.TRUMP_SPADES,
)


class Law(NamedTuple):
    """What counts in one contract with one trump; prices carry their sign.

    All but `moved` is by the numbers of this law.
    """

    moved: list[int]  # by the number without trumps: the number here
    suits: list[int]  # by card: all cards of its suit
    trumps: int
    is_take: bool
    card_prices: list[int]
    trick_prices: list[int]
    dear: list[int]  # the cards by price, the dearest set first
    cheap: list[int]  # the same, the cheapest set first
    hearts: int
    not_led: int  # cards that are not led while there are others
    king_void: int  # goes first when the hand cannot follow suit
    king_led: int  # goes first when hearts are led
    ruff: int  # goes first when the hand cannot follow suit, and there is no such king
    kept: int  # cards that are not laid away for a kitty while there are others
    price: int  # of a trick, as sales count it


_laws: dict[tuple[str, str, int], Law] = {}


def law_of(contract_id: str, trump: int, rules: game_pb2.RuleSet) -> Law:
    """The law of a contract; kept, because it is the same at every question."""
    key = rules.sha256, contract_id, trump
    if key not in _laws:
        named = (each for each in rules.contracts if each.id == contract_id)
        _laws[key] = make_law(next(named, rules.contracts[0]), trump, rules)
    return _laws[key]


def make_law(contract: game_pb2.Contract, trump: int, rules: game_pb2.RuleSet) -> Law:
    """The law of a contract, from its prices and duties alone."""
    trump_suit = TRUMP_SUITS.index(trump) if trump in TRUMP_SUITS else None
    is_reversed = trump == game_pb2.TRUMP_MISERE
    moved = [number_in(card, trump_suit, is_reversed=is_reversed) for card in range(52)]
    suits = [0] * 104
    card_prices = [0] * 104
    classes: dict[int, int] = {}
    sign = -1 if contract.sign == game_pb2.SIGN_DO_NOT_TAKE else 1
    for plain, card in enumerate(moved):
        suits[card] = sum(1 << moved[like] for like in range(plain % 4, 52, 4))
        price = card_price(plain, contract.prices, rules)
        card_prices[card] = sign * price
        classes[price] = classes.get(price, 0) | 1 << card
    trick_prices = [sign * contract.prices.trick] * rules.hand_size
    for at in contract.prices.at:
        trick_prices[at.position - 1 if at.position > 0 else at.position] += sign * at.price
    if trump == game_pb2.TRUMP_NULOS:  # a trick costs what all others gain by it
        sign = -1
        others = rules.seats - rules.dealer_sits_out - 1
        trick_prices = [-others * contract.prices.trick] * rules.hand_size
    king = 1 << moved[KING_OF_HEARTS]
    duty = contract.king_duty
    hearts = suits[moved[KING_OF_HEARTS]]
    trumps = 0 if trump_suit is None else suits[moved[trump_suit]]
    return Law(
        moved=moved,
        suits=suits,
        trumps=trumps,
        is_take=sign > 0,
        card_prices=card_prices,
        trick_prices=trick_prices,
        dear=[classes[price] for price in sorted(classes, reverse=True)],
        cheap=[classes[price] for price in sorted(classes)],
        hearts=hearts,
        not_led=hearts if contract.heart_lead_ban else 0,
        king_void=king if duty > game_pb2.KING_DUTY_NONE else 0,
        king_led=king if duty == game_pb2.KING_DUTY_VOID_OR_LED else 0,
        ruff=trumps if rules.ruff_duty == game_pb2.RUFF_DUTY_MUST else 0,
        kept=sum(1 << moved[card] for card in range(52) if is_kept(card, contract.prices, rules)),
        price=contract.prices.trick,
    )


def number_in(card: int, trump_suit: int | None, *, is_reversed: bool) -> int:
    """The number of a card where that suit is trumps, or the lowest card takes."""
    if card % 4 == trump_suit:
        return card + 52
    return (12 - card // 4) * 4 + card % 4 if is_reversed else card


def card_price(card: int, prices: game_pb2.Prices, rules: game_pb2.RuleSet) -> int:
    """What a card adds to a trick, without sign."""
    price = prices.heart if HEARTS >> card & 1 else 0
    price += prices.boy if card // 4 in boy_ranks(rules) else 0
    price += prices.girl if card // 4 == QUEEN else 0
    price += prices.king if card == KING_OF_HEARTS else 0
    return price


def is_kept(card: int, prices: game_pb2.Prices, rules: game_pb2.RuleSet) -> bool:
    """True for a card that may not be laid away for a kitty, while there are others."""
    if rules.kitty_rule != game_pb2.KITTY_RULE_HIDDEN:
        return card_price(card, prices, rules) > 0
    is_heart = bool(HEARTS >> card & 1 and prices.heart + prices.king)
    is_boy = bool(card // 4 in boy_ranks(rules) and prices.boy)
    return is_heart or is_boy or bool(card // 4 == QUEEN and prices.girl)


def boy_ranks(rules: game_pb2.RuleSet) -> set[int]:
    """The ranks that the rule set calls boys."""
    return {NUMBERS[boy] // 4 for boy in rules.boys}


def cards_of(wire_cards: Sequence[int]) -> int:
    """Cards of the wire as a set, with the numbers that they have without a trump."""
    return sum(1 << NUMBERS[card] for card in wire_cards)


def moved_to(law: Law, cards: int) -> int:
    """A set of cards with the numbers that they have under a law."""
    return sum(1 << law.moved[card] for card in members(cards))


def members(cards: int) -> Iterator[int]:
    """The cards of a set, the highest first."""
    while cards:
        card = cards.bit_length() - 1
        yield card
        cards ^= 1 << card


def highest(cards: int) -> int:
    """The highest card of a set."""
    return cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The lowest card of a set."""
    return (cards & -cards).bit_length() - 1
