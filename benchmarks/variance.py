"""What duplicate seatings are worth: how many games each way to seat bots needs to be as sure.

Plays real bots on the same boards in all orders of the table, and works out from these games how
the mean difference of two bots would vary if only some of the orders were played. What comes out
stands in docs/statistics.md; `make variance` runs it again.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from statistics import fmean, variance

import click
from tabulate import tabulate

from referee.recordfile import read_records

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "sample_bots"
_ORDERS = list(permutations(range(4)))
_RING = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
_LATIN = [(0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1)]
"""Each bot once in every seat, and once behind every other."""
_RESAMPLES = 400
_AT_ONCE = ("--games-at-once", "64")

Scores = dict[tuple[str, ...], dict[str, int]]
"""Of one board: by seating, the score of each bot."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to seat bots on a board: sets of orders, one of which is drawn for each board."""

    name: str
    sets: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def games(self) -> int:
        """Games a board."""
        return len(self.sets[0])


def _relabelled(orders: Sequence[tuple[int, ...]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The set of orders with the bots named in every way."""
    found = {frozenset(tuple(names[seat] for seat in one) for one in orders) for names in _ORDERS}
    return tuple(tuple(sorted(one)) for one in sorted(map(sorted, found)))


WAYS = [
    Way("plain deals: a new board for each game", tuple((one,) for one in _ORDERS)),
    Way("two opposite seatings", _relabelled([_RING[0], _RING[2]])),
    Way("four rotations, one ring for all boards", (tuple(_RING),)),
    Way("four rotations, a ring for each board", _relabelled(_RING)),
    Way("four seatings, each neighbor once", _relabelled(_LATIN)),
    Way("all 24 orders", (tuple(_ORDERS),)),
]


def boards_of(folder: Path) -> list[Scores]:
    """The scores of every board that was played in all orders."""
    boards: dict[int, Scores] = {}
    for record in read_records(folder / "games.jsonl", is_folding=False):
        scores = dict(zip(record.seating, record.score, strict=True))
        boards.setdefault(record.board, {})[record.seating] = scores
    return [boards[number] for number in sorted(boards)]


def cost(
    boards: Sequence[Scores],
    bots: Sequence[str],
    way: Way,
    measure: Callable[[dict[str, int]], float],
) -> float:
    """Variance of the measure's mean times games: what a game of this way is worth, upside down.

    With several sets the mean of a board depends on the set that is drawn; that is part of it.
    """
    means = []
    for board in boards:
        values = {order: measure(board[tuple(bots[n] for n in order)]) for order in _ORDERS}
        means.append([fmean(values[order] for order in one) for one in way.sets])
    within = fmean(_spread(one) for one in means)
    between = variance([fmean(one) for one in means])
    return (between + within) * way.games


def _spread(values: Sequence[float]) -> float:
    middle = fmean(values)
    return fmean((value - middle) ** 2 for value in values)


def savings(
    boards: Sequence[Scores],
    bots: Sequence[str],
    measures: Sequence[Callable[[dict[str, int]], float]],
) -> Iterator[tuple[str, int, str]]:
    """For each way: how many times fewer games it needs than plain deals, with a 95 % interval."""
    chance = random.Random(1)
    samples = [boards, *[chance.choices(boards, k=len(boards)) for _ in range(_RESAMPLES)]]
    plain = [[cost(sample, bots, WAYS[0], measure) for measure in measures] for sample in samples]
    for way in WAYS:
        ratios = []
        for sample, costs in zip(samples, plain, strict=True):
            own = [cost(sample, bots, way, measure) for measure in measures]
            ratios.append(sum(costs) / sum(own) if sum(own) else float("inf"))
        first, *others = ratios
        others.sort()
        low, high = others[len(others) // 40], others[-len(others) // 40 - 1]
        yield way.name, way.games, f"{first:.2f} ({low:.2f} to {high:.2f})"


def difference(one: str, other: str) -> Callable[[dict[str, int]], float]:
    """Measures how far a bot is above another."""
    return lambda scores: scores[one] - scores[other]


def above_table(bot: str) -> Callable[[dict[str, int]], float]:
    """Measures how far a bot is above the mean of its table."""
    return lambda scores: scores[bot] - fmean(scores.values())


def played(bots: Sequence[str], boards: int, folder: Path) -> list[Scores]:
    """Plays the bots in all orders."""
    words = [
        "tournament",
        *bots,
        "--boards",
        str(boards),
        "--seatings",
        "all",
        "--seed",
        "variance",
    ]
    subprocess.run(
        [
            sys.executable,
            "-m",
            "referee",
            *words,
            "--seed",
            "variance",
            *_AT_ONCE,
            "--out",
            str(folder),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return boards_of(folder)


def changed(sample: str, name: str, old: str, new: str, folder: Path) -> Path:
    """A copy of a sample with one expression of its code changed."""
    copy = folder / name
    shutil.copytree(SAMPLES / sample, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (path,) = [path for path in copy.glob("*.py") if path.read_text("utf-8").count(old) == 1]
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    return copy


def near_version(folder: Path) -> Path:
    """`greedy` but for one habit: it sheds its highest card, not its dearest."""
    old = "max(losers, key=lambda card: (price[card], rank(card)))"
    return changed("greedy", "near", old, "max(losers, key=rank)", folder)


def cheap(folder: Path) -> Path:
    """`greedy` but for one habit: it takes with its lowest winner, not its highest."""
    old = "    return max(winners, key=power)"
    return changed("greedy", "cheap", old, "    return min(winners, key=power)", folder)


def high(folder: Path) -> Path:
    """`greedy` but for one habit: it plays high where it cannot duck."""
    old = "return min(legal, key=lambda card: (power(card), price[card]))"
    new = "return max(legal, key=lambda card: (power(card), -price[card]))"
    return changed("greedy", "high", old, new, folder)


def salted(folder: Path, number: int) -> Path:
    """`random` with dice of its own: else all would draw alike, by the question's seed."""
    dice = f'Random(f"{number} {{question.seed}}")'
    return changed("random", f"random{number}", "Random(question.seed)", dice, folder)


@click.command()
@click.option("--boards", default=32, show_default=True, help="Boards of each experiment.")
def main(boards: int) -> None:
    """Prints how many times fewer games each way of seating needs than plain deals."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        near = near_version(folder)
        greedy = SAMPLES / "greedy"
        experiments = {
            "four deterministic bots of different habits": [
                f"greedy={greedy}", f"near={near}",
                f"cheap={cheap(folder)}", f"high={high(folder)}",
            ],
            "the Python samples, two of which draw by the seed of the question": [
                f"{one}={SAMPLES / one}" for one in ("first", "random", "greedy", "counter")
            ],
            "four that play at random": [f"random{n}={salted(folder, n)}" for n in range(4)],
            "a near version against three of the old one": [
                f"near={near}", *[f"old{n}={greedy}" for n in range(3)],
            ],
        }  # fmt: skip
        for number, (title, words) in enumerate(experiments.items()):
            click.echo(f"playing: {title}", err=True)
            found = played(words, boards, folder / str(number))
            bots = [word.partition("=")[0] for word in words]
            if bots[0] == "near":
                measures = [above_table("near")]
            else:
                measures = [difference(*pair) for pair in combinations(bots, 2)]
            rows = list(savings(found, bots, measures))
            click.echo(f"\n{title}, {boards} boards in {len(_ORDERS)} orders\n")
            headers = ("seatings of a board", "games a board", "times fewer games than plain")
            click.echo(tabulate(rows, headers, tablefmt="pipe", disable_numparse=True))


if __name__ == "__main__":
    main()
