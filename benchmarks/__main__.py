"""Runs the benchmarks, prints their tables and writes their JSON."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from benchmarks.core import core
from benchmarks.decisions import decisions, stages
from benchmarks.quiet import MOST_SECONDS, wait_until_idle
from benchmarks.results import Result, table_text, write_result
from benchmarks.sizes import FULL, SIZES, Size
from benchmarks.starts import starts

BENCHMARKS: dict[str, Callable[[Size, Callable[[str], None]], Result]] = {
    "core": core,
    "starts": starts,
    "decisions": decisions,
    "stages": stages,
}
_FOLDER = Path(__file__).with_name("results")


def _tell(benchmark: str, text: str) -> None:
    click.echo(f"{benchmark}: {text}", err=True)


def _tell_and_wait(benchmark: str, text: str) -> None:
    if not wait_until_idle():
        raise click.ClickException(f"the machine was never idle in {MOST_SECONDS / 60:g} minutes")
    _tell(benchmark, text)


@click.command()
@click.option("--only", type=click.Choice(list(BENCHMARKS)), help="Run one of them.")
@click.option("--size", type=click.Choice(list(SIZES)), default=FULL.name, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=_FOLDER, help="Folder of the JSON.")
@click.option("--when-idle", is_flag=True, help="Wait before each measure for an idle machine.")
def main(only: str | None, size: str, out: Path, when_idle: bool) -> None:
    """Measures the referee; every figure is a ratio of two things measured in one run."""
    for name, benchmark in BENCHMARKS.items():
        if only in (None, name):
            result = benchmark(SIZES[size], partial(_tell_and_wait if when_idle else _tell, name))
            click.echo(f"\n{table_text(result)}")
            _tell(name, f"every round is in {write_result(result, out)}")


if __name__ == "__main__":
    main()
