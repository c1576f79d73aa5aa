"""Choices of contracts as tables: who names one, what is open to him, and when he may pass."""

import random
from collections import Counter

import pytest
from dealing import random_board
from law_book import FILES
from msgspec.structs import replace
from talking import asked, deal_of, dealt, played_out, spoken, told

from referee.deal import QuestionKind
from referee.game import Game, IllegalAnswer, answer, new_game

C2 = ["long", "long-3", "king2", "kitty", "kitty-4", "kitty-mirror", "kitty-2010"]
MINUS = ("-tricks", "-boys", "-girls", "-hearts", "-king", "-last", "-eralash")


def state(game: Game) -> str:
    """The seat that is asked for a contract and what it may say, or who leads."""
    question = asked(game)
    if question.kind is QuestionKind.CARD:
        return f"{question.seat} leads, {deal_of(game).contract} of {deal_of(game).declarer}"
    assert question.kind is QuestionKind.CONTRACT
    return f"{question.seat}: {', '.join(map(str, question.answers))}"


def with_stocks(game: Game, stocks: str) -> Game:
    """The game in which the seats, from 0, have these contracts left, such as `- / -girls`."""
    left = tuple(
        tuple(word for word in stock.split() if word != ".") for stock in stocks.split("/")
    )
    return replace(game, deal=replace(deal_of(game), stocks=left))


BOTH = "-tricks -girls"
FULL = f"{BOTH} / {BOTH} / {BOTH} / {BOTH}"
ROUND = [
    # stocks of seats 0 to 3 (seat 0 deals), what was said, what comes
    (FULL, "", "1: pass, -tricks, -girls"),
    (FULL, "1: pass", "2: pass, -tricks, -girls"),
    (FULL, "1: pass, 2: pass", "3: pass, -tricks, -girls"),
    # After three passes the dealer must name one.
    (FULL, "1: pass, 2: pass, 3: pass", "0: -tricks, -girls"),
    # The deal is booked to who named it; first hand leads all the same.
    (FULL, "1: -girls", "1 leads, -girls of 1"),
    (FULL, "1: pass, 2: -tricks", "1 leads, -tricks of 2"),
    (FULL, "1: pass, 2: pass, 3: pass, 0: -girls", "1 leads, -girls of 0"),
    # One names of his own only.
    ("-girls / -tricks / -girls / .", "", "1: pass, -tricks"),
    ("-girls / -tricks / -girls / .", "1: pass", "2: pass, -girls"),
    # Who has none left is asked, and can only pass.
    ("-girls / . / -girls / .", "", "1: pass"),
    ("-girls / . / . / .", "1: pass, 2: pass", "3: pass"),
    ("-girls / . / . / .", "1: pass, 2: pass, 3: pass", "0: -girls"),
    # No deadlock: the last seat of the round that has any left cannot pass.
    (". / -tricks / . / .", "", "1: -tricks"),
    (f". / {BOTH} / . / .", "", "1: -tricks, -girls"),
    (". / -tricks / -girls / .", "", "1: pass, -tricks"),
    (". / -tricks / -girls / .", "1: pass", "2: -girls"),
    (". / . / . / -girls", "1: pass, 2: pass", "3: -girls"),
    (". / -tricks / . / -girls", "1: pass, 2: pass", "3: -girls"),
    (". / . / -girls / .", "1: pass", "2: -girls"),
    (". / . / -girls / .", "1: pass, 2: -girls", "1 leads, -girls of 2"),
]


@pytest.mark.parametrize(("stocks", "said", "comes"), ROUND)
def test_the_round_of_the_ordered_game(stocks: str, said: str, comes: str) -> None:
    """C1: with these stocks and after these words this is open to this seat."""
    game = dealt("ordered", "-tricks", "-girls")
    assert state(told(with_stocks(game, stocks), spoken(said))) == comes


def test_all_fourteen_are_open_from_the_start() -> None:
    """C1: plus and minus contracts are open to every seat from the first deal on."""
    board = random_board(FILES["ordered"], random.Random(1), 3)
    game = new_game(FILES["ordered"], board)
    names = (*MINUS, *[name.replace("-", "+") for name in MINUS])
    assert (asked(game).seat, asked(game).answers) == (0, ("pass", *names))


def test_a_pass_against_the_law_is_illegal() -> None:
    """C1: the last seat with a contract left cannot pass, nor can a declarer under C2."""
    game = with_stocks(dealt("ordered", "-tricks"), ". / -tricks / . / .")
    with pytest.raises(IllegalAnswer, match="pass is not legal; legal are: -tricks"):
        answer(game, "pass")
    with pytest.raises(IllegalAnswer, match="pass is not legal"):
        answer(dealt("long", "-tricks"), "pass")
    game = with_stocks(dealt("long", "-tricks", "-girls"), f"{BOTH} / -girls / {BOTH} / {BOTH}")
    with pytest.raises(IllegalAnswer, match="-tricks is not legal; legal are: -girls"):
        answer(game, "-tricks")


def test_the_named_contract_leaves_the_stock_of_its_seat() -> None:
    """C1: booked to the seat that named it, and to nobody else."""
    game = told(dealt("ordered", "-tricks", "-girls"), spoken("1: pass, 2: -girls"))
    whole = ("-tricks", "-girls")
    assert deal_of(game).stocks == (whole, whole, ("-tricks",), whole)


@pytest.mark.parametrize("ruleset_id", C2)
@pytest.mark.parametrize("dealer", [0, 2])
def test_first_hand_names_one_of_his_own_and_leads(ruleset_id: str, dealer: int) -> None:
    """C2: the declarer is first hand; all of his own are open, nobody else is asked."""
    law = FILES[ruleset_id]
    first = (dealer + 1) % law.seats
    game = new_game(law, random_board(law, random.Random(2), dealer))
    for _ in range(law.seats):
        left = deal_of(game).stocks[first]
        assert asked(game).seat == first
        assert set(asked(game).answers) == set(left) == set(law.deals)
        result = played_out(answer(game, left[-1]), random.Random(first))
        assert (result.declarer, result.contract) == (first, left[-1])
        assert not result.tricks or result.tricks[0].leader == first
        game = played_on(game, left[-1], first)
        first = (first + 1) % law.seats
    assert Counter(deal_of(game).stocks[first]) == Counter(law.deals[:-1])


def played_on(game: Game, contract: str, seed: int) -> Game:
    """The game after this deal, the contract named and all else as the house would."""
    number = deal_of(game).number
    game = answer(game, contract)
    while game.deal is not None and game.deal.number == number:
        game = answer(game, asked(game).answers[seed % len(asked(game).answers)])
    return game


def test_the_common_pool_is_named_by_turns() -> None:
    """C3: first hand names from one pool; the first two to choose do so four times."""
    law = FILES["free-order"]
    for dealer in range(4):
        game = new_game(law, random_board(law, random.Random(dealer), dealer))
        left = list(law.deals)
        turns = []
        while game.deal is not None:
            question = asked(game)
            assert set(question.answers) == set(left)
            contract = left.pop(len(left) // 2)
            turns.append(question.seat)
            game = played_on(game, contract, 0)
            assert game.finished[-1].tricks[0].leader == question.seat
            assert game.finished[-1].declarer == question.seat
        assert left == []
        counts = [turns.count((dealer + step) % 4) for step in (1, 2, 3, 4)]
        assert counts == [4, 4, 3, 3]


def test_the_dealer_names_from_his_stage() -> None:
    """C4: the dealer names one of the rest of the stage: seven minus deals, then seven plus."""
    law = FILES["last-trick-chosen"]
    game = new_game(law, random_board(law, random.Random(5), 2))
    stages = [list(law.deals[:7]), list(law.deals[7:])]
    assert [{name[0] for name in stage} for stage in stages] == [{"-"}, {"+"}]
    for number in range(14):
        left = stages[number // 7]
        dealer = (2 + number) % 4
        assert (asked(game).seat, asked(game).kind) == (dealer, QuestionKind.CONTRACT)
        assert list(asked(game).answers) == left
        contract = left.pop((number * 3) % len(left))
        game = played_on(game, contract, 1)
        result = game.finished[-1]
        assert (result.contract, result.declarer) == (contract, dealer)
        assert result.tricks[0].leader == (dealer + 1) % 4
    assert game.deal is None


@pytest.mark.parametrize(
    ("ruleset_id", "contract", "kinds"),
    [
        ("classic", "-tricks", "card"),
        ("ordered", "-tricks", "contract, card"),
        ("long", "-tricks", "contract, card"),
        ("free-order", "-tricks", "contract, card"),
        ("last-trick-chosen", "-tricks", "contract, card"),
        ("twelve", "trump", "trump, card"),
        ("two-handed", "trump", "trump, card"),
        ("bidding", "trump", "bid, trump, card"),
        ("payback-8", "trump", "bid, reply, trump, card"),
        ("portuguese", "trump", "opening, bid, reply, trump, card"),
        ("kitty", "-tricks", "contract, discard, card"),
        ("kitty", "trump", "contract, trump, discard, card"),
        ("kitty-2010", "trump", "contract, trump, discard, card"),
    ],
)
def test_questions_come_in_the_order_of_the_law(ruleset_id: str, contract: str, kinds: str) -> None:
    """D1, D2: the kinds of questions of a deal up to the first lead, each after the other."""
    game = dealt(ruleset_id, contract)
    found: list[QuestionKind] = []
    while not found or found[-1] is not QuestionKind.CARD:
        question = asked(game)
        found += [question.kind] if question.kind not in found else []
        wanted = [one for one in ("auction", "accept", "1", "1 up", "S") if one in question.answers]
        game = answer(game, wanted[0] if wanted else question.answers[0])
    assert ", ".join(found) == kinds
