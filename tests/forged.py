"""Changes of single fields of a recorded game, each with the refusal that it must get."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from referee.cards import cards_text, parse_cards

Game = dict[str, Any]
Forgery = Callable[[Game], str]
"""Changes a game; gives what must be said about it, from the place in the game on."""

FORGERIES: dict[str, Forgery] = {}
GAME_ID = "t1-b2-r0"
"""A game without faults, to be changed; it stands in line 2."""


def forge(folder: Path, change: Callable[[Game], Any], game_id: str = GAME_ID) -> Any:
    """Changes one game of a tournament in its file; gives what the change gives."""
    path = folder / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    games = [msgspec.json.decode(line) for line in lines]
    (index,) = [number for number, game in enumerate(games) if game["game_id"] == game_id]
    result = change(games[index])
    lines[index] = msgspec.json.encode(games[index]) + b"\n"
    path.write_bytes(b"".join(lines))
    return result


def _forgery(forgery: Forgery) -> Forgery:
    FORGERIES[forgery.__name__] = forgery
    return forgery


def _deal(game: Game, number: int) -> dict[str, Any]:
    deal: dict[str, Any] = game["deals"][number - 1]
    return deal


def _first_trick(game: Game) -> tuple[dict[str, Any], list[str], str]:
    """The first trick of deal 1, its cards, and all legal cards of its leader."""
    deal = _deal(game, 1)
    trick = deal["tricks"][0]
    hand = parse_cards(deal["hands"][trick["leader"]])
    return trick, trick["cards"].split(), cards_text(sorted(hand))


@_forgery
def card(game: Game) -> str:
    """The leader plays a card that is not in his hand."""
    trick, cards, legal = _first_trick(game)
    strange = game["deals"][0]["hands"][1 - trick["leader"]].split()[-1]
    trick["cards"] = f"{strange} {cards[1]}"
    return (
        f", deal 1, trick 1: deal 1, decision 1, seat {trick['leader']}: "
        f"{strange} is not legal; legal are: {legal}"
    )


@_forgery
def order(game: Game) -> str:
    """Two cards of a trick change places."""
    trick, cards, legal = _first_trick(game)
    trick["cards"] = f"{cards[1]} {cards[0]}"
    return (
        f", deal 1, trick 1: deal 1, decision 1, seat {trick['leader']}: "
        f"{cards[1]} is not legal; legal are: {legal}"
    )


@_forgery
def trick_cut_short(game: Game) -> str:
    """A trick loses its last card."""
    _deal(game, 3)["tricks"][1]["cards"] = _deal(game, 3)["tricks"][1]["cards"][:2]
    return ", deal 3, trick 2: a trick of 1 cards"


@_forgery
def last_trick(game: Game) -> str:
    """A deal loses its last trick."""
    tricks = _deal(game, 1)["tricks"]
    tricks.pop()
    return f", deal 1, trick {len(tricks) + 1}: the cards end before the deal is over"


@_forgery
def leader(game: Game) -> str:
    """Another seat is said to have led."""
    trick = _deal(game, 2)["tricks"][4]
    true = trick["leader"]
    trick["leader"] = 1 - true
    return f", deal 2, trick 5: leader is {1 - true}, but the rules make it {true}"


@_forgery
def taker(game: Game) -> str:
    """Another seat is said to have taken a trick."""
    trick = _deal(game, 2)["tricks"][2]
    true = trick["taker"]
    trick["taker"] = 1 - true
    return f", deal 2, trick 3: taker is {1 - true}, but the rules make it {true}"


@_forgery
def deal_points(game: Game) -> str:
    """A point goes from one seat to the other."""
    points = _deal(game, 1)["points"]
    true = list(points)
    points[0], points[1] = points[0] + 1, points[1] - 1
    return f", deal 1: points is {_json(points)}, but the rules make it {_json(true)}"


@_forgery
def call(game: Game) -> str:
    """Somebody is said to have called where there is nothing to call."""
    _deal(game, 2)["calls"].append({"seat": 0, "call": "pass"})
    return ", deal 2: calls: 'pass' is one too many"


@_forgery
def contract(game: Game) -> str:
    """Another contract is said to have been played."""
    _deal(game, 2)["contract"] = "+king"
    return ', deal 2: contract is "+king", but the rules make it "-hearts"'


@_forgery
def trump(game: Game) -> str:
    """A deal in a fixed order is said to have had a trump."""
    _deal(game, 3)["trump"] = "S"
    return ', deal 3: trump is "S", but the rules make it null'


@_forgery
def first_dealer(game: Game) -> str:
    """Another seat is said to have dealt first."""
    true = _deal(game, 1)["dealer"]
    _deal(game, 1)["dealer"] = 1 - true
    return f", deal 1: dealer is {1 - true}, the seed makes it {true}"


@_forgery
def dealer(game: Game) -> str:
    """Another seat is said to have dealt later on."""
    true = _deal(game, 3)["dealer"]
    _deal(game, 3)["dealer"] = 1 - true
    return f", deal 3: dealer is {1 - true}, but the rules make it {true}"


@_forgery
def hand(game: Game) -> str:
    """A hand lies in another order; the play would come out all the same."""
    hands = _deal(game, 2)["hands"]
    hands[0] = cards_text(reversed(parse_cards(hands[0])))
    return ", deal 2: hands: the seed deals other cards"


@_forgery
def spacing(game: Game) -> str:
    """A hand is written in another way than the referee writes."""
    hands = _deal(game, 2)["hands"]
    true = list(hands)
    hands[0] += " "
    return f", deal 2: hands is {_json(hands)}, but the rules make it {_json(true)}"


@_forgery
def seating(game: Game) -> str:
    """The bots change seats."""
    true = list(game["seating"])
    game["seating"].reverse()
    return f": seating is {_json(game['seating'])}, planned is {_json(true)}"


@_forgery
def board(game: Game) -> str:
    """The game is said to be of another board."""
    game["board"] = 3
    return ": board is 3, planned is 2"


@_forgery
def life(game: Game) -> str:
    """The game is said to be of another life."""
    game["life"] = 1
    return ": life is 1, planned is 0"


@_forgery
def points(game: Game) -> str:
    """The points of the game are not the sum of its deals."""
    true = list(game["points"])
    game["points"][1] += 100
    return f": points is {_json(game['points'])}, but the rules make it {_json(true)}"


@_forgery
def score(game: Game) -> str:
    """A score is better than the points."""
    true = list(game["score"])
    game["score"][0] += 100
    return f": score is {_json(game['score'])}, but the rules make it {_json(true)}"


@_forgery
def places(game: Game) -> str:
    """Both seats are said to be first."""
    true = list(game["places"])
    game["places"] = [1, 1]
    return f": places is [1,1], but the rules make it {_json(true)}"


@_forgery
def fault(game: Game) -> str:
    """A fault is said to have happened at a decision that never came up."""
    game["faults"].append(
        {"seat": 1, "deal": 3, "decision": 99, "phase": "play", "reason": "late", "detail": ""}
    )
    return ", deal 3: faults: no decision 99 came up"


@_forgery
def fault_of_another_seat(game: Game) -> str:
    """A fault is laid at the door of the seat that was not asked."""
    asked = _deal(game, 1)["tricks"][0]["leader"]
    game["faults"].append(
        {
            "seat": 1 - asked,
            "deal": 1,
            "decision": 1,
            "phase": "play",
            "reason": "late",
            "detail": "",
        }
    )
    return f", deal 1: faults: seat at decision 1 is {1 - asked}, not {asked}"


@_forgery
def forfeit(game: Game) -> str:
    """A seat is said to be forfeited at a decision of the other."""
    asked = _deal(game, 1)["tricks"][0]["leader"]
    game["forfeits"].append({"seat": 1 - asked, "deal": 1, "decision": 1})
    return f", deal 1: forfeits: seat at decision 1 is {1 - asked}, not {asked}"


@_forgery
def put_out(game: Game) -> str:
    """A bot is said to be out for good though its seat is not forfeited."""
    game["put_out"].append(1)
    return ": put_out: a seat that is put out is forfeited too"


@_forgery
def rules(game: Game) -> str:
    """The game is said to be of other rules."""
    true = game["ruleset"]["sha256"]
    game["ruleset"]["sha256"] = "0" * 64
    return f': ruleset.sha256 is "{"0" * 64}", the rules at hand have "{true}"'


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
