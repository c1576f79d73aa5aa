"""A game as a value that answers are folded over: the one core of play, replay and verifying."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.cards import CARD_NAMES, cards_in
from referee.deal import (
    Answer,
    Board,
    Deal,
    DealResult,
    Decision,
    QuestionKind,
    check_board,
    open_deal,
)
from referee.errors import RefereeBug
from referee.play import Play, Trick, legal_cards, play_card
from referee.play import is_over as is_play_over
from referee.ruleset import RuleSet


class IllegalAnswer(ValueError):
    """An answer that the law forbids; says at which deal and decision, and what was legal."""


class Game(Struct, frozen=True, gc=False):
    """A game at one moment; `deal` is None when it is over, `points` are of finished deals."""

    ruleset: RuleSet
    board: Board
    finished: tuple[DealResult, ...]
    deal: Deal | None
    points: tuple[int, ...]


def new_game(ruleset: RuleSet, board: Board) -> Game:
    """The game before its first question; ValueError if the board does not fit the rule set."""
    check_board(ruleset, board)
    return Game(ruleset, board, (), open_deal(ruleset, board, 1), (0,) * ruleset.seats)


def is_over(game: Game) -> bool:
    """True when all deals are played."""
    return game.deal is None


def decision(game: Game) -> Decision | None:
    """The question that comes up now; None when the game is over."""
    if game.deal is None:
        return None
    return _PHASES[game.deal.phase].decision(game.deal)


def answer(game: Game, choice: Answer) -> Game:
    """The game after the answer to its question; IllegalAnswer if the law forbids it."""
    if game.deal is None:
        raise IllegalAnswer(f"{answer_text(choice)}: the game is over")
    return _PHASES[game.deal.phase].answered(game, game.deal, choice)


def fold(ruleset: RuleSet, board: Board, answers: Iterable[Answer]) -> Game:
    """The game that the answers, in order, lead to; IllegalAnswer for one that is not legal."""
    return game_after(new_game(ruleset, board), answers)


def game_after(game: Game, answers: Iterable[Answer]) -> Game:
    """The game after the answers, in order; IllegalAnswer for one that is not legal."""
    choices = iter(answers)
    for choice in choices:
        if game.deal is not None and game.deal.phase is QuestionKind.CARD:
            game = _after_cards(game, game.deal, chain((choice,), choices))
        else:
            game = answer(game, choice)
    return game


def answer_text(choice: Answer) -> str:
    """The answer in words: a card like `7C`, or the call itself."""
    if isinstance(choice, str):
        return choice
    return CARD_NAMES[choice] if 0 <= choice < 52 else f"card {choice}"


class _Phase(NamedTuple):
    """How one phase of a deal asks, and what its answer makes of the game (D1, D2)."""

    decision: Callable[[Deal], Decision]
    answered: Callable[[Game, Deal, Answer], Game]


def _play_of(deal: Deal) -> Play:
    if deal.play is None:
        raise RefereeBug(f"deal {deal.number} asks for a card before its play has begun")
    return deal.play


def _card_decision(deal: Deal) -> Decision:
    play = _play_of(deal)
    return Decision(play.turn, QuestionKind.CARD, tuple(cards_in(legal_cards(play))))


def _card_answered(game: Game, deal: Deal, choice: Answer) -> Game:
    play = _play_of(deal)
    legal = legal_cards(play)
    if not isinstance(choice, int) or choice < 0 or not legal >> choice & 1:
        raise _illegal(deal, _card_decision(deal), choice)
    play = play_card(play, choice)
    if not play.trick and is_play_over(play):
        return _next_deal(game, deal, play.tricks, play.points, play.rules.total)
    following = replace(deal, play=play, decision=deal.decision + 1)
    return Game(game.ruleset, game.board, game.finished, following, game.points)


def _after_cards(game: Game, deal: Deal, choices: Iterable[Answer]) -> Game:
    """The game after cards, taken from the choices until they or the deal are at an end.

    The same as one answer after the other, but that deal and game are made once for all of them.
    """
    play = _play_of(deal)
    played = 0
    for choice in choices:
        if not isinstance(choice, int) or choice < 0 or not legal_cards(play) >> choice & 1:
            now = _with_play(deal, play, played)
            raise _illegal(now, _card_decision(now), choice)
        play = play_card(play, choice)
        if not play.trick and is_play_over(play):  # it never is within a trick
            return _next_deal(game, deal, play.tricks, play.points, play.rules.total)
        played += 1
    following = _with_play(deal, play, played)
    return Game(game.ruleset, game.board, game.finished, following, game.points)


def _with_play(deal: Deal, play: Play, played: int) -> Deal:
    return replace(deal, play=play, decision=deal.decision + played)


def _illegal(deal: Deal, asked: Decision, choice: Answer) -> IllegalAnswer:
    legal = " ".join(answer_text(one) for one in asked.answers)
    return IllegalAnswer(
        f"deal {deal.number}, decision {deal.decision}, seat {asked.seat}: "
        f"{answer_text(choice)} is not legal; legal are: {legal}"
    )


def _next_deal(
    game: Game, deal: Deal, tricks: tuple[Trick, ...], points: tuple[int, ...], total: int
) -> Game:
    if deal.contract is None or sum(points) != total:  # P8
        raise RefereeBug(
            f"deal {deal.number} ({deal.contract}): points {points} do not add up to {total}"
        )
    finished = DealResult(
        number=deal.number,
        dealer=deal.dealer,
        sits_out=deal.sits_out,
        cards=deal.cards,
        contract=deal.contract,
        declarer=deal.declarer,
        trump=deal.trump,
        sale=deal.sale,
        discard=deal.discard,
        calls=deal.calls,
        tricks=tricks,
        points=points,
    )
    is_last = deal.number == len(game.board.deals)
    following = None if is_last else open_deal(game.ruleset, game.board, deal.number + 1)
    return Game(
        ruleset=game.ruleset,
        board=game.board,
        finished=(*game.finished, finished),
        deal=following,
        points=tuple(a + b for a, b in zip(game.points, points, strict=True)),
    )


_PHASES = {QuestionKind.CARD: _Phase(_card_decision, _card_answered)}
"""The phases that the rule sets know; a deal names the one that it is in."""
