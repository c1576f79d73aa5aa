"""Lets `python -m referee` be the command."""

from referee.entry import main

main()
