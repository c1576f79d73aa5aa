"""The table of positions, tricks, deals and auctions beside the law book, through the rule sets.

Some of its rows stand in `tests/known` for machines that have no law book.
"""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from dealing import random_board
from law_book import at_table, gains, is_taken, rules_of, taking_rules
from talking import asked, deal_of, only, told, trump_deal

from referee.cards import card_set, parse_card, parse_cards
from referee.contract import UNPLAYED_TRUMPS
from referee.deal import Answer, DealResult, Decision, QuestionKind
from referee.game import Game, answer, new_game
from referee.kitty import legal_discards
from referee.play import legal_cards, trick_taker
from referee.settle import settlement

Row = dict[str, Any]

KNOWN: list[Row] = [
    json.loads(line)
    for line in (Path(__file__).parent / "known" / "vectors.jsonl").read_text("utf-8").splitlines()
]


def legal_comes_out(row: Row) -> bool:
    rules = rules_of(row["ruleset"], row["contract"], row["trump"])
    play = at_table(rules, " ".join(row["hand"]), " ".join(row["trick"]))
    return legal_cards(play) == card_set(map(parse_card, row["legal"]))


def winner_comes_out(row: Row) -> bool:
    trump = "misere" if row["reversed"] else row["trump"]
    cards = parse_cards(" ".join(row["trick"]))
    winner: int = row["winner"]
    return trick_taker(taking_rules(trump), row["leader"], cards) == winner


def trick_price_comes_out(row: Row) -> bool:
    rules = rules_of(row["ruleset"], row["contract"])
    points = gains(rules, row["trick_number"], " ".join(row["trick"]), row["leader"])
    expected = [0] * rules.seats
    expected[row["winner"]] = row["points"]
    return list(points) == expected


def discard_comes_out(row: Row) -> bool:
    law, contract = only(row["ruleset"], row["contract"]), row["contract"]
    hand = card_set(parse_cards(" ".join(row["hand"])))
    rules = rules_of(row["ruleset"], contract)
    pairs = {frozenset(pair) for pair in legal_discards(law, contract, rules, hand)}
    may = [frozenset(map(parse_card, pair)) for pair in row["legal"]]
    may_not = [frozenset(map(parse_card, pair)) for pair in row["illegal"]]
    return pairs.issuperset(may) and pairs.isdisjoint(may_not)


def auction_comes_out(row: Row) -> bool:
    dealer: int = row["beneficiary"] if "beneficiary" in row else row["dealer"]
    game = trump_deal(row["ruleset"], dealer)
    if "beneficiary" in row:
        game = answer(game, row.get("opened", "auction"))
    game = told(game, [(seat, words) for seat, words in row["said"]])
    return (asked(game).seat, set(asked(game).answers)) == (row["to_speak"], set(row["legal"]))


def settlement_comes_out(row: Row) -> bool:
    received: list[int] = row["receives"]
    return settlement(row["totals"]) == tuple(map(Fraction, received))


def score_comes_out(row: Row) -> bool:
    """Plays whole deals, calls and all, until the seats have taken what the row says."""
    rng = random.Random(row["id"])
    law = only(row["ruleset"], row["contract"])
    for _ in range(10_000):
        game = new_game(law, random_board(law, rng, first_dealer(row)))
        while not game.finished:
            game = answer(game, row_says(row, game, asked(game), rng))
        if is_taken_in(row, game.finished[0]):
            score: list[int] = row["score"]
            return list(game.finished[0].points) == score
    raise AssertionError(f"no deal like {row['taken']}")


def is_taken_in(row: Row, result: DealResult) -> bool:
    rules = rules_of(row["ruleset"], row["contract"], row.get("trump"))
    return is_taken(rules, result.tricks, row["taken"])


def first_dealer(row: Row) -> int:
    """Who deals: a seller by A3 is first hand, one by A2 the dealer; else it does not matter."""
    if "sale" in row:
        seller: int = row["sale"]["seller"]
        return seller - 1 if row["ruleset"] == "payback-8" else seller
    return 0


def row_says(row: Row, game: Game, question: Decision, rng: random.Random) -> Answer:
    """What the row makes the seat say; a card, a discard and an unnamed trump are random."""
    sale = row.get("sale")
    bid = str(sale["bid"]) if sale else str(row.get("bid", "pass"))
    buyer = sale["buyer"] if sale else row.get("declarer")
    if sale and row["ruleset"].startswith("portuguese"):
        bid += f" {sale['direction']}"
    match question.kind:
        case QuestionKind.CONTRACT:
            return str(row["contract"])
        case QuestionKind.OPENING if deal_of(game).bidding is None:
            is_settled = row["trump"] == "4-3-3-3"
            words = "nulos" if row["trump"] == "nulos" else "play"
            return "auction" if sale or is_settled else words
        case QuestionKind.OPENING:
            return str(row["trump"])
        case QuestionKind.BID:
            return bid if question.seat == buyer and bid in question.answers else "pass"
        case QuestionKind.REPLY:
            return "accept"
        case QuestionKind.TRUMP:
            names = [one for one in question.answers if one not in UNPLAYED_TRUMPS]
            return str(row["trump"]) if row.get("trump") else rng.choice(names)
        case _:
            return rng.choice(question.answers)


COMES_OUT: dict[str, Callable[[Row], bool]] = {
    "legal": legal_comes_out,
    "winner": winner_comes_out,
    "trick_price": trick_price_comes_out,
    "score": score_comes_out,
    "discard": discard_comes_out,
    "auction": auction_comes_out,
    "settlement": settlement_comes_out,
}


@pytest.mark.parametrize("row", KNOWN, ids=[row["id"] for row in KNOWN])
def test_known_vectors(row: Row) -> None:
    """A row of the table comes out."""
    assert COMES_OUT[row["kind"]](row), row["law"]


@pytest.mark.parametrize("kind", COMES_OUT)
def test_vectors(vectors: list[Row], kind: str) -> None:
    """Every row of the table comes out, whatever its rule set."""
    rows = [row for row in vectors if row["kind"] == kind]
    assert rows
    assert {row["id"]: row["law"] for row in rows if not COMES_OUT[kind](row)} == {}


def test_no_row_is_left_out(vectors: list[Row]) -> None:
    """All 89 rows are of these kinds, and the rows that are known here are among them."""
    assert {row["kind"] for row in vectors} == set(COMES_OUT)
    assert len(vectors) == 89
    assert all(row in vectors for row in KNOWN)
