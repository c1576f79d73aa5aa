"""The command view: the games of a tournament in a browser."""

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from referee.errors import UserError
from referee.printable import printable
from referee.viewserver import LOOPBACK, ViewServer
from referee.viewsite import Site


@click.command()
@click.argument("source", metavar="DIR|FILE")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to serve on.  [default: any free one]",
)
@click.option("--no-browser", is_flag=True, help="Print the address, and open nothing.")
def view(source: str, port: int, no_browser: bool) -> int:
    """Shows games in a browser: a list to search, and each game as a card table to step through.

    DIR is the folder of a tournament, which may still be running; FILE a file of records. Serves
    this machine alone, until Ctrl-C.
    """
    site = Site(Path(source))
    server = ViewServer(site, port)
    address = f"http://{LOOPBACK}:{server.server_port}/"
    click.echo(printable(f"{address} shows {source}; Ctrl-C ends it"))
    sys.stdout.flush()
    threading.Thread(target=_warm_up, args=(site,), daemon=True).start()
    if not no_browser and sys.stdout.isatty() and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    server.serve()
    return 0


def _warm_up(site: Site) -> None:
    with suppress(UserError):  # it is told where the list is asked for
        site.warm_up()


def _has_screen() -> bool:
    """False where a browser would take over the terminal."""
    return sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
