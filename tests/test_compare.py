"""Comparisons: who plays what, what is measured, and what is refused in one line."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from made_games import made_record
from running import ROOT, Referee

from referee.botfile import read_bot
from referee.comparecommand import named
from referee.comparison import Comparison, usual_bounds, verdict_sentence
from referee.errors import UserError
from referee.manifest import PlannedCompare
from referee.plan import Kind
from referee.record import Forfeit, GameRecord
from referee.ruleset import load_ruleset
from referee.schedule import Compare, make_schedule
from referee.sequential import SequentialTest, Verdict

SAMPLES = ROOT / "sample_bots"
AGAINST_COPIES = Compare(("new", "old", "old-2", "old-3"), 4, 2, ("new",), 3)
WITH_A_FIELD = Compare(("new", "old", "ann", "bob", "cem"), 4, 2, ("new", "old"), 3)
TEST = SequentialTest(s0=0, s1=2, alpha=0.05, beta=0.05, least_boards=4, most_boards=6)
PLAN = PlannedCompare(new="new", old="old", test=TEST)


def test_new_and_old_take_the_same_seats_on_the_same_boards() -> None:
    """Batch by batch, board by board and seat by seat only the challenger is another."""
    games: dict[tuple[int, int], dict[str, tuple[str, ...]]] = {}
    for plan in WITH_A_FIELD:
        name = "new" if "new" in plan.seating else "old"
        games.setdefault((plan.board, plan.rotation), {})[name] = plan.seating
    assert sorted(games) == [(board, turn) for board in range(1, 7) for turn in range(4)]
    for seatings in games.values():
        assert set(seatings["new"]) == {"new", "ann", "bob", "cem"}
        swapped = tuple("old" if bot == "new" else bot for bot in seatings["new"])
        assert swapped == seatings["old"]


@pytest.mark.parametrize("schedule", [AGAINST_COPIES, WITH_A_FIELD])
def test_a_batch_is_over_before_the_next_begins_and_no_life_repeats_a_board(
    schedule: Compare,
) -> None:
    """Order is batch, challenger, rotation; a life is one of each; every id leads to its place."""
    plans = list(schedule)
    assert [schedule.index_of(plan.game_id) for plan in plans] == list(range(len(plans)))
    challengers = len(schedule.challengers)
    for life in range(schedule.lives):
        batch, place = divmod(life, challengers * 4)
        games = [schedule[index] for index in schedule.games_of_life(life)]
        assert [plan.board for plan in games] == [2 * batch + 1, 2 * batch + 2]
        assert {plan.rotation for plan in games} == {place % 4}
        assert all(schedule.challengers[place // 4] in plan.seating for plan in games)
    seen = Counter((plan.life, plan.board, bot) for plan in plans for bot in plan.seating)
    assert set(seen.values()) == {1}
    sittings = Counter((bot, seat) for plan in plans for seat, bot in enumerate(plan.seating))
    assert all(
        sittings[bot, 0] == sittings[bot, seat] for bot in schedule.bots for seat in range(4)
    )
    assert schedule.expected().boards == 6
    assert schedule.expected().process_starts == schedule.lives * 4


@pytest.mark.parametrize("schedule", [AGAINST_COPIES, WITH_A_FIELD])
def test_the_first_batches_are_a_schedule_of_their_own(schedule: Compare) -> None:
    """So a test that stops early leaves a complete plan behind."""
    short = replace(schedule, rounds=2)
    assert list(short) == list(schedule)[: short.total]


@pytest.mark.parametrize(
    ("bots", "challengers", "rounds", "message"),
    [
        (("a", "b", "c", "d", "e"), ("a",), 1, "a field of 4 does not do"),
        (("a", "b", "c", "d"), ("a", "b"), 1, "a field of 2 does not do"),
        (("a", "b", "c", "d"), ("x",), 1, "has challengers, which are among its bots"),
        (("a", "b", "c", "d"), (), 1, "has challengers"),
        (("a", "b", "c", "d"), ("a",), 0, "at least one batch"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused(
    bots: tuple[str, ...], challengers: tuple[str, ...], rounds: int, message: str
) -> None:
    """As it may come from a file that somebody has changed."""
    with pytest.raises(UserError, match=message):
        make_schedule(Kind.COMPARE, bots, 4, 2, challengers=challengers, rounds=rounds)


def games_of(schedule: Compare, gains: dict[str, int]) -> list[GameRecord]:
    """The games of a schedule in which a bot scores by its name, whatever the board."""
    made = made_record(schedule[0])
    return [
        msgspec.structs.replace(
            made,
            game_id=plan.game_id,
            board=plan.board,
            seating=plan.seating,
            score=tuple(gains.get(bot, 0) for bot in plan.seating),
        )
        for plan in schedule
    ]


@pytest.mark.parametrize(
    ("schedule", "mean"),
    # 12 points are shared by four, so new is 9 above the mean of its table, and old 3.
    [(AGAINST_COPIES, 9 - 4 / 4), (WITH_A_FIELD, 9 - 3)],
)
def test_points_above_the_mean_of_the_table_are_measured(schedule: Compare, mean: float) -> None:
    """Against copies as they are, with a field the difference of new and old; in any order."""
    games = games_of(schedule, {"new": 12, "old": 4})
    for order in (games, games[::-1]):
        comparison = Comparison(PLAN, schedule)
        assert list(comparison.noting(order)) == order
        *before, last = comparison.states()
        assert [state.verdict for state in before] == [None]
        assert (last.look.boards, last.look.mean, last.verdict) == (4, mean, Verdict.BETTER)


def test_only_whole_batches_count() -> None:
    """One game less, and its batch is not looked at."""
    comparison = Comparison(PLAN, AGAINST_COPIES)
    for record in games_of(AGAINST_COPIES, {"new": 1})[: 2 * 8 - 1]:
        comparison.note(record)
    assert [state.look.boards for state in comparison.states()] == [2]
    assert comparison.states()[0].games == 8


def test_a_board_with_a_forfeit_is_left_out_and_counted() -> None:
    """Whoever of the field was forfeited; at the limit it is undecided."""
    comparison = Comparison(PLAN, AGAINST_COPIES)
    for record in games_of(AGAINST_COPIES, {"new": 4}):
        is_bad = record.board in (2, 3, 6) and record.seating[0] == "old-2"
        forfeits = (Forfeit(seat=0, deal=1, decision=1),) if is_bad else ()
        comparison.note(msgspec.structs.replace(record, forfeits=forfeits))
    states = comparison.states()
    assert [(state.look.boards, state.left_out) for state in states] == [(1, 1), (2, 2), (3, 3)]
    assert [state.verdict for state in states] == [None, None, Verdict.UNDECIDED]
    assert verdict_sentence(PLAN, states) == (
        "it is undecided whether new is better than old: +3.00 ± 0.00 points a game over 3 boards, "
        "24 games (bounds 0 and 2; 3 boards with a forfeit left out; the same on every board)"
    )


def test_a_new_bot_that_forfeits_is_held_to_its_score() -> None:
    """Its broken games are not left out: it would look better than it is."""
    comparison = Comparison(PLAN, AGAINST_COPIES)
    for record in games_of(AGAINST_COPIES, {"new": 4}):
        forfeits = (Forfeit(seat=record.seating.index("new"), deal=1, decision=1),)
        comparison.note(msgspec.structs.replace(record, forfeits=forfeits))
    assert [state.left_out for state in comparison.states()][-1] == 0
    assert comparison.states()[-1].look.boards > 0


@pytest.mark.parametrize(
    ("name", "verdict"),
    [("new", Verdict.NOT_BETTER), ("old", Verdict.UNDECIDED), ("old-3", Verdict.UNDECIDED)],
)
def test_a_bot_that_is_put_out_ends_the_test(name: str, verdict: Verdict) -> None:
    """All boards to come would be left out: new has lost by it, without another one it is open."""
    comparison = Comparison(PLAN, AGAINST_COPIES)
    for record in games_of(AGAINST_COPIES, {"new": 4}):
        is_out = record.board == 1 and record.rotation == 0
        out = (record.seating.index(name),) if is_out else ()
        comparison.note(msgspec.structs.replace(record, put_out=out))
    (state,) = comparison.states()
    assert (state.verdict, state.out) == (verdict, (name,))
    assert f"put out for good: {name}" in verdict_sentence(PLAN, (state,))


@pytest.mark.parametrize(
    ("ruleset", "s1"),
    [("classic", 2), ("twelve", 2), ("classic-no-eralash", 1), ("king2", 80), ("two-handed", 1.9)],
)
def test_bounds_go_by_what_a_game_is_worth(ruleset: str, s1: float) -> None:
    """In each rule set the upper bound is the same share of all prices, in two digits."""
    assert usual_bounds(load_ruleset(ruleset)) == (0, s1)


def test_names_are_made_where_they_clash() -> None:
    """Two versions of a bot are new and old, copies have numbers, and no two bots one name."""
    greedy, ducks = read_bot(str(SAMPLES / "greedy")), read_bot(f"old-2={SAMPLES / 'random'}")
    assert [bot.name for bot in named(greedy, greedy, [greedy] * 2)] == [
        *("new", "old", "old-2", "old-3")
    ]
    assert [bot.name for bot in named(ducks, greedy, [greedy, greedy])] == [
        *("old-2", "greedy", "greedy-2", "greedy-3")
    ]
    assert [bot.name for bot in named(greedy, greedy, [ducks, ducks])] == [
        *("new", "old", "old-2", "old-2-2")
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("greedy", "1 bots: name two, NEW and OLD"),
        ("greedy random first", "3 bots: name two"),
        ("greedy random --bounds 2,0", "--bounds: 2 is not less than 0"),
        ("greedy random --bounds 1,1", "--bounds: 1 is not less than 1"),
        ("greedy random --bounds 1", "'1' is not two numbers of points a game"),
        ("greedy random --bounds 0,inf", "'0,inf' is not two numbers"),
        ("greedy random --alpha 0", "--alpha: '0' is not a number between 0 and 0.5"),
        ("greedy random --beta nan", "--beta: 'nan' is not a number between"),
        ("greedy random --field first", "--field: 1 bots for 3 other seats of classic"),
        (
            "greedy random --field first --ruleset two-handed --boards 20",
            "the nearest number is 16",
        ),
        (
            "greedy random --boards 8",
            "8 boards are no whole batches of 16; the nearest number is 16",
        ),
        ("greedy random --boards 32 --least 64", "--least: 64 is not from 2 to the 32 boards"),
        ("greedy random --least 1", "--least: 1 is not from 2"),
        ("greedy random --batch x", "--batch: 'x' is not a number"),
        ("greedy me=listen", "me=listen: a comparison starts its bots again and again"),
        ("greedy random --seatings one", "No such option"),
        ("--resume nowhere", "nowhere holds no tournament"),
        ("greedy random --resume nowhere", "--resume takes all from the folder"),
    ],
)
def test_what_cannot_be_compared_is_one_line(referee: Referee, words: str, said: str) -> None:
    """Exit 2, and nothing is written."""
    paths = {name: str(SAMPLES / name) for name in ("greedy", "random", "first")}
    done = referee("compare", *(paths.get(word, word) for word in words.split()))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_a_tournament_is_no_comparison(referee: Referee, run: Path) -> None:
    """The line says which command goes on with it."""
    done = referee("compare", "--resume", str(run))
    assert done.returncode == 2
    assert "holds a tournament, no comparison: referee tournament --resume" in done.stderr


def test_a_comparison_is_no_schedule_of_tournaments(referee: Referee) -> None:
    """It has a command of its own."""
    done = referee("tournament", str(SAMPLES / "greedy"), "--schedule", "compare")
    assert done.returncode == 2
    assert "'compare' is not one of" in done.stderr
