"""Rule sets: the law of a game as data, read from TOML files."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.cards import RANKS, SUITS, Card, cards_text, parse_card, parse_cards
from referee.errors import UserError
from referee.rulefile import is_path, read_table
from referee.rulefile import ruleset_ids as ruleset_ids


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


class Lead(StrEnum):
    """Who leads to the first trick (P3)."""

    LEFT = "left"
    DEALER = "dealer"
    DECLARER = "declarer"


class Choice(StrEnum):
    """How the contract of a deal is found."""

    FIXED = "fixed"


class Trump(StrEnum):
    """What a trump deal is played with."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "no-trump"
    MISERE = "misere"


class Prices(Struct, frozen=True):
    """The price of each item, without sign; `at` holds pairs of position and price."""

    trick: int = 0
    heart: int = 0
    boy: int = 0
    girl: int = 0
    king: int = 0
    at: tuple[tuple[int, int], ...] = ()


class Contract(Struct, frozen=True):
    """One contract of a rule set: what it prices and the duties that it carries."""

    id: str
    name: str
    sign: Sign
    prices: Prices
    heart_ban: bool = False
    king_duty: KingDuty = KingDuty.NONE
    is_trump: bool = False


class RuleSet(Struct, frozen=True):
    """The rules of one game as data; `contracts` is in the order of legal answers."""

    id: str
    title: str
    source: str
    set: dict[str, str]
    """The options that the user set."""
    sha256: str
    """Over the law alone: equal laws have equal hashes, whatever they are called."""
    seats: int
    deck: tuple[Card, ...]
    hand_size: int
    kitty_size: int
    packet: int
    dealer_sits_out: bool
    lead: Lead
    early_end: bool
    boys: str
    contracts: dict[str, Contract]
    deals: tuple[str, ...]
    choice: Choice

    def __hash__(self) -> int:
        return hash(self.sha256)


def load_ruleset(id_or_path: str, options: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set of that id or TOML file with options set; UserError in one line if it is bad."""
    options = options or {}
    table = read_table(id_or_path, options)
    table.pop("options", None)
    try:
        law = msgspec.convert(table, _Law, str_keys=True)
        return _ruleset(_id_of(id_or_path), law, options)
    except msgspec.ValidationError as error:
        raise UserError(f"rule set {id_or_path}: {_in_words(error)}") from None
    except ValueError as error:
        raise UserError(f"rule set {id_or_path}: {error}") from None


def law_of(ruleset: RuleSet) -> dict[str, Any]:
    """The law alone as plain JSON values, without id, title, source and options."""
    law: dict[str, Any] = msgspec.to_builtins(ruleset)
    for key in ("id", "title", "source", "set", "sha256"):
        del law[key]
    law["deck"] = cards_text(ruleset.deck)
    # A list, because the order of contracts is the order of legal answers.
    law["contracts"] = list(law["contracts"].values())
    return law


_Price = Annotated[int, Meta(ge=0, le=10_000)]


class _ContractKeys(Struct, forbid_unknown_fields=True):
    trick: _Price = 0
    heart: _Price = 0
    boy: _Price = 0
    girl: _Price = 0
    king: _Price = 0
    at: dict[int, _Price] = {}
    sum_of: tuple[str, ...] = ()


class _Law(Struct, forbid_unknown_fields=True):
    title: str
    source: str
    seats: Annotated[int, Meta(ge=2, le=8)]
    ranks: str
    boys: str
    lead: Lead
    choice: Choice
    deals: Annotated[tuple[str, ...], Meta(min_length=1)]
    contracts: dict[str, _ContractKeys]
    removed: str = ""
    packet: Annotated[int, Meta(ge=1)] = 1
    dealer_sits_out: bool = False
    early_end: bool = True
    king_duty: KingDuty = KingDuty.NONE
    heart_ban: tuple[str, ...] = ()


def _id_of(id_or_path: str) -> str:
    return Path(id_or_path).stem if is_path(id_or_path) else id_or_path


def _in_words(error: msgspec.ValidationError) -> str:
    what, _, where = str(error).partition(" - at `$")
    what = what[0].lower() + what[1:]
    return f"key `{where.strip('.`')}`: {what}" if where else what


def _ruleset(name: str, law: _Law, options: Mapping[str, str]) -> RuleSet:
    deck = _deck(law)
    playing = law.seats - law.dealer_sits_out
    hand_size, over = divmod(len(deck), playing)
    if over or not hand_size:
        raise ValueError(f"{len(deck)} cards do not come out even for {playing} hands")
    if hand_size % law.packet:
        raise ValueError(
            f"key `packet`: a hand of {hand_size} has no whole packets of {law.packet}"
        )
    if law.lead is Lead.DECLARER:
        raise ValueError("key `lead`: nobody is declarer in a fixed order; it can be: left, dealer")
    contracts: dict[str, Contract] = {}
    for contract in law.deals:
        if contract not in contracts:
            contracts[contract] = _contract(contract, law, deck, hand_size)
    for banned in law.heart_ban:
        for part in banned.split("+"):
            if part not in law.contracts:
                raise ValueError(f"key `heart_ban`: no contract {part!r} stands in `contracts`")
    ruleset = RuleSet(
        id=name,
        title=law.title,
        source=law.source,
        set=dict(sorted(options.items())),
        sha256="",
        seats=law.seats,
        deck=deck,
        hand_size=hand_size,
        kitty_size=0,
        packet=law.packet,
        dealer_sits_out=law.dealer_sits_out,
        lead=law.lead,
        early_end=law.early_end,
        boys=law.boys,
        contracts=contracts,
        deals=law.deals,
        choice=law.choice,
    )
    text = json.dumps(law_of(ruleset), sort_keys=True, separators=(",", ":"))
    return msgspec.structs.replace(ruleset, sha256=hashlib.sha256(text.encode()).hexdigest())


def _deck(law: _Law) -> tuple[Card, ...]:
    for key, ranks in (("ranks", law.ranks), ("boys", law.boys)):
        if not ranks or len(set(ranks)) != len(ranks) or not set(ranks) <= set(RANKS):
            raise ValueError(f"key `{key}`: {ranks!r} must be different ranks of {RANKS}")
    if not set(law.boys) <= set(law.ranks):
        raise ValueError(f"key `boys`: {law.boys!r} must be among the ranks {law.ranks!r}")
    deck = {parse_card(rank + suit) for rank in law.ranks for suit in SUITS}
    removed = set(parse_cards(law.removed))
    if not removed <= deck:
        raise ValueError(f"key `removed`: {cards_text(sorted(removed - deck))} not in the deck")
    return tuple(sorted(deck - removed))


def _contract(contract_id: str, law: _Law, deck: tuple[Card, ...], hand_size: int) -> Contract:
    if contract_id[:1] not in ("+", "-"):
        raise ValueError(f"key `deals`: {contract_id!r} must begin with + or -")
    name = contract_id[1:]
    parts = name.split("+")
    for part in parts:
        if part not in law.contracts:
            known = ", ".join(law.contracts)
            raise ValueError(
                f"key `deals`: unknown contract {part!r} in {contract_id!r}; known: {known}"
            )
    prices = _summed_prices(parts, law.contracts)
    if not any((prices.trick, prices.heart, prices.boy, prices.girl, prices.king, prices.at)):
        raise ValueError(f"key `contracts`: {name!r} has no price")
    _check_prices(name, prices, law.boys, deck, hand_size)
    return Contract(
        id=contract_id,
        name=name,
        sign=Sign(contract_id[0]),
        prices=prices,
        heart_ban=name in law.heart_ban,
        # L2: it binds in every contract that prices the King.
        king_duty=law.king_duty if prices.king else KingDuty.NONE,
    )


def _summed_prices(names: Iterable[str], contracts: Mapping[str, _ContractKeys]) -> Prices:
    """All prices of the named contracts added up, those that they are sums of included."""
    items: Counter[str] = Counter()
    at: Counter[int] = Counter()
    waiting = list(names)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            raise ValueError(f"key `contracts`: {name!r} is counted twice in one sum")
        seen.add(name)
        if name not in contracts:
            raise ValueError(f"key `contracts`: unknown contract {name!r} in a `sum_of`")
        keys = contracts[name]
        items.update(trick=keys.trick, heart=keys.heart, boy=keys.boy)
        items.update(girl=keys.girl, king=keys.king)
        at.update(keys.at)
        waiting.extend(keys.sum_of)
    return Prices(at=tuple((k, at[k]) for k in sorted(at) if at[k]), **items)


def _check_prices(
    name: str, prices: Prices, boys: str, deck: tuple[Card, ...], hand_size: int
) -> None:
    """Refuses a price for what is not in the deck, since its deal could never add up."""
    names = cards_text(deck)
    there = {
        "heart": "H" in names,
        "boy": any(rank in names for rank in boys),
        "girl": "Q" in names,
        "king": "KH" in names,
    }
    for item, is_there in there.items():
        if getattr(prices, item) and not is_there:
            raise ValueError(f"key `contracts`: {name!r} prices `{item}`, but the deck has none")
    for position, _ in prices.at:
        if not 1 <= abs(position) <= hand_size:
            raise ValueError(
                f"key `contracts`: {name!r} prices trick {position}, but a deal has {hand_size}"
            )
