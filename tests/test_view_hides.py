"""A view holds what its seat may know, and not a card more (law D3)."""

import random

import pytest
from dealing import random_game
from hiding import hidden_shuffled, seen_before_play, sees_kitty

from referee.cards import CardSet, card_set, cards_in
from referee.course import kinds_of
from referee.deal import Board, Cards, QuestionKind, check_board
from referee.game import Game, answer, decision, new_game
from referee.ruleset import RuleSet, Sign, load_ruleset, ruleset_ids
from referee.view import View, view_of


def some_questions(ruleset: RuleSet, seed: int, count: int = 25) -> list[Game]:
    """States of a random game: some at each kind of question, and the first lead of a deal."""
    rng = random.Random(f"{ruleset.id} {seed}")
    by_kind: dict[object, list[Game]] = {}
    for game, choice in random_game(ruleset, rng):
        if choice is not None and game.deal is not None:
            has_begun = game.deal.play is not None and bool(game.deal.play.tricks)
            by_kind.setdefault((game.deal.phase, has_begun), []).append(game)
    found = []
    for games in by_kind.values():
        found += rng.sample(games, min(count, len(games)))
    return found


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_views_do_not_change_with_hidden_cards(ruleset_id: str) -> None:
    """At every kind of question, each seat sees the same whatever is hidden from it (D3)."""
    ruleset = load_ruleset(ruleset_id)
    rng = random.Random(ruleset_id)
    kinds = set()
    for game in some_questions(ruleset, 0) + some_questions(ruleset, 1):
        asked = decision(game)
        assert asked is not None
        kinds.add(asked.kind)
        for seat in range(ruleset.seats):
            other = hidden_shuffled(game, seat, rng)
            check_board(ruleset, other.board)
            assert view_of(other, seat) == view_of(game, seat)
        other = hidden_shuffled(game, asked.seat, rng)
        assert decision(other) == asked
    assert kinds <= kinds_of(ruleset)
    assert len(kinds_of(ruleset) - kinds) <= ("portuguese" in ruleset_id)  # a reply is rarer


@pytest.mark.parametrize("ruleset_id", ["kitty", "kitty-2010", "payback-8", "portuguese"])
def test_hidden_cards_are_all_that_is_not_seen(ruleset_id: str) -> None:
    """What the shuffle leaves in its place is seen, and all else moves in some shuffle (D3)."""
    ruleset = load_ruleset(ruleset_id)
    rng = random.Random(ruleset_id)
    for game in some_questions(ruleset, 2, count=3):
        deal = game.deal
        assert deal is not None
        if deal.play is not None:
            continue
        for seat in range(ruleset.seats):
            others = [hidden_shuffled(game, seat, rng).deal for _ in range(40)]
            stay = {
                card
                for n, hand in enumerate(deal.cards.hands)
                for card in hand
                if all(other and card in other.cards.hands[n] for other in others)
            }
            kitty = [other.cards.kitty for other in others if other]
            assert stay == set(seen_before_play(ruleset, deal, seat))
            is_seen = deal.phase is QuestionKind.DISCARD and sees_kitty(ruleset, deal, seat)
            assert (set(kitty) == {deal.cards.kitty}) == (is_seen or not deal.cards.kitty)


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
