"""A fault in plain words: what was asked, what was legal, what came back."""

from collections.abc import Sequence

from referee.cards import cards_in, cards_text
from referee.clerk import FaultSeen
from referee.contract import TRUMP_DEAL, Trump
from referee.deal import QuestionKind
from referee.desk import Asked
from referee.game import answer_text
from referee.printable import counted

_MOST_SHOWN = 16


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
    if seen.also_open:
        others = counted(seen.also_open, "more question")
        were = "was" if seen.also_open == 1 else "were"
        lines.append(f"  {others} {were} open, of other games: it may have been one of them")
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
    kind, leader = asked.decision.kind, view.leader
    where = view.contract or "a deal that has no contract yet"
    if where == TRUMP_DEAL:
        where = "a trump deal"
    if view.trump is not None:
        where += f" with {_TRUMPS.get(view.trump, view.trump)}"
    heard = [f"  said:  {_seats_said(view.calls)}"] if view.calls or leader is None else []
    if leader is not None:
        where += f", trick {len(view.tricks) + 1}"
        playing = [seat for seat in range(view.seats) if seat != view.sits_out]
        first = playing.index(leader)
        seats = [*playing[first:], *playing[:first]]
        cards = zip(seats, view.current, strict=False)
        trick = ", ".join(f"seat {seat} {cards_text([card])}" for seat, card in cards)
        heard.append(f"  trick: {trick or 'nothing yet: it leads'}")
    return [
        f"  asked: {_KINDS[kind]} in {where}",
        f"  hand:  {' | '.join(hand for hand in hands if hand) or 'no cards yet'}",
        *heard,
        f"  legal: {_legal_text(asked)}",
    ]


_KINDS = {
    QuestionKind.CARD: "which card to play",
    QuestionKind.CONTRACT: "which contract to name",
    QuestionKind.BID: "what to bid",
    QuestionKind.REPLY: "whether to accept the bid",
    QuestionKind.TRUMP: "which trump to name",
    QuestionKind.OPENING: "how to play or sell the deal",
    QuestionKind.DISCARD: "which two cards to lay away",
}
_TRUMPS = {
    Trump.CLUBS: "clubs as trumps",
    Trump.DIAMONDS: "diamonds as trumps",
    Trump.HEARTS: "hearts as trumps",
    Trump.SPADES: "spades as trumps",
}


def _seats_said(calls: Sequence[tuple[int, str]]) -> str:
    return ", ".join(f"seat {seat} {call}" for seat, call in calls) or "nothing yet"


def _legal_text(asked: Asked) -> str:
    """The legal answers with their numbers; of many the first and the last."""
    answers = [answer_text(one) for one in asked.decision.answers]
    last = len(answers) - 1
    if len(answers) > _MOST_SHOWN:
        answers = [*answers[: _MOST_SHOWN - 1], "...", answers[-1]]
    sign = " " if asked.decision.kind is QuestionKind.CARD else ", "
    return f"{sign.join(answers)} (choices 0 to {last})"
