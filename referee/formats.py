"""Files that say in their `format` how they are written, such as `king.record/1`."""

from typing import TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")


class _Format(Struct):
    format: str


_FORMAT = msgspec.json.Decoder(_Format)


def decode(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """What JSON that others may have written holds; msgspec.DecodeError if it is not so.

    All of ours is read by this: what is nested too deeply ends msgspec in another way, which
    would be taken for a bug of ours.
    """
    try:
        return decoder.decode(data)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None


def decoded(decoder: msgspec.json.Decoder[T], data: bytes, ours: str) -> T:
    """What `data` holds; msgspec.DecodeError says what is wrong with it.

    That may be that it is of a later format than ours: a newer referee is needed then.
    """
    try:
        return decode(decoder, data)
    except msgspec.DecodeError:
        later = _later_format(data, ours)
        if later is None:
            raise
        raise msgspec.ValidationError(
            f"it is of the format {later}, and this referee reads {ours}: take a newer referee"
        ) from None


def _later_format(data: bytes, ours: str) -> str | None:
    try:
        theirs = decode(_FORMAT, data).format
    except msgspec.DecodeError:
        return None
    name, _, number = ours.partition("/")
    their_name, _, their_number = theirs.partition("/")
    is_number = their_number.isascii() and their_number.isdigit() and len(their_number) < 10
    return theirs if their_name == name and is_number and int(their_number) > int(number) else None
