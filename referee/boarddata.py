"""The leaderboard for programs: comma-separated values and JSON."""

import csv
import io
from collections.abc import Iterable, Sequence

import msgspec

from referee.faults import FaultReason
from referee.figures import SHARE_DIGITS, decimal, half_width, mean, rounded
from referee.manifest import Manifest, by_hand
from referee.standings import Difference, Row, Standings

FORMAT = "king.leaderboard/1"
_BOT = (
    *("place", "bot", "games", "mean_score", "half_width_95", "mean_place", "first_share"),
    *("rating_mu", "rating_sigma", "forfeits", "faults"),
)
_BELOW = (
    *("below", "difference", "difference_half_width_95"),
    *("difference_games", "difference_is_sure"),
)
_CONTRACT = ("bot", "contract", "deals", "mean_points", "half_width_95", "above_others")


def leaderboard_csv(standings: Standings) -> str:
    """The leaderboard as comma-separated values, one line for each bot."""
    below_of = {difference.bot: difference for difference in standings.to_the_next}
    rows = ([*_bot(row), *_below(below_of.get(row.bot))] for row in standings.rows)
    return _csv((*_BOT, *FaultReason, *_BELOW), rows)


def contracts_csv(standings: Standings) -> str:
    """The points by contract as comma-separated values, one line for each bot and contract."""
    rows = (
        [
            one.bot,
            one.contract,
            one.deals,
            decimal(mean(one.estimate)),
            decimal(half_width(one.estimate)),
            decimal(one.above),
        ]
        for one in standings.contracts
    )
    return _csv(_CONTRACT, rows)


def leaderboard_json(standings: Standings, manifest: Manifest) -> str:
    """The leaderboard as one JSON object."""
    board = {
        "format": FORMAT,
        "name": manifest.name,
        "ruleset": {
            "id": manifest.ruleset.id,
            "set": manifest.ruleset.set,
            "sha256": manifest.ruleset.sha256,
        },
        "commitment": manifest.commitment,
        "practice": manifest.practice,
        "unrated": bool(by_hand(manifest)),
        "time_control": manifest.limits.time_control,
        "on_fault": manifest.limits.on_fault,
        "games": standings.games,
        "games_planned": manifest.schedule.games,
        "games_with_forfeit": standings.games_with_forfeit,
        "boards": standings.boards,
        "bots": [
            {
                "place": row.place,
                "bot": row.bot,
                "games": row.games,
                "mean_score": mean(row.score),
                "half_width_95": half_width(row.score),
                "mean_place": rounded(row.mean_place),
                "first_share": rounded(row.first_share, SHARE_DIGITS),
                "rating": {"mu": rounded(row.rating.mu), "sigma": rounded(row.rating.sigma)}
                if row.rating
                else None,
                "forfeits": row.forfeits,
                "faults": row.faults,
            }
            for row in standings.rows
        ],
        "differences": [
            {
                "bot": difference.bot,
                "below": difference.below,
                "games": difference.estimate.values if difference.estimate else 0,
                "mean": mean(difference.estimate),
                "half_width_95": half_width(difference.estimate),
                "is_sure": bool(difference.estimate and difference.estimate.is_sure),
                "verdict": difference.verdict,
            }
            for difference in standings.differences
        ],
        "contracts": [
            {
                "bot": one.bot,
                "contract": one.contract,
                "deals": one.deals,
                "mean_points": mean(one.estimate),
                "half_width_95": half_width(one.estimate),
                "above_others": rounded(one.above),
            }
            for one in standings.contracts
        ],
    }
    return msgspec.json.format(msgspec.json.encode(board), indent=2).decode() + "\n"


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def _bot(row: Row) -> list[object]:
    return [
        row.place,
        row.bot,
        row.games,
        decimal(mean(row.score)),
        decimal(half_width(row.score)),
        decimal(row.mean_place),
        decimal(row.first_share, SHARE_DIGITS),
        decimal(row.rating.mu if row.rating else None),
        decimal(row.rating.sigma if row.rating else None),
        row.forfeits,
        sum(row.faults.values()),
        *(row.faults.get(reason, 0) for reason in FaultReason),
    ]


def _below(difference: Difference | None) -> list[object]:
    if difference is None:
        return [""] * len(_BELOW)
    estimate = difference.estimate
    return [
        difference.below,
        decimal(mean(estimate)),
        decimal(half_width(estimate)),
        estimate.values if estimate else 0,
        "yes" if estimate and estimate.is_sure else "no",
    ]
