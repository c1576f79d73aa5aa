"""A rule set as a value: the law of a game as data, with its hash."""

import hashlib
import json
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from referee.cards import Card, cards_text
from referee.contract import Contract, Trump

MAX_SEATS = 8
"""The most seats that a rule set may have."""

KITTY_SIZE = 2
"""Where there is a kitty it has two cards, and two are laid away (K1)."""


class Lead(StrEnum):
    """Who leads to the first trick (P3)."""

    LEFT = "left"
    DEALER = "dealer"
    DECLARER = "declarer"


class Choice(StrEnum):
    """How the contract of a deal is found."""

    FIXED = "fixed"
    ROUND = "round"
    """The seats speak in turn from first hand until one names a contract of its own (C1)."""
    DECLARER = "declarer"
    """First hand names one of its own (C2)."""
    POOL = "pool"
    """First hand names one from a pool that all share (C3)."""
    DEALER = "dealer"
    """The dealer names one of the stage before the cards are dealt (C4)."""


class Ruff(StrEnum):
    """What a seat that cannot follow must do in a trump deal (L6, L7)."""

    FREE = "free"
    MUST = "must"


class TrumpTime(StrEnum):
    """When the trump of a trump deal is named."""

    THREE_CARDS = "three-cards"
    """After three cards of each hand are dealt (T1)."""
    WHOLE_HAND = "whole-hand"
    """Seeing the whole hand (T2)."""


class Auction(StrEnum):
    """How trump deals are sold."""

    BIDDING = "bidding"
    """All seats bid tricks that the declarer gives up (A1)."""
    BENEFICIARY = "beneficiary"
    """The dealer plays, sells up or down, or sets an ultimatum (A2)."""
    BUYOUT = "buyout"
    """The others bid for the declarer's right to name the trump (A3)."""


class KittyRule(StrEnum):
    """How the kitty is taken."""

    SHOWN = "shown"
    """All see it; nothing that has a price may be laid away (K1)."""
    HIDDEN = "hidden"
    """Only the declarer sees it; suits and ranks of the contract may not be laid away (K2)."""


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
    """The contracts in their order; where they are chosen, the stock of each seat or the pool."""
    choice: Choice
    stage_deals: int = 0
    """Where the dealer chooses by stages: the number of deals in one."""
    ruff: Ruff = Ruff.FREE
    trump_time: TrumpTime | None = None
    """None where there are no trump deals."""
    trumps: tuple[Trump, ...] = ()
    """What may be named, in the order of legal answers."""
    auction: Auction | None = None
    kitty: KittyRule | None = None

    def __hash__(self) -> int:
        return hash(self.sha256)

    @property
    def playing(self) -> int:
        """How many seats have cards in a deal."""
        return self.seats - self.dealer_sits_out

    @property
    def deal_count(self) -> int:
        """How many deals a game has."""
        is_own = self.choice in (Choice.ROUND, Choice.DECLARER)
        return len(self.deals) * (self.seats if is_own else 1)

    @property
    def trick_price(self) -> int:
        """What one trick of a trump deal is worth; 0 where there are none."""
        return next((one.prices.trick for one in self.contracts.values() if one.is_trump), 0)


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
