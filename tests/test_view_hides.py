"""A view holds what its seat may know, and not a card more (law D3)."""

import random

import pytest
from dealing import random_game
from hiding import hidden_shuffled

from referee.cards import CardSet, card_set, cards_in
from referee.deal import Board, Cards, check_board
from referee.game import Game, answer, decision, new_game
from referee.ruleset import Sign, load_ruleset, ruleset_ids
from referee.view import View, view_of


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_views_do_not_change_with_hidden_cards(ruleset_id: str) -> None:
    """At every question of random games, each seat sees the same whatever the others hold."""
    ruleset = load_ruleset(ruleset_id)
    for seed in range(2):
        rng = random.Random(seed)
        for game, _ in random_game(ruleset, rng):
            asked = decision(game)
            if asked is None:
                continue
            for seat in range(ruleset.seats):
                other = hidden_shuffled(game, seat, rng)
                assert view_of(other, seat) == view_of(game, seat)
            other = hidden_shuffled(game, asked.seat, rng)
            assert decision(other) == asked


def test_the_shuffle_of_hidden_cards_is_a_real_one() -> None:
    """The other state fits the rules, the finished deals as well, and differs at once."""
    ruleset = load_ruleset("classic")
    rng = random.Random(7)
    changed = questions = 0
    for game, choice in random_game(ruleset, rng):
        other = hidden_shuffled(game, 2, rng)
        check_board(ruleset, other.board)
        assert [result.tricks for result in other.finished] == [
            result.tricks for result in game.finished
        ]
        if choice is not None and game.deal is not None and game.deal.play is not None:
            questions += 1
            changed += hands_of(other) != hands_of(game)
    # Late in a deal there is often but one way to deal what is left.
    assert changed > questions * 0.7


def hands_of(game: Game) -> tuple[CardSet, ...]:
    assert game.deal is not None
    assert game.deal.play is not None
    return game.deal.play.hands


def test_every_view_field_at_a_known_position() -> None:
    """A view shows the deal, the own hand, the tricks and the points as they are."""
    ruleset = load_ruleset("classic")
    deck = list(ruleset.deck)
    hands = tuple(tuple(deck[seat * 8 :][:8]) for seat in range(4))  # one suit each, C D H S
    game = new_game(ruleset, Board(5, 1, (Cards(hands),) * 14))
    for seat in (2, 3, 0, 1, 2):  # first hand leads (P3); seat 2 takes with its hearts
        asked = decision(game)
        assert asked is not None
        assert asked.seat == seat
        game = answer(game, asked.answers[-1])
    assert game.deal is not None
    assert game.deal.play is not None
    assert view_of(game, 3) == View(
        seat=3,
        seats=4,
        deals=14,
        deal=1,
        dealer=1,
        sits_out=None,
        contract="-tricks",
        sign=Sign.DO_NOT_TAKE,
        declarer=None,
        trump=None,
        sale=None,
        shown=(),
        hand=card_set(hands[3][:7]),
        discard=(),
        stocks=(),
        calls=(),
        tricks=game.deal.play.tricks,
        leader=2,
        current=(hands[2][6],),
        points=(0, 0, 0, 0),
        deal_points=(0, 0, -2, 0),
    )


def test_no_card_of_another_hand_stands_in_a_view() -> None:
    """The cards of a view are the seat's own and those that were played in this deal."""
    rng = random.Random(3)
    for game, choice in random_game(load_ruleset("classic"), rng):
        if choice is None:
            continue
        hands = hands_of(game)
        for seat in range(4):
            view = view_of(game, seat)
            shown = {*view.current, *(card for trick in view.tricks for card in trick.cards)}
            shown |= set(cards_in(view.hand))
            others = {card for n in range(4) if n != seat for card in cards_in(hands[n])}
            assert not shown & others


def test_there_is_nothing_to_see_after_the_game() -> None:
    """The view of a game that is over is an error, not an empty one."""
    *_, (game, _) = random_game(load_ruleset("classic"), random.Random(1))
    with pytest.raises(ValueError, match="over"):
        view_of(game, 0)
