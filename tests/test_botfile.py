"""Reading a bot's folder: every mistake is one line that says what to do."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.botfile import check_names, folder_digest, read_bot
from referee.errors import UserError
from referee.printable import tail

GOOD = 'name = "ann"\nversion = "1.0"\nlanguage = "Python"\nrun = ["python", "bot.py"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot's folder in which nothing is wrong."""
    path = tmp_path / "ann"
    path.mkdir()
    (path / "bot.toml").write_text(GOOD)
    (path / "bot.py").write_text("print('hello')\n")
    return path


def complaint(spec: object) -> str:
    with pytest.raises(UserError) as caught:
        read_bot(str(spec))
    text = str(caught.value)
    assert text.isprintable()
    return text


def test_bot_is_read(folder: Path) -> None:
    """A whole bot.toml comes out as it was written, the command ready to execute."""
    more = 'build = ["make", "-j2"]\nrulesets = ["classic"]\n[env]\nDEPTH = "3"\nEMPTY = ""\n'
    (folder / "bot.toml").write_text(GOOD + more)
    bot = read_bot(str(folder))
    assert (bot.name, bot.own_name, bot.version, bot.language) == ("ann", "ann", "1.0", "Python")
    assert bot.folder == folder
    assert bot.run == (sys.executable, "bot.py")
    assert bot.run_words == ("python", "bot.py")
    assert bot.build_words == ("make", "-j2")
    assert bot.rulesets == ("classic",)
    assert bot.env == {"DEPTH": "3", "EMPTY": ""}
    assert bot.digest == folder_digest(folder)


def test_what_is_optional_may_be_left_out(folder: Path) -> None:
    """A bot need not build, name rule sets or set variables."""
    bot = read_bot(str(folder))
    assert (bot.build_words, bot.rulesets, bot.env) == (None, None, {})


def test_alias_is_the_name_at_the_table(folder: Path) -> None:
    """NAME=FOLDER plays under NAME and remembers what the bot calls itself."""
    bot = read_bot(f"bob-2={folder}")
    assert (bot.name, bot.own_name, bot.folder) == ("bob-2", "ann", folder)


def test_folder_may_hold_an_equals_sign(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that exists is meant as a folder, whatever its name, and so is what has a slash."""
    odd = folder.rename(folder.parent / "x=y")
    monkeypatch.chdir(odd.parent)
    assert read_bot("x=y").name == read_bot(str(odd)).name == "ann"
    assert read_bot("z=x=y").name == "z"


def test_folder_is_absolute_and_without_links(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One folder is one folder, however it was named."""
    (folder.parent / "link").symlink_to(folder)
    monkeypatch.chdir(folder)
    assert read_bot(".").folder == read_bot("../link").folder == folder


def test_a_path_that_is_not_utf_8_is_one_line(folder: Path) -> None:
    """The records of a tournament could not name it."""
    odd = folder.rename(folder.parent / os.fsdecode(b"b\xff"))
    path = f"{folder.parent}/b\\udcff"
    assert complaint(odd) == f"the path {path} is not UTF-8: give the bot's folder another"
    assert complaint(f"bob={odd}") == complaint(odd)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "no bot.toml in {folder}: it tells how to run the bot"),
        ("name = ann", "{file} is not TOML: Invalid value (at line 1, column 8)"),
        (b'name = "\xff"', "{file} is not UTF-8 text: invalid start byte"),
        ("x = " + "[" * 100_000, "{file} is not TOML: "),
        (GOOD + 'rnu = ["x"]\n', "{file}: unknown key 'rnu': did you mean 'run'?"),
        (GOOD + "Name = 1\n", "{file}: unknown key 'Name': did you mean 'name'?"),
        (
            GOOD + "zzz = 1\n",
            "{file}: unknown key 'zzz': there are name, version, language, run, build, rulesets, "
            "env",
        ),
        (GOOD.replace("version", "#"), "{file}: the key 'version' is missing"),
        (
            GOOD.replace('"1.0"', "1.0"),
            "{file}: 'version' must be text, such as version = \"1.0\"",
        ),
        (
            GOOD.replace('"1.0"', '"1\\n0"'),
            "{file}: 'version' holds '\\n', which cannot be shown: take it out",
        ),
        (
            GOOD.replace("ann", "a\\u001bb"),
            "{file}: 'name' holds '\\x1b', which cannot be shown: take it out",
        ),
        (
            GOOD.replace("ann", ""),
            "{file}: 'name' is empty: write something, such as name = \"my-bot\"",
        ),
        (
            GOOD.replace("ann", "a b"),
            "{file}: the name 'a b' will not do: a name takes 1 to 40 letters (a to z, A to Z), "
            "digits, '.', '_' and '-', and does not begin with '.' or '-'",
        ),
        (GOOD.replace("ann", ".."), "{file}: the name '..' will not do"),
        (GOOD.replace("ann", "a" * 41), "will not do: a name takes 1 to 40"),
        (
            GOOD.replace("ann", "a" * 500),
            f"{{file}}: the name '{'a' * 50}'... (of 500 characters) will not do: a name takes 1 "
            "to 40",
        ),
        (GOOD.replace("ann", "аnn"), "will not do: a name takes 1 to 40 letters"),
        (
            GOOD.replace('["python", "bot.py"]', '"python bot.py"'),
            '{file}: \'run\' must be a list of words, such as run = ["python", "bot.py"]',
        ),
        (GOOD.replace('["python", "bot.py"]', "[]"), "{file}: 'run' must be a list of words"),
        (GOOD.replace('"bot.py"', "3"), "{file}: 'run' must be a list of words"),
        (GOOD.replace('"bot.py"', '"\\u0000"'), "{file}: 'run' must be a list of words"),
        (GOOD + 'build = "make"\n', "{file}: 'build' must be a list of words, such as"),
        (GOOD + 'rulesets = "classic"\n', "{file}: 'rulesets' must be a list of words, such as"),
        (GOOD + "env = 3\n", "{file}: 'env' must be a table, such as [env] and then KEY = "),
        (GOOD + "[env]\nDEPTH = 3\n", "{file}: 'DEPTH' in 'env' must be text, such as DEPTH = "),
        (GOOD + "[env]\n'A B' = '3'\n", "{file}: the key 'A B' in 'env' is not a name of"),
        (GOOD + "[env]\nPATH = '/x'\n", "{file}: 'PATH' in 'env' is set by the referee: leave"),
        (GOOD + "[env]\nHOME = '/x'\n", "{file}: 'HOME' in 'env' is set by the referee: leave"),
        (GOOD + "[env]\nTMPDIR = '/x'\n", "{file}: 'TMPDIR' in 'env' is set by the referee"),
        (GOOD + "[env]\nKING_X = '/x'\n", "{file}: 'KING_X' in 'env' is set by the referee"),
        (
            GOOD.replace("python", "no-such-program"),
            "no-such-program is not installed: bot ann needs it; "
            "install it or correct `run` in {file}",
        ),
        (
            GOOD.replace("python", "./ann"),
            "bot ann: command './ann' not found: correct `run` in {file}",
        ),
    ],
)
def test_mistake_in_bot_toml_is_one_line(
    folder: Path, text: str | bytes | None, words: str
) -> None:
    """Each mistake is named with the file, the key and the way out."""
    file = folder / "bot.toml"
    file.unlink()
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert words.format(folder=folder, file=file) in complaint(folder)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("{parent}/none", "no such folder: {parent}/none"),
        ("bob={parent}/none", "no such folder: {parent}/none"),
        ("{parent}/ann/bot.py", "{parent}/ann/bot.py is not a folder: name the bot's folder"),
        ("a b={parent}/ann", "the name 'a b' in 'a b={parent}/ann' will not do: a name takes 1 to"),
        (
            f"{'b' * 500}={{parent}}/ann",
            f"the name '{'b' * 50}'... (of 500 characters), for {{parent}}/ann, will not do: a "
            "name takes 1 to 40",
        ),
        (f"{'b' * 500}=listen", "'... (of 500 characters) of a listening bot will not do: a name"),
        ("={parent}/ann", "the name '' in '={parent}/ann' will not do: a name takes"),
        ("bob=", "no folder in 'bob=': write FOLDER or NAME=FOLDER"),
        ("", "no folder in '': write FOLDER or NAME=FOLDER"),
        ("{parent}/a\nb", "no such folder: {parent}/a\\nb"),
        ("{parent}/loop", "cannot read {parent}/loop/bot.toml: Too many levels of symbolic links"),
    ],
)
def test_mistake_in_the_argument_is_one_line(folder: Path, spec: str, words: str) -> None:
    """Each wrong BOT on the command line is said back with what should be there."""
    parent = folder.parent
    (parent / "loop").symlink_to("loop")
    assert words.format(parent=parent) in complaint(spec.format(parent=parent))


@pytest.fixture
def nobody() -> Iterator[None]:
    """Takes the rights of root away for one test, for root may read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


@pytest.fixture
def open_folder(folder: Path) -> Iterator[Path]:
    """A bot's folder into which everybody can look, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        yield Path(shutil.copytree(folder, Path(place, "ann")))


def test_unreadable_folder_is_one_line(open_folder: Path, request: pytest.FixtureRequest) -> None:
    """A folder, bot.toml or file that may not be read is named, with the system's words."""
    secret = open_folder / "secret"
    secret.write_text("")
    secret.chmod(0)
    request.getfixturevalue("nobody")
    assert complaint(open_folder) == f"cannot read {secret}: Permission denied"


def test_unreadable_bot_toml_is_one_line(open_folder: Path, request: pytest.FixtureRequest) -> None:
    """A bot.toml that may not be read is named, with the system's words."""
    (open_folder / "bot.toml").chmod(0)
    request.getfixturevalue("nobody")
    assert complaint(open_folder) == f"cannot read {open_folder}/bot.toml: Permission denied"


def test_command_is_looked_for_in_path_or_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plain word is a program in PATH, a word with a slash is a file from the bot's folder."""
    tools = folder.parent / "tools"
    for path in (tools / "ann", folder / "bin" / "ann"):
        path.parent.mkdir()
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tools))
    (folder / "bot.toml").write_text(GOOD.replace("python", "ann"))
    assert read_bot(str(folder)).run == (str(tools / "ann"), "bot.py")
    (folder / "bot.toml").write_text(GOOD.replace("python", "./bin/ann"))
    assert read_bot(str(folder)).run == (str(folder / "bin" / "ann"), "bot.py")


def test_command_may_be_missing_until_it_is_built(folder: Path) -> None:
    """A bot with a `build` may name a program that the build is to make."""
    (folder / "bot.toml").write_text(
        GOOD.replace("python", "target/ann") + 'build = ["no-such-tool"]\n'
    )
    assert read_bot(str(folder)).run == (str(folder / "target" / "ann"), "bot.py")


def test_two_bots_of_one_name_are_told_apart_by_alias(folder: Path) -> None:
    """Two bots of one name are refused with an alias that would do."""
    bots = [read_bot(str(folder)), read_bot(f"bob={folder}"), read_bot(str(folder))]
    check_names(bots[:2])
    with pytest.raises(UserError) as caught:
        check_names(bots)
    assert str(caught.value) == (
        f"two bots are named 'ann': give one of them another name, as in ann-2={folder}"
    )


def test_digest_is_as_described(tmp_path: Path) -> None:
    """The digest can be redone from its description; this one was made with sha256sum."""
    (tmp_path / "a.py").write_text("hello\n")
    (tmp_path / "l").symlink_to("a.py")
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b").write_text("")
    golden = "153f8df6f7a69b6268eb01c36766a9552e5b5e8e8b0c73d588e1bf146d1c49ad"
    assert folder_digest(tmp_path) == golden


def test_digest_leaves_out_what_is_made(folder: Path) -> None:
    """Caches, build results, environments and the history of git do not count."""
    before = folder_digest(folder)
    for name in (".git", "__pycache__", "node_modules", "target", "build", "dist", ".venv"):
        for place in (folder, folder / "target" / "sub"):
            (place / name).mkdir(parents=True, exist_ok=True)
            (place / name / "made").write_text(name)
    (folder / "bot.pyc").write_text("made")
    (folder / "empty").mkdir()
    assert folder_digest(folder) == before


def test_digest_counts_everything_else(folder: Path) -> None:
    """Content, name, executable bit, text of a link and files named like a made folder count."""
    digests = [folder_digest(folder)]
    (folder / "bot.py").write_text("print('bye')\n")
    digests.append(folder_digest(folder))
    (folder / "bot.py").rename(folder / "bot2.py")
    digests.append(folder_digest(folder))
    (folder / "bot2.py").chmod(0o755)
    digests.append(folder_digest(folder))
    (folder / "link").symlink_to("bot.py")
    digests.append(folder_digest(folder))
    (folder / "link").unlink()
    (folder / "link").symlink_to("bot2.py")
    digests.append(folder_digest(folder))
    (folder / "build").write_text("a script")
    digests.append(folder_digest(folder))
    os.mkfifo(folder / "pipe")
    digests.append(folder_digest(folder))
    assert len(set(digests)) == len(digests)


def test_digest_follows_no_link(folder: Path) -> None:
    """What a link points at does not count: it is outside, or counted where it stands."""
    outside = folder.parent / "outside"
    outside.mkdir()
    (folder / "link").symlink_to(outside)
    before = folder_digest(folder)
    (outside / "file").write_text("new")
    assert folder_digest(folder) == before


def test_digest_does_not_depend_on_the_order_of_creation(tmp_path: Path) -> None:
    """Two folders with the same files have one digest, whatever the file system's order."""
    names = ["b", "a-b", "a/c", "a.b", "é", "Z"]
    for folder, order in (("one", names), ("two", names[::-1])):
        for name in order:
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)
    assert folder_digest(tmp_path / "one") == folder_digest(tmp_path / "two")


def test_tail_is_harmless(tmp_path: Path) -> None:
    """The last lines of a log come without control characters, wrong bytes or endless lines."""
    log = tmp_path / "log"
    log.write_bytes(
        b"first\n\x1b[2Jred\a\tx\r\n\xff\xfe caf\xc3\xa9 \xe2\x80\xae\n"
        + b"x" * 1000
        + b"\n\nend\n"
    )
    assert tail(log, 5) == [
        r"\x1b[2Jred\x07    x",
        r"\xff\xfe café \u202e",
        "x" * 300 + " ... 700 more characters",
        "",
        "end",
    ]
    assert tail(log, 1) == ["end"]


def test_tail_of_nothing_is_empty(tmp_path: Path) -> None:
    """A log that is empty or not there has no last lines."""
    assert tail(tmp_path / "none") == []
    (tmp_path / "log").write_bytes(b"")
    assert tail(tmp_path / "log") == []


def test_tail_of_a_huge_log_reads_its_end(tmp_path: Path) -> None:
    """Of a line longer than what is looked at, the last part is given."""
    log = tmp_path / "log"
    log.write_bytes(b"x" * 1_000_000 + b"\nlast")
    assert tail(log, 2)[1] == "last"
    assert tail(log, 2)[0].startswith("x" * 300)
