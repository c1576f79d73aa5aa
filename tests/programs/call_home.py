"""Lets a program say how far it is, on the socket that stands in for the referee."""

import os
import socket


def call_home(word: str = "ready") -> socket.socket:
    """Connects and says a word; the other side sees the end when all who inherit this are dead."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["KING_REFEREE"].removeprefix("unix:"))
    connection.sendall(word.encode() + b"\n")
    return connection
