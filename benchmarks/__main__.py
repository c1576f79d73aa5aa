"""Runs the benchmarks, prints their tables and writes their JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

from benchmarks.core import core
from benchmarks.decisions import decisions, stages
from benchmarks.quiet import NeverIdle, taken_when_idle
from benchmarks.report import report
from benchmarks.results import Result, table_text, write_result
from benchmarks.rounds import Taker
from benchmarks.schedules import schedules
from benchmarks.sizes import FULL, SIZES, Size
from benchmarks.standings import standings
from benchmarks.starts import starts
from benchmarks.viewing import viewing

T = TypeVar("T")

BENCHMARKS: dict[str, Callable[[Size, Taker], Result]] = {
    "core": core,
    "schedules": schedules,
    "starts": starts,
    "decisions": decisions,
    "stages": stages,
    "standings": standings,
    "report": report,
    "viewing": viewing,
}
_FOLDER = Path(__file__).with_name("results")


@dataclass(frozen=True, slots=True)
class _Takes:
    """Takes the measures of one benchmark and tells of it."""

    benchmark: str
    when_idle: bool

    def __call__(self, what: str, measure: Callable[[], T]) -> T:
        click.echo(f"{self.benchmark}: {what}", err=True)
        return taken_when_idle(measure) if self.when_idle else measure()


@click.command()
@click.option("--only", type=click.Choice(list(BENCHMARKS)), help="Run one of them.")
@click.option("--size", type=click.Choice(list(SIZES)), default=FULL.name, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=_FOLDER, help="Folder of the JSON.")
@click.option("--when-idle", is_flag=True, help="Measure only while nobody else uses the machine.")
def main(only: str | None, size: str, out: Path, when_idle: bool) -> None:
    """Measures the referee; every figure is a ratio of two things measured in one run."""
    for name, benchmark in BENCHMARKS.items():
        if only in (None, name):
            try:
                result = benchmark(SIZES[size], _Takes(name, when_idle))
            except NeverIdle as problem:
                raise click.ClickException(str(problem)) from problem
            click.echo(f"\n{table_text(result)}")
            click.echo(f"{name}: every round is in {write_result(result, out)}", err=True)


if __name__ == "__main__":
    main()
