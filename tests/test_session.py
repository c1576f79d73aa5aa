"""What ends a stream and what does not, seen by the session alone."""

import pytest
from king.v1 import session_pb2 as pb

from referee.faults import FaultReason
from referee.session import Session, Stage

HELLO = pb.PlayRequest(hello=pb.Hello(token="token", protocol_version=1)).SerializeToString()


def open_session() -> Session:
    """A session whose bot has opened its stream."""
    session = Session("token", lambda: [], lambda: None)
    session.opened()
    return session


def test_a_bot_that_reads_nothing_is_cut_off() -> None:
    """4096 messages may wait to be read, and not one more; a question counts as one."""
    session = open_session()
    session.send([b"question"] * 4096)
    assert session.failure is None
    session.send([b"question"])
    assert session.failure == (FaultReason.LIMIT_EXCEEDED, "4096 messages wait unread")


@pytest.mark.parametrize(
    ("method", "reason"),
    [
        ("/king.v2.RefereeService/Play", FaultReason.PROTOCOL_VERSION),
        ("/king.v1.RefereeService/Chat", FaultReason.START_FAILED),
        ("/grpc.health.v1.Health/Check", FaultReason.START_FAILED),
    ],
)
def test_another_method_ends_only_a_stream_that_is_not_in_use(
    method: str, reason: FaultReason
) -> None:
    """Before Hello it is a start that failed; beside a stream that goes on it is no fault."""
    session = open_session()
    session.wrong_method(method)
    assert session.failure is not None
    assert session.failure[0] is reason
    session = open_session()
    session.received(HELLO, 0.0)
    session.wrong_method(method)
    assert (session.failure, session.stage) == (None, Stage.GREETED)


def test_the_first_failure_stands() -> None:
    """What a bot sends after it was given up changes nothing."""
    session = open_session()
    session.received(b"", 0.0)
    session.received(b"\xff", 0.0)
    assert session.failure == (
        FaultReason.UNREADABLE,
        "a PlayRequest with nothing in it: 0 bytes",
    )
