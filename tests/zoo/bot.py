"""Runs one species: `python -m zoo.bot wrong-token`."""

import sys

from zoo.species import species

if __name__ == "__main__":
    species(sys.argv[1])().run()
