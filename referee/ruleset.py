"""Rule sets: the law of a game as data, read from TOML files."""

import hashlib
import json
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.cards import CARD_NAMES, RANKS, SUITS, Card, cards_text, parse_card, parse_cards
from referee.contract import (
    Contract,
    ContractKeys,
    KingDuty,
    Prices,
    Sign,
    Trump,
    check_prices,
    contract_parts,
    make_contract,
)
from referee.errors import UserError
from referee.rulefile import Table, is_path, merged, overlaid, read_rule_file, ruleset_ids

__all__ = [
    "Choice",
    "Contract",
    "KingDuty",
    "Lead",
    "Prices",
    "RuleSet",
    "Sign",
    "Trump",
    "check_law",
    "law_hash",
    "law_of",
    "load_ruleset",
    "ruleset_ids",
]


MAX_SEATS = 8
"""The most seats that a rule set may have."""


class Lead(StrEnum):
    """Who leads to the first trick (P3)."""

    LEFT = "left"
    DEALER = "dealer"
    DECLARER = "declarer"


class Choice(StrEnum):
    """How the contract of a deal is found."""

    FIXED = "fixed"


class RuleSet(Struct, frozen=True, omit_defaults=True):
    """The rules of one game as data; `contracts` is in the order of legal answers.

    What a rule set does not use has a default and is left out of its JSON, and so of its hash.
    """

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
    file = read_rule_file(id_or_path)
    settings = options or {}
    table = overlaid(id_or_path, file.table, file.options, settings)
    # The file is checked whole, with every value of its options, whatever is set now.
    used = _used_contracts(id_or_path, file.table)
    for name, values in file.options.items():
        for value, overlay in values.items():
            where = f"{id_or_path} with {name}={value}"
            used |= _used_contracts(where, merged(file.table, overlay))
    for contract in file.own_contracts:
        if contract not in used:
            raise UserError(f"rule set {id_or_path}: contract {contract!r} stands in no deal")
    ruleset = _made(id_or_path, table, settings)
    _check_id(id_or_path, ruleset)
    return ruleset


def law_of(ruleset: RuleSet) -> dict[str, Any]:
    """The law alone as plain JSON values, without id, title, source and options."""
    law: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(ruleset))
    for key in ("id", "title", "source", "set", "sha256"):
        del law[key]
    law["deck"] = cards_text(ruleset.deck)
    # A list, because the order of contracts is the order of legal answers.
    law["contracts"] = list(law["contracts"].values())
    return law


def law_hash(ruleset: RuleSet) -> str:
    """The hexadecimal SHA-256 over the law, which `sha256` must be."""
    text = json.dumps(law_of(ruleset), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def check_law(ruleset: RuleSet) -> None:
    """ValueError if a rule set, read as JSON, is not the law of its hash or cannot be played."""
    if not 2 <= ruleset.seats <= MAX_SEATS:
        raise ValueError(f"{ruleset.seats} seats")
    if list(ruleset.deck) != sorted(set(ruleset.deck) & set(range(len(CARD_NAMES)))):
        raise ValueError("the deck is not one of different cards in order")
    playing = ruleset.seats - ruleset.dealer_sits_out
    dealt = playing * ruleset.hand_size + ruleset.kitty_size
    if dealt != len(ruleset.deck) or min(ruleset.hand_size, ruleset.packet) < 1:
        raise ValueError(f"{len(ruleset.deck)} cards do not come out even for {playing} hands")
    if not ruleset.deals:
        raise ValueError("it has no deals")
    for deal in ruleset.deals:
        if deal not in ruleset.contracts:
            raise ValueError(f"the contract of the deal {deal!r} is missing")
    for key, contract in ruleset.contracts.items():
        if contract.id != key:
            raise ValueError(f"the contract {contract.id!r} stands under {key!r}")
        check_prices(contract, ruleset.boys, ruleset.deck, ruleset.hand_size)
    if law_hash(ruleset) != ruleset.sha256:
        raise ValueError("its law is not the one that its sha256 names")


class _Law(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a rule set file, but for `extends`, `set` and `options`."""

    title: str
    source: str
    seats: Annotated[int, Meta(ge=2, le=MAX_SEATS)]
    ranks: str
    boys: str
    lead: Lead
    choice: Choice
    deals: Annotated[tuple[str, ...], Meta(min_length=1)]
    contracts: dict[str, ContractKeys]
    removed: str = ""
    packet: Annotated[int, Meta(ge=1)] = 1
    dealer_sits_out: bool = False
    early_end: bool = True
    king_duty: KingDuty = KingDuty.NONE
    heart_ban: tuple[str, ...] = ()


def _used_contracts(where: str, table: Table) -> set[str]:
    """The names of contracts that some deal plays, alone or as a part of a sum."""
    ruleset = _made(where, table, {})
    known = msgspec.convert(table["contracts"], dict[str, ContractKeys], str_keys=True)
    return {part for deal in ruleset.deals for part in contract_parts(deal, known)}


def _made(where: str, table: Table, settings: Mapping[str, str]) -> RuleSet:
    try:
        law = msgspec.convert(table, _Law, str_keys=True)
        return _ruleset(where, law, settings)
    except msgspec.ValidationError as error:
        raise UserError(f"rule set {where}: {_in_words(error)}") from None
    except ValueError as error:
        raise UserError(f"rule set {where}: {error}") from None


def _in_words(error: msgspec.ValidationError) -> str:
    what, _, key = str(error).partition(" - at `$")
    what = what[0].lower() + what[1:]
    return f"key `{key.strip('.`')}`: {what}" if key else what


def _ruleset(id_or_path: str, law: _Law, settings: Mapping[str, str]) -> RuleSet:
    deck = _deck(law)
    playing = law.seats - law.dealer_sits_out
    if law.dealer_sits_out and law.lead is Lead.DEALER:
        raise ValueError("key `lead`: the dealer has no cards to lead: it can be left")
    hand_size, over = divmod(len(deck), playing)
    if over or not hand_size:
        raise ValueError(f"{len(deck)} cards do not come out even for {playing} hands")
    if hand_size % law.packet:
        raise ValueError(f"key `packet`: packets of {law.packet} do not fill a hand of {hand_size}")
    if law.lead is Lead.DECLARER:
        raise ValueError("key `lead`: nobody is declarer in a fixed order; can be: left, dealer")
    for banned in law.heart_ban:
        contract_parts(f"+{banned}", law.contracts)
    contracts = {
        deal: make_contract(deal, law.contracts, heart_ban=law.heart_ban, king_duty=law.king_duty)
        for deal in law.deals
    }
    for contract in contracts.values():
        check_prices(contract, law.boys, deck, hand_size)
    ruleset = RuleSet(
        id=Path(id_or_path).stem if is_path(id_or_path) else id_or_path,
        title=law.title,
        source=law.source,
        set=dict(sorted(settings.items())),
        sha256="",
        seats=law.seats,
        deck=deck,
        hand_size=hand_size,
        kitty_size=0,
        packet=law.packet,
        dealer_sits_out=law.dealer_sits_out,
        lead=law.lead,
        early_end=law.early_end,
        boys="".join(sorted(law.boys, key=RANKS.index, reverse=True)),
        contracts=contracts,
        deals=law.deals,
        choice=law.choice,
    )
    return msgspec.structs.replace(ruleset, sha256=law_hash(ruleset))


def _check_id(id_or_path: str, ruleset: RuleSet) -> None:
    """Refuses a file whose id would not do in a record, or passes for one of the referee's own."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", ruleset.id):
        raise UserError(
            f"rule set {id_or_path}: name the file with letters, digits and `. _ -` only"
        )
    if is_path(id_or_path) and ruleset.id in ruleset_ids():
        raise UserError(
            f"rule set {id_or_path}: the id {ruleset.id!r} is one of the referee's own; rename the "
            f"file, or say {ruleset.id}"
        )


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
