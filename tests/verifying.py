"""What `referee verify` says of a folder, and a hand in its tournament.json."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from running import Referee

NOT_COMPARED = "it needs every game, and every game right"


def findings(referee: Referee, run: Path) -> dict[str, tuple[str, list[str]]]:
    """By check that is not ok: the verdict and all that it says; the exit code must go with it."""
    done = referee("verify", str(run))
    assert done.stderr == ""
    *lines, last = done.stdout.splitlines()
    found: dict[str, tuple[str, list[str]]] = {}
    name = ""
    for line in lines:
        if line[:20].strip():
            name = line[10:23].strip().rstrip(":")
            found[name] = (line[:10].strip(), [])
        found[name][1].append(line[23:])
    differing = [name for name, (verdict, _) in found.items() if verdict == "differs"]
    if differing:
        assert last == f"{run.name} does not verify: {', '.join(differing)}"
    else:
        assert last == f"{run.name} is verified: nothing differs"
    assert done.returncode == bool(differing)
    return {name: said for name, said in found.items() if said[0] != "ok"}


def change_manifest(run: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes tournament.json."""
    path = run / "tournament.json"
    plain = json.loads(path.read_text())
    change(plain)
    path.write_text(json.dumps(plain))
