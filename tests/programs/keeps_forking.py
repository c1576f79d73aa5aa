"""Runs away: a chain of processes, each in a session of its own, forks the next one and ends."""

import os
import signal

from call_home import call_home

connection = call_home()
if os.fork() == 0:
    while True:
        if os.fork() != 0:
            os._exit(0)
        os.setsid()
while True:
    signal.pause()
