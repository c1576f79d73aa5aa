"""The record of a game: its form, its round trip, its scoring, its plan and its cards."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_games import (
    CLASSIC,
    SCHEDULE,
    SEED,
    Change,
    at_random,
    changed,
    made_record,
    plan_for,
    played,
)
from msgspec.structs import replace

from referee.boards import deal_board
from referee.deal import Direction
from referee.errors import RefereeBug
from referee.game import new_game
from referee.record import (
    Moment,
    Note,
    RecordedSale,
    RecordError,
    Timing,
    decode_record,
    encode_record,
    places,
    record_of,
    scores,
)
from referee.recordfold import check_cards, check_plan, fold_record
from referee.ruleset import load_ruleset, ruleset_ids

PLAN = SCHEDULE[4]
RECORD = made_record(PLAN)
FORFEITED = made_record(PLAN, ("bob", 3))
# What is written.


def test_keys_stand_in_the_order_of_the_format() -> None:
    """A line reads from the heading to the deals, the result, the faults and the timing."""
    plain = msgspec.json.decode(encode_record(FORFEITED))
    heading = ["format", "game_id", "ruleset", "table", "board", "rotation", "life", "seating"]
    result = ["points", "score", "places", "faults", "forfeits", "put_out", "end", "timing"]
    assert list(plain) == [*heading, "deals", *result]
    facts = ["number", "dealer", "sits_out", "hands", "kitty"]
    contract = ["contract", "declarer", "trump", "sale", "discard"]
    assert list(plain["deals"][0]) == [*facts, *contract, "calls", "tricks", "points"]
    assert list(plain["deals"][0]["tricks"][0]) == ["leader", "cards", "taker"]
    assert list(plain["ruleset"]) == ["id", "set", "sha256"]
    assert list(plain["faults"][0]) == ["seat", "deal", "decision", "phase", "reason", "detail"]
    assert list(plain["forfeits"][0]) == ["seat", "deal", "decision"]
    assert plain["timing"] == {}


def test_a_record_is_one_line() -> None:
    """The line end is the only one, and the same record gives the same bytes."""
    line = encode_record(RECORD)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert encode_record(decode_record(line)) == line


def test_a_game_that_is_not_over_cannot_be_recorded() -> None:
    """Recording half a game is our own error."""
    game = new_game(CLASSIC, deal_board(SEED, CLASSIC, 1))
    with pytest.raises(RefereeBug, match="is not over"):
        record_of(game, SCHEDULE[0])


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
@settings(max_examples=8, deadline=None)
@given(place=st.integers(0, SCHEDULE.total - 1), chance=st.integers(0, 10**6))
def test_the_fold_of_a_record_is_the_same_game(ruleset_id: str, place: int, chance: int) -> None:
    """Play, record, encode, decode and fold: the same value comes out, board and all."""
    ruleset = load_ruleset(ruleset_id)
    plan = plan_for(ruleset, place)
    game = played(ruleset, plan, at_random(chance))
    record = record_of(game, plan)
    again = decode_record(encode_record(record))
    assert again == record
    assert fold_record(again, ruleset) == game


@pytest.mark.parametrize("faults", [1, 2, 3])
def test_a_record_with_faults_folds(faults: int) -> None:
    """House moves stand where the faults are, and after the third one to the end."""
    record = made_record(PLAN, ("bob", faults))
    assert len(record.faults) == faults
    assert len(record.forfeits) == (faults == 3)
    game = fold_record(decode_record(encode_record(record)), CLASSIC)
    assert game.points == record.points


def test_timing_is_kept_and_changes_nothing() -> None:
    """Measured values survive the round trip, and the fold does not look at them."""
    timing = Timing(
        charged_us=((120, None), (90,)),
        lag_us=((0, 0), (15,)),
        dropped=(0, 1, 0, 0),
        notes=(Note(2, 1, 3, "ducking «KH»"),),
        suspect=(Moment(1, 2),),
    )
    record = replace(RECORD, timing=timing)
    assert decode_record(encode_record(record)).timing == timing
    assert fold_record(record, CLASSIC) == fold_record(RECORD, CLASSIC)


def test_calls_sales_and_discards_survive_the_round_trip() -> None:
    """Deals of other procedures have their place in the format."""
    deal = RECORD.deals[0]
    trump = replace(
        deal,
        contract="trump",
        declarer=0,
        trump="no-trump",
        sale=RecordedSale(None, 1, 3, Direction.DOWN),
        discard="7C 8C",
        sits_out=2,
    )
    record = replace(RECORD, deals=(trump, *RECORD.deals[1:]))
    line = encode_record(record)
    assert b'"sale":{"seller":null,"buyer":1,"bid":3,"direction":"down"}' in line
    assert decode_record(line) == record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda g: g.update(format="king.record/2"), "format"),
        (lambda g: g.pop("format"), "format"),
        (lambda g: g.update(extra=1), "extra"),
        (lambda g: g.update(end="stopped"), "end"),
        (lambda g: g.pop("score"), "score"),
        (lambda g: g.update(board="2"), "board"),
        (lambda g: g["deals"][0].update(number=1.5), "number"),
        (lambda g: g["deals"][0]["tricks"][0].pop("taker"), "taker"),
    ],
)
def test_a_line_of_another_form_is_not_decoded(change: Change, message: str) -> None:
    """Another format, an unknown or missing key, or a wrong type is refused by its name."""
    with pytest.raises(msgspec.ValidationError, match=message):
        changed(RECORD, change)


# Scoring (design, part 4).


@pytest.mark.parametrize(
    ("points", "forfeited", "score", "place"),
    [
        ((10, -4, 0, -6), (), (10, -4, 0, -6), (1, 3, 2, 4)),
        ((5, 0, 0, -5), (), (5, 0, 0, -5), (1, 2, 2, 4)),
        ((0, 0, 0, 0), (), (0, 0, 0, 0), (1, 1, 1, 1)),
        ((10, -4, 0, -6), (0,), (-6, -4, 0, -6), (4, 2, 1, 3)),
        ((10, -4, 0, -6), (3,), (10, -4, 0, -6), (1, 3, 2, 4)),
        ((10, -6, 2, -6), (1,), (10, -6, 2, -6), (1, 4, 2, 3)),
        ((10, -4, 0, -6), (0, 2), (-6, -4, -6, -6), (3, 1, 3, 2)),
        ((3, 3, -6), (0,), (-6, 3, -6), (3, 1, 2)),
    ],
)
def test_scores_and_places(
    points: tuple[int, ...],
    forfeited: tuple[int, ...],
    score: tuple[int, ...],
    place: tuple[int, ...],
) -> None:
    """A forfeited seat has the lowest points of the table and is last; equal scores share."""
    assert scores(points, forfeited) == score
    assert places(score, forfeited) == place


def test_a_forfeit_shows_in_the_record() -> None:
    """Points are what was played, score and place are what counts."""
    seat = FORFEITED.forfeits[0].seat
    assert FORFEITED.score[seat] == min(FORFEITED.points)
    assert FORFEITED.places[seat] == 4
    assert sum(FORFEITED.points) == 0


# Against the plan and the seed.


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game_id", "t1-b3-r1"),
        ("table", 2),
        ("board", 3),
        ("rotation", 0),
        ("life", 0),
        ("seating", ("ann", "bob", "cem", "dot")),
    ],
)
def test_a_game_that_was_not_planned_so_is_refused(field: str, value: object) -> None:
    """Each field of the plan is compared and named."""
    check_plan(RECORD, PLAN)
    with pytest.raises(RecordError, match=f"{field} is .*, planned is"):
        check_plan(replace(RECORD, **{field: value}), PLAN)


def test_cards_that_the_seed_does_not_deal_are_refused() -> None:
    """Another first dealer, another order within a hand, or a missing deal is seen."""
    board = deal_board(SEED, CLASSIC, PLAN.board)
    check_cards(RECORD, board)
    other = replace(board, dealer=(board.dealer + 1) % 4)
    with pytest.raises(RecordError, match="deal 1: dealer is"):
        check_cards(RECORD, other)
    hands = board.deals[2].hands
    turned = replace(board.deals[2], hands=(hands[0][::-1], *hands[1:]))
    with pytest.raises(RecordError, match="deal 3: hands: the seed deals other cards"):
        check_cards(RECORD, replace(board, deals=(*board.deals[:2], turned, *board.deals[3:])))
    with pytest.raises(RecordError, match="14 deals, the seed makes 13"):
        check_cards(RECORD, replace(board, deals=board.deals[1:]))


def test_a_kitty_that_the_seed_does_not_deal_is_named() -> None:
    """Where the hands are right; where a card of them is in it, the hands are."""
    ruleset = load_ruleset("kitty")
    plan = plan_for(ruleset)
    record = record_of(played(ruleset, plan, at_random("kitty")), plan)
    board = deal_board(SEED, ruleset, plan.board)
    check_cards(record, board)
    dealt = board.deals[1]
    turned = replace(dealt, kitty=dealt.kitty[::-1])
    (first, *rest), *others = dealt.hands
    moved = replace(turned, hands=((dealt.kitty[0], *rest), *others), kitty=(first,))
    for cards, named in ((turned, "kitty"), (moved, "hands")):
        with pytest.raises(RecordError, match=f"deal 2: {named}: the seed deals other cards"):
            check_cards(record, replace(board, deals=(board.deals[0], cards, *board.deals[2:])))
