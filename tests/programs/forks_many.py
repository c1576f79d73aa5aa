"""Sixty-four processes of one group ignore SIGTERM, and each replaces its child when it dies."""

import os
import signal

from call_home import call_home

connection = call_home()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(6):
    os.fork()
while True:
    if os.fork() == 0:
        while True:
            signal.pause()
    os.wait()
