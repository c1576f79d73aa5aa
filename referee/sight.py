"""What a print of a game may show: all of it, or what one seat knew, which its views say (D3)."""

from collections.abc import Sequence
from typing import Protocol

from referee.cards import Card, CardSet, card_set, cards_text
from referee.deal import DealResult
from referee.game import answer_text
from referee.recordfold import Step
from referee.view import heard, view_of

Hand = tuple[str, CardSet]
"""Whose hand it is, or since when it is so, and the hand."""


class Sight(Protocol):
    """All that is not for every seat's eyes comes through one of these."""

    def sees(self, seat: int) -> bool:
        """True if the seat's times, notes, legal answers and details of its faults are shown."""

    def hands_of_deal(self, steps: Sequence[Step]) -> list[Hand]:
        """The hands before the first lead."""

    def hands_at(self, step: Step) -> list[Hand]:
        """The hands as they are at one decision."""

    def other_cards(self, steps: Sequence[Step], result: DealResult) -> list[str]:
        """In words: a kitty, or cards that were shown."""

    def discard(self, steps: Sequence[Step], result: DealResult) -> tuple[Card, ...]:
        """What was laid away."""

    def words(self, step: Step) -> str:
        """The answer at one decision."""


class OpenSight:
    """Shows all."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def sees(self, seat: int) -> bool:
        """True for every seat."""
        del seat
        return True

    def hands_of_deal(self, steps: Sequence[Step]) -> list[Hand]:
        """The hands of all seats as dealt."""
        hands = map(card_set, steps[0].deal.cards.hands)
        return list(zip(self._names, hands, strict=True))

    def hands_at(self, step: Step) -> list[Hand]:
        """What all seats hold."""
        play = step.deal.play
        return [] if play is None else list(zip(self._names, play.hands, strict=True))

    def other_cards(self, steps: Sequence[Step], result: DealResult) -> list[str]:
        """The kitty."""
        del steps
        return [f"kitty: {cards_text(result.cards.kitty)}"] if result.cards.kitty else []

    def discard(self, steps: Sequence[Step], result: DealResult) -> tuple[Card, ...]:
        """What the declarer laid away."""
        del steps
        return result.discard

    def words(self, step: Step) -> str:
        """The answer as it was given."""
        return answer_text(step.choice)


class SeatSight:
    """Shows what one seat knew: every card of it stands in a view that the seat could be sent."""

    def __init__(self, names: Sequence[str], seat: int) -> None:
        self._name = names[seat]
        self._seat = seat

    def sees(self, seat: int) -> bool:
        """True for the seat itself."""
        return seat == self._seat

    def hands_of_deal(self, steps: Sequence[Step]) -> list[Hand]:
        """The seat's hand as it first saw it, and again whenever it had taken up or laid away."""
        found: list[Hand] = []
        for step in _up_to_lead(steps):
            hand = view_of(step.before, self._seat).hand
            if hand and (not found or hand != found[-1][1]):
                since = f"from decision {step.deal.decision} on" if found else self._name
                found.append((since, hand))
        return found

    def hands_at(self, step: Step) -> list[Hand]:
        """What the seat holds."""
        return [(self._name, view_of(step.before, self._seat).hand)]

    def other_cards(self, steps: Sequence[Step], result: DealResult) -> list[str]:
        """What was shown to all before the first lead."""
        del result
        shown = view_of(_up_to_lead(steps)[-1].before, self._seat).shown
        return [f"shown to all: {cards_text(shown)}"] if shown else []

    def discard(self, steps: Sequence[Step], result: DealResult) -> tuple[Card, ...]:
        """What the seat itself laid away."""
        del result
        return view_of(_up_to_lead(steps)[-1].before, self._seat).discard

    def words(self, step: Step) -> str:
        """The answer as the seat heard or saw it."""
        if not isinstance(step.choice, str):
            return answer_text(step.choice)
        ((_, said),) = heard(((step.asked.seat, step.choice),), self._seat)
        return said


def _up_to_lead(steps: Sequence[Step]) -> list[Step]:
    """The decisions before the first lead, and that of the lead if there is one."""
    before = [step for step in steps if step.deal.play is None]
    return [*before, *steps[len(before) : len(before) + 1]]
