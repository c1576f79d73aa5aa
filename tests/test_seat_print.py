"""A game in print: every rule set, all of it or as one seat saw it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from made_games import at_random, plan_for, played
from msgspec.structs import replace

from referee.cards import CARD_NAMES, Card, CardSet, cards_in
from referee.deal import QuestionKind
from referee.faults import FaultReason, Phase
from referee.law import RuleSet
from referee.record import Fault, Forfeit, GameRecord, Note, Timing, record_of
from referee.recordfold import Step, fold_record, record_steps
from referee.replay import NoSuchPart, game_lines
from referee.ruleset import load_ruleset, ruleset_ids
from referee.view import view_of

HIDING = ["kitty", "kitty-2010", "payback-8", "portuguese", "three-card", "bidding", "classic"]
"""Rule sets that hide something in each of the ways that there are, and one with fixed deals."""
_CARD = re.compile(rf"\b(?:{'|'.join(CARD_NAMES)})\b")
_TIME = re.compile(r"\b\d+us\b")


@cache
def made(ruleset_id: str) -> tuple[RuleSet, GameRecord]:
    """A random game in which each decision has a note and a time of its own."""
    ruleset = load_ruleset(ruleset_id)
    record = record_of(played(ruleset, plan_for(ruleset), at_random(ruleset_id)), plan_for(ruleset))
    steps = list(record_steps(record, ruleset))
    charged: list[list[int]] = [[] for _ in record.deals]
    for one in steps:
        charged[one.deal.number - 1].append(one.asked.seat + 1)
    notes = [
        Note(one.asked.seat, one.deal.number, one.deal.decision, f"note of seat {one.asked.seat}")
        for one in steps
    ]
    timing = Timing(charged_us=tuple(map(tuple, charged)), notes=tuple(notes))
    return ruleset, replace(record, timing=timing)


def printed(ruleset_id: str, seat: int | None = None, **part: Any) -> list[str]:
    """The lines of a game, or of a part of it."""
    ruleset, record = made(ruleset_id)
    return list(game_lines(record, fold_record(record, ruleset), seat=seat, **part))


def deals_of(ruleset_id: str) -> list[list[Step]]:
    """The decisions of each deal."""
    ruleset, record = made(ruleset_id)
    deals: list[list[Step]] = [[] for _ in record.deals]
    for one in record_steps(record, ruleset):
        deals[one.deal.number - 1].append(one)
    return deals


def paragraphs(ruleset_id: str, seat: int) -> Iterator[tuple[list[Step], str, str]]:
    """Each deal of a print: its decisions, what stands before its tricks, and its tricks."""
    _, *parts = "\n".join(printed(ruleset_id, seat)).split("\n\n")
    deals = deals_of(ruleset_id)
    assert len(parts) == 2 * len(deals) + 1
    for number, steps in enumerate(deals):
        yield steps, parts[2 * number], parts[2 * number + 1]


def cards_of(text: str) -> list[str]:
    return _CARD.findall(text)


def names(cards: CardSet | tuple[Card, ...]) -> set[str]:
    listed = cards if isinstance(cards, tuple) else cards_in(cards)
    return {CARD_NAMES[card] for card in listed}


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_a_game_of_every_rule_set_is_printed(ruleset_id: str) -> None:
    """All of it and as its last seat saw it: each deal has its sums, and each trick its line."""
    ruleset, record = made(ruleset_id)
    for seat in (None, ruleset.seats - 1):
        lines = printed(ruleset_id, seat)
        totals = [
            [int(word) for word in line.split()[1:]]
            for line in lines
            if re.match(r" *game +[-+\d]", line)
        ]
        assert totals[-1] == list(record.points)
        assert len(totals) == len(record.deals)
        tricks = [line for line in lines if re.match(r" *\d+  .*\*", line)]
        assert len(tricks) == sum(len(deal.tricks) for deal in record.deals)


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_a_seat_is_shown_no_card_that_it_did_not_know(ruleset_id: str) -> None:
    """Before the tricks stand its hand, what was shown to all and its own discard; then the play.

    What the views say is the measure, and all of what they say is there.
    """
    ruleset, _ = made(ruleset_id)
    for seat in range(ruleset.seats) if ruleset_id in HIDING else (0,):
        for steps, before, tricks in paragraphs(ruleset_id, seat):
            known = set()
            for one in steps:
                view = view_of(one.before, seat)
                if view.leader is None or not (view.tricks or view.current):
                    known |= names(view.hand) | names(view.shown) | names(view.discard)
            assert set(cards_of(before)) == known
            cards = [one.choice for one in steps if one.asked.kind is QuestionKind.CARD]
            assert sorted(cards_of(tricks)) == sorted(
                CARD_NAMES[card] for card in cards if isinstance(card, int)
            )


@pytest.mark.parametrize("ruleset_id", HIDING)
def test_a_seat_is_shown_its_own_notes_and_times(ruleset_id: str) -> None:
    """Of the others there is no note and no time."""
    ruleset, record = made(ruleset_id)
    for seat in range(ruleset.seats):
        text = "\n".join(printed(ruleset_id, seat))
        own = sum(note.seat == seat for note in record.timing.notes)
        assert re.findall(r"note of seat \d", text) == [f"note of seat {seat}"] * own
        assert _TIME.findall(text) == [f"{seat + 1}us"] * own


@pytest.mark.parametrize("ruleset_id", HIDING)
def test_a_trick_shows_a_seat_its_hand_and_its_own_choice(ruleset_id: str) -> None:
    """The hand before the trick, the cards of it, and what was legal for the seat itself alone."""
    for number, steps in enumerate(deals_of(ruleset_id)[::3]):
        of_trick = [one for one in steps if one.deal.play and len(one.deal.play.tricks) == 1]
        for seat in range(2) if of_trick else ():
            head, table = "\n".join(printed(ruleset_id, seat, deal=3 * number + 1, trick=2)).split(
                "\n\n"
            )[1:]
            assert set(cards_of(head)) == names(view_of(of_trick[0].before, seat).hand)
            rows = table.splitlines()[2:]
            rows = [row for row in rows if "note of seat" not in row]
            for one, row in zip(of_trick, rows, strict=False):
                legal = one.asked.answers if one.asked.seat == seat else ()
                shown = [CARD_NAMES[card] for card in (*legal, one.choice) if isinstance(card, int)]
                assert cards_of(row) == shown


def test_a_discard_is_told_to_its_seat_alone() -> None:
    """The declarer reads what he took up and laid away; the others hear that he discarded."""
    for steps in deals_of("kitty-2010"):
        (discard,) = [one for one in steps if one.asked.kind is QuestionKind.DISCARD]
        ours = discard.asked.seat
        for seat in range(3):
            number = discard.deal.number
            lines = printed("kitty-2010", seat, deal=number)
            (said,) = [line for line in lines if re.match(r"\d \w+: discard", line)]
            laid_away = [line for line in lines if line.startswith("laid away:")]
            if seat == ours:
                assert str(discard.choice) in said
                assert laid_away == [f"laid away: {str(discard.choice).removeprefix('discard ')}"]
                since = f"from decision {discard.deal.decision} on"
                assert any(line.startswith(since) for line in lines)
            else:
                assert said.endswith(": discard")
                assert laid_away == []
            assert not any(line.startswith("kitty:") for line in lines)


def test_details_of_faults_are_for_their_own_bot() -> None:
    """Of another's fault a seat reads the reason, as GameOver tells it, and no more."""
    ruleset, record = made("classic")
    first = record.deals[0].tricks[0].leader
    faults = (Fault(first, 1, 1, Phase.PLAY, FaultReason.ILLEGAL, "choice 99 of 8"),)
    faulty = replace(record, faults=faults, forfeits=(Forfeit(first, 1, 1),), put_out=(first,))
    game = fold_record(record, ruleset)
    own = "\n".join(game_lines(faulty, game, seat=first))
    other = "\n".join(game_lines(faulty, game, seat=(first + 1) % 4))
    for text, is_own in ((own, True), (other, False)):
        assert ": illegal" in text
        assert ("choice 99 of 8" in text) == is_own
        assert ("put out for good and forfeited" in text) == is_own
        assert "forfeited: the house plays" in text


def test_the_deals_of_a_contract_are_printed_alone() -> None:
    """Heading, and each deal of that contract as it stands in the whole game."""
    whole = "\n".join(printed("kitty"))
    ruleset, record = made("kitty")
    lines = list(game_lines(record, fold_record(record, ruleset), contract="-hearts"))
    numbers = [deal.number for deal in record.deals if deal.contract == "-hearts"]
    assert len(numbers) > 1
    headings = [line for line in lines if line.startswith("deal ")]
    assert [int(line.split()[1]) for line in headings] == numbers
    assert all(": -hearts;" in line for line in headings)
    for deal in "\n".join(lines).split("\n\ndeal ")[1:]:
        assert f"\ndeal {deal}\n" in whole


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"seat": 3}, "there is no seat 3: the game has seats 0 to 2"),
        ({"deal": 99}, "there is no deal 99: the game has deals 1 to 30"),
        ({"contract": "+king"}, "there is no deal of +king: the game has "),
    ],
)
def test_parts_that_are_not_there_are_named(part: dict[str, Any], said: str) -> None:
    """The line says what there is."""
    with pytest.raises(NoSuchPart) as caught:
        printed("kitty", **part)
    assert str(caught.value).startswith(said)


def test_a_deal_of_another_contract_is_told() -> None:
    """A deal and a contract that do not go together: where the contract was is said."""
    ruleset, record = made("classic")
    lines = game_lines(record, fold_record(record, ruleset), 3, contract="-tricks")
    with pytest.raises(NoSuchPart, match="deal 3 is -girls; of -tricks is deal 1"):
        list(lines)
