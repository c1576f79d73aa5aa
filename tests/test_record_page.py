"""The page about the record names every field, and its example is one."""

import re
from pathlib import Path

import pytest
from msgspec import Struct

from referee.contract import Contract
from referee.faults import FaultReason, Phase
from referee.manifest import (
    Limits,
    Manifest,
    OnFault,
    PlannedBot,
    PlannedCompare,
    PlannedSchedule,
    State,
)
from referee.record import (
    Fault,
    Forfeit,
    GameRecord,
    Moment,
    Note,
    RecordedCall,
    RecordedDeal,
    RecordedSale,
    RecordedTrick,
    RulesName,
    Timing,
    decode_record,
)
from referee.ruleset import RuleSet
from referee.sequential import SequentialTest
from referee.timecontrol import TimeControl

PAGE = (Path(__file__).parents[1] / "docs" / "record.md").read_text(encoding="utf-8")
OF_RECORD = (
    *(GameRecord, RulesName, RecordedDeal, RecordedCall, RecordedTrick, RecordedSale),
    *(Fault, Forfeit, Timing, Note, Moment),
)
OF_MANIFEST = (
    *(Manifest, PlannedBot, PlannedSchedule, PlannedCompare, SequentialTest, Limits, TimeControl),
    *(RuleSet, Contract),
)


@pytest.mark.parametrize("struct", [*OF_RECORD, *OF_MANIFEST], ids=lambda struct: struct.__name__)
def test_every_field_is_on_the_page(struct: type[Struct]) -> None:
    """What is written is explained, by its name."""
    part = PAGE.split("\n## ")[1 if struct in OF_RECORD else 2]
    missing = [field for field in struct.__struct_fields__ if f"`{field}`" not in part]
    assert missing == []


@pytest.mark.parametrize("words", [FaultReason, Phase, OnFault, State])
def test_every_word_is_on_the_page(words: type[FaultReason | Phase | OnFault | State]) -> None:
    """The values of a field with few values are all named."""
    assert [word for word in words if f"`{word}`" not in PAGE] == []


def test_the_example_is_a_record() -> None:
    """What the page shows decodes as a game, cut to its first deal."""
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    record = decode_record(example.encode())
    assert record.game_id == "t1-b2-r1"
    assert len(record.deals) == 1
    assert len(record.deals[0].tricks) == 8
