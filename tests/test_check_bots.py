"""`referee check`: bots that go wrong at a start, at an end, or at what is new to them."""

from pathlib import Path

import pytest
from checking import bad, checked, odd
from running import Ground


@pytest.mark.parametrize(
    ("fails_at", "hangs", "seen"),
    [
        (2, False, "its process ended: exit code 1 (start 2, by duel)"),
        (2, True, "it never connected within 4 s (start 2, by duel)"),
        (3, False, "its process ended: exit code 1 (start 3, by duel)"),
        (4, False, "its process ended: exit code 1 (start 4, by duel)"),
    ],
)
def test_every_start_counts(ground: Ground, fails_at: int, hangs: bool, seen: str) -> None:
    """A bot that cannot be started once more fails at `start`, whatever the start is for."""
    variables = {"COUNTER": str(ground.folder / "starts"), "FAILS_AT": str(fails_at)}
    bot = ground.odd_bot("counts-its-starts", **variables, **({"HANGS": "yes"} if hangs else {}))
    budget = "4s" if hangs else "30s"
    lines = checked(ground, bot, "--ruleset", ground.duel(), "--start-budget", budget, code=1)
    assert [name for name, verdict in bad(lines).items() if verdict == "fail"] == ["start"]
    assert lines["start"]["seen"] == seen
    assert lines["unknown values"]["seen"] == "the bot did not start again"


def test_a_new_process_is_asked_what_the_first_was(ground: Ground) -> None:
    """A bot whose answers are the same in one process and others in the next is noted."""
    bot = ground.odd_bot("counts-its-starts", COUNTER=str(ground.folder / "starts"))
    lines = checked(ground, bot, "--ruleset", ground.duel(), code=0)
    assert bad(lines) == {"same answer twice": "note"}


@pytest.mark.parametrize(
    ("species", "verdicts", "name", "seen"),
    [
        ("dies-of-unknown-fields", {"unknown fields": "fail"}, "unknown fields", "disconnected"),
        ("dies-of-unknown-kinds", {"unknown values": "fail"}, "unknown values", "disconnected"),
        ("lives-with-unknown-kinds", {"unknown values": "note"}, "unknown values", "a question"),
        ("answers-one-of-many", {"many games at once": "fail"}, "many games at once", "no_answer"),
        ("one-game", {"many games at once": "note"}, "many games at once", "it takes one game"),
        ("changes-its-mind", {"same answer twice": "note"}, "same answer twice", ""),
        ("leaves-a-child", {"processes left": "fail"}, "processes left", "3 of 4 processes left"),
        ("shouts", {}, "output", "up to 10000000 bytes on stdout and 1000000"),
        (
            "ignores-sigterm",
            {"Goodbye": "fail", "SIGTERM": "fail"},
            "SIGTERM",
            "it did not end, and was killed by SIGKILL (9)",
        ),
        (
            "writes-into-its-folder",
            {"files written": "fail"},
            "files written",
            "in its folder: diary; that changes its digest",
        ),
        (
            "crashes-at-game-over",
            {"GameOver": "fail"},
            "GameOver",
            "disconnected: its process ended: exit code 9, right after GameOver (duel)",
        ),
        (
            "crashes-at-deal-over",
            {"GameOver": "fail"},
            "GameOver",
            "disconnected: its process ended: exit code 9, right after DealOver (duel)",
        ),
        (
            "out-of-range-at-unknown-fields",
            {"unknown fields": "fail"},
            "unknown fields",
            "illegal: choice 4000000000: ",
        ),
        (
            "empty-at-unknown-fields",
            {"unknown fields": "fail"},
            "unknown fields",
            "unreadable: a PlayRequest with nothing in it",
        ),
        (
            "dies-of-an-unknown-goodbye",
            {"unknown values": "fail"},
            "unknown values",
            "at Goodbye with an unknown reason: exit code 1",
        ),
        (
            "dies-of-an-unknown-welcome",
            {"unknown values": "fail"},
            "unknown values",
            "with an unknown value of on_fault in Welcome: its process ended: exit code 1",
        ),
        (
            "makes-itself-executable",
            {"files written": "fail"},
            "files written",
            "in its folder: zoo/bot.py; that changes its digest",
        ),
        (
            "writes-into-build",
            {"files written": "note"},
            "files written",
            "in its folder: build/state",
        ),
        ("makes-a-folder", {"files written": "note"}, "files written", "in its folder: drawer/"),
        (
            "answers-five-times",
            {"surplus answers": "fail"},
            "surplus answers",
            "up to ",
        ),
        (
            "answers-twice",
            {"surplus answers": "note"},
            "surplus answers",
            "up to 20 in one process",
        ),
    ],
)
def test_what_goes_wrong_stands_at_its_line(
    ground: Ground, species: str, verdicts: dict[str, str], name: str, seen: str
) -> None:
    """The line that is about it says so, and no other."""
    lines = odd(ground, species, 1 if "fail" in verdicts.values() else 0)
    assert bad(lines) == verdicts
    assert lines[name]["seen"].startswith(seen)


def test_a_bot_that_removes_its_folder_fails(ground: Ground) -> None:
    """What was found before stands there, and the next start is what fails."""
    lines = odd(ground, "removes-its-folder", 1)
    assert bad(lines) == {"start": "fail", "files written": "fail"}
    assert "cannot enter" in lines["start"]["seen"]
    assert lines["start"]["do"].startswith("leave the bot's folder where it is")
    assert lines["question: card"]["verdict"] == "pass"


def test_long_notes_are_noted(ground: Ground) -> None:
    """A note that a match would not keep costs no fault, but its author should know."""
    bot = ground.odd_bot("planted", NOTE="n" * 2000)
    lines = checked(ground, bot, "--ruleset", ground.duel(), code=0)
    assert bad(lines) == {"notes": "note"}
    assert lines["notes"]["seen"].endswith(" notes of more than 1024 bytes")


def test_what_waited_behind_a_question_is_left_out(ground: Ground) -> None:
    """One question that never ends blames neither the next ones nor Goodbye."""
    words = ("--ruleset", "two-handed", "--move-limit", "300ms")
    lines = odd(ground, "stops-at-once", 1, *words)
    assert bad(lines) == {"question: card": "fail"}
    line = lines["question: card"]
    assert line["seen"].startswith(
        "no_answer: no answer within the time for it: the process is stopped by a signal"
    )
    assert line["do"] == "let nothing stop the process (SIGSTOP, SIGTSTP, SIGTTIN)"
    other = lines["question: trump"]
    assert other["verdict"] == "left out"
    assert other["seen"] == "it waited behind a question that got no answer"
    assert lines["Goodbye"]["verdict"] == "left out"
    assert lines["Goodbye"]["seen"] == "it still had no answer to a question"


def test_what_is_no_answer_has_advice_of_its_own(ground: Ground) -> None:
    """Who says Ready again is not told to mind the ids of his answers.

    It counts at the next question, as in a match, though nothing was open when it came.
    """
    line = odd(ground, "says-ready-twice", 1)["question: card"]
    assert line["seen"].startswith("unreadable: ready when answers were due")
    assert line["do"] == "send nothing but Answers while playing, and Ready once"


def test_a_slow_bot_is_asked_fewer_at_once(ground: Ground) -> None:
    """A wave is not to take minutes; how long it may take is said before it begins."""
    bot = ground.odd_bot("slow-alone")
    done = ground.run("check", bot, "--ruleset", ground.duel())
    assert done.returncode == 0, done.stdout
    (line,) = [one for one in done.stdout.splitlines() if "open together" in one]
    count = int(line.split()[5])
    assert 2 <= count < 256
    assert f"{count} open together, of 256 that its Hello claims" in line
    assert f"odd: asking {count} at once; a silence of 10 s would end that" in done.stderr


def test_a_huge_name_is_cut_and_escaped(ground: Ground) -> None:
    """What Hello says floods no terminal and colors nothing."""
    seen = odd(ground, "huge-name", 0)["handshake"]["seen"]
    assert f"from \\x1b[31m{'A' * 75} ... 899925 more characters, 256 games" in seen


def test_a_nameless_hello_is_said_so(ground: Ground) -> None:
    """The name may be left out."""
    seen = odd(ground, "one-game", 0)["handshake"]["seen"]
    assert seen == "Hello with token and version 1, without a name, 1 game at once"


def test_printing_much_is_said_to_cost_time(ground: Ground) -> None:
    """Above a megabyte it is no longer true that nothing has to be done."""
    assert odd(ground, "shouts", 0)["output"]["do"].startswith("print less: it costs time")


@pytest.mark.parametrize(
    ("text", "mode", "do"),
    [
        ("print()", 0o755, "mend the first line of the script"),
        ("#!/bin/sh\r\nexit\r\n", 0o755, "mend the first line of the script"),
        ("", 0o755, "mend the first line of the script"),
        ("#!/bin/sh\n", 0o644, "make it executable (chmod +x)"),
    ],
)
def test_a_program_that_cannot_be_run_has_its_advice(
    ground: Ground, text: str, mode: int, do: str
) -> None:
    """A right that is missing is one thing, a first line another."""
    bot = Path(ground.odd_bot("well"))
    toml = bot / "bot.toml"
    toml.write_text(toml.read_text().replace('["python", ', '["./run me", '))
    program = bot / "run me"
    program.write_bytes(text.encode())
    program.chmod(mode)
    line = checked(ground, str(bot), "--ruleset", ground.duel(), code=1)["start"]
    assert line["do"].startswith(do)


def test_a_rule_set_that_is_not_the_bots_is_refused(ground: Ground) -> None:
    """As by `match`: exit code 2."""
    bot = ground.odd_bot("well")
    path = Path(bot) / "bot.toml"
    path.write_text(path.read_text().replace("[env]", 'rulesets = ["classic"]\n[env]'))
    done = ground.run("check", bot, "--ruleset", "two-handed")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "referee: bot odd does not play two-handed: its bot.toml has rulesets classic\n"
    )
