"""One game of a large record, in `referee view` and in print, against one of a small record.

`python -m benchmarks.viewing FOLDER COUNT` makes the folder of a finished tournament.
"""

import http.client
import random
import re
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

import msgspec

from benchmarks.made_records import BOTS, make, schedule_of
from benchmarks.programs import output_of
from benchmarks.results import Result, Row
from benchmarks.rounds import Taker, in_turn, ratio
from benchmarks.sizes import Size
from referee.boards import commitment, deal_board
from referee.folder import RECORDS_FILE
from referee.game import Game, answer, decision, new_game
from referee.manifest import (
    Limits,
    Manifest,
    OnFault,
    PlannedBot,
    State,
    planned,
    write_manifest,
)
from referee.plan import GamePlan
from referee.record import encode_record, record_of
from referee.ruleset import load_ruleset
from referee.timecontrol import TimeControl

MOST_SECONDS = 1.0
MOST_MB = 300.0
_SMALL = 60
_PRINTED = "a game of a bare file, `referee replay --game`"
_RULES = load_ruleset("classic")
_SEED = "benchmark"
_OPENED = (0.93, 0.41, 0.67)
"""How far into the record the games are that are opened, in their order."""


class Looked(msgspec.Struct, frozen=True):
    """What one look at a record took, in seconds as a person waits."""

    first: float
    """A game, asked for as soon as the server has told its address."""
    listed: float
    """The list of all games of a bot, worst first, when the file is to be read through."""
    later: float
    """A game, when it has been."""
    later_list: float
    peak_mb: float
    """The most memory that the server held."""


def opened(count: int) -> list[int]:
    """The games that are opened: places in the schedule."""
    return [int(count * share) for share in _OPENED]


def make_folder(folder: Path, count: int) -> None:
    """A tournament whose opened games are really those of their boards; the rest is bulk."""
    schedule = schedule_of(count)
    bulk = folder / "bulk"
    make(bulk, count)
    real = {index: encode_record(record_of(*_played(schedule[index]))) for index in opened(count)}
    with bulk.open("rb") as old, (folder / RECORDS_FILE).open("wb") as new:
        for index, line in enumerate(old):
            new.write(real.get(index, line))
    bulk.unlink()
    bots = [PlannedBot(name, name, "1", "python", ("python",), name, "d") for name in BOTS]
    manifest = Manifest(
        name="many games",
        state=State.FINISHED,
        commitment=commitment(_SEED),
        seed=_SEED,
        practice=True,
        bots=tuple(bots),
        schedule=planned(schedule),
        limits=Limits(TimeControl(), OnFault.REPLACE),
        games_at_once=64,
        jobs=2,
        ruleset=_RULES,
        versions={},
        platform="",
    )
    write_manifest(folder, manifest)


def _played(plan: GamePlan) -> tuple[Game, GamePlan]:
    chance = random.Random(plan.game_id)
    game = new_game(_RULES, deal_board(_SEED, _RULES, plan.board))
    while asked := decision(game):
        game = answer(game, chance.choice(asked.answers))
    return game, plan


def look(folder: Path, count: int) -> Looked:
    """Starts the real server and asks it, one thing after the other."""
    ids = [schedule_of(count)[index].game_id for index in opened(count)]
    words = [sys.executable, "-m", "referee", "view", str(folder), "--no-browser"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.match(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
            assert found is not None
            ask = partial(_seconds, int(found[1]))
            worst = f"/?player={BOTS[0]}&order=worst"
            return Looked(
                first=ask(f"/game/{ids[0]}", ids[0]),
                listed=ask(worst, "/game/"),
                later=max(ask(f"/game/{one}", one) for one in ids[1:]),
                later_list=ask(worst, "/game/"),
                peak_mb=_peak_mb(server.pid),
            )
        finally:
            server.terminate()


def _seconds(port: int, path: str, expected: str) -> float:
    """From the request to the whole page, which must be the right one."""
    begin = perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path)
    reply = connection.getresponse()
    page = reply.read().decode()
    seconds = perf_counter() - begin
    connection.close()
    if reply.status != 200 or expected not in page:
        raise SystemExit(f"{path}: {reply.status}")
    return seconds


def _peak_mb(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


def _print_one(folder: Path, count: int) -> float:
    """The whole command that prints a game which stands late in a file without a tournament."""
    game_id = schedule_of(count)[opened(count)[0]].game_id
    bare = folder / "bare" / RECORDS_FILE  # beside a tournament it would be found by order
    if not bare.exists():
        bare.parent.mkdir()
        bare.hardlink_to(folder / RECORDS_FILE)
    words = [sys.executable, "-m", "referee", "replay", str(bare), "--game", game_id]
    begin = perf_counter()
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, timeout=120, check=True)
    seconds = perf_counter() - begin
    if game_id not in done.stdout:
        raise SystemExit(f"{bare}: {game_id} was not printed")
    return seconds


def _read_through(path: Path) -> float:
    """The least that anybody has to do who looks at every line."""
    begin = perf_counter()
    with path.open("rb") as file:
        for _ in file:
            pass
    return perf_counter() - begin


def viewing(size: Size, take: Taker) -> Result:
    """A large and a small record, in turn, each with a server of its own."""
    with tempfile.TemporaryDirectory() as place:
        large, small = Path(place) / "large", Path(place) / "small"
        for folder, count in ((large, size.records), (small, _SMALL)):
            folder.mkdir()
            take(f"make {count} records", partial(output_of, "viewing", folder, count))
        megabytes = (large / RECORDS_FILE).stat().st_size / 1e6
        looks = in_turn(
            {"large": partial(look, large, size.records), "small": partial(look, small, _SMALL)},
            size.rounds,
            take,
        )
        reads = in_turn({"read": partial(_read_through, large / RECORDS_FILE)}, size.rounds, take)[
            "read"
        ]
        prints = in_turn(
            {
                "large": partial(_print_one, large, size.records),
                "small": partial(_print_one, small, _SMALL),
            },
            size.rounds,
            take,
        )
    base = [one.first for one in looks["small"]]
    rows = [
        Row(what=f"first game of {_SMALL}", unit="s", values=tuple(base)),
        *(
            Row(
                what=what,
                unit="s",
                values=tuple(values),
                ratios=ratio(values, base).values,
                at_most=MOST_SECONDS if "game" in what else None,
            )
            for what, values in (
                ("first game, at once", [one.first for one in looks["large"]]),
                ("a game, later", [one.later for one in looks["large"]]),
                ("first list, the file read through", [one.listed for one in looks["large"]]),
                ("a list, later", [one.later_list for one in looks["large"]]),
                ("lines read and thrown away", reads),
            )
        ),
        Row(what=f"{_PRINTED} of {_SMALL}", unit="s", values=tuple(prints["small"])),
        Row(
            what=_PRINTED,
            unit="s",
            values=tuple(prints["large"]),
            ratios=ratio(prints["large"], prints["small"]).values,
            at_most=MOST_SECONDS,
        ),
        Row(
            what="peak memory",
            unit="MB",
            values=tuple(one.peak_mb for one in looks["large"]),
            at_most=MOST_MB,
        ),
    ]
    return Result(
        name="viewing",
        title=f"A game among {size.records:,} records of `classic`, {megabytes:,.0f} MB",
        ratio=f"to {_SMALL} records",
        size=size.name,
        rows=tuple(rows),
        notes=(
            "From the request to the whole page, as a person waits; the list is worst first.",
            "`replay` is the whole command; the peak of memory is that of the server.",
        ),
    )


if __name__ == "__main__":
    make_folder(Path(sys.argv[1]), int(sys.argv[2]))
