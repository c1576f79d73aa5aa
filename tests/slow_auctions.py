"""Every course that an auction can take, a second time, from the law book alone (A1 to A3)."""

from collections.abc import Iterator

Course = tuple[tuple[int, str], ...]


def ladder(most: int, has_down: bool) -> dict[str, int]:
    """What can be bid, and what it is worth: three up is as much as one down (A2)."""
    if not has_down:
        return {str(n): n for n in range(1, most + 1)}
    return {**{f"{n} up": n for n in range(1, most + 1)}, "1 down": 3, "2 down": 6}


def courses(
    bidders: list[int], bids: dict[str, int], *, may_match: bool, is_a1: bool
) -> Iterator[Course]:
    """All that can be said, to the end of the bids."""

    def may_say(seat: int, holder: int | None, standing: str) -> list[str]:
        if holder is None:
            return list(bids)
        higher = [words for words in bids if bids[words] > bids[standing]]
        is_earlier = bidders.index(seat) < bidders.index(holder)
        return [*higher, standing] if may_match and is_earlier else higher

    def go_on(
        said: Course, waiting: list[int], passed: set[int], holder: int | None, standing: str
    ) -> Iterator[Course]:
        asked = [seat for seat in waiting if seat not in passed and seat != holder]
        is_left_alone = is_a1 and holder is None and len(passed) == len(bidders) - 1
        if is_left_alone or not any(may_say(seat, holder, standing) for seat in asked):
            yield said
            return
        seat = asked[0]
        at = bidders.index(seat) + 1
        following = bidders[at:] + bidders[:at]
        yield from go_on((*said, (seat, "pass")), following, passed | {seat}, holder, standing)
        for words in may_say(seat, holder, standing):
            yield from go_on((*said, (seat, words)), following, passed, seat, words)

    yield from go_on((), bidders, set(), None, "")
