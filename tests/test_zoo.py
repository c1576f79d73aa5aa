"""Each badly behaved bot as a real program against the real command: what docs/faults.md says."""

from collections.abc import Callable, Iterator
from typing import cast

import pytest
from zoo.page import PAGE, page_rows, row
from zoo.runs import Outcomes, open_zoo
from zoo.species import CHAPTERS, name_of, species_of
from zoo.wiring import Bot

from referee.faults import FaultReason

SPECIES = [species for chapter in CHAPTERS for species in species_of(chapter)]


@pytest.fixture(scope="module")
def zoo(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[type[Bot]], Outcomes]]:
    """The runs of the species that are to be tested, a few at a time."""
    wanted: list[type[Bot]] = []
    for item in request.session.items:
        if isinstance(item, pytest.Function) and "zoo" in item.fixturenames:
            wanted.append(cast("type[Bot]", item.callspec.params["species"]))
    with open_zoo(wanted, tmp_path_factory.mktemp("zoo")) as runs:
        yield runs


@pytest.mark.parametrize("species", SPECIES, ids=name_of)
def test_what_comes_of_it_is_what_the_page_says(
    zoo: Callable[[type[Bot]], Outcomes], species: type[Bot]
) -> None:
    """Fault, phase, detail and counts stand there; all games are scored and nobody else harmed."""
    outcomes = zoo(species)
    assert [trouble for one in outcomes.values() for trouble in one.troubles] == []
    found = row(species, outcomes)
    assert page_rows()[found[0]] == found


def test_the_page_has_all_species_and_all_faults() -> None:
    """No row is of a species that is gone, and each reason has its part on the page."""
    assert len(page_rows()) - 1 == len(SPECIES)  # all tables begin with the same line
    headings = [line for line in PAGE.read_text().splitlines() if line.startswith("## ")]
    told = " ".join(headings)
    assert [reason for reason in FaultReason if f"`{reason}`" not in told] == []
