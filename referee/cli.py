"""The command `referee`: reads what was asked for, runs it, and turns its end into an exit code."""

import os
import signal
import sys
from collections.abc import Callable, Sequence

import click

from referee import __version__
from referee.commands import leaderboard, match, tournament
from referee.errors import RefereeBug, UserError
from referee.review import replay, verify

EXIT_USER = 2
EXIT_BUG = 70


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", message="referee %(version)s")
def cli() -> None:
    """Holds competitions of bots that play King.

    A BOT is FOLDER, or NAME=FOLDER to play the same folder under another name; the folder holds
    a bot.toml. Exit codes: 0 yes; 1 no: a bot was at fault, or a record does not come out right;
    2 something to mend on your side; 70 a bug of the referee.
    """


cli.add_command(tournament)
cli.add_command(match)
cli.add_command(leaderboard)
cli.add_command(replay)
cli.add_command(verify)


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line; every end has its exit code, and bad input one line."""
    sys.exit(_exit_code(lambda: cli.main(words, prog_name="referee", standalone_mode=False)))


def _exit_code(run: Callable[[], object]) -> int:
    try:
        code = run()
    except UserError as error:
        return _say(str(error), EXIT_USER)
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f" (see {context.command_path} --help)" if context else ""
        return _say(error.format_message() + hint, EXIT_USER)
    except click.Abort:
        return 128 + signal.SIGINT
    except RefereeBug as bug:
        return _say(f"a bug of the referee, no bot is to blame: {bug}", EXIT_BUG)
    except (BrokenPipeError, SystemExit):  # click makes a SystemExit of a closed pipe
        _drop_output()
        return 128 + signal.SIGPIPE
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()  # what we had to say is known all the same
    return code if isinstance(code, int) else 0


def _drop_output() -> None:
    """Whoever read our output has had enough: that is silent, also when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(text: str, code: int) -> int:
    line = " ".join(text.split())
    print(f"referee: {line}", file=sys.stderr)
    return code
