"""Events: each is on its page, the standings so far come in time, and the view is made of them."""

import io
import re
from pathlib import Path

import msgspec
import pytest
from made_games import SCHEDULE, SEED, made_record
from rich.console import Console
from test_leaderboard import MANIFEST

from referee.events import Event, Game, Plan, Standing, Standings, Start, encode_event
from referee.faults import FaultReason, Phase
from referee.interim import Interim, standing
from referee.liveview import SHOWN, LiveView, pace_text, standings_text, time_text
from referee.opening import Tournament, note_record, plan_event
from referee.progress import Display
from referee.reporter import STANDINGS_SECONDS, Reporter
from referee.standings import standings

PAGE = (Path(__file__).parents[1] / "docs" / "events.md").read_text(encoding="utf-8")
KINDS = {kind.__name__.lower(): kind for kind in Event.__subclasses__()}
RECORDS = [made_record(SCHEDULE[index]) for index in range(SCHEDULE.total)]


def section(kind: str) -> str:
    """The part of the page about one kind of event."""
    (part,) = re.findall(rf"\n## `{kind}`\n(.*?)(?=\n## |\Z)", PAGE, re.DOTALL)
    return str(part)


def opened(tmp_path: Path) -> Tournament:
    """A tournament in which nothing is played yet."""
    return Tournament(tmp_path, MANIFEST, SEED, (), SCHEDULE)


def game(done: int, seconds: float, games: int = 12) -> Game:
    """The event of a game of which only the time matters."""
    return Game(
        game_id=f"t1-b{done}-r0", seating=("a", "b"), points=(0, 0), score=(0, 0), places=(1, 1),
        faults=0, done=done, games=games, seconds=seconds,
    )  # fmt: skip


def test_the_page_has_a_section_for_each_kind_and_no_other() -> None:
    """Kinds of events and headings are the same words."""
    assert set(re.findall(r"\n## `(\w+)`\n", PAGE)) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_in_its_section_in_order(kind: str) -> None:
    """The tables of a section name the fields of the struct, and of the rows in it."""
    named = re.findall(r"^\| `(\w+)` \|", section(kind), re.MULTILINE)
    fields = KINDS[kind].__struct_fields__
    rows = Standing.__struct_fields__ if kind == "standings" else ()
    first = ("event",) if kind == "plan" else ()
    assert named == [*first, *fields, *rows]


def test_words_with_few_values_are_on_the_page() -> None:
    """Phases are named; reasons have a page of their own."""
    assert [phase for phase in Phase if f"`{phase}`" not in section("fault")] == []
    faults = (Path(__file__).parents[1] / "docs" / "faults.md").read_text(encoding="utf-8")
    assert [reason for reason in FaultReason if f"`{reason}`" not in faults] == []


def test_an_event_is_one_line_with_its_kind_first() -> None:
    """Whoever reads line by line can tell the kind before anything else."""
    line = encode_event(game(1, 0.5)).decode()
    assert line.startswith('{"event":"game",')
    assert "\n" not in line


def test_interim_standings_are_those_of_the_leaderboard() -> None:
    """After the same games the lines are the same, rounded in the same way."""
    interim = Interim(SCHEDULE.bots)
    for count, record in enumerate(RECORDS, 1):
        interim.note(record)
        rows = standings(RECORDS[:count], SCHEDULE.bots).rows
        assert interim.rows() == tuple(standing(row.place, row.bot, row.score) for row in rows)


def test_a_bot_without_games_shares_the_last_place() -> None:
    """It has no mean yet."""
    assert Interim(["a", "b"]).rows() == (
        Standing(1, "a", 0, None, None),
        Standing(1, "b", 0, None, None),
    )
    interim = Interim([*SCHEDULE.bots, "late"])
    interim.note(RECORDS[0])
    assert interim.rows()[-1] == Standing(5, "late", 0, None, None)


def test_standings_come_when_it_is_time_and_never_twice_at_the_end(tmp_path: Path) -> None:
    """At most one in five seconds, none after the last game but the final ones."""
    tournament, told, now = opened(tmp_path), list[Event](), [100.0]
    reporter = Reporter(tournament, told.append, lambda: now[0])
    for record in RECORDS:
        now[0] += STANDINGS_SECONDS * 0.4
        note_record(tournament, record)
        reporter.game(record)
    reporter.result(standings(RECORDS, SCHEDULE.bots).rows)
    games = [event for event in told if isinstance(event, Game)]
    assert [event.seconds for event in games] == [2.0 * n for n in range(1, 13)]
    found = [(event.done, event.is_final) for event in told if isinstance(event, Standings)]
    assert found == [(3, False), (6, False), (9, False), (12, True)]


def test_a_game_that_is_noted_twice_counts_once(tmp_path: Path) -> None:
    """A record that is read again changes no mean."""
    tournament = opened(tmp_path)
    for _ in range(2):
        note_record(tournament, RECORDS[0])
    assert {row.games for row in tournament.interim.rows()} == {1}


def test_the_pace_counts_the_games_of_this_run() -> None:
    """What was played before the run was gone on with says nothing about its speed."""
    assert pace_text(game(6, 2.0), 2) == ", 2 games/s, 3s left"
    assert pace_text(game(12, 10.0), 0) == ", 1.2 games/s, 0s left"
    assert pace_text(game(1, 0.0), 0) == ""


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0s"), (59.6, "1m 00s"), (200, "3m 20s"), (7500, "2h 05m")]
)
def test_spans_of_time_are_short(seconds: float, text: str) -> None:
    """Two units at most."""
    assert time_text(seconds) == text


def test_plain_lines_tell_pace_and_leaders(capsys: pytest.CaptureFixture[str]) -> None:
    """Where there is no terminal, each tenth of the games is a line, with the newest standings."""
    rows = tuple(Standing(n, f"bot{n}", 4, 10.0 - n, 1.5 if n > 1 else None) for n in range(1, 6))
    with Display(json=False, is_strict=False, is_explained=False) as display:
        display.report(Start(life=1, lives=4, bots=(), processes=4, games=3, seconds=0))
        display.report(Standings(rows=rows, done=5, is_final=False))
        for done in range(1, 41):
            display.report(game(done, done / 2, games=40))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert lines[0] == "played 4 of 40 games, 2 games/s, 18s left"
    assert lines[1] == "  so far: 1 bot1 +9.00, 2 bot2 +8.00 ± 1.50, 3 bot3 +7.00 ± 1.50 and 2 more"


def test_a_terminal_shows_bar_pace_and_the_top_of_the_table(tmp_path: Path) -> None:
    """Names are shown as they are, though rich has a markup of its own; the rest is counted."""
    plan: Plan = msgspec.structs.replace(plan_event(opened(tmp_path)), games=12)
    out = io.StringIO()
    view = LiveView(plan, Console(file=out, force_terminal=True, width=100, color_system=None))
    names = ["[bold]b", *(f"bot{n}" for n in range(2, SHOWN + 4))]
    rows = tuple(Standing(n, name, 4, -n, 0.5) for n, name in enumerate(names, 1))
    view.start(Start(life=2, lives=4, bots=(), processes=4, games=3, seconds=0))
    view.standings(Standings(rows=rows, done=3, is_final=False))
    view.game(game(6, 2.0))
    view.stop()
    text = out.getvalue()
    for part in (
        "life 2 of 4",
        "6/12 games, 3 games/s, 2s left",
        "[bold]b",
        "and 3 more",
        "± 0.50",
    ):
        assert part in text
    assert f"bot{SHOWN + 1}" not in text


def test_the_top_of_few_is_all() -> None:
    """With two bots nothing is said about more; a bot without games has a dash."""
    rows = (Standing(1, "a", 1, 0.0, None), Standing(2, "b", 0, None, None))
    text = standings_text(Standings(rows=rows, done=1, is_final=False))
    assert text == "  so far: 1 a +0.00, 2 b -"
