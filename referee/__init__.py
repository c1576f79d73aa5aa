"""A competition harness for bots that play King."""

__version__ = "0.1.0"
