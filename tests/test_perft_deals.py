"""Perft of small whole deals: every trump, discard and card, and every course of an auction.

The counts stand in `tests/perft/deals/kitty.txt`. Seat 0 deals, so seat 1 is the declarer.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import slow_auctions
import slow_rules
from law_book import FILES, slow_contract
from msgspec import Struct
from msgspec.structs import replace
from slow_scores import slow_discards

from referee.cards import Card, parse_cards
from referee.deal import Board, Cards, QuestionKind
from referee.game import Game, answer, decision, new_game
from referee.law import RuleSet


class Case(Struct, frozen=True):
    """One block of the file."""

    law: str
    ruleset: str
    contract: str
    hands: str
    kitty: str
    lines: int
    points: str


def cases() -> list[Case]:
    text = (Path(__file__).parent / "perft" / "deals" / "kitty.txt").read_text("utf-8")
    found = []
    for block in text.split("\n\n"):
        rows = [row.split(maxsplit=1) for row in block.splitlines() if not row.startswith("#")]
        found.append(msgspec.convert(dict(rows), Case, strict=False))
    return found


CASES = cases()
EACH_CASE = pytest.mark.parametrize("case", CASES, ids=[f"{c.law}-{c.lines}" for c in CASES])


def small(ruleset: str, contract: str, hands: list[tuple[Card, ...]], kitty: str = "") -> RuleSet:
    """The rule set with a deck of these cards alone."""
    deck = tuple(sorted((*(card for hand in hands for card in hand), *parse_cards(kitty))))
    return replace(FILES[ruleset], deck=deck, hand_size=len(hands[0]), deals=(contract,))


def ends(game: Game) -> Iterator[tuple[int, ...]]:
    """The points of the first deal at the end of every way in which it can go."""
    question = decision(game)
    assert question is not None
    for said in question.answers:
        after = answer(game, said)
        if after.finished:
            yield after.finished[0].points
        else:
            yield from ends(after)


def added(points: Iterator[tuple[int, ...]]) -> tuple[int, str]:
    lines = 0
    total = [0, 0, 0]
    for one in points:
        lines += 1
        total = [a + b for a, b in zip(total, one, strict=True)]
    return lines, " ".join(map(str, total))


@EACH_CASE
def test_core_counts_every_line(case: Case) -> None:
    """The game, asked question by question, has as many lines as the file says."""
    hands = [parse_cards(hand) for hand in case.hands.split("/")]
    law = small(case.ruleset, case.contract, hands, case.kitty)
    board = Board(1, 0, (Cards(tuple(hands), parse_cards(case.kitty)),) * 3)
    assert added(ends(new_game(law, board))) == (case.lines, case.points)


def slow_ends(case: Case) -> Iterator[tuple[int, ...]]:
    hands = [hand.split() for hand in case.hands.split("/")]
    twelve = [*hands[1], *case.kitty.split()]
    trumps: list[str | None] = [None]
    if case.contract == "trump":  # T2
        trumps = [*"CDHS", *(["no-trump"] if "2010" in case.ruleset else [])]
    for trump in trumps:
        contract = slow_contract(case.ruleset, case.contract, trump)
        for pair in slow_discards(case.ruleset, case.contract, twelve):
            kept = [set(hands[0]), set(twelve) - pair, set(hands[2])]
            for line in slow_rules.lines(contract, kept, 1):
                yield line.points


@EACH_CASE
def test_slow_enumerator_counts_every_line(case: Case) -> None:
    """The slow enumerator, which tries every trump, pair and card, finds the same."""
    assert added(slow_ends(case)) == (case.lines, case.points)


AUCTIONS = [
    # law, rule set, tricks of a hand, which are the most that can be bid
    ("A1", "bidding", 3),
    ("A1", "bidding", 5),
    ("A2", "portuguese", 3),
    ("A2", "portuguese", 5),
    ("A3", "payback-8", 4),
    ("A3", "payback-8", 6),
]


@pytest.mark.parametrize(("law", "ruleset", "most"), AUCTIONS)
def test_every_course_of_an_auction(law: str, ruleset: str, most: int) -> None:
    """All that can be said in small auctions is what the slow enumerator finds, and no more."""
    deck = FILES["portuguese"].deck[: 4 * most]
    hands = [deck[seat * most :][:most] for seat in range(4)]
    game = new_game(small(ruleset, "trump", hands), Board(1, 0, (Cards(tuple(hands)),)))
    bidders = {"A1": [1, 2, 3, 0], "A2": [1, 2, 3], "A3": [2, 3, 0]}[law]
    if law == "A2":
        game = answer(game, "auction")
    bids = slow_auctions.ladder(most, law == "A2")
    slow = list(slow_auctions.courses(bidders, bids, may_match=law == "A2", is_a1=law == "A1"))
    found = list(bids_said(game, ()))
    assert len(set(slow)) == len(slow)
    assert len(found) == len(slow)
    assert set(found) == set(slow)


def bids_said(game: Game, said: slow_auctions.Course) -> Iterator[slow_auctions.Course]:
    question = decision(game)
    assert question is not None
    if question.kind is not QuestionKind.BID:
        yield said
        return
    for words in question.answers:
        yield from bids_said(answer(game, words), (*said, (question.seat, str(words))))
