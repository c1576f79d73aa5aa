"""The one fold of a record: every field that does not come out right is refused by its name."""

from collections.abc import Callable
from typing import Any

import pytest
from made_games import CLASSIC, SCHEDULE, SEED, Change, at_random, changed, made_record
from msgspec.structs import replace

from referee.boards import deal_board
from referee.cards import cards_text, parse_cards
from referee.faults import FaultReason, Phase
from referee.game import answer, decision, new_game
from referee.record import (
    Fault,
    Forfeit,
    GameRecord,
    RecordedDeal,
    RecordedTrick,
    RecordError,
    forfeit_at,
    record_of,
)
from referee.recordfold import check_rules, fold_record, record_steps

PLAN = SCHEDULE[4]
RECORD = made_record(PLAN)
FORFEITED = made_record(PLAN, ("bob", 3))


def refusal(change: Change, record: GameRecord = RECORD) -> RecordError:
    """The refusal of the changed record."""
    with pytest.raises(RecordError) as caught:
        fold_record(changed(record, change), CLASSIC)
    assert str(caught.value).startswith("t1-b2-r1")
    return caught.value


# Every summary field is checked. Facts (the cards, the first dealer) have tests of their own.

_DEAL = 3
_TRICK = 2
_SALE = {"seller": 0, "buyer": 1, "bid": 1, "direction": "up"}

IN_GAME: dict[str, Change] = {
    "ruleset": lambda g: g["ruleset"].update(sha256="0" * 64),
    "seating": lambda g: g.update(seating=["ann", "bob", "cem", "ann"]),
    "points": lambda g: g["points"].__setitem__(1, 1000),
    "score": lambda g: g["score"].__setitem__(0, 1000),
    "places": lambda g: g["places"].__setitem__(2, 7),
    "put_out": lambda g: g.update(put_out=[0]),
    "forfeits": lambda g: g.update(forfeits=[{"seat": 4, "deal": 1, "decision": 1}]),
    "faults": lambda g: g.update(
        faults=[
            {"seat": 4, "deal": 1, "decision": 1, "phase": "play", "reason": "late", "detail": ""}
        ]
    ),
}
IN_DEAL: dict[str, tuple[object, ...]] = {
    "number": (4,),
    "dealer": (2, 7),
    "sits_out": (0,),
    "contract": ("-boys", "-nothing"),
    "declarer": (0,),
    "trump": ("S",),
    "sale": (_SALE,),
    "discard": ("7C",),
    "calls": ([{"seat": 0, "call": "pass"}],),
    "points": ([0, 0, 0, 0], [0, 0, 0]),
}
IN_TRICK: dict[str, tuple[object, ...]] = {"leader": (9,), "taker": (9,)}


def test_no_field_is_left_unchecked() -> None:
    """Each field is a fact, is checked by the fold, or by the plan, or is only measured."""
    by_plan = {"game_id", "table", "board", "rotation", "life"}
    assert {*IN_GAME, *by_plan, "format", "end", "deals", "timing"} == set(
        GameRecord.__struct_fields__
    )
    assert {*IN_DEAL, "hands", "kitty", "tricks"} == set(RecordedDeal.__struct_fields__)
    assert {*IN_TRICK, "cards"} == set(RecordedTrick.__struct_fields__)


@pytest.mark.parametrize("field", IN_GAME)
def test_a_wrong_field_of_the_game_is_named(field: str) -> None:
    """The refusal names the field of the game that does not come out."""
    error = refusal(IN_GAME[field])
    assert error.reason.startswith(field)


@pytest.mark.parametrize(("field", "value"), [(f, v) for f, vs in IN_DEAL.items() for v in vs])
def test_a_wrong_field_of_a_deal_is_named(field: str, value: object) -> None:
    """The refusal names the deal and its field."""
    error = refusal(lambda g: g["deals"][_DEAL - 1].update({field: value}))
    assert error.deal == _DEAL
    assert error.reason.startswith(field)


@pytest.mark.parametrize(("field", "value"), [(f, v) for f, vs in IN_TRICK.items() for v in vs])
def test_a_wrong_field_of_a_trick_is_named(field: str, value: object) -> None:
    """The refusal names the deal, the trick and its field."""
    error = refusal(lambda g: g["deals"][_DEAL - 1]["tricks"][_TRICK - 1].update({field: value}))
    assert (error.deal, error.trick) == (_DEAL, _TRICK)
    assert error.reason.startswith(field)
    assert str(error).startswith(f"t1-b2-r1, deal {_DEAL}, trick {_TRICK}: {field} is {value}")


@pytest.mark.parametrize(
    ("field", "value"), [("id", "other"), ("set", {"boys": "KJ"}), ("sha256", "0" * 64)]
)
def test_a_record_by_other_rules_is_refused(field: str, value: object) -> None:
    """Id, options and hash must be those of the rules at hand."""
    record = changed(RECORD, lambda g: g["ruleset"].update({field: value}))
    with pytest.raises(RecordError, match=f"ruleset.{field} is .*, the rules at hand have"):
        check_rules(record, CLASSIC)


# Wrong facts.


def _trick(game: dict[str, Any], deal: int, trick: int) -> dict[str, Any]:
    found: dict[str, Any] = game["deals"][deal - 1]["tricks"][trick - 1]
    return found


def test_a_revoke_is_refused_where_it_happened() -> None:
    """A card that was not legal is named with its deal, its trick and the legal ones."""

    def revoke(game: dict[str, Any]) -> None:
        # Somebody leads a card of the next seat, which the leader does not hold.
        cards = _trick(game, 1, 1)["cards"].split()
        _trick(game, 1, 1)["cards"] = " ".join([cards[1], cards[0], *cards[2:]])

    error = refusal(revoke)
    assert (error.deal, error.trick) == (1, 1)
    assert "is not legal; legal are:" in error.reason


@pytest.mark.parametrize(
    ("cut", "count"), [(lambda cards: cards[:-1], 3), (lambda cards: [*cards, "7C"], 5)]
)
def test_a_trick_of_the_wrong_size_is_refused(
    cut: Callable[[list[str]], list[str]], count: int
) -> None:
    """A card too few or too many is said of the trick that has it."""

    def change(game: dict[str, Any]) -> None:
        cards = _trick(game, 2, 4)["cards"].split()
        extra = cut(cards)
        if len(extra) == 5:
            extra[4] = _trick(game, 2, 5)["cards"].split()[0]
        _trick(game, 2, 4)["cards"] = " ".join(extra)

    error = refusal(change)
    assert (error.deal, error.trick) == (2, 4)
    assert f"a trick of {count} cards" in error.reason


def test_a_missing_last_trick_is_refused() -> None:
    """The deal goes on where the record ends."""
    error = refusal(lambda g: g["deals"][0]["tricks"].pop())
    assert (error.deal, error.trick) == (1, 8)
    assert error.reason == "the cards end before the deal is over"


def test_a_trick_after_the_end_is_refused() -> None:
    """Nothing is played when the deal is over."""
    error = refusal(lambda g: g["deals"][0]["tricks"].append(_trick(g, 1, 1)))
    assert (error.deal, error.trick) == (1, 9)
    assert "after the end of the deal" in error.reason


@pytest.mark.parametrize(
    ("cards", "reason"), [("7C XX 8C 9C", "not a card: 'XX'"), ("7C 7C 8C 9C", "stands twice")]
)
def test_what_is_no_trick_of_cards_is_refused(cards: str, reason: str) -> None:
    """A word that is no card, and a card that stands twice, are named."""
    error = refusal(lambda g: _trick(g, 5, 1).update(cards=cards))
    assert (error.deal, error.trick) == (5, 1)
    assert reason in error.reason


def test_cards_are_written_in_one_way() -> None:
    """Two spaces between cards are not what the referee writes."""
    error = refusal(lambda g: _trick(g, 5, 1).update(cards=_trick(g, 5, 1)["cards"] + " "))
    assert (error.deal, error.trick) == (5, 1)
    assert error.reason.startswith("cards is")


def test_hands_that_are_not_the_deck_are_refused() -> None:
    """A card of another deck, one that stands twice, or a missing hand does not go through."""
    hands = RECORD.deals[5].hands
    for wrong, reason in [
        (("2C" + hands[0][2:], *hands[1:]), "the cards are not those of the deck"),
        ((hands[1], *hands[1:]), "the cards are not those of the deck"),
        (("1C" + hands[0][2:], *hands[1:]), "hands: not a card: '1C'"),
        (hands[1:], "3 hands instead of 4"),
    ]:
        error = refusal(lambda g, wrong=wrong: g["deals"][5].update(hands=wrong))  # type: ignore[misc]
        assert "deal 6" in str(error)
        assert reason in error.reason


@pytest.mark.parametrize("shift", [1, 4, -9])
def test_a_wrong_first_dealer_is_refused(shift: int) -> None:
    """The deal moves clockwise from the first dealer, who is one of the seats (P2)."""
    dealer = RECORD.deals[0].dealer + shift
    error = refusal(lambda g: g["deals"][0].update(dealer=dealer))
    assert "dealer is" in error.reason


def test_a_missing_deal_is_refused() -> None:
    """The rule set says how many deals a game has."""
    assert "13 deals instead of 14" in refusal(lambda g: g["deals"].pop()).reason
    assert "0 deals instead of 14" in refusal(lambda g: g["deals"].clear()).reason
    assert refusal(lambda g: g["deals"].pop(4)).reason.startswith("number is 6")


# Faults and forfeits.


def _fault(seat: int, deal: int, at: int, phase: Phase = Phase.PLAY) -> Fault:
    return Fault(seat, deal, at, phase, FaultReason.LATE, "")


def _seat_that_answers(deal: int, at: int) -> int:
    trick = RECORD.deals[deal - 1].tricks[(at - 1) // 4]
    return (trick.leader + (at - 1) % 4) % 4


def test_a_house_move_that_was_not_made_is_refused() -> None:
    """At a fault the first legal answer stands, and nothing else."""
    house: list[Fault] = []
    others: list[Fault] = []
    game = new_game(CLASSIC, deal_board(SEED, CLASSIC, PLAN.board))
    for trick in RECORD.deals[0].tricks:
        for card in parse_cards(trick.cards):
            asked = decision(game)
            assert asked is not None
            fault = _fault(asked.seat, 1, len(house) + len(others) + 1)
            (house if card == asked.answers[0] else others).append(fault)
            game = answer(game, card)
    assert house
    for fault in house:
        fold_record(replace(RECORD, faults=(fault,)), CLASSIC)
    assert others
    for fault in others:
        with pytest.raises(RecordError, match="where the house move") as caught:
            fold_record(replace(RECORD, faults=(fault,)), CLASSIC)
        assert f"at decision {fault.decision} of seat {fault.seat}" in caught.value.reason
        assert (caught.value.deal, caught.value.trick) == (1, (fault.decision - 1) // 4 + 1)


def test_a_fault_of_the_wrong_seat_or_phase_is_refused() -> None:
    """Seat and phase must be those of the question at that decision."""
    seat = _seat_that_answers(1, 32)
    for fault, reason in [
        (_fault((seat + 1) % 4, 1, 32), f"seat at decision 32 is {(seat + 1) % 4}, not {seat}"),
        (_fault(seat, 1, 32, Phase.AUCTION), 'phase at decision 32 is "auction", not "play"'),
        (_fault(seat, 1, 33), "no decision 33 came up"),
        (_fault(seat, 15, 1), "no decision 1 came up"),
        (_fault(seat, 1, 0), "no decision 0 came up"),
    ]:
        with pytest.raises(RecordError) as caught:
            fold_record(replace(RECORD, faults=(fault,)), CLASSIC)
        assert caught.value.reason == f"faults: {reason}"
        assert caught.value.deal == fault.deal


def test_a_failed_start_may_be_booked_at_any_question() -> None:
    """The last card of a deal is the only legal answer, so the house move stands there."""
    fault = _fault(_seat_that_answers(1, 32), 1, 32, Phase.START)
    assert fold_record(replace(RECORD, faults=(fault,)), CLASSIC).points == RECORD.points


def test_the_third_fault_forfeits_at_that_decision() -> None:
    """A forfeit that is missing, late or early is refused, and so is a fault after it."""
    fold_record(FORFEITED, CLASSIC)
    forfeit = FORFEITED.forfeits[0]
    later = Forfeit(forfeit.seat, forfeit.deal, forfeit.decision + 4)
    for wrong in ((), (later,)):
        with pytest.raises(RecordError, match=r"forfeits: seat \d is forfeited by its fault 3"):
            fold_record(replace(FORFEITED, forfeits=wrong), CLASSIC)
    early = replace(made_record(PLAN, ("bob", 2)), forfeits=(Forfeit(forfeit.seat, 1, 1),))
    with pytest.raises(RecordError, match="was forfeited before decision"):
        fold_record(early, CLASSIC)
    assert forfeit_at(FORFEITED.faults, forfeit.seat) == forfeit
    assert forfeit_at(FORFEITED.faults[:2], forfeit.seat) is None


def test_a_forfeited_seat_makes_house_moves_to_the_end() -> None:
    """A forfeit in a game that the bot played itself is refused, also without faults."""
    seat = _seat_that_answers(1, 1)
    with pytest.raises(RecordError, match="where the house move"):
        fold_record(replace(RECORD, forfeits=(Forfeit(seat, 1, 1),)), CLASSIC)


Place = tuple[int, int]
"""Deal and decision."""


def with_forfeits(first: Place, second: Place, slip: Callable[[Place, Place], bool]) -> GameRecord:
    """A random game in which the house takes over a seat at, or soon after, each of two places.

    Once, where `slip` says so of the place of the forfeit and that of the move, the house plays
    another card than its own.
    """
    choose, due = at_random("forfeits"), [first, second]
    game = new_game(CLASSIC, deal_board(SEED, CLASSIC, PLAN.board))
    forfeits: dict[int, Forfeit] = {}
    slips = 0
    while asked := decision(game):
        assert game.deal is not None
        place = game.deal.number, game.deal.decision
        if due and place >= due[0] and asked.seat not in forfeits:
            due.pop(0)
            forfeits[asked.seat] = Forfeit(asked.seat, *place)
        forfeit = forfeits.get(asked.seat)
        choice = choose(asked) if forfeit is None else asked.answers[0]
        may_slip = not slips and len(asked.answers) > 1
        if forfeit and may_slip and slip((forfeit.deal, forfeit.decision), place):
            choice, slips = asked.answers[-1], 1
        game = answer(game, choice)
    return record_of(game, PLAN, (), forfeits.values())


SLIPS: dict[str, Callable[[Place, Place], bool]] = {
    "at the forfeit": lambda forfeit, place: place == forfeit,
    "in its deal": lambda forfeit, place: place[0] == forfeit[0] and place > forfeit,
    "in the next deal": lambda forfeit, place: place[0] == 3,
    "in a deal after both": lambda forfeit, place: place[0] == 9,
}


def test_a_seat_is_free_until_it_is_forfeited() -> None:
    """Two seats that the house takes over late in the second and in the fifth deal."""
    fold_record(with_forfeits((2, 17), (5, 13), lambda forfeit, place: False), CLASSIC)


@pytest.mark.parametrize("where", SLIPS)
def test_a_forfeited_seat_plays_nothing_but_house_moves(where: str) -> None:
    """At its forfeit, later in that deal, and in all deals after it, whoever else is forfeited."""
    with pytest.raises(RecordError, match="where the house move"):
        fold_record(with_forfeits((2, 17), (5, 13), SLIPS[where]), CLASSIC)


def test_a_forfeit_stands_at_a_decision_of_its_own_seat() -> None:
    """A forfeit at another seat's decision is refused."""
    seat = (_seat_that_answers(1, 1) + 1) % 4
    with pytest.raises(RecordError, match=f"forfeits: seat at decision 1 is {seat}, not"):
        fold_record(replace(RECORD, forfeits=(Forfeit(seat, 1, 1),)), CLASSIC)


def test_steps_are_the_decisions_of_the_game() -> None:
    """The steps of a record are its decisions in order, and lead to its end."""
    steps = list(record_steps(RECORD, CLASSIC))
    cards = [card for deal in RECORD.deals for trick in deal.tricks for card in trick.cards.split()]
    assert cards_text(step.choice for step in steps if isinstance(step.choice, int)) == " ".join(
        cards
    )
    assert [step.deal.decision for step in steps[:33]] == [*range(1, 33), 1]
    assert all(step.choice in step.asked.answers for step in steps)
    assert answer(steps[-1].before, steps[-1].choice) == fold_record(RECORD, CLASSIC)


def test_lists_of_faults_have_one_order() -> None:
    """Out of order, two at one decision, and a seat that is forfeited twice are refused."""
    first, second, third = FORFEITED.faults
    forfeit = FORFEITED.forfeits[0]
    for record, reason in [
        (replace(FORFEITED, faults=(second, first, third)), "faults do not stand in order"),
        (replace(FORFEITED, faults=(first, first, second)), "faults: two at one decision"),
        (replace(FORFEITED, forfeits=(forfeit, forfeit)), "forfeits: a seat stands twice"),
        (replace(RECORD, forfeits=(Forfeit(0, 14, 33),)), "forfeits: no decision 33 came up"),
        (replace(FORFEITED, put_out=(forfeit.seat,) * 2), "put_out: the seats do not stand"),
        (replace(FORFEITED, put_out=(1 - forfeit.seat % 2,)), "put_out: a seat that is put out"),
    ]:
        with pytest.raises(RecordError, match=reason):
            fold_record(record, CLASSIC)
