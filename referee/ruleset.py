"""Reads rule sets from TOML files."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from referee.cards import RANKS, SUITS, Card, cards_text, parse_card, parse_cards
from referee.contract import (
    SUIT_TRUMPS,
    TRUMP_DEAL,
    Contract,
    ContractKeys,
    KingDuty,
    Prices,
    Sign,
    Trump,
    contract_parts,
    make_contract,
)
from referee.errors import UserError
from referee.law import (
    MAX_SEATS,
    Auction,
    Choice,
    KittyRule,
    Lead,
    Ruff,
    RuleSet,
    TrumpTime,
    law_hash,
    law_of,
)
from referee.lawcheck import check_fits, check_law
from referee.rulefile import Table, is_path, merged, overlaid, read_rule_file, ruleset_ids

__all__ = [
    "Auction",
    "Choice",
    "Contract",
    "KingDuty",
    "KittyRule",
    "Lead",
    "Prices",
    "Ruff",
    "RuleSet",
    "Sign",
    "Trump",
    "TrumpTime",
    "check_law",
    "law_hash",
    "law_of",
    "load_ruleset",
    "ruleset_ids",
]


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
        if not contract:
            raise UserError(f"rule set {id_or_path}: key `contracts`: a contract needs a name")
        if contract not in used:
            raise UserError(f"rule set {id_or_path}: contract {contract!r} stands in no deal")
    for banned in file.own_bans:
        if banned not in used:
            raise UserError(
                f"rule set {id_or_path}: key `heart_ban`: no deal is called {banned!r}, with the "
                "names in this order"
            )
    ruleset = _made(id_or_path, table, settings)
    _check_id(id_or_path, ruleset)
    return ruleset


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
    stage_deals: Annotated[int, Meta(ge=0)] = 0
    ruff: Ruff = Ruff.FREE
    trump_time: TrumpTime | None = None
    trumps: tuple[str, ...] = ()
    auction: Auction | None = None
    kitty: KittyRule | None = None
    kitty_size: Annotated[int, Meta(ge=0)] = 0


def _used_contracts(where: str, table: Table) -> set[str]:
    """The names of contracts that some deal plays, alone, joined, or as a part of a sum."""
    ruleset = _made(where, table, {})
    names = {contract.name for contract in ruleset.contracts.values()}
    known = msgspec.convert(table["contracts"], dict[str, ContractKeys], str_keys=True)
    return names | {part for deal in ruleset.deals for part in contract_parts(deal, known)}


def _made(where: str, table: Table, settings: Mapping[str, str]) -> RuleSet:
    try:
        law = msgspec.convert(table, _Law, str_keys=True)
        return _ruleset(where, law, settings)
    except msgspec.ValidationError as error:
        raise UserError(f"rule set {where}: {_bad_key(table, error)}") from None
    except ValueError as error:
        raise UserError(f"rule set {where}: {error}") from None


def _bad_key(table: Table, error: msgspec.ValidationError) -> str:
    """What is wrong at which key; msgspec does not say in which of the contracts."""
    contracts = table.get("contracts")
    if isinstance(contracts, dict):
        for name, keys in contracts.items():
            try:
                msgspec.convert(keys, ContractKeys, str_keys=True)
            except msgspec.ValidationError as inner:
                return f"contract {name!r}: {_in_words(inner)}"
    return _in_words(error)


def _in_words(error: msgspec.ValidationError) -> str:
    what, _, key = str(error).partition(" - at `$")
    what = what[0].lower() + what[1:]
    return f"key `{key.strip('.`')}`: {what}" if key else what


def _ruleset(id_or_path: str, law: _Law, settings: Mapping[str, str]) -> RuleSet:
    deck = _deck(law)
    playing = law.seats - law.dealer_sits_out
    for banned in law.heart_ban:
        try:
            contract_parts(f"+{banned}", law.contracts)
        except ValueError as error:
            raise ValueError(f"key `heart_ban`: {error}") from None
    contracts = {
        deal: make_contract(deal, law.contracts, heart_ban=law.heart_ban, king_duty=law.king_duty)
        for deal in law.deals
    }
    # Where an option leaves no trump deal, what is said about them falls away with it.
    has_trump = TRUMP_DEAL in contracts or TRUMP_DEAL not in law.contracts
    ruleset = RuleSet(
        id=Path(id_or_path).stem if is_path(id_or_path) else id_or_path,
        title=law.title,
        source=law.source,
        set=dict(sorted(settings.items())),
        sha256="",
        seats=law.seats,
        deck=deck,
        hand_size=(len(deck) - law.kitty_size) // playing,
        kitty_size=law.kitty_size,
        packet=law.packet,
        dealer_sits_out=law.dealer_sits_out,
        lead=law.lead,
        early_end=law.early_end,
        boys="".join(sorted(law.boys, key=RANKS.index, reverse=True)),
        contracts=contracts,
        deals=law.deals,
        choice=law.choice,
        stage_deals=law.stage_deals,
        ruff=law.ruff if has_trump else Ruff.FREE,
        trump_time=law.trump_time if has_trump else None,
        trumps=_trumps(law.trumps) if has_trump else (),
        auction=law.auction if has_trump else None,
        kitty=law.kitty,
    )
    check_fits(ruleset)
    return msgspec.structs.replace(ruleset, sha256=law_hash(ruleset))


def _check_id(id_or_path: str, ruleset: RuleSet) -> None:
    """Refuses a file whose id would not do in a record, or passes for one of the referee's own."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", ruleset.id):
        raise UserError(
            f"rule set {id_or_path}: name the file with letters (a to z), digits and `. _ -` only"
        )
    if is_path(id_or_path) and ruleset.id in ruleset_ids():
        raise UserError(
            f"rule set {id_or_path}: the id {ruleset.id!r} is one of the referee's own; rename the "
            f"file, or say {ruleset.id}"
        )


def _trumps(words: tuple[str, ...]) -> tuple[Trump, ...]:
    """The trumps that may be named; the word `suit` stands for the four suits."""
    found: list[Trump] = []
    for word in words:
        if word != "suit" and (word not in list(Trump) or word in SUIT_TRUMPS):
            known = "suit, no-trump, misere, share-out, last"
            raise ValueError(f"key `trumps`: unknown trump {word!r}; known: {known}")
        found += SUIT_TRUMPS if word == "suit" else [Trump(word)]
    return tuple(found)


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
