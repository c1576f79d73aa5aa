"""Ends with code 7 when it is asked to, and prints so; `stopped` makes it stop itself first."""

import os
import signal
import sys
from types import FrameType

from call_home import call_home


def end(_number: int, _frame: FrameType | None) -> None:
    print("asked to end", flush=True)
    os._exit(7)


signal.signal(signal.SIGTERM, end)
connection = call_home()
if "stopped" in sys.argv:
    os.kill(os.getpid(), signal.SIGSTOP)
while True:
    signal.pause()
