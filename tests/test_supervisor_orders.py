"""Orders that reach a supervisor together with the environment of its command."""

import subprocess
import sys
from pathlib import Path

from referee import supervisor


def test_an_order_that_comes_with_the_environment_is_obeyed(tmp_path: Path) -> None:
    """It does not wait for the next one: here none comes, and the pipe stays open."""
    log = tmp_path / "log.txt"
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    words = [sys.executable, supervisor.__file__, str(log), str(log), "", str(tmp_path), *command]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"LANG=C\0\0stop 0.100000\n")
        process.stdin.flush()
        assert process.wait(30) == 0
