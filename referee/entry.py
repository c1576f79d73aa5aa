"""The first thing that runs: Ctrl-C is heard also while the rest is being loaded."""

import sys


def main() -> None:
    """Runs the command line."""
    try:
        from referee.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
