"""The game as a value: boards that fit, refusals in words, other leads, and a core without I/O."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from dealing import random_board, random_game
from law_book import FILES
from msgspec.structs import replace

from referee.cards import cards_text, parse_card
from referee.deal import Board, Cards
from referee.errors import RefereeBug
from referee.game import Game, IllegalAnswer, answer, decision, fold, new_game
from referee.ruleset import RuleSet, load_ruleset
from referee.view import view_of

CLASSIC = FILES["classic"]
SUIT_HANDS = tuple(CLASSIC.deck[seat * 8 :][:8] for seat in range(4))
SUIT_BOARD = Board(5, 1, (Cards(SUIT_HANDS),) * 14)
"""Every deal gives each seat one suit: C D H S; seat 1 deals first."""


def test_an_illegal_answer_is_told_with_all_that_was_legal() -> None:
    """The error names deal, decision, seat, the answer and the legal ones."""
    game = new_game(CLASSIC, SUIT_BOARD)
    with pytest.raises(IllegalAnswer) as caught:
        answer(game, parse_card("7C"))
    assert str(caught.value) == (
        "deal 1, decision 1, seat 2: 7C is not legal; legal are: 7H 8H 9H TH JH QH KH AH"
    )
    with pytest.raises(IllegalAnswer, match="seat 2: card 99 is not legal"):
        answer(game, parse_card("7C") + 94)  # type: ignore[arg-type]
    with pytest.raises(IllegalAnswer, match="seat 2: pass is not legal"):
        answer(game, "pass")


def test_a_game_that_is_over_takes_no_answer() -> None:
    """After the last deal every answer is illegal."""
    *_, (end, _) = random_game(CLASSIC, random.Random(1))
    with pytest.raises(IllegalAnswer, match="the game is over"):
        answer(end, parse_card("7C"))
    with pytest.raises(IllegalAnswer, match="the game is over"):
        answer(end, "pass")


def test_a_fold_stops_at_an_illegal_answer() -> None:
    """Folding says which answer of a list was the first that the law forbids."""
    hearts, spades = parse_card("7H"), parse_card("7S")
    with pytest.raises(IllegalAnswer, match="deal 1, decision 3, seat 0: 7H is not legal"):
        fold(CLASSIC, SUIT_BOARD, [hearts, spades, hearts])


def bad_boards() -> dict[str, Board]:
    deals = SUIT_BOARD.deals
    clubs, diamonds, hearts, spades = SUIT_HANDS
    return {
        "board 5: no seat 4 to deal first": Board(5, 4, deals),
        "board 5: 13 deals instead of 14": Board(5, 1, deals[1:]),
        "board 5, deal 14: 3 hands instead of 4": with_last(Cards(SUIT_HANDS[1:])),
        "board 5, deal 14: seat 3 has 7 cards instead of 8": with_last(
            Cards((clubs, diamonds, hearts, spades[1:]))
        ),
        "board 5, deal 14: 1 cards in the kitty instead of 0": with_last(
            Cards(SUIT_HANDS, clubs[:1])
        ),
        "board 5, deal 14: the cards are not those of the deck": with_last(
            Cards((clubs, diamonds, hearts, hearts))
        ),
    }


def with_last(cards: Cards) -> Board:
    return Board(5, 1, (*SUIT_BOARD.deals[:-1], cards))


@pytest.mark.parametrize("line", bad_boards())
def test_boards_that_do_not_fit(line: str) -> None:
    """A board that does not fit the rule set is refused with the place where it does not (P1)."""
    with pytest.raises(ValueError, match=line):
        new_game(CLASSIC, bad_boards()[line])


def test_finished_deals_hold_what_the_record_says() -> None:
    """A finished deal has its number, dealer, cards, contract, tricks and points."""
    game = new_game(CLASSIC, SUIT_BOARD)
    while len(game.finished) < 5:
        asked = decision(game)
        assert asked is not None
        game = answer(game, asked.answers[-1])
    tricks, *_, king = game.finished
    assert (tricks.number, tricks.dealer, tricks.sits_out) == (1, 1, None)
    assert (tricks.contract, tricks.declarer, tricks.trump, tricks.sale) == (
        "-tricks",
        None,
        None,
        None,
    )
    assert (tricks.discard, tricks.calls, tricks.cards) == ((), (), SUIT_BOARD.deals[0])
    assert [cards_text(trick.cards) for trick in tricks.tricks[:2]] == [
        "AH AS AC AD",
        "KH KS KC KD",
    ]
    assert {(trick.leader, trick.taker) for trick in tricks.tricks} == {(2, 2)}
    assert tricks.points == (0, 0, -16, 0)
    # Seat 1 deals again, so seat 2 leads its hearts from the top; KH ends the deal (P6).
    assert (king.number, king.dealer, king.contract) == (5, 1, "-king")
    assert [cards_text(trick.cards) for trick in king.tricks] == ["AH AS AC AD", "KH KS KC KD"]
    assert king.points == (0, 0, -16, 0)


def small_ruleset(tmp_path: Path, text: str) -> RuleSet:
    path = tmp_path / "small.toml"
    path.write_text(text, "utf-8")
    return load_ruleset(str(path))


def test_the_dealer_leads_where_the_rule_set_says_so(tmp_path: Path) -> None:
    """P3: with `lead = "dealer"` the first card of a deal is the dealer's."""
    ruleset = small_ruleset(tmp_path, 'extends = "classic"\nlead = "dealer"\n')
    for game, _ in random_game(ruleset, random.Random(2)):
        for result in game.finished:
            assert result.tricks[0].leader == result.dealer


def test_a_dealer_who_sits_out_is_not_asked(tmp_path: Path) -> None:
    """K4: the dealer has no cards, is not asked, scores nothing and is passed by."""
    text = 'extends = "classic"\nremoved = "7S 7C"\ndealer_sits_out = true\n'
    ruleset = small_ruleset(tmp_path, text)
    assert ruleset.hand_size == 10
    for game, _ in random_game(ruleset, random.Random(2)):
        asked = decision(game)
        if asked is not None and game.deal is not None:
            assert asked.seat != game.deal.dealer
            assert view_of(game, asked.seat).sits_out == game.deal.dealer
        for result in game.finished:
            assert result.sits_out == result.dealer
            assert result.points[result.dealer] == 0
            assert {len(trick.cards) for trick in result.tricks} == {3}
            assert result.tricks[0].leader == (result.dealer + 1) % 4


def test_points_that_do_not_add_up_are_our_bug() -> None:
    """P8: a deal whose points miss its constant stops the run instead of being scored."""
    game = new_game(CLASSIC, SUIT_BOARD)
    assert game.deal is not None
    assert game.deal.play is not None
    play = replace(game.deal.play, points=(1, 0, 0, 0))
    game = replace(game, deal=replace(game.deal, play=play))
    with pytest.raises(RefereeBug, match="do not add up to -16"):
        first_answers(game)


def first_answers(game: Game) -> None:
    while asked := decision(game):
        game = answer(game, asked.answers[0])


def test_the_core_imports_without_wire_and_processes() -> None:
    """A bot can search with the core: it needs no trio, grpc or protobuf."""
    program = (
        "import sys, referee.view, referee.game, referee.ruleset\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "referee" in loaded
    assert not loaded & {"trio", "grpc", "google", "king", "click", "rich", "asyncio"}


def test_random_boards_fit() -> None:
    """The boards of these tests are boards that the core takes."""
    for ruleset in FILES.values():
        assert (
            new_game(ruleset, random_board(ruleset, random.Random(0))).points
            == (0,) * ruleset.seats
        )
