"""Another state of the same game that one seat cannot tell from the first (law D3).

Every card that the law hides from the seat is moved: the hands of the others in the deal under way
and as they were dealt, a kitty and a discard that it has not seen, its own cards that are not dealt
to it yet, the order of its hand, what was left unplayed in the last finished deals, and all cards
of the deals to come.
"""

import random
from collections.abc import Collection, Sequence

from dealing import random_cards
from msgspec.structs import replace

from referee.cards import Card, card_set, cards_in, cards_text
from referee.deal import Board, Cards, Deal, DealResult, QuestionKind
from referee.game import Game
from referee.law import Auction, Choice, KittyRule, RuleSet, TrumpTime
from referee.play import Trick

Hands = list[list[Card]]

_CHANGED = 2
"""So many of the finished deals are changed: games of 56 deals are many to shuffle."""


def hidden_shuffled(game: Game, seat: int, rng: random.Random) -> Game:
    """The game with all that is hidden from the seat at this moment dealt anew."""
    ruleset = game.ruleset
    last = game.finished[-_CHANGED:]
    finished = (*game.finished[:-_CHANGED], *[_finished_shuffled(one, rng) for one in last])
    deals = [result.cards for result in finished]
    deal = game.deal
    if deal is not None and deal.play is None:
        deal = _before_play_shuffled(ruleset, deal, seat, rng)
    elif deal is not None:
        deal = _play_shuffled(ruleset, deal, seat, rng)
    deals += [deal.cards] if deal is not None else []
    coming = [random_cards(ruleset, dealer, rng) for dealer in range(ruleset.seats)]
    for number in range(len(deals), len(game.board.deals)):
        deals.append(coming[(game.board.dealer + number) % ruleset.seats])
    board = Board(game.board.number, game.board.dealer, tuple(deals))
    return Game(ruleset, board, finished, deal, game.points)


def seen_before_play(ruleset: RuleSet, deal: Deal, seat: int) -> tuple[Card, ...]:
    """The cards of its own hand that a seat has seen before the first lead, in deal order."""
    hand = deal.cards.hands[seat]
    if ruleset.choice is Choice.DEALER and deal.contract is None:
        return ()  # C4
    if ruleset.trump_time is TrumpTime.THREE_CARDS:  # T1: the trump ends it, and play begins
        sees = ruleset.auction is Auction.BUYOUT or seat == deal.declarer
        return hand[:3] if sees else ()
    return hand


def sees_kitty(ruleset: RuleSet, deal: Deal, seat: int) -> bool:
    """Whether a seat has seen the kitty once it is taken (K1, K2)."""
    return ruleset.kitty is KittyRule.SHOWN or seat == deal.declarer


def _before_play_shuffled(ruleset: RuleSet, deal: Deal, seat: int, rng: random.Random) -> Deal:
    own = seen_before_play(ruleset, deal, seat)
    is_taken = deal.phase is QuestionKind.DISCARD and sees_kitty(ruleset, deal, seat)
    known = {*own, *(deal.cards.kitty if is_taken else ())}
    unseen = [card for card in ruleset.deck if card not in known]
    rng.shuffle(unseen)
    hands: Hands = []
    for n, hand in enumerate(deal.cards.hands):
        kept = list(own) if n == seat else []
        hands.append([*kept, *_taken(unseen, len(hand) - len(kept))])
    kitty = deal.cards.kitty if is_taken else tuple(_taken(unseen, len(deal.cards.kitty)))
    assert not unseen
    cards = Cards(tuple(map(tuple, hands)), kitty)
    return replace(deal, cards=cards, shown=_shown(deal, cards))


def _play_shuffled(ruleset: RuleSet, deal: Deal, seat: int, rng: random.Random) -> Deal:
    assert deal.play is not None
    played = _played(deal, deal.play.tricks, deal.play.leader, deal.play.trick)
    held = [cards_in(hand) for hand in deal.play.hands]
    kitty = deal.cards.kitty if ruleset.kitty and sees_kitty(ruleset, deal, seat) else None
    known = {n: set(cards) & set(deal.shown) - set(deal.cards.kitty) for n, cards in _pairs(held)}
    known[seat] = set(held[seat])
    discard = list(deal.discard)
    if seat != deal.declarer and deal.declarer is not None and discard:
        # From the others' side the discard is as hidden as the hand that it came from, but two
        # cards of a shown kitty are in one or the other until they are played.
        held[deal.declarer] += discard
        known[deal.declarer] |= set(held[deal.declarer]) & set(kitty or ())
        held = _dealt_anew(held, known, rng)
        rng.shuffle(held[deal.declarer])
        discard = sorted(_taken(held[deal.declarer], len(discard)))
    else:
        held = _dealt_anew(held, known, rng)
    dealt = _as_dealt(deal, played, held, discard, kitty, rng)
    calls = tuple(
        (who, f"discard {cards_text(discard)}" if said.startswith("discard") else said)
        for who, said in deal.calls
    )
    play = replace(deal.play, hands=tuple(map(card_set, held)))
    shown = _shown(deal, dealt)
    return replace(deal, play=play, cards=dealt, discard=tuple(discard), calls=calls, shown=shown)


def _finished_shuffled(result: DealResult, rng: random.Random) -> DealResult:
    """The deal with other cards where they were never played; a view shows none of them."""
    played = _played(result, result.tricks, 0, ())
    gone = {*(card for cards in played for card in cards), *result.discard}
    held = [[card for card in hand if card not in gone] for hand in result.cards.hands]
    discard = list(result.discard)
    if result.declarer is not None and discard:
        held[result.declarer] += [card for card in result.cards.kitty if card not in gone]
        held[result.declarer] += discard
    held = _dealt_anew(held, {}, rng)
    if result.declarer is not None:
        discard = sorted(_taken(held[result.declarer], len(discard)))
    cards = _as_dealt(result, played, held, discard, None, rng)
    return replace(result, cards=cards, discard=tuple(discard))


def _pairs(held: Hands) -> list[tuple[int, list[Card]]]:
    return list(enumerate(held))


def _taken(cards: list[Card], count: int) -> list[Card]:
    """So many cards from the front of a list, which loses them."""
    taken = cards[:count]
    del cards[:count]
    return taken


def _dealt_anew(held: Hands, known: dict[int, set[Card]], rng: random.Random) -> Hands:
    """Hands of the same sizes, in which only the known cards have stayed where they were."""
    unseen = [card for n, hand in _pairs(held) for card in hand if card not in known.get(n, ())]
    rng.shuffle(unseen)
    anew = []
    for n, hand in _pairs(held):
        kept = [card for card in hand if card in known.get(n, ())]
        anew.append([*kept, *_taken(unseen, len(hand) - len(kept))])
    return anew


def _as_dealt(
    deal: Deal | DealResult,
    played: Hands,
    held: Hands,
    discard: Sequence[Card],
    kitty: tuple[Card, ...] | None,
    rng: random.Random,
) -> Cards:
    """How the cards must have been dealt; a kitty that is not known is any two of twelve."""
    last = _last_shown(deal)
    dealt = []
    for n, hand in _pairs(held):
        full = [*hand, *played[n]]
        if n == deal.declarer and deal.cards.kitty:
            full += discard
            rng.shuffle(full)
            kitty = kitty if kitty is not None else tuple(full[:2])
            full = [card for card in full if card not in kitty]
        rng.shuffle(full)
        full.sort(key=lambda card: card in last)  # a shown last card was dealt last (T1)
        dealt.append(tuple(full))
    return Cards(tuple(dealt), kitty or deal.cards.kitty)


def _shown(deal: Deal, cards: Cards) -> tuple[Card, ...]:
    """What stands as shown: were a hidden kitty among it, it would be the new one."""
    return cards.kitty if deal.shown and deal.shown == deal.cards.kitty else deal.shown


def _last_shown(deal: Deal | DealResult) -> Collection[Card]:
    if isinstance(deal, DealResult) or deal.cards.kitty:
        return ()
    return deal.shown


def _played(
    deal: Deal | DealResult, tricks: tuple[Trick, ...], leader: int, current: tuple[Card, ...]
) -> Hands:
    """By seat: the cards that it has played, which everybody saw."""
    seats = len(deal.cards.hands)
    played: Hands = [[] for _ in range(seats)]
    runs = [(trick.leader, trick.cards) for trick in tricks] + [(leader, current)]
    for first, cards in runs:
        turns = [(first + n) % seats for n in range(seats)]
        playing = [turn for turn in turns if turn != deal.sits_out]
        for turn, card in zip(playing, cards, strict=False):
            played[turn].append(card)
    return played
