"""How the contract of a deal is chosen: who is asked, and what he may name (C1 to C4)."""

from collections import Counter

from msgspec.structs import replace

from referee.auction import PASS
from referee.deal import Deal, Decision, QuestionKind, first_hand
from referee.law import Choice, RuleSet


def first_stocks(ruleset: RuleSet) -> tuple[tuple[str, ...], ...]:
    """The unplayed contracts before the first deal; none where their order is fixed."""
    if ruleset.choice is Choice.FIXED:
        return ()
    is_shared = ruleset.choice in (Choice.POOL, Choice.DEALER)
    return (ruleset.deals,) * (1 if is_shared else ruleset.seats)


def contract_decision(ruleset: RuleSet, deal: Deal) -> Decision:
    """The contracts that the seat may name, and a pass where it may leave it to others (C1)."""
    seat = _chooser(ruleset, deal)
    stock = _stock(ruleset, deal, seat)
    names = [contract for contract in ruleset.contracts if contract in stock]
    answers = (PASS, *names) if _may_pass(ruleset, deal) else tuple(names)
    return Decision(seat, QuestionKind.CONTRACT, answers)


def contract_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    """The deal after a pass, or with its contract and declarer."""
    if said == PASS:
        return deal
    seat = _chooser(ruleset, deal)
    place = seat if len(deal.stocks) > 1 else 0
    stock = list(deal.stocks[place])
    stock.remove(said)
    stocks = (*deal.stocks[:place], tuple(stock), *deal.stocks[place + 1 :])
    return replace(deal, contract=said, declarer=seat, stocks=stocks)


def _chooser(ruleset: RuleSet, deal: Deal) -> int:
    if ruleset.choice is Choice.DEALER:
        return deal.dealer
    first = first_hand(ruleset, deal.dealer)
    if ruleset.choice is Choice.ROUND:
        return _playing_from(ruleset, deal, first)[len(deal.calls)]
    return first


def _playing_from(ruleset: RuleSet, deal: Deal, first: int) -> list[int]:
    """The seats that have cards, clockwise from one of them."""
    round_table = [(first + step) % ruleset.seats for step in range(ruleset.seats)]
    return [seat for seat in round_table if seat != deal.sits_out]


def _stock(ruleset: RuleSet, deal: Deal, seat: int) -> tuple[str, ...]:
    if ruleset.choice is Choice.DEALER:
        # Only deals of this stage have been named so far, so all later ones are left.
        first_later = -(-deal.number // ruleset.stage_deals) * ruleset.stage_deals
        left = Counter(deal.stocks[0]) - Counter(ruleset.deals[first_later:])
        return tuple(left)
    return deal.stocks[seat if len(deal.stocks) > 1 else 0]


def _may_pass(ruleset: RuleSet, deal: Deal) -> bool:
    """C1: only while some later seat of the round still has a contract left."""
    if ruleset.choice is not Choice.ROUND:
        return False
    seats = _playing_from(ruleset, deal, first_hand(ruleset, deal.dealer))
    return any(deal.stocks[seat] for seat in seats[len(deal.calls) + 1 :])
