"""Lets `python -m referee` be the command."""

from referee.cli import main

main()
