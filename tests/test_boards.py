"""Boards: the golden values, the derivation done twice more, and what a seed may be."""

import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.boards import commitment, deal_board, draw, draw_seed, parse_seed, question_seed
from referee.cards import CARD_NAMES, cards_text
from referee.deal import Board, check_board
from referee.errors import UserError
from referee.ruleset import RuleSet, load_ruleset

PAGE = Path(__file__).parents[1] / "docs" / "boards.md"
SEED = "00112233445566778899aabbccddeeff"
CLASSIC = load_ruleset("classic")
# The golden values must not move when a rule set is written in another way.
STAND_IN = replace(CLASSIC, sha256="0" * 64)
# Shapes of other rule sets: a kitty, a dealer who sits out, packets.
KITTY = replace(STAND_IN, seats=3, hand_size=10, kitty_size=2)
KITTY_4 = replace(KITTY, seats=4, dealer_sits_out=True)
PACKETS = replace(STAND_IN, packet=2)
ODD_PACKETS = replace(KITTY, packet=4)

Shown = tuple[int, list[tuple[list[str], str]]]


def shown(board: Board) -> Shown:
    """The board as text: first dealer, and hands and kitty of each deal."""
    deals = [
        ([cards_text(h) for h in cards.hands], cards_text(cards.kitty)) for cards in board.deals
    ]
    return board.dealer, deals


def test_golden_boards() -> None:
    """The boards of a fixed seed are these cards for ever."""
    dealer, deals = shown(deal_board(SEED, STAND_IN, 1))
    assert dealer == 1
    assert deals[0] == (
        [
            "JC 7D AH 9H JD QH TD KH",
            "TC TS 8H 7C QC 9D AC KD",
            "7H 7S 8S KC QD 8D JH 9S",
            "8C AS KS JS QS TH AD 9C",
        ],
        "",
    )
    assert deals[13] == (
        [
            "QC AC KS JH QH KC 9C 9H",
            "TH 9D JD 8S AD KD 7H 7C",
            "QD 9S JC 8D TS AS 8H KH",
            "JS TD QS TC 7S 8C AH 7D",
        ],
        "",
    )
    dealer, deals = shown(deal_board(SEED, STAND_IN, 2))
    assert dealer == 0
    assert deals[0][0][0] == "9C KH 7S TS QH QC 7H 9H"


def test_golden_commitment_and_question_seeds() -> None:
    """What is hashed for a commitment and for a question never changes."""
    assert commitment(SEED) == "fd7568754785e52cd33d3b6a171f460cc9817ecd998b355a5a61d0fb364d362c"
    assert question_seed(SEED, 1, 0, 1, 1) == 484319425379911095
    assert question_seed(SEED, 3, 2, 14, 32) == 11835765338212268171


def test_golden_values_stand_in_the_document() -> None:
    """The page for other languages shows the values that are tested here."""
    page = PAGE.read_text(encoding="utf-8")
    for number in (1, 2):
        dealer, deals = shown(deal_board(SEED, STAND_IN, number))
        assert f"| {number} | {dealer} | 1 | {' | '.join(deals[0][0])} |" in page
    assert f"`{commitment(SEED)}`" in page
    assert f"`{question_seed(SEED, 1, 0, 1, 1)}`" in page
    assert f"`{question_seed(SEED, 3, 2, 14, 32)}`" in page


def documented() -> dict[str, Any]:
    """The names that the code of the page defines."""
    fences = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(fences) == 1
    names: dict[str, Any] = {}
    exec(fences[0], names)  # the page's own code, so that it cannot rot
    return names


def derived(seed: str, ruleset: RuleSet, number: int) -> Shown:
    """The board worked out from the page alone, in another way than the referee does."""
    material = b"king.board/1\0%b\0%b\0%d" % (seed.encode(), ruleset.sha256.encode(), number)
    key = sha256(material).hexdigest()
    stream = "".join(
        sha256(bytes.fromhex(f"{key}{counter:016x}")).hexdigest() for counter in range(400)
    )
    position = 0

    def pick(below: int) -> int:
        nonlocal position
        word = int(stream[position : position + 16], 16)
        position += 16
        return word % below if word // below < 2**64 // below else pick(below)

    first_dealer = pick(ruleset.seats)
    deals = []
    for deal in range(len(ruleset.deals)):
        rest = [CARD_NAMES[card] for card in sorted(ruleset.deck)]
        shuffled: list[str] = []
        while rest:
            # Swapping with the last and taking the last off is the same as the swap in place.
            chosen = pick(len(rest)) if len(rest) > 1 else 0
            rest[chosen], rest[-1] = rest[-1], rest[chosen]
            shuffled.insert(0, rest.pop())
        dealer = first_dealer + deal
        seats = [(dealer + 1 + turn) % ruleset.seats for turn in range(ruleset.seats)]
        seats = seats[:-1] if ruleset.dealer_sits_out else seats
        hands: dict[int, list[str]] = {seat: [] for seat in range(ruleset.seats)}
        given_out = 0
        for held in range(0, ruleset.hand_size, ruleset.packet):
            for seat in seats:
                upto = given_out + min(ruleset.packet, ruleset.hand_size - held)
                hands[seat].extend(shuffled[given_out:upto])
                given_out = upto
        deals.append(([" ".join(hand) for hand in hands.values()], " ".join(shuffled[given_out:])))
    return first_dealer, deals


RULESETS = st.sampled_from([CLASSIC, KITTY, KITTY_4, PACKETS, ODD_PACKETS])
SEEDS = st.one_of(
    st.just(SEED), st.text("abcXYZ 09äж☃", min_size=1).filter(lambda s: s == s.strip())
)


@settings(max_examples=40, deadline=None)
@given(SEEDS, RULESETS, st.integers(1, 10**9))
def test_the_derivation_can_be_redone_from_the_document(
    seed: str, ruleset: RuleSet, number: int
) -> None:
    """Plain code that knows only the page deals the same cards."""
    assert derived(seed, ruleset, number) == shown(deal_board(seed, ruleset, number))


@pytest.mark.parametrize("ruleset", [CLASSIC, KITTY, KITTY_4, PACKETS, ODD_PACKETS])
def test_the_code_in_the_document_deals_the_same(
    ruleset: RuleSet, capsys: pytest.CaptureFixture[str]
) -> None:
    """The example for readers runs, prints the golden hands, and deals what the referee deals."""
    names = documented()
    assert capsys.readouterr().out.startswith("first dealer 1\nJC 7D AH 9H JD QH TD KH\n")
    board: Callable[..., Any] = names["board"]
    first_dealer, deals = board(
        "some seed",
        ruleset.sha256,
        7,
        [CARD_NAMES[card] for card in ruleset.deck],
        ruleset.seats,
        ruleset.hand_size,
        len(ruleset.deals),
        ruleset.packet,
        ruleset.dealer_sits_out,
    )
    joined = [([" ".join(hand) for hand in hands], " ".join(kitty)) for hands, kitty in deals]
    assert (first_dealer, joined) == shown(deal_board("some seed", ruleset, 7))
    assert names["commitment"](SEED) == commitment(SEED)
    assert names["question_seed"](SEED, 3, 2, 14, 32) == question_seed(SEED, 3, 2, 14, 32)


@pytest.mark.parametrize("ruleset", [CLASSIC, KITTY, KITTY_4, PACKETS, ODD_PACKETS])
def test_a_board_holds_the_whole_deck_in_every_deal(ruleset: RuleSet) -> None:
    """Hands and kitty have the sizes of the rule set and make up the deck (P1)."""
    check_board(ruleset, deal_board(SEED, ruleset, 5))


def test_seed_rules_and_number_each_change_the_cards() -> None:
    """Another seed, another law or another number is another board."""
    boards = [
        deal_board(SEED, STAND_IN, 1),
        deal_board(SEED + "0", STAND_IN, 1),
        deal_board(SEED, replace(STAND_IN, sha256="1" * 64), 1),
        deal_board(SEED, STAND_IN, 2),
    ]
    assert len({str(shown(board)) for board in boards}) == 4


def test_question_seeds_differ_in_every_part() -> None:
    """Board, seat, deal and decision each lead to another question seed of 64 bits."""
    seeds = {
        question_seed(seed, board, seat, deal, decision)
        for seed in ("a", "b")
        for board in (1, 11)
        for seat in (0, 1)
        for deal in (1, 11)
        for decision in (1, 11)
    }
    assert len(seeds) == 32
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert max(seeds) > 2**62


def test_dealers_and_cards_are_spread_evenly() -> None:
    """Over 400 boards each seat deals first, and each seat holds the KH, about as often."""
    boards = [deal_board(SEED, replace(STAND_IN, deals=("-king",)), n) for n in range(1, 401)]
    dealers = Counter(board.dealer for board in boards)
    holders = Counter(
        seat
        for board in boards
        for seat, hand in enumerate(board.deals[0].hands)
        if CARD_NAMES.index("KH") in hand
    )
    # 100 each are expected, with a deviation of 8.7: four of these are allowed.
    assert all(65 < counts[seat] < 135 for counts in (dealers, holders) for seat in range(4))


def test_words_that_would_favor_small_numbers_are_thrown_away() -> None:
    """The last word of all is no draw below 3, because 2^64 leaves 1 over."""
    assert draw(iter([2**64 - 1, 2**64 - 2]), 3) == (2**64 - 2) % 3
    assert draw(iter([2**64 - 1]), 4) == 3


def test_drawn_seeds_have_128_bits_and_differ() -> None:
    """A drawn seed is 32 hexadecimal digits, each time others."""
    seeds = {draw_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)


def test_white_space_around_a_seed_does_not_count() -> None:
    """A seed from a file may end in a line end."""
    assert parse_seed("  my league 7\n") == "my league 7"


@pytest.mark.parametrize("text", ["", " \n", "a\0b", "a\nb", "\ud800"])
def test_what_cannot_be_a_seed_is_refused(text: str) -> None:
    """Nothing at all, control characters and broken text are no seeds."""
    with pytest.raises(UserError, match="not a seed"):
        parse_seed(text)
