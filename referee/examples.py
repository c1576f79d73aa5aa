"""Example questions, one of each kind that a rule set can ask, for bots to warm up on."""

from itertools import count

from king.v1 import session_pb2 as pb

from referee.boards import deal_board, question_seed
from referee.course import kinds_of
from referee.deal import QuestionKind
from referee.encode import question_bytes
from referee.errors import RefereeBug
from referee.game import answer, decision, new_game
from referee.ruleset import RuleSet
from referee.view import view_of

_SEED = "warm-up"


def example_questions(ruleset: RuleSet) -> list[pb.Question]:
    """The longest question of each kind that comes up until there is one of each.

    They are of games in which every answer is drawn by the question's seed.
    """
    found: dict[QuestionKind, pb.Question] = {}
    wanted = kinds_of(ruleset)
    for board in count(1):
        game = new_game(ruleset, deal_board(_SEED, ruleset, board))
        while game.deal is not None and (asked := decision(game)):
            number = game.deal.number
            seed = question_seed(_SEED, board, asked.seat, number, game.deal.decision)
            longest = found.get(asked.kind)
            if longest is None or len(asked.answers) > len(longest.legal):
                found[asked.kind] = pb.Question.FromString(
                    question_bytes(0, 0, asked, view_of(game, asked.seat), seed, None)
                )
            game = answer(game, asked.answers[seed % len(asked.answers)])
            if found.keys() == wanted and (game.deal is None or game.deal.number > number):
                return [found[kind] for kind in QuestionKind if kind in found]
    raise RefereeBug("the boards are at an end")
