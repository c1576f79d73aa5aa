"""What one seat may know at a question, and nothing else (law D3)."""

from msgspec import Struct

from referee.cards import Card, CardSet
from referee.contract import Sign, Trump
from referee.course import DISCARD, hand_seen
from referee.deal import Sale
from referee.game import Game
from referee.play import Trick

Calls = tuple[tuple[int, str], ...]
"""Who spoke, and what he said."""


class View(Struct, frozen=True, gc=False):
    """The fields of the wire's KingView as plain values; None where there is nothing yet."""

    seat: int
    seats: int
    deals: int
    deal: int
    dealer: int
    sits_out: int | None
    contract: str | None
    sign: Sign
    declarer: int | None
    trump: Trump | None
    sale: Sale | None
    shown: tuple[Card, ...]
    """Cards that all have seen before the first lead."""
    hand: CardSet
    discard: tuple[Card, ...]
    """What this seat itself has laid away."""
    stocks: tuple[tuple[str, ...], ...]
    """Unplayed contracts by seat, one entry for a pool; empty where the order is fixed."""
    calls: Calls
    tricks: tuple[Trick, ...]
    leader: int | None
    """Who led the trick under way, or leads now; None before the first lead is due."""
    current: tuple[Card, ...]
    points: tuple[int, ...]
    """By seat, over the finished deals of the game."""
    deal_points: tuple[int, ...]
    """By seat, from the finished tricks of this deal."""


def view_of(game: Game, seat: int) -> View:
    """The view of one seat; ValueError when the game is over."""
    deal = game.deal
    if deal is None:
        raise ValueError("the game is over: there is nothing to see")
    ruleset, play, contract = game.ruleset, deal.play, deal.contract
    return View(
        seat,
        ruleset.seats,
        len(game.board.deals),
        deal.number,
        deal.dealer,
        deal.sits_out,
        contract,
        ruleset.contracts[contract].sign if contract else Sign.NONE,
        deal.declarer,
        deal.trump,
        deal.sale,
        deal.shown,
        hand_seen(ruleset, deal, seat),
        deal.discard if seat == deal.declarer else (),
        deal.stocks,
        heard(deal.calls, seat) if deal.discard else deal.calls,
        play.tricks if play else (),
        play.leader if play else None,
        play.trick if play else (),
        game.points,
        play.points if play else (0,) * ruleset.seats,
    )


def heard(calls: Calls, seat: int) -> Calls:
    """Calls as a seat has heard them: of another's discard only that it was made (K1)."""
    return tuple(
        (speaker, DISCARD if speaker != seat and said.startswith(DISCARD) else said)
        for speaker, said in calls
    )
