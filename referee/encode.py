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

from referee.cards import Card, cards_in
from referee.deal import Answer, Decision, QuestionKind
from referee.errors import RefereeBug
from referee.play import Trick
from referee.ruleset import MAX_SEATS, Sign
from referee.view import View

# An enum of protobuf is a plain int in Python; the generated types name it after the enum.
CARDS = cast("tuple[game_pb2.Card, ...]", tuple(range(1, 53)))
"""Our cards as cards of the wire."""
SIGNS = {
    Sign.TAKE: game_pb2.SIGN_TAKE,
    Sign.DO_NOT_TAKE: game_pb2.SIGN_DO_NOT_TAKE,
    Sign.NONE: game_pb2.SIGN_UNSPECIFIED,
}
_KINDS = {
    kind: cast("pb.QuestionKind", pb.QuestionKind.Value(f"QUESTION_KIND_{kind.name}"))
    for kind in QuestionKind
}


class _Legal(dict[Answer, bytes]):
    """Legal answers as they stand in a question; each is encoded when it first comes up."""

    def __missing__(self, answer: Answer) -> bytes:
        if isinstance(answer, str):
            raise RefereeBug(f"the wire has no words for the call {answer!r}")
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
                view.points,
            ),
            _held(_HAND, bytes(cards_in(view.hand)).translate(_NUMBERS)),
            *[_trick(trick) for trick in view.tricks],
            _current(view.leader, view.current),
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
        points=points,
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
