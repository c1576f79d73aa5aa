"""The command replay: a recorded game in print, and the list of games."""

from itertools import islice
from pathlib import Path

import click

from referee.errors import UserError
from referee.printable import printable
from referee.record import RecordError
from referee.recordsource import Source, checked_game, find_record, glances, open_source
from referee.replay import NoSuchPart, game_lines, list_lines

EXIT_NO = 1
_GAMES_SHOWN = 20


@click.command()
@click.argument("source", metavar="DIR|FILE")
@click.option("--game", "game_id", metavar="ID", help="The game to print, such as t1-b2-r1.")
@click.option("--deal", type=click.IntRange(min=1), metavar="N", help="Print this deal alone.")
@click.option(
    "--trick",
    type=click.IntRange(min=1),
    metavar="N",
    help="Print this trick of the deal alone, with all cards that were legal.",
)
@click.option("--list", "is_list", is_flag=True, help="List the games.")  # fmt: skip
def replay(
    source: str, game_id: str | None, deal: int | None, trick: int | None, is_list: bool
) -> int:
    """Prints a game deal by deal and trick by trick, played again by the rules.

    DIR is the folder of a tournament, FILE a file of records. A record that does not come out
    right is refused: exit 1.
    """
    if trick is not None and deal is None:
        raise UserError("--trick N needs --deal N: tricks are counted in their deal")
    if is_list and (game_id is not None or deal is not None):
        other = "--game" if game_id is not None else "--deal"
        raise UserError(f"--list lists all games: leave {other} out, or leave --list out")
    opened = open_source(Path(source))
    if is_list:
        _print_list(opened, None)
        return 0
    if game_id is None:
        first_two = list(islice(glances(opened, _notice), 2))
        if not first_two:
            raise UserError(f"{opened.path} holds no game yet")
        if len(first_two) > 1:
            return _without_game(opened, deal)
        game_id = first_two[0].game_id
    record = find_record(opened, game_id)
    if record is None:
        raise UserError(_no_such_game(opened, game_id))
    try:
        for line in game_lines(record, checked_game(opened, record), deal, trick):
            click.echo(line)
    except RecordError as error:
        click.echo(f"referee: record refused: {printable(str(error))}", err=True)
        return EXIT_NO
    except NoSuchPart as error:
        raise UserError(f"{printable(game_id)}: {error}") from None
    return 0


def _without_game(source: Source, deal: int | None) -> int:
    if deal is not None:
        raise UserError(f"{source.path} holds several games: name one with --game (--list)")
    _print_list(source, _GAMES_SHOWN)
    click.echo("name one with --game ID to see it", err=True)
    return 0


def _print_list(source: Source, most: int | None) -> None:
    games = glances(source, _notice)
    for line in list_lines(list(islice(games, most))):
        click.echo(line)
    if more := sum(1 for _ in games):
        click.echo(f"... and {more} more games: --list shows all")


def _no_such_game(source: Source, game_id: str) -> str:
    ids = [game.game_id for game in glances(source, _notice)]
    there = ", ".join([*ids[:3], "..."] if len(ids) > 3 else ids) or "none"
    return printable(f"there is no game {game_id} in {source.path}; there are: {there} (--list)")


def _notice(text: str) -> None:
    click.echo(text, err=True)
