"""Questions for bots in every language to be asked alike, with which answers are legal.

`python tests/shared_questions.py` plays them again and writes `tests/known/questions.jsonl`.
"""

import json
from base64 import b64decode, b64encode
from collections import defaultdict
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from arena import Strategy, play_game, sample_strategies
from google.protobuf.json_format import MessageToDict
from king.v1 import game_pb2, session_pb2

from referee.cover import cover
from referee.law import RuleSet
from referee.ruleset import load_ruleset, ruleset_ids
from referee.schedule import RoundRobin
from referee.wire import ruleset_message

PATH = Path(__file__).parent / "known" / "questions.jsonl"
KITS = Path(__file__).parents[1] / "referee" / "kits"
OF_A_KIND = 6
"""How many questions of one kind are taken from one game."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions of one rule set, and what the kits answer to them before anybody changes them."""

    ruleset: str
    rules: game_pb2.RuleSet
    questions: list[session_pb2.Question]
    kit: list[int]


def kit_strategy() -> Strategy:
    """What all kits begin with, as the kit in Python has it."""
    spec = spec_from_file_location("kit_strategy", KITS / "python" / "strategy.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    strategy: Strategy = module.choose
    return strategy


def load_questions() -> list[Asked]:
    """The questions of the file, by rule set."""
    read: list[Asked] = []
    for row in map(json.loads, PATH.read_text("utf-8").splitlines()):
        if "rules" in row:
            rules = game_pb2.RuleSet.FromString(b64decode(row["rules"]))
            read.append(Asked(row["ruleset"], rules, [], []))
        else:
            read[-1].questions.append(session_pb2.Question.FromString(b64decode(row["question"])))
            read[-1].kit.append(row["kit"])
    return read


def make_lines() -> list[str]:
    """The lines of the file: a few rule sets with every kind of question, and questions of each."""
    rulesets = cover([load_ruleset(name) for name in ruleset_ids()])
    return [line for ruleset in rulesets for line in _of(ruleset)]


def _of(ruleset: RuleSet) -> list[str]:
    rules = ruleset_message(ruleset)
    choose = kit_strategy()
    lines = [json.dumps({"ruleset": ruleset.id, "rules": _text(rules)})]
    for question in _asked(ruleset):
        row = {
            "kind": session_pb2.QuestionKind.Name(question.kind),
            "legal": [MessageToDict(one) for one in question.legal],
            "kit": choose(question, rules),
            "question": _text(question),
        }
        lines.append(json.dumps(row))
    return lines


def _asked(ruleset: RuleSet) -> list[session_pb2.Question]:
    """Questions from a game of random players, spread over it, those of one answer left out."""
    by_kind: dict[int, list[session_pb2.Question]] = defaultdict(list)
    play_random = sample_strategies()["random"]

    def noting(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
        if len(question.legal) > 1:
            by_kind[question.kind].append(question)
        return play_random(question, rules)

    names = "abcdef"[: ruleset.seats]
    plan = RoundRobin(tuple(names), ruleset.seats, 1)[0]
    play_game(dict.fromkeys(names, noting), ruleset, plan, "shared")
    picked = []
    for _, all_asked in sorted(by_kind.items()):
        count = min(OF_A_KIND, len(all_asked))
        picked += [all_asked[place * len(all_asked) // count] for place in range(count)]
    return picked


def _text(message: game_pb2.RuleSet | session_pb2.Question) -> str:
    return b64encode(message.SerializeToString(deterministic=True)).decode()


if __name__ == "__main__":
    PATH.write_text("".join(f"{line}\n" for line in make_lines()), "utf-8")
