"""What a bot leaves when it kills or freezes its own supervisor: found and ended by the referee.

A bot runs as our user, so it may kill its supervisor. Its main process dies of that (PDEATHSIG),
but what it had started would go to init. Therefore the referee is a sub-reaper as well: the orphans
become its own children, and are told from those that it started by the bot's token in their
environment or by the bot's session. Only they and what is below them is killed, so never a healthy
supervisor, nor what another part of this program started. It is cheap: one system call, and a look
through /proc only after a supervisor died.

It is a guard against accidents such as `kill(getppid())`. A bot that means to escape (clears its
environment, calls setsid, then kills its supervisor) does; only a sandbox holds that one.
"""

import functools
import os
import signal
from contextlib import suppress
from pathlib import Path

import trio

from referee import supervisor
from referee.errors import RefereeBug


@functools.cache
def become_subreaper() -> None:
    """Makes this process the parent of what dead supervisors leave; where the system can do it."""
    with suppress(OSError):
        supervisor.set_process_option(supervisor.PR_SET_CHILD_SUBREAPER, 1)


def orphans(mark: str, session: int | None) -> list[int]:
    """Children of this process of that session or with `KEY=VALUE` mark, and all below; tops first.

    The mark is searched in the environment that a process was started with.
    """
    table = supervisor.process_table()
    found = [
        pid
        for pid, (parent, its_session, _) in table.items()
        if parent == os.getpid() and (its_session == session or has_mark(pid, mark))
    ]
    for top in found:  # grows while it is walked
        found += [pid for pid, (parent, _, _) in table.items() if parent == top]
    return found


def has_mark(pid: int, mark: str) -> bool:
    """Whether a process was started with this `KEY=VALUE` in its environment."""
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return False
    return os.fsencode(mark) in environment.split(b"\0")


async def end_orphans(mark: str, session: int | None, seconds: float) -> None:
    """Kills and collects them all, new ones too; RefereeBug if some are there after `seconds`."""
    with trio.move_on_after(seconds):
        while found := orphans(mark, session):
            for pid in found:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            for pid in found:
                await wait_dead(pid)
        return
    raise RefereeBug(f"processes that cannot be ended: {orphans(mark, session)}")


async def wait_dead(pid: int) -> None:
    """Waits until a process has ended, and collects it if it is a child of this one."""
    try:
        handle = os.pidfd_open(pid)
    except OSError:  # it is gone already, or this kernel is too old
        await trio.sleep(0.01)
    else:
        try:
            await trio.lowlevel.wait_readable(handle)
        finally:
            os.close(handle)
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
