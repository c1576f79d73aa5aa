"""What a seat was asked then, and what is taken of its replies now."""

from made_games import CLASSIC, SCHEDULE, SEED
from msgspec.structs import replace

from referee.askagain import Asker
from referee.asking import replay_control
from referee.boards import deal_board
from referee.game import answer, decision, new_game
from referee.laps import Charge
from referee.record import Forfeit, GameRecord, record_of
from referee.recordfold import Step, fold_record, record_steps
from referee.rerun import Reply, open_rerun
from referee.table import MAX_NOTE_BYTES
from referee.timecontrol import TimeControl


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


def test_a_note_that_is_too_long_is_left_out_as_in_a_tournament() -> None:
    """The limit is in bytes, and a note of just that size is kept."""
    record = put_out_record(2)
    end = fold_record(record, CLASSIC)
    table = open_rerun(
        record, end, 3, SCHEDULE[0], TimeControl(), lambda step: True, lambda step, reply: True
    )
    table.note(3, "\u0416" * (MAX_NOTE_BYTES // 2))
    assert table.note_now == "\u0416" * (MAX_NOTE_BYTES // 2)
    table.note(3, "\u0416" * (MAX_NOTE_BYTES // 2) + "x")
    assert table.note_now == ""


def test_a_note_goes_with_its_own_reply_alone() -> None:
    """The next reply has none if the bot wrote none."""
    record = put_out_record(2)
    replies: list[Reply] = []

    def on_reply(_step: Step, reply: Reply) -> bool:
        replies.append(reply)
        return True

    end = fold_record(record, CLASSIC)
    table = open_rerun(record, end, 3, SCHEDULE[0], TimeControl(), lambda step: True, on_reply)
    while len(replies) < 3:
        if table.is_foregone:
            table.answer(0, None)
            continue
        if len(replies) != 1:
            table.note(3, f"note {len(replies)}")
        table.answer(0, Charge(0.0, 0.0, is_late=False))
    assert [reply.note for reply in replies] == ["note 0", "", "note 2"]


def test_without_a_clock_the_hard_cap_alone_ends_an_answer() -> None:
    """It is the limit of each, without grace; with the clock all is as in the tournament."""
    control = TimeControl(move_limit_ms=300, grace_ms=50, hard_cap_ms=9000)
    free = replay_control(control, with_clock=False)
    assert (free.no_clock, free.move_limit_ms, free.grace_ms) == (True, 9000, 0)
    assert replay_control(control, with_clock=True) == control
    # Where the tournament had none, there is none to ask under.
    clockless = replace(control, no_clock=True)
    assert replay_control(clockless, with_clock=True) == free
