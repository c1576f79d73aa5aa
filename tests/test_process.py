"""Bots as processes: real programs that behave badly, and nothing of them is left."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import outcome
import pytest
import trio
import trio.testing
from leftovers import leftovers
from stage import PROGRAMS, Play, Stage, make_bot, opened_stage, play, wait_all_ended

from referee.errors import UserError
from referee.orphans import end_orphans
from referee.process import KILL_SECONDS, BotProcess, ExitKind
from referee.supervisor import process_table

__all__ = ["play"]
NASTY = [
    "new_sessions.py",
    "ignores_term.py",
    "stops_itself.py",
    "keeps_forking.py",
    "forks_many.py",
]


@pytest.mark.parametrize("program", NASTY)
def test_stop_leaves_nothing(play: Play, program: str) -> None:
    """Whatever a bot has started, and wherever that hides, it is gone when `stop` returns."""

    async def scene(stage: Stage) -> None:
        async with stage.open(program) as process:
            await stage.phone.wait_word()
            assert len(leftovers(stage.marker)) > 1
            await process.stop(0.05)
            assert leftovers(stage.marker) == []
            assert not process.is_running

    play(scene)


@pytest.mark.parametrize("program", NASTY)
def test_end_of_main_process_ends_the_rest(play: Play, program: str) -> None:
    """When a bot's main process dies, so does all that it started, without being told."""

    async def scene(stage: Stage) -> None:
        async with stage.open(program) as process:
            await stage.phone.wait_word()
            os.kill(process.pid, signal.SIGKILL)
            assert str(await process.wait_exit()) == "killed by SIGKILL (9)"
            await stage.phone.wait_all_dead()
            await process.stop(1000)

    play(scene)


@pytest.mark.parametrize("program", NASTY)
def test_cancelled_block_leaves_nothing(play: Play, program: str) -> None:
    """A block that is cancelled or left by an exception ends its processes before it is left."""

    async def scene(stage: Stage) -> None:
        with trio.CancelScope() as scope:
            async with stage.open(program):
                await stage.phone.wait_word()
                scope.cancel()
                await trio.sleep_forever()
        assert scope.cancelled_caught
        assert leftovers(stage.marker) == []

    play(scene)


@pytest.mark.parametrize("program", ["obeys.py", *NASTY])
def test_killed_referee_leaves_nothing(play: Play, tmp_path: Path, program: str) -> None:
    """SIGKILL of the referee itself ends its bots and their supervisors, and their folders go."""

    async def scene(stage: Stage) -> None:
        scratch = tmp_path / "scratch"
        scratch.mkdir()
        referee = subprocess.Popen(
            [
                *(sys.executable, PROGRAMS / "stand_in.py", PROGRAMS / program),
                *(stage.phone.target, stage.marker, tmp_path),
            ],
            env={**os.environ, "TMPDIR": str(scratch)},
        )
        await stage.phone.wait_word()
        assert len(list(scratch.iterdir())) == 1
        tree = leftovers(stage.marker)
        referee.kill()
        referee.wait()
        await stage.phone.wait_all_dead()
        # the supervisor may be at its last lines, now an orphan of this process like any other
        await wait_all_ended(tree)
        await end_orphans(1)
        assert list(scratch.iterdir()) == []

    play(scene)


def test_killed_supervisor_leaves_nothing(play: Play) -> None:
    """A bot that kills its supervisor dies of it, and the referee finds what it had started."""

    async def scene(stage: Stage) -> None:
        async with stage.open("kills_supervisor.py", "kill") as process:
            await stage.phone.wait_word()
            end = await process.wait_exit()
            assert (end.kind, str(end)) == (ExitKind.LOST, "killed together with its supervisor")
            await process.stop(1)
            assert leftovers(stage.marker) == []

    play(scene)


def test_stopped_supervisor_leaves_nothing(tmp_path: Path) -> None:
    """A bot that stops its supervisor cannot keep the referee waiting beyond the deadline."""
    clock = trio.testing.MockClock(rate=1)

    async def main() -> None:
        async with opened_stage(tmp_path) as stage:
            async with stage.open("kills_supervisor.py", "stop") as process:
                await stage.phone.wait_word()
                while process_table()[process.supervisor_pid][2] != "T":
                    await trio.lowlevel.checkpoint()
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(process.stop, 1)
                    await trio.testing.wait_all_tasks_blocked()
                    clock.jump(1 + KILL_SECONDS)
                assert leftovers(stage.marker) == []
            assert str(process.exit) == "killed together with its supervisor"

    trio.run(main, clock=clock)


def test_orphans_of_one_bot_are_not_those_of_another(play: Play) -> None:
    """Ending what a killed supervisor left touches no other bot, and no process of our own."""

    async def scene(stage: Stage) -> None:
        own = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        async with stage.open("kills_supervisor.py", "kill") as lost:
            await stage.phone.wait_word()
            again = make_bot((sys.executable, "-c", "import signal; signal.pause()", stage.marker))
            async with stage.open_bot(again) as healthy:
                await lost.wait_exit()
                await lost.stop(1)
                assert healthy.is_running
                assert own.poll() is None
                assert set(leftovers(stage.marker)) == {healthy.pid, healthy.supervisor_pid}
        own.communicate(b"\n")
        assert own.returncode == 0

    play(scene)


@pytest.mark.parametrize(
    ("how", "words"),
    [("0", "exit code 0"), ("3", "exit code 3"), ("SIGSEGV", "killed by SIGSEGV (11)")],
)
def test_exit_is_said_in_words(play: Play, how: str, words: str) -> None:
    """A bot's end is its exit code or its signal."""

    async def scene(stage: Stage) -> None:
        async with stage.open("ends.py", how) as process:
            assert str(await process.wait_exit()) == words
            assert not process.is_running
        assert (stage.logs / "stdout.txt").read_text() == f"it is {how}\n"

    play(scene)


@pytest.mark.parametrize("arguments", [(), ("stopped",)])
def test_stop_lets_a_bot_end_by_itself(play: Play, arguments: tuple[str, ...]) -> None:
    """Within the grace a bot may tidy up and end with its own code, even one that is paused."""

    async def scene(stage: Stage) -> None:
        async with stage.open("obeys.py", *arguments) as process:
            await stage.phone.wait_word()
            await process.stop(1000)
            assert str(process.exit) == "exit code 7"
        assert (stage.logs / "stdout.txt").read_text() == "asked to end\n"

    play(scene)


def test_shorter_grace_holds(play: Play) -> None:
    """A second `stop` with less grace cuts the first one short, and both return."""

    async def scene(stage: Stage) -> None:
        async with stage.open("ignores_term.py") as process, trio.open_nursery() as nursery:
            await stage.phone.wait_word()
            nursery.start_soon(process.stop, 1000)
            await trio.testing.wait_all_tasks_blocked()
            await process.stop(0)

    play(scene)


def test_environment_is_what_was_promised(play: Play) -> None:
    """A bot gets the promised environment, its folder, three open files and a session, no more."""

    async def scene(stage: Stage) -> None:
        async with stage.open("tells.py", env={"MY_KEY": "a=b\n"}) as process:
            told = json.loads(await stage.phone.wait_word("{"))
            await process.wait_exit()
        environment = told.pop("environment")
        home, temporary = environment.pop("HOME"), environment.pop("TMPDIR")
        environment.pop("LC_CTYPE", None)  # Python sets it for itself in the C locale
        assert environment == {
            "KING_REFEREE": stage.phone.target,
            "KING_TOKEN": stage.marker,
            "PATH": os.environ["PATH"],
            "MY_KEY": "a=b\n",
        }
        assert home != temporary
        assert not os.path.exists(home)
        assert not os.path.exists(temporary)
        assert told == {
            "folder": str(PROGRAMS),
            "home_is_folder": True,
            "files": [0, 1, 2],
            "ignored": [],
            "blocked": 0,
            "leads_session": True,
        }

    play(scene)


def test_log_that_cannot_be_opened_is_the_users_error(play: Play) -> None:
    """A log in a folder that is not there is one line for the user, before the bot starts."""

    async def scene(stage: Stage) -> None:
        stage.logs /= "missing"
        with pytest.raises(
            UserError, match=r"cannot write the log .*/missing/stdout\.txt: No such"
        ):
            async with stage.open("obeys.py"):
                pass

    play(scene)


@pytest.mark.parametrize(
    ("content", "mode", "words"),
    [
        (None, 0, "cannot start {path}: No such file or directory"),
        ("#!/bin/sh\n", 0o644, "cannot start {path}: Permission denied"),
        (
            "#!/no/such/thing\n",
            0o755,
            "cannot start {path}: No such file or directory "
            "(its first line may name an interpreter that is not installed)",
        ),
        (
            "no script\n",
            0o755,
            "cannot start {path}: Exec format error "
            "(a script needs a first line such as #!/usr/bin/env python3)",
        ),
    ],
)
def test_command_that_cannot_be_executed_is_an_end(
    play: Play, content: str | None, mode: int, words: str
) -> None:
    """A bot that the system cannot execute has ended at once, in the system's words."""

    async def scene(stage: Stage) -> None:
        path = stage.logs / "bot"
        if content is not None:
            path.write_text(content)
            path.chmod(mode)
        async with stage.open_bot(make_bot((str(path), stage.marker))) as process:
            assert process.pid is None
            assert not process.is_running
            end = await process.wait_exit()
            assert end.kind is ExitKind.NOT_STARTED
            assert str(end) == words.format(path=path)

    play(scene)


def test_missing_folder_is_an_end(play: Play) -> None:
    """A bot whose folder has gone has ended at once, and the folder is named."""

    async def scene(stage: Stage) -> None:
        folder = stage.logs / "gone"
        async with stage.open_bot(make_bot((sys.executable,), folder)) as process:
            assert str(process.exit) == f"cannot enter {folder}: No such file or directory"

    play(scene)


def test_all_who_wait_are_told(play: Play) -> None:
    """Several tasks may wait for one end, and one that gives up keeps the news from no other."""

    async def scene(stage: Stage) -> None:
        ends: list[str] = []

        async def wait(process: BotProcess, scope: trio.CancelScope) -> None:
            with scope:
                ends.append(str(await process.wait_exit()))

        async with stage.open("obeys.py") as process, trio.open_nursery() as nursery:
            await stage.phone.wait_word()
            first = trio.CancelScope()
            for scope in (first, trio.CancelScope(), trio.CancelScope()):
                nursery.start_soon(wait, process, scope)
                await trio.testing.wait_all_tasks_blocked()
            first.cancel()
            await trio.testing.wait_all_tasks_blocked()
            os.kill(process.pid, signal.SIGKILL)
        assert ends == ["killed by SIGKILL (9)"] * 2

    play(scene)


@pytest.mark.parametrize("name", ["bot", "королькороль.py", "a) S (b"])
def test_a_process_that_is_stopped_is_seen(play: Play, name: str) -> None:
    """Whatever its name: the system cuts it after 15 bytes, and so in the middle of a letter."""

    async def scene(stage: Stage) -> None:
        path = stage.logs / name
        path.write_text("#!/bin/sh\nread line\nkill -STOP $$\n")
        path.chmod(0o755)
        async with stage.open_bot(make_bot((str(path), stage.marker))) as process:
            while not process.is_stopped:
                await trio.sleep(0.01)
            os.kill(process.pid, signal.SIGCONT)
            await process.wait_exit()
            assert not process.is_stopped

    play(scene)


def test_exception_of_the_block_comes_out_as_it_is(play: Play) -> None:
    """What is raised while a bot runs is not wrapped by the ending of the bot."""

    async def scene(stage: Stage) -> None:
        with pytest.raises(LookupError, match="mine"):
            async with stage.open("obeys.py"):
                raise LookupError("mine")

    play(scene)


def test_processes_work_in_guest_mode(tmp_path: Path) -> None:
    """A bot can be run, awaited and stopped while trio is the guest of asyncio."""

    async def main() -> None:
        async with opened_stage(tmp_path) as stage, stage.open("obeys.py") as process:
            await stage.phone.wait_word()
            await process.stop(1000)
            assert str(await process.wait_exit()) == "exit code 7"

    async def host() -> outcome.Outcome[None]:
        done: asyncio.Future[outcome.Outcome[None]] = asyncio.Future()
        loop = asyncio.get_running_loop()
        trio.lowlevel.start_guest_run(
            main,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=done.set_result,
        )
        return await done

    asyncio.run(host()).unwrap()
