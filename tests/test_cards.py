"""Cards and sets of cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import (
    CARD_NAMES,
    CARD_SUITS,
    HEARTS,
    KING_OF_HEARTS,
    NO_CARDS,
    SUIT_SETS,
    Card,
    card_set,
    cards_in,
    cards_text,
    parse_card,
    parse_cards,
)

some_cards = st.sets(st.integers(0, 51).map(Card))


def test_cards_are_numbered_by_suit_and_rank() -> None:
    """A card is 13 x suit + rank, suits C D H S and ranks 2 to A, so the wire's number less one."""
    assert [parse_card(name) for name in ("2C", "AC", "2D", "KH", "AS")] == [0, 12, 13, 37, 51]


@pytest.mark.parametrize("card", range(52))
def test_every_card_is_read_as_it_is_written(card: Card) -> None:
    """The text of a card is read back as that card."""
    assert parse_card(CARD_NAMES[card]) == card


@pytest.mark.parametrize("text", ["", "7", "C7", "7c", "10C", "7C ", "1C"])
def test_other_texts_are_no_cards(text: str) -> None:
    """A text that is no card is named in the error."""
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_a_card_may_not_stand_twice() -> None:
    """A doubled card in a list of cards is an error."""
    with pytest.raises(ValueError, match="twice"):
        parse_cards("7C 8C 7C")


def test_lists_keep_their_order() -> None:
    """Cards are read and written in the given order, since hands are kept in deal order."""
    assert cards_text(parse_cards("KH 7C AS")) == "KH 7C AS"
    assert parse_cards("") == ()


@given(some_cards)
def test_sets_give_their_cards_in_order(cards: set[Card]) -> None:
    """A set of cards holds just the given cards, and lists them by rising number."""
    assert cards_in(card_set(cards)) == sorted(cards)


def test_suits_share_out_the_deck() -> None:
    """The four suits have thirteen cards each and no card in common."""
    assert [suit.bit_count() for suit in SUIT_SETS] == [13] * 4
    assert sum(SUIT_SETS) == (1 << 52) - 1
    assert all(SUIT_SETS[CARD_SUITS[card]] >> card & 1 for card in range(52))
    assert HEARTS >> KING_OF_HEARTS & 1
    assert cards_in(NO_CARDS) == []
