"""Rules and results as messages of `king.v1`; questions are in `encode`."""

from typing import cast

from king.v1 import game_pb2
from king.v1 import session_pb2 as pb

from referee import __version__
from referee.cards import SUITS, parse_card
from referee.contract import Contract, KingDuty
from referee.deal import DealResult
from referee.encode import CARDS, SIGNS, TRUMPS
from referee.faults import FaultReason, Phase
from referee.law import Auction, Choice, KittyRule, Lead, Ruff, RuleSet, TrumpTime
from referee.play import Trick
from referee.record import GameRecord
from referee.timecontrol import TimeControl

_REASONS = {
    reason: cast("pb.FaultReason", pb.FaultReason.Value(f"FAULT_REASON_{reason.name}"))
    for reason in FaultReason
}
_PHASES = {phase: cast("pb.Phase", pb.Phase.Value(f"PHASE_{phase.name}")) for phase in Phase}
_DUTIES = {
    KingDuty.NONE: game_pb2.KING_DUTY_NONE,
    KingDuty.VOID: game_pb2.KING_DUTY_VOID,
    KingDuty.VOID_OR_LED: game_pb2.KING_DUTY_VOID_OR_LED,
}
_LEADS = {
    Lead.LEFT: game_pb2.FIRST_LEAD_LEFT,
    Lead.DEALER: game_pb2.FIRST_LEAD_DEALER,
    Lead.DECLARER: game_pb2.FIRST_LEAD_DECLARER,
}
_CHOICES = {
    Choice.FIXED: game_pb2.CHOICE_FIXED,
    Choice.ROUND: game_pb2.CHOICE_ROUND,
    Choice.DECLARER: game_pb2.CHOICE_DECLARER,
    Choice.POOL: game_pb2.CHOICE_POOL,
    Choice.DEALER: game_pb2.CHOICE_DEALER,
}
_RUFFS = {Ruff.MUST: game_pb2.RUFF_DUTY_MUST, Ruff.FREE: game_pb2.RUFF_DUTY_FREE}
_TRUMP_TIMES = {
    None: game_pb2.TRUMP_TIME_UNSPECIFIED,
    TrumpTime.THREE_CARDS: game_pb2.TRUMP_TIME_THREE_CARDS,
    TrumpTime.WHOLE_HAND: game_pb2.TRUMP_TIME_WHOLE_HAND,
}
_AUCTIONS = {
    None: game_pb2.AUCTION_UNSPECIFIED,
    Auction.BIDDING: game_pb2.AUCTION_BIDDING,
    Auction.BENEFICIARY: game_pb2.AUCTION_BENEFICIARY,
    Auction.BUYOUT: game_pb2.AUCTION_BUYOUT,
}
_KITTIES = {
    None: game_pb2.KITTY_RULE_UNSPECIFIED,
    KittyRule.SHOWN: game_pb2.KITTY_RULE_SHOWN,
    KittyRule.HIDDEN: game_pb2.KITTY_RULE_HIDDEN,
}


def welcome_message(
    ruleset: RuleSet, control: TimeControl, games_at_once: int, *, is_strict: bool
) -> pb.PlayResponse:
    """What is played, how the clock runs, and what a fault leads to."""
    return pb.PlayResponse(
        welcome=pb.Welcome(
            ruleset=ruleset_message(ruleset),
            time_control=pb.TimeControl(
                no_clock=control.no_clock,
                move_limit_ms=control.move_limit_ms,
                bank_ms=control.bank_ms,
                bank_increment_ms=control.bank_increment_ms,
                grace_ms=control.grace_ms,
                start_budget_ms=control.start_budget_ms,
                hard_cap_ms=control.hard_cap_ms,
            ),
            referee_version=__version__,
            games_at_once=games_at_once,
            on_fault=pb.ON_FAULT_STRICT if is_strict else pb.ON_FAULT_REPLACE,
        )
    )


def ruleset_message(ruleset: RuleSet) -> game_pb2.RuleSet:
    """The whole law of a rule set on the wire."""
    return game_pb2.RuleSet(
        id=ruleset.id,
        title=ruleset.title,
        source=ruleset.source,
        options=[
            game_pb2.Option(key=key, value=value) for key, value in sorted(ruleset.set.items())
        ],
        sha256=ruleset.sha256,
        seats=ruleset.seats,
        deck=[CARDS[card] for card in ruleset.deck],
        hand_size=ruleset.hand_size,
        kitty_size=ruleset.kitty_size,
        packet=ruleset.packet,
        dealer_sits_out=ruleset.dealer_sits_out,
        first_lead=_LEADS[ruleset.lead],
        early_end=ruleset.early_end,
        boys=[CARDS[parse_card(rank + SUITS[0])] for rank in ruleset.boys],
        contracts=[_contract_message(contract) for contract in ruleset.contracts.values()],
        deals=ruleset.deal_count,
        choice=_CHOICES[ruleset.choice],
        stock=ruleset.deals,
        stage_deals=ruleset.stage_deals,
        ruff_duty=_RUFFS[ruleset.ruff] if ruleset.trump_time else game_pb2.RUFF_DUTY_UNSPECIFIED,
        trump_time=_TRUMP_TIMES[ruleset.trump_time],
        trumps=[TRUMPS[trump] for trump in ruleset.trumps],
        auction=_AUCTIONS[ruleset.auction],
        kitty_rule=_KITTIES[ruleset.kitty],
    )


def deal_over_message(game: int, deal: DealResult) -> pb.PlayResponse:
    """The end of one deal."""
    return pb.PlayResponse(
        deal_over=pb.DealOver(
            game_id=game,
            deal=deal.number,
            contract=deal.contract,
            tricks=[_trick_message(trick) for trick in deal.tricks],
            points=deal.points,
        )
    )


def game_over_message(game: int, seat: int, record: GameRecord) -> pb.PlayResponse:
    """The end of one game, for the bot in one seat: the others' details are not its business."""
    return pb.PlayResponse(
        game_over=pb.GameOver(
            game_id=game,
            seat=seat,
            points=record.points,
            score=record.score,
            places=record.places,
            faults=[
                pb.Fault(
                    seat=fault.seat,
                    deal=fault.deal,
                    decision=fault.decision,
                    phase=_PHASES[fault.phase],
                    reason=_REASONS[fault.reason],
                    detail=fault.detail if fault.seat == seat else "",
                )
                for fault in record.faults
            ],
            forfeited=[forfeit.seat for forfeit in record.forfeits],
        )
    )


def goodbye_message(
    reason: "pb.GoodbyeReason", fault: FaultReason | None = None, detail: str = ""
) -> pb.PlayResponse:
    """The last message of a stream."""
    return pb.PlayResponse(
        goodbye=pb.Goodbye(
            reason=reason,
            fault=_REASONS[fault] if fault else pb.FAULT_REASON_UNSPECIFIED,
            detail=detail,
        )
    )


def _trick_message(trick: Trick) -> game_pb2.Trick:
    return game_pb2.Trick(
        leader=trick.leader, cards=[CARDS[card] for card in trick.cards], taker=trick.taker
    )


def _contract_message(contract: Contract) -> game_pb2.Contract:
    prices = contract.prices
    return game_pb2.Contract(
        id=contract.id,
        sign=SIGNS[contract.sign],
        prices=game_pb2.Prices(
            trick=prices.trick,
            heart=prices.heart,
            boy=prices.boy,
            girl=prices.girl,
            king=prices.king,
            at=[
                game_pb2.PositionPrice(position=position, price=price)
                for position, price in prices.at
            ],
        ),
        heart_lead_ban=contract.heart_ban,
        king_duty=_DUTIES[contract.king_duty],
        is_trump=contract.is_trump,
    )
