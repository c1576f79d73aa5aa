"""The data of the viewer: right in every rule set, and for a seat nothing that it did not know."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest
from dealing import random_board
from made_games import CLASSIC, SCHEDULE, at_random, made_record, plan_for, played
from msgspec.structs import replace

from referee.cards import CARD_NAMES, cards_in, cards_text
from referee.deal import QuestionKind
from referee.faults import FaultReason, Phase
from referee.game import Game, answer, decision, new_game
from referee.record import Fault, GameRecord, Moment, Note, Timing, record_of
from referee.recordfold import Step, fold_record, record_steps
from referee.ruleset import load_ruleset, ruleset_ids
from referee.timecontrol import TimeControl
from referee.view import View, view_of
from referee.viewdata import Decided, GameData, data_json, game_data

KITTIES = ("kitty", "kitty-2010", "kitty-4")
AUCTIONS = ("bidding", "payback-8", "portuguese")
OTHERS = ("last-trick-chosen", "twelve", "free-order", "symmetric-6", "two-handed")
_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def made(ruleset_id: str, seed: int = 0) -> tuple[GameRecord, Game]:
    """The record of a random game and the game."""
    ruleset = load_ruleset(ruleset_id)
    rng = random.Random(f"{ruleset_id} {seed}")
    game = new_game(ruleset, random_board(ruleset, rng))
    while asked := decision(game):
        game = answer(game, rng.choice(asked.answers))
    return record_of(game, plan_for(ruleset)), game


def cards_of(*parts: msgspec.Struct | str) -> set[str]:
    """Every card that is named anywhere in some data."""
    return set(_CARD.findall(" ".join(msgspec.json.encode(part).decode() for part in parts)))


def seen_in(view: View) -> set[str]:
    """Every card that a view shows."""
    cards = [*cards_in(view.hand), *view.shown, *view.discard, *view.current]
    cards += [card for trick in view.tricks for card in trick.cards]
    return {CARD_NAMES[card] for card in cards} | set(_CARD.findall(str(view.calls)))


def moments(data: GameData, record: GameRecord, game: Game) -> Iterator[tuple[Decided, Step]]:
    """The decisions of the data beside those of the record."""
    steps = list(record_steps(record, game.ruleset))
    assert len(steps) == len(data.steps)
    return zip(data.steps, steps, strict=True)


def too_much(data: GameData, record: GameRecord, game: Game, seat: int) -> set[str]:
    """The cards in the data of each decision that the seat had not seen by then in its deal."""
    pairs = list(moments(data, record, game))
    found: set[str] = set()
    known: set[str] = set()
    for place, (decided, step) in enumerate(pairs):
        if decided.decision == 1:
            known = set()
        known |= seen_in(view_of(step.before, seat))
        after = pairs[place + 1][1].before if place + 1 < len(pairs) else None
        if after is not None and after.deal and after.deal.number == decided.deal:
            known |= seen_in(view_of(after, seat))
        elif step.asked.kind is QuestionKind.CARD:  # the last of the deal lies open as any other
            known.add(cards_text([int(step.choice)]))  # type: ignore[list-item]
        found |= cards_of(decided, data.stages[decided.stage]) - known
    return found


@pytest.mark.parametrize("ruleset_id", [*KITTIES, *AUCTIONS, *OTHERS])
def test_a_seat_is_told_no_card_that_it_had_not_seen(ruleset_id: str) -> None:
    """At no decision of whole random games, whoever looks on."""
    record, game = made(ruleset_id)
    for seat in range(game.ruleset.seats):
        data = game_data(record, game, seat)
        assert too_much(data, record, game, seat) == set()
        assert cards_of(*data.deals) == set()
    # The check would see it: the data of this last seat are too much for the first.
    assert too_much(data, record, game, 0)


@pytest.mark.parametrize("ruleset_id", [*KITTIES, *AUCTIONS])
def test_a_seat_is_told_nothing_that_only_others_know(ruleset_id: str) -> None:
    """Of others' decisions there is neither what was legal, nor time, note, fault or house move."""
    record, game = made(ruleset_id)
    moment = next(
        (step.asked.seat, step.deal.number, step.deal.decision)
        for step in record_steps(record, game.ruleset)
        if step.choice == step.asked.answers[0]
    )
    sizes = [
        len(deal.calls) + sum(len(t.cards.split()) for t in deal.tricks) for deal in record.deals
    ]
    noted = replace(
        record,
        faults=(Fault(*moment, Phase.START, FaultReason.DISCONNECTED, "exit code 7"),),
        timing=Timing(
            charged_us=tuple((1500,) * size for size in sizes),
            lag_us=tuple((7,) * size for size in sizes),
            notes=(Note(*moment, "a secret thought"),),
        ),
    )
    fold_record(noted, game.ruleset)
    for seat in range(game.ruleset.seats):
        data = game_data(noted, game, seat)
        own = {"legal", "charged_us", "lag_us", "note", "fault", "forfeit", "house"}
        for step in data.steps:
            keys = set(msgspec.to_builtins(step))
            assert step.seat == seat or not keys & own
            assert step.seat != seat or keys >= {"legal", "charged_us"}
            assert [hand is not None for hand in step.hands] == [
                n == seat for n in range(game.ruleset.seats)
            ]
            assert step.unseen == ()
        assert (b"a secret thought" in data_json(data)) is (seat == moment[0])
        assert (b"exit code 7" in data_json(data)) is (seat == moment[0])


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_data_of_every_rule_set_agree_with_the_record(ruleset_id: str) -> None:
    """Answers, takers, points on the way and at the ends, for all to see and for each seat."""
    record, game = made(ruleset_id)
    for seat in (None, 0, game.ruleset.seats - 1):
        data = game_data(record, game, seat)
        assert msgspec.json.decode(data_json(data), type=GameData) == data
        assert (data.points, data.places, data.seat) == (record.points, record.places, seat)
        for deal in record.deals:
            steps = [step for step in data.steps if step.deal == deal.number]
            assert [step.decision for step in steps] == [*range(1, len(steps) + 1)]
            cards = [step.answer for step in steps if step.kind is QuestionKind.CARD]
            assert cards == " ".join(trick.cards for trick in deal.tricks).split()
            won = [(step.trick, step.won.taker) for step in steps if step.won]
            assert won == [(n, trick.taker) for n, trick in enumerate(deal.tricks, 1)]
            assert steps[-1].points == deal.points
            _check_points(steps, data.deals[deal.number - 1].paid, data.names)
            last = data.stages[steps[-1].stage]
            assert (last.contract, last.declarer) == (deal.contract, deal.declarer)
            assert last.trump == deal.trump
            assert (last.sale is None) == (deal.sale is None)
            if seat is None or (deal.discard and seat == deal.declarer):
                assert last.discard == deal.discard


def _check_points(steps: list[Decided], paid: tuple[int, ...], names: tuple[str, ...]) -> None:
    """Every change of points is that of a trick, but for what the end of the deal brings."""
    for before, after in pairwise(steps[:-1]):
        change = [b - a for a, b in zip(before.points, after.points, strict=True)]
        if after.won:
            change[after.won.taker] -= after.won.points
        if after.kind is QuestionKind.CARD and before.kind is QuestionKind.CARD:
            assert not any(change)
    if len(steps) > 1 and steps[-1].won:
        last = [b - a for a, b in zip(steps[-2].points, steps[-1].points, strict=True)]
        last[steps[-1].won.taker] -= steps[-1].won.points
        if steps[-2].kind is QuestionKind.CARD:
            assert tuple(last) == paid
    assert len(paid) == len(names)


@pytest.mark.parametrize("ruleset_id", [*KITTIES, *AUCTIONS, *OTHERS])
def test_the_whole_game_shows_every_card_once(ruleset_id: str) -> None:
    """Before each decision a card is held, not seen yet, in the kitty, or played, and once."""
    record, game = made(ruleset_id)
    data = game_data(record, game)
    gone: list[str] = []
    for decided, step in moments(data, record, game):
        deal = data.deals[decided.deal - 1]
        if decided.decision == 1:
            gone = []
        held = " ".join([*(hand or "" for hand in decided.hands), *decided.unseen]).split()
        kitty = (deal.kitty or "").split()
        # A kitty is taken when cards are to be laid away, which then are neither here nor there.
        is_taken = decided.kind is QuestionKind.DISCARD or step.deal.discard
        laid_away = [CARD_NAMES[card] for card in step.deal.discard]
        all_cards = [*held, *gone, *laid_away, *([] if is_taken else kitty)]
        assert sorted(all_cards) == sorted(CARD_NAMES[card] for card in game.ruleset.deck)
        if decided.kind is QuestionKind.CARD:
            assert decided.answer in (decided.hands[decided.seat] or "").split()
            gone.append(decided.answer)
        assert decided.answer in (decided.legal or ())


def test_faults_forfeits_times_and_notes_stand_at_their_decision() -> None:
    """What a record says of single decisions is told there, and nowhere else."""
    record = made_record(SCHEDULE[4], ("bob", 3))
    first = record.faults[0]
    noted = replace(
        record,
        timing=Timing(
            charged_us=((11, 12, 13),),
            lag_us=((1,),),
            notes=(Note(SCHEDULE[4].seating.index("ann"), 1, 1, "x"),),
            suspect=(Moment(first.deal, first.decision),),
        ),
    )
    game = fold_record(noted, CLASSIC)
    data = game_data(noted, game)
    assert [(s.seat, s.deal, s.decision) for s in data.steps if s.fault] == [
        (one.seat, one.deal, one.decision) for one in record.faults
    ]
    assert [s.fault.suspect for s in data.steps if s.fault] == [True, False, False]
    (forfeit,) = record.forfeits
    assert [(s.deal, s.decision) for s in data.steps if s.forfeit] == [
        (forfeit.deal, forfeit.decision)
    ]
    for step in data.steps:
        is_later = (step.deal, step.decision) >= (forfeit.deal, forfeit.decision)
        is_house = step.fault is not None or (step.seat == forfeit.seat and is_later)
        assert step.house is is_house
    assert [step.charged_us for step in data.steps[:4]] == [11, 12, 13, None]
    assert [step.lag_us for step in data.steps[:2]] == [1, None]
    assert {step.note for step in data.steps[1:]} == {None}
    assert data.forfeits == (forfeit.seat,)


def test_a_bot_that_was_put_out_is_played_by_the_house_from_there_on() -> None:
    """Its forfeit begins without a fault of its own; that decision too is the house's."""
    record = made_record(SCHEDULE[4], ("bob", 3))
    (forfeit,) = record.forfeits
    out = replace(record, faults=record.faults[:2], put_out=(forfeit.seat,))
    data = game_data(out, fold_record(out, CLASSIC))
    (first,) = [step for step in data.steps if step.forfeit]
    assert (first.deal, first.decision) == (forfeit.deal, forfeit.decision)
    assert (first.house, first.fault) == (True, None)
    own = [step for step in data.steps if step.seat == forfeit.seat]
    place = own.index(first)
    assert [step.house for step in own[:place]].count(True) == 2
    assert all(step.house for step in own[place:])


def test_texts_of_others_are_printable() -> None:
    """What turns the writing around, rings or ends a line is told as `printable` tells it."""
    record = made_record(SCHEDULE[4], ("bob", 1))
    odd = "a\u202eb\x07c\u2066\r"
    shown = "a\\u202eb\\x07c\\u2066\\r"
    first = game_data(record, fold_record(record, CLASSIC)).steps[0]
    bad = replace(
        record,
        game_id=odd,
        seating=(odd, *record.seating[1:]),
        faults=(replace(record.faults[0], detail=f"{odd}\n"),),
        timing=Timing(notes=(Note(first.seat, 1, 1, f"{odd}\n{odd}"),)),
    )
    data = game_data(bad, fold_record(bad, CLASSIC))
    assert (data.game, data.names[0]) == (shown, shown)
    assert data.steps[0].note == f"{shown}\n{shown}"
    assert [step.fault.detail for step in data.steps if step.fault] == [f"{shown}\\n"]
    assert all(one.isprintable() for one in data_json(data).decode())


def test_the_limit_is_told_where_it_is_known() -> None:
    """In microseconds; without a clock, or from a bare file, there is none."""
    record, game = made("two-handed")
    assert game_data(record, game).limit_us is None
    assert game_data(record, game, None, TimeControl(no_clock=True)).limit_us is None
    assert game_data(record, game, None, TimeControl(move_limit_ms=250)).limit_us == 250_000


def test_what_is_dealt_and_not_looked_at_is_unseen() -> None:
    """T1: a trump is named by three cards; before, all but these are not seen, to all."""
    ruleset = load_ruleset("three-card")
    plan = plan_for(ruleset)
    game = played(ruleset, plan, at_random("unseen"))
    data = game_data(record_of(game, plan), game)
    naming = [step for step in data.steps if step.kind is QuestionKind.TRUMP]
    assert len(naming) == 4
    for step in naming:
        for seat, hand in enumerate(step.hands):
            assert len((hand or "").split()) == (3 if seat == step.seat else 0)
            assert len(step.unseen[seat].split()) == (5 if seat == step.seat else 8)
    assert all(step.unseen == () for step in data.steps if step.kind is QuestionKind.CARD)
