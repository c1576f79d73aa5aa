"""The games that stand out for a bot, for the links of the report."""

import random
import re

from made_games import SCHEDULE, made_record
from msgspec.structs import replace
from test_leaderboard import MANIFEST

from referee.extremes import SHOWN, Extremes
from referee.report import report_html
from referee.standings import standings_of

RECORDS = [made_record(SCHEDULE[index]) for index in range(SCHEDULE.total)]


def test_the_lowest_and_highest_scores_are_picked() -> None:
    """Three of each, from the most outstanding on, with the seat of the bot."""
    extremes = Extremes(("ann", "bob"))
    for record in RECORDS:
        extremes.add(record)
    for bot in ("ann", "bob"):
        own = extremes.of(bot)
        scores = sorted(one.score[one.seating.index(bot)] for one in RECORDS)
        assert [game.score for game in own.worst] == scores[:SHOWN]
        assert [game.score for game in own.best] == scores[: -SHOWN - 1 : -1]
        by_id = {record.game_id: record for record in RECORDS}
        for game in (*own.worst, *own.best):
            record = by_id[game.game_id]
            assert record.seating[game.seat] == bot
            assert record.score[game.seat] == game.score


def test_any_order_of_the_games_picks_the_same() -> None:
    """Equal scores stand in schedule order: by life, table and board, not by name or chance."""
    equal = [replace(record, score=(5, 5, 5, 5)) for record in RECORDS]
    in_order = sorted(equal, key=lambda one: (one.life, one.table, one.board))
    expected = [record.game_id for record in in_order[:SHOWN]]
    for seed in range(5):
        shuffled = random.Random(seed).sample(equal, len(equal))
        extremes = Extremes(("dot",))
        for record in shuffled:
            extremes.add(record)
        own = extremes.of("dot")
        assert [game.game_id for game in own.worst] == expected
        assert [game.game_id for game in own.best] == expected


def test_the_report_links_them() -> None:
    """Each with its score and an address that opens it at the bot's seat; as text in a file."""
    page = report_html(standings_of(RECORDS, MANIFEST), MANIFEST)
    links = re.findall(
        r'<a data-href="/game/([^#]+)#1\.1&amp;seat=(\d)">([^<]+)</a> ([+-]\d+)', page
    )
    assert len(links) == 4 * 2 * SHOWN
    by_id = {record.game_id: record for record in RECORDS}
    for game_id, seat, name, score in links:
        assert game_id == name
        assert by_id[game_id].score[int(seat)] == int(score)
    assert "referee view DIR" in page
    assert not re.findall(r'<a [^>]*(?<!data-)href="/', page)
    assert "Games to look at" not in report_html(standings_of([], MANIFEST), MANIFEST)
