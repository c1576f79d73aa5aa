"""Closes its three streams and goes on."""

import os
import signal

from call_home import call_home

print("closing", flush=True)
for fd in (0, 1, 2):
    os.close(fd)
connection = call_home()
while True:
    signal.pause()
