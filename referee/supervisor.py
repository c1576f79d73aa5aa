"""A program of its own that stands between the referee and one bot, and ends the bot's whole tree.

Started as `python -I -S supervisor.py STDOUT STDERR SCRATCH FOLDER COMMAND...`: two files for what
the command prints, a folder to remove at the end ("" for none), and the command's folder.
Its stdin is the referee's pipe: first the command's environment, as `KEY=VALUE` NUL ... NUL NUL,
then lines `stop SECONDS`. When that pipe closes, the referee is dead, and so is all this soon.
Its stdout tells the referee, a line each: `started PID` or `failed WORDS` or `refused WORDS` (a log
that cannot be opened), `log WORDS` (a log that cannot be written), `exit code N` or
`exit signal N` as soon as the command's main process ends, `left N` behind it if so many processes
that it had started outlived it unasked, `gone` when nothing of the tree is left and the logs are
complete.

It imports little, because it is started once for each life of each bot, and nothing of the referee.
"""

import ctypes
import errno
import math
import os
import select
import signal
import sys
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

HEAD_BYTES = TAIL_BYTES = 64 * 1024
"""What is kept of each stream of each start."""
EOF_GRACE = 0.2
"""Seconds between SIGTERM and SIGKILL when nobody is there to name another grace."""
RESCAN_SECONDS = 0.05
"""The longest pause between two looks for children that are to die; SIGCHLD cuts it short."""
REAP_AT_ONCE = 1000
"""A bot whose children die faster than they are collected must not keep us from all else."""

HINTS = {
    errno.ENOENT: " (its first line may name an interpreter that is not installed)",
    errno.ENOEXEC: " (a script needs a first line such as #!/usr/bin/env python3)",
}


def set_process_option(option: int, value: int) -> None:
    """Calls prctl(2), which Python lacks; does nothing where the system has none."""
    prctl = getattr(ctypes.CDLL(None, use_errno=True), "prctl", None)
    if prctl is not None and prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def remove_tree(path: str) -> None:
    """Removes a folder and all in it as far as that can be done, read-only folders too."""
    try:
        if os.path.islink(path):  # the bot could have put one there
            os.unlink(path)
            return
        os.chmod(path, 0o700)
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    remove_tree(entry.path)
                else:
                    os.unlink(entry.path)
        os.rmdir(path)
    except (OSError, RecursionError):
        pass  # a scratch folder that stays is a nuisance, not a reason to keep the referee waiting


class Log:
    """The file of one stream: always up to date, never more than head, cut and two tails long."""

    def __init__(self, path: bytes) -> None:
        """Opens `path` for one start more; what earlier starts left there stays."""
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self.end = os.fstat(self.fd).st_size
        self.problem: OSError | None = None
        self.tail = bytearray()
        self.left_out = 0
        if self.end:
            self._write(b"\n--- start %d ---\n" % (self._last_start() + 1))
        self.head_end = self.end + HEAD_BYTES

    def _last_start(self) -> int:
        window = HEAD_BYTES + 3 * TAIL_BYTES  # one start never fills more
        text = os.pread(self.fd, window, max(0, self.end - window))
        _, found, behind = text.rpartition(b"\n--- start ")
        number = behind.partition(b" ---\n")[0]
        return int(number) if found and number.isdigit() and len(number) < 10 else 1

    def _write(self, data: bytes) -> None:
        try:
            while data:
                written = os.pwrite(self.fd, data, self.end)
                self.end += written
                data = data[written:]
            os.ftruncate(self.fd, self.end)
        except OSError as problem:  # a full disk must not stop the draining
            self.problem = problem

    def add(self, data: bytes) -> None:
        """Takes what was printed; beyond the head only the last of it stays."""
        if self.problem is not None:
            return
        room = 0 if self.tail else self.head_end - self.end
        self._write(data[:room])
        if data[room:]:
            self.tail += data[room:]
            self._write(data[room:])
            if len(self.tail) > 2 * TAIL_BYTES:
                self.cut()

    def cut(self) -> None:
        """Shortens what follows the head to the last TAIL_BYTES and says so in the file."""
        surplus = len(self.tail) - TAIL_BYTES
        if surplus <= 0 or self.problem is not None:
            return
        del self.tail[:surplus]
        self.left_out += surplus
        self.end = self.head_end
        self._write(b"\n... %d bytes left out ...\n" % self.left_out + self.tail)


def say(line: str) -> None:
    """Tells the referee one line, if it is still there."""
    try:
        os.write(1, os.fsencode(line).replace(b"\n", b" ") + b"\n")
    except BrokenPipeError:
        return


def children() -> list[int]:
    """The processes that are this one's children now, adopted ones and dead ones too."""
    me = os.getpid()
    try:
        with open(f"/proc/self/task/{me}/children", "rb") as listing:
            return [int(pid) for pid in listing.read().split()]
    except OSError:  # a kernel without CONFIG_PROC_CHILDREN
        return [pid for pid, (parent, _, _) in process_table().items() if parent == me]


def process_table() -> dict[int, tuple[int, int, str]]:
    """Parent, session and state letter of every process; empty where there is no /proc."""
    table = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as stat:
                    # the name of the program may hold spaces and brackets; behind the last one are
                    # state, parent, group and session
                    fields = stat.read().rpartition(b")")[2].split()
                table[int(name)] = int(fields[1]), int(fields[3]), fields[0].decode()
            except (OSError, IndexError):  # it ended meanwhile
                continue
    return table


def living(pids: list[int]) -> int:
    """How many of these processes have not ended; the dead ones wait to be collected."""
    table = process_table() if pids else {}
    return sum(table.get(pid, (0, 0, "Z"))[2] not in ("Z", "X") for pid in pids)


def signal_group(group: int, number: int) -> None:
    """Sends a signal to a process group: unlike single kills, no fork in it slips through."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return


def kill_child(pid: int) -> None:
    """Sends SIGKILL to a child that was not collected yet, and to all of its group."""
    try:
        os.kill(pid, signal.SIGKILL)
        # of a bot's tree nobody can be in our group: it lives in other sessions
        signal_group(os.getpgid(pid), signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def start_command(
    command: list[bytes], folder: bytes, environment: dict[bytes, bytes], outputs: tuple[int, int]
) -> tuple[int, str]:
    """Forks and executes the command in a session of its own; its pid, or why it did not start."""
    supervisor = os.getpid()
    trouble, report = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            set_process_option(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != supervisor:  # it died before that was set
                os._exit(127)
            # ignored and blocked signals would be inherited, and Python ignores SIGPIPE
            for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            nothing = os.open(os.devnull, os.O_RDONLY)
            for target, source in enumerate((nothing, *outputs)):
                os.dup2(source, target)
            what = f"cannot enter {os.fsdecode(folder)}"
            os.chdir(folder)
            what = f"cannot start {os.fsdecode(command[0])}"
            os.execve(command[0], command, environment)
        except OSError as problem:
            hint = ""
            if what.startswith("cannot start") and os.path.exists(command[0]):
                hint = HINTS.get(problem.errno or 0, "")
            os.write(report, os.fsencode(f"{what}: {os.strerror(problem.errno or 0)}{hint}"))
        finally:
            os._exit(127)
    os.close(report)
    words = os.fsdecode(os.read(trouble, 4096))  # ends at once when execve closes the other side
    os.close(trouble)
    return pid, words


class Tree:
    """The command's main process, what it started, and when all of it must die."""

    def __init__(self, main: int) -> None:
        """Watches over the tree of the process `main`."""
        self.main = main
        self.main_is_over = False
        self.is_behind = False  # there are more dead than could be collected in one go
        self.kill_at = math.inf

    def stop(self, grace: float) -> None:
        """Asks the main process and its group to end, and sets when it is asked no longer."""
        self.kill_at = min(self.kill_at, time.monotonic() + grace)
        if not self.main_is_over:
            signal_group(self.main, signal.SIGTERM)
            signal_group(self.main, signal.SIGCONT)  # one that is stopped could not obey

    def reap(self) -> bool:
        """Collects the dead, reports the main process, and tells whether any child is left."""
        self.is_behind = False
        try:
            for _ in range(REAP_AT_ONCE):
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                if pid == self.main:
                    self.main_is_over = True
                    code = os.waitstatus_to_exitcode(status)
                    say(f"exit code {code}" if code >= 0 else f"exit signal {-code}")
                    if self.kill_at == math.inf and (left := living(children())):
                        say(f"left {left}")
                    self.kill_at = 0
        except ChildProcessError:
            return False
        self.is_behind = True
        return True


def read_environment() -> tuple[dict[bytes, bytes], bytes]:
    """The command's environment and what came behind it; ends this program if the pipe closes."""
    data = b""
    while b"\0\0" not in data:
        chunk = os.read(0, 65536)
        if not chunk:
            sys.exit(0)
        data += chunk
    block, _, rest = data.partition(b"\0\0")
    return dict(item.split(b"=", 1) for item in block.split(b"\0")), rest


def watch(tree: Tree, logs: dict[int, Log], wakeup: int, orders: bytes) -> None:
    """Drains the output and obeys the referee until nothing of the tree is left."""
    poll = select.poll()
    for fd in (0, wakeup, *logs):
        poll.register(fd, select.POLLIN)
    troubled: set[int] = set()
    orders = obey(tree, orders)  # some may have come together with the environment
    while tree.reap():
        now = time.monotonic()
        pause: float | None = None
        if now >= tree.kill_at:
            # Grandchildren become children by that. The last to come are the first to be killed:
            # of a family that forks and ends on the run only they are alive.
            for pid in reversed(children()):
                kill_child(pid)
            pause = RESCAN_SECONDS * 1000
        elif tree.kill_at < math.inf:
            pause = (tree.kill_at - now) * 1000 + 1
        if tree.is_behind:
            pause = 0
        for fd, _ in poll.poll(pause):
            chunk = os.read(fd, 65536)
            if fd == wakeup:
                if any(number != signal.SIGCHLD for number in chunk):
                    tree.stop(EOF_GRACE)
            elif fd == 0:
                orders = obey(tree, orders + chunk)
                if not chunk:
                    poll.unregister(0)
                    tree.stop(EOF_GRACE)
            elif chunk:
                logs[fd].add(chunk)
                problem = logs[fd].problem
                if problem is not None and fd not in troubled:
                    troubled.add(fd)
                    say(f"log {problem.strerror}")
            else:
                poll.unregister(fd)


def obey(tree: Tree, orders: bytes) -> bytes:
    """Carries out the whole lines among the referee's orders; what is left of the last one."""
    while b"\n" in orders:
        order, _, orders = orders.partition(b"\n")
        try:
            tree.stop(float(order.removeprefix(b"stop ")))
        except ValueError:
            tree.stop(EOF_GRACE)
    return orders


def finish_logs(logs: dict[int, Log]) -> None:
    """Takes what is still in the pipes and makes the files as short as they are to be."""
    for fd, log in logs.items():
        os.set_blocking(fd, False)
        for _ in range(64):  # nobody of the tree writes any more; more than a pipe holds is foreign
            try:
                chunk = os.read(fd, 65536)
            except BlockingIOError:
                break
            if not chunk:
                break
            log.add(chunk)
        log.cut()


def main() -> None:
    """Runs one command from its start until nothing of it is left."""
    out_path, err_path, scratch, folder, *command = map(os.fsencode, sys.argv[1:])
    wakeup, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # the byte in the pipe is what counts
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    set_process_option(PR_SET_CHILD_SUBREAPER, 1)
    environment, orders = read_environment()

    logs: dict[int, Log] = {}
    sides = []
    for path in dict.fromkeys((out_path, err_path)):  # one file for both is one pipe for both
        reading, writing = os.pipe()
        sides.append(writing)
        try:
            logs[reading] = Log(path)
        except OSError as problem:
            say(f"refused {os.fsdecode(path)}: {problem.strerror}")
            return
    pid, words = start_command(command, folder, environment, (sides[0], sides[-1]))
    for side in sides:
        os.close(side)
    say(f"failed {words}" if words else f"started {pid}")
    watch(Tree(pid), logs, wakeup, orders)
    finish_logs(logs)
    say("gone")
    if scratch:
        remove_tree(os.fsdecode(scratch))


if __name__ == "__main__":
    main()
    os._exit(0)  # the referee waits for this end, and an orderly one takes milliseconds
