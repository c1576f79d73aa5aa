"""`referee replay --bot`: what a live bot says to recorded questions, by the real command."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from asked_again import (
    cells,
    choices,
    decisions,
    last_text,
    planted,
    played_otherwise,
    put,
    records,
    rows,
    seed_of,
)
from king.v1 import session_pb2 as pb
from made_games import CLASSIC, SEED
from running import ROOT, ZOO, Ground, Referee
from verifying import change_manifest

from referee.boards import deal_board
from referee.game import answer, answer_text, decision, new_game
from referee.record import GameRecord, Note, Timing, encode_record, record_of
from referee.recordfold import record_steps
from referee.schedule import RoundRobin

SAMPLES = ROOT / "sample_bots"


def test_a_bot_that_plays_as_then_differs_nowhere(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """All questions of all games of the bot's name are asked, and the exit code is 0."""
    done = referee("replay", str(run), "--bot", ground.odd_bot("well", "a"))
    count = len(list(decisions(run, "a")))
    assert done.returncode == 0, done.stderr
    assert f"{count} questions to 6 games of a, answered otherwise: none" in done.stdout
    assert "differs" not in done.stdout


def test_a_bot_of_one_game_at_a_time_is_asked_all_the_same(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """It is never sent a second game before the first one is over."""
    done = referee("replay", str(run), "--bot", ground.odd_bot("one-game", "a"))
    count = len(list(decisions(run, "a")))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{count} questions to 6 games of a, answered otherwise: none" in done.stdout


def test_one_other_answer_is_found_at_its_place(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """Game, seat, place, recorded answer and answer now are told, and where to go on from."""
    record, step = choices(run, "a")[17]
    done = referee("replay", str(run), "--bot", planted(ground, seed_of(record, step)))
    (found,) = rows(done.stdout)
    assert done.returncode == 1
    assert tuple(found[:3]) == cells(record, step)
    assert found[-2:] == [answer_text(step.choice), last_text(step)]
    assert "answered otherwise: 1" in done.stdout
    assert re.search(rf"{re.escape(str(step.deal.contract))} +\d+ +1\n", done.stdout)
    (hint,) = [line for line in done.stdout.splitlines() if line.startswith("to ask from there")]
    again = referee(*hint.partition(": referee ")[2].split())
    first, *others = rows(again.stdout)
    assert (again.returncode, "differs" in first) == (1, True)
    assert not any("differs" in row for row in others)


def test_a_record_of_another_course_is_found_at_its_place(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """A game in which the bot once played otherwise differs there and nowhere else."""
    record, step = choices(run, "a")[30]
    put(run, played_otherwise(record, step, run))
    done = referee("replay", str(run), "--bot", ground.odd_bot("well", "a"))
    (found,) = rows(done.stdout)
    assert tuple(found[:3]) == cells(record, step)
    assert found[-2:] == [last_text(step), answer_text(step.choice)]
    assert done.returncode == 1


def test_one_game_is_shown_decision_by_decision(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """Place, question, legal answers, both answers, a mark and both notes stand in the table."""
    record = records(run)[1]
    seat = record.seating.index("a")
    steps = [step for one, step in decisions(run, "a") if one.game_id == record.game_id]
    step = next(one for one in steps if 1 < len(one.asked.answers) < 8)
    noted = Note(seat, step.deal.number, step.deal.decision, "thought\x1b then")
    put(run, GameRecord(**{
        **{field: getattr(record, field) for field in record.__struct_fields__},
        "timing": Timing(notes=(noted,)),
    }))  # fmt: skip
    bot = planted(ground, seed_of(record, step), NOTE="thinks now")
    done = referee("replay", str(run), "--bot", bot, "--game", record.game_id)
    found = rows(done.stdout.replace('     "', '0  "'))
    shown = [row for row in found if row[0] != "0"]
    assert [row[0] for row in shown] == [cells(record, one)[2] for one in steps]
    (changed,) = [row for row in shown if "differs" in row]
    legal = " ".join(map(answer_text, step.asked.answers))
    assert changed[0] == cells(record, step)[2]
    assert f"card in {step.deal.contract}" in changed[1]
    assert changed[2:6] == [legal, answer_text(step.choice), last_text(step), "differs"]
    assert '" note then: thought\\x1b then' in done.stdout
    assert done.stdout.count('" note now:  thinks now') == len(steps)
    assert done.returncode == 1


def test_a_start_leaves_out_what_was_before_it(referee: Referee, ground: Ground, run: Path) -> None:
    """--from DEAL and --from DEAL.TRICK begin right there; --deal is that deal alone."""
    record = records(run)[0]
    steps = [step for one, step in decisions(run, "a") if one.game_id == record.game_id]
    places = [cells(record, step)[2] for step in steps]
    bot = ground.odd_bot("well", "a")

    def asked(*words: str) -> list[str]:
        done = referee("replay", str(run), "--bot", bot, "--game", record.game_id, *words)
        assert done.returncode == 0, done.stderr
        return [row[0] for row in rows(done.stdout)]

    assert asked("--from", "2") == places[places.index("2.1") :]
    assert asked("--from", "2.3") == places[places.index("2.3") :]
    of_deal = [place for place in places if place.startswith("2.")]
    assert asked("--deal", "2", "--from", "2.3") == of_deal[of_deal.index("2.3") :]
    assert asked("--contract", "-hearts") == of_deal


def test_the_first_difference_is_the_first_in_order_of_play(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """Though a later game was answered before it, and with nothing told of what comes after."""
    every = choices(run, "a")
    games = [record.game_id for record in records(run)]
    of_first = [pair for pair in every if pair[0].game_id == games[0]]
    of_last = [pair for pair in every if pair[0].game_id == games[4]]
    seeds = [seed_of(*of_first[-1]), seed_of(*of_last[0]), seed_of(*of_last[-1])]
    bot = planted(ground, *seeds, HELD="4")
    done = referee("replay", str(run), "--bot", bot, "--stop-at-difference")
    (found,) = rows(done.stdout)
    assert tuple(found[:3]) == cells(*of_first[-1])
    place = f"{games[0]}, {cells(*of_first[-1])[2]}"
    assert f"the first difference is at {place}; the rest was not asked" in done.stdout
    assert done.returncode == 1
    one_game = ["--player", "a", "--game", games[4], "--stop-at-difference"]
    of_one = referee("replay", str(run), "--bot", planted(ground, *seeds, name="b"), *one_game)
    assert rows(of_one.stdout)[-1][0] == cells(*of_last[0])[2]
    assert "differs" in rows(of_one.stdout)[-1]


def test_two_bots_are_compared_where_they_part(referee: Referee, ground: Ground, run: Path) -> None:
    """Not with the record, which stands beside; of one name, the second gets a number."""
    record, step = choices(run, "a")[5]
    new = planted(ground, seed_of(record, step))
    old = ground.odd_bot("well", "old")
    toml = Path(old) / "bot.toml"
    toml.write_text(toml.read_text().replace('name = "old"', 'name = "a"'))
    done = referee("replay", str(run), "--bot", new, "--against", old)
    (found,) = rows(done.stdout)
    assert tuple(found[:3]) == cells(record, step)
    first = answer_text(step.choice)
    assert found[-3:] == [first, last_text(step), first]
    assert "a and a-2 part in 1" in done.stdout
    assert done.returncode == 1
    put(run, played_otherwise(record, step, run))
    same = referee(
        "replay", str(run), "--bot", old, "--against", f"b={old}", "--game", record.game_id
    )
    assert "a and b part in none" in same.stdout
    assert same.returncode == 0


@pytest.mark.parametrize("bots", [1, 2])
def test_each_game_is_counted_once(
    referee: Referee, ground: Ground, run: Path, monkeypatch: pytest.MonkeyPatch, bots: int
) -> None:
    """Though two bots are asked about it: the bar shall not run twice as fast."""
    counted: list[tuple[str, int, int]] = []

    @contextmanager
    def counting(doing: str, total: int) -> Iterator[Callable[[], None]]:
        games: list[None] = []
        yield lambda: games.append(None)
        counted.append((doing, total, len(games)))

    monkeypatch.setattr("referee.askcommand.counting", counting)
    bot = ground.odd_bot("well", "a")
    against = ["--against", f"b={bot}"] if bots == 2 else []
    done = referee("replay", str(run), "--bot", bot, *against)
    assert done.returncode == 0, done.stderr
    assert counted == [("asking again", 6, 6)]


def test_a_bot_in_its_authors_hands_is_asked(ground: Ground, run: Path) -> None:
    """The variables are printed, whoever dials in with them is asked, and let go at the end."""
    record, step = choices(run, "a")[3]
    words = ["replay", str(run), "--bot", "me=listen", "--player", "a", "--game", record.game_id]
    with ground.start(*words) as process:
        assert process.stderr is not None
        told = re.search(r"KING_REFEREE=(\S+) KING_TOKEN=(\S+)", process.stderr.readline())
        assert told is not None
        target, token = told.groups()
        env = {
            **os.environ,
            "KING_REFEREE": target,
            "KING_TOKEN": token,
            "MARK": ground.mark,
            "PYTHONPATH": str(ZOO.parent),
            "SEEDS": str(seed_of(record, step)),
        }
        bot = subprocess.Popen([sys.executable, "-m", "zoo.bot", "planted"], env=env,
                               cwd=ground.folder, stderr=subprocess.DEVNULL)  # fmt: skip
        out, _ = process.communicate(timeout=60)
    (changed,) = [row for row in rows(out) if "differs" in row]
    assert changed[0] == cells(record, step)[2]
    assert (process.returncode, bot.wait(timeout=20)) == (1, 0)


@pytest.mark.parametrize(
    ("how", "words", "said"),
    [
        ("crash", (), "a: disconnected: its process ended: exit code 9"),
        ("illegal", (), "a: illegal: choice"),
        ("nonsense", (), "a: unreadable: a message that is no PlayRequest"),
        ("silence", (), "a: no_answer: no answer within the time for it"),
        ("silence", ("--clock",), "a: no_answer: no answer within the time for it"),
    ],
)
def test_a_fault_is_told_at_its_question(
    referee: Referee, ground: Ground, run: Path, how: str, words: tuple[str, ...], said: str
) -> None:
    """What came, in which game and deal, what was asked, and the end of the error output."""
    # Without a clock it is the hard cap that ends a silence, and with one the move limit.
    clock = {"move_limit_ms": 300} if words else {"hard_cap_ms": 300}
    change_manifest(run, lambda plain: plain["limits"]["time_control"].update(clock))
    record, step = choices(run, "a")[9]
    bot = planted(ground, seed_of(record, step), HOW=how)
    done = referee("replay", str(run), "--bot", bot, "--game", record.game_id, *words)
    assert done.returncode == 1
    assert said in done.stdout
    seat, deal = step.asked.seat, step.deal
    where = f"game {record.game_id}, seat {seat}, deal {deal.number}, decision {deal.decision}"
    assert where in done.stdout
    assert f"legal: {' '.join(map(answer_text, step.asked.answers))} (choices" in done.stdout
    assert ("here it goes" in done.stdout) == (how == "crash")
    before = [one for game, one in decisions(run, "a") if game.game_id == record.game_id]
    told = [row[0] for row in rows(done.stdout)]
    assert told == [cells(record, one)[2] for one in before[: before.index(step)]]


def test_a_bot_that_does_not_start_is_told_of(referee: Referee, ground: Ground, run: Path) -> None:
    """With how it ended; nothing was asked."""
    done = referee("replay", str(run), "--bot", ground.odd_bot("crashes-at-start", "a"))
    assert done.returncode == 1
    assert "a: start_failed: before Ready its process ended: exit code" in done.stdout
    assert "0 questions to 6 games of a, answered otherwise: none so far" in done.stdout


def test_the_questions_are_those_of_the_tournament(referee: Referee, ground: Ground) -> None:
    """Byte for byte, but for the numbers of questions and games; ends of deals and games too."""
    then, now = ground.folder / "then", ground.folder / "now"
    rules = ground.duel()
    bot = planted(ground, DIARY=str(then))
    done = ground.run("tournament", bot, ground.odd_bot("well", "b"), "--ruleset", rules,
                      "--boards", "1", "--seed", "x", "--out", "run", "--no-clock",
                      "--games-at-once", "1")  # fmt: skip
    assert done.returncode == 0, done.stderr
    run, newer = ground.folder / "run", planted(ground, name="n", DIARY=str(now))
    again = referee("replay", str(run), "--bot", newer, "--player", "a")
    assert again.returncode == 0, again.stderr
    assert heard(now) == heard(then)
    assert len(heard(now)) == len(list(decisions(run, "a"))) + 2 * 3 + 2
    now.unlink()
    timed = referee("replay", str(run), "--bot", newer, "--player", "a", "--clock")
    assert timed.returncode == 0
    assert heard(now) == heard(then)  # the tournament had no clock


def heard(diary: Path) -> list[bytes]:
    """Questions and ends that a bot has heard, game by game, without their numbers."""
    games: dict[int, list[bytes]] = {}
    for line in diary.read_text().split():
        message = pb.PlayResponse.FromString(bytes.fromhex(line))
        told: list[pb.Question | pb.DealOver | pb.GameOver] = [*message.questions.questions]
        for one in (*told, message.deal_over, message.game_over):
            if game := one.game_id:
                one.game_id = 0
                if isinstance(one, pb.Question):
                    one.question_id = 0
                games.setdefault(game, []).append(one.SerializeToString(deterministic=True))
    # Each life counts from 1, and so do the lives of one diary.
    return [one for _, told in sorted(games.items()) for one in told]


def test_a_clock_is_that_of_the_tournament(referee: Referee, ground: Ground, run: Path) -> None:
    """Each question says what is left, with what was charged before the start off the bank."""
    diary = ground.folder / "diary"
    record = records(run)[0]
    bot, start = planted(ground, DIARY=str(diary)), ("--from", "3", "--clock")
    done = referee("replay", str(run), "--bot", bot, "--game", record.game_id, *start)
    assert done.returncode == 0, done.stderr
    messages = [
        pb.PlayResponse.FromString(bytes.fromhex(line)) for line in diary.read_text().split()
    ]
    welcome = next(one.welcome for one in messages if one.HasField("welcome"))
    first = next(q for one in messages for q in one.questions.questions)
    seat = record.seating.index("a")
    before = [
        record.timing.charged_us[step.deal.number - 1][step.deal.decision - 1] or 0
        for one, step in decisions(run, "a")
        if one.game_id == record.game_id and step.deal.number < 3
    ]
    control = welcome.time_control
    full = control.bank_ms + 3 * control.bank_increment_ms
    assert (first.king.seat, control.no_clock) == (seat, False)
    assert first.bank_left_ms == pytest.approx(full - sum(before) / 1000, abs=1)
    assert sum(before) > 0


def test_a_seed_that_is_not_known_is_stood_in_for(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """The line says so; a bot that plays by the seed then answers by the other one."""
    change_manifest(run, lambda plain: plain.update(seed=None, state="interrupted"))
    record, step = choices(run, "a")[2]
    bot = planted(ground, seed_of(record, step), seed_of(record, step, "replay"))
    done = referee(
        "replay", str(run), "--bot", bot, "--game", record.game_id, "--stop-at-difference"
    )
    assert "seed is not revealed before its end" in done.stderr
    assert rows(done.stdout)[-1][0] == cells(record, step)[2]
    assert done.returncode == 1


def test_a_file_of_one_game_needs_no_name_of_it(referee: Referee, ground: Ground) -> None:
    """Without a tournament: by our own rule set, with a seed that is stood in for."""
    game = new_game(CLASSIC, deal_board(SEED, CLASSIC, 1))
    while asked := decision(game):
        game = answer(game, asked.answers[0])
    record = record_of(game, RoundRobin(("ann", "bob", "cem", "dot"), 4, 1)[0])
    path = ground.folder / "bare.jsonl"
    path.write_bytes(encode_record(record))
    bot = str(SAMPLES / "first")
    done = referee("replay", str(path), "--bot", bot, "--seat", "2")
    assert done.returncode == 0, done.stderr
    assert "the tournament's seed is not known" in done.stderr
    steps = [one for one in record_steps(record, CLASSIC) if one.asked.seat == 2]
    assert f"{len(steps)} questions to seat 2 of {record.game_id}" in done.stdout


def test_ctrl_c_ends_it(ground: Ground, run: Path) -> None:
    """The bot goes with it, and the exit code is that of the signal."""
    record, step = choices(run, "a")[9]
    bot = planted(ground, seed_of(record, step), HOW="silence")
    with ground.start("replay", str(run), "--bot", bot, "--game", record.game_id) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("1.1"):
                break
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "interrupted"  # on a slow machine it is said to be silent before
