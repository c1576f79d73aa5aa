"""The table of positions, tricks and deals beside the law book, as far as trick play reaches."""

import json
from pathlib import Path
from typing import Any

from law_book import PLAYED_TRUMPS, at_table, end_with, gains, rules_of, taking_rules

from referee.cards import card_set, cards_in, cards_text, parse_card, parse_cards
from referee.play import is_over, legal_cards, play_card, start_play, trick_taker

CONTRACTS_1993 = {
    "tricks": "tricks",
    "boys(J+K)": "boys",
    "girls": "girls",
    "hearts": "hearts",
    "king": "king",
    "last2": "last",
    "eralash": "eralash",
}


def test_vectors_of_legal_cards(vectors: list[dict[str, Any]]) -> None:
    """Every position of the table with its legal cards comes out, whatever its rule set."""
    wrong = {}
    rows = [row for row in vectors if row["kind"] == "legal"]
    for row in rows:
        rules = rules_of(row["ruleset"], row["contract"], row["trump"])
        play = at_table(rules, " ".join(row["hand"]), " ".join(row["trick"]))
        if legal_cards(play) != card_set(map(parse_card, row["legal"])):
            wrong[row["id"]] = row["law"]
    assert rows
    assert wrong == {}


def test_vectors_of_takers(vectors: list[dict[str, Any]]) -> None:
    """Every trick of the table goes to the seat that the table says."""
    wrong = {}
    rows = [row for row in vectors if row["kind"] == "winner"]
    for row in rows:
        trump = "misere" if row["reversed"] else row["trump"]
        cards = parse_cards(" ".join(row["trick"]))
        if trick_taker(taking_rules(trump), row["leader"], cards) != row["winner"]:
            wrong[row["id"]] = row["law"]
    assert rows
    assert wrong == {}


def test_vectors_of_trick_prices(vectors: list[dict[str, Any]]) -> None:
    """Every trick of the table is worth to its taker what the table says."""
    wrong = {}
    rows = [row for row in vectors if row["kind"] == "trick_price"]
    for row in rows:
        rules = rules_of(row["ruleset"], row["contract"])
        points = gains(rules, row["trick_number"], " ".join(row["trick"]), row["leader"])
        expected = [0] * rules.seats
        expected[row["winner"]] = row["points"]
        if list(points) != expected:
            wrong[row["id"]] = row["law"]
    assert rows
    assert wrong == {}


def test_vectors_of_scores(vectors: list[dict[str, Any]]) -> None:
    """Every deal of the table that is scored by its play alone comes out."""
    wrong = {}
    rows = [row for row in vectors if row["kind"] == "score" and is_scored_by_play(row)]
    for row in rows:
        rules = rules_of(row["ruleset"], row["contract"], row.get("trump"))
        end = end_with(rules, row["taken"], seed=row["id"])
        if list(end.points) != row["score"]:
            wrong[row["id"]] = row["law"]
    assert rows
    assert wrong == {}


def is_scored_by_play(row: dict[str, Any]) -> bool:
    """False for what the procedures of auctions and settlements score."""
    if "sale" in row or "bid" in row:
        return False
    return row.get("trump") is None or row["trump"] in PLAYED_TRUMPS


def test_recorded_deals_of_another_program(shared: Path) -> None:
    """168 deals of a program of 1993 are legal here, take the same course and score the same."""
    deals = json.loads((shared / "recorded_deals" / "king2.json").read_text())["deals"]
    for deal in deals:
        where = f"seed {deal['seed']}, deal {deal['deal']}"
        sign = "+" if deal["sign"] == "take" else "-"
        rules = rules_of("king2", sign + CONTRACTS_1993[deal["contract"]])
        hands = [card_set(map(parse_card, hand)) for hand in deal["hands"]]
        play = start_play(rules, hands, deal["declarer"])
        for seat, name in deal["plays"]:
            assert not is_over(play), f"{where}: over before {name} (P6)"
            assert play.turn == seat, f"{where}: {name} is played by seat {seat} (P4, P5)"
            assert name in cards_text(cards_in(legal_cards(play))), f"{where}: {name} is illegal"
            play = play_card(play, parse_card(name))
        assert is_over(play), f"{where}: goes on (P6)"
        assert list(play.points) == deal["score"], f"{where}: scores otherwise (P7)"
    assert len(deals) == 168
