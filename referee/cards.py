"""Cards, suits and sets of cards; a set is an int with one bit for each card."""

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)
"""A card from 0 to 51: 13 x suit + rank, suits C D H S, ranks 2 to A."""

CardSet = NewType("CardSet", int)
"""A set of cards; bit n stands for card n."""

RANKS = "23456789TJQKA"
SUITS = "CDHS"
NO_CARDS = CardSet(0)

CARD_NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS_BY_NAME: dict[str, Card] = {name: Card(n) for n, name in enumerate(CARD_NAMES)}
_CLUBS = (1 << 13) - 1

SUIT_SETS: tuple[CardSet, ...] = tuple(CardSet(_CLUBS << 13 * suit) for suit in range(4))
"""All cards of each suit, C D H S."""

CARD_SUITS: tuple[int, ...] = tuple(n // 13 for n in range(52))
"""The suit of each card as an index into `SUITS`."""

HEARTS = SUIT_SETS[2]
KING_OF_HEARTS = _CARDS_BY_NAME["KH"]


def parse_card(text: str) -> Card:
    """The card that is written like `7C` or `TH`; ValueError for anything else."""
    (card,) = _named([text])
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text like `7C 8C`, in its order; ValueError for a bad or doubled card."""
    cards = _named(text.split())
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card stands twice: {text!r}")
    return cards


def _named(names: list[str]) -> tuple[Card, ...]:
    try:
        return tuple([_CARDS_BY_NAME[name] for name in names])
    except KeyError as unknown:
        name = unknown.args[0]
        raise ValueError(
            f"not a card: {name!r} (a rank of {RANKS} and a suit of {SUITS})"
        ) from None


def cards_text(cards: Iterable[Card]) -> str:
    """The cards as text, in the given order, such as `7C 8C`."""
    return " ".join([CARD_NAMES[card] for card in cards])


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of the given cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return CardSet(bits)


def _sets_of_suit(suit: int) -> list[tuple[Card, ...]]:
    """By the 13 bits of a suit: the cards that they stand for."""
    sets: list[tuple[Card, ...]] = [()]
    for rank in range(13):
        sets += [(*cards, Card(13 * suit + rank)) for cards in sets]
    return sets


# Looked up a suit at a time: bit by bit it takes three times as long, twice for each question.
_OF_CLUBS, _OF_DIAMONDS, _OF_HEARTS, _OF_SPADES = (_sets_of_suit(suit) for suit in range(4))


def cards_in(cards: CardSet) -> list[Card]:
    """The cards of a set by rising number."""
    return [
        *_OF_CLUBS[cards & _CLUBS],
        *_OF_DIAMONDS[cards >> 13 & _CLUBS],
        *_OF_HEARTS[cards >> 26 & _CLUBS],
        *_OF_SPADES[cards >> 39],
    ]
