"""Messages: a question says what its seat may know and no more, and says all of the rules."""

import random

from dealing import random_game
from hiding import hidden_shuffled
from king.v1 import game_pb2, session_pb2

from referee.cards import CARD_NAMES, cards_in, cards_text
from referee.deal import QuestionKind
from referee.encode import question_bytes, questions_bytes
from referee.examples import example_questions
from referee.faults import FaultReason, Phase
from referee.game import decision
from referee.ruleset import load_ruleset, ruleset_ids
from referee.timecontrol import TimeControl
from referee.view import view_of
from referee.wire import ruleset_message, welcome_message


def test_hidden_cards_change_no_byte_of_a_question() -> None:
    """Any other lie of the cards that the seat cannot see reads the same, at every call too."""
    rng = random.Random(7)
    questions = 0
    for ruleset_id in ruleset_ids():
        for game, _ in random_game(load_ruleset(ruleset_id), rng):
            asked = decision(game)
            if asked is None or (asked.kind is QuestionKind.CARD and rng.random() > 0.1):
                continue
            questions += 1
            sent = question_bytes(1, 1, asked, view_of(game, asked.seat), 5, (1000, 9000))
            other = hidden_shuffled(game, asked.seat, rng)
            asked_then = decision(other)
            assert asked_then is not None
            again = question_bytes(1, 1, asked_then, view_of(other, asked.seat), 5, (1000, 9000))
            assert sent == again
    assert questions > 1000


def test_a_question_carries_the_view_and_the_legal_answers() -> None:
    """Hand, trick, tricks, points and legal answers on the wire are those of the game."""
    rng = random.Random(8)
    for game, _ in random_game(load_ruleset("classic"), rng):
        asked = decision(game)
        if asked is None or game.deal is None or game.deal.play is None:
            continue
        sent = session_pb2.Question.FromString(
            question_bytes(3, 2, asked, view_of(game, asked.seat), 5, None)
        )
        play = game.deal.play
        king = sent.king
        assert [card_name(card) for card in king.hand] == cards_text(
            cards_in(play.hands[asked.seat])
        ).split()
        assert [one.card - 1 for one in sent.legal] == list(asked.answers)
        assert [card - 1 for card in king.current.cards] == list(play.trick)
        assert [
            (one.leader, one.taker, [card - 1 for card in one.cards]) for one in king.tricks
        ] == [(one.leader, one.taker, list(one.cards)) for one in play.tricks]
        assert (list(king.points), list(king.deal_points)) == (list(game.points), list(play.points))
        assert (king.deal, king.dealer, king.seat) == (
            game.deal.number,
            game.deal.dealer,
            asked.seat,
        )
        assert not sent.HasField("move_left_ms")


def test_questions_are_joined_as_protobuf_itself_would_write_them() -> None:
    """Decoded and encoded by protobuf alone, a message of many questions says the same.

    Not only the same fields: also the same number of bytes, and nothing that protobuf would have
    to merge, since not every language's library merges.
    """
    rng = random.Random(9)
    questions = []
    for game, _ in random_game(load_ruleset("classic"), rng):
        if asked := decision(game):
            view = view_of(game, asked.seat)
            numbers = (rng.randrange(1 << 20), rng.randrange(1, 300), rng.randrange(1 << 64))
            left = None if rng.random() < 0.1 else (rng.randrange(1000), rng.randrange(60_000))
            questions.append(question_bytes(numbers[0], numbers[1], asked, view, numbers[2], left))
    joined = questions_bytes(questions)
    message = session_pb2.PlayResponse.FromString(joined)
    assert len(message.SerializeToString()) == len(joined)
    plain = [one.SerializeToString() for one in message.questions.questions]
    assert [session_pb2.Question.FromString(one) for one in questions] == [
        session_pb2.Question.FromString(one) for one in plain
    ]
    assert len(questions) > 300


def test_cards_are_numbered_as_documented() -> None:
    """Every card's name on the wire is its name in the record, and its number 1 + our own."""
    for number, name in enumerate(CARD_NAMES):
        assert game_pb2.Card.Value(f"CARD_{name[1]}{name[0]}") == number + 1


def test_every_reason_phase_and_kind_is_on_the_wire() -> None:
    """The words of the core and the enums of the wire are the same."""
    for reason in FaultReason:
        assert session_pb2.FaultReason.Value(f"FAULT_REASON_{reason.name}")
    for phase in Phase:
        assert session_pb2.Phase.Value(f"PHASE_{phase.name}")
    for kind in QuestionKind:
        assert session_pb2.QuestionKind.Value(f"QUESTION_KIND_{kind.name}")


def test_welcome_says_the_rules_whole() -> None:
    """Contracts with prices and duties, deals in order, deck and hash are those of the rule set."""
    ruleset = load_ruleset("classic")
    message = ruleset_message(ruleset)
    assert (message.id, message.sha256, message.seats) == ("classic", ruleset.sha256, 4)
    assert [card - 1 for card in message.deck] == list(ruleset.deck)
    assert list(message.stock) == list(ruleset.deals)
    by_id = {contract.id: contract for contract in message.contracts}
    assert list(by_id) == list(ruleset.contracts)
    eralash = by_id["-eralash"]
    prices = eralash.prices
    assert (prices.trick, prices.heart, prices.boy, prices.girl, prices.king) == (2, 2, 4, 4, 16)
    assert {(one.position, one.price) for one in prices.at} == {(-1, 8), (-2, 8)}
    assert eralash.heart_lead_ban
    assert eralash.king_duty == game_pb2.KING_DUTY_VOID
    assert by_id["-tricks"].king_duty == game_pb2.KING_DUTY_NONE
    assert by_id["+girls"].sign == game_pb2.SIGN_TAKE


def test_welcome_says_the_clock_and_what_a_fault_leads_to() -> None:
    """Each limit is the one in force, and the bot knows whether the first fault ends the run."""
    control = TimeControl(move_limit_ms=1, bank_ms=2, bank_increment_ms=3, grace_ms=4)
    for is_strict, said in [
        (True, session_pb2.ON_FAULT_STRICT),
        (False, session_pb2.ON_FAULT_REPLACE),
    ]:
        message = welcome_message(load_ruleset("classic"), control, 9, is_strict=is_strict).welcome
        assert (message.games_at_once, message.on_fault) == (9, said)
        sent = {field.name for field in message.time_control.DESCRIPTOR.fields}
        assert sent == set(TimeControl.__struct_fields__)
        for name in sent:
            assert getattr(message.time_control, name) == getattr(control, name)


def test_warm_up_shows_a_question_of_each_kind() -> None:
    """The classic game asks for cards only: one example with several legal answers."""
    (example,) = example_questions(load_ruleset("classic"))
    assert example.kind == session_pb2.QUESTION_KIND_CARD
    assert len(example.legal) > 1
    assert example.question_id == 0


def card_name(number: int) -> str:
    name = game_pb2.Card.Name(game_pb2.Card.ValueType(number))
    return name[-1] + name[-2]
