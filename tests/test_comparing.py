"""Replies that come in any order: what is counted, what is shown, and what comes first."""

import random
from collections import Counter

import pytest
from made_games import CLASSIC, SCHEDULE, made_record

from referee.askagain import Asker, Comparing, GameTable, Question, difference_lines, summary_parts
from referee.recordfold import record_steps
from referee.rerun import Reply


def questions() -> list[Question]:
    """All that seat 1 was asked in three games."""
    found = []
    for number in range(3):
        record = made_record(SCHEDULE[number])
        asker = Asker(number, record, 1)
        steps = record_steps(record, CLASSIC)
        found += [asker.question(step) for step in steps if step.asked.seat == 1]
    return found


def reply(question: Question, *, is_other: bool) -> Reply:
    """As recorded, or the next answer."""
    return Reply((question.recorded + is_other) % len(question.answers), "", 0.001)


@pytest.mark.parametrize("seed", range(5))
def test_the_first_differences_are_kept_whatever_the_order(seed: int) -> None:
    """Of one bot with the record: those shown are the first in order of play, all are counted."""
    chance = random.Random(seed)
    every = questions()
    able = [one for one in every if len(one.answers) > 1]
    others = {one.order for one in chance.sample(able, 30)}
    comparing = Comparing(1, 10, is_stopping=False)
    for one in chance.sample(every, len(every)):
        compared = comparing.take(0, one, reply(one, is_other=one.order in others))
        assert compared is not None
        assert compared.differs == (one.order in others)
        assert comparing.is_wanted(one.order)
    assert [one.question.order for one in comparing.shown] == sorted(others)[:10]
    assert comparing.asked.total() == len(every)
    assert comparing.differing == Counter(
        (one.kind, one.contract) for one in able if one.order in others
    )
    kinds, contracts = summary_parts(comparing)
    assert kinds[2].split() == ["card", str(len(every)), "30"]
    assert sum(int(line.split()[2]) for line in contracts[2:]) == 30
    assert len(difference_lines(comparing.shown, ["x"])) == 2 + 10


@pytest.mark.parametrize("seed", range(5))
def test_two_bots_part_where_their_answers_differ(seed: int) -> None:
    """Each at its own pace; nothing after the first difference is wanted when it stops there."""
    chance = random.Random(seed)
    every = questions()
    able = [one for one in every if len(one.answers) > 1]
    others = {one.order for one in chance.sample(able, 12)}
    comparing = Comparing(2, 10, is_stopping=True)
    asked = [(bot, one) for bot in (0, 1) for one in every]
    known = []
    for bot, one in chance.sample(asked, len(asked)):
        is_other = bot == 1 and one.order in others
        compared = comparing.take(bot, one, reply(one, is_other=is_other))
        if compared is not None:
            known.append(one.order)
            first, second = compared.replies
            assert (first.choice == one.recorded, second.choice != one.recorded) == (
                True,
                one.order in others,
            )
        parted = sorted(others & set(known))
        for order in (one.order for one in every):
            assert comparing.is_wanted(order) == (not parted or order < parted[0])
        assert comparing.is_wanted((2,)) == (not parted or parted[0][0] >= 2)
    assert comparing.first is not None
    assert comparing.first.question.order == min(others)


def test_a_table_tells_its_lines_in_order_of_play() -> None:
    """However the comparisons come, each line is told once, and as soon as it can be."""
    every = [one for one in questions() if one.game == 0]
    chance = random.Random(1)
    comparing = Comparing(1, 10, is_stopping=False)
    table = GameTable(every, ["x"])
    assert list(table.lines()) == []
    told: list[str] = []
    known: set[tuple[int, int, int]] = set()
    for one in chance.sample(every, len(every)):
        compared = comparing.take(0, one, reply(one, is_other=False))
        told += table.lines(compared)
        known.add(one.order)
        ready = next((at for at, q in enumerate(every) if q.order not in known), len(every))
        assert len(told) == ready
    header, rule = table.heading()
    assert {len(rule) >= len(line) for line in (header, *told)} == {True}
    assert [line.split()[0] for line in told] == [str(one.place) for one in every]
