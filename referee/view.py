"""What one seat may know at a question, and nothing else (law D3)."""

from msgspec import Struct

from referee.cards import Card, CardSet
from referee.contract import Sign, Trump
from referee.deal import Sale
from referee.game import Game
from referee.play import Trick


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
    """Unplayed contracts by seat; empty where the order of deals is fixed."""
    calls: tuple[tuple[int, str], ...]
    tricks: tuple[Trick, ...]
    leader: int
    """Who led the trick under way, or leads now."""
    current: tuple[Card, ...]
    points: tuple[int, ...]
    """By seat, over the finished deals of the game."""
    deal_points: tuple[int, ...]
    """By seat, from the finished tricks of this deal."""


def view_of(game: Game, seat: int) -> View:
    """The view of one seat; ValueError when the game is over."""
    deal = game.deal
    if deal is None or deal.play is None:
        raise ValueError("the game is over: there is nothing to see")
    play = deal.play
    contract = deal.contract
    return View(
        seat,
        game.ruleset.seats,
        len(game.ruleset.deals),
        deal.number,
        deal.dealer,
        deal.sits_out,
        deal.contract,
        game.ruleset.contracts[contract].sign if contract else Sign.NONE,
        deal.declarer,
        deal.trump,
        deal.sale,
        (),
        play.hands[seat],
        deal.discard if seat == deal.declarer else (),
        (),
        deal.calls,
        play.tricks,
        play.leader,
        play.trick,
        game.points,
        play.points,
    )
