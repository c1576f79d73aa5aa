"""The command `referee`: reads what was asked for, runs it, and turns its end into an exit code."""

import os
import sys
import traceback
from collections.abc import Sequence
from signal import SIGINT, SIGPIPE

import click

from referee import __version__
from referee.checkcommand import check
from referee.collecting import collect_seldom
from referee.commands import leaderboard, match, tournament
from referee.comparecommand import compare
from referee.errors import UserError
from referee.newcommand import new
from referee.printable import printable
from referee.replaycommand import replay
from referee.review import verify
from referee.rulecommand import rules
from referee.viewcommand import view

EXIT_USER = 2
EXIT_BUG = 70


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", message="referee %(version)s")
def cli() -> None:
    """Holds competitions of bots that play King.

    A BOT is FOLDER, or NAME=FOLDER to play the same folder under another name; the folder holds
    a bot.toml. Exit codes: 0 yes; 1 no: a bot was at fault, a record does not come out right, or a
    change is not better; 2 something to mend on your side; 3 undecided; 70 a bug of the referee.
    """


cli.add_command(new)
cli.add_command(tournament)
cli.add_command(match)
cli.add_command(compare)
cli.add_command(check)
cli.add_command(leaderboard)
cli.add_command(replay)
cli.add_command(verify)
cli.add_command(view)
cli.add_command(rules)


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line; every end has its exit code, and bad input one line."""
    sys.exit(_exit_code(sys.argv[1:] if words is None else words))


def _exit_code(words: Sequence[str]) -> int:
    collect_seldom()
    try:
        with cli.make_context("referee", list(words)) as context:
            code = cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:  # of --help and --version
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        return EXIT_USER
    except click.ClickException as error:
        command = getattr(getattr(error, "ctx", None), "command_path", "referee")
        return _say(f"{error.format_message()} (see {command} --help)", EXIT_USER)
    except UserError as error:
        return _say(str(error), EXIT_USER, error.lines)
    except (KeyboardInterrupt, click.Abort):
        return 128 + SIGINT
    except BrokenPipeError:
        # Whoever read our output has had enough: that is silent, also when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + SIGPIPE
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        where = f" {error.filename}" if error.filename else ""
        return _say(f"the system says no{where}: {error.strerror or error}", EXIT_USER)
    except BaseException as bug:
        # Loudly: an exit code of 1 would put the blame on a bot.
        traceback.print_exception(bug)
        where = "; ".join(getattr(bug, "__notes__", []))
        return _say(f"a bug of the referee, no bot is to blame ({where or 'see above'})", EXIT_BUG)
    return code if isinstance(code, int) else 0


def _say(text: str, code: int, lines: Sequence[str] = ()) -> int:
    # Names and ids of others may stand in it.
    print(f"referee: {printable(' '.join(text.split()))}", file=sys.stderr)
    for one in lines:
        print(f"    {printable(one)}", file=sys.stderr)
    return code
