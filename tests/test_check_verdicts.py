"""What a check says of what it found: lines from findings that are made by hand."""

from dataclasses import replace

import pytest

from referee.check import AFTER_MANY, End, Findings, Trouble, Visit
from referee.checkline import CheckLine, Verdict, percentile
from referee.checkverdicts import check_lines
from referee.deal import QuestionKind
from referee.desk import MAX_SURPLUS
from referee.faults import FaultReason
from referee.table import MAX_NOTE_BYTES

CARD, TRUMP = QuestionKind.CARD, QuestionKind.TRUMP


def well(ruleset: str = "classic") -> Visit:
    """A process that did all as it should."""
    return Visit(
        ruleset,
        ready_s=0.5,
        has_opened=True,
        is_greeted=True,
        claims=8,
        times={CARD: [0.001 * n for n in range(1, 101)]},
        told={"GameOver"},
        a_game={CARD: 100},
        bank_s=66.0,
        answers=100,
        repeated=6,
        together=8,
        together_answers=24,
        together_s=0.5,
        goodbye=End(0.1, "exit code 0"),
    )


def findings(*visits: Visit) -> Findings:
    """A check of which all went well, but for what a test changes."""
    again = well()
    again.goodbye, again.terminated = None, End(0.1, "exit code 0")
    return Findings(
        10.0,
        1.0,
        MAX_SURPLUS,
        MAX_NOTE_BYTES,
        kinds=(CARD,),
        visits=list(visits) or [well()],
        again=again,
        fields=well(),
        values=well(),
    )


def lines(found: Findings) -> dict[str, CheckLine]:
    """The lines by name."""
    return {line.check: line for line in check_lines(found)}


def trouble(kind: QuestionKind, at_once: int = 1, reason: FaultReason | None = None) -> Trouble:
    """Something wrong at a question."""
    reason = reason or FaultReason.ILLEGAL
    return Trouble("classic", kind, reason, f"{reason}: so", ("asked: it",), at_once)


def test_what_is_well_passes() -> None:
    """All that the other tests change is as it should be to begin with."""
    assert {line.verdict for line in check_lines(findings())} == {Verdict.PASS}


def test_shares_of_times_are_told() -> None:
    """Half of the times do not pass p50, 99 of a hundred not p99; the last one is the longest."""
    seen = lines(findings())["question: card"].seen
    assert seen.endswith("p50 51 ms, p99 100 ms, max 100 ms")
    assert [percentile([4, 1, 3, 2], share) for share in (0.0, 0.5, 1.0)] == [1, 3, 4]
    found = findings()
    found.visits[0].times[CARD] = [0.001] * 296 + [0.002, 0.003, 0.004, 0.004]
    assert "p50 1 ms, p99 3 ms, max 4 ms" in lines(found)["question: card"].seen


@pytest.mark.parametrize(("ready_s", "verdict"), [(4.9, Verdict.PASS), (5.1, Verdict.NOTE)])
def test_half_of_the_start_budget_is_a_note(ready_s: float, verdict: Verdict) -> None:
    """The slowest start counts, whichever it is."""
    found = findings()
    assert found.values is not None
    found.values.ready_s = ready_s
    assert lines(found)["start"].verdict is verdict


def test_a_start_by_a_later_rule_set_counts() -> None:
    """The rule set is named by which the bot did not start."""
    second = Visit("king2", failure="its process ended: exit code 1", has_ended=True)
    line = lines(findings(well(), second))["start"]
    assert (line.verdict, line.seen) == (
        Verdict.FAIL,
        "its process ended: exit code 1 (start 2, by king2)",
    )


def test_one_more_usual_start_shows_what_the_new_fields_did() -> None:
    """What starts as usual has stumbled over what was new; what does not has not."""
    found = findings()
    found.fields = Visit("classic", failure="so", has_opened=True, is_greeted=True)
    found.plain = well()
    told = lines(found)
    assert told["start"].verdict is Verdict.PASS
    assert told["unknown fields"].seen == "with unknown fields in Welcome and WarmUp: so"
    found.fields.is_greeted = False  # nothing new had been sent
    assert lines(found)["start"].seen == "so (start 3, by classic)"
    found.fields.is_greeted = True
    found.plain = Visit("classic", failure="so again")
    told = lines(found)
    assert told["start"].seen == "so (start 3, by classic)"
    assert told["unknown fields"].verdict is Verdict.LEFT_OUT


def test_what_others_wrote_is_escaped_and_cut() -> None:
    """Names of files and of bots may be anything."""
    found = findings()
    found.visits[0].introduced = "a\x1b[2J\n" + "b" * 100
    found.files = ("\x1b[31m\n", "c" * 90, "d", "e")
    told = lines(found)
    assert f"from a\\x1b[2J\\n{'b' * 74} ... 26 more characters" in told["handshake"].seen
    assert told["files written"].seen == (
        f"in its folder: \\x1b[31m\\n, {'c' * 80} ... 10 more characters, d and 1 more"
    )


def test_a_digest_that_changed_fails_also_where_no_file_is_known() -> None:
    """It is the digest that a tournament goes by."""
    found = findings()
    found.is_changed = True
    line = lines(found)["files written"]
    assert line.verdict is Verdict.FAIL
    assert line.seen.endswith("; that changes its digest")


def test_an_exit_code_after_goodbye_is_a_note() -> None:
    """The end is told as it was."""
    found = findings()
    for one in (found.visits[0], found.fields, found.values):
        assert one is not None
        one.goodbye = End(0.1, "killed by SIGSEGV (11)")
    line = lines(found)["Goodbye"]
    assert (line.verdict, line.seen) == (
        Verdict.NOTE,
        "3 of 3 processes: killed by SIGSEGV (11)",
    )


def test_an_end_between_the_last_answer_and_goodbye_fails() -> None:
    """There is no question at which it would show."""
    found = findings()
    found.visits[0].ended_early, found.visits[0].goodbye = "its process ended: exit code 7", None
    line = lines(found)["Goodbye"]
    assert line.verdict is Verdict.FAIL
    assert line.seen.startswith("its process ended: exit code 7, between its last answer and ")


def test_what_a_bot_does_wrong_alone_is_no_matter_of_many_games_or_new_fields() -> None:
    """A kind that is answered badly as usual says nothing of what is tried after that."""
    found = findings()
    assert found.fields is not None
    found.fields.troubles = [trouble(CARD)]
    found.visits[0].troubles = [trouble(TRUMP, at_once=8)]
    told = lines(found)
    assert told["unknown fields"].verdict is Verdict.FAIL
    assert told["many games at once"].verdict is Verdict.FAIL
    found.visits[0].troubles += [trouble(CARD), trouble(TRUMP)]
    told = lines(found)
    assert told["unknown fields"].verdict is Verdict.LEFT_OUT
    assert told["many games at once"].verdict is Verdict.LEFT_OUT


def test_an_end_counts_also_where_such_questions_are_answered_badly_alone() -> None:
    """A crash with many games open is no illegal answer."""
    found = findings()
    first = found.visits[0]
    first.troubles = [trouble(CARD), trouble(CARD, 8, FaultReason.DISCONNECTED)]
    line = lines(found)["many games at once"]
    assert line.verdict is Verdict.FAIL
    assert line.seen == "disconnected: so (with 8 open, of 8 that Hello claims)"
    assert "--boards 8 --games-at-once 8" in line.do


def test_a_wave_without_an_answer_does_not_pass() -> None:
    """Whatever was the matter."""
    found = findings()
    found.visits[0].together_answers = 0
    assert lines(found)["many games at once"].verdict is Verdict.LEFT_OUT


@pytest.mark.parametrize(
    ("surplus", "answers", "verdict"),
    [
        (9, 100, Verdict.NOTE),
        (10, 100, Verdict.FAIL),
        (1000, 100_000, Verdict.NOTE),
        (1001, 100_000, Verdict.FAIL),
    ],
)
def test_surplus_answers_fail_when_a_match_would_cut_off(
    surplus: int, answers: int, verdict: Verdict
) -> None:
    """Soon, by how many there are for a question; the process with the most counts."""
    found = findings()
    assert found.again is not None
    found.again.surplus, found.again.answers = surplus, answers
    line = lines(found)["surplus answers"]
    assert line.verdict is verdict
    assert line.seen.endswith(f"that is some {round(1000 * answers / surplus)} questions")


@pytest.mark.parametrize(
    ("each", "verdict"), [(0.32, Verdict.PASS), (0.34, Verdict.NOTE), (0.67, Verdict.FAIL)]
)
def test_a_game_must_fit_into_its_bank(each: float, verdict: Verdict) -> None:
    """By half of the times: a slow one now and then does no harm."""
    found = findings()
    found.visits[0].times[CARD] = [each] * 51 + [5.0] * 49
    line = lines(found)["time of a game"]
    assert line.verdict is verdict
    assert line.seen.startswith(f"some {100 * each:.2g} s of a bank of 66 s (classic)")


def test_the_time_of_a_game_is_that_of_all_tricks() -> None:
    """Who is slow at the first ones only has time enough; one not asked for is as the nearest."""
    found = findings()
    first = found.visits[0]
    first.tricks = 8
    first.times[CARD] = [0.8] * 10
    first.card_times = {1: [0.8] * 9, 8: [0.1]}
    line = lines(found)["time of a game"]
    assert (line.verdict, line.seen) == (Verdict.NOTE, "some 45 s of a bank of 66 s (classic)")
    first.times[CARD], first.card_times = [0.0] * 10, {1: [0.0] * 9, 2: [0.9]}
    assert lines(found)["time of a game"].verdict is Verdict.FAIL
    first.a_game = {CARD: 1000}
    seen = lines(found)["time of a game"].seen
    assert seen.startswith("some 788 s of a bank of 66 s (classic): it would be empty")


def test_what_shows_only_after_many_games_is_of_these() -> None:
    """And not of the question that was asked then."""
    found = findings()
    late = trouble(CARD, reason=FaultReason.DISCONNECTED)
    found.visits[0].troubles = [replace(late, step=AFTER_MANY)]
    told = lines(found)
    assert told["question: card"].verdict is Verdict.PASS
    line = told["many games at once"]
    assert (line.verdict, line.seen) == (
        Verdict.FAIL,
        "disconnected: so (at a question alone, after 8 at once)",
    )
    assert "--boards 8 --games-at-once 8" in line.do


def test_contracts_that_did_not_come_up_are_counted() -> None:
    """A slow bot is not asked in all of them, and its author should know."""
    found = findings()
    found.contracts = frozenset({("-king", b""), ("+king", b"")})
    found.visits[0].contracts = {("-king", b"")}
    seen = lines(found)["question: card"].seen
    assert seen.startswith("100 asked in 1 of 2 contracts, for want of time, all answered legally")
    found.visits[0].contracts = {*found.contracts}
    assert lines(found)["question: card"].seen.startswith("100 asked in 2 contracts, all")


def told_of_an_end(reason: FaultReason, kind: QuestionKind = CARD) -> Trouble:
    """What went wrong at the first question after GameOver."""
    return Trouble("classic", kind, reason, f"{reason}: so", ("asked: it",), 1, after="GameOver")


@pytest.mark.parametrize("reason", [FaultReason.DISCONNECTED, FaultReason.NO_ANSWER])
def test_what_ends_or_is_silent_after_an_end_fails_there_alone(reason: FaultReason) -> None:
    """Neither the question that showed it, nor new values, nor Goodbye has to do with it."""
    found = findings()
    assert found.values is not None
    found.visits[0].troubles = [told_of_an_end(reason)]
    found.values.troubles = [told_of_an_end(reason)]
    found.values.goodbye = End(None, "alive after 2 s")
    told = lines(found)
    assert told["GameOver"].verdict is Verdict.FAIL
    assert told["GameOver"].seen == f"{reason}: so, right after GameOver (classic)"
    bad = {one.check for one in told.values() if one.verdict in (Verdict.FAIL, Verdict.NOTE)}
    assert bad == {"GameOver"}
    assert told["Goodbye"].verdict is Verdict.LEFT_OUT


def test_a_kind_that_is_also_wrong_elsewhere_is_not_wrong_of_an_end() -> None:
    """It shows at the question then, and so it does where such a question was never answered."""
    found = findings()
    found.visits[0].troubles = [
        told_of_an_end(FaultReason.NO_ANSWER),
        trouble(CARD, 1, FaultReason.NO_ANSWER),
    ]
    told = lines(found)
    assert told["question: card"].seen == "no_answer: so (classic), and so 2 times"
    assert told["GameOver"].verdict is Verdict.PASS
    found.kinds = (CARD, TRUMP)
    found.visits[0].troubles = [told_of_an_end(FaultReason.DISCONNECTED, TRUMP)]
    assert lines(found)["question: trump"].verdict is Verdict.FAIL
    # Unless it ends so also at what it answers at other times.
    found.visits[0].troubles += [told_of_an_end(FaultReason.DISCONNECTED)]
    told = lines(found)
    assert told["question: trump"].verdict is Verdict.LEFT_OUT
    assert told["GameOver"].verdict is Verdict.FAIL


def test_only_faults_of_one_reason_are_counted_together() -> None:
    """An illegal answer is not so two times because another one was late."""
    found = findings()
    found.visits[0].troubles = [trouble(CARD), trouble(CARD, 1, FaultReason.LATE)]
    assert lines(found)["question: card"].seen == "illegal: so (classic)"


def test_what_was_never_told_or_asked_does_not_pass() -> None:
    """GameOver, and questions asked twice."""
    found = findings()
    for one in found.usual_visits:
        one.told.clear()
        one.repeated = 0
    told = lines(found)
    assert told["GameOver"].verdict is Verdict.LEFT_OUT
    assert told["same answer twice"].verdict is Verdict.LEFT_OUT


@pytest.mark.parametrize(("printed", "do"), [(1_000_000, "nothing"), (1_000_001, "print less")])
def test_printing_costs_time_above_a_megabyte(printed: int, do: str) -> None:
    """Below that nothing has to be done."""
    found = findings()
    found.visits[0].printed = (printed, 0)
    assert lines(found)["output"].do.startswith(do)


def test_a_question_that_waited_is_left_out_only_if_it_was_never_answered() -> None:
    """And SIGTERM and Goodbye, where the process was still at an earlier one."""
    found = findings()
    found.kinds = (CARD, TRUMP)
    found.visits[0].behind = {CARD, TRUMP}
    found.again = well()
    found.again.goodbye, found.again.is_hung = None, True
    told = lines(found)
    assert told["question: card"].verdict is Verdict.PASS
    assert told["question: trump"].seen == "it waited behind a question that got no answer"
    assert told["SIGTERM"].seen == "it still had no answer to a question"
    found.again = None
    assert lines(found)["SIGTERM"].seen == "the bot did not start again"
