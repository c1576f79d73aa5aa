"""A game as a value that answers are folded over: the one core of play, replay and verifying."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee import auction, choice, course
from referee.cards import CARD_NAMES, cards_in, parse_cards
from referee.deal import Answer, Board, Deal, DealResult, Decision, QuestionKind, check_board
from referee.errors import RefereeBug
from referee.law import RuleSet
from referee.play import Play, Trick, legal_cards, play_card
from referee.play import is_over as is_play_over
from referee.settle import check_sum, paid, unplayed_points


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
    return Game(ruleset, board, (), course.open_deal(ruleset, board, 1), (0,) * ruleset.seats)


def is_over(game: Game) -> bool:
    """True when all deals are played."""
    return game.deal is None


def decision(game: Game) -> Decision | None:
    """The question that comes up now; None when the game is over."""
    deal = game.deal
    if deal is None:
        return None
    if deal.phase is QuestionKind.CARD:
        return _card_decision(deal)
    return _CALLS[_phase_of(deal)].decision(game.ruleset, deal)


def answer(game: Game, said: Answer) -> Game:
    """The game after the answer to its question; IllegalAnswer if the law forbids it."""
    deal = game.deal
    if deal is None:
        raise IllegalAnswer(f"{answer_text(said)}: the game is over")
    if deal.phase is QuestionKind.CARD:
        return _card_answered(game, deal, said)
    return _call_answered(game, deal, said)


def fold(ruleset: RuleSet, board: Board, answers: Iterable[Answer]) -> Game:
    """The game that the answers, in order, lead to; IllegalAnswer for one that is not legal."""
    return game_after(new_game(ruleset, board), answers)


def game_after(game: Game, answers: Iterable[Answer]) -> Game:
    """The game after the answers, in order; IllegalAnswer for one that is not legal."""
    waiting = iter(answers)
    for said in waiting:
        if game.deal is not None and game.deal.phase is QuestionKind.CARD:
            game = _after_cards(game, game.deal, chain((said,), waiting))
        else:
            game = answer(game, said)
    return game


def answer_text(said: Answer) -> str:
    """The answer in words: a card like `7C`, or the call itself."""
    if isinstance(said, str):
        return said
    return CARD_NAMES[said] if 0 <= said < len(CARD_NAMES) else f"card {said}"


def _play_of(deal: Deal) -> Play:
    if deal.play is None:
        raise RefereeBug(f"deal {deal.number} asks for a card before its play has begun")
    return deal.play


def _card_decision(deal: Deal) -> Decision:
    play = _play_of(deal)
    return Decision(play.turn, QuestionKind.CARD, tuple(cards_in(legal_cards(play))))


def _card_answered(game: Game, deal: Deal, card: Answer) -> Game:
    play = _play_of(deal)
    legal = legal_cards(play)
    if not isinstance(card, int) or card < 0 or not legal >> card & 1:
        raise _illegal(deal, _card_decision(deal), card)
    play = play_card(play, card)
    if not play.trick and is_play_over(play):
        return _next_deal(game, deal, play.tricks, play)
    following = replace(deal, play=play, decision=deal.decision + 1)
    return Game(game.ruleset, game.board, game.finished, following, game.points)


def _after_cards(game: Game, deal: Deal, cards: Iterable[Answer]) -> Game:
    """The game after cards, taken from the answers until they or the deal are at an end.

    The same as one answer after the other, but that deal and game are made once for all of them.
    """
    play = _play_of(deal)
    played = 0
    for card in cards:
        if not isinstance(card, int) or card < 0 or not legal_cards(play) >> card & 1:
            now = _with_play(deal, play, played)
            raise _illegal(now, _card_decision(now), card)
        play = play_card(play, card)
        if not play.trick and is_play_over(play):  # it never is within a trick
            return _next_deal(game, deal, play.tricks, play)
        played += 1
    following = _with_play(deal, play, played)
    return Game(game.ruleset, game.board, game.finished, following, game.points)


def _with_play(deal: Deal, play: Play, played: int) -> Deal:
    return replace(deal, play=play, decision=deal.decision + played)


class _Call(NamedTuple):
    """How one kind of question that is not about a card asks, and what its answer makes of a deal.

    All questions of a deal before its first lead are of such kinds (D1, D2).
    """

    decision: Callable[[RuleSet, Deal], Decision]
    said: Callable[[RuleSet, Deal, str], Deal]


def _reply_decision(_: RuleSet, deal: Deal) -> Decision:
    return auction.reply_decision(deal)


def _contract_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    return course.after_contract(ruleset, choice.contract_said(ruleset, deal, said))


def _opening_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    return course.after_auction(ruleset, auction.opening_said(ruleset, deal, said))


def _bid_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    return course.after_auction(ruleset, auction.bid_said(ruleset, deal, said))


def _reply_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    return course.after_auction(ruleset, auction.reply_said(ruleset, deal, said))


def _discard_said(ruleset: RuleSet, deal: Deal, said: str) -> Deal:
    return course.discard_said(ruleset, deal, parse_cards(said.removeprefix(course.DISCARD)))


_CALLS = {
    QuestionKind.CONTRACT: _Call(choice.contract_decision, _contract_said),
    QuestionKind.OPENING: _Call(auction.opening_decision, _opening_said),
    QuestionKind.BID: _Call(auction.bid_decision, _bid_said),
    QuestionKind.REPLY: _Call(_reply_decision, _reply_said),
    QuestionKind.TRUMP: _Call(course.trump_decision, course.trump_said),
    QuestionKind.DISCARD: _Call(course.discard_decision, _discard_said),
}


def _phase_of(deal: Deal) -> QuestionKind:
    if deal.phase is None:
        raise RefereeBug(f"deal {deal.number} is settled, and asks")
    return deal.phase


def _call_answered(game: Game, deal: Deal, said: Answer) -> Game:
    call = _CALLS[_phase_of(deal)]
    asked = call.decision(game.ruleset, deal)
    if not isinstance(said, str) or said not in asked.answers:
        raise _illegal(deal, asked, said)
    after = call.said(game.ruleset, deal, said)
    after = replace(after, calls=(*deal.calls, (asked.seat, said)), decision=deal.decision + 1)
    if after.phase is None:
        return _next_deal(game, after, (), None)
    return Game(game.ruleset, game.board, game.finished, after, game.points)


def _illegal(deal: Deal, asked: Decision, said: Answer) -> IllegalAnswer:
    legal = " ".join(answer_text(one) for one in asked.answers)
    return IllegalAnswer(
        f"deal {deal.number}, decision {deal.decision}, seat {asked.seat}: "
        f"{answer_text(said)} is not legal; legal are: {legal}"
    )


def _next_deal(game: Game, deal: Deal, tricks: tuple[Trick, ...], play: Play | None) -> Game:
    """The game after a deal that is played out, or settled without play."""
    ruleset = game.ruleset
    points = unplayed_points(ruleset, deal) if play is None else play.points
    check_sum(ruleset, deal, None if play is None else play.rules, points)
    points = paid(ruleset, deal, points, tricks)
    finished = DealResult(
        number=deal.number,
        dealer=deal.dealer,
        sits_out=deal.sits_out,
        cards=deal.cards,
        contract=deal.contract or "",
        declarer=deal.declarer,
        trump=deal.trump,
        sale=deal.sale,
        discard=deal.discard,
        calls=deal.calls,
        tricks=tricks,
        points=points,
    )
    is_last = deal.number == len(game.board.deals)
    following = (
        None if is_last else course.open_deal(ruleset, game.board, deal.number + 1, deal.stocks)
    )
    return Game(
        ruleset=ruleset,
        board=game.board,
        finished=(*game.finished, finished),
        deal=following,
        points=tuple(a + b for a, b in zip(game.points, points, strict=True)),
    )
