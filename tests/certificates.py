"""Certificates as docs/remote.md makes them, and bots that dial in with them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from running import ROOT, Ground

PAGE = (ROOT / "docs" / "remote.md").read_text(encoding="utf-8")
COMMANDS = [
    # The two machines of the page are this one.
    block.replace("king.example.org", "localhost").replace("192.0.2.7", "127.0.0.1")
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]
MORE = """
openssl x509 -req -in ann.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days -1 -out old.pem
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days -1 \
    -extfile server.ext -out old-server.pem
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 -out nameless.pem
openssl pkey -in server.key -aes256 -passout pass:king -out locked.key
mkdir other && cd other
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem \
    -subj "/CN=another CA"
openssl x509 -req -in ../ann.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 -out ann.pem
"""
OWN = ("--tls-cert", "server.pem", "--tls-key", "server.key")
MUTUAL = (*OWN, "--tls-client-ca", "ca.pem")
ANN = {"CA": "ca.pem", "CERT": "ann.pem", "KEY": "ann.key"}
RANDOM = (sys.executable, str(ROOT / "sample_bots" / "random" / "main.py"))


def make_certificates(folder: Path) -> None:
    """Runs the commands of the page there, and more for what goes wrong; skips without openssl."""
    if shutil.which("openssl") is None:
        if os.environ.get("CI"):
            pytest.fail("openssl is not installed")
        pytest.skip("openssl is not installed")
    script = "".join(block for block in COMMANDS if "openssl " in block)
    done = subprocess.run(
        ["bash", "-euc", script + MORE], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (folder / "torn.pem").write_bytes((folder / "server.pem").read_bytes()[:300])


def dial_in(
    ground: Ground,
    asked: dict[str, Any],
    files: dict[str, str],
    run: Sequence[str] = RANDOM,
    *,
    folder: Path | None = None,
    stderr: int = subprocess.DEVNULL,
) -> "subprocess.Popen[str]":
    """Starts a bot as its author would on another machine, with the files of the ground."""
    tls = {f"KING_TLS_{name}": str(ground.folder / path) for name, path in files.items()}
    return subprocess.Popen(
        run,
        cwd=folder or ground.folder,
        env={
            "KING_REFEREE": asked["target"],
            "KING_TOKEN": asked["token"],
            "MARK": ground.mark,
            "PATH": os.environ["PATH"],
            **tls,
        },
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        text=True,
    )
