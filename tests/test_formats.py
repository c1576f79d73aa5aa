"""The code of kits and samples stands as the formatter of its language has it."""

import os
import shutil
import subprocess

import pytest
from running import ROOT

pytestmark = pytest.mark.languages
CHECKS = {
    "*.go": ("gofmt", "-l"),
    "*.rs": ("rustfmt", "--check", "--edition", "2024"),
    "*.cpp": ("clang-format", "--dry-run", "-Werror"),
    "*.h": ("clang-format", "--dry-run", "-Werror"),
}
"""What looks at which files; it must be silent."""


@pytest.mark.parametrize("pattern", CHECKS)
def test_the_formatter_has_nothing_to_change(pattern: str) -> None:
    """No file of a kit or sample would come out otherwise."""
    program, *words = CHECKS[pattern]
    if shutil.which(program) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"there is no {program}")
        pytest.skip(f"there is no {program}")
    listed = subprocess.run(
        ["git", "ls-files", f"referee/kits/**/{pattern}", f"sample_bots/**/{pattern}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = listed.stdout.split()
    assert files
    done = subprocess.run(
        [program, *words, *files], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
