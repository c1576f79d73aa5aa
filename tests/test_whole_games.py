"""Whole random games of every rule set, held against the table of the law book deal by deal."""

from collections import Counter
from functools import cache

import pytest
from law_book import FILES
from law_table import CHOSEN, TABLE, deals_of, short_name, worth_of
from made_games import at_random, plan_for, played
from slow_scores import kept_price, points_of, slow_discards

from referee.cards import cards_text
from referee.deal import Answer, DealResult, Decision
from referee.game import Game
from referee.record import decode_record, encode_record, record_of
from referee.recordfold import fold_record, record_steps
from referee.schedule import GamePlan

GAMES = 12
SHY = ("pass", "auction", "4-3-3-3", "share-out")


def shy(asked: Decision) -> Answer:
    """Leaves what can be left: passes, asks for an auction, and takes four tricks unplayed."""
    return next((one for one in asked.answers if one in SHY), asked.answers[-1])


def house(asked: Decision) -> Answer:
    return asked.answers[0]


@cache
def recorded_games(ruleset_id: str) -> list[tuple[GamePlan, Game]]:
    """Random games, fewer where they are long, one of the house, and one of shy seats."""
    ruleset = FILES[ruleset_id]
    count = GAMES if ruleset.deal_count < 20 else GAMES // 3
    choosers = [*[at_random((ruleset_id, seed)) for seed in range(count)], house, shy]
    plans = [plan_for(ruleset, number) for number in range(len(choosers))]
    return [
        (plan, played(ruleset, plan, chooser))
        for plan, chooser in zip(plans, choosers, strict=True)
    ]


def games_of(ruleset_id: str) -> list[Game]:
    return [game for _, game in recorded_games(ruleset_id)]


EACH = pytest.mark.parametrize("ruleset_id", TABLE)


def test_there_are_hundreds_of_games() -> None:
    """Enough that rare calls come up."""
    assert sum(len(games_of(ruleset_id)) for ruleset_id in TABLE) > 300


@EACH
def test_deals_come_in_their_order(ruleset_id: str) -> None:
    """Every game ends after its deals; the deal goes clockwise, and the cards are the board's."""
    ruleset = FILES[ruleset_id]
    for game in games_of(ruleset_id):
        assert game.deal is None
        assert [result.number for result in game.finished] == [*range(1, ruleset.deal_count + 1)]
        for result in game.finished:
            assert result.dealer == (game.board.dealer + result.number - 1) % ruleset.seats  # P2
            assert result.sits_out == (result.dealer if ruleset_id == "kitty-4" else None)  # K4
            assert result.cards == game.board.deals[result.number - 1]


@EACH
def test_every_contract_is_played_as_often_as_it_should(ruleset_id: str) -> None:
    """Fixed orders are kept; from a stock or a pool none is left over or named twice."""
    deals, _ = deals_of(TABLE[ruleset_id])
    seats = FILES[ruleset_id].seats
    for game in games_of(ruleset_id):
        names = [(result.declarer, short_name(result.contract)) for result in game.finished]
        shorts = [name for _, name in names]
        match CHOSEN.get(ruleset_id):
            case None:
                assert shorts == deals
            case "C1" | "C2":
                for seat in range(seats):
                    own = [name for declarer, name in names if declarer == seat]
                    assert Counter(own) == Counter(deals)
            case "C3":
                assert Counter(shorts) == Counter(deals)
            case _:
                assert Counter(shorts[:7]) == Counter(deals[:7])
                assert Counter(shorts[7:]) == Counter(deals[7:])


@EACH
def test_declarers_and_leaders(ruleset_id: str) -> None:
    """P3, C1 to C4, T1, A1, A2: who is declarer of each deal, and who leads to it."""
    seats = FILES[ruleset_id].seats
    for game in games_of(ruleset_id):
        for result in game.finished:
            first = (result.dealer + 1) % seats
            leader = result.dealer if ruleset_id.startswith("portuguese") else first
            if result.tricks:
                assert result.tricks[0].leader == leader
            if CHOSEN.get(ruleset_id) == "C1":
                assert result.declarer == result.calls[-1][0]
            elif CHOSEN.get(ruleset_id) == "C4":
                assert result.declarer == result.dealer
            elif ruleset_id in CHOSEN:
                assert result.declarer == first
            elif result.contract != "trump":
                assert result.declarer is None
            elif ruleset_id == "bidding":
                assert result.sale is not None
                assert (result.declarer, result.sale.seller) == (result.sale.buyer, None)
            else:
                assert result.declarer == leader


@EACH
def test_every_deal_is_scored_as_the_slow_rules_say(ruleset_id: str) -> None:
    """P5, P7, A1 to A3: takers, prices and payments, counted again from the cards and calls."""
    for game in games_of(ruleset_id):
        for result in game.finished:
            assert result.points == points_of(FILES[ruleset_id], result)


def bidding_loss(result: DealResult) -> int:
    """What a deal of `bidding` loses by the declarer's bid (A1)."""
    if result.sale is None or result.sale.seller is not None:
        return 0
    taken = sum(trick.taker == result.declarer for trick in result.tricks)
    return 6 * min(taken, result.sale.bid)


@EACH
def test_deals_and_games_add_up(ruleset_id: str) -> None:
    """P8: deals add up to their constant, but for A1 and K3, and games to the table's sum."""
    row = TABLE[ruleset_id]
    for game in games_of(ruleset_id):
        lost = 0
        for result in game.finished:
            less = bidding_loss(result) + kept_price(ruleset_id, result)
            assert sum(result.points) == worth_of(row, short_name(result.contract)) - less
            assert all(result.points[seat] == 0 for seat in [result.sits_out] if seat is not None)
            lost += less
        assert sum(game.points) == row.total - lost
        by_seat = zip(*[result.points for result in game.finished], strict=True)
        assert game.points == tuple(map(sum, by_seat))


@EACH
def test_records_fold_to_the_same_game(ruleset_id: str) -> None:
    """A record that was written and read again gives that very game, and all its decisions."""
    ruleset = FILES[ruleset_id]
    for plan, game in recorded_games(ruleset_id)[-4:]:
        record = decode_record(encode_record(record_of(game, plan)))
        assert fold_record(record, ruleset) == game
        decisions = len(list(record_steps(record, ruleset)))
        calls = sum(len(result.calls) for result in game.finished)
        assert decisions == calls + sum(len(t.cards) for r in game.finished for t in r.tricks)


@pytest.mark.parametrize("ruleset_id", [name for name in TABLE if name.startswith("kitty")])
def test_discards_are_such_as_may_be_laid_away(ruleset_id: str) -> None:
    """K1 to K3: the declarer lays away two of his twelve cards, by the slow rules' leave."""
    for game in games_of(ruleset_id):
        for result in game.finished:
            assert result.declarer is not None
            held = (*result.cards.hands[result.declarer], *result.cards.kitty)
            pairs = slow_discards(ruleset_id, result.contract, cards_text(held).split())
            assert frozenset(cards_text(result.discard).split()) in pairs
            played_cards = {card for trick in result.tricks for card in trick.cards}
            assert not played_cards & set(result.discard)


def test_sales_of_every_kind_come_up() -> None:
    """The random games hold each way in which a trump deal can be settled or sold."""
    seen = set()
    for ruleset_id in TABLE:
        for result in [one for game in games_of(ruleset_id) for one in game.finished]:
            if result.contract == "trump":
                kind = None if result.sale is None else result.sale.direction.value
                family = ruleset_id.partition("-")[0]
                seen.add((family, result.trump and result.trump.value, kind))
    for family, trumps, kinds in [
        ("bidding", "C D H S", ("up",)),
        ("payback", "C D H S no-trump misere share-out", (None, "up")),
        ("portuguese", "C no-trump", (None, "up")),
        ("portuguese", "nulos", (None, "down")),
        ("portuguese", "4-3-3-3", (None,)),
        ("twelve", "C no-trump", (None,)),
        ("kitty", "C no-trump", (None,)),
    ]:
        for trump in trumps.split():
            for kind in kinds:
                assert (family, trump, kind) in seen
