"""Questions as bytes of `king.v1`: the one place that puts a view on the wire.

Most of a question was in the one before it: finished tricks, the frame of the deal, legal cards.
So each part is encoded by protobuf once and kept, and the parts are put side by side: fields of a
message may stand in any order, and only the lengths of what holds them are written here. This
makes a question four times as fast as to build it whole.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from google.protobuf.message import Message
from king.v1 import game_pb2
from king.v1 import session_pb2 as pb

from referee.auction import ACCEPT, DECLINE, PASS
from referee.cards import Card, cards_in, parse_cards
from referee.contract import Sign, Trump
from referee.course import DISCARD
from referee.deal import Answer, Decision, Direction, QuestionKind, Sale
from referee.law import MAX_SEATS
from referee.play import Trick
from referee.view import View

# An enum of protobuf is a plain int in Python; the generated types name it after the enum.
CARDS = cast("tuple[game_pb2.Card, ...]", tuple(range(1, 53)))
"""Our cards as cards of the wire."""
CARD_NONE = game_pb2.CARD_UNSPECIFIED
SIGNS = {
    Sign.TAKE: game_pb2.SIGN_TAKE,
    Sign.DO_NOT_TAKE: game_pb2.SIGN_DO_NOT_TAKE,
    Sign.NONE: game_pb2.SIGN_UNSPECIFIED,
}
TRUMPS = {
    trump: cast("game_pb2.Trump", game_pb2.Trump.Value(f"TRUMP_{trump.name}")) for trump in Trump
}
_DIRECTIONS = {
    Direction.UP: game_pb2.DIRECTION_UP,
    Direction.DOWN: game_pb2.DIRECTION_DOWN,
}
_OPENINGS = {
    "play": game_pb2.OPENING_PLAY,
    "nulos": game_pb2.OPENING_NULOS,
    "auction": game_pb2.OPENING_AUCTION,
    "ultimatum": game_pb2.OPENING_ULTIMATUM,
    "4-3-3-3": game_pb2.OPENING_FOUR_THREE_THREE_THREE,
}
_KINDS = {
    kind: cast("pb.QuestionKind", pb.QuestionKind.Value(f"QUESTION_KIND_{kind.name}"))
    for kind in QuestionKind
}


def action_of(said: str) -> game_pb2.Action:
    """A call, in the words of the record, as the wire says it."""
    words = said.split()
    if said == PASS:
        passed = game_pb2.Action()
        getattr(passed, PASS).SetInParent()  # `pass` is a word of Python's own
        return passed
    if said in (ACCEPT, DECLINE):
        return game_pb2.Action(accept=said == ACCEPT)
    if said in _OPENINGS:  # before the trumps, since nulos is only ever said in an opening
        return game_pb2.Action(opening=_OPENINGS[said])
    if said in TRUMPS:
        return game_pb2.Action(trump=TRUMPS[Trump(said)])
    if words[0].isdecimal():
        direction = Direction(words[1]) if len(words) > 1 else Direction.UP
        return game_pb2.Action(bid=_bid(int(words[0]), direction))
    if words[0] == DISCARD:  # of another seat's discard nothing but the word is heard
        pair = [CARDS[card] for card in parse_cards(" ".join(words[1:]))] or [CARD_NONE] * 2
        return game_pb2.Action(discard=game_pb2.CardPair(low=pair[0], high=pair[1]))
    return game_pb2.Action(contract=said)


def _bid(tricks: int, direction: Direction) -> game_pb2.Bid:
    return game_pb2.Bid(tricks=tricks, direction=_DIRECTIONS[direction])


class _Legal(dict[Answer, bytes]):
    """Legal answers as they stand in a question; each is encoded when it first comes up."""

    def __missing__(self, answer: Answer) -> bytes:
        if isinstance(answer, str):
            action = action_of(answer)
        else:
            action = game_pb2.Action(card=CARDS[answer])
        self[answer] = data = pb.Question(legal=[action]).SerializeToString()
        return data


_LEGAL = _Legal()
_NUMBERS = bytes([*range(1, 53), *[0] * 204])
"""Translates our cards into those of the wire, which are one byte each."""


def question_bytes(
    number: int,
    game: int,
    decision: Decision,
    view: View,
    seed: int,
    left_ms: tuple[int, int] | None,
) -> bytes:
    """One question; `left_ms` is what is left in the move and in the bank, None without clock."""
    head = pb.Question(question_id=number, game_id=game, kind=_KINDS[decision.kind], seed=seed)
    if left_ms is not None:
        head.move_left_ms, head.bank_left_ms = left_ms
    legal = map(_LEGAL.__getitem__, decision.answers)
    return b"".join((head.SerializeToString(), *legal, _held(_VIEW, view_bytes(view))))


def view_bytes(view: View) -> bytes:
    """The view of one seat, a message KingView."""
    return b"".join(
        (
            _frame(
                view.seat,
                view.seats,
                view.deals,
                view.deal,
                view.dealer,
                view.sits_out,
                view.contract,
                view.sign,
                view.declarer,
                view.trump,
                view.sale,
                view.points,
            ),
            _said(view.shown, view.discard, view.stocks, view.calls)
            if view.calls or view.stocks
            else b"",
            _held(_HAND, bytes(cards_in(view.hand)).translate(_NUMBERS)),
            *[_trick(trick) for trick in view.tricks],
            b"" if view.leader is None else _current(view.leader, view.current),
            _deal_points(view.deal_points),
        )
    )


def questions_bytes(questions: Iterable[bytes]) -> bytes:
    """Questions that go together, as one message of the stream."""
    return _held(_QUESTIONS, b"".join([_held(_QUESTION, one) for one in questions]))


@lru_cache(maxsize=1 << 12)
def _frame(
    seat: int,
    seats: int,
    deals: int,
    deal: int,
    dealer: int,
    sits_out: int | None,
    contract: str | None,
    sign: Sign,
    declarer: int | None,
    trump: Trump | None,
    sale: Sale | None,
    points: tuple[int, ...],
) -> bytes:
    return game_pb2.KingView(
        seat=seat,
        seats=seats,
        deals=deals,
        deal=deal,
        dealer=dealer,
        sits_out=sits_out,
        contract=contract or "",
        sign=SIGNS[sign],
        declarer=declarer,
        trump=game_pb2.TRUMP_UNSPECIFIED if trump is None else TRUMPS[trump],
        sale=None if sale is None else _sale(sale),
        points=points,
    ).SerializeToString()


def _sale(sale: Sale) -> game_pb2.Sale:
    return game_pb2.Sale(seller=sale.seller, buyer=sale.buyer, bid=_bid(sale.bid, sale.direction))


@lru_cache(maxsize=1 << 12)
def _said(
    shown: tuple[Card, ...],
    discard: tuple[Card, ...],
    stocks: tuple[tuple[str, ...], ...],
    calls: tuple[tuple[int, str], ...],
) -> bytes:
    return game_pb2.KingView(
        shown=[CARDS[card] for card in shown],
        discard=[CARDS[card] for card in discard],
        stocks=[game_pb2.Stock(contracts=stock) for stock in stocks],
        calls=[game_pb2.Call(seat=seat, action=action_of(said)) for seat, said in calls],
    ).SerializeToString()


@lru_cache(maxsize=1 << 14)  # a trick stands in some fifteen views
def _trick(trick: Trick) -> bytes:
    return _held(_TRICK, _leader_and_cards(trick.leader, trick.cards) + _TAKERS[trick.taker])


def _current(leader: int, cards: tuple[Card, ...]) -> bytes:
    return _held(_CURRENT, _leader_and_cards(leader, cards))


def _leader_and_cards(leader: int, cards: tuple[Card, ...]) -> bytes:
    if not cards:
        return _LEADERS[leader]
    return _LEADERS[leader] + _held(_CARDS, bytes(cards).translate(_NUMBERS))


@lru_cache(maxsize=1 << 12)
def _deal_points(points: tuple[int, ...]) -> bytes:
    return game_pb2.KingView(deal_points=points).SerializeToString()


def _tag(message: Message) -> bytes:
    """What a message with one field in it begins with: the field's number and wire type."""
    data = message.SerializeToString()
    return data[: 1 + next(at for at, byte in enumerate(data) if byte < 0x80)]


_VIEW = _tag(pb.Question(king=game_pb2.KingView(seat=1)))
_HAND = _tag(game_pb2.KingView(hand=[CARDS[0]]))
_TRICK = _tag(game_pb2.KingView(tricks=[game_pb2.Trick()]))
_CURRENT = _tag(game_pb2.KingView(current=game_pb2.Trick()))
_CARDS = _tag(game_pb2.Trick(cards=[CARDS[0]]))
_LEADERS = [game_pb2.Trick(leader=seat).SerializeToString() for seat in range(MAX_SEATS)]
_TAKERS = [game_pb2.Trick(taker=seat).SerializeToString() for seat in range(MAX_SEATS)]
_QUESTION = _tag(pb.Questions(questions=[pb.Question(question_id=1)]))
_QUESTIONS = _tag(pb.PlayResponse(questions=pb.Questions(questions=[pb.Question(question_id=1)])))


def _varint(number: int) -> bytes:
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)


_LENGTHS = [_varint(length) for length in range(1 << 11)]


def _held(tag: bytes, data: bytes) -> bytes:
    length = len(data)
    return b"".join((tag, _LENGTHS[length] if length < 1 << 11 else _varint(length), data))
