"""Which bots sit down together: round-robin, balanced groups, gauntlets; counted, not listed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count, islice
from math import comb, factorial, gcd, inf
from random import Random

from referee.errors import UserError

_IMPROVED_UP_TO = 160
"""So many tables are balanced by exchanges too, which look at each pair of them."""
_MOST_ATTEMPTS = 40
_TABLES_TRIED = 120
"""So many tables are planned twice, fewer more often, and the best plan is kept."""
_WHOLE_UP_TO = 60
"""Plans in which all pairs meet alike are looked for up to so many tables."""


@dataclass(frozen=True, slots=True)
class AllGroups:
    """Every group of as many bots as seats, in the order of `itertools.combinations`."""

    bots: tuple[str, ...]
    seats: int

    @property
    def count(self) -> int:
        """Number of groups."""
        return comb(len(self.bots), self.seats)

    def group(self, table: int) -> tuple[str, ...]:
        """The group at a place, found without listing those before it."""
        return _combination(self.bots, self.seats, table)


@dataclass(frozen=True, slots=True)
class BalancedGroups:
    """So many groups that every bot plays as often, and pairs meet as equally often as they can.

    Whole round-robins come first, then plans in which all pairs meet alike; the rest is filled
    table by table with those that have played and met least, and bettered by exchanges.
    """

    bots: tuple[str, ...]
    seats: int
    count: int
    _rest: list[tuple[int, ...]] = field(default_factory=list, repr=False, compare=False)
    _coming: list[Iterator[tuple[int, ...]]] = field(
        default_factory=list, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        unit = balanced_unit(len(self.bots), self.seats)
        if self.count % unit:
            nearest = max(unit, round(self.count / unit) * unit)
            raise UserError(
                f"--tables {self.count}: {len(self.bots)} bots cannot all play equally often at "
                f"so many tables of {self.seats}; the nearest number is {nearest}"
            )

    def group(self, table: int) -> tuple[str, ...]:
        """The bots at a table; tables are planned as far as they are asked for."""
        every = comb(len(self.bots), self.seats)
        whole = self.count // every * every
        if table < whole:
            return _combination(self.bots, self.seats, table % every)
        if not self._coming:
            self._coming.append(balanced(len(self.bots), self.seats, self.count - whole))
        wanted = table - whole + 1 - len(self._rest)
        self._rest.extend(islice(self._coming[0], max(wanted, 0)))
        return tuple(self.bots[bot] for bot in self._rest[table - whole])

    def meetings(self) -> tuple[int, int]:
        """How often the pair that meets least, and the one that meets most, sits together."""
        met = meetings_of([self.group(table) for table in range(self.count)], self.bots)
        return min(met.values()), max(met.values())


@dataclass(frozen=True, slots=True)
class ChallengerGroups:
    """Each challenger with every group of the field that fills its table, one after the other."""

    challengers: tuple[str, ...]
    field: tuple[str, ...]
    seats: int

    @property
    def groups(self) -> int:
        """Number of groups of the field, which is the number of tables of a challenger."""
        return comb(len(self.field), self.seats - 1)

    def group(self, table: int) -> tuple[str, ...]:
        """A challenger and its group of the field."""
        challenger, group = divmod(table, self.groups)
        return (self.challengers[challenger], *_combination(self.field, self.seats - 1, group))


def balanced_unit(bots: int, seats: int) -> int:
    """The least number of tables at which all bots can play equally often."""
    return bots // gcd(bots, seats)


def meetings_of(
    groups: Sequence[tuple[str, ...]], bots: Sequence[str]
) -> dict[tuple[str, str], int]:
    """How often each pair of bots, in their order, sits at one table."""
    place = {bot: number for number, bot in enumerate(bots)}
    met = {(a, b): 0 for at, a in enumerate(bots) for b in bots[at + 1 :]}
    for group in groups:
        ordered = sorted(group, key=place.__getitem__)
        for at, a in enumerate(ordered):
            for b in ordered[at + 1 :]:
                met[a, b] += 1
    return met


def balanced(bots: int, seats: int, tables: int) -> Iterator[tuple[int, ...]]:
    """Groups of bots, by number, that are as equal as these simple means make them.

    As often as it fits in come the fewest tables at which all pairs meet alike, if they are found.
    """
    left = tables
    for some in _whole_plans(bots, seats, min(tables, _WHOLE_UP_TO)):
        plan, spread = planned_groups(bots, seats, some)
        if spread == 0:
            for _ in range(left // some):
                yield from plan
            left %= some
            break
    if left > _IMPROVED_UP_TO:
        unmet = [[0] * bots for _ in range(bots)]
        filled = _filled(bots, seats, unmet, None)
        yield from (tuple(sorted(group)) for group in islice(filled, left))
    elif left:
        yield from planned_groups(bots, seats, left)[0]


def _whole_plans(bots: int, seats: int, most: int) -> Iterator[int]:
    """Numbers of tables at which all pairs could meet equally often, and all bots play so."""
    unit = balanced_unit(bots, seats)
    for tables in range(unit, most + 1, unit):
        if tables * seats * (seats - 1) % (bots * (bots - 1)) == 0:
            yield tables


@lru_cache(maxsize=256)
def planned_groups(bots: int, seats: int, tables: int) -> tuple[list[tuple[int, ...]], int]:
    """The best of some attempts, and how far the meetings of its pairs lie apart."""
    best: list[list[int]] = []
    least, spread = inf, 0
    # Each attempt breaks ties in another way; few tables can be tried often.
    for attempt in range(1 + min(_MOST_ATTEMPTS, _TABLES_TRIED**2 // tables**2)):
        met = [[0] * bots for _ in range(bots)]
        groups = list(islice(_filled(bots, seats, met, Random(attempt).random), tables))
        _improve(groups, met)
        counts = [met[a][b] for a in range(bots) for b in range(a)]
        unequal = sum(count * count for count in counts)
        if unequal < least:
            best, least, spread = groups, unequal, max(counts) - min(counts)
        if spread == 0:
            break
    return [tuple(sorted(group)) for group in best], spread


def _filled(
    bots: int, seats: int, met: list[list[int]], draw: Callable[[], float] | None
) -> Iterator[list[int]]:
    """Groups without end, each made of those that have played, then met, least."""
    played = [0] * bots
    for number in count():
        group: list[int] = []
        while len(group) < seats:
            left = [bot for bot in range(bots) if bot not in group]
            least = min(played[bot] for bot in left)
            group.append(
                min(
                    (
                        sum(met[bot][other] ** 2 for other in group),
                        sum(met[bot]),
                        draw() if draw else (bot + number) % bots,
                        bot,
                    )
                    for bot in left
                    if played[bot] == least
                )[-1]
            )
        for bot in group:
            played[bot] += 1
        _meet(met, group, 1)
        yield group


def _meet(met: list[list[int]], group: Sequence[int], times: int) -> None:
    for a in group:
        for b in group:
            if a != b:
                met[a][b] += times


def _improve(groups: list[list[int]], met: list[list[int]]) -> None:
    """Exchanges bots between two tables as long as the meetings grow more equal by it."""
    is_better = True
    while is_better:
        is_better = False
        for at, one in enumerate(groups):
            for other in groups[at + 1 :]:
                is_better |= _exchange(one, other, met)


def _exchange(one: list[int], other: list[int], met: list[list[int]]) -> bool:
    """Makes the first exchange between two tables that lessens the sum of squared meetings."""
    for x in one:
        if x in other:
            continue
        for y in other:
            if y in one:
                continue
            gain = 0
            for mate in one:
                if mate != x:
                    gain += met[x][mate] - met[y][mate] - 1
            for mate in other:
                if mate != y:
                    gain += met[y][mate] - met[x][mate] - 1
            if gain > 0:
                _meet(met, one, -1)
                _meet(met, other, -1)
                one[one.index(x)], other[other.index(y)] = y, x
                _meet(met, one, 1)
                _meet(met, other, 1)
                return True
    return False


def permutation(items: tuple[str, ...], number: int) -> tuple[str, ...]:
    """The order at `number` in the order of `itertools.permutations(items)`."""
    left = list(items)
    order = []
    while left:
        place, number = divmod(number, factorial(len(left) - 1))
        order.append(left.pop(place))
    return tuple(order)


def _combination(items: Sequence[str], size: int, number: int) -> tuple[str, ...]:
    """The group at `number` in the order of `itertools.combinations(items, size)`."""
    group: list[str] = []
    first = 0
    while len(group) < size:
        wanted = size - len(group) - 1
        # So many groups go on with the item at `first`; skip them or take it.
        beginning_here = comb(len(items) - first - 1, wanted)
        if number < beginning_here:
            group.append(items[first])
        else:
            number -= beginning_here
        first += 1
    return tuple(group)
