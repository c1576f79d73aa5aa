"""Output of bots: it is drained whatever a bot writes, and kept head and tail."""

from pathlib import Path

import trio
from stage import Play, Stage, play

from referee.supervisor import HEAD_BYTES, TAIL_BYTES

__all__ = ["play"]


def test_output_never_blocks_a_bot(play: Play) -> None:
    """Ten megabytes without a line end are drained; head and tail are kept, and the cut is said."""

    async def scene(stage: Stage) -> None:
        async with stage.open("shouts.py") as process:
            assert str(await process.wait_exit()) == "exit code 0"
        for name, letter in (("stdout.txt", b"o"), ("stderr.txt", b"e")):
            last = b"\nlast \xff\xfe line\n"
            left_out = 160 * 65536 + len(last) - HEAD_BYTES - TAIL_BYTES
            assert (stage.logs / name).read_bytes() == (
                letter * HEAD_BYTES
                + b"\n... %d bytes left out ...\n" % left_out
                + letter * (TAIL_BYTES - len(last))
                + last
            )

    play(scene)


def test_log_is_readable_while_the_bot_runs(play: Play) -> None:
    """What a bot has printed can be read before it ends, and closed streams are no end."""

    async def scene(stage: Stage) -> None:
        async with stage.open("closes_output.py") as process:
            await stage.phone.wait_word()
            await wait_size(stage.logs / "stdout.txt", len("closing\n"))
            assert process.is_running

    play(scene)


async def wait_size(path: Path, size: int) -> None:
    while path.stat().st_size < size:
        await trio.lowlevel.checkpoint()


def test_next_start_is_added_to_the_log(play: Play) -> None:
    """Each further start into the same file stands under a heading with its number."""

    async def scene(stage: Stage) -> None:
        for how in ("1", "2", "3"):
            async with stage.open("ends.py", how) as process:
                await process.wait_exit()
        assert (stage.logs / "stdout.txt").read_text() == (
            "it is 1\n\n--- start 2 ---\nit is 2\n\n--- start 3 ---\nit is 3\n"
        )

    play(scene)


def test_full_disk_does_not_stop_a_bot(play: Play) -> None:
    """A log that cannot be written is reported and the bot plays on."""

    async def scene(stage: Stage) -> None:
        (stage.logs / "stdout.txt").symlink_to("/dev/full")
        async with stage.open("shouts.py") as process:
            assert str(await process.wait_exit()) == "exit code 0"
        assert process.log_problem == "No space left on device"

    play(scene)
