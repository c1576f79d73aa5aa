"""The index that `referee view` keeps of a file of records."""

from pathlib import Path

from made_games import SCHEDULE, made_record
from msgspec.structs import replace

from referee.gameindex import GameIndex, Order, Wanted
from referee.record import encode_record


def test_an_index_follows_a_file_that_is_replaced(tmp_path: Path) -> None:
    """Also by one that is as large or larger."""
    path, new = tmp_path / "games.jsonl", tmp_path / "new"
    record = made_record(SCHEDULE[0])

    def lines(*names: str) -> bytes:
        return b"".join(encode_record(replace(record, game_id=name)) for name in names)

    path.write_bytes(lines("a1", "a2"))
    index = GameIndex(path)
    index.refresh()
    for names in (["b1", "b2"], ["c1", "c2", "c3"], ["d1"]):
        new.write_bytes(lines(*names))
        new.replace(path)
        index.refresh()
        assert [index.listed(place).game_id for place in range(len(index))] == names
        assert all(index.record(name) is not None for name in names)


def test_an_index_holds_what_is_listed(tmp_path: Path) -> None:
    """Without a player, worst is by the lowest points at the table; odd lines are counted."""
    records = [made_record(SCHEDULE[n], ("dot", n)) for n in range(4)]
    path = tmp_path / "games.jsonl"
    odd = encode_record(replace(records[0], game_id="odd", points=(1,)))
    huge = encode_record(replace(records[0], game_id="huge", points=(10**12, 0, 0, 0)))
    marred = encode_record(replace(records[3], game_id="marred", faults=records[3].faults * 30000))
    path.write_bytes(b"".join([*map(encode_record, records), odd, huge, b"\n", marred]))
    index = GameIndex(path)
    index.refresh()
    index.refresh()
    assert (len(index), index.bad_lines) == (4, [5, 6, 7, 8])
    assert index.players == ["ann", "bob", "cem", "dot"]
    listed = [index.listed(place) for place in index.found(Wanted(order=Order.WORST))]
    lowest = [min(game.points) for game in listed]
    assert lowest == sorted(min(record.points) for record in records)
    assert [game.game_id for game in listed if sum(game.faults)] == [
        index.listed(place).game_id
        for place in index.found(Wanted(is_faulty=True, order=Order.WORST))
    ]
    by_dot = [index.listed(place) for place in index.found(Wanted(player="dot", is_faulty=True))]
    assert [sum(game.faults) for game in by_dot] == [1, 2, 3]
    assert [len(game.forfeits) for game in by_dot] == [0, 0, 1]
    assert index.record("odd") is None
