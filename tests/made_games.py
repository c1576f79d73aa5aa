"""Games that the tests play without any bot, and their records."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from referee.boards import deal_board
from referee.deal import Answer, Decision
from referee.faults import FaultReason, Phase
from referee.game import Game, answer, decision, new_game
from referee.record import (
    Fault,
    Forfeit,
    GameRecord,
    decode_record,
    encode_record,
    forfeit_at,
    record_of,
)
from referee.ruleset import RuleSet, load_ruleset
from referee.schedule import GamePlan, RoundRobin

CLASSIC = load_ruleset("classic")
SCHEDULE = RoundRobin(("ann", "bob", "cem", "dot"), seats=4, boards=3)
SEED = "made games"
BOTS = ("ann", "bob", "cem", "dot", "eve", "fay")

Chooser = Callable[[Decision], Answer]
Change = Callable[[dict[str, Any]], object]


def played(ruleset: RuleSet, plan: GamePlan, choose: Chooser) -> Game:
    """A whole game on the board of the plan."""
    game = new_game(ruleset, deal_board(SEED, ruleset, plan.board))
    while asked := decision(game):
        game = answer(game, choose(asked))
    return game


def plan_for(ruleset: RuleSet, place: int = 0) -> GamePlan:
    """A game of a tournament with just as many bots as the rule set has seats."""
    bots = BOTS[: ruleset.seats]
    schedule = RoundRobin(bots, seats=ruleset.seats, boards=3)
    return schedule[place % schedule.total]


def at_random(seed: object) -> Chooser:
    """Chooses any legal answer."""
    chance = random.Random(str(seed))
    return lambda asked: chance.choice(asked.answers)


def made_record(plan: GamePlan, faulty: tuple[str, int] | None = None) -> GameRecord:
    """The record of a random game; a faulty bot commits that many faults, from deal 2 on."""
    name, faults_left = faulty or ("", 0)
    choose = at_random(plan.game_id)
    game = new_game(CLASSIC, deal_board(SEED, CLASSIC, plan.board))
    faults: list[Fault] = []
    forfeits: list[Forfeit] = []
    while asked := decision(game):
        assert game.deal is not None
        is_faulty = plan.seating[asked.seat] == name and game.deal.number > 1
        if is_faulty and len(faults) < faults_left:
            where = (asked.seat, game.deal.number, game.deal.decision)
            faults.append(Fault(*where, Phase.PLAY, FaultReason.ILLEGAL, "choice 99"))
            forfeit = forfeit_at(faults, asked.seat)
            forfeits += [forfeit] if forfeit else []
            game = answer(game, asked.answers[0])
        elif is_faulty and forfeits:
            game = answer(game, asked.answers[0])
        else:
            game = answer(game, choose(asked))
    return record_of(game, plan, faults, forfeits)


def changed(record: GameRecord, change: Change) -> GameRecord:
    """The record with a change made in its JSON, as a forger would."""
    plain = msgspec.json.decode(encode_record(record))
    change(plain)
    return decode_record(msgspec.json.encode(plain))


def write_records(path: Path, *records: GameRecord) -> str:
    """A file of records; gives its name for the command line."""
    path.write_bytes(b"".join(map(encode_record, records)))
    return str(path)
