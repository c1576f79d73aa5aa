"""Whole games of an outside program of 1993, held against the rule set `king2`."""

import json
from pathlib import Path
from typing import Any

import pytest
from law_book import FILES
from talking import asked, deal_of, only

from referee.cards import parse_card, parse_cards
from referee.deal import Board, Cards, QuestionKind
from referee.game import Game, answer, new_game
from referee.law import RuleSet

KNOWN: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "known" / "king2.jsonl").read_text("utf-8").splitlines()
]
NAMES = {"boys(J+K)": "boys", "last2": "last"}


def contract_of(row: dict[str, Any]) -> str:
    name: str = row["contract"]
    return ("+" if row["sign"] == "take" else "-") + NAMES.get(name, name)


def board_of(rows: list[dict[str, Any]], ruleset: RuleSet) -> Board:
    """The cards of the rows; deals that the rule set has beyond them repeat the last."""
    cards = [Cards(tuple(parse_cards(" ".join(hand)) for hand in row["hands"])) for row in rows]
    cards += cards[-1:] * (ruleset.deal_count - len(cards))
    return Board(1, (rows[0]["declarer"] - 1) % 4, tuple(cards))


def played(game: Game, row: dict[str, Any]) -> Game:
    """The game after the deal of a row: each answer is asked of that seat, and is legal (C2)."""
    number = len(game.finished) + 1
    where = f"seed {row['seed']}, deal {row['deal']}"
    assert (asked(game).kind, asked(game).seat) == (QuestionKind.CONTRACT, row["declarer"]), where
    game = answer(game, contract_of(row))
    for seat, name in row["plays"]:
        assert len(game.finished) < number, f"{where}: over before {name} (P6)"
        assert asked(game).kind is QuestionKind.CARD, where
        assert asked(game).seat == seat, f"{where}: {name} is played by seat {seat} (P4, P5)"
        game = answer(game, parse_card(name))
    assert len(game.finished) == number, f"{where}: goes on (P6)"
    assert list(game.finished[-1].points) == row["score"], f"{where}: scores otherwise (P7)"
    return game


@pytest.mark.parametrize("row", KNOWN, ids=[f"deal {row['deal']}" for row in KNOWN])
def test_a_deal_of_1993(row: dict[str, Any]) -> None:
    """A deal is chosen, played, ended and scored here as it was there."""
    ruleset = only("king2", contract_of(row))
    played(new_game(ruleset, board_of([row], ruleset)), row)


def test_whole_games_of_1993(shared: Path) -> None:
    """Three games of 56 deals take the same course here: choices, cards, ends, points, totals."""
    file = json.loads((shared / "recorded_deals" / "king2.json").read_text("utf-8"))
    ruleset = FILES["king2"]
    count = 0
    for seed, totals in file["totals"].items():
        rows = [row for row in file["deals"] if str(row["seed"]) == seed]
        game = new_game(ruleset, board_of(rows, ruleset))
        for row in rows:
            count += 1
            assert len(deal_of(game).stocks[row["declarer"]]) == 14 - (row["deal"] - 1) // 4
            game = played(game, row)
        assert game.deal is None
        assert list(game.points) == totals
    assert count == 168
