"""Files written whole or not at all."""

from pathlib import Path
from typing import BinaryIO

import pytest

from referee.errors import UserError
from referee.files import disk_errors, replace_file, write_whole


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """The new text stands in the file, and nothing else in the folder."""
    path = tmp_path / "file.txt"
    for text in ("old", "новый"):
        write_whole(path, text)
        assert path.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    """A full disk half way is one line, and the old file is all there is."""
    path = tmp_path / "file.txt"
    write_whole(path, "old")

    def write(file: BinaryIO) -> None:
        file.write(b"ne")
        raise OSError(28, "No space left on device")

    with pytest.raises(UserError) as caught:
        replace_file(path, write)
    assert str(caught.value) == f"cannot write {path}: No space left on device"
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_dead_writer_left_is_written_over(tmp_path: Path) -> None:
    """A writer that was killed leaves its half beside the file; the next one takes its place."""
    path = tmp_path / "file.txt"
    (tmp_path / ".file.txt.new").write_text("half of something long")
    write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_only_errors_of_the_disk_are_turned_into_lines(tmp_path: Path) -> None:
    """Our own mistakes stay what they are."""
    with pytest.raises(ZeroDivisionError), disk_errors("read", tmp_path):
        print(1 // 0)
