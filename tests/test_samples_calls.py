"""The sample bots under every rule set: they answer all that can be asked, and count what is so."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from arena import Strategy, differences, load_module, sample_strategies
from king.v1 import game_pb2, session_pb2

from referee.boards import deal_board, question_seed
from referee.cards import Card, CardSet, card_set, cards_in
from referee.encode import question_bytes
from referee.game import Game, answer, decision, new_game
from referee.play import Play, is_over, legal_cards, play_card
from referee.rulefile import ruleset_ids
from referee.ruleset import load_ruleset
from referee.view import view_of
from referee.wire import ruleset_message

Counted = tuple[session_pb2.Question, Any, Any, Game]
"""A question for a card, counter's count and law of it, and the game."""

# Trumps of all kinds, kitties shown and hidden, a seat that sits out, every duty, 2 to 6 seats.
COUNTED = (
    "classic",
    "kitty",
    "kitty-2010",
    "kitty-4",
    "payback-8",
    "portuguese",
    "symmetric-6",
    "three-card",
    "two-handed",
)


@lru_cache(maxsize=2)
def asked_in(ruleset_id: str) -> tuple[tuple[session_pb2.Question, Game], ...]:
    """Every question of one game with answers drawn by its seed, and the game at that moment."""
    ruleset = load_ruleset(ruleset_id)
    game = new_game(ruleset, deal_board("calls", ruleset, 1))
    found: list[tuple[session_pb2.Question, Game]] = []
    while (asked := decision(game)) is not None and game.deal is not None:
        seed = question_seed("calls", 1, asked.seat, game.deal.number, game.deal.decision)
        data = question_bytes(len(found) + 1, 1, asked, view_of(game, asked.seat), seed, None)
        found.append((session_pb2.Question.FromString(data), game))
        game = answer(game, asked.answers[seed % len(asked.answers)])
    return tuple(found)


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
@pytest.mark.parametrize("name", ["greedy", "counter"])
def test_a_sample_answers_all_that_can_be_asked(
    name: str, ruleset_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answers are among the legal ones, and the same question gets the same answer again."""
    rules = ruleset_message(load_ruleset(ruleset_id))
    choose = _quick(sample_strategies()[name], monkeypatch)
    questions = [question for question, _ in asked_in(ruleset_id)]
    answers = [choose(question, rules) for question in questions]
    for question, choice in reversed(list(zip(questions, answers, strict=True))):
        assert 0 <= choice < len(question.legal)
        assert choose(question, rules) == choice


@pytest.mark.parametrize("ruleset_id", COUNTED)
def test_counter_never_rules_out_what_is_so(ruleset_id: str) -> None:
    """What each really holds, or has laid away, is among the cards that counter thinks possible."""
    counter = load_module("counter/strategy.py")
    for question, count, law, game in _counted(counter, ruleset_id):
        assert game.deal
        assert game.deal.play
        held = _held(counter, law, game.deal.play, game.deal.sits_out)
        assert held[count.place] == count.hand
        away = _moved(counter, law, card_set(game.deal.discard))
        is_ours = question.king.discard
        others = [0 if is_ours else away, *held]
        others[count.place + 1] = 0
        assert count.out == sum(others)
        is_forced = away & law.kept  # there was nothing else to lay away
        for place, cards in enumerate(others, -1):
            assert cards.bit_count() == count.sizes[place]
            assert (place == -1 and is_forced) or not cards & ~count.possible[place]


@pytest.mark.parametrize("ruleset_id", COUNTED)
def test_counter_deals_worlds_that_fit(ruleset_id: str) -> None:
    """In every world that it tries, each seat holds its number of cards, all of them possible."""
    counter = load_module("counter/strategy.py")
    for _, count, _, _ in _counted(counter, ruleset_id):
        worlds = list(counter.worlds(count, 3, random.Random(1)))
        assert len(worlds) == 3
        for hands in worlds:
            assert hands[count.place] == count.hand
            assert not sum(hands) & ~(count.out | count.hand)
            for place, hand in enumerate(hands):
                if place != count.place:
                    assert not hand & ~count.possible[place]
                    assert hand.bit_count() == count.sizes[place]


@pytest.mark.parametrize("ruleset_id", COUNTED)
def test_counter_plays_a_world_out_by_the_law(ruleset_id: str) -> None:
    """From each lead on, quick cards are legal, and make the points that the referee gives them."""
    counter = load_module("counter/strategy.py")
    for _, count, law, game in _counted(counter, ruleset_id):
        assert game.deal
        assert game.deal.play
        play, absent = game.deal.play, game.deal.sits_out
        if play.trick:
            continue
        hands = _held(counter, law, play, absent)
        points, _ = counter.playout(law, hands, count.leader, [], count.trick)
        before = play.points
        while not is_over(play):
            table = [law.moved[counter.NUMBERS[card + 1]] for card in play.trick]
            led = law.suits[table[0]] if table else 0
            takers = [card for card in table if (led | law.trumps) >> card & 1]
            hand = _moved(counter, law, play.hands[play.turn])
            is_last = len(table) + 1 == len(hands)
            quick = counter.quick_card(law, hand, led, max(takers, default=-1), is_last)
            card = counter.NUMBERS.index(law.moved.index(quick), 1) - 1
            assert legal_cards(play) >> card & 1
            play = play_card(play, Card(card))
        made = [after - start for after, start in zip(play.points, before, strict=True)]
        if absent is not None:
            del made[absent]
        assert made == points


@pytest.mark.parametrize(("ruleset_id", "boards"), [("payback-short", 3), ("portuguese-quick", 1)])
def test_the_calls_of_counter_are_better_than_chance(ruleset_id: str, boards: int) -> None:
    """It wins against three of itself whose calls are drawn at random."""
    counter = sample_strategies()["counter"]

    def drawn(question: session_pb2.Question, rules: game_pb2.RuleSet) -> int:
        if question.kind == session_pb2.QUESTION_KIND_CARD:
            return counter(question, rules)
        return random.Random(question.seed).randrange(len(question.legal))

    bots = {"counter": counter, "drawn": drawn, "drawn2": drawn, "drawn3": drawn}
    found = differences(bots, load_ruleset(ruleset_id), boards=boards, seed="calls")
    total = sum(each.mean for pair, each in found.items() if each and pair[0] == "counter")
    assert total > 0


def _counted(counter: Any, ruleset_id: str) -> Iterator[Counted]:
    """Each question for a card with what counter makes of it."""
    rules = ruleset_message(load_ruleset(ruleset_id))
    for question, game in asked_in(ruleset_id):
        if question.kind == session_pb2.QUESTION_KIND_CARD:
            view = question.king
            law = counter.law_of(view.contract, view.trump, rules)
            yield question, counter.count_of(view, law, rules), law, game


def _held(counter: Any, law: Any, play: Play, absent: int | None) -> list[int]:
    """The hands of those who play, as sets of counter's."""
    hands = [hand for seat, hand in enumerate(play.hands) if seat != absent]
    return [_moved(counter, law, hand) for hand in hands]


def _moved(counter: Any, law: Any, cards: CardSet) -> int:
    """Cards of the referee as a set of counter's."""
    return sum(1 << law.moved[counter.NUMBERS[card + 1]] for card in cards_in(cards))


def _quick(choose: Strategy, monkeypatch: pytest.MonkeyPatch) -> Strategy:
    """The same with so few worlds that a whole game is soon over."""
    for function in (choose, getattr(choose, "__globals__", {}).get("choose_call")):
        names = getattr(function, "__globals__", {})
        if "WORLDS" in names:
            monkeypatch.setitem(names, "WORLDS", 2)
    return choose
