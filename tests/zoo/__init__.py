"""Badly behaved bots as small real programs, and what the referee makes of each."""
