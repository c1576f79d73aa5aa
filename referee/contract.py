"""Contracts: what is priced in a deal, and the duties that it carries (laws P7, L1 to L5)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from referee.cards import Card, cards_text


class Sign(StrEnum):
    """Whether what is taken counts for the taker, against him, or without a sign (trump deals)."""

    TAKE = "+"
    DO_NOT_TAKE = "-"
    NONE = ""


class KingDuty(StrEnum):
    """What the holder of KH must do where the King is priced (L2 to L5)."""

    NONE = "none"
    VOID = "void"
    VOID_OR_LED = "void-or-led"


class Trump(StrEnum):
    """What a trump deal is played with, or how it is settled."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "no-trump"
    MISERE = "misere"
    """No trump, and the order of the ranks is reversed for taking (T1)."""
    SHARE_OUT = "share-out"
    """No play: every seat scores an equal share of the tricks (T1)."""
    LAST = "last"
    """The suit of the last card that is dealt; only said, never what a deal is played with (T1)."""
    NULOS = "nulos"
    """Every seat starts with a sum and loses a price for each trick (A2)."""
    FOUR_THREE_THREE_THREE = "4-3-3-3"
    """No play: the declarer scores the odd tricks too (A2)."""


SUIT_TRUMPS = (Trump.CLUBS, Trump.DIAMONDS, Trump.HEARTS, Trump.SPADES)
UNPLAYED_TRUMPS = (Trump.SHARE_OUT, Trump.FOUR_THREE_THREE_THREE)
TRUMP_DEAL = "trump"
"""The id of a trump deal, which has no sign."""


class Prices(Struct, frozen=True, omit_defaults=True):
    """The price of each item, without sign; `at` holds pairs of position and price."""

    trick: int = 0
    heart: int = 0
    boy: int = 0
    girl: int = 0
    king: int = 0
    at: tuple[tuple[int, int], ...] = ()


class Contract(Struct, frozen=True, omit_defaults=True):
    """One contract of a rule set: what it prices and the duties that it carries."""

    id: str
    name: str
    sign: Sign
    prices: Prices
    heart_ban: bool = False
    king_duty: KingDuty = KingDuty.NONE
    is_trump: bool = False


_Price = Annotated[int, Meta(ge=0, le=10_000)]


class ContractKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """What a rule set file says about a contract, by its name without sign."""

    trick: _Price = 0
    heart: _Price = 0
    boy: _Price = 0
    girl: _Price = 0
    king: _Price = 0
    at: dict[int, _Price] = {}
    sum_of: tuple[str, ...] = ()


def contract_parts(contract_id: str, known: Mapping[str, ContractKeys]) -> tuple[str, ...]:
    """All names of `known` whose prices a contract adds up; ValueError for an unknown name.

    They come from the joined names of its id, such as `-hearts+king`, and from `sum_of`.
    """
    if contract_id == TRUMP_DEAL:
        waiting = [TRUMP_DEAL]
    elif contract_id[:1] in ("+", "-"):
        waiting = contract_id[1:].split("+")
        if TRUMP_DEAL in waiting:
            raise ValueError(f"key `deals`: {contract_id!r}: a trump deal has no sign")
    else:
        raise ValueError(f"key `deals`: {contract_id!r} must begin with + or -, or be `trump`")
    parts: list[str] = []
    for name in waiting:
        if name not in known:
            raise ValueError(
                f"unknown contract {name!r} in {contract_id!r}; known: {', '.join(known)}"
            )
        if name in parts:
            raise ValueError(f"contract {contract_id!r} counts {name!r} twice")
        parts.append(name)
        waiting.extend(known[name].sum_of)
    return tuple(parts)


def make_contract(
    contract_id: str,
    known: Mapping[str, ContractKeys],
    *,
    heart_ban: Collection[str],
    king_duty: KingDuty,
) -> Contract:
    """The contract of that id with the prices of its parts; ValueError if it has none."""
    is_trump = contract_id == TRUMP_DEAL
    name = contract_id if is_trump else contract_id[1:]
    prices = _added_prices(known[part] for part in contract_parts(contract_id, known))
    if prices == Prices():
        raise ValueError(f"contract {name!r} has no price")
    if is_trump and prices != Prices(trick=prices.trick):
        raise ValueError("contract 'trump' prices tricks, and nothing else")
    return Contract(
        id=contract_id,
        name=name,
        sign=Sign.NONE if is_trump else Sign(contract_id[0]),
        prices=prices,
        heart_ban=name in heart_ban,
        # L2: it binds in every contract that prices the King.
        king_duty=king_duty if prices.king else KingDuty.NONE,
        is_trump=is_trump,
    )


def check_prices(contract: Contract, boys: str, deck: tuple[Card, ...], hand_size: int) -> None:
    """Refuses, by a ValueError, a price for what no deal has: it could never add up (P8)."""
    names = cards_text(deck)
    there = {
        "heart": "H" in names,
        "boy": any(rank in names for rank in boys),
        "girl": "Q" in names,
        "king": "KH" in names,
    }
    for item, is_there in there.items():
        if getattr(contract.prices, item) and not is_there:
            raise ValueError(f"contract {contract.name!r} prices `{item}`, but the deck has none")
    for position, _ in contract.prices.at:
        if not 1 <= abs(position) <= hand_size:
            raise ValueError(
                f"contract {contract.name!r} prices trick {position}, but a deal has {hand_size}"
            )


def _added_prices(parts: Iterable[ContractKeys]) -> Prices:
    items: Counter[str] = Counter()
    at: Counter[int] = Counter()
    for keys in parts:
        items.update(trick=keys.trick, heart=keys.heart, boy=keys.boy)
        items.update(girl=keys.girl, king=keys.king)
        at.update(keys.at)
    return Prices(at=tuple((k, at[k]) for k in sorted(at) if at[k]), **items)
