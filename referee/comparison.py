"""Is a new bot better than an old one: from the records of a comparison, and nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import msgspec
from tabulate import tabulate

from referee.events import Compare as CompareEvent
from referee.figures import DIGITS, rounded
from referee.files import write_whole
from referee.manifest import Manifest, PlannedCompare, schedule_of
from referee.play import play_rules
from referee.printable import counted
from referee.record import GameRecord
from referee.ruleset import RuleSet
from referee.schedule import Compare
from referee.sequential import Look, Sample, SequentialTest, Verdict

COMPARE_FILE = "compare.json"
FORMAT = "king.compare/1"
LLR_DIGITS = 2
LIKELIHOOD_DIGITS = 4
_USUAL_S1 = 2
"""Points a game that are better by default, of what the prices of `classic` come to."""
_CLASSIC_PRICES = 384


class State(msgspec.Struct, frozen=True):
    """How far a comparison has come after one of its batches."""

    look: Look
    games: int
    """All games so far, also those of boards that are left out."""
    left_out: int
    """Boards on which a seat of the field was forfeited."""
    out: tuple[str, ...]
    """Bots that were put out for good."""

    @property
    def verdict(self) -> Verdict | None:
        """None while it goes on."""
        return self.look.verdict


class _Board:
    """What is summed up over the games of one board."""

    def __init__(self) -> None:
        self.games = 0
        self.total = 0
        self.has_forfeit = False


class Comparison:
    """Takes games in any order, and tells what the test says after each whole batch of boards."""

    def __init__(self, plan: PlannedCompare, schedule: Compare) -> None:
        self._plan = plan
        self._schedule = schedule
        self._boards: dict[int, _Board] = defaultdict(_Board)
        self._out: dict[str, int] = {}
        """By name of a bot that was put out: the board, the lowest one."""

    @property
    def test(self) -> SequentialTest:
        """What is asked, and how sure the answer must be."""
        return self._plan.test

    def noting(self, records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        """Takes in games as they go by."""
        for record in records:
            self.note(record)
            yield record

    def note(self, record: GameRecord) -> None:
        """Takes in a game, which must not be told twice."""
        board = self._boards[record.board]
        board.games += 1
        # A challenger's own forfeit counts at its score: else one that breaks would look better.
        board.has_forfeit |= any(
            record.seating[forfeit.seat] not in self._schedule.challengers
            for forfeit in record.forfeits
        )
        for seat in record.put_out:
            name = record.seating[seat]
            self._out[name] = min(record.board, self._out.get(name, record.board))
        challenger = next(bot for bot in self._schedule.challengers if bot in record.seating)
        # So many times the seats how far it is above the mean of the table: a whole number.
        above = len(record.score) * record.score[record.seating.index(challenger)]
        above -= sum(record.score)
        board.total += above if challenger == self._plan.new else -above

    def states(self) -> tuple[State, ...]:
        """The state after each whole batch, up to the one that ends the test."""
        return tuple(self._states())

    def _states(self) -> Iterator[State]:
        schedule, test = self._schedule, self._plan.test
        games_a_board = schedule.seatings_a_board * len(schedule.challengers)
        sample = Sample(unit=schedule.seats * schedule.seatings_a_board)
        left_out = 0
        for batch in count(1):
            last = batch * schedule.boards
            numbers = range(last - schedule.boards + 1, last + 1)
            boards = [self._boards[number] for number in numbers if number in self._boards]
            if sum(board.games for board in boards) < schedule.boards * games_a_board:
                return
            for board in boards:
                if board.has_forfeit:
                    left_out += 1
                else:
                    sample.add(board.total)
            out = tuple(bot for bot in schedule.bots if self._out.get(bot, last + 1) <= last)
            look = sample.look(test)
            if out and (verdict := self._verdict_without(out, look)):
                look = msgspec.structs.replace(look, verdict=verdict)
            if look.verdict is None and last + schedule.boards > test.most_boards:
                look = msgspec.structs.replace(look, verdict=Verdict.UNDECIDED)
            yield State(look, last * games_a_board, left_out, out)
            if look.verdict is not None:
                return

    def _verdict_without(self, out: tuple[str, ...], look: Look) -> Verdict:
        """What there is to say when a bot is out: the house would play its boards to come."""
        if self._plan.new in out and self._plan.old not in out:
            return Verdict.NOT_BETTER
        return look.verdict or Verdict.UNDECIDED


def comparison_of(manifest: Manifest) -> Comparison | None:
    """An empty comparison to be told of games; None for a tournament."""
    schedule = schedule_of(manifest)
    if manifest.compare is None or not isinstance(schedule, Compare):
        return None
    return Comparison(manifest.compare, schedule)


def usual_bounds(ruleset: RuleSet) -> tuple[float, float]:
    """The bounds in points a game where none are given: 0, and 2 of the 384 points of `classic`.

    In other rules as large a share of what the prices of all deals of a game come to, rounded to
    two digits.
    """
    prices = sum(abs(play_rules(ruleset, contract).total) for contract in ruleset.deals)
    prices *= ruleset.deal_count // len(ruleset.deals)
    return 0.0, float(f"{_USUAL_S1 * prices / _CLASSIC_PRICES:.2g}")


def compare_event(state: State, test: SequentialTest, seconds: float) -> CompareEvent:
    """The state as an event, rounded as in `compare.json`."""
    look = state.look
    return CompareEvent(
        boards=look.boards,
        boards_left_out=state.left_out,
        games=state.games,
        mean=rounded(look.mean, DIGITS),
        half_width=rounded(look.half_width, DIGITS),
        llr=rounded(look.llr, LLR_DIGITS),
        lower=round(test.lower, LLR_DIGITS),
        upper=round(test.upper, LLR_DIGITS),
        likelihood=rounded(look.likelihood, LIKELIHOOD_DIGITS),
        verdict=look.verdict,
        seconds=seconds,
    )


def write_comparison(folder: Path, manifest: Manifest, comparison: Comparison) -> None:
    """Writes `compare.json`, whole or not at all."""
    write_whole(folder / COMPARE_FILE, comparison_json(manifest, comparison.states()))


def comparison_json(manifest: Manifest, states: tuple[State, ...]) -> str:
    """The text of `compare.json`."""
    plan = manifest.compare
    assert plan is not None, "a tournament is no comparison"
    found = {
        "format": FORMAT,
        "name": manifest.name,
        "ruleset": {
            "id": manifest.ruleset.id,
            "set": manifest.ruleset.set,
            "sha256": manifest.ruleset.sha256,
        },
        "commitment": manifest.commitment,
        "practice": manifest.practice,
        "new": plan.new,
        "old": plan.old,
        "challengers": manifest.schedule.challengers,
        "field": [
            bot.name for bot in manifest.bots if bot.name not in manifest.schedule.challengers
        ],
        "verdict": states[-1].verdict if states else None,
        "sentence": verdict_sentence(plan, states),
        "out": states[-1].out if states else (),
        "test": plan.test,
        "lower": round(plan.test.lower, LLR_DIGITS),
        "upper": round(plan.test.upper, LLR_DIGITS),
        "batch": manifest.schedule.boards,
        "batches": [
            {
                "boards": state.look.boards,
                "boards_left_out": state.left_out,
                "games": state.games,
                "mean": rounded(state.look.mean, DIGITS),
                "half_width_95": rounded(state.look.half_width, DIGITS),
                "llr": rounded(state.look.llr, LLR_DIGITS),
                "likelihood": rounded(state.look.likelihood, LIKELIHOOD_DIGITS),
            }
            for state in states
        ],
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"


def comparison_text(manifest: Manifest, states: tuple[State, ...]) -> str:
    """A small table and the verdict, for a terminal."""
    plan = manifest.compare
    assert plan is not None, "a tournament is no comparison"
    header = ("Mean", "± 95%", "Boards", "Left out", "Games", "LLR", "Bounds", "Likelihood")
    rows = []
    for state in states[-1:]:
        look = state.look
        rows.append(
            (
                "-" if look.mean is None else f"{rounded(look.mean, DIGITS):+.{DIGITS}f}",
                "-" if look.half_width is None else f"{look.half_width:.{DIGITS}f}",
                look.boards,
                state.left_out,
                state.games,
                "-" if look.llr is None else f"{rounded(look.llr, LLR_DIGITS):.{LLR_DIGITS}f}",
                f"{plan.test.lower:.{LLR_DIGITS}f} to {plan.test.upper:.{LLR_DIGITS}f}",
                "-" if look.likelihood is None else f"{100 * look.likelihood:.1f} %",
            )
        )
    table = tabulate(rows, header, disable_numparse=True, colalign=["right"] * len(header))
    return f"{table}\n\n{verdict_sentence(plan, states)}"


def verdict_sentence(plan: PlannedCompare, states: tuple[State, ...]) -> str:
    """The verdict in one plain sentence."""
    if not states:
        return "no batch of boards is played yet"
    state = states[-1]
    look, test = state.look, plan.test
    says = {
        Verdict.BETTER: f"{plan.new} is better than {plan.old}",
        Verdict.NOT_BETTER: f"{plan.new} is not better than {plan.old}",
        Verdict.UNDECIDED: f"it is undecided whether {plan.new} is better than {plan.old}",
        None: f"it is not known yet whether {plan.new} is better than {plan.old}",
    }[state.verdict]
    if look.mean is None:
        known = "no board counts"
    else:
        width = "" if look.half_width is None else f" ± {look.half_width:.{DIGITS}f}"
        known = f"{rounded(look.mean, DIGITS):+.{DIGITS}f}{width} points a game"
    where = f"over {counted(look.boards, 'board')}, {counted(state.games, 'game')}"
    ends = [f"bounds {test.s0:g} and {test.s1:g}"]
    if state.left_out:
        ends.append(f"{counted(state.left_out, 'board')} with a forfeit left out")
    if look.boards > 1 and look.llr is None:
        ends.append("the same on every board")
    if state.out:
        ends.append(f"put out for good: {', '.join(state.out)}")
    return f"{says}: {known} {where} ({'; '.join(ends)})"
