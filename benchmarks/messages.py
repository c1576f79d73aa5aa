"""One question of a game half way through and its answer, encoded as the wire carries them."""

from king.v1 import session_pb2 as pb

from referee.boards import deal_board, question_seed
from referee.encode import question_bytes, questions_bytes
from referee.game import Game, answer, decision, new_game
from referee.ruleset import load_ruleset
from referee.view import view_of

_SEED = "benchmark"
_NUMBER = 1_000
_LEFT_MS = (1_000, 25_000)


def exchange() -> tuple[bytes, bytes]:
    """A PlayResponse with one question of the middle of a game, and the PlayRequest for it."""
    ruleset = load_ruleset("classic")
    game = new_game(ruleset, deal_board(_SEED, ruleset, 1))
    middle = (len(ruleset.deals) + 1) // 2, ruleset.seats * ruleset.hand_size // 2
    while (moment := _moment(game)) < middle:
        asked = decision(game)
        assert asked is not None
        game = answer(game, asked.answers[0])
    asked = decision(game)
    assert asked is not None
    seed = question_seed(_SEED, 1, asked.seat, *moment)
    question = question_bytes(_NUMBER, 1, asked, view_of(game, asked.seat), seed, _LEFT_MS)
    reply = pb.Answers(answers=[pb.Answer(question_id=_NUMBER, choice=0)])
    return questions_bytes([question]), pb.PlayRequest(answers=reply).SerializeToString()


def _moment(game: Game) -> tuple[int, int]:
    assert game.deal is not None
    return game.deal.number, game.deal.decision
