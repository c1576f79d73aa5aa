"""The command that shows rules: which there are, and a sheet of one to play by."""

from pathlib import Path

import click
import msgspec
from tabulate import tabulate

from referee.errors import UserError
from referee.files import write_whole
from referee.law import RuleSet, law_of
from referee.rulefile import parse_settings, read_rule_file
from referee.ruleset import load_ruleset, ruleset_ids
from referee.rulesheet import game_sum, sheet, sum_text

_INDEX_HEAD = """# The rule sets

Each page is made from the data of its rule set; `referee rules ID` prints the same. How to write
a file of your own stands in [your-own.md](your-own.md)."""


@click.command()
@click.argument("ruleset", metavar="[ID|FILE]", required=False)
@click.option(
    "--set", "words", multiple=True, metavar="KEY=VALUE", help="Set an option; may be repeated."
)
@click.option("--json", "is_json", is_flag=True, help="Print the rules as data.")
@click.option(
    "--write",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the sheets of all rule sets there, as Markdown.",
)
def rules(ruleset: str | None, words: tuple[str, ...], is_json: bool, write: Path | None) -> int:
    """Lists the rule sets, or prints the sheet of one, which people can play by.

    A FILE is a rule set of your own: it is checked and shown in the same way.
    """
    settings = parse_settings(words)
    if ruleset is None and settings:
        raise UserError("--set needs the rule set whose option it sets: referee rules ID --set K=V")
    if write is not None:
        if ruleset is not None:
            raise UserError("--write writes the sheets of all rule sets: leave the id out")
        _write_all(write)
    elif ruleset is not None:
        loaded = load_ruleset(ruleset, settings)
        if is_json:
            click.echo(msgspec.json.encode(_as_data(loaded)))
        else:
            click.echo(sheet(loaded, option_lines(ruleset)), nl=False)
    elif is_json:
        click.echo(msgspec.json.encode([_as_data(load_ruleset(one)) for one in ruleset_ids()]))
    else:
        click.echo(_list_text())
    return 0


def option_lines(ruleset: str) -> list[str]:
    """The options of a rule set with their values, such as `boys: K, KJ`."""
    options = read_rule_file(ruleset).options
    return [f"{name}: {', '.join(values)}" for name, values in options.items()]


def _as_data(ruleset: RuleSet) -> dict[str, object]:
    names = {"id": ruleset.id, "title": ruleset.title, "source": ruleset.source}
    counted = {"deal_count": ruleset.deal_count, "game_sum": game_sum(ruleset)}
    return {
        **names,
        "set": ruleset.set,
        "sha256": ruleset.sha256,
        **counted,
        "law": law_of(ruleset),
    }


def _list_text() -> str:
    rows = []
    for name in ruleset_ids():
        ruleset = load_ruleset(name)
        options = "; ".join(option_lines(name))
        rows.append(
            (name, ruleset.seats, ruleset.deal_count, sum_text(ruleset), ruleset.title, options)
        )
    headers = ("Id", "Seats", "Deals", "Sum", "Title", "Options")
    return tabulate(rows, headers=headers, disable_numparse=True)


def _write_all(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in ruleset_ids():
        ruleset = load_ruleset(name)
        write_whole(folder / f"{name}.md", sheet(ruleset, option_lines(name)))
        link = f"[{name}]({name}.md)"
        rows.append((link, ruleset.seats, ruleset.deal_count, sum_text(ruleset), ruleset.title))
    headers = ("Rule set", "Seats", "Deals", "Sum of a game", "What it is")
    table = tabulate(rows, headers=headers, tablefmt="pipe", disable_numparse=True)
    write_whole(folder / "README.md", f"{_INDEX_HEAD}\n\n{table}\n")
    click.echo(f"wrote {len(rows)} sheets into {folder}")
