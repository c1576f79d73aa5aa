"""A change in any call, or in what calls lead to, is refused with its deal and its field."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from made_games import at_random, changed, plan_for, played
from running import Referee

from referee.cards import cards_text, parse_cards
from referee.record import GameRecord, encode_record, record_of
from referee.ruleset import load_ruleset

RULES = ["bidding", "king2", "kitty", "kitty-2010", "kitty-4", "portuguese", "payback-8", "twelve"]
"""Together they ask every kind of question that there is."""

Deal = dict[str, Any]
Place = Callable[[Deal], bool]


def _call(deal: Deal, words: str) -> int | None:
    """Where in a deal a call stands that begins with one of the words."""
    for number, call in enumerate(deal["calls"]):
        if re.match(words, call["call"]):
            return number
    return None


def _other_discard(deal: Deal) -> None:
    number = _call(deal, "discard")
    assert number is not None
    away = set(deal["discard"].split())
    others = [card for card in deal["hands"][deal["declarer"]].split() if card not in away]
    pair = cards_text(sorted(parse_cards(" ".join(others[:2]))))
    deal["calls"][number]["call"] = f"discard {pair}"


def _has(words: str) -> Place:
    return lambda deal: _call(deal, words) is not None


def _says(words: str, instead: str) -> Callable[[Deal], None]:
    def change(deal: Deal) -> None:
        number = _call(deal, words)
        assert number is not None
        deal["calls"][number]["call"] = instead

    return change


CHANGES: dict[str, tuple[Place, Callable[[Deal], object], str]] = {
    "contract called": (_has("[-+]"), _says("[-+]", "-nothing"), "-nothing is not legal"),
    "trump called": (_has("[CDHS]$"), _says("[CDHS]$", "X"), "X is not legal"),
    "bid": (_has(r"\d"), _says(r"\d", "99 up"), "99 up is not legal"),
    "reply": (_has("accept|decline"), _says("accept|decline", "maybe"), "maybe is not legal"),
    "opening": (_has("play|auction|nulos"), _says("play|auction|nulos", "no"), "no is not legal"),
    "discard of other cards": (_has("discard"), _other_discard, "discard is |is not legal"),
    "call dropped": (
        lambda deal: len(deal["calls"]) > 0,
        lambda deal: deal["calls"].pop(),
        "calls: one is missing",
    ),
    "call added": (
        lambda deal: len(deal["calls"]) > 0,
        lambda deal: deal["calls"].append(deal["calls"][-1]),
        "calls: .* is one too many",
    ),
    "seat of a call": (
        lambda deal: len(deal["calls"]) > 0,
        lambda deal: deal["calls"][0].update(seat=(deal["calls"][0]["seat"] + 1) % 3),
        "calls: seat is",
    ),
    "contract": (
        lambda deal: len(deal["calls"]) > 0,
        lambda deal: deal.update(contract="-nothing"),
        'contract is "-nothing"',
    ),
    "declarer": (
        lambda deal: deal["declarer"] is not None,
        lambda deal: deal.update(declarer=(deal["declarer"] + 1) % 3),
        "declarer is",
    ),
    "trump": (
        lambda deal: deal["trump"] is not None,
        lambda deal: deal.update(trump="S" if deal["trump"] != "S" else "C"),
        "trump is",
    ),
    "price of a sale": (
        lambda deal: deal["sale"] is not None,
        lambda deal: deal["sale"].update(bid=deal["sale"]["bid"] + 1),
        "sale is",
    ),
    "buyer of a sale": (
        lambda deal: deal["sale"] is not None,
        lambda deal: deal["sale"].update(buyer=(deal["sale"]["buyer"] + 1) % 3),
        "sale is",
    ),
    "discard": (
        lambda deal: bool(deal["discard"]),
        lambda deal: deal.update(discard=deal["kitty"] + " 7C"),
        "discard is",
    ),
    "kitty": (
        lambda deal: bool(deal["kitty"]),
        lambda deal: deal.update(kitty=deal["kitty"][3:]),
        "1 cards in the kitty instead of 2",
    ),
    "sits out": (
        lambda deal: deal["sits_out"] is not None,
        lambda deal: deal.update(sits_out=(deal["sits_out"] + 1) % 4),
        "sits_out is",
    ),
}


@cache
def made(ruleset_id: str) -> GameRecord:
    ruleset = load_ruleset(ruleset_id)
    plan = plan_for(ruleset)
    return record_of(played(ruleset, plan, at_random(f"{ruleset_id} forged")), plan)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_in_a_deal_with_calls_is_refused(
    tmp_path: Path, referee: Referee, name: str
) -> None:
    """In the first such deal of each rule set that has one; nothing of the game is printed."""
    is_there, change, said = CHANGES[name]
    tried = 0
    for ruleset_id in RULES:
        record = made(ruleset_id)

        def forge(game: dict[str, Any], forged: list[int]) -> None:
            deals = [deal for deal in game["deals"] if is_there(deal)]
            for deal in deals[:1]:
                change(deal)
                forged.append(deal["number"])

        numbers: list[int] = []
        forged = changed(record, lambda game, numbers=numbers: forge(game, numbers))  # type: ignore[misc]
        if not numbers:
            continue
        tried += 1
        path = tmp_path / f"{ruleset_id}.jsonl"
        path.write_bytes(encode_record(forged))
        done = referee("replay", str(path))
        assert (done.returncode, done.stdout) == (1, ""), ruleset_id
        assert done.stderr.count("\n") == 1
        assert f"deal {numbers[0]}" in done.stderr
        assert re.search(said, done.stderr), done.stderr
    assert tried


def test_every_kind_of_call_is_forged() -> None:
    """The games that are forged hold calls of each kind."""
    said = {
        call.call.split()[0] for one in RULES for deal in made(one).deals for call in deal.calls
    }
    for words in (r"[-+]", r"[CDHS]$", r"\d", "accept|decline", "play|auction|nulos", "discard"):
        assert any(re.match(words, one) for one in said), words
