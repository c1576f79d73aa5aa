"""What happens before the first lead, in words for people: choice, auction, trump and kitty."""

from collections.abc import Iterator

from referee.contract import Trump
from referee.law import Auction, Choice, KittyRule, Lead, Ruff, RuleSet, TrumpTime


def procedure_lines(ruleset: RuleSet) -> Iterator[str]:
    """One sentence or two for each procedure of the rule set, in the order in which they come."""
    yield from _choice_lines(ruleset)
    if ruleset.trumps:
        yield from _auction_lines(ruleset)
        yield from _trump_lines(ruleset)
    yield from _kitty_lines(ruleset)


def _choice_lines(ruleset: RuleSet) -> Iterator[str]:
    match ruleset.choice:
        case Choice.FIXED:
            return
        case Choice.ROUND:
            yield (
                "When the cards are dealt, the seat left of the dealer names one of its own "
                "contracts that it has not played yet, or passes, and so on clockwise. Who comes "
                "last must name one. A pass is allowed only while a later seat still has a "
                "contract left; a seat that has none left can only pass."
            )
        case Choice.DECLARER:
            yield (
                "The seat left of the dealer looks at its hand and names one of its own contracts "
                "that it has not played yet."
            )
        case Choice.POOL:
            yield (
                "The seat left of the dealer looks at its hand and names a contract that nobody "
                "has played yet."
            )
        case Choice.DEALER:
            yield (
                "Before any card is dealt the dealer names a contract that is left of the "
                f"{ruleset.stage_deals} deals of the stage."
            )


def _auction_lines(ruleset: RuleSet) -> Iterator[str]:
    price = ruleset.trick_price
    match ruleset.auction:
        case None:
            return
        case Auction.BIDDING:
            yield (
                "In a trump deal all seats bid, from the left of the dealer: a number of tricks, "
                "from 1 to 8, that the declarer gives up. Any higher number may be bid; a pass "
                "is final. When all others have passed, the dealer is declarer at 1."
            )
            yield (
                f"The highest bidder names the trump. His first tricks, as many as he bid, count "
                f"nothing; all other tricks count {price} for their takers."
            )
        case Auction.BUYOUT:
            yield (
                "In a trump deal the seat left of the dealer is declarer. The others bid from his "
                "left, the dealer last: 1 to 8 tricks for the right to name the trump. Any higher "
                "number may be bid; a pass is final. He accepts or declines the best bid."
            )
            yield (
                f"Who buys pays him {price} points for each trick bid, whatever the deal brings. "
                "He stays declarer all the same."
            )
        case Auction.BENEFICIARY:
            yield from _beneficiary_lines(ruleset)


def _beneficiary_lines(ruleset: RuleSet) -> Iterator[str]:
    price = ruleset.trick_price
    lost = price * (ruleset.playing - 1)
    share, odd = divmod(ruleset.hand_size, ruleset.playing)
    yield (
        "In a trump deal the dealer is the Beneficiary. He looks at his hand and says `play` (he "
        "names the trump), `nulos`, `auction` or `ultimatum`."
    )
    yield (
        f"Nulos: every seat starts with {price * ruleset.hand_size} points and loses {lost} for "
        "each trick. There is no trump, no ban and no duty."
    )
    yield (
        "Auction: the others speak from his left. They bid 1 to 8 tricks `up` or 1 or 2 `down`; a "
        "trick down is worth three up. A bid must be worth more than the standing one; or it "
        "repeats its very words, which a seat may do that sits before its holder. A pass is final."
    )
    yield (
        "He accepts the best bid or declines it. If he declines, or nobody bids, he says `play` "
        "or `nulos`; or, if the best bid was worth 3 or less, `4-3-3-3`: nothing is played, he "
        f"scores {price * (share + odd)} and each other seat {price * share}."
    )
    yield (
        f"Accepted up: the buyer names the trump and pays him {price} points for each trick bid. "
        "Accepted down: the deal is nulos, and the buyer takes over as many of his tricks as were "
        f"bid, or all if they are fewer: {lost} points each go from the buyer to him."
    )
    yield (
        "Ultimatum: each other seat in turn says `8 up` or passes; the first `8 up` buys at once. "
        "If nobody buys he plays nulos."
    )


def _trump_lines(ruleset: RuleSet) -> Iterator[str]:
    who = {
        None: "The declarer, the seat left of the dealer,",
        Auction.BIDDING: "The declarer",
        Auction.BUYOUT: "The declarer, or who bought it from him,",
        Auction.BENEFICIARY: "The Beneficiary, or who bought up from him,",
    }[ruleset.auction]
    if ruleset.choice is not Choice.FIXED:
        who = "The declarer"
    words = ["a suit"] if Trump.CLUBS in ruleset.trumps else []
    words += [f"`{trump}`" for trump in ruleset.trumps if len(trump) > 1]
    named = " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
    if ruleset.trump_time is TrumpTime.THREE_CARDS:
        others = (
            "Every other seat sees its own three too. "
            if ruleset.auction
            else "Nobody else looks at his cards before. "
        )
        yield (
            f"{who} names the trump after the first three cards of his hand: {named}. {others}"
            "Then the rest is dealt."
        )
    else:
        yield f"{who} sees the whole hand and names the trump: {named}."
    for trump, text in _TRUMP_TEXTS.items():
        if trump in ruleset.trumps:
            yield text
    if ruleset.ruff is Ruff.MUST:
        yield (
            "Trumps take every other suit. A seat that cannot follow must play a trump if it has "
            "one; it need not play a higher one than lies there."
        )
    else:
        yield "Trumps take every other suit. A seat that cannot follow plays what it likes."
    if ruleset.lead is Lead.LEFT and ruleset.auction:
        yield "The seat left of the dealer leads, whoever named the trump."


_TRUMP_TEXTS = {
    Trump.MISERE: (
        "`misere`: no trump, and the order of ranks is reversed: the lowest card of the suit led "
        "takes the trick, which counts for its taker as ever."
    ),
    Trump.SHARE_OUT: (
        "`share-out`: nothing is played; every seat scores an equal share of the tricks."
    ),
    Trump.LAST: (
        "`last`: the suit of the last card that he is dealt, which all see before the first lead."
    ),
}


def _kitty_lines(ruleset: RuleSet) -> Iterator[str]:
    match ruleset.kitty:
        case None:
            return
        case KittyRule.SHOWN:
            yield (
                "Then the declarer takes the kitty, which all see, and lays two cards away, which "
                "nobody sees. Cards that have a price in this deal may not be laid away."
            )
        case KittyRule.HIDDEN:
            yield (
                "Then the declarer takes the kitty and lays two cards away; nobody else sees "
                "either. Hearts may not be laid away where hearts or the king of hearts have a "
                "price, nor boys and queens where they have one."
            )
    yield (
        "If fewer than two of his cards may be laid away, those must be, and the rest is free. "
        "What is laid away counts for nobody."
    )
