"""What bots made of each board, summed up in whole numbers while records stream by."""

from array import array
from collections.abc import Mapping
from fractions import Fraction

from referee.estimate import Clusters
from referee.record import GameRecord


class _Sums:
    """Numbers of values and their sums, with a row of bots for each board, one after the other."""

    def __init__(self, bots: int, boards: int) -> None:
        self._bots = bots
        self.counts = array("q", bytes(8 * bots * boards))
        self.totals = array("q", bytes(8 * bots * boards))

    def grow(self) -> None:
        """Adds an empty row."""
        empty = bytes(8 * self._bots)
        self.counts.frombytes(empty)
        self.totals.frombytes(empty)

    def collect(self, found: Clusters, boards: Mapping[int, int], bot: int) -> None:
        """Adds what a bot has on each board."""
        counts, totals = self.counts[bot :: self._bots], self.totals[bot :: self._bots]
        for board, row in boards.items():
            if counts[row]:
                found.add(board, totals[row], counts[row])


class _Contract(_Sums):
    """The points in the deals of one contract."""

    def __init__(self, bots: int, boards: int) -> None:
        super().__init__(bots, boards)
        self.at_the_tables = [0] * bots
        """For each bot the points of all who played, in the deals that it played."""


class _Group:
    """The games of the same bots, in whatever seats: arrays, since boards may be many."""

    def __init__(self, bots: tuple[str, ...]) -> None:
        self.bots = bots
        self.boards: dict[int, int] = {}
        """Each with its row."""
        self.scores = _Sums(len(bots), 0)
        self.contracts: dict[str, _Contract] = {}
        self.players = 0
        """How many play a deal: the rule set says it, so they are the same in all."""

    def row(self, board: int) -> int:
        """The row of a board, which may be a new one."""
        row = self.boards.get(board)
        if row is None:
            row = self.boards[board] = len(self.boards)
            for sums in (self.scores, *self.contracts.values()):
                sums.grow()
        return row

    def contract(self, contract: str) -> _Contract:
        """The sums of a contract, which may be a new one."""
        if contract not in self.contracts:
            self.contracts[contract] = _Contract(len(self.bots), len(self.boards))
        return self.contracts[contract]


class Tally:
    """The sums of scores and of points by contract, by board and by who sat at the table.

    All are whole numbers, so that nothing depends on the order of the records.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[tuple[str, ...], bool], _Group] = {}
        self._seatings: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[int, ...]]] = {}

    def add(self, record: GameRecord) -> None:
        """Takes in a game; one with a forfeit counts for the scores alone."""
        bots, order = self._seatings.get(record.seating) or self._new_seating(record.seating)
        is_whole = not record.forfeits
        group = self._groups.get((bots, is_whole))
        if group is None:
            group = self._groups[bots, is_whole] = _Group(bots)
        begin = len(bots) * group.row(record.board)
        counts, totals = group.scores.counts, group.scores.totals
        for bot, score in zip(order, record.score, strict=True):
            counts[begin + bot] += 1
            totals[begin + bot] += score
        if not is_whole:
            return
        for deal in record.deals:
            sums = group.contract(deal.contract)
            counts, totals, tables = sums.counts, sums.totals, sums.at_the_tables
            sits_out = deal.sits_out
            group.players = len(bots) - (sits_out is not None)
            at_the_table = sum(deal.points)
            if sits_out is not None:
                at_the_table -= deal.points[sits_out]
            for seat, points in enumerate(deal.points):
                if seat != sits_out:
                    bot = order[seat]
                    counts[begin + bot] += 1
                    totals[begin + bot] += points
                    tables[bot] += at_the_table

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
                group.scores.collect(found, group.boards, group.bots.index(bot))
        return found

    def differences(self, bot: str, other: str) -> Clusters:
        """How far a bot was above another by board, where both played and no seat was forfeited."""
        found = Clusters()
        for (bots, is_whole), group in self._groups.items():
            if is_whole and bot in bots and other in bots:
                own, theirs = bots.index(bot), bots.index(other)
                counts, totals = group.scores.counts, group.scores.totals
                for board, row in group.boards.items():
                    begin = len(bots) * row
                    value = totals[begin + own] - totals[begin + theirs]
                    found.add(board, value, counts[begin + own])
        return found

    def points(self, bot: str, contract: str) -> Clusters:
        """The points of a bot in the deals of a contract by board, without forfeits."""
        found = Clusters()
        for group in self._groups.values():
            if bot in group.bots and contract in group.contracts:
                sums = group.contracts[contract]
                sums.collect(found, group.boards, group.bots.index(bot))
        return found

    def above(self, bot: str, contract: str) -> Fraction:
        """How far a bot was above the mean of the others, over all its deals of a contract."""
        found = Fraction(0)
        for group in self._groups.values():
            if bot in group.bots and contract in group.contracts:
                sums, place = group.contracts[contract], group.bots.index(bot)
                own = sum(sums.totals[place :: len(group.bots)])
                others = sums.at_the_tables[place] - own
                found += own - Fraction(others, group.players - 1)
        return found
