"""Runs away: a chain of processes, each in a session of its own, forks the next one and ends.

It ends by itself after some seconds, lest it outlive a test that fails.
"""

import os
import signal

from call_home import call_home

connection = call_home()
if os.fork() == 0:
    for _ in range(5000):
        if os.fork() != 0:
            os._exit(0)
        os.setsid()
    os._exit(0)
while True:
    signal.pause()
