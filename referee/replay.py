"""A recorded game in print, deal by deal and trick by trick, and a list of games."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from tabulate import tabulate

from referee.cards import SUIT_SETS, CardSet, card_set, cards_in, cards_text
from referee.deal import DealResult, QuestionKind
from referee.faults import Phase
from referee.game import Game, answer_text
from referee.play import Play
from referee.printable import printable
from referee.record import GameRecord
from referee.recordfold import Step, record_steps
from referee.recordsource import Glance
from referee.settle import settlement

LEGEND = "* leads to the trick, ! was played by the house"
_SUIT_NAMES = ("Clubs", "Diamonds", "Hearts", "Spades")


class NoSuchPart(ValueError):
    """A deal or trick that a game does not have; says which it has."""


def game_lines(
    record: GameRecord, game: Game, deal: int | None = None, trick: int | None = None
) -> Iterator[str]:
    """A game that was found to be right, or one deal or trick of it; NoSuchPart if it has none."""
    _check_part(game, deal, trick)
    teller = _Teller(record, game)
    yield from teller.heading()
    for number, steps in groupby(record_steps(record, game.ruleset), lambda one: one.deal.number):
        if deal is None or number == deal:
            yield ""
            result = game.finished[number - 1]
            if trick is None:
                yield from teller.deal(list(steps), result)
            else:
                yield from teller.trick(list(steps), result, trick)
    if deal is None:
        yield ""
        yield from teller.ending()


def list_lines(games: Sequence[Glance]) -> list[str]:
    """A table of games: who sat where with which points, and the faults."""
    seats = max((len(game.seating) for game in games), default=0)
    rows = []
    for game in games:
        pairs = zip(game.seating, game.points, strict=False)
        cells = [f"{printable(name)} {_signed(points)}" for name, points in pairs]
        cells += [""] * (seats - len(cells))
        rows.append([printable(game.game_id), *cells, _faults_text(game)])
    header = ["Game", *(f"Seat {seat}" for seat in range(seats)), "Faults"]
    return _table(rows, header)


def _faults_text(game: Glance) -> str:
    """The faults of a game by bot, such as `bob 3 illegal, forfeited`."""
    parts = []
    forfeited = {forfeit.seat for forfeit in game.forfeits}
    for seat, name in enumerate(game.seating):
        reasons = Counter(fault.reason for fault in game.faults if fault.seat == seat)
        words = [f"{count} {reason}" for reason, count in reasons.items()]
        words += ["forfeited"] if seat in forfeited else []
        if words:
            parts.append(f"{printable(name)} {', '.join(words)}")
    return "; ".join(parts)


def _check_part(game: Game, deal: int | None, trick: int | None) -> None:
    deals = len(game.finished)
    if deal is not None and not 1 <= deal <= deals:
        raise NoSuchPart(f"there is no deal {deal}: the game has deals 1 to {deals}")
    if deal is None or trick is None:
        return
    tricks = len(game.finished[deal - 1].tricks)
    if not 1 <= trick <= tricks:
        raise NoSuchPart(f"there is no trick {trick}: deal {deal} has tricks 1 to {tricks}")


class _Teller:
    """Tells a game, with what is kept of its single decisions."""

    def __init__(self, record: GameRecord, game: Game) -> None:
        self._record = record
        self._ruleset = game.ruleset
        self._seats = [f"{seat} {printable(name)}" for seat, name in enumerate(record.seating)]
        self._house_from = {one.seat: (one.deal, one.decision) for one in record.forfeits}
        self._faulty = {(one.deal, one.decision) for one in record.faults}
        self._remarks: dict[tuple[int, int], list[str]] = defaultdict(list)
        self._gather_remarks()

    def heading(self) -> Iterator[str]:
        """Which game it is, and who sits where."""
        record = self._record
        options = "".join(f" {key}={value}" for key, value in self._ruleset.set.items())
        yield (
            f"game {record.game_id}: {self._ruleset.id}{options}, table {record.table}, "
            f"board {record.board}, rotation {record.rotation}"
        )
        yield f"seats: {', '.join(self._seats)}"
        yield LEGEND

    def deal(self, steps: list[Step], result: DealResult) -> Iterator[str]:
        """One deal: its contract, the hands as dealt, calls, tricks and points."""
        yield self._deal_heading(result)
        yield from self._hands([card_set(hand) for hand in result.cards.hands])
        if result.cards.kitty:
            yield f"kitty: {cards_text(result.cards.kitty)}"
        yield from self._calls(steps)
        if result.discard:
            yield f"laid away: {cards_text(result.discard)}"
        yield ""
        before = steps[0].before.points
        after = [had + won for had, won in zip(before, result.points, strict=True)]
        blank = ["", ""]
        rows = list(self._trick_rows(steps, result))
        rows.append((["deal", *map(_signed, result.points), *blank], []))
        rows.append((["game", *map(_signed, after), *blank], []))
        header = ["Trick", *self._seats, "Taken by", "Points"]
        lines = _table([cells for cells, _ in rows], header, right=("Trick", "Points"))
        yield from lines[:2]
        for line, (_, remarks) in zip(lines[2:], rows, strict=True):
            yield line
            yield from remarks
        if len(result.tricks) < self._ruleset.hand_size:
            yield f"over after trick {len(result.tricks)}: nothing that counts was left"

    def trick(self, steps: list[Step], result: DealResult, number: int) -> Iterator[str]:
        """One trick: the hands before it, and at each card what was legal."""
        yield f"{self._deal_heading(result)}; trick {number}"
        of_trick = [one for one in steps if one.deal.play and _trick_of(one.deal.play) == number]
        if play := of_trick[0].deal.play:
            yield from self._hands(play.hands)
        yield ""
        header = ["Decision", "Seat", "Legal", "Played", "Time"]
        rows = [
            [
                str(one.deal.decision),
                self._seats[one.asked.seat],
                " ".join(map(answer_text, one.asked.answers)),
                self._marked(one),
                self._time(one),
            ]
            for one in of_trick
        ]
        lines = _table(rows, header, right=("Decision", "Time"))
        yield from lines[:2]
        for line, one in zip(lines[2:], of_trick, strict=True):
            yield line
            yield from self._remarks[_moment(one)]
        taker = result.tricks[number - 1].taker
        points = _trick_points(steps, result)[number - 1][taker]
        yield f"taken by {self._seats[taker]}: {_signed(points)}"

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
                    _signed(record.points[seat]),
                    _signed(record.score[seat]),
                    str(sum(fault.seat == seat for fault in record.faults)),
                    f"deal {forfeit[0]}, decision {forfeit[1]}" if forfeit else "no",
                ]
            )
        header = ["Place", "Seat", "Points", "Score", "Faults", "Forfeited"]
        in_order = sorted(rows, key=lambda row: int(row[0]))
        yield from _table(in_order, header, right=("Place", "Points", "Score", "Faults"))
        dropped = [
            f"{name} {count}"
            for name, count in zip(self._seats, record.timing.dropped, strict=False)
            if count
        ]
        settled = ", ".join(
            f"{name} {_amount(share)}"
            for name, share in zip(self._seats, settlement(record.points), strict=True)
        )
        yield f"to settle, each other seat pays the winner the difference: {settled}"
        if dropped:
            yield f"answers that came too late or a second time: {', '.join(dropped)}"

    def _gather_remarks(self) -> None:
        record = self._record
        suspect = {(one.deal, one.decision) for one in record.timing.suspect}
        for fault in record.faults:
            moment = fault.deal, fault.decision
            start = " at its start" if fault.phase is Phase.START else ""
            slow = " (suspect: the referee itself was slow)" if moment in suspect else ""
            self._remark(moment, "!", fault.seat, f"{fault.reason}{start}: {fault.detail}{slow}")
        for forfeit in record.forfeits:
            out = "put out for good and " if forfeit.seat in record.put_out else ""
            self._remark(
                (forfeit.deal, forfeit.decision),
                *("!", forfeit.seat, f"{out}forfeited: the house plays its cards from here on"),
            )
        for note in record.timing.notes:
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

    def _hands(self, hands: Sequence[CardSet]) -> list[str]:
        rows = []
        for name, hand in zip(self._seats, hands, strict=True):
            suits = [cards_in(CardSet(hand & suit)) for suit in SUIT_SETS]
            rows.append([name, *map(cards_text, suits)])
        return _table(rows, ["Seat", *_SUIT_NAMES])

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
            won = _signed(points[number - 1][taker])
            yield [str(number), *cells, self._seats[taker], won], remarks

    def _marked(self, one: Step, mark: str = "") -> str:
        moment, seat = _moment(one), one.asked.seat
        is_forfeited = seat in self._house_from and moment >= self._house_from[seat]
        house = "!" if is_forfeited or moment in self._faulty else ""
        return f"{answer_text(one.choice)}{mark}{house}"

    def _time(self, one: Step) -> str:
        """What the bot was charged for a decision; nothing where that was not kept."""
        deal, decision = _moment(one)
        charged = self._record.timing.charged_us
        if deal > len(charged) or decision > len(charged[deal - 1]):
            return ""
        time = charged[deal - 1][decision - 1]
        return "" if time is None else _time_text(time)


def _moment(one: Step) -> tuple[int, int]:
    return one.deal.number, one.deal.decision


def _trick_of(play: Play) -> int:
    return len(play.tricks) + 1


def _trick_points(steps: Iterable[Step], result: DealResult) -> list[list[int]]:
    """What each trick brought each seat."""
    plays = [one.deal.play for one in steps if one.deal.play is not None]
    sums = [play.points for play in plays if not play.trick] + [result.points]
    return [[b - a for a, b in zip(*two, strict=True)] for two in pairwise(sums)]


def _time_text(microseconds: int) -> str:
    if microseconds < 1000:
        return f"{microseconds}us"
    if microseconds < 1_000_000:
        return f"{microseconds / 1000:.{1 if microseconds < 10_000 else 0}f}ms"
    return f"{microseconds / 1_000_000:.{2 if microseconds < 10_000_000 else 0}f}s"


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _table(rows: list[list[str]], header: Sequence[str], right: Sequence[str] = ()) -> list[str]:
    """The lines of a table: the header, a rule, and one for each row."""
    aligned = ["right" if name in right else "left" for name in header]
    text = tabulate(rows, header, tablefmt="simple", disable_numparse=True, colalign=aligned)
    return [line.rstrip() for line in text.splitlines()]


def _amount(share: Fraction) -> str:
    return _signed(share.numerator) if share.denominator == 1 else f"{float(share):+.2f}"
