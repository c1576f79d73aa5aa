"""Whole runs of the command: interrupted, killed, gone on with, scored again, and printed."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Ground

FILES = ("games.jsonl", "leaderboard.md", "leaderboard.csv", "leaderboard.json")


def two_bots(ground: Ground, boards: int = 6, out: str = "run") -> list[str]:
    """A tournament of two plain bots by the short rule set, one game at a time."""
    bots = [str(ground.folder / f"bot-{name}") for name in ("a", "b")]
    if not Path(bots[0]).exists():
        bots = [ground.odd_bot("well", name) for name in ("a", "b")]
    return [
        "tournament", *bots, "--ruleset", ground.duel(), "--boards", str(boards),
        "--seed", "x", "--out", out, "--games-at-once", "1",
    ]  # fmt: skip


def finished(ground: Ground, run: str) -> dict[str, object]:
    """What a finished run says, without what was measured."""
    folder = ground.folder / run
    found: dict[str, object] = {
        name: (folder / name).read_text().replace(f'"{run}"', "").replace(run, "")
        for name in FILES[1:]
    }
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    for game in games:
        del game["timing"]
    found["games"] = games
    return found


def wait_for_games(process: subprocess.Popen[str], games: int) -> None:
    """Reads events until so many games are over."""
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        if event["event"] == "game" and event["done"] >= games:
            return
    raise AssertionError("the run ended too soon")


@pytest.mark.parametrize(
    ("number", "code", "state"),
    [
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "interrupted"),
        (signal.SIGKILL, -9, "running"),
    ],
)
def test_a_run_can_be_ended_and_gone_on_with(
    ground: Ground, number: signal.Signals, code: int, state: str
) -> None:
    """However it was ended, nothing is left, and the same command ends with the same files."""
    assert ground.run(*two_bots(ground, out="whole")).returncode == 0
    with ground.start(*two_bots(ground), "--json") as process:
        wait_for_games(process, 3)
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode == code
    for pid in ground.left():  # after SIGKILL the supervisors need a moment
        wait_gone(pid)
    assert ground.left() == []
    manifest = json.loads((ground.folder / "run" / "tournament.json").read_text())
    assert (manifest["state"], manifest["seed"]) == (state, None)
    again = two_bots(ground) if number is signal.SIGINT else ["tournament", "--resume", "run"]
    done = ground.run(*again)
    assert (done.returncode, done.stderr) == (0, "")
    assert "games are played already; going on" in done.stdout
    assert finished(ground, "run") == finished(ground, "whole")


def wait_gone(pid: int) -> None:
    """Waits for the end of a process that need not be our child."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([handle], [], [], 20.0)[0], f"process {pid} goes on"
    finally:
        os.close(handle)


def test_a_finished_run_reveals_its_seed_and_is_not_played_again(ground: Ground) -> None:
    """The seed moves from its own file into tournament.json; the same command plays nothing."""
    assert ground.run(*two_bots(ground, boards=1)).returncode == 0
    folder = ground.folder / "run"
    manifest = json.loads((folder / "tournament.json").read_text())
    assert (manifest["state"], manifest["seed"], manifest["practice"]) == ("finished", "x", True)
    assert not (folder / "seed").exists()
    before = {name: (folder / name).read_bytes() for name in (*FILES, "tournament.json")}
    again = ground.run(*two_bots(ground, boards=1))
    assert again.returncode == 0
    assert "finished already" in again.stdout
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_a_drawn_seed_is_kept_secret_until_the_end(ground: Ground) -> None:
    """Without --seed the folder is named after the commitment, and the seed file is ours alone."""
    words = two_bots(ground, boards=4)
    del words[words.index("--seed") : words.index("--seed") + 4]
    with ground.start(*words, "--json") as process:
        wait_for_games(process, 1)
        (folder,) = (ground.folder / "leaderboards").iterdir()
        manifest = json.loads((folder / "tournament.json").read_text())
        assert folder.name == f"duel-{manifest['commitment'][:8]}"
        assert (folder / "seed").stat().st_mode & 0o777 == 0o600
        assert manifest["seed"] is None
        process.terminate()
        process.communicate(timeout=60)
    assert ground.left() == []


def test_the_leaderboard_is_a_function_of_the_records(ground: Ground) -> None:
    """`referee leaderboard` writes the same bytes again, and prints the same table."""
    played = ground.run(*two_bots(ground, boards=2))
    folder = ground.folder / "run"
    before = {name: (folder / name).read_bytes() for name in FILES[1:]}
    for name in before:
        (folder / name).unlink()
    again = ground.run("leaderboard", "run")
    assert again.returncode == 0
    assert again.stdout.strip() in played.stdout
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_events_are_lines_of_json_and_words_go_to_stderr(ground: Ground) -> None:
    """With --json stdout holds plan, starts, games, standings and end; people read stderr."""
    done = ground.run(*two_bots(ground, boards=1), "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = ["plan", "start", "game", "start", "game", "standings", "end"]
    assert [event["event"] for event in events] == kinds
    assert (events[0]["games"], events[-1]["state"]) == (2, "finished")
    assert "Mean score" in done.stderr


def test_a_closed_pipe_is_silent(ground: Ground) -> None:
    """Whoever stops reading our output hears no complaint, and the run leaves nothing."""
    with ground.start(*two_bots(ground, boards=4), "--json") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        complaints = process.stderr.read()
        assert "referee:" not in complaints
        assert "Traceback" not in complaints
        assert process.wait(timeout=60) == 128 + signal.SIGPIPE
    assert ground.left() == []


def test_output_on_a_full_disk_is_one_line(ground: Ground) -> None:
    """What cannot be printed is our user's matter: one line, exit 2, and never exit 1."""
    for words in (["--help"], two_bots(ground, boards=1)):
        done = subprocess.run(
            ["bash", "-c", '"$@" > /dev/full', "-", sys.executable, "-m", "referee", *words],
            cwd=ground.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "No space left on device" in done.stderr


@pytest.mark.parametrize("moment", ["folder", "first process", "plan"])
def test_ctrl_c_is_heard_while_a_run_begins(ground: Ground, moment: str) -> None:
    """Before and while the bots start: exit 130 in words, no traceback, nothing left."""
    with ground.start(*two_bots(ground, boards=50), "--json") as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if moment == "folder":
            wait_until((ground.folder / "run").exists, process)
        elif moment == "first process":
            wait_until(children.read_text, process)
        else:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["event"] == "plan"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert ground.left() == []


def wait_until(is_true: Callable[[], object], process: subprocess.Popen[str]) -> None:
    """Looks again and again until something is true, as long as the process runs."""
    while not is_true():
        assert process.poll() is None


def test_a_finished_run_with_a_game_missing_is_completed(ground: Ground) -> None:
    """A record that was lost is played again, and the files are as before."""
    assert ground.run(*two_bots(ground, boards=2)).returncode == 0
    whole = finished(ground, "run")
    records = ground.folder / "run" / "games.jsonl"
    lines = records.read_text().splitlines(keepends=True)
    records.write_text("".join(lines[:1] + lines[2:]))
    done = ground.run("tournament", "--resume", "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 of 4 games are played already" in done.stdout
    assert finished(ground, "run") == whole


def test_a_dry_run_prints_the_plan_and_writes_nothing(ground: Ground) -> None:
    """Games, boards, starts and decisions are told; no folder is made."""
    done = ground.run(*two_bots(ground, boards=5), "--dry-run")
    assert done.returncode == 0
    for line in ("games:          10", "boards:         5", "process starts: 4"):
        assert line in done.stdout
    assert not (ground.folder / "run").exists()


def test_a_match_is_filled_up_with_samples(ground: Ground) -> None:
    """One bot and three samples play; the samples get names of their own; no report is written."""
    done = ground.run("match", ground.odd_bot("well", "random"), "--boards", "1", "--out", "run")
    assert done.returncode == 0
    assert not (ground.folder / "run" / "index.html").exists()
    assert set(ground.records("run")[0].seating) == {"random", "random-2", "greedy", "counter"}


def test_several_games_are_open_at_once_over_the_same_processes(ground: Ground) -> None:
    """At any number of games at once the records are the same but for what was measured."""
    words = two_bots(ground, boards=8, out="one")
    assert ground.run(*words).returncode == 0
    many = two_bots(ground, boards=8, out="many")
    many[-1] = "8"
    assert ground.run(*many).returncode == 0
    assert finished(ground, "one")["games"] == finished(ground, "many")["games"]


def test_a_build_runs_once_for_each_state_of_the_folder(ground: Ground) -> None:
    """The bot that its build makes is played; a second run does not build again."""
    bot = Path(ground.odd_bot("well"))
    (bot / "zoo" / "bot.py").rename(bot / "source.py")
    with (bot / "bot.toml").open("r+") as file:
        text = file.read()
        file.seek(0)
        copying = "import shutil; shutil.copy('source.py', 'zoo/bot.py'); print('copied')"
        file.write(f'build = ["python", "-c", "{copying}"]\n{text}')
    words = ["match", str(bot), ground.odd_bot("well", "b"), "--ruleset", ground.duel()]
    first = ground.run(*words, "--boards", "1", "--out", "run1")
    assert (first.returncode, first.stderr) == (0, "")
    log = Path("logs") / "odd.build.txt"
    assert "copied" in (ground.folder / "run1" / log).read_text()
    assert ground.run(*words, "--boards", "1", "--out", "run2").returncode == 0
    assert not (ground.folder / "run2" / log).exists()


def with_build(ground: Ground, script: str) -> str:
    """A bot with a build of this script."""
    bot = Path(ground.odd_bot("well"))
    (bot / "make.py").write_text(script)
    with (bot / "bot.toml").open("r+") as file:
        text = file.read()
        file.seek(0)
        file.write(f'build = ["python", "make.py"]\n{text}')
    return str(bot)


def test_a_failed_build_is_a_line_and_what_it_said(ground: Ground) -> None:
    """The line has its end and its log, and what it printed stands below; exit 2."""
    bot = with_build(ground, "raise SystemExit('no\\tcompiler\\n\\x1b[31mhere\\x1b[0m\\x07')")
    others = (ground.odd_bot("well", "b"), "--ruleset", ground.duel())
    done = ground.run("match", bot, *others, "--out", "run")
    assert done.returncode == 2
    assert done.stderr == (
        "referee: bot odd: build failed (exit code 1), see run/logs/odd.build.txt\n"
        "    no  compiler\n"
        "    here\\x07\n"
    )


def test_a_build_that_hangs_is_ended_also_when_it_is_resumed(ground: Ground) -> None:
    """--build-budget holds for this run alone: tournament.json does not have it."""
    bot = with_build(ground, "print('made')")
    words = (bot, ground.odd_bot("well", "b"), "--ruleset", ground.duel(), "--boards", "1")
    assert ground.run("match", *words, "--out", "run", "--build-budget", "1m").returncode == 0
    assert "budget_s" not in (ground.folder / "run" / "tournament.json").read_text()
    Path(bot, "make.py").write_text("print('on', flush=True)\nimport time\ntime.sleep(600)")
    for run in (("match", *words), ("tournament", "--resume", "run")):
        done = ground.run(*run, "--build-budget", "700ms")
        assert done.returncode == 2
        first, *said = done.stderr.splitlines()
        assert first.startswith("referee: bot odd: build failed (took longer than 0.7 s), see ")
        assert said == ["    on"]


@pytest.mark.parametrize(
    ("bot", "limits"), [("me=listen", "no clock"), ("odd", "no clock, start 30s")]
)
def test_a_start_budget_is_told_where_it_holds(ground: Ground, bot: str, limits: str) -> None:
    """Not where an author starts his bot; and of one thing there is no plural."""
    ground.odd_bot("well", "b")
    first = bot if "=" in bot else ground.odd_bot("well", bot)
    words = ("match", first, "bot-b", "--ruleset", ground.duel(), "--no-clock", "--boards", "1")
    with ground.start(*words, "--seatings", "one", "--games-at-once", "1") as process:
        assert process.stdout is not None
        plan, control = (process.stdout.readline().rstrip() for _ in range(2))
        process.terminate()
        process.communicate(timeout=60)
    assert plan.endswith(", 1 game on 1 board at 1 table")
    assert control == f"{limits}; 1 game at once"


def test_no_time_to_build_is_refused(ground: Ground) -> None:
    """Nothing can be built in no time."""
    done = ground.run("match", ground.odd_bot("well"), "--build-budget", "0")
    assert (done.returncode, done.stderr) == (
        2, "referee: --build-budget: 0 leaves no time at all\n",
    )  # fmt: skip
