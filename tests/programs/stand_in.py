"""A stand-in for the referee: runs a program as its bot until it is killed itself."""

import sys
from pathlib import Path

import trio

from referee.botfile import Bot
from referee.process import open_bot_process


async def main(program: str, target: str, marker: str, logs: str) -> None:
    bot = Bot(
        name="bot",
        folder=Path(program).parent,
        own_name="bot",
        version="1",
        language="Python",
        run=(sys.executable, program, marker),
        run_words=("python", program),
        build_words=None,
        rulesets=None,
        env={},
        digest="",
    )
    async with open_bot_process(
        bot,
        target=target,
        token=marker,
        stdout_path=Path(logs, "stdout"),
        stderr_path=Path(logs, "stderr"),
    ):
        await trio.sleep_forever()


program, target, marker, logs = sys.argv[1:]
trio.run(main, program, target, marker, logs)
