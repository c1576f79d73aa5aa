"""What a bot can do wrong, in the words of the wire and of the record."""

from enum import StrEnum


class FaultReason(StrEnum):
    """Why a seat was at fault; the names are those of the wire in lower case."""

    LATE = "late"
    NO_ANSWER = "no_answer"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    DISCONNECTED = "disconnected"
    START_FAILED = "start_failed"
    PROTOCOL_VERSION = "protocol_version"
    LIMIT_EXCEEDED = "limit_exceeded"


class Phase(StrEnum):
    """The part of the session or of the deal in which a fault happened."""

    START = "start"
    CONTRACT = "contract"
    AUCTION = "auction"
    TRUMP = "trump"
    DISCARD = "discard"
    PLAY = "play"


FORFEIT_AFTER = 3
"""The fault of a seat in one game that forfeits the seat."""
