"""By which rule sets a bot is checked: a few that have all that it could stumble over."""

from collections.abc import Hashable, Sequence

import msgspec

from referee.course import kinds_of
from referee.law import RuleSet

ContractKey = tuple[str, bytes]
"""The name of a contract and what it prices: what is one contract to a bot."""


def cover(rulesets: Sequence[RuleSet]) -> list[RuleSet]:
    """A few of the rule sets that together have every kind of question and every form of game.

    The first one is always among them; the others are taken by how much is new in them.
    """
    chosen = list(rulesets[:1])
    wanted = set[Hashable]().union(*map(_features, rulesets)) - _features(chosen[0])
    while wanted:
        best = max(rulesets, key=lambda one: (len(_features(one) & wanted), -one.deal_count))
        chosen.append(best)
        wanted -= _features(best)
    for one in chosen[1:]:  # what came later may have made an earlier one needless
        others = [other for other in chosen if other is not one]
        if _features(one) <= set[Hashable]().union(*map(_features, others)):
            chosen = others
    return chosen


def _features(ruleset: RuleSet) -> set[Hashable]:
    """What a bot could stumble over: its questions, its seats, and how contracts are found."""
    forms = (ruleset.seats, ruleset.choice, ruleset.auction, ruleset.kitty)
    return {*kinds_of(ruleset), *enumerate(forms)}


def contract_keys(ruleset: RuleSet) -> dict[str, ContractKey]:
    """Each contract of the rule set by its id, as it can be met in other rule sets too."""
    return {
        name: (name, msgspec.json.encode(contract)) for name, contract in ruleset.contracts.items()
    }
