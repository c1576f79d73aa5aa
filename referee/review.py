"""The command verify: a finished tournament, worked out again."""

from pathlib import Path

import click

from referee.checks import Verdict
from referee.printable import printable
from referee.progress import counting
from referee.verify import finished_manifest
from referee.verify import verify as verify_tournament

EXIT_NO = 1


@click.command()
@click.argument("folder", metavar="DIR")
def verify(folder: str) -> int:
    """Works out a finished tournament again from its seed and records, and says what differs.

    Exit codes: 0 nothing differs, 1 something does.
    """
    path = Path(folder)
    manifest = finished_manifest(path)
    name = printable(manifest.name)
    with counting("verifying", manifest.schedule.games) as on_game:
        checks = verify_tournament(path, manifest, on_game)
    for check in checks:
        first, *others = map(printable, check.findings or [check.summary])
        click.echo(f"{check.verdict:10}{check.name + ':':13}{first}")
        for finding in others:
            click.echo(f"{'':23}{finding}")
        if check.found > len(check.findings):
            click.echo(f"{'':23}and {check.found - len(check.findings)} more")
    differing = [check.name for check in checks if check.verdict is Verdict.DIFFERS]
    if differing:
        click.echo(f"{name} does not verify: {', '.join(differing)}")
        return EXIT_NO
    click.echo(f"{name} is verified: nothing differs")
    return 0
