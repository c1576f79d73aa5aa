"""The course of a deal before its first lead: what comes after what (D1)."""

from msgspec.structs import replace

from referee.auction import opened
from referee.cards import NO_CARDS, CardSet, card_set, cards_text
from referee.choice import first_stocks
from referee.contract import UNPLAYED_TRUMPS, Trump
from referee.deal import Board, Deal, Decision, QuestionKind, first_hand
from referee.errors import RefereeBug
from referee.kitty import legal_discards
from referee.law import Auction, Choice, KittyRule, Lead, RuleSet, TrumpTime
from referee.play import PlayRules, play_rules, start_play

_SEEN_OF_THREE = 3
DISCARD = "discard"


def kinds_of(ruleset: RuleSet) -> set[QuestionKind]:
    """Every kind of question that can come up in a game of the rule set."""
    kinds = {QuestionKind.CARD}
    if ruleset.choice is not Choice.FIXED:
        kinds.add(QuestionKind.CONTRACT)
    if ruleset.trumps:
        kinds.add(QuestionKind.TRUMP)
    if ruleset.auction is not None:
        kinds.add(QuestionKind.BID)
    if ruleset.auction in (Auction.BENEFICIARY, Auction.BUYOUT):
        kinds.add(QuestionKind.REPLY)
    if ruleset.auction is Auction.BENEFICIARY:
        kinds.add(QuestionKind.OPENING)
    if ruleset.kitty is not None:
        kinds.add(QuestionKind.DISCARD)
    return kinds


def open_deal(
    ruleset: RuleSet, board: Board, number: int, stocks: tuple[tuple[str, ...], ...] | None = None
) -> Deal:
    """The deal of that number, from 1, at its first question; `stocks` are left of the last one."""
    dealer = (board.dealer + number - 1) % ruleset.seats  # P2
    deal = Deal(
        number=number,
        dealer=dealer,
        sits_out=dealer if ruleset.dealer_sits_out else None,  # K4
        cards=board.deals[number - 1],
        phase=QuestionKind.CONTRACT,
        stocks=first_stocks(ruleset) if stocks is None else stocks,
    )
    if ruleset.choice is not Choice.FIXED:
        return deal
    return after_contract(ruleset, replace(deal, contract=ruleset.deals[number - 1]))


def after_contract(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal at the question that comes after its contract is known."""
    if deal.contract is None:  # all that was said was a pass
        return deal
    if not ruleset.contracts[deal.contract].is_trump:
        return after_trump(ruleset, deal)
    if deal.declarer is None and ruleset.auction is not Auction.BIDDING:
        deal = replace(deal, declarer=first_hand(ruleset, deal.dealer))
    if ruleset.auction is not None:
        return opened(ruleset, deal)
    return replace(deal, phase=QuestionKind.TRUMP)


def after_auction(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal after something was said in its auction: the trump may be settled by it."""
    if deal.phase is QuestionKind.TRUMP and deal.trump is not None:
        return after_trump(ruleset, deal)
    return deal


def trump_decision(ruleset: RuleSet, deal: Deal) -> Decision:
    """What the declarer, or the buyer of his deal, may name."""
    answers = tuple([trump.value for trump in ruleset.trumps])
    return Decision(_namer(deal), QuestionKind.TRUMP, answers)


def trump_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    """The deal with the trump that was named."""
    trump = Trump(said)
    if trump is Trump.LAST:  # T1: shown to all, and its suit is the trump
        card = deal.cards.hands[_namer(deal)][-1]
        deal = replace(deal, shown=(card,))
        trump = Trump(cards_text([card])[-1])
    return after_trump(ruleset, replace(deal, trump=trump))


def after_trump(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal at the kitty, at its first lead, or settled without play."""
    if deal.trump in UNPLAYED_TRUMPS:
        return replace(deal, phase=None)
    if ruleset.kitty is None:
        return _led(ruleset, deal)
    shown = deal.cards.kitty if ruleset.kitty is KittyRule.SHOWN else ()
    return replace(deal, phase=QuestionKind.DISCARD, shown=(*deal.shown, *shown))


def discard_decision(ruleset: RuleSet, deal: Deal) -> Decision:
    """The pairs that the declarer may lay away."""
    if deal.contract is None or deal.declarer is None:
        raise RefereeBug(f"deal {deal.number} has a kitty and no declarer")
    rules = rules_of(ruleset, deal)
    pairs = legal_discards(ruleset, deal.contract, rules, hand_seen(ruleset, deal, deal.declarer))
    answers = tuple([f"{DISCARD} {cards_text(pair)}" for pair in pairs])
    return Decision(deal.declarer, QuestionKind.DISCARD, answers)


def discard_said(ruleset: RuleSet, deal: Deal, cards: tuple[int, ...]) -> Deal:
    """The deal at its first lead, with these cards laid away."""
    kitty_and_hand = (*deal.cards.kitty, *deal.cards.hands[deal.declarer or 0])
    laid_away = tuple([card for card in sorted(kitty_and_hand) if card in cards])
    return _led(ruleset, replace(deal, discard=laid_away))


def hand_seen(ruleset: RuleSet, deal: Deal, seat: int) -> CardSet:
    """The cards that a seat holds and has seen (D3)."""
    if deal.play is not None:
        return deal.play.hands[seat]
    cards = deal.cards.hands[seat]
    if deal.phase is QuestionKind.CONTRACT and ruleset.choice is Choice.DEALER:
        return NO_CARDS  # C4: nothing is dealt yet
    is_before_rest = ruleset.trump_time is TrumpTime.THREE_CARDS and deal.trump is None
    if is_before_rest:
        if ruleset.auction is None and seat != deal.declarer:
            return NO_CARDS  # T1: only the declarer looks at his
        cards = cards[:_SEEN_OF_THREE]  # T1: in deal order
    if deal.phase is QuestionKind.DISCARD and seat == deal.declarer:
        cards = (*cards, *deal.cards.kitty)
    return card_set(cards)


def rules_of(ruleset: RuleSet, deal: Deal) -> PlayRules:
    """The tables by which a deal with a contract is played."""
    if deal.contract is None:
        raise RefereeBug(f"deal {deal.number} has no contract")
    return play_rules(ruleset, deal.contract, deal.trump, deal.sits_out)


def _namer(deal: Deal) -> int:
    namer = deal.declarer if deal.sale is None else deal.sale.buyer
    if namer is None:
        raise RefereeBug(f"deal {deal.number} has nobody to name the trump")
    return namer


def _led(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal at its first lead (P3)."""
    leader = {
        Lead.LEFT: first_hand(ruleset, deal.dealer),
        Lead.DEALER: deal.dealer,
        Lead.DECLARER: deal.declarer,
    }[ruleset.lead]
    if leader is None:
        raise RefereeBug(f"deal {deal.number} has no declarer to lead")
    hands = [card_set(hand) for hand in deal.cards.hands]
    if deal.discard and deal.declarer is not None:
        taken = hands[deal.declarer] | card_set(deal.cards.kitty)
        hands[deal.declarer] = CardSet(taken & ~card_set(deal.discard))
    play = start_play(rules_of(ruleset, deal), hands, leader)
    return replace(deal, phase=QuestionKind.CARD, play=play)
