"""How trump deals are sold: who speaks, what may be said, and what comes of it (A1, A2, A3)."""

from msgspec.structs import replace

from referee.contract import Trump
from referee.deal import Bid, Bidding, Deal, Decision, Direction, QuestionKind, Sale, first_hand
from referee.errors import RefereeBug
from referee.law import Auction, RuleSet

PASS = "pass"
ACCEPT, DECLINE = "accept", "decline"
PLAY, NULOS, AUCTION, ULTIMATUM = "play", Trump.NULOS.value, "auction", "ultimatum"
SETTLE = Trump.FOUR_THREE_THREE_THREE.value

_MOST_TRICKS = 8
_MOST_DOWN = 2
_VALUE_OF_DOWN = 3  # A2: a trick taken over costs three times what a trick given up does
_SETTLED_AT_MOST = 3
_LEAST_BID = Bid(1, Direction.UP)


def bid_text(auction: Auction, bid: Bid) -> str:
    """A bid in the words of its auction: `3`, or `4 up` where there is down too (D4)."""
    return f"{bid.tricks} {bid.direction}" if auction is Auction.BENEFICIARY else str(bid.tricks)


def opened(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal at the first question of its auction."""
    if ruleset.auction is Auction.BENEFICIARY:
        # He is asked for nothing but what comes before the bids.
        return replace(deal, phase=QuestionKind.OPENING, declarer=deal.dealer)
    return _bidding_of(deal, _ladder(ruleset), _bidders(ruleset, deal))


def opening_decision(ruleset: RuleSet, deal: Deal) -> Decision:
    """What the Beneficiary may say, before the bids and after them (A2)."""
    if deal.declarer is None or ruleset.auction is not Auction.BENEFICIARY:
        raise RefereeBug(f"deal {deal.number} has no Beneficiary")
    answers: tuple[str, ...]
    if deal.bidding is None:
        answers = (PLAY, NULOS, AUCTION, ULTIMATUM)
    else:
        best = deal.bidding.bid
        is_cheap = best is None or _value(best) <= _SETTLED_AT_MOST
        answers = (PLAY, NULOS, SETTLE) if is_cheap else (PLAY, NULOS)
    return Decision(deal.declarer, QuestionKind.OPENING, answers)


def opening_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    """The deal after what the Beneficiary said; phase TRUMP when the auction is over."""
    if said == AUCTION:
        return _bidding_of(deal, _ladder(ruleset), _bidders(ruleset, deal))
    if said == ULTIMATUM:
        most = Bid(_MOST_TRICKS, Direction.UP)
        return _bidding_of(deal, (most,), _bidders(ruleset, deal))
    trump = {NULOS: Trump.NULOS, SETTLE: Trump.FOUR_THREE_THREE_THREE}.get(said)
    return replace(deal, phase=QuestionKind.TRUMP, trump=trump)


def bid_decision(ruleset: RuleSet, deal: Deal) -> Decision:
    """A pass, and the bids that the seat may make."""
    bidding, auction = _under_way(ruleset, deal)
    bids = [bid_text(auction, bid) for bid in _open_bids(bidding, bidding.turn)]
    return Decision(bidding.turn, QuestionKind.BID, (PASS, *bids))


def bid_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    """The deal after a bid or a pass, which must be legal."""
    bidding, auction = _under_way(ruleset, deal)
    turn = bidding.turn
    if said == PASS:
        bidding = replace(bidding, passed=(*bidding.passed, turn))
    else:
        bid = next(one for one in bidding.ladder if bid_text(auction, one) == said)
        bidding = replace(bidding, bid=bid, holder=turn)
    return _gone_round(ruleset, replace(deal, bidding=bidding))


def reply_decision(deal: Deal) -> Decision:
    """Whether the seller takes the standing bid."""
    if deal.declarer is None:
        raise RefereeBug(f"deal {deal.number} has no seller")
    return Decision(deal.declarer, QuestionKind.REPLY, (DECLINE, ACCEPT))


def reply_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    """The deal after the seller has accepted or declined."""
    if said == ACCEPT:
        return _sold(deal)
    is_asked_again = ruleset.auction is Auction.BENEFICIARY
    return replace(deal, phase=QuestionKind.OPENING if is_asked_again else QuestionKind.TRUMP)


def _under_way(ruleset: RuleSet, deal: Deal) -> tuple[Bidding, Auction]:
    if deal.bidding is None or ruleset.auction is None:
        raise RefereeBug(f"deal {deal.number} has no auction")
    return deal.bidding, ruleset.auction


def _value(bid: Bid) -> int:
    return bid.tricks * (1 if bid.direction is Direction.UP else _VALUE_OF_DOWN)


def _ladder(ruleset: RuleSet) -> tuple[Bid, ...]:
    """Every bid of the rule set by rising value; of equal ones, up comes before down."""
    most = min(_MOST_TRICKS, ruleset.hand_size)
    bids = [Bid(tricks, Direction.UP) for tricks in range(1, most + 1)]
    if ruleset.auction is Auction.BENEFICIARY:
        bids += [Bid(tricks, Direction.DOWN) for tricks in range(1, _MOST_DOWN + 1)]
    return tuple(sorted(bids, key=_value))


def _bidders(ruleset: RuleSet, deal: Deal) -> tuple[int, ...]:
    """In A1 all seats from first hand, else all but the seller from his left."""
    if ruleset.auction is Auction.BIDDING:
        first, count = first_hand(ruleset, deal.dealer), ruleset.seats
    else:
        first, count = (deal.declarer or 0) + 1, ruleset.seats - 1
    return tuple((first + step) % ruleset.seats for step in range(count))


def _bidding_of(deal: Deal, ladder: tuple[Bid, ...], bidders: tuple[int, ...]) -> Deal:
    bidding = Bidding(ladder=ladder, bidders=bidders, turn=bidders[0])
    return replace(deal, phase=QuestionKind.BID, bidding=bidding)


def _open_bids(bidding: Bidding, seat: int) -> list[Bid]:
    """What a seat may bid: more than stands, or, sitting before its holder, the same words."""
    standing, holder = bidding.bid, bidding.holder
    if standing is None or holder is None:
        return list(bidding.ladder)
    has_down = any(bid.direction is Direction.DOWN for bid in bidding.ladder)
    order = bidding.bidders.index
    may_match = has_down and order(seat) < order(holder)  # A2
    return [
        bid
        for bid in bidding.ladder
        if _value(bid) > _value(standing) or (may_match and bid == standing)
    ]


def _gone_round(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal with the next seat to speak, or after the auction."""
    bidding, auction = _under_way(ruleset, deal)
    bidders = bidding.bidders
    after = bidders.index(bidding.turn) + 1
    left = [
        seat
        for seat in (*bidders[after:], *bidders[:after])
        if seat not in bidding.passed and seat != bidding.holder
    ]
    is_alone = auction is Auction.BIDDING and len(bidding.passed) == len(bidders) - 1
    if is_alone and bidding.bid is None:
        # A1: who is left when all others passed is not asked, and is declarer at 1.
        return _sold(replace(deal, bidding=replace(bidding, bid=_LEAST_BID, holder=left[0])))
    is_ultimatum = auction is Auction.BENEFICIARY and len(bidding.ladder) == 1
    is_closed = is_ultimatum and bidding.bid is not None
    if not is_closed and any(_open_bids(bidding, seat) for seat in left):
        return replace(deal, bidding=replace(bidding, turn=left[0]))
    if auction is Auction.BIDDING or is_closed:
        return _sold(deal)
    if is_ultimatum:
        return replace(deal, phase=QuestionKind.TRUMP, trump=Trump.NULOS)
    if bidding.bid is not None:
        return replace(deal, phase=QuestionKind.REPLY)
    is_asked_again = auction is Auction.BENEFICIARY
    return replace(deal, phase=QuestionKind.OPENING if is_asked_again else QuestionKind.TRUMP)


def _sold(deal: Deal) -> Deal:
    """The deal after the standing bid has bought it."""
    bidding = deal.bidding
    if bidding is None or bidding.bid is None or bidding.holder is None:
        raise RefereeBug(f"deal {deal.number} is sold without a bid")
    tricks, direction = bidding.bid
    sale = Sale(deal.declarer, bidding.holder, tricks, direction)
    return replace(
        deal,
        phase=QuestionKind.TRUMP,
        sale=sale,
        # A1: the highest bidder is declarer; elsewhere the seller stays it.
        declarer=bidding.holder if deal.declarer is None else deal.declarer,
        trump=Trump.NULOS if direction is Direction.DOWN else None,
    )
