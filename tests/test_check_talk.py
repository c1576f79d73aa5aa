"""`referee check`: what it sends to a bot, as the bot has heard it."""

from collections.abc import Sequence

import pytest
from checking import checked
from google.protobuf.unknown_fields import UnknownFieldSet
from king.v1 import session_pb2 as pb
from running import Ground

NEW = 99


def heard(ground: Ground, *words: str, **variables: str) -> list[list[pb.PlayResponse]]:
    """What each process of a bot that does well has heard, in their order."""
    diary = ground.folder / "diary"
    bot = ground.odd_bot("planted", DIARY=str(diary), **variables)
    checked(ground, bot, *words, code=0)
    told = [
        pb.PlayResponse.FromString(bytes.fromhex(line)) for line in diary.read_text().splitlines()
    ]
    starts = [at for at, one in enumerate(told) if one.HasField("welcome")]
    return [told[a:b] for a, b in zip(starts, [*starts[1:], len(told)], strict=True)]


def check_protocol(life: Sequence[pb.PlayResponse], claims: int) -> None:
    """All that docs/protocol.md says of games, for one process."""
    deal_of: dict[int, int] = {}  # of each open game
    gone: set[int] = set()
    last_question = 0
    for message in life:
        for asked in message.questions.questions:
            game, deal = asked.game_id, asked.king.deal
            assert game not in gone
            assert deal == deal_of.get(game, 1)  # a DealOver has told of each deal before it
            deal_of[game] = deal
            if asked.kind != NEW:
                assert asked.king.HasField("current") == (asked.kind == pb.QUESTION_KIND_CARD)
            assert asked.question_id > last_question
            last_question = asked.question_id
        assert len({one.game_id for one in message.questions.questions}) == len(
            message.questions.questions
        )
        assert len(deal_of) <= claims
        if message.HasField("deal_over"):
            over = message.deal_over
            assert over.game_id not in gone
            assert deal_of.get(over.game_id, 1) == over.deal
            deal_of[over.game_id] = over.deal + 1
        if message.HasField("game_over"):
            del deal_of[message.game_over.game_id]
            gone.add(message.game_over.game_id)
        if message.HasField("goodbye"):
            assert not deal_of


def questions(life: Sequence[pb.PlayResponse]) -> list[pb.Question]:
    """All questions that were heard."""
    return [one for message in life for one in message.questions.questions]


@pytest.mark.parametrize("claims", [1, 4, 256])
def test_a_check_keeps_to_the_protocol(ground: Ground, claims: int) -> None:
    """No more games than are claimed, each in order and to its end, none that comes back.

    By rule sets in which not all kinds come up at once, and with five seats, one of which sits out.
    """
    words = ("--ruleset", "bidding", "--ruleset", "last-trick-chosen", "--ruleset", "symmetric-5")
    lives = heard(ground, *words, CLAIMS=str(claims))
    assert len(lives) == 6
    for life in lives:
        check_protocol(life, claims)
        assert any(message.HasField("game_over") for message in life)
    assert [life[-1].HasField("goodbye") for life in lives] == [True, True, True, False, True, True]


def test_all_that_a_bot_can_hear_is_sent(ground: Ground) -> None:
    """The usual things to the first two processes, then new fields, then new values."""
    playing, again, fields, values = heard(ground, "--ruleset", ground.duel())

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
        assert one.kind == pb.QUESTION_KIND_CARD
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
