"""Records of which only the results matter: light, so that thousands of tournaments are quick."""

from collections.abc import Mapping, Sequence

from made_games import SCHEDULE, made_record
from msgspec.structs import replace

from referee.faults import FaultReason, Phase
from referee.record import Fault, Forfeit, GameRecord, RecordedDeal, Timing, places

TEMPLATE = replace(made_record(SCHEDULE[0]), deals=(), points=())
DEAL = made_record(SCHEDULE[0]).deals[0]


def result(
    board: int,
    scores: Mapping[str, int],
    *,
    forfeited: Sequence[str] = (),
    faults: Sequence[tuple[str, FaultReason]] = (),
    deals: Sequence[RecordedDeal] = (),
    charged_us: Sequence[Sequence[int | None]] = (),
    rotation: int = 0,
) -> GameRecord:
    """The record of a game of which only the result matters."""
    names = list(scores)
    seats = [names.index(name) for name in forfeited]
    return replace(
        TEMPLATE,
        game_id=f"t1-b{board}-r{rotation}",
        board=board,
        rotation=rotation,
        life=rotation,
        seating=tuple(names),
        deals=tuple(deals),
        score=tuple(scores.values()),
        places=places(tuple(scores.values()), seats),
        forfeits=tuple(Forfeit(seat, 1, 1) for seat in seats),
        faults=tuple(
            Fault(names.index(name), 1, 1, Phase.PLAY, reason, "") for name, reason in faults
        ),
        timing=Timing(charged_us=tuple(map(tuple, charged_us))),
    )


def deal(contract: str, points: Sequence[int], sits_out: int | None = None) -> RecordedDeal:
    """A deal of which only the points matter."""
    return replace(
        DEAL, contract=contract, points=tuple(points), sits_out=sits_out, calls=(), tricks=()
    )
