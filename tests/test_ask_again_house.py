"""`referee replay --bot` where there is nothing to compare: the house's answers, and silence."""

import signal
from pathlib import Path

import pytest
from asked_again import cells, choices, decisions, last_text, planted, put, records, rows, seed_of
from running import Ground, Referee
from verifying import change_manifest

from referee.faults import FaultReason, Phase
from referee.game import answer, decision, new_game
from referee.manifest import read_manifest, schedule_of
from referee.record import Fault, Forfeit, GameRecord, record_of
from referee.recordfold import board_of, record_steps
from referee.schedule import RoundRobin


def test_what_the_house_answered_is_no_difference(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """It is marked with its reason, and a forfeited seat is asked nothing from there on."""
    record = records(run)[0]
    seat = record.seating.index("b")
    steps = [step for one, step in decisions(run, "b") if one.game_id == record.game_id]
    moments = [(step.deal.number, step.deal.decision) for step in steps]
    faults = [Fault(seat, *moments[at], Phase.PLAY, FaultReason.LATE, "x") for at in (1, 3, 6)]
    game = steps[0].before
    for step in record_steps(record, read_manifest(run).ruleset):
        game = answer(step.before, step.choice)
    plan = RoundRobin(tuple(sorted(record.seating)), 2, 3)[0]
    assert plan.seating == record.seating
    put(run, record_of(game, plan, faults, [Forfeit(seat, *moments[6])]))
    at_fault = steps[3]
    seeds = (seed_of(record, at_fault), seed_of(record, steps[7]))
    bot = planted(ground, *seeds, name="b")
    done = referee("replay", str(run), "--bot", bot, "--game", record.game_id)
    found = rows(done.stdout)
    assert done.returncode == 0, done.stdout
    # Up to the third fault; the three and all after it were the house's.
    said = f"7 questions to seat {seat} of {record.game_id}, answered otherwise: none"
    house = f"; not compared: {len(steps) - 4} answers of the house's\n"
    assert done.stdout.endswith(said + house)
    assert [row[3].partition("! ")[2] for row in found] == [
        *["", "late", "", "late", "", "", "late"],
        *["forfeited"] * (len(steps) - 7),
    ]
    if len(at_fault.asked.answers) > 1:
        assert found[3][4] == last_text(at_fault)
    assert all(row[-1] == "-" for row in found[7:])
    everywhere = referee("replay", str(run), "--bot", bot)
    count = len(list(decisions(run, "b")))
    others = sum(len(one.faults) for one in records(run)[1:])
    assert others > 0
    assert (
        f"{count - len(steps) + 7} questions to 6 games of b, answered otherwise: none; "
        f"not compared: {len(steps) - 4 + others} answers of the house's\n"
    ) in everywhere.stdout
    two = referee("replay", str(run), "--bot", bot, "--against", f"c={bot}")
    assert "not compared" not in two.stdout  # they are compared with one another


def test_where_all_is_the_houses_nothing_was_compared(
    referee: Referee, ground: Ground, run: Path
) -> None:
    """It is no success: of one game, of all games, and where it would stop at a difference."""
    put(run, *[of_house(run, record) for record in records(run)])
    bot = planted(ground, name="b")
    for words, questions in (
        (("--game", "t1-b1-r0"), 3),
        ((), 3 * 6),
        (("--stop-at-difference",), 3 * 6),
    ):
        done = referee("replay", str(run), "--bot", bot, *words)
        assert done.returncode == 2
        assert f"{questions} questions to " in done.stdout
        assert done.stderr == (
            "referee: nothing was compared: all answers that are recorded there are the house's\n"
        )
    later = referee("replay", str(run), "--bot", bot, "--game", "t1-b1-r0", "--from", "2")
    assert later.stderr == (
        "referee: t1-b1-r0: seat 1 was asked nothing there: it was forfeited by then\n"
    )
    two = referee("replay", str(run), "--bot", bot, "--against", f"c={bot}")
    assert two.returncode == 0, two.stderr


def of_house(run: Path, record: GameRecord) -> GameRecord:
    """The game with first answers and a fault of b at each of its first three decisions."""
    game, seat = new_game(read_manifest(run).ruleset, board_of(record)), record.seating.index("b")
    faults: list[Fault] = []
    forfeits: list[Forfeit] = []
    while asked := decision(game):
        assert game.deal is not None
        if asked.seat == seat and len(faults) < 3:
            where = (seat, game.deal.number, game.deal.decision)
            faults.append(Fault(*where, Phase.PLAY, FaultReason.ILLEGAL, "x"))
            forfeits = [Forfeit(*where)]
        game = answer(game, asked.answers[0])
    schedule = schedule_of(read_manifest(run))
    index = schedule.index_of(record.game_id)
    assert index is not None
    return record_of(game, schedule[index], faults, forfeits)


@pytest.mark.parametrize("words", [("--game", "t1-b1-r0"), ()])
def test_a_silence_without_a_clock_is_told(ground: Ground, run: Path, words: list[str]) -> None:
    """Once, with the place, after a few seconds; of several games with the game too."""
    record, step = next(one for one in choices(run, "a") if one[0].game_id == "t1-b1-r0")
    assert step.deal.play is not None
    bot = planted(ground, seed_of(record, step), HOW="silence")
    game = "" if words else f" of {record.game_id}"
    place = cells(record, step)[2]
    # So that there is an end to it if nothing is said.
    cap = {"hard_cap_ms": 30_000}
    change_manifest(run, lambda plain: plain["limits"]["time_control"].update(cap))
    with ground.start("replay", str(run), "--bot", bot, *words) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert said == f"waiting for a to answer at {place}{game} (no clock; Ctrl-C ends it)\n"
    assert (process.returncode, err) == (130, "interrupted\n")
