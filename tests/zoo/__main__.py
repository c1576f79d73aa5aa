"""Runs the whole zoo and writes what happened into docs/faults.md: `make faults`."""

import sys
import tempfile
from pathlib import Path

from zoo.page import PAGE, write_tables
from zoo.runs import Outcomes, open_zoo
from zoo.species import CHAPTERS, name_of, species_of
from zoo.wiring import Bot


def main() -> None:
    """Tells each species as it is done; exits 1, with the page as it was, if one did harm."""
    every = [species for chapter in CHAPTERS for species in species_of(chapter)]
    done: dict[type[Bot], Outcomes] = {}
    with tempfile.TemporaryDirectory() as folder, open_zoo(every, Path(folder)) as runs:
        for species in every:
            done[species] = runs(species)
            print(name_of(species), *(f"{one.seconds:.1f} s" for one in done[species].values()))
    troubles = [
        f"{name_of(species)}: {trouble}"
        for species, outcomes in done.items()
        for one in outcomes.values()
        for trouble in one.troubles
    ]
    if troubles:
        sys.exit("\n".join(troubles))
    write_tables(done.__getitem__)
    print(f"The tables are in {PAGE}")


if __name__ == "__main__":
    main()
