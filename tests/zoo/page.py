"""The tables of the zoo in docs/faults.md: a row for each species, with what became of it."""

from collections.abc import Callable

from running import ROOT

from referee.faults import FaultReason
from zoo.runs import SIZES, Outcome, Outcomes
from zoo.species import CHAPTERS, name_of, species_of
from zoo.wiring import Bot

PAGE = ROOT / "docs" / "faults.md"
BEGIN = "<!-- What follows is made by `make faults`. -->\n"
END = "<!-- That was made by `make faults`. -->\n"

HEAD = (
    *("The bot ...", "fault", "phase", "detail"),
    *(f"{size.games} games, {at_once} at once" for at_once, size in SIZES.items()),
    "time",
)


def row(species: type[Bot], outcomes: Outcomes) -> tuple[str, ...]:
    """The row of a species without its time: what must be the same in every run."""
    kinds = {one for outcome in outcomes.values() for one in outcome.seen}
    seen = sorted(kinds, key=lambda one: (list(FaultReason).index(one.reason), one.detail))
    does = (species.__doc__ or "").rstrip(".")
    return (
        f"{does[:1].lower()}{does[1:]} (`{name_of(species)}`)",
        "<br>".join(f"`{one.reason}`" for one in seen) or "none",
        "<br>".join(one.phase for one in seen),
        "<br>".join(one.detail.replace("|", r"\|") for one in seen),
        *(_count(species, outcome) for outcome in outcomes.values()),
    )


def _count(species: type[Bot], outcome: Outcome) -> str:
    if species.is_racing and outcome.faults:
        return "several"
    more = f", {outcome.forfeits} forfeited" if outcome.forfeits else ""
    return f"{outcome.faults}{more}"


def page_rows() -> dict[str, tuple[str, ...]]:
    """The rows that stand on the page, without their times, by their first cell."""
    _, _, rest = PAGE.read_text().partition(BEGIN)
    lines = rest.partition(END)[0].splitlines()
    found = [
        tuple(cell.strip() for cell in line.replace(r"\|", "\0").strip("|").split("|"))
        for line in lines
        if line.startswith("| ")
    ]
    return {one[0]: tuple(cell.replace("\0", r"\|") for cell in one[:-1]) for one in found}


def write_tables(outcomes: Callable[[type[Bot]], Outcomes]) -> None:
    """Puts the tables of all chapters between the marks of the page."""
    parts = []
    for chapter in CHAPTERS:
        lines = [_line(HEAD), "|---" * len(HEAD) + "|"]
        for species in species_of(chapter):
            runs = outcomes(species)
            time = " and ".join(f"{run.seconds:.0f} s" for run in runs.values())
            lines.append(_line((*row(species, runs), time)))
        parts.append(f"### {(chapter.__doc__ or '').rstrip('.')}\n\n" + "\n".join(lines) + "\n")
    before, begin, rest = PAGE.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    PAGE.write_text(before + begin + "\n" + "\n".join(parts) + "\n" + end + after)


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"
