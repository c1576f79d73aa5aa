"""What a declarer may lay away for the kitty (K1 to K3)."""

from itertools import combinations

from referee.cards import HEARTS, RANKS, Card, CardSet, card_set, cards_in
from referee.contract import Contract
from referee.law import KITTY_SIZE, KittyRule, RuleSet
from referee.play import PlayRules


def legal_discards(
    ruleset: RuleSet, contract: str, rules: PlayRules, hand: CardSet
) -> list[tuple[Card, ...]]:
    """Every pair of cards that may be laid away, by rising cards; there always is one (K3)."""
    kept = kept_cards(ruleset, ruleset.contracts[contract], rules)
    allowed, others = cards_in(CardSet(hand & ~kept)), cards_in(CardSet(hand & kept))
    if len(allowed) >= KITTY_SIZE:
        return list(combinations(allowed, KITTY_SIZE))
    rest = combinations(others, KITTY_SIZE - len(allowed))
    return sorted(tuple(sorted((*allowed, *some))) for some in rest)


def kept_cards(ruleset: RuleSet, contract: Contract, rules: PlayRules) -> CardSet:
    """The cards that may not be laid away while there are others."""
    if ruleset.kitty is KittyRule.SHOWN:
        return card_set(card for card in ruleset.deck if rules.card_prices[card])  # K1
    # K2 goes by suit and rank, so that no heart may go in king.
    prices = contract.prices
    ranks = (ruleset.boys if prices.boy else "") + ("Q" if prices.girl else "")
    kept = HEARTS if prices.heart or prices.king else 0
    for card in ruleset.deck:
        if RANKS[card % len(RANKS)] in ranks:
            kept |= 1 << card
    return CardSet(kept)
