"""What a bot leaves when it kills or freezes its own supervisor: found and ended by the referee.

A bot runs as our user, so it may kill its supervisor. Its main process dies of that (PDEATHSIG),
but what it had started would go to init and live on. Therefore this process is a sub-reaper too:
such orphans become its children. Each bot has a session of its own, and sessions are only
inherited or left for new ones; so a child of ours in a session that is not ours, and that is no
supervisor, is an orphan of a bot. That is exact as long as nothing else in this program starts a
process in a session of its own. Only direct children are ever killed: the number of a child cannot
be given to a stranger before we have collected it.

It costs one system call, and a look through /proc only after a supervisor died out of turn.
"""

import functools
import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress

import trio

from referee import supervisor
from referee.errors import RefereeBug

_supervisors: set[int] = set()


@functools.cache
def become_subreaper() -> None:
    """Makes this process the parent of what dead supervisors leave; where the system can do it."""
    with suppress(OSError):
        supervisor.set_process_option(supervisor.PR_SET_CHILD_SUBREAPER, 1)


def start_supervisor(command: Sequence[str], stdin: int, output: int) -> subprocess.Popen[bytes]:
    """Starts a supervisor, which is no orphan from its first moment to `end_supervisor`.

    It does not give way to other tasks, for one of them might look for orphans. It is plain,
    without preexec_fn, because gRPC has threads; and in a session of its own, so that Ctrl-C
    reaches the referee alone, which then ends the bots in order.
    """
    become_subreaper()
    process = subprocess.Popen(
        command, stdin=stdin, stdout=output, stderr=output, start_new_session=True
    )
    _supervisors.add(process.pid)
    return process


async def end_supervisor(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Waits for the end of a supervisor, and after `seconds` kills it; RefereeBug if in vain."""
    for _ in range(2):
        with trio.move_on_after(seconds):
            while process.poll() is None:
                await wait_end(process.pid)
        if process.poll() is not None:
            _supervisors.discard(process.pid)
            return
        process.kill()
    raise RefereeBug(f"the supervisor {process.pid} cannot be ended")


def orphans() -> list[int]:
    """The children of this process that bots left, dead ones too."""
    me, our_session = os.getpid(), os.getsid(0)
    return [
        pid
        for pid, (parent, session, _) in supervisor.process_table().items()
        if parent == me and session not in (0, our_session) and pid not in _supervisors
    ]


async def end_orphans(seconds: float) -> None:
    """Kills and collects all orphans, new ones too; RefereeBug if some are left in the end."""
    with trio.move_on_after(seconds):
        while found := orphans():
            for pid in found:
                supervisor.kill_child(pid)
            for pid in found:
                await wait_end(pid)
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
        return
    raise RefereeBug(f"processes that cannot be ended: {orphans()}")


async def wait_end(pid: int) -> None:
    """Waits until a process has ended, without collecting it; in vain at times, so look again."""
    try:
        handle = os.pidfd_open(pid)
    except (AttributeError, OSError):  # it is gone already, or the system has no such thing
        await trio.sleep(0.01)
        return
    try:
        await trio.lowlevel.wait_readable(handle)
    finally:
        os.close(handle)
