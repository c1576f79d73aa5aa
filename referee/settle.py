"""What a deal pays beside its play: sales, deals without play, and the report at the end."""

from collections.abc import Sequence
from fractions import Fraction

from referee.contract import Trump
from referee.deal import Deal, Direction
from referee.errors import RefereeBug
from referee.law import RuleSet
from referee.play import PlayRules, Trick


def unplayed_points(ruleset: RuleSet, deal: Deal) -> tuple[int, ...]:
    """What each seat scores in a deal that is settled without play (T1, A2)."""
    share, odd = divmod(ruleset.hand_size, ruleset.playing)
    if deal.trump is Trump.SHARE_OUT and odd:
        raise RefereeBug(f"{ruleset.hand_size} tricks do not share out for {ruleset.playing}")
    tricks = [0 if seat == deal.sits_out else share for seat in range(ruleset.seats)]
    if deal.declarer is not None:
        tricks[deal.declarer] += odd
    return tuple(ruleset.trick_price * count for count in tricks)


def paid(
    ruleset: RuleSet, deal: Deal, points: tuple[int, ...], tricks: Sequence[Trick]
) -> tuple[int, ...]:
    """The points after the sale is paid for; the same where nothing was sold."""
    sale = deal.sale
    if sale is None:
        return points
    price = ruleset.trick_price
    after = [*points]
    if sale.seller is None:  # A1: his first tricks count for nobody
        taken = sum(trick.taker == sale.buyer for trick in tricks)
        after[sale.buyer] -= price * min(taken, sale.bid)
        return tuple(after)
    if sale.direction is Direction.UP:  # A2, A3
        payment = price * sale.bid
    else:  # A2: what each trick of the seller that he takes over costs
        taken = sum(trick.taker == sale.seller for trick in tricks)
        payment = price * (ruleset.playing - 1) * min(taken, sale.bid)
    after[sale.buyer] -= payment
    after[sale.seller] += payment
    return tuple(after)


def check_sum(
    ruleset: RuleSet, deal: Deal, rules: PlayRules | None, points: tuple[int, ...]
) -> None:
    """Raises a RefereeBug if the points before payment do not add up to their constant (P8)."""
    if rules is None:
        total = ruleset.trick_price * ruleset.hand_size
    else:
        total = rules.total - sum(rules.card_prices[card] for card in deal.discard)  # K3
    if deal.contract is None or sum(points) != total:
        raise RefereeBug(
            f"deal {deal.number} ({deal.contract}): points {points} do not add up to {total}"
        )


def settlement(totals: Sequence[int]) -> tuple[Fraction, ...]:
    """What each seat receives after a game, by seat: each loser pays the winner the difference.

    Several winners share each payment equally. It is a report, and no score.
    """
    most = max(totals)
    winners = sum(total == most for total in totals)
    pot = sum(most - total for total in totals)
    return tuple(
        Fraction(pot, winners) if total == most else Fraction(total - most) for total in totals
    )
