"""Pages of games for the tests of the viewer, and what is read off them."""

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

from made_games import at_random, plan_for, played
from running import Ground

from referee.game import Game
from referee.record import GameRecord, Note, Timing, record_of
from referee.ruleset import load_ruleset
from referee.timecontrol import TimeControl
from referee.viewdata import game_data
from referee.viewpage import write_page

if TYPE_CHECKING:
    from playwright.sync_api import Page

MINUS = "\u2212"


def made(ruleset_id: str) -> tuple[GameRecord, Game]:
    """The record of a random game, with times and a note, and the game."""
    ruleset = load_ruleset(ruleset_id)
    plan = plan_for(ruleset)
    game = played(ruleset, plan, at_random(ruleset_id))
    chance = random.Random(ruleset_id)
    sizes = [
        len(deal.calls) + sum(len(trick.cards) for trick in deal.tricks) for deal in game.finished
    ]
    charged = tuple(tuple(chance.randrange(90, 1_200_000) for _ in range(n)) for n in sizes)
    timing = Timing(charged_us=charged, notes=(Note(_first(game), 1, 1, "low is good"),))
    return record_of(game, plan, timing=timing), game


def _first(game: Game) -> int:
    """The seat of the first decision."""
    deal = game.finished[0]
    return deal.calls[0][0] if deal.calls else deal.tricks[0].leader


def duel(folder: Path) -> tuple[GameRecord, Game]:
    """A short game of three deals for two."""
    Ground(folder).duel()
    ruleset = load_ruleset(str(folder / "duel.toml"))
    plan = plan_for(ruleset)
    game = played(ruleset, plan, at_random("duel"))
    return record_of(game, plan), game


def page_of(
    folder: Path, record: GameRecord, game: Game, seat: int | None = None, at: str = ""
) -> str:
    """The address of the page of a game."""
    path = folder / f"{record.ruleset.id}-{seat}.html"
    write_page(path, game_data(record, game, seat, TimeControl()))
    return f"{path.as_uri()}{at}"


def sums(page: "Page", row: str = "game") -> list[int | None]:
    """Points by seat in a column of the running points."""
    cells = page.locator(f"#sums [data-sum={row}]").all_inner_texts()
    return [int(text.replace(MINUS, "-")) if text else None for text in cells]


def position(page: "Page") -> tuple[int, int]:
    """Deal and decision that are shown."""
    found = re.fullmatch(r"Deal (\d+)\s+(\d+) of \d+", page.locator("#where").inner_text())
    assert found is not None
    return int(found[1]), int(found[2])


def hand(page: "Page", seat: int) -> list[str]:
    """The cards that are seen in a hand, in any order."""
    cards = page.locator(f"[data-seat='{seat}'] .hand [data-card]")
    return sorted(cards.evaluate_all("(all) => all.map((one) => one.dataset.card)"))


def trick(page: "Page") -> list[str]:
    """The cards on the table in their order."""
    cards = page.locator("#trick [data-card]")
    return list(cards.evaluate_all("(all) => all.map((one) => one.dataset.card)"))


def wait_for_address(page: "Page", address: str) -> None:
    """The address is written a moment after the steps come to rest."""
    page.wait_for_function("(address) => location.hash === address", arg=address)
