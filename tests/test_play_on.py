"""`referee replay --continue-from`: a recorded game goes on with live bots, by the real command."""

import os
import re
import signal
import subprocess
import sys
from dataclasses import replace as rename
from pathlib import Path

import pytest
import trio
import trio.testing
from asked_again import choices, records, seed_of
from made_games import CLASSIC, SCHEDULE, at_random, made_record
from made_games import played as played_game
from msgspec.structs import replace
from running import ZOO, Ground, Referee
from stage import make_bot
from verifying import change_manifest

from referee import asking
from referee.asking import Setting
from referee.crew import Life
from referee.manifest import read_manifest
from referee.playon import end_lines, open_position, plan_from
from referee.record import GameRecord, Note, Timing, encode_record, record_of
from referee.recordfile import read_records
from referee.recordfold import fold_record, record_steps
from referee.replaypoint import Point, place_in, place_of, place_text
from referee.timecontrol import TimeControl


def on(referee: Referee, run: Path, bot: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Plays the first game of a tournament on, with the bot in seat 0."""
    game = ("--game", "t1-b1-r0", "--bot", bot, "--seat", "0")
    return referee("replay", str(run), *game, *words)


def cells(output: str, first: str) -> list[str]:
    """The cells of the line that begins with this word."""
    lines = [re.split(r" {2,}", line) for line in output.splitlines()]
    (found,) = [line for line in lines if line[0] == first]
    return found[1:]


@pytest.mark.parametrize("point", ["1", "2.3"])
def test_the_same_bots_come_to_the_same_end(referee: Referee, run: Path, point: str) -> None:
    """From a deal or a trick: the other bot is found by its folder, and nothing differs."""
    record = records(run)[0]
    assert record.seating == ("a", "b")
    # Where it was at fault the house had played its first answer for it.
    toml = run.parent / "bot-b" / "bot.toml"
    toml.write_text(toml.read_text().replace("out-of-range-in-each-life", "well"))
    done = on(referee, run, str(run.parent / "bot-a"), "--continue-from", point)
    assert done.returncode == 0, done.stderr
    assert "it went as it did then, to the last card" in done.stdout
    assert f"b has changed since the tournament, {run.parent / 'bot-b'}" in done.stderr
    assert cells(done.stdout, "change") == ["0", "0"]
    assert [int(one) for one in cells(done.stdout, "game")] == list(record.points)


def test_bots_that_are_what_they_were_are_not_named(referee: Referee, run: Path) -> None:
    """Its fault lies before the place, and nothing is told of its folder; its seat is known."""
    words = ("--game", "t1-b1-r0", "--bot", str(run.parent / "bot-a"), "--continue-from", "3.6")
    done = referee("replay", str(run), *words)
    assert done.returncode == 0, done.stderr
    assert "has changed" not in done.stderr
    assert "it went as it did then, to the last card" in done.stdout


def test_another_bot_comes_to_another_end(referee: Referee, ground: Ground, run: Path) -> None:
    """Points of each deal, changes and places are those of the records then and now."""
    record, step = next(
        (record, step)
        for record, step in choices(run, "a")
        if record.game_id == "t1-b1-r0" and place_of(step) >= Point(2)
    )
    bot = ground.odd_bot("planted", "new", SEEDS=str(seed_of(record, step)))
    field = ground.odd_bot("well", "field")
    out = ground.folder / "new.jsonl"
    done = on(referee, run, bot, "--continue-from", "2", "--field", field, "--out", str(out))
    assert done.returncode == 0, done.stderr
    (now,) = read_records(out)
    end = fold_record(now, read_manifest(run).ruleset)
    assert now.seating == ("new", "field")
    assert now.deals[0] == record.deals[0]
    (changed,) = [
        new for old, new in zip(record_steps(record, end.ruleset), record_steps(now, end.ruleset),
                                strict=False)
        if old.before == new.before and old.choice != new.choice
    ]  # fmt: skip
    assert (changed.deal.number, changed.deal.decision) == (step.deal.number, step.deal.decision)
    assert "0 a > new" in done.stdout
    for then_deal, now_deal in zip(record.deals[1:], now.deals[1:], strict=True):
        told = cells(done.stdout, str(then_deal.number))
        assert [pair(one) for one in told[1:]] == list(
            zip(then_deal.points, now_deal.points, strict=True)
        )
    assert not re.search("^1 ", done.stdout, re.MULTILINE)  # a deal before the place
    assert [pair(one) for one in cells(done.stdout, "game")] == list(
        zip(record.points, now.points, strict=True)
    )
    assert [int(one) for one in cells(done.stdout, "change")] == [
        b - a for a, b in zip(record.points, now.points, strict=True)
    ]
    assert [pair(one) for one in cells(done.stdout, "place")] == list(
        zip(record.places, now.places, strict=True)
    )
    assert "it went another way from deal 2 on" in done.stdout


def pair(cell: str) -> tuple[int, int]:
    """What was then, and what is now."""
    then, _, now = cell.partition(" > ")
    return int(then), int(now or then)


def test_the_new_record_is_read_by_replay(referee: Referee, ground: Ground) -> None:
    """By our own rule set it stands alone; four bots of one folder have names of their own."""
    game = played_game(CLASSIC, SCHEDULE[0], at_random("x"))
    path, out = ground.folder / "bare.jsonl", ground.folder / "new.jsonl"
    path.write_bytes(encode_record(record_of(game, SCHEDULE[0])))
    bot = ground.odd_bot("well", "me")
    done = referee("replay", str(path), "--bot", bot, "--seat", "2", "--field", bot,
                   "--continue-from", "14.2", "--out", str(out))  # fmt: skip
    assert done.returncode == 0, done.stderr
    read = referee("replay", str(out), "--deal", "14")
    assert read.returncode == 0, read.stderr
    assert "seats: 0 me-2, 1 me-3, 2 me, 3 me-4" in read.stdout
    assert read.stdout.startswith("game t1-b1-r0-from-14.2: classic, table 1")
    again = referee("replay", str(out), "--bot", bot, "--from", "14.2")
    assert again.returncode == 0, again.stdout


def test_faults_before_the_place_are_left_behind(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """The record of the new game then has none, and comes out right."""
    assert records(run)[0].faults
    out = ground.folder / "new.jsonl"
    bot = ground.odd_bot("well", "me")
    done = on(referee, run, bot, "--field", bot, "--continue-from", "3", "--out", str(out))
    assert "faults and forfeits before that place are left out" in done.stderr
    (now,) = read_records(out)
    fold_record(now, read_manifest(run).ruleset)
    assert (now.faults, now.forfeits) == ((), ())


def test_a_fault_ends_it_as_it_ends_a_match(referee: Referee, ground: Ground, run: Path) -> None:
    """It is explained, with the end of the error output, and no record is written."""
    record, step = choices(run, "a")[5]
    assert record.game_id == "t1-b1-r0"
    bot = ground.odd_bot("planted", "me", SEEDS=str(seed_of(record, step)), HOW="crash")
    out = ground.folder / "new.jsonl"
    field = ground.odd_bot("well", "field")
    done = on(referee, run, bot, "--field", field, "--continue-from", "1", "--out", str(out))
    assert done.returncode == 1
    assert "me: disconnected: its process ended: exit code 9" in done.stdout
    assert "game t1-b1-r0-from-1, seat 0, deal 1, decision" in done.stdout
    assert "here it goes" in done.stdout
    assert not out.exists()


def test_a_silence_without_a_clock_is_told(ground: Ground, run: Path) -> None:
    """Once, of whoever is to answer; of a game that is played on too."""
    record, step = choices(run, "a")[5]
    assert record.game_id == "t1-b1-r0"
    bot = ground.odd_bot("planted", "me", SEEDS=str(seed_of(record, step)), HOW="silence")
    field = ground.odd_bot("well", "field")
    words = ("--game", "t1-b1-r0", "--bot", bot, "--seat", "0", "--field", field)
    # So that there is an end to it if nothing is said.
    cap = {"hard_cap_ms": 30_000}
    change_manifest(run, lambda plain: plain["limits"]["time_control"].update(cap))
    with ground.start("replay", str(run), *words, "--continue-from", "1") as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    place = place_text(place_of(step))
    assert said == f"waiting for me to answer at {place} (no clock; Ctrl-C ends it)\n"
    assert (process.returncode, err) == (130, "interrupted\n")


def test_no_silence_is_told_before_the_bots_have_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the table is opened nobody was asked anything; what is silent later is told then."""
    record = made_record(SCHEDULE[0])
    bots = tuple(rename(make_bot(()), name=name) for name in record.seating)
    plan = plan_from(record, Point(2), record.seating)
    control = TimeControl(no_clock=True)
    table = open_position(record, CLASSIC, Point(2), plan, control)
    assert table.decision is not None
    told: list[tuple[str, str]] = []
    before: list[int] = []

    async def life_of(life: Life) -> None:
        await trio.sleep(60)  # a listening bot has not dialed yet
        before.append(len(told))
        assert life.new_table is not None
        life.new_table(plan)
        await trio.sleep(60)

    monkeypatch.setattr(asking, "play_life", life_of)
    setting = Setting(
        ruleset=CLASSIC,
        seed="x",
        control=control,
        logs=Path(),
        on_wait=lambda point, seconds: None,
        on_silence=lambda name, where: told.append((name, where)),
    )
    clock = trio.testing.MockClock(autojump_threshold=0)
    trio.run(asking.play_on, setting, bots, table, clock=clock)
    assert before == [0]
    place = place_text(place_in(table.game, table.decision))
    assert told == [(record.seating[table.decision.seat], place)]


def test_a_bot_that_is_gone_has_to_be_replaced(referee: Referee, ground: Ground, run: Path) -> None:
    """The line names its folder; and one whose author started it has none."""
    bot = ground.odd_bot("well", "me")
    (run.parent / "bot-b").rename(run.parent / "moved")
    done = on(referee, run, bot, "--continue-from", "2")
    assert done.returncode == 2
    assert done.stderr.startswith("referee: the folder of b is not there any more, ")
    assert done.stderr.endswith("bot-b: name who shall sit there with --field BOT\n")
    text = (run / "tournament.json").read_text()
    digest = read_manifest(run).bots[1].digest
    (run / "tournament.json").write_text(text.replace(digest, "listen"))
    by_hand = on(referee, run, bot, "--continue-from", "2")
    assert by_hand.returncode == 2
    line = "b was started by its author: name who shall sit there with --field BOT"
    assert by_hand.stderr == f"referee: {line}\n"


def test_a_bot_in_its_authors_hands_plays_on(ground: Ground, run: Path) -> None:
    """It is waited for with its two variables, and let go at the end."""
    words = ("--game", "t1-b1-r0", "--bot", "me=listen", "--seat", "0", "--continue-from", "3.2")
    field = ground.odd_bot("well", "field")
    with ground.start("replay", str(run), *words, "--field", field) as process:
        assert process.stderr is not None
        told = None
        for line in process.stderr:
            if told := re.search(r"for me: .*KING_REFEREE=(\S+) KING_TOKEN=(\S+)", line):
                break
        assert told is not None
        env = {**os.environ, "KING_REFEREE": told[1], "KING_TOKEN": told[2],
               "MARK": ground.mark, "PYTHONPATH": str(ZOO.parent)}  # fmt: skip
        bot = subprocess.Popen([sys.executable, "-m", "zoo.bot", "well"], env=env,
                               cwd=ground.folder, stderr=subprocess.DEVNULL)  # fmt: skip
        out, _ = process.communicate(timeout=60)
    assert (process.returncode, bot.wait(timeout=20)) == (0, 0)
    assert "0 a > me" in out
    assert "it went as it did then, to the last card" in out


def test_seeds_go_on_as_they_were(referee: Referee, ground: Ground, run: Path) -> None:
    """The questions carry those of the tournament, or the stated ones where its seed is secret."""
    field = ground.odd_bot("well", "field")
    record, step = choices(run, "a")[5]
    bot = ground.odd_bot("planted", "me", SEEDS=str(seed_of(record, step, "replay")))
    words = ("--field", field, "--continue-from", "1")
    assert "to the last card" in on(referee, run, bot, *words).stdout
    change_manifest(run, lambda plain: plain.update(seed=None, state="interrupted"))
    assert "it went another way from deal" in on(referee, run, bot, *words).stdout


def test_a_place_has_the_game_and_the_times_that_led_there() -> None:
    """Banks are charged with what was thought, seat by seat; times and notes of before stay."""
    plain = made_record(SCHEDULE[0])
    steps = list(record_steps(plain, CLASSIC))
    charged: list[list[int | None]] = [[] for _ in plain.deals]
    for number, step in enumerate(steps):
        charged[step.deal.number - 1].append(1000 * number)
    early, late = Note(1, 1, 2, "early"), Note(1, 9, 2, "late")
    point = Point(4, 3)
    at = next(number for number, step in enumerate(steps) if place_of(step) >= point)
    before = Note(steps[at - 1].asked.seat, 4, steps[at - 1].deal.decision, "just before")
    there = Note(steps[at].asked.seat, 4, steps[at].deal.decision, "right there")
    timing = Timing(
        charged_us=tuple(map(tuple, charged)),
        lag_us=tuple(tuple([7 + one for one in deal if one is not None]) for deal in charged),
        notes=(early, before, there, late),
    )
    record = with_timing(plain, timing)
    control = TimeControl()
    plan = plan_from(record, point, record.seating)
    table = open_position(record, CLASSIC, point, plan, control)
    assert table.game == steps[at].before
    assert table.decision == steps[at].asked
    assert (table.deal, table.ordinal) == (4, steps[at].deal.decision)
    assert table.game.deal is not None
    assert table.game.deal.play is not None
    assert (len(table.game.deal.play.tricks), table.game.deal.play.trick) == (2, ())
    full = (control.bank_ms + 4 * control.bank_increment_ms) / 1000
    for seat, bank in enumerate(table.banks):
        spent = sum(n for n, step in enumerate(steps[:at]) if step.asked.seat == seat) / 1000
        assert bank.left(4) == pytest.approx(full - spent)
    assert table.notes == [early, before]
    while asked := table.decision:
        table.answer(asked.answers.index(steps[at].choice), None)
        at += 1
    end = table.record()
    assert fold_record(end, CLASSIC).points == plain.points
    assert end.timing.charged_us[:3] == record.timing.charged_us[:3]
    assert end.timing.lag_us[:3] == record.timing.lag_us[:3]
    in_deal = there.decision - 1
    assert end.timing.lag_us[3][:in_deal] == record.timing.lag_us[3][:in_deal]
    assert [len(deal) for deal in end.timing.charged_us] == list(map(len, charged))
    assert end.game_id == f"{record.game_id}-from-4.3"


def test_a_score_that_is_not_the_points_is_shown() -> None:
    """A forfeited seat had the lowest score of its table then; without one the row is left out."""
    games = [made_record(SCHEDULE[at], ("bob", 3)) for at in range(8)]
    then = next(one for one in games if one.score != one.points)
    now = replace(then, score=then.points, forfeits=(), faults=())
    told = "\n".join(end_lines(then, now, Point(1)))
    assert [pair(cell) for cell in cells(told, "score")] == list(
        zip(then.score, now.score, strict=True)
    )
    assert not [line for line in end_lines(now, now, Point(1)) if line.startswith("score")]


def with_timing(record: GameRecord, timing: Timing) -> GameRecord:
    """The record with other times."""
    values = {field: getattr(record, field) for field in record.__struct_fields__}
    return GameRecord(**{**values, "timing": timing})
