"""Runs parts of a benchmark as processes of their own, so that none leaves anything to the next."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_MOST_SECONDS = 300


def output_of(module: str, *words: object) -> bytes:
    """What a module of this package prints; CalledProcessError if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{module}", *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        timeout=_MOST_SECONDS,
        check=True,
    )
    return done.stdout
