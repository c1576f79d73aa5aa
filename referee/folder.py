"""The folder of a tournament: held by one referee, and holding one tournament."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.boards import commitment, parse_seed
from referee.errors import UserError
from referee.files import beside, disk_errors
from referee.manifest import MANIFEST_FILE, Manifest, State, differences, read_manifest

RECORDS_FILE = "games.jsonl"
LOGS_FOLDER = "logs"
SEED_FILE = "seed"
_LOCK_FILE = ".lock"


@contextmanager
def held_folder(folder: Path) -> Iterator[None]:
    """Makes the folder if need be and holds it; UserError if another referee does."""
    with disk_errors("make", folder):
        folder.mkdir(parents=True, exist_ok=True)
    path = folder / _LOCK_FILE
    with disk_errors("write", path):
        # Not truncated before it is ours: the holder's process number stands in it.
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            # The kernel gives it back when we die, however that happens.
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 32).decode("ascii", "replace").strip() or "unknown"
            raise UserError(
                f"{folder} is in use by another referee (process {holder}): "
                "wait for it or choose another folder with --out"
            ) from None
        with disk_errors("write", path):
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def held_tournament(folder: Path) -> Manifest | None:
    """The tournament in a folder, None in a new one; UserError if other things are in it."""
    if (folder / MANIFEST_FILE).exists():
        return read_manifest(folder)
    with disk_errors("read", folder):
        ours = {_LOCK_FILE, SEED_FILE, LOGS_FOLDER, beside(folder / MANIFEST_FILE).name}
        others = sorted(set(os.listdir(folder)) - ours)
    if others:
        raise UserError(
            f"{folder} holds other files ({others[0]}, ...) and no tournament: "
            "choose another folder with --out or --name"
        )
    return None


def check_same(folder: Path, old: Manifest, new: Manifest) -> None:
    """UserError that names what differs, if the folder holds another tournament."""
    if found := differences(old, new):
        raise UserError(
            f"{folder} holds another tournament; different are: {'; '.join(found)}. "
            "Choose a new folder with --name or --out"
        )


def write_seed(folder: Path, seed: str) -> None:
    """Keeps the seed where nobody else can read it until it is revealed."""
    path = folder / SEED_FILE
    with disk_errors("write", path):
        path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(seed + "\n")
            file.flush()
            os.fsync(file.fileno())


def kept_seed(folder: Path, manifest: Manifest) -> str:
    """The seed of a tournament, kept or revealed; UserError if it is gone or another one."""
    seed = manifest.seed
    if seed is None:
        path = folder / SEED_FILE
        with disk_errors("read", path):
            seed = parse_seed(path.read_text(encoding="utf-8", errors="replace"))
    if commitment(seed) != manifest.commitment:
        raise UserError(f"the seed in {folder} is not the one that was committed to")
    return seed


def drop_seed(folder: Path) -> None:
    """Removes the kept seed once it is revealed in the manifest."""
    with disk_errors("remove", folder / SEED_FILE):
        (folder / SEED_FILE).unlink(missing_ok=True)


def is_finished(manifest: Manifest | None) -> bool:
    """True for a tournament that was played to its end."""
    return manifest is not None and manifest.state is State.FINISHED
