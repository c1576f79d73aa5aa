"""What bots made of each board, summed up in whole numbers while records stream by."""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from referee.estimate import Clusters
from referee.record import GameRecord


class _Sums:
    """Numbers of values and their sums by bot, with a cell for each board."""

    def __init__(self, bots: int, cells: int) -> None:
        self.counts = [array("q", bytes(8 * cells)) for _ in range(bots)]
        self.totals = [array("q", bytes(8 * cells)) for _ in range(bots)]

    def grow(self) -> None:
        """Adds an empty cell."""
        for column in (*self.counts, *self.totals):
            column.append(0)

    def add(self, bot: int, cell: int, value: int) -> None:
        """Takes in one value."""
        self.counts[bot][cell] += 1
        self.totals[bot][cell] += value


class _Group:
    """The games of the same bots, in whatever seats: arrays, since boards may be many."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = tuple(bots)
        self.cells: dict[int, int] = {}
        """By board."""
        self.scores = _Sums(len(bots), 0)
        self.contracts: dict[str, _Sums] = {}

    def cell(self, board: int) -> int:
        """The cell of a board, which may be a new one."""
        cell = self.cells.setdefault(board, len(self.cells))
        if cell == len(self.scores.counts[0]):
            self.scores.grow()
            for sums in self.contracts.values():
                sums.grow()
        return cell

    def of_contract(self, contract: str) -> _Sums:
        """The sums of a contract, which may be a new one."""
        if contract not in self.contracts:
            self.contracts[contract] = _Sums(len(self.bots), len(self.cells))
        return self.contracts[contract]


class Tally:
    """The sums of scores and of points by contract, by board and by who sat at the table.

    All are whole numbers, so that nothing depends on the order of the records.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[tuple[str, ...], bool], _Group] = {}
        self._seatings: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[int, ...]]] = {}
        self._above: dict[tuple[str, str], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        """By bot and contract, and by how many play a deal: see `above`."""

    def add(self, record: GameRecord) -> None:
        """Takes in a game; one with a forfeit counts for the scores alone."""
        bots, order = self._seatings.get(record.seating) or self._new_seating(record.seating)
        is_whole = not record.forfeits
        group = self._groups.get((bots, is_whole))
        if group is None:
            group = self._groups[bots, is_whole] = _Group(bots)
        cell = group.cell(record.board)
        for bot, score in zip(order, record.score, strict=True):
            group.scores.add(bot, cell, score)
        if not is_whole:
            return
        for deal in record.deals:
            sums = group.of_contract(deal.contract)
            sits_out = deal.sits_out
            playing = len(order) - (sits_out is not None)
            total = sum(deal.points) - (deal.points[sits_out] if sits_out is not None else 0)
            for seat, points in enumerate(deal.points):
                if seat != sits_out:
                    sums.add(order[seat], cell, points)
                    self._above[record.seating[seat], deal.contract][playing] += (
                        playing * points - total
                    )

    def _new_seating(self, seating: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
        bots = tuple(sorted(seating))
        self._seatings[seating] = bots, tuple(bots.index(bot) for bot in seating)
        return self._seatings[seating]

    def contracts(self) -> set[str]:
        """Those that were played in a game without a forfeit."""
        return {contract for group in self._groups.values() for contract in group.contracts}

    def scores(self, bot: str) -> Clusters:
        """The scores of a bot by board, those of games with a forfeit too."""
        found = Clusters()
        for group in self._groups.values():
            if bot in group.bots:
                _collect(found, group, group.scores, group.bots.index(bot))
        return found

    def differences(self, bot: str, other: str) -> Clusters:
        """How far a bot was above another by board, where both played and no seat was forfeited."""
        found = Clusters()
        for (bots, is_whole), group in self._groups.items():
            if is_whole and bot in bots and other in bots:
                own, theirs = bots.index(bot), bots.index(other)
                counts, totals = group.scores.counts[own], group.scores.totals
                for board, cell in group.cells.items():
                    value = totals[own][cell] - totals[theirs][cell]
                    found.add(board, value, counts[cell])
        return found

    def points(self, bot: str, contract: str) -> Clusters:
        """The points of a bot in the deals of a contract by board, without forfeits."""
        found = Clusters()
        for (bots, _), group in self._groups.items():
            if bot in bots and contract in group.contracts:
                _collect(found, group, group.contracts[contract], bots.index(bot))
        return found

    def above(self, bot: str, contract: str) -> Fraction:
        """How far a bot was above the mean of the others, over all deals of a contract."""
        # With n who play and a sum S at the table: own - (S - own) / (n - 1).
        sums = self._above.get((bot, contract), {})
        return sum((Fraction(sum_, n - 1) for n, sum_ in sums.items()), Fraction(0))


def _collect(found: Clusters, group: _Group, sums: _Sums, bot: int) -> None:
    counts, totals = sums.counts[bot], sums.totals[bot]
    for board, cell in group.cells.items():
        if counts[cell]:
            found.add(board, totals[cell], counts[cell])
