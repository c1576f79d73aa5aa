"""What the package is made of, and which way its imports go."""

import ast
import subprocess
import sys
from pathlib import Path

import referee

ROOT = Path(referee.__file__).parents[1]
MOST_LINES = 400
IMPORT_THE_COMMANDS = """
import sys
import referee.cli
print({"jinja2", "matplotlib"} & set(sys.modules))
"""
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])"
IMPORT_THE_CORE = """
import sys
import referee.game, referee.ruleset, referee.standings, referee.view
print({"trio", "grpc", "google.protobuf", "king"} & set(sys.modules))
"""


def _run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_imports_go_one_way() -> None:
    """The layers and bans of pyproject.toml hold, and every module has its place in them."""
    done = _run_python(LINT_IMPORTS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_the_core_runs_without_the_wire() -> None:
    """Importing the rules core, as a bot may do to search, loads no trio, grpc or protobuf."""
    done = _run_python(IMPORT_THE_CORE)
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_commands_start_without_what_only_a_report_needs() -> None:
    """Charts and templates are loaded where a report is written, and nowhere else."""
    done = _run_python(IMPORT_THE_COMMANDS)
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_package_files_hold_a_docstring_and_no_code() -> None:
    """An `__init__.py` says what the package is, and at most its version."""
    files = [*(ROOT / "referee").rglob("__init__.py"), *(ROOT / "proto").rglob("__init__.py")]
    assert len(files) >= 3
    for file in files:
        docstring, *rest = ast.parse(file.read_text()).body
        assert isinstance(docstring, ast.Expr), file
        for statement in rest:
            assert isinstance(statement, ast.Assign), file
            assert ast.unparse(statement.targets[0]) == "__version__", file


def test_no_module_is_long() -> None:
    """A module of more than 400 lines would be two modules."""
    for folder in ("referee", "sample_bots"):
        for file in (ROOT / folder).rglob("*.py"):
            assert len(file.read_text().splitlines()) <= MOST_LINES, file
