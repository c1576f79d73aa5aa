"""The leaderboard in its four forms: what people read, what machines read, and the same bytes."""

import csv
import io
import json
import random
import re
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest
from made_games import CLASSIC, SCHEDULE, SEED, made_record
from markdown_it import MarkdownIt
from msgspec.structs import replace

from referee.boards import commitment
from referee.errors import UserError
from referee.estimate import Estimate
from referee.faults import FaultReason
from referee.leaderboard import (
    leaderboard_csv,
    leaderboard_json,
    leaderboard_markdown,
    leaderboard_text,
    write_leaderboard,
)
from referee.manifest import Limits, Manifest, OnFault, PlannedBot, State, planned
from referee.record import GameRecord
from referee.standings import Difference, Row, Standings, standings
from referee.timecontrol import TimeControl

PAGE = Path(__file__).parents[1] / "docs" / "leaderboard.md"


def bot(name: str) -> PlannedBot:
    """A bot as a manifest knows it."""
    return PlannedBot(name, name, "1", "python", ("python", "bot.py"), f"../{name}", "d")


MANIFEST = Manifest(
    name="autumn_cup",
    state=State.FINISHED,
    commitment=commitment(SEED),
    seed=SEED,
    practice=True,
    bots=tuple(bot(name) for name in SCHEDULE.bots),
    schedule=planned(SCHEDULE),
    limits=Limits(TimeControl(), OnFault.REPLACE),
    games_at_once=8,
    jobs=1,
    ruleset=replace(CLASSIC, sha256="0123456789abcdef" * 4),
    versions={},
    platform="Linux",
)

STANDINGS = Standings(
    rows=(
        Row(1, "counter", 12, Estimate(10.125, 3.25, 12, 3), 1.5, 0, {}),
        Row(2, "gree_dy", 12, Estimate(-0.0049, 2.005, 12, 3), 2.125, 0, {FaultReason.LATE: 1}),
        Row(2, "random", 12, Estimate(-0.0049, 0.0, 12, 3), 2.5, 0, {}),
        Row(
            4,
            "first",
            12,
            Estimate(-10.115, None, 12, 1),
            3.875,
            2,
            {FaultReason.LATE: 2, FaultReason.ILLEGAL: 4},
        ),
    ),
    differences=(
        Difference("counter", "gree_dy", Estimate(10.1, 4.4, 10, 3)),
        Difference("gree_dy", "random", Estimate(0.0, 1.0, 10, 3)),
        Difference("random", "first", None),
    ),
    games=12,
    boards=3,
    games_with_forfeit=2,
)

TEXT = """\
autumn_cup: classic (0123456789ab), 12 games on 3 boards, 2 with a forfeit, \
1s a move, bank 10s+4s, grace 50ms, start 30s, 8 games at once
Seed commitment COMMITMENT (practice: the seed was known)

  Place  Bot        Mean score    ± 95%    Mean place    Games    Forfeits    Faults
-------  -------  ------------  -------  ------------  -------  ----------  --------
      1  counter        +10.12     3.25          1.50       12           0         0
      2  gree_dy         +0.00     2.00          2.12       12           0         1
      2  random          +0.00     0.00          2.50       12           0         0
      4  first          -10.12        -          3.88       12           2         6

Differences:
Difference           Mean    ± 95%    Games  Verdict
-----------------  ------  -------  -------  ---------
counter - gree_dy  +10.10     4.40       10  sure
gree_dy - random    +0.00     1.00       10  not known
random - first          -        -        0  not known

Faults:
Bot        late    illegal
-------  ------  ---------
gree_dy       1          0
first         2          4
"""


def test_the_leaderboard_on_a_terminal() -> None:
    """Conditions, standings, differences to the next, and faults by reason."""
    expected = TEXT.replace("COMMITMENT", MANIFEST.commitment)
    assert leaderboard_text(STANDINGS, MANIFEST) == expected


def test_without_faults_there_is_no_table_of_them() -> None:
    """An undisturbed tournament says nothing about faults but 0."""
    rows = tuple(replace(row, faults={}) for row in STANDINGS.rows)
    assert "Faults:" not in leaderboard_text(replace(STANDINGS, rows=rows), MANIFEST)


def test_with_many_bots_people_see_each_against_the_next() -> None:
    """Seven bots would have 21 pairs: the table has six, the JSON all."""
    names = "abcdefg"
    rows = tuple(Row(n, name, 0, None, None, 0, {}) for n, name in enumerate(names, 1))
    pairs = tuple(Difference(a, b, None) for a, b in combinations(names, 2))
    many = replace(STANDINGS, rows=rows, differences=pairs)
    text = leaderboard_text(many, MANIFEST)
    assert "Differences to the next:" in text
    assert text.count("not known") == 6
    assert len(json.loads(leaderboard_json(many, MANIFEST))["differences"]) == 21


def test_an_unfinished_tournament_says_so() -> None:
    """The games that were planned stand beside those that were played."""
    text = leaderboard_text(replace(STANDINGS, games=7, games_with_forfeit=0), MANIFEST)
    assert "7 of 12 games on 3 boards, 1s a move" in text
    drawn = replace(MANIFEST, practice=False)
    assert "practice" not in leaderboard_text(STANDINGS, drawn)


def rendered(markdown: str) -> str:
    """The page as a forge shows it."""
    return str(MarkdownIt("commonmark").enable("table").render(markdown))


def cells(html: str) -> list[list[str]]:
    """The rows of all tables of a page."""
    return [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    ]


def test_markdown_renders_as_tables() -> None:
    """A forge shows three tables with the same cells as the terminal."""
    html = rendered(leaderboard_markdown(STANDINGS, MANIFEST))
    assert html.startswith("<h1>autumn_cup</h1>\n<p>classic (0123456789ab), 12 games on 3 boards")
    assert html.count("<table>") == 3
    assert f"<code>{MANIFEST.commitment}</code>" in html
    rows = cells(html)
    assert rows[0] == [
        "Place",
        "Bot",
        "Mean score",
        "± 95%",
        "Mean place",
        "Games",
        "Forfeits",
        "Faults",
    ]
    assert rows[2] == ["2", "gree_dy", "+0.00", "2.00", "2.12", "12", "0", "1"]
    assert rows[6] == ["counter - gree_dy", "+10.10", "4.40", "10", "sure"]
    assert rows[-1] == ["first", "2", "4"]


@pytest.mark.parametrize(
    "name", ["__init__", "_a_", "a.b-c", "1.", "*x*", "a|b", "<b>", "`", "&lt;"]
)
def test_names_are_shown_as_they_are(name: str) -> None:
    """No name turns into emphasis, code, a cell or a tag."""
    rows = (replace(STANDINGS.rows[0], bot=name), *STANDINGS.rows[1:])
    manifest = replace(MANIFEST, name=name)
    html = rendered(leaderboard_markdown(replace(STANDINGS, rows=rows), manifest))
    assert cells(html)[1][1] == name
    assert unescape(html).startswith(f"<h1>{name}</h1>")


def test_csv_has_one_line_for_each_bot() -> None:
    """Numbers are plain, what is not known is empty, and a column stands for each reason."""
    text = leaderboard_csv(STANDINGS, MANIFEST)
    assert "\r" not in text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["bot"] for row in rows] == ["counter", "gree_dy", "random", "first"]
    first, last = rows[0], rows[-1]
    assert (first["mean_score"], first["half_width_95"], first["mean_place"]) == (
        "10.12",
        "3.25",
        "1.50",
    )
    assert (first["below"], first["difference"], first["difference_is_sure"]) == (
        "gree_dy",
        "10.10",
        "yes",
    )
    assert (rows[1]["mean_score"], rows[1]["difference_is_sure"]) == ("0.00", "no")
    assert (rows[2]["below"], rows[2]["difference"], rows[2]["difference_games"]) == (
        "first",
        "",
        "0",
    )
    assert (last["half_width_95"], last["below"], last["difference_is_sure"]) == ("", "", "")
    assert (last["faults"], last["late"], last["illegal"], last["no_answer"]) == (
        "6",
        "2",
        "4",
        "0",
    )


def test_json_has_everything_rounded() -> None:
    """Numbers are numbers with two decimals, and what is not known is null."""
    board = json.loads(leaderboard_json(STANDINGS, MANIFEST))
    assert board["format"] == "king.leaderboard/1"
    assert board["ruleset"] == {"id": "classic", "set": {}, "sha256": MANIFEST.ruleset.sha256}
    assert (board["games"], board["games_planned"], board["boards"]) == (12, 12, 3)
    assert (board["practice"], board["on_fault"]) == (True, "replace")
    assert board["time_control"]["move_limit_ms"] == 1000
    assert board["bots"][1] == {
        "place": 2,
        "bot": "gree_dy",
        "games": 12,
        "mean_score": 0.0,
        "half_width_95": 2.0,
        "mean_place": 2.12,
        "forfeits": 0,
        "faults": {"late": 1},
    }
    assert board["bots"][3]["half_width_95"] is None
    assert board["differences"][0] == {
        "bot": "counter",
        "below": "gree_dy",
        "games": 10,
        "mean": 10.1,
        "half_width_95": 4.4,
        "is_sure": True,
    }
    assert board["differences"][2] == {
        "bot": "random",
        "below": "first",
        "games": 0,
        "mean": None,
        "half_width_95": None,
        "is_sure": False,
    }
    assert "-0.0" not in leaderboard_json(STANDINGS, MANIFEST)


def test_every_field_of_the_files_is_documented() -> None:
    """A field that is written is explained on the page, by its name."""
    page = PAGE.read_text(encoding="utf-8")
    board = json.loads(leaderboard_json(STANDINGS, MANIFEST))
    header = leaderboard_csv(STANDINGS, MANIFEST).splitlines()[0].split(",")
    for field in [*board, *board["bots"][0], *board["differences"][0], *header]:
        assert f"`{field}`" in page, field


def made_records() -> list[GameRecord]:
    """A whole tournament with faults and a forfeit in it."""
    return [made_record(plan, ("bob", 3 if plan.index == 5 else 1)) for plan in SCHEDULE]


def test_the_same_records_give_the_same_files(tmp_path: Path) -> None:
    """In whatever order the games ended, the three files are the same bytes, and no others."""
    records = made_records()
    written = []
    for seed in range(3):
        shuffled = random.Random(seed).sample(records, len(records))
        folder = tmp_path / str(seed)
        folder.mkdir()
        paths = write_leaderboard(folder, standings(shuffled, SCHEDULE.bots), MANIFEST)
        assert sorted(folder.iterdir()) == sorted(paths)
        written.append([path.read_bytes() for path in paths])
    assert written[0] == written[1] == written[2]
    assert [path.name for path in paths] == [f"leaderboard.{end}" for end in ("md", "csv", "json")]


def test_the_files_depend_on_the_records_and_not_on_the_state() -> None:
    """Written while running or when finished, by whatever number of jobs, they are the same."""
    result = standings(made_records(), SCHEDULE.bots)
    running = replace(MANIFEST, state=State.RUNNING, seed=None, jobs=4, platform="elsewhere")
    for form in (leaderboard_markdown, leaderboard_csv, leaderboard_json, leaderboard_text):
        assert form(result, running) == form(result, MANIFEST)


def test_a_leaderboard_without_games_can_be_shown() -> None:
    """Before the first game everybody is first, and nothing is known."""
    result = standings([], SCHEDULE.bots)
    text = leaderboard_text(result, MANIFEST)
    assert "0 of 12 games on 0 boards" in text
    assert re.search(r"1  ann +- +- +- +0 +0 +0\n", text)
    assert json.loads(leaderboard_json(result, MANIFEST))["bots"][0]["mean_score"] is None


def test_a_folder_that_cannot_be_written_is_the_users_matter(tmp_path: Path) -> None:
    """One line that names the file."""
    with pytest.raises(UserError, match=r"cannot write .*leaderboard.md: No such file"):
        write_leaderboard(tmp_path / "gone", STANDINGS, MANIFEST)
