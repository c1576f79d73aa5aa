"""What a seat was asked then, where the house took it over before its first question."""

from made_games import CLASSIC, SCHEDULE, SEED

from referee.askagain import Asker
from referee.boards import deal_board
from referee.game import answer, decision, new_game
from referee.record import Forfeit, GameRecord, record_of
from referee.recordfold import fold_record, record_steps


def put_out_record(seat: int) -> GameRecord:
    """A game of first answers in which a seat is put out from its first decision on."""
    game = new_game(CLASSIC, deal_board(SEED, CLASSIC, 1))
    first = None
    while asked := decision(game):
        assert game.deal is not None
        if asked.seat == seat and first is None:
            first = Forfeit(seat, game.deal.number, game.deal.decision)
        game = answer(game, asked.answers[0])
    assert first is not None
    record = record_of(game, SCHEDULE[0], forfeits=[first], put_out=[seat])
    fold_record(record, CLASSIC)
    return record


def test_a_seat_that_is_put_out_is_asked_nothing_from_that_very_decision_on() -> None:
    """Its forfeit has no fault of its own, and begins at the decision that it names."""
    record = put_out_record(2)
    asker, other = Asker(1, record, 2), Asker(1, record, 3)
    steps = list(record_steps(record, CLASSIC))
    assert not any(asker.was_asked(step) for step in steps if step.asked.seat == 2)
    assert all(other.was_asked(step) for step in steps if step.asked.seat == 3)
    its_first = next(step for step in steps if step.asked.seat == 2)
    assert asker.question(its_first).house == "forfeited"
