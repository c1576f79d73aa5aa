"""The plan of a tournament in words, before anything is played."""

from collections.abc import Iterator

from referee.opening import Setup, folder_of, new_seed, schedule_for
from referee.schedule import Balanced, Gauntlet, Ladder, Schedule, Seatings


def plan_lines(setup: Setup) -> Iterator[str]:
    """What would be played, how often processes start, and about how long it takes."""
    schedule = schedule_for(setup)
    plan = schedule.expected()
    decisions = setup.ruleset.hand_size * setup.ruleset.playing * setup.ruleset.deal_count
    decisions *= plan.games
    # Measured with bots that answer at once, on two cores: what one decision costs alone and what
    # it costs in company; a start takes a second. The most is what all banks of all games hold.
    at_once = min(setup.games_at_once, schedule.games_a_life)
    quick = plan.lives + decisions * (0.00004 + 0.0006 / at_once)
    control = setup.control
    bank = control.bank_ms + control.bank_increment_ms * setup.ruleset.deal_count
    most = plan.games * setup.ruleset.seats * bank / 1000 / (at_once * setup.jobs)
    most = max(most, quick)
    longest = "as long as the bots think" if control.no_clock else f"at most {_about(most)}"
    is_by_hand = any(bot.is_listening for bot in setup.bots)
    seed = new_seed(setup)
    rows = {
        "rule set": setup.ruleset.id,
        "bots": ", ".join(bot.name for bot in setup.bots),
        "schedule": ", ".join(_schedule_words(schedule)),
        "tables": plan.tables,
        "boards": plan.boards,
        "games": plan.games,
        "process starts": plan.process_starts * setup.jobs,
        "decisions": f"at most {decisions}, bids and other calls apart",
        "time control": control.decisions_text() if is_by_hand else control,
        "time to expect": f"{_about(quick)} with bots that answer at once, {longest}",
        "folder": folder_of(setup, seed) if setup.seed or setup.out or setup.name else "new",
    }
    for label, value in rows.items():
        yield f"{label + ':':16}{value}"


def _schedule_words(schedule: Schedule) -> Iterator[str]:
    yield schedule.kind
    if isinstance(schedule, Balanced):
        least, most = schedule.groups.meetings()
        meets = f"{least} times" if least == most else f"{least} to {most} times"
        yield f"every pair at one table {meets}"
    if isinstance(schedule, Gauntlet):
        yield f"{' '.join(schedule.challengers)} against {' '.join(schedule.field)}"
    if isinstance(schedule, Ladder):
        yield f"{schedule.rounds} rounds, each by the standings before it"
        if over := len(schedule.bots) % schedule.seats:
            yield f"{over} sit out in each"
    yield {
        Seatings.ROTATIONS: "each board once with every bot in every seat",
        Seatings.ALL: f"each board in all {schedule.seatings_a_board} orders of its bots",
        Seatings.ONE: "each board once",
    }[schedule.seatings]


def _about(seconds: float) -> str:
    if seconds < 90:
        return f"{max(round(seconds), 1)} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
