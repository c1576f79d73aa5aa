"""`referee check`: the samples pass, and each bad bot fails at the line that is about it."""

from pathlib import Path

import pytest
from checking import bad, checked, odd
from running import ROOT, Ground, Referee

from referee.course import kinds_of
from referee.cover import cover
from referee.ruleset import load_ruleset, ruleset_ids

SAMPLES = ROOT / "sample_bots"


def test_a_few_rule_sets_have_all_that_the_others_have() -> None:
    """The cover has every kind of question and number of seats, and begins with the first."""
    rulesets = [load_ruleset(name) for name in ruleset_ids()]
    chosen = cover(rulesets)
    assert chosen[0] is rulesets[0]
    assert len(chosen) < len(rulesets) / 2
    for features in (kinds_of, lambda one: {one.seats}, lambda one: {one.auction}):
        assert {f for one in chosen for f in features(one)} == {
            f for one in rulesets for f in features(one)
        }
    assert cover(rulesets[3:4]) == rulesets[3:4]


def test_the_bot_to_copy_passes_all(ground: Ground) -> None:
    """The sample `first` passes by rule sets that ask every kind of question."""
    done = ground.run("check", str(SAMPLES / "first"))
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert all(line.startswith("pass") for line in lines[:-1]), done.stdout
    names = [line[10:30].strip() for line in lines[:-1]]
    kinds = ["card", "contract", "bid", "reply", "trump", "opening", "discard"]
    assert names == [
        "build", "start", "handshake", "warm-up",
        *[f"question: {kind}" for kind in kinds],
        "time of a game", "same answer twice", "many games at once",
        "GameOver", "surplus answers", "notes",
        "unknown fields", "unknown values",
        "Goodbye", "SIGTERM", "processes left", "files written", "output",
    ]  # fmt: skip
    assert lines[-1] == "24 pass"
    assert "p50" in lines[4]
    assert "first: playing classic (1 of " in done.stderr


@pytest.mark.parametrize("sample", ["greedy", "counter"])
def test_samples_pass(ground: Ground, sample: str) -> None:
    """The other samples in Python pass where contracts are bid for and sold."""
    lines = checked(ground, str(SAMPLES / sample), "--ruleset", "portuguese-quick", code=0)
    assert bad(lines) == {}


def test_a_bot_is_played_by_its_own_rule_sets(ground: Ground) -> None:
    """What bot.toml names is played and nothing else, so that other kinds have no line."""
    bot = ground.odd_bot("well")
    path = Path(bot) / "bot.toml"
    path.write_text(path.read_text().replace("[env]", 'rulesets = ["two-handed"]\n[env]'))
    lines = checked(ground, bot, code=0)
    questions = [name for name in lines if name.startswith("question: ")]
    assert questions == ["question: card", "question: trump"]
    assert bad(lines) == {}


def test_json_says_what_was_asked_and_what_to_do(ground: Ground) -> None:
    """A line of a failed check has the question, what was wrong with the answer, and a way out."""
    lines = odd(ground, "out-of-range-at-a-trump", 1, "--ruleset", "two-handed")
    assert bad(lines) == {"question: trump": "fail"}
    line = lines["question: trump"]
    assert line["seen"].startswith("illegal: choice ")
    assert line["asked"][0].startswith("asked: ")
    assert line["asked"][-1].startswith("legal: C")
    assert line["do"] == "choose an index into `legal`, which counts from 0"


@pytest.mark.parametrize(
    ("species", "name", "seen"),
    [
        ("crashes-at-start", "start", "its process ended: exit code 3"),
        ("wrong-token", "handshake", "wrong token in Hello: send the value of KING_TOKEN"),
        ("speaks-version2", "handshake", "protocol_version 2 in Hello, the referee speaks 1"),
        ("dies-in-warm-up", "warm-up", "its process ended: killed by SIGKILL (9)"),
        ("wrong-method", "start", "it called /king.v1.RefereeService/Chat"),
    ],
)
def test_a_bot_that_does_not_start_fails_at_its_step(
    ground: Ground, species: str, name: str, seen: str
) -> None:
    """The step that went wrong is named, and nothing after it is looked at."""
    lines = odd(ground, species, 1)
    assert bad(lines) == {name: "fail"}
    assert lines[name]["seen"].startswith(seen)
    assert lines["everything else"]["verdict"] == "left out"


def test_a_file_that_is_not_executable_fails_at_start(ground: Ground) -> None:
    """The file is named, and what to do is about it and not about the protocol."""
    bot = ground.odd_bot("well")
    path = Path(bot) / "bot.toml"
    path.write_text(path.read_text().replace('["python", ', '["./bot", '))
    (Path(bot) / "bot").write_text("#!/bin/sh\n")
    lines = checked(ground, bot, "--ruleset", ground.duel(), code=1)
    assert bad(lines) == {"start": "fail"}
    assert lines["start"]["seen"].endswith(f"cannot start {bot}/bot: Permission denied")
    assert "chmod +x" in lines["start"]["do"]


def test_a_bot_that_is_never_ready_fails_at_warm_up(ground: Ground) -> None:
    """Where Ready does not come the start budget ends the wait."""
    lines = odd(ground, "never-says-ready", 1, "--ruleset", ground.duel(), "--start-budget", "6s")
    assert bad(lines) == {"warm-up": "fail"}
    assert lines["warm-up"]["seen"] == "it never said Ready within 6 s"


def test_a_crash_at_one_kind_of_question_is_shown_with_the_last_words(ground: Ground) -> None:
    """The kind is named, with the exit code, the question and the end of stderr."""
    lines = odd(ground, "crashes-at-a-bid", 1, "--ruleset", "bidding")
    line = lines["question: bid"]
    assert line["verdict"] == "fail"
    assert line["seen"].startswith("disconnected: its process ended: exit code 9 (bidding)")
    assert line["said"] == ["no such thing as a bid"]
    assert line["do"].startswith("mend the error that it printed; `referee match BOT`")
    assert "bid" in line["asked"][0]
    assert "no such thing as a bid" not in lines["output"].get("said", [])


def test_a_late_answer_is_to_come_within_the_limit(ground: Ground) -> None:
    """What to do names the limit that held, and the option that changes it."""
    lines = odd(ground, "late", 1, "--ruleset", ground.duel(), "--move-limit", "600ms")
    # It remembers in its folder that it has been late, so that it is so only once.
    assert bad(lines) == {"question: card": "fail", "files written": "fail"}
    line = lines["question: card"]
    assert line["seen"].startswith("no_answer: no answer within")
    assert line["do"].startswith("answer within 0.6 s (`--move-limit`)")


@pytest.mark.parametrize(
    ("script", "said", "do"),
    [
        (
            "print('\x1b[31mred\x1b[0m\t.', flush=True)\nx = = 1",
            "SyntaxError: invalid syntax",
            "mend what it printed; it ended before it dialed",
        ),
        (
            "raise SystemExit(1)",
            None,
            "it ended before it dialed, and printed nothing: let it say on stderr why it ends",
        ),
    ],
)
def test_what_ends_before_it_dials_is_to_mend_what_it_printed(
    ground: Ground, script: str, said: str | None, do: str
) -> None:
    """A mistake that the interpreter finds is none of the protocol."""
    bot = ground.odd_bot("well")
    (Path(bot) / "zoo" / "bot.py").write_text(script)
    line = checked(ground, bot, "--ruleset", ground.duel(), code=1)["start"]
    assert line["do"] == do
    assert line.get("said", [None])[-1] == said


def test_of_what_is_printed_the_last_few_lines_are_shown(ground: Ground) -> None:
    """Each is cut, colors are left out, and tabs are spaces."""
    bot = ground.odd_bot("well")
    main = Path(bot) / "zoo" / "bot.py"
    loop = "import sys\nfor n in range(9):\n    "
    talk = loop + "print(f'{n}\\t\\x1b[32mgreen\\x1b[m', '.' * 90, file=sys.stderr)\n"
    main.write_text(talk + main.read_text())
    line = checked(ground, bot, "--ruleset", ground.duel(), code=0)["output"]
    assert len(line["said"]) == 3
    assert f"8   green {'.' * 70} ..." in line["said"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["."], "no bot.toml in {folder}: it tells how to run the bot"),
        (["me=listen"], "check starts the bot itself, and several times: name its folder"),
        ([".", "--move-limit", "0"], "--move-limit: 0 leaves no time at all"),
    ],
)
def test_what_cannot_be_checked_is_one_line(
    tmp_path: Path, referee: Referee, words: list[str], said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Exit code 2, and one line that says what to do."""
    monkeypatch.chdir(tmp_path)
    done = referee("check", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"referee: {said.format(folder=tmp_path)}\n"
