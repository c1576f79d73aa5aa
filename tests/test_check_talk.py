"""`referee check`: what it sends to a bot, as the bot has heard it."""

from collections.abc import Sequence

import pytest
from checking import bad, checked
from google.protobuf.unknown_fields import UnknownFieldSet
from king.v1 import session_pb2 as pb
from running import Ground

NEW = 99


@pytest.fixture
def lives(ground: Ground) -> list[list[pb.PlayResponse]]:
    """What each process of a bot that does well has heard, in their order."""
    diary = ground.folder / "diary"
    bot = ground.odd_bot("planted", DIARY=str(diary))
    assert bad(checked(ground, bot, "--ruleset", ground.duel(), code=0)) == {}
    told = [
        pb.PlayResponse.FromString(bytes.fromhex(line)) for line in diary.read_text().splitlines()
    ]
    starts = [at for at, one in enumerate(told) if one.HasField("welcome")]
    return [told[a:b] for a, b in zip(starts, [*starts[1:], len(told)], strict=True)]


def questions(life: Sequence[pb.PlayResponse]) -> list[pb.Question]:
    """All questions that were heard."""
    return [one for message in life for one in message.questions.questions]


def test_all_that_a_bot_can_hear_is_sent(lives: list[list[pb.PlayResponse]]) -> None:
    """The usual things to the first two processes, then new fields, then new values."""
    playing, again, fields, values = lives

    # As many questions at once as are claimed, several times; the bot sits in each seat.
    together = [len(one.questions.questions) for one in playing]
    assert max(together) == 256
    assert together.count(256) > 1
    assert {one.king.seat for one in questions(playing)} == {0, 1}
    kinds = [one.WhichOneof("message") for one in playing]
    assert {"deal_over", "game_over"} < set(kinds)
    assert kinds[-1] == "goodbye"
    assert playing[-1].goodbye.reason == pb.GOODBYE_REASON_FINISHED

    # Nothing new to the first two, and all that is new to one of the others.
    for life in (playing, again):
        assert not any(len(UnknownFieldSet(one)) for one in (*life, *questions(life)))
    assert len(questions(again)) > 1

    assert len(UnknownFieldSet(fields[0])) == len(UnknownFieldSet(fields[0].welcome)) == 2
    assert fields[0].welcome.on_fault == playing[0].welcome.on_fault
    strangers = [one for one in fields if one.WhichOneof("message") is None]
    assert [len(UnknownFieldSet(one)) for one in strangers] == [2]
    for one in questions(fields):
        parts = (one, one.king, one.king.current, *one.legal)
        assert all(len(UnknownFieldSet(part)) == 2 for part in parts)
        assert all(action.ListFields() for action in one.legal)
    assert fields[-1].goodbye.reason == pb.GOODBYE_REASON_FINISHED

    assert values[0].welcome.on_fault == NEW
    assert not len(UnknownFieldSet(values[0].welcome))
    new, usual = questions(values)
    assert new.kind == NEW
    assert len(new.legal) > 1
    for action in new.legal:
        assert not action.ListFields()
        assert len(UnknownFieldSet(action)) == 2
    assert usual.kind == pb.QUESTION_KIND_CARD
    assert values[-1].goodbye.reason == NEW
