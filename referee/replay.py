"""A recorded game in print, deal by deal and trick by trick: all of it, or what one seat knew."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from referee.cards import cards_text
from referee.deal import DealResult, QuestionKind
from referee.faults import Phase
from referee.game import Game, answer_text
from referee.play import Play
from referee.printable import named, printable
from referee.record import GameRecord, measured_at
from referee.recordfold import Step, record_steps
from referee.replaytext import amount_text, hands_table, signed, table, time_text
from referee.settle import settlement
from referee.sight import OpenSight, SeatSight, Sight

LEGEND = "* leads to the trick, ! was played by the house; times are what the clock charged"


class NoSuchPart(ValueError):
    """A deal or trick that a game does not have; says which it has."""


def game_lines(
    record: GameRecord,
    game: Game,
    deal: int | None = None,
    trick: int | None = None,
    *,
    seat: int | None = None,
    contract: str | None = None,
) -> Iterator[str]:
    """A game that was found to be right, or a part of it; NoSuchPart if it has none such.

    The part is one deal, one trick of it, or the deals of one contract. With a seat, only what
    that seat knew at the time is shown, and of the others' faults what GameOver told.
    """
    check_part(game, deal, trick, seat, contract)
    teller = _Teller(record, game, seat)
    yield from teller.heading()
    for number, steps in groupby(record_steps(record, game.ruleset), lambda one: one.deal.number):
        result = game.finished[number - 1]
        if deal in (None, number) and contract in (None, result.contract):
            yield ""
            if trick is None:
                yield from teller.deal(list(steps), result)
            else:
                yield from teller.trick(list(steps), result, trick)
    if deal is None and contract is None:
        yield ""
        yield from teller.ending()


def check_part(
    game: Game,
    deal: int | None = None,
    trick: int | None = None,
    seat: int | None = None,
    contract: str | None = None,
) -> None:
    """NoSuchPart, which says what there is, if a finished game has no such part."""
    seats, deals = game.ruleset.seats, len(game.finished)
    if seat is not None and not 0 <= seat < seats:
        raise NoSuchPart(f"there is no seat {seat}: the game has seats 0 to {seats - 1}")
    if deal is not None and not 1 <= deal <= deals:
        raise NoSuchPart(f"there is no deal {deal}: the game has deals 1 to {deals}")
    if contract is not None:
        _check_contract(game, deal, contract)
    if deal is None or trick is None:
        return
    tricks = len(game.finished[deal - 1].tricks)
    if not tricks:
        raise NoSuchPart(f"there is no trick {trick}: deal {deal} was settled without play")
    if not 1 <= trick <= tricks:
        raise NoSuchPart(f"there is no trick {trick}: deal {deal} has tricks 1 to {tricks}")


def _check_contract(game: Game, deal: int | None, contract: str) -> None:
    played = [result.contract for result in game.finished]
    if contract not in played:
        there = ", ".join(dict.fromkeys(played))
        raise NoSuchPart(f"there is no deal of {named(contract)}: the game has {there}")
    if deal is not None and played[deal - 1] != contract:
        numbers = ", ".join(str(n) for n, one in enumerate(played, 1) if one == contract)
        raise NoSuchPart(f"deal {deal} is {played[deal - 1]}; of {contract} is deal {numbers}")


class _Teller:
    """Tells a game, with what is kept of its single decisions."""

    def __init__(self, record: GameRecord, game: Game, seat: int | None) -> None:
        self._record = record
        self._ruleset = game.ruleset
        self._seats = [f"{seat} {printable(name)}" for seat, name in enumerate(record.seating)]
        self._seat = seat
        self._sight: Sight = (
            OpenSight(self._seats) if seat is None else SeatSight(self._seats, seat)
        )
        self._house_from = {one.seat: (one.deal, one.decision) for one in record.forfeits}
        self._faulty = {(one.deal, one.decision) for one in record.faults}
        self._remarks: dict[tuple[int, int], list[str]] = defaultdict(list)
        self._gather_remarks()

    def heading(self) -> Iterator[str]:
        """Which game it is, and who sits where."""
        record = self._record
        options = "".join(f" {key}={value}" for key, value in self._ruleset.set.items())
        yield (
            f"game {printable(record.game_id)}: {self._ruleset.id}{options}, table {record.table}, "
            f"board {record.board}, rotation {record.rotation}"
        )
        yield f"seats: {', '.join(self._seats)}"
        if self._seat is not None:
            yield f"as {self._seats[self._seat]} saw it"
        yield LEGEND

    def deal(self, steps: list[Step], result: DealResult) -> Iterator[str]:
        """One deal: its contract, the hands as dealt, calls, tricks and points."""
        yield self._deal_heading(result)
        if hands := self._sight.hands_of_deal(steps):
            yield from hands_table(hands)
        yield from self._sight.other_cards(steps, result)
        yield from self._calls(steps)
        if discard := self._sight.discard(steps, result):
            yield f"laid away: {cards_text(discard)}"
        yield ""
        before = steps[0].before.points
        after = [had + won for had, won in zip(before, result.points, strict=True)]
        blank = ["", ""]
        rows = list(self._trick_rows(steps, result))
        rows.append((["deal", *map(signed, result.points), *blank], []))
        rows.append((["game", *map(signed, after), *blank], []))
        header = ["Trick", *self._seats, "Taken by", "Points"]
        lines = table([cells for cells, _ in rows], header, right=("Trick", "Points"))
        yield from lines[:2]
        for line, (_, remarks) in zip(lines[2:], rows, strict=True):
            yield line
            yield from remarks
        if not result.tricks:
            yield "settled without play"
        elif len(result.tricks) < self._ruleset.hand_size:
            yield f"over after trick {len(result.tricks)}: nothing that counts was left"

    def trick(self, steps: list[Step], result: DealResult, number: int) -> Iterator[str]:
        """One trick: the hands before it, and at each card what was legal."""
        yield f"{self._deal_heading(result)}; trick {number}"
        of_trick = [one for one in steps if one.deal.play and _trick_of(one.deal.play) == number]
        yield from hands_table(self._sight.hands_at(of_trick[0]))
        yield ""
        header = ["Decision", "Seat", "Legal", "Played", "Time"]
        rows = [
            [
                str(one.deal.decision),
                self._seats[one.asked.seat],
                self._legal(one),
                self._marked(one),
                self._time(one),
            ]
            for one in of_trick
        ]
        lines = table(rows, header, right=("Decision", "Time"))
        yield from lines[:2]
        for line, one in zip(lines[2:], of_trick, strict=True):
            yield line
            yield from self._remarks[_moment(one)]
        taker = result.tricks[number - 1].taker
        points = _trick_points(steps, result)[number - 1][taker]
        yield f"taken by {self._seats[taker]}: {signed(points)}"

    def ending(self) -> Iterator[str]:
        """Points, score and places."""
        record = self._record
        rows = []
        for seat, name in enumerate(self._seats):
            forfeit = self._house_from.get(seat)
            rows.append(
                [
                    str(record.places[seat]),
                    name,
                    signed(record.points[seat]),
                    signed(record.score[seat]),
                    str(sum(fault.seat == seat for fault in record.faults)),
                    f"deal {forfeit[0]}, decision {forfeit[1]}" if forfeit else "no",
                ]
            )
        header = ["Place", "Seat", "Points", "Score", "Faults", "Forfeited"]
        in_order = sorted(rows, key=lambda row: int(row[0]))
        yield from table(in_order, header, right=("Place", "Points", "Score", "Faults"))
        dropped = [
            f"{name} {count}"
            for seat, (name, count) in enumerate(
                zip(self._seats, record.timing.dropped, strict=False)
            )
            if count and self._sight.sees(seat)
        ]
        settled = ", ".join(
            f"{name} {amount_text(share)}"
            for name, share in zip(self._seats, settlement(record.points), strict=True)
        )
        yield f"to settle, each other seat pays the winner the difference: {settled}"
        if dropped:
            yield f"answers that came too late or a second time: {', '.join(dropped)}"

    def _gather_remarks(self) -> None:
        record = self._record
        suspect = {(one.deal, one.decision) for one in record.timing.suspect}
        sees = self._sight.sees
        for fault in record.faults:
            moment = fault.deal, fault.decision
            start = " at its start" if fault.phase is Phase.START else ""
            detail = f": {fault.detail}" if sees(fault.seat) else ""
            is_suspect = moment in suspect and sees(fault.seat)
            slow = " (suspect: the referee itself was slow)" if is_suspect else ""
            self._remark(moment, "!", fault.seat, f"{fault.reason}{start}{detail}{slow}")
        for forfeit in record.forfeits:
            is_out = forfeit.seat in record.put_out and sees(forfeit.seat)
            out = "put out for good and " if is_out else ""
            self._remark(
                (forfeit.deal, forfeit.decision),
                *("!", forfeit.seat, f"{out}forfeited: the house plays its cards from here on"),
            )
        for note in record.timing.notes:
            if sees(note.seat):
                self._remark((note.deal, note.decision), '"', note.seat, note.text)

    def _remark(self, moment: tuple[int, int], mark: str, seat: int, text: str) -> None:
        name = self._seats[seat] if 0 <= seat < len(self._seats) else f"seat {seat}"
        self._remarks[moment].append(f"     {mark} decision {moment[1]}, {name}: {printable(text)}")

    def _deal_heading(self, result: DealResult) -> str:
        parts = [f"{self._seats[result.dealer]} deals"]
        if result.tricks:
            parts.append(f"{self._seats[result.tricks[0].leader]} leads")
        if result.sits_out is not None:
            parts.append(f"{self._seats[result.sits_out]} sits out")
        if result.declarer is not None:
            parts.append(f"{self._seats[result.declarer]} is declarer")
        if sale := result.sale:
            seller = "" if sale.seller is None else f" by {self._seats[sale.seller]}"
            buyer = self._seats[sale.buyer]
            parts.append(f"sold{seller} to {buyer} for {sale.bid} {sale.direction}")
        trump = f" {result.trump}" if result.trump is not None else ""
        deals = self._ruleset.deal_count
        return f"deal {result.number} of {deals}: {result.contract}{trump}; {', '.join(parts)}"

    def _legal(self, one: Step) -> str:
        is_seen = self._sight.sees(one.asked.seat)
        return " ".join(map(answer_text, one.asked.answers)) if is_seen else ""

    def _calls(self, steps: list[Step]) -> Iterator[str]:
        for one in steps:
            if one.asked.kind is not QuestionKind.CARD:
                said = f"{self._seats[one.asked.seat]}: {self._marked(one)} {self._time(one)}"
                yield said.rstrip()
                yield from self._remarks[_moment(one)]

    def _trick_rows(
        self, steps: list[Step], result: DealResult
    ) -> Iterator[tuple[list[str], list[str]]]:
        """The cells of each trick, and what is to be said below them."""
        points = _trick_points(steps, result)
        plays = [(one, one.deal.play) for one in steps if one.deal.play is not None]
        for number, of_trick in groupby(plays, lambda pair: _trick_of(pair[1])):
            cells = [""] * len(self._seats)
            remarks = []
            for one, play in of_trick:
                lead = "" if play.trick else "*"
                time = self._time(one)
                cells[one.asked.seat] = f"{self._marked(one, lead):4} {time:>5}".rstrip()
                remarks += self._remarks[_moment(one)]
            taker = result.tricks[number - 1].taker
            won = signed(points[number - 1][taker])
            yield [str(number), *cells, self._seats[taker], won], remarks

    def _marked(self, one: Step, mark: str = "") -> str:
        moment, seat = _moment(one), one.asked.seat
        is_forfeited = seat in self._house_from and moment >= self._house_from[seat]
        house = "!" if is_forfeited or moment in self._faulty else ""
        return f"{self._sight.words(one)}{mark}{house}"

    def _time(self, one: Step) -> str:
        """What the bot was charged for a decision; nothing where that was not kept or not seen."""
        if not self._sight.sees(one.asked.seat):
            return ""
        time = measured_at(self._record.timing.charged_us, *_moment(one))
        return "" if time is None else time_text(time)


def _moment(one: Step) -> tuple[int, int]:
    return one.deal.number, one.deal.decision


def _trick_of(play: Play) -> int:
    return len(play.tricks) + 1


def _trick_points(steps: Iterable[Step], result: DealResult) -> list[list[int]]:
    """What each trick brought each seat."""
    plays = [one.deal.play for one in steps if one.deal.play is not None]
    sums = [play.points for play in plays if not play.trick] + [result.points]
    return [[b - a for a, b in zip(*two, strict=True)] for two in pairwise(sums)]
