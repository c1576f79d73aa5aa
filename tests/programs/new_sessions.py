"""Starts a child in a session of its own and a daemon by double fork, and waits with them."""

import os
import signal

from call_home import call_home

reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        os.write(writing, b"1")
        while True:
            signal.pause()
    os.write(writing, b"2")
    while True:
        signal.pause()
if os.fork() == 0:
    os.setsid()
    if os.fork() != 0:
        os._exit(0)  # its parent: what is left is a daemon
    os.write(writing, b"3")
    while True:
        signal.pause()
told = b""
while len(told) < 3:
    told += os.read(reading, 1)
connection = call_home()
while True:
    signal.pause()
