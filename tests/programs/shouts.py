"""Prints 10 MB to both streams without a line end, then a last line that is not UTF-8, and ends."""

import os
import threading


def shout(fd: int, letter: bytes) -> None:
    for _ in range(160):
        rest = letter * 65536
        while rest:
            rest = rest[os.write(fd, rest) :]
    os.write(fd, b"\nlast \xff\xfe line\n")


threads = [threading.Thread(target=shout, args=pair) for pair in ((1, b"o"), (2, b"e"))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
