"""Perft: the lines of play of small deals, counted by the core and by a slow plain enumerator.

The counts stand in `tests/perft/*.txt`, one block a deal: the law that it is about, the contract,
the hands by seat, and then the number of lines and the points of each seat added up over them.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import slow_rules
from msgspec import Struct

from referee.cards import card_set, cards_in, parse_cards
from referee.contract import Contract, KingDuty, Prices, Sign, Trump
from referee.play import Play, is_over, legal_cards, make_play_rules, play_card, start_play


class Case(Struct, frozen=True):
    """One block of a file; `prices` holds words such as `heart 2 at -1 8`."""

    law: str
    sign: str
    prices: str
    boys: str
    ban: str
    king: str
    trump: str
    ruff: str
    early: str
    hands: str
    leader: int
    lines: int
    points: str
    start: int = 0
    """What each seat has before the first trick (A2)."""

    def item_prices(self) -> dict[str, int]:
        """The prices of items, and those of positions under keys such as `at -1`."""
        words = self.prices.split()
        found = {}
        while words:
            item = words.pop(0)
            item = f"at {words.pop(0)}" if item == "at" else item
            found[item] = int(words.pop(0))
        return found

    def positions(self) -> dict[int, int]:
        prices = self.item_prices().items()
        return {int(item[3:]): price for item, price in prices if item.startswith("at ")}


def cases() -> list[Case]:
    found = []
    for path in sorted((Path(__file__).parent / "perft").glob("*.txt")):
        for block in path.read_text("utf-8").split("\n\n"):
            rows = [row.split(maxsplit=1) for row in block.splitlines() if not row.startswith("#")]
            if rows:
                fields = {row[0]: row[1].strip() if len(row) > 1 else "" for row in rows}
                found.append(msgspec.convert(fields, Case, strict=False))
    return found


CASES = cases()
EACH_CASE = pytest.mark.parametrize("case", CASES, ids=[f"{c.law}-{c.lines}" for c in CASES])


def start_of(case: Case) -> Play:
    hands = [parse_cards(hand) for hand in case.hands.split("/")]
    prices = case.item_prices()
    contract = Contract(
        id="x",
        name="x",
        sign=Sign(case.sign),
        prices=Prices(
            at=tuple(case.positions().items()),
            **{item: price for item, price in prices.items() if not item.startswith("at ")},
        ),
        heart_ban=case.ban == "yes",
        king_duty=KingDuty(case.king),
    )
    rules = make_play_rules(
        seats=len(hands),
        deck=[card for hand in hands for card in hand],
        tricks=len(hands[0]),
        boys=case.boys,
        contract=contract,
        trump=None if case.trump == "-" else Trump(case.trump),
        must_ruff=case.ruff == "must",
        early_end=case.early == "yes",
        start_points=case.start,
    )
    return start_play(rules, [card_set(hand) for hand in hands], case.leader)


def ends(play: Play) -> Iterator[Play]:
    """The end of every line of play."""
    for card in cards_in(legal_cards(play)):
        following = play_card(play, card)
        if is_over(following):
            yield following
        else:
            yield from ends(following)


@EACH_CASE
def test_core_counts_every_line(case: Case) -> None:
    """The core finds as many lines of play as the file says, worth as many points."""
    lines = 0
    points = [0] * len(case.hands.split("/"))
    for end in ends(start_of(case)):
        lines += 1
        points = [a + b for a, b in zip(points, end.points, strict=True)]
    assert (lines, " ".join(map(str, points))) == (case.lines, case.points)


@EACH_CASE
def test_slow_enumerator_counts_every_line(case: Case) -> None:
    """The slow enumerator, written from the law book alone, finds the same."""
    lines = 0
    hands, contract = slow_case(case)
    points = [0] * len(hands)
    for line in slow_rules.lines(contract, hands, case.leader):
        lines += 1
        points = [a + b + case.start for a, b in zip(points, line.points, strict=True)]
    assert (lines, " ".join(map(str, points))) == (case.lines, case.points)


def slow_case(case: Case) -> tuple[list[set[str]], slow_rules.SlowContract]:
    sign = -1 if case.sign == "-" else 1
    prices = case.item_prices()
    contract = slow_rules.SlowContract(
        trick=sign * prices.get("trick", 0),
        heart=sign * prices.get("heart", 0),
        boy=sign * prices.get("boy", 0),
        girl=sign * prices.get("girl", 0),
        king=sign * prices.get("king", 0),
        at={position: sign * price for position, price in case.positions().items()},
        boys=case.boys,
        heart_ban=case.ban == "yes",
        king_duty=case.king,
        trump=case.trump if case.trump in "CDHS" else "",
        must_ruff=case.ruff == "must",
        is_reversed=case.trump == "misere",
        early_end=case.early == "yes",
    )
    return [set(hand.split()) for hand in case.hands.split("/")], contract
