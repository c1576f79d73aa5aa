"""Plays strategies against each other in this process, over the questions of the real wire.

`python tests/arena.py 100` plays the sample bots over 100 boards and prints what they differ by.
"""

import importlib.util
import sys
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from king.v1 import game_pb2, session_pb2

from referee.boards import deal_board, question_seed
from referee.encode import question_bytes
from referee.estimate import Clusters, Estimate, estimate
from referee.game import answer, decision, new_game
from referee.ruleset import RuleSet, load_ruleset
from referee.schedule import GamePlan, RoundRobin
from referee.view import view_of
from referee.wire import ruleset_message

Strategy = Callable[[session_pb2.Question, game_pb2.RuleSet], int]

SAMPLES = Path(__file__).parents[1] / "sample_bots"


def load_module(file: str) -> Any:
    """A file of a sample bot such as `greedy/strategy.py`, which no package can import."""
    name = "sample_" + file.removesuffix(".py").replace("/", "_")
    spec = importlib.util.spec_from_file_location(name, SAMPLES / file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    folder = (SAMPLES / file).parent
    sys.path.insert(0, str(folder))  # a bot imports its own files, and others have such names too
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
        for each in folder.glob("*.py"):
            sys.modules.pop(each.stem, None)
    return module


def first(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
    """What the bot `first` does, whose program is too small to hold a function."""
    return 0


def sample_strategies() -> dict[str, Strategy]:
    """The strategies of all sample bots by name."""
    return {
        "first": first,
        "random": load_module("random/main.py").choose,
        "greedy": load_module("greedy/strategy.py").choose,
        "counter": load_module("counter/strategy.py").choose,
    }


def play_game(
    strategies: Mapping[str, Strategy], ruleset: RuleSet, plan: GamePlan, seed: str
) -> tuple[int, ...]:
    """The points of one planned game."""
    rules = ruleset_message(ruleset)
    game = new_game(ruleset, deal_board(seed, ruleset, plan.board))
    asked = decision(game)
    number = 0
    while asked is not None and game.deal is not None:
        number += 1
        chance = question_seed(seed, plan.board, asked.seat, game.deal.number, game.deal.decision)
        view = view_of(game, asked.seat)
        question = session_pb2.Question.FromString(
            question_bytes(number, 1, asked, view, chance, None)
        )
        choice = strategies[plan.seating[asked.seat]](question, rules)
        game = answer(game, asked.answers[choice])
        asked = decision(game)
    return game.points


def differences(
    strategies: Mapping[str, Strategy], ruleset: RuleSet, boards: int, seed: str
) -> dict[tuple[str, str], Estimate | None]:
    """By how much the first of two is better than the second, over all boards and rotations."""
    schedule = RoundRobin(tuple(strategies), ruleset.seats, boards)
    pairs = {(one, two): Clusters() for one in strategies for two in strategies if one != two}
    for index in range(len(schedule)):
        plan = schedule[index]
        points = dict(zip(plan.seating, play_game(strategies, ruleset, plan, seed), strict=True))
        for (one, two), clusters in pairs.items():
            clusters.add(plan.board, points[one] - points[two])
    return {pair: estimate(clusters.sums) for pair, clusters in pairs.items()}


def _timed(strategy: Strategy, spent: list[float]) -> Strategy:
    def choose(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
        start = time.perf_counter()
        choice = strategy(question, rules)
        spent.append(time.perf_counter() - start)
        return choice

    return choose


def main() -> None:
    """Prints the differences of the sample bots and their times."""
    spent: dict[str, list[float]] = {name: [] for name in sample_strategies()}
    timed = {name: _timed(choose, spent[name]) for name, choose in sample_strategies().items()}
    ruleset = load_ruleset(sys.argv[2] if len(sys.argv) > 2 else "classic")
    found = differences(timed, ruleset, int(sys.argv[1]), "arena")
    ranking = sorted(
        timed, key=lambda bot: sum(e.mean for p, e in found.items() if e and p[0] == bot)
    )
    for worse, better in dict.fromkeys([*pairwise(ranking), ("random", "greedy")]):
        difference = found[better, worse]
        if difference and difference.half_width:
            print(f"{better} - {worse}: {difference.mean:.1f} ± {difference.half_width:.1f}")
    for name, times in spent.items():
        mean = sum(times) / len(times)
        print(f"{name}: {1e6 * mean:.0f} us a decision, at most {1e3 * max(times):.1f} ms")


if __name__ == "__main__":
    main()
