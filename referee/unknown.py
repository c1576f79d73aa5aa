"""What a later version of the protocol might send: fields and values that nobody knows yet."""

from typing import cast

from king.v1 import session_pb2 as pb

UNKNOWN = b"\xc0\x3e\x07\xca\x3e\x03new"
"""Field 1000 with the number 7 and field 1001 with the text `new`."""
UNKNOWN_VALUE = 99
"""A value that no enum has."""
UNKNOWN_REASON = cast("pb.GoodbyeReason", UNKNOWN_VALUE)


def unknown_message() -> pb.PlayResponse:
    """A message of a kind that is not there yet."""
    message = pb.PlayResponse()
    message.MergeFromString(UNKNOWN)
    return message


def greet_with_fields(greeting: list[pb.PlayResponse]) -> None:
    """Puts fields into Welcome and WarmUp, and no new value."""
    welcome, warm_up = greeting
    rules = welcome.welcome.ruleset
    for message in (welcome, welcome.welcome, rules, rules.contracts[0], warm_up):
        message.MergeFromString(UNKNOWN)


def greet_with_values(greeting: list[pb.PlayResponse]) -> None:
    """Puts a value of an enum into Welcome, and no new field."""
    greeting[0].welcome.on_fault = cast("pb.OnFault", UNKNOWN_VALUE)


def ask_with_fields(question: pb.Question) -> None:
    """Puts fields into a question and its parts."""
    for message in (question, question.king, *question.legal):
        message.MergeFromString(UNKNOWN)
    if question.king.HasField("current"):  # else there is no trick under way
        question.king.current.MergeFromString(UNKNOWN)


def ask_of_new_kind(question: pb.Question) -> None:
    """Makes the question, and all that is legal in it, of a kind that is not there yet."""
    question.kind = cast("pb.QuestionKind", UNKNOWN_VALUE)
    for action in question.legal:
        action.Clear()
        action.MergeFromString(UNKNOWN)
