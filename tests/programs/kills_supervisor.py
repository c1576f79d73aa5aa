"""Starts a family and then kills its supervisor, or stops it if the first argument is `stop`.

The family: a child in its group, one in a session of its own, and a daemon in yet another one,
without parent and environment.
"""

import os
import signal
import sys

from call_home import call_home

READY = "import os, signal, sys; os.write(int(sys.argv[1]), b'1'); signal.pause()"

reading, writing = os.pipe()
connection = call_home("soon")
supervisor = os.getppid()
if os.fork() == 0:
    os.write(writing, b"1")
    signal.pause()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
        os.set_inheritable(writing, True)
        command = [sys.executable, "-c", READY, str(writing), sys.argv[-1]]
        os.execve(sys.executable, command, {})
    os.write(writing, b"1")
    signal.pause()
told = b""
while len(told) < 3:
    told += os.read(reading, 1)
connection.sendall(b"ready\n")
os.kill(supervisor, signal.SIGSTOP if sys.argv[1] == "stop" else signal.SIGKILL)
signal.pause()
