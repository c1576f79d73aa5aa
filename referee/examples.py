"""Example questions, one of each kind that a rule set can ask, for bots to warm up on."""

from king.v1 import session_pb2 as pb

from referee.boards import deal_board, question_seed
from referee.deal import QuestionKind
from referee.encode import question_bytes
from referee.game import answer, decision, new_game
from referee.ruleset import RuleSet
from referee.view import view_of

_SEED = "warm-up"


def example_questions(ruleset: RuleSet) -> list[pb.Question]:
    """The longest question of each kind in the first deal of a game that the house plays."""
    found: dict[QuestionKind, pb.Question] = {}
    game = new_game(ruleset, deal_board(_SEED, ruleset, 1))
    while game.deal is not None and game.deal.number == 1 and (asked := decision(game)):
        seed = question_seed(_SEED, 1, asked.seat, 1, game.deal.decision)
        longest = found.get(asked.kind)
        if longest is None or len(asked.answers) > len(longest.legal):
            found[asked.kind] = pb.Question.FromString(
                question_bytes(0, 0, asked, view_of(game, asked.seat), seed, None)
            )
        game = answer(game, asked.answers[0])
    return list(found.values())
