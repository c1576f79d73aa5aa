"""A recorded game as a table at one of its tricks, to be played on, and how it ended then and now.

Faults and forfeits before that trick are left behind: from there on every seat plays itself.
"""

from collections.abc import Iterator, Sequence

from referee.game import Game, decision
from referee.laps import Bank
from referee.plan import GamePlan
from referee.printable import printable
from referee.record import GameRecord, Note, RecordedDeal
from referee.recordfold import record_steps
from referee.replaypoint import Point, place_of
from referee.replaytext import signed, table
from referee.rerun import charged_then, time_then
from referee.ruleset import RuleSet
from referee.table import Table
from referee.timecontrol import TimeControl


def plan_from(record: GameRecord, point: Point, seating: Sequence[str]) -> GamePlan:
    """The plan of a game that is played on from there."""
    return GamePlan(
        index=0,
        game_id=f"{record.game_id}-from-{point}",
        table=record.table,
        board=record.board,
        rotation=record.rotation,
        life=record.life,
        seating=tuple(seating),
    )


def open_position(
    record: GameRecord, ruleset: RuleSet, point: Point, plan: GamePlan, control: TimeControl
) -> Table:
    """The table at a place that a record has; what was thought so far is off the seats' banks."""
    banks = [Bank(control) for _ in record.seating]
    charged: list[list[int | None]] = []
    lag: list[list[int]] = []
    before: Game | None = None
    for step in record_steps(record, ruleset):
        if place_of(step) >= point:
            before = step.before
            break
        banks[step.asked.seat].charge(charged_then(record, step))
        if len(charged) < step.deal.number:
            charged.append([])
            lag.append([])
        charged[-1].append(time_then(record.timing.charged_us, step))
        lag[-1].append(time_then(record.timing.lag_us, step) or 0)
    assert before is not None  # whoever asks has checked the place
    assert before.deal is not None
    position = before.deal.number, before.deal.decision
    notes = [one for one in record.timing.notes if _moment(one) < position]
    return Table(
        plan=plan,
        game=before,
        decision=decision(before),
        control=control,
        banks=banks,
        waiting_missteps=[[] for _ in record.seating],
        charged_us=charged,
        lag_us=lag,
        dropped=[0 for _ in record.seating],
        notes=notes,
    )


def end_lines(then: GameRecord, now: GameRecord, point: Point) -> Iterator[str]:
    """How a game ended then and now: by deal from the place on, in all, and the places."""
    heads = [
        _pair(f"{seat} {printable(one)}", printable(other))
        if one != other
        else f"{seat} {printable(one)}"
        for seat, (one, other) in enumerate(zip(then.seating, now.seating, strict=True))
    ]
    rows = []
    for one, other in zip(then.deals, now.deals, strict=True):
        if one.number >= point.deal:
            contract = _pair(_contract_text(one), _contract_text(other))
            rows.append([str(one.number), contract, *_pairs(one.points, other.points)])
    rows.append(["game", "", *_pairs(then.points, now.points)])
    changes = [b - a for a, b in zip(then.points, now.points, strict=True)]
    rows.append(["change", "", *map(signed, changes)])
    rows.append(["score", "", *_pairs(then.score, now.score)])
    pairs = zip(then.places, now.places, strict=True)
    rows.append(["place", "", *(_pair(str(a), str(b)) for a, b in pairs)])
    if then.score == then.points:
        del rows[-2]  # nobody was forfeited then, and nobody can be now
    yield from table(rows, ["Deal", "Contract", *heads])
    pairs_of_deals = zip(then.deals, now.deals, strict=True)
    changed = next((a.number for a, b in pairs_of_deals if a != b), None)
    if changed is None:
        yield "it went as it did then, to the last card"
    else:
        yield f"`a > b` is a then and b now; it went another way from deal {changed} on"


def _pairs(then: Sequence[int], now: Sequence[int]) -> list[str]:
    return [_pair(signed(a), signed(b)) for a, b in zip(then, now, strict=True)]


def _pair(then: str, now: str) -> str:
    return then if then == now else f"{then} > {now}"


def _contract_text(deal: RecordedDeal) -> str:
    return printable(deal.contract if deal.trump is None else f"{deal.contract} {deal.trump}")


def _moment(note: Note) -> tuple[int, int]:
    return note.deal, note.decision
