"""The command replay: a recorded game in print, and the list of games."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from referee.askcommand import ask
from referee.errors import UserError
from referee.gamelist import GameList, Wish
from referee.liveoptions import live_options, live_words
from referee.liverun import notice, only_game, refused
from referee.playoncommand import continue_game
from referee.printable import listed, named, printable
from referee.record import GameRecord, RecordError
from referee.recordsource import (
    Glance,
    Source,
    checked_game,
    deals_glances,
    find_record,
    glances,
    open_source,
)
from referee.replay import NoSuchPart, game_lines
from referee.replaytext import words_to
from referee.viewpage import seen_game, write_page

_GAMES_SHOWN = 20
_NAMES_SHOWN = 20


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
@click.option(
    "--seat", type=click.IntRange(min=0), metavar="S", help="Show only what this seat knew."
)
@click.option(
    "--contract",
    metavar="C",
    help="Print the deals of this contract alone, such as -tricks. In a list: games with such "
    "deals, by the points in them.",
)
@click.option("--list", "is_list", is_flag=True, help="List the games.")
@click.option("--player", metavar="NAME", help="List the games of this bot.")
@click.option(
    "--faults",
    "is_faulty",
    is_flag=True,
    help="List the games with a fault, of --player if one is named.",
)
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="List the N games in which --player has the fewest points, or in which --contract cost "
    "it most.",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="OUT.html",
    help="Write the game as a page to look at in a browser, which needs nothing else; with --seat "
    "what that seat knew.",
)
@live_options
@click.pass_context
def replay(
    context: click.Context,
    /,
    source: str,
    game_id: str | None,
    deal: int | None,
    trick: int | None,
    seat: int | None,
    contract: str | None,
    is_list: bool,
    player: str | None,
    is_faulty: bool,
    worst: int | None,
    html: Path | None,
    **_live: object,
) -> int:
    """Prints a game deal by deal and trick by trick, played again by the rules, or finds games.

    DIR is the folder of a tournament, FILE a file of records. A game to be printed whose record
    does not come out right is refused: exit 1. Where a bot lost most: --player NAME --worst 10.

    Lists (--list, --player, --worst, --faults, with --contract too) show what the records say,
    unchecked: `referee verify DIR` checks all of a tournament.

    With --bot a live bot is asked again what was asked then, or plays the game on. Exit codes:
    0 it answers as recorded; 1 it differs, or is at fault.
    """
    live = live_words(context)
    if live is not None:
        opened = open_source(Path(source))

        def record_of(wanted: str) -> GameRecord:
            return wanted_record(opened, wanted)

        if live.continue_from is not None:
            return continue_game(opened, live, record_of)
        return ask(source, opened, live, record_of)
    wish = Wish(player, is_faulty, contract, worst)
    lists = _lists(is_list, wish)
    if lists is not None:
        of_one: dict[str, object] = {
            "--game": game_id,
            "--deal": deal,
            "--trick": trick,
            "--seat": seat,
            "--html": html,
        }
        _check_list(lists, wish, of_one)
    if trick is not None and deal is None:
        raise UserError("--trick N needs --deal N: tricks are counted in their deal")
    parts = {"--deal": deal, "--trick": trick, "--contract": contract}
    if html is not None and (part := next((one for one in parts if parts[one] is not None), None)):
        raise UserError(f"--html writes the whole game: leave {part} out")
    if html is not None and not html.name:
        raise UserError("--html needs the name of a file, such as game.html")
    opened = open_source(Path(source))
    if lists is not None:
        return _print_list(source, opened, wish)
    if game_id is None:
        game_id = only_game(opened, (glance.game_id for glance in glances(opened, notice)))
    if game_id is None:
        of_one = {"--deal": deal, "--seat": seat, "--contract": contract, "--html": html}
        if any(value is not None for value in of_one.values()):
            raise UserError(f"{opened.path} holds several games: name one with --game (--list)")
        _print_list(source, opened, Wish(), _GAMES_SHOWN)
        click.echo("name one with --game ID to see it", err=True)
        return 0
    record = wanted_record(opened, game_id)
    try:
        if html is not None:
            write_page(html, seen_game(opened, record, seat))
            click.echo(printable(f"{html}: game {game_id}, to open in a browser"))
            return 0
        game = checked_game(opened, record)
        for line in game_lines(record, game, deal, trick, seat=seat, contract=contract):
            click.echo(line)
    except RecordError as error:
        return refused(error)
    except NoSuchPart as error:
        raise UserError(printable(f"{game_id}: {error}")) from None
    return 0


def wanted_record(source: Source, game_id: str) -> GameRecord:
    """The record of one game; UserError, which says what games there are, if it is not there."""
    record = find_record(source, game_id)
    if record is None:
        ids = [game.game_id for game in glances(source, notice)]
        there = ", ".join([*ids[:3], "..."] if len(ids) > 3 else ids) or "none"
        raise UserError(
            printable(
                f"there is no game {named(game_id)} in {source.path}; there are: {there} (--list)"
            )
        )
    return record


def _lists(is_list: bool, wish: Wish) -> str | None:
    """The option by which games are to be listed; None if one is to be printed."""
    given = {
        "--list": is_list,
        "--player": wish.player is not None,
        "--worst": wish.worst is not None,
        "--faults": wish.is_faulty,
    }
    return next((option for option, is_given in given.items() if is_given), None)


def _check_list(lists: str, wish: Wish, others: dict[str, object]) -> None:
    given = [option for option, value in others.items() if value is not None]
    if given:
        raise UserError(f"{lists} lists games: leave {listed(given)} out, or leave {lists} out")
    if wish.worst is not None and wish.player is None:
        raise UserError("--worst N needs --player NAME: whose worst games?")


def _print_list(source: str, opened: Source, wish: Wish, most: int | None = None) -> int:
    """Prints the games that are wished for; UserError for a bot or contract that is in none."""
    manifest = opened.manifest
    if manifest is not None:
        _check_known("bot", wish.player, [bot.name for bot in manifest.bots])
        _check_known("contract", wish.contract, manifest.ruleset.contracts)
    games: Iterator[Glance] = (deals_glances if wish.needs_deals else glances)(opened, notice)
    table = GameList(wish, lambda game, deal: words_to(source, game, "--deal", str(deal)))
    is_empty = True
    for line in table.lines(games, most):
        is_empty = False
        click.echo(line)
    if table.left_out:
        click.echo(f"... and {table.left_out} more games: --list shows all")
    if is_empty:
        if not table.players:
            raise UserError(f"{opened.path} holds no game yet")
        _check_known("bot", wish.player, table.players)
        _check_known("contract", wish.contract, table.contracts)
        click.echo(_nothing(wish))
    return 0


def _check_known(what: str, name: str | None, names: Iterable[str]) -> None:
    known = list(names)
    if name is not None and name not in known:
        more = ["..."] if len(known) > _NAMES_SHOWN else []
        there = ", ".join([*known[:_NAMES_SHOWN], *more])
        raise UserError(printable(f"there is no {what} {named(name)}; there are: {there}"))


def _nothing(wish: Wish) -> str:
    player = "" if wish.player is None else f" of {wish.player}"
    contract = "" if wish.contract is None else f" with a deal of {wish.contract}"
    return printable(f"no game{player}{contract}{' has a fault' if wish.is_faulty else ''}")
