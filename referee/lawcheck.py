"""Whether a rule set can be played: one check for files and for what is read from a record."""

from collections import Counter

from referee.cards import CARD_NAMES
from referee.contract import SUIT_TRUMPS, Trump, check_prices
from referee.law import (
    KITTY_SIZE,
    MAX_SEATS,
    Auction,
    Choice,
    Lead,
    RuleSet,
    TrumpTime,
    law_hash,
)

_NAMED = (*SUIT_TRUMPS, Trump.NO_TRUMP, Trump.MISERE, Trump.SHARE_OUT, Trump.LAST)
_MOST_POINTS = 10_000_000
_SETTLED = (Trump.NULOS, Trump.FOUR_THREE_THREE_THREE)


def check_law(ruleset: RuleSet) -> None:
    """ValueError if a rule set, read as JSON, is not the law of its hash or cannot be played."""
    if not 2 <= ruleset.seats <= MAX_SEATS:
        raise ValueError(f"{ruleset.seats} seats")
    if list(ruleset.deck) != sorted(set(ruleset.deck) & set(range(len(CARD_NAMES)))):
        raise ValueError("the deck is not one of different cards in order")
    for deal in ruleset.deals:
        if deal not in ruleset.contracts:
            raise ValueError(f"the contract of the deal {deal!r} is missing")
    for key, contract in ruleset.contracts.items():
        if contract.id != key:
            raise ValueError(f"the contract {contract.id!r} stands under {key!r}")
    check_fits(ruleset)
    if law_hash(ruleset) != ruleset.sha256:
        raise ValueError("its law is not the one that its sha256 names")


def check_fits(ruleset: RuleSet) -> None:
    """ValueError, which names the key of a rule set file, if the rules do not go together."""
    _check_cards(ruleset)
    for contract in ruleset.contracts.values():
        check_prices(contract, ruleset.boys, ruleset.deck, ruleset.hand_size)
    _check_worth(ruleset)
    _check_choice(ruleset)
    _check_lead(ruleset)
    _check_trump(ruleset)
    _check_auction(ruleset)
    _check_kitty(ruleset)


def _check_cards(ruleset: RuleSet) -> None:
    if ruleset.playing < 2:
        raise ValueError("key `dealer_sits_out`: two seats or more must be left to play")
    dealt = ruleset.playing * ruleset.hand_size + ruleset.kitty_size
    if dealt != len(ruleset.deck) or ruleset.hand_size < 1:
        kitty = f" and a kitty of {ruleset.kitty_size}" if ruleset.kitty_size else ""
        raise ValueError(
            f"{len(ruleset.deck)} cards do not come out even for {ruleset.playing} hands{kitty}"
        )
    if ruleset.packet < 1 or ruleset.hand_size % ruleset.packet:
        raise ValueError(
            f"key `packet`: packets of {ruleset.packet} do not fill a hand of {ruleset.hand_size}"
        )
    if not ruleset.deals:
        raise ValueError("key `deals`: there are none")


def _check_worth(ruleset: RuleSet) -> None:
    """A sum beyond this would not fit into the numbers of the wire in every game."""
    for contract in ruleset.contracts.values():
        prices = contract.prices
        items = prices.trick + prices.heart + prices.boy + prices.girl + prices.king
        worth = items * len(ruleset.deck) + sum(price for _, price in prices.at)
        if worth * ruleset.deal_count > _MOST_POINTS:
            raise ValueError(
                f"contract {contract.name!r}: prices that make more than {_MOST_POINTS} points a "
                "game"
            )


def _check_choice(ruleset: RuleSet) -> None:
    stage, deals = ruleset.stage_deals, len(ruleset.deals)
    if ruleset.choice is Choice.ROUND and ruleset.dealer_sits_out:
        # He may be the only one with a contract left, and would not be asked.
        raise ValueError("key `choice`: round needs every seat, and the dealer sits out")
    if ruleset.choice is not Choice.DEALER:
        if stage:
            raise ValueError('key `stage_deals`: only with `choice = "dealer"`')
    elif stage < 1 or deals % stage:
        raise ValueError(f"key `stage_deals`: {deals} deals are not stages of {stage}")
    elif ruleset.dealer_sits_out:
        raise ValueError("key `choice`: a dealer who sits out cannot be declarer")


def _check_lead(ruleset: RuleSet) -> None:
    if ruleset.dealer_sits_out and ruleset.lead is Lead.DEALER:
        raise ValueError("key `lead`: the dealer has no cards to lead: it can be left")
    if ruleset.lead is Lead.DECLARER and ruleset.choice is Choice.FIXED:
        raise ValueError("key `lead`: nobody is declarer in a fixed order; can be: left, dealer")


def _check_trump(ruleset: RuleSet) -> None:
    is_there = any(contract.is_trump for contract in ruleset.contracts.values())
    trumps = ruleset.trumps
    if not is_there:
        if ruleset.trump_time or trumps or ruleset.auction:
            raise ValueError("keys `trump_time`, `trumps`, `auction`: there is no deal `trump`")
        return
    if ruleset.trump_time is None or not trumps:
        raise ValueError("keys `trump_time`, `trumps`: a deal `trump` needs both")
    for one, times in Counter(trumps).items():
        if one in _SETTLED or times > 1:
            known = ", ".join(("suit", *[trump.value for trump in _NAMED[len(SUIT_TRUMPS) :]]))
            raise ValueError(f"key `trumps`: {one.value!r} cannot stand there; once each: {known}")
    if list(trumps) != [one for one in _NAMED if one in trumps]:
        raise ValueError("key `trumps`: must stand in the order suit, no-trump, misere, share-out")
    if ruleset.trump_time is TrumpTime.THREE_CARDS:
        if ruleset.choice is not Choice.FIXED:
            raise ValueError("key `trump_time`: three-cards needs a fixed order of deals")
        if ruleset.hand_size <= 3:
            raise ValueError("key `trump_time`: three-cards needs more than three cards a hand")
    elif Trump.LAST in trumps:
        raise ValueError('key `trumps`: `last` needs `trump_time = "three-cards"`')
    if Trump.SHARE_OUT in trumps and ruleset.hand_size % ruleset.playing:
        raise ValueError("key `trumps`: `share-out`: the tricks do not come out even for the seats")


def _check_auction(ruleset: RuleSet) -> None:
    auction = ruleset.auction
    if auction is None:
        return
    if ruleset.choice is not Choice.FIXED or ruleset.dealer_sits_out:
        raise ValueError("key `auction`: needs a fixed order of deals in which all seats play")
    if auction is not Auction.BUYOUT and ruleset.trump_time is TrumpTime.THREE_CARDS:
        raise ValueError(f"key `auction`: {auction.value} needs the whole hand")
    # 4-3-3-3 is a settlement of thirteen tricks.
    if auction is Auction.BENEFICIARY and (ruleset.seats, ruleset.hand_size) != (4, 13):
        raise ValueError("key `auction`: beneficiary needs four seats with thirteen cards")


def _check_kitty(ruleset: RuleSet) -> None:
    if ruleset.kitty is None:
        if ruleset.kitty_size:
            raise ValueError("key `kitty`: a kitty needs its rule: shown, hidden")
        return
    if ruleset.kitty_size != KITTY_SIZE:
        raise ValueError(f"key `kitty_size`: a kitty has {KITTY_SIZE} cards")
    if ruleset.choice is Choice.FIXED:
        raise ValueError("key `kitty`: nobody takes it in a fixed order of deals")
