"""Ignores every signal that can be ignored, as does its child."""

import os
import signal

from call_home import call_home

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
    signal.signal(number, signal.SIG_IGN)
connection = call_home()
os.fork()
while True:
    signal.pause()
