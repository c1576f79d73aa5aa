"""The command that makes the folder of a new bot."""

import shutil
from pathlib import Path

import click

from referee.errors import UserError
from referee.kit import kit_languages, load_kit, write_kit
from referee.printable import listed


@click.command()
@click.argument("name")
@click.option("--language", metavar="L", help=f"One of {', '.join(kit_languages())}.")
def new(name: str, language: str | None) -> int:
    """Makes a bot in the folder NAME: it builds, plays at once, and is yours to change."""
    if language is None:
        raise UserError(f"which --language? There are {', '.join(kit_languages())}")
    kit = load_kit(language)
    write_kit(kit, name, Path(name))
    click.echo(f"see if it works: referee check {name}")
    click.echo(f"play a table:    referee match {name}")
    click.echo(f"make it better:  {name}/{kit.strategy} says how it plays")
    click.echo(f"read on:         {name}/README.md")
    missing = [program for program in kit.needs if shutil.which(program) is None]
    if missing:
        click.echo(
            f"first install {listed(missing)}: a bot in {kit.title} needs "
            f"{'it' if len(missing) == 1 else 'them'}",
            err=True,
        )
    return 0
