"""The leaderboard in its four forms: what people read, what machines read, and the same bytes."""

import csv
import io
import json
import re
from html import unescape
from itertools import combinations
from pathlib import Path

import pytest
from made_games import CLASSIC, SCHEDULE, SEED
from markdown_it import MarkdownIt
from msgspec.structs import replace

from referee.boarddata import contracts_csv, leaderboard_csv, leaderboard_json
from referee.boards import commitment
from referee.estimate import Estimate
from referee.faults import FaultReason
from referee.leaderboard import (
    leaderboard_markdown,
    leaderboard_text,
)
from referee.manifest import Limits, Manifest, OnFault, PlannedBot, State, planned
from referee.rating import Rating
from referee.standings import ContractRow, Difference, Row, Standings
from referee.timecontrol import TimeControl
from referee.timeused import TimeRow

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
        Row(
            *(1, "counter", 12, Estimate(10.125, 3.25, 12, 3), 1.5, 0, {}),
            *(0.66667, Rating(27.125, 1.005)),
        ),
        Row(
            *(2, "gree_dy", 12, Estimate(-0.0049, 2.005, 12, 3), 2.125, 0, {FaultReason.LATE: 1}),
            *(1 / 3, Rating(25, 1.5)),
        ),
        Row(2, "random", 12, Estimate(-0.0049, 0.0, 12, 3), 2.5, 0, {}, 0.0, Rating(24.996, 1.5)),
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
        Difference("counter", "random", Estimate(10.25, None, 10, 1)),
        Difference("gree_dy", "random", Estimate(0.0, 1.0, 10, 3)),
        Difference("random", "first", None),
    ),
    games=12,
    boards=3,
    games_with_forfeit=2,
    contracts=tuple(
        ContractRow(bot, contract, *rest)
        for bot, king in {
            "counter": (10, Estimate(-0.5, 0.25, 10, 3), 0.625),
            "gree_dy": (10, Estimate(-1.0, None, 10, 1), -0.001),
            "random": (9, Estimate(-1.25, 1.0, 9, 3), -0.25),
            "first": (0, None, None),
        }.items()
        for contract, rest in {"-king": king, "trump": (0, None, None)}.items()
    ),
    times=(
        TimeRow("counter", 4032, 1.23, 45.6, 99.999, 0.0351),
        TimeRow("gree_dy", 4032, 0.05, 0.1, 0.2, None),
        TimeRow("random", 0, None, None, None, None),
        TimeRow("first", 0, None, None, None, None),
    ),
)

TEXT = """\
autumn_cup: classic (0123456789ab), 12 games on 3 boards, 2 with a forfeit, \
1s a move, bank 10s+4s, grace 50ms, start 30s, 8 games at once
Seed commitment COMMITMENT (practice: the seed was known)

  Place  Bot        Mean score    ± 95%    Mean place    First    Rating    ± sigma    Games    Forfeits    Faults
-------  -------  ------------  -------  ------------  -------  --------  ---------  -------  ----------  --------
      1  counter        +10.12     3.25          1.50   66.67%     27.12       1.00       12           0         0
      2  gree_dy         +0.00     2.00          2.12   33.33%     25.00       1.50       12           0         1
      2  random          +0.00     0.00          2.50    0.00%     25.00       1.50       12           0         0
      4  first          -10.12        -          3.88        -         -          -       12           2         6

Differences to the next:
Difference           Mean    ± 95%    Games  Verdict
-----------------  ------  -------  -------  ---------
counter - gree_dy  +10.10     4.40       10  sure
gree_dy - random    +0.00     1.00       10  tied
random - first          -        -        0  never met

Head to head:
The bot of the line less that of the column, ± 95%; under it the games and the verdict.
Bot          - counter      - gree_dy      - random    - first
-------  -------------  -------------  ------------  ---------
counter                 +10.10 ± 4.40    +10.25 ± -
                              10 sure       10 tied
gree_dy  -10.10 ± 4.40                 +0.00 ± 1.00
               10 sure                      10 tied
random      -10.25 ± -   +0.00 ± 1.00                never met
               10 tied        10 tied
first                                     never met

Points by contract:
Points a deal ± 95%; under it how far above the others at the table, and the deals.
Bot             -king    trump
-------  ------------  -------
counter  -0.50 ± 0.25        -
           (+0.62) 10
gree_dy     -1.00 ± -        -
           (+0.00) 10
random   -1.25 ± 1.00        -
            (-0.25) 9
first               -        -

Faults:
Bot        late    illegal
-------  ------  ---------
gree_dy       1          0
first         2          4

Time used:
Bot        Decisions    Median ms    99% ms    Longest ms    Of its bank
-------  -----------  -----------  --------  ------------  -------------
counter         4032        1.230    45.600        99.999          3.51%
gree_dy         4032        0.050     0.100         0.200              -
"""  # noqa: E501 - as it is printed


def test_the_leaderboard_on_a_terminal() -> None:
    """Conditions, standings, differences, points by contract, faults, and the time used."""
    expected = TEXT.replace("COMMITMENT", MANIFEST.commitment)
    assert leaderboard_text(STANDINGS, MANIFEST) == expected


def test_without_faults_there_is_no_table_of_them() -> None:
    """An undisturbed tournament says nothing about faults but 0."""
    rows = tuple(replace(row, faults={}) for row in STANDINGS.rows)
    assert "Faults:" not in leaderboard_text(replace(STANDINGS, rows=rows), MANIFEST)


@pytest.mark.parametrize(("bots", "has_matrix"), [(2, False), (3, True), (12, True), (13, False)])
def test_people_see_all_pairs_of_up_to_twelve_bots(bots: int, has_matrix: bool) -> None:
    """Each against the next always, and programs see all pairs."""
    names = "abcdefghijklm"[:bots]
    rows = tuple(Row(n, name, 0, None, None, 0, {}) for n, name in enumerate(names, 1))
    pairs = tuple(Difference(a, b, None) for a, b in combinations(names, 2))
    many = replace(STANDINGS, rows=rows, differences=pairs)
    text, page = leaderboard_text(many, MANIFEST), leaderboard_markdown(many, MANIFEST)
    assert "Differences to the next:" in text
    assert text.count("never met") == bots - 1 + has_matrix * bots * (bots - 1)
    assert ("Head to head" in text) == ("## Head to head" in page) == has_matrix
    differences = json.loads(leaderboard_json(many, MANIFEST))["differences"]
    assert len(differences) == bots * (bots - 1) // 2


def test_points_by_contract_have_the_shorter_side_across() -> None:
    """Bots across, but where there are more of them than contracts."""
    some = tuple(
        ContractRow(bot, name, 1, Estimate(1.0, 0.5, 1, 2), 0.0)
        for bot in "abc"
        for name in ("-king", "-last", "trump", "+last")
    )
    across = leaderboard_text(replace(STANDINGS, contracts=some), MANIFEST)
    assert re.search(r"\nContract +a +b +c\n", across)
    few = tuple(one for one in some if one.contract in ("-king", "trump"))
    down = leaderboard_text(replace(STANDINGS, contracts=few), MANIFEST)
    assert re.search(r"\nBot +-king +trump\n", down)


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
    """A forge shows the same cells as the terminal, but for the time used."""
    html = rendered(leaderboard_markdown(STANDINGS, MANIFEST))
    assert html.startswith("<h1>autumn_cup</h1>\n<p>classic (0123456789ab), 12 games on 3 boards")
    assert html.count("<table>") == 5
    assert f"<code>{MANIFEST.commitment}</code>" in html
    rows = cells(html)
    assert rows[0][:7] == [
        *("Place", "Bot", "Mean score", "± 95%", "Mean place", "First", "Rating"),
    ]
    assert rows[2][:9] == [
        *("2", "gree_dy", "+0.00", "2.00", "2.12", "33.33%", "25.00", "1.50", "12"),
    ]
    assert rows[6] == ["counter - gree_dy", "+10.10", "4.40", "10", "sure"]
    assert rows[11] == ["gree_dy", "-10.10 ± 4.40<br>10 sure", "", "+0.00 ± 1.00<br>10 tied", ""]
    assert rows[15] == ["counter", "-0.50 ± 0.25<br>(+0.62) 10", "-"]
    assert rows[-1] == ["first", "2", "4"]
    assert "Time used" not in html


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
    text = leaderboard_csv(STANDINGS)
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
        "first_share": 0.3333,
        "rating": {"mu": 25.0, "sigma": 1.5},
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
        "verdict": "sure",
    }
    assert board["differences"][3] == {
        "bot": "random",
        "below": "first",
        "games": 0,
        "mean": None,
        "half_width_95": None,
        "is_sure": False,
        "verdict": "never met",
    }
    assert board["bots"][3]["rating"] is None
    assert board["contracts"][0] == {
        "bot": "counter",
        "contract": "-king",
        "deals": 10,
        "mean_points": -0.5,
        "half_width_95": 0.25,
        "above_others": 0.62,
    }
    assert "-0.0" not in leaderboard_json(STANDINGS, MANIFEST)


def test_every_field_of_the_files_is_documented() -> None:
    """A field that is written is explained on the page, by its name."""
    page = PAGE.read_text(encoding="utf-8")
    board = json.loads(leaderboard_json(STANDINGS, MANIFEST))
    header = leaderboard_csv(STANDINGS).splitlines()[0].split(",")
    header += contracts_csv(STANDINGS).splitlines()[0].split(",")
    inner = [board[key][0] for key in ("bots", "differences", "contracts")]
    for field in [*board, *(key for one in inner for key in one), *header]:
        assert f"`{field}`" in page, field


def test_points_by_contract_as_comma_separated_values() -> None:
    """One line for each bot and contract; what is not known is empty."""
    lines = contracts_csv(STANDINGS).splitlines()
    assert lines[0] == "bot,contract,deals,mean_points,half_width_95,above_others"
    assert lines[1:4] == [
        "counter,-king,10,-0.50,0.25,0.62",
        "counter,trump,0,,,",
        "gree_dy,-king,10,-1.00,,0.00",
    ]
