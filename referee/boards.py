"""Cards, first dealer and question seeds from the seed of a tournament; see docs/boards.md."""

import hashlib
import secrets
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from struct import unpack

from referee.cards import Card
from referee.deal import Board, Cards
from referee.errors import UserError
from referee.ruleset import RuleSet

# One label for each use, so that no hash of one use is ever the hash of another.
_COMMITMENT = "king.commitment/1"
_BOARD = "king.board/1"
_QUESTION = "king.question/1"

_WORDS = 1 << 64


def draw_seed() -> str:
    """A fresh secret seed: 128 bits from the system's generator, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def parse_seed(text: str) -> str:
    """The seed in a text, without the white space around it; UserError if it cannot be one."""
    seed = text.strip()
    # The parts that are hashed are joined by NUL, so a seed must not hold one.
    if not seed or not seed.isprintable():
        raise UserError(
            f"not a seed: {seed!r} (any printable text, 32 hexadecimal digits are best)"
        )
    return seed


def commitment(seed: str) -> str:
    """The hexadecimal SHA-256 that binds an organizer to a seed before the first card."""
    return sha256(_joined(_COMMITMENT, seed)).hexdigest()


def question_seed(seed: str, board: int, seat: int, deal: int, decision: int) -> int:
    """The 64-bit number that one question carries for the bot's own chance."""
    hashed = _question_hash(seed, board, seat, deal).copy()
    hashed.update(str(decision).encode())
    return int.from_bytes(hashed.digest()[:8], "big")


@lru_cache(maxsize=1 << 12)
def _question_hash(seed: str, board: int, seat: int, deal: int) -> "hashlib._Hash":
    """What all questions to one seat in one deal begin their hash with."""
    return sha256(_joined(_QUESTION, seed, str(board), str(seat), str(deal), ""))


def deal_board(seed: str, ruleset: RuleSet, number: int) -> Board:
    """The first dealer (P2) and the cards of every deal (P1) of a board, from 1."""
    words = _words(sha256(_joined(_BOARD, seed, ruleset.sha256, str(number))).digest())
    first_dealer = draw(words, ruleset.seats)
    deals = tuple(
        dealt_cards(ruleset, (first_dealer + deal) % ruleset.seats, _shuffled(words, ruleset.deck))
        for deal in range(ruleset.deal_count)
    )
    return Board(number=number, dealer=first_dealer, deals=deals)


def dealt_cards(ruleset: RuleSet, dealer: int, pack: list[Card]) -> Cards:
    """The hands and the kitty that a shuffled pack makes, dealt in packets from first hand (P1)."""
    hands: list[list[Card]] = [[] for _ in range(ruleset.seats)]
    clockwise = [(dealer + step) % ruleset.seats for step in range(1, ruleset.seats + 1)]
    if ruleset.dealer_sits_out:
        clockwise.pop()
    rest = iter(pack)
    for held in range(0, ruleset.hand_size, ruleset.packet):
        size = min(ruleset.packet, ruleset.hand_size - held)
        for seat in clockwise:
            hands[seat] += [next(rest) for _ in range(size)]
    return Cards(hands=tuple(tuple(hand) for hand in hands), kitty=tuple(rest))


def _joined(*parts: str) -> bytes:
    return "\0".join(parts).encode()


def _words(key: bytes) -> Iterator[int]:
    """The stream of a key: SHA-256 over key and counter, cut into words of 64 bits."""
    counter = 0
    while True:
        yield from unpack(">4Q", sha256(key + counter.to_bytes(8, "big")).digest())
        counter += 1


def draw(words: Iterator[int], bound: int) -> int:
    """A number below `bound`, every one equally likely."""
    limit = _limit(bound)
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound


@lru_cache(maxsize=1 << 10)
def _limit(bound: int) -> int:
    """Words above the last whole multiple of a bound would favor the small numbers."""
    return _WORDS - _WORDS % bound


def _shuffled(words: Iterator[int], deck: tuple[Card, ...]) -> list[Card]:
    """The deck in a random order: Fisher-Yates from the top down."""
    pack = list(deck)
    for last in range(len(pack) - 1, 0, -1):
        other = draw(words, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack
