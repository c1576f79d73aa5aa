"""The file tournament.json: round trip, the seed's place in it, and what makes it another one."""

from pathlib import Path

import msgspec
import pytest
from made_games import CLASSIC, SCHEDULE, SEED
from msgspec.structs import replace

from referee.boards import commitment
from referee.errors import UserError
from referee.manifest import (
    Limits,
    Manifest,
    OnFault,
    PlannedBot,
    State,
    differences,
    finished,
    manifest_text,
    planned,
    read_manifest,
    schedule_of,
    write_manifest,
)
from referee.ruleset import load_ruleset, ruleset_ids
from referee.schedule import RoundRobin
from referee.timecontrol import TimeControl


def bot(name: str, digest: str = "d1") -> PlannedBot:
    """A bot as a manifest knows it."""
    return PlannedBot(
        name=name,
        own_name="sample",
        version="1.0",
        language="python",
        run=("python", "bot.py"),
        folder="../../sample",
        digest=digest,
    )


MANIFEST = Manifest(
    name="made",
    state=State.RUNNING,
    commitment=commitment(SEED),
    seed=None,
    practice=False,
    bots=tuple(bot(name) for name in SCHEDULE.bots),
    schedule=planned(SCHEDULE),
    limits=Limits(TimeControl(), OnFault.REPLACE),
    games_at_once=8,
    jobs=1,
    ruleset=CLASSIC,
    versions={"referee": "0.1.0", "python": "3.11.2"},
    platform="Linux",
)
BOTS = MANIFEST.bots
SHORTER = RoundRobin(SCHEDULE.bots, 4, 2)


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_what_is_written_is_read(tmp_path: Path, ruleset_id: str) -> None:
    """The file gives everything back, the rule set whole."""
    manifest = replace(MANIFEST, ruleset=load_ruleset(ruleset_id))
    write_manifest(tmp_path, manifest)
    assert read_manifest(tmp_path) == manifest
    assert schedule_of(manifest) == SCHEDULE
    assert [entry.name for entry in tmp_path.iterdir()] == ["tournament.json"]


def test_the_file_is_readable_by_people() -> None:
    """It is indented, and a list of plain values stands on one line."""
    lines = manifest_text(MANIFEST).splitlines()
    assert lines[:3] == ["{", '  "format": "king.tournament/1",', '  "name": "made",']
    assert '      "run": ["python", "bot.py"],' in lines
    assert any(line.startswith('    "deck": [5, 6, 7, 8, 9, 10,') for line in lines)


@pytest.mark.parametrize("word", ["[", "]", "[1,\n 2]", '"[', "{,\n", "\\"])
def test_odd_words_of_a_command_survive(word: str) -> None:
    """The layout changes no string, whatever stands in it."""
    odd = replace(MANIFEST, bots=(replace(bot("ann"), run=(word, word, "x")), *BOTS[1:]))
    assert msgspec.json.decode(manifest_text(odd), type=Manifest) == odd


def test_the_seed_is_revealed_at_the_end() -> None:
    """Until then the commitment stands alone, and then it can be checked."""
    assert '"seed": null' in manifest_text(MANIFEST)
    assert SEED not in manifest_text(MANIFEST)
    end = finished(MANIFEST, SEED)
    assert (end.state, end.seed) == (State.FINISHED, SEED)
    assert end.seed is not None
    assert commitment(end.seed) == end.commitment
    assert differences(MANIFEST, end) == []


def test_an_old_file_is_replaced_whole(tmp_path: Path) -> None:
    """A writer that is killed leaves the old file or the new one."""
    write_manifest(tmp_path, MANIFEST)
    write_manifest(tmp_path, finished(MANIFEST, SEED))
    assert read_manifest(tmp_path).seed == SEED


def test_a_folder_without_a_tournament_is_named(tmp_path: Path) -> None:
    """Nothing there, something else there, and a torn file are one line each."""
    with pytest.raises(UserError, match=f"{tmp_path} holds no tournament"):
        read_manifest(tmp_path)
    for text in ("", "{}", '{"format":"king.tournament/2"}', manifest_text(MANIFEST)[:200]):
        (tmp_path / "tournament.json").write_text(text)
        with pytest.raises(
            UserError, match=r"tournament.json is not a tournament of this"
        ) as refused:
            read_manifest(tmp_path)
        assert "\n" not in str(refused.value)


def test_a_folder_that_cannot_be_written_is_the_users_matter(tmp_path: Path) -> None:
    """One line that names the file."""
    with pytest.raises(UserError, match=r"cannot write .*tournament.json: No such file"):
        write_manifest(tmp_path / "gone", MANIFEST)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (MANIFEST, []),
        (replace(MANIFEST, games_at_once=64, jobs=2, platform="macOS", versions={}), []),
        (replace(MANIFEST, bots=tuple(replace(one, folder="/moved") for one in BOTS)), []),
        (replace(MANIFEST, commitment=commitment("other")), ["seed"]),
        (replace(MANIFEST, bots=(*BOTS[:3], bot("eve"))), ["bots (added: eve; gone: dot)"]),
        (replace(MANIFEST, bots=(bot("ann", "d2"), *BOTS[1:])), ["bots (changed: ann)"]),
        (replace(MANIFEST, bots=BOTS[::-1]), ["bots (in another order)"]),
        (
            replace(MANIFEST, ruleset=load_ruleset("classic-free-king")),
            ["rules (classic, now classic-free-king)"],
        ),
        (
            replace(MANIFEST, ruleset=load_ruleset("classic", {"boys": "KJ"})),
            ["rules (classic, now classic boys=KJ)"],
        ),
        (
            replace(MANIFEST, ruleset=replace(CLASSIC, sha256="0" * 64)),
            ["rules (classic itself has changed)"],
        ),
        (replace(MANIFEST, schedule=planned(SHORTER)), ["schedule (boards 3, now 2)"]),
        (
            replace(MANIFEST, limits=Limits(TimeControl(), OnFault.STRICT)),
            ["limits (on fault replace, now strict)"],
        ),
        (
            replace(MANIFEST, limits=Limits(TimeControl(hard_cap_ms=1), OnFault.REPLACE)),
            ["limits (hard cap)"],
        ),
    ],
)
def test_differences_are_named(other: Manifest, expected: list[str]) -> None:
    """Seed, bots, rules, limits and schedule make another tournament; how it is run does not."""
    assert differences(MANIFEST, other) == expected


def test_several_differences_stand_in_one_order() -> None:
    """All of them are named, limits with both values."""
    other = replace(
        MANIFEST,
        commitment="0" * 64,
        bots=BOTS[:3],
        limits=Limits(TimeControl(move_limit_ms=2000), OnFault.REPLACE),
    )
    seed, bots, limits = differences(MANIFEST, other)
    assert (seed, bots) == ("seed", "bots (gone: dot)")
    assert limits.startswith("limits (1s a move, bank 10s+4s")
    assert "now 2s a move" in limits
