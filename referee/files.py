"""Files that are written whole or not at all, and the one line when the disk says no."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from referee.errors import UserError


@contextmanager
def disk_errors(doing: str, path: Path) -> Iterator[None]:
    """Turns an error of the disk into a UserError such as `cannot write PATH: No space left`."""
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot {doing} {path}: {error.strerror or error}") from error


def check_ordinary(path: Path) -> None:
    """UserError if a file of a folder is there and is a pipe, say, at which we would wait."""
    if path.exists() and not (path.is_file() or path.is_dir()):  # the system refuses a folder
        raise UserError(f"{path} is no ordinary file")


def beside(path: Path) -> Path:
    """Where a file is written until it is whole; a kill may leave it there."""
    return path.with_name(f".{path.name}.new")


def replace_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Writes a file beside `path` and renames it: a reader sees the old one or the new one."""
    new = beside(path)
    with disk_errors("write", path):
        try:
            with new.open("wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


def write_whole(path: Path, text: str) -> None:
    """Puts a text into a file, whole or not at all."""
    replace_file(path, lambda file: file.write(text.encode()))


def _sync_folder(folder: Path) -> None:
    """Makes the renaming itself last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
