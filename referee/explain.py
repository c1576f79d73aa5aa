"""A fault in plain words: what was asked, what was legal, what came back."""

from collections.abc import Sequence

from referee.cards import cards_in, cards_text
from referee.clerk import FaultSeen
from referee.desk import Asked
from referee.game import answer_text


def fault_text(seen: FaultSeen) -> str:
    """A short paragraph on one fault."""
    misstep = seen.misstep
    came = f" ({misstep.came})" if misstep.came else ""
    lines = [f"{seen.bot}: {misstep.reason}: {misstep.detail}{came}"]
    if seen.plan is not None and seen.fault is not None:
        fault = seen.fault
        lines.append(
            f"  game {seen.plan.game_id}, seat {fault.seat}, "
            f"deal {fault.deal}, decision {fault.decision}"
        )
    if seen.asked is not None:
        lines += question_lines(seen.asked)
    return "\n".join(lines)


def log_text(name: str, lines: Sequence[str]) -> str:
    """The end of a bot's stderr, with the file's name."""
    if not lines:
        return f"  nothing on stderr ({name})"
    return "\n".join([f"  the end of {name}:", *(f"    {line}" for line in lines)])


def question_lines(asked: Asked) -> list[str]:
    """A question as its seat saw it, with all that was legal."""
    view = asked.view
    hands = [cards_text(card for card in cards_in(view.hand) if card // 13 == s) for s in range(4)]
    legal = " ".join(answer_text(one) for one in asked.decision.answers)
    kind, leader = asked.decision.kind, view.leader
    where = view.contract or "a deal without contract"
    if leader is None:
        said = ", ".join(f"seat {seat} {call}" for seat, call in view.calls)
        heard = f"  said:  {said or 'nothing yet'}"
    else:
        where += f", trick {len(view.tricks) + 1}"
        cards = enumerate(view.current, leader)
        trick = ", ".join(f"seat {seat % view.seats} {cards_text([card])}" for seat, card in cards)
        heard = f"  trick: {trick or 'nothing yet: it leads'}"
    return [
        f"  asked: {kind} in {where}",
        f"  hand:  {' | '.join(hand for hand in hands if hand) or 'no cards yet'}",
        heard,
        f"  legal: {legal} (choices 0 to {len(asked.decision.answers) - 1})",
    ]
