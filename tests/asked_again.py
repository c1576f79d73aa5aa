"""Finished tournaments that are asked again in tests: their decisions, seeds, and other courses."""

import re
from collections.abc import Iterator
from pathlib import Path

from running import Ground

from referee.boards import question_seed
from referee.game import Game, answer, answer_text, decision
from referee.manifest import read_manifest, schedule_of
from referee.record import GameRecord, encode_record, record_of
from referee.recordfile import read_records
from referee.recordfold import Step, record_steps
from referee.replaypoint import place_of, place_text


def planted(ground: Ground, *seeds: int, name: str = "a", **env: str) -> str:
    """A bot that plays the first answer but at the questions with these seeds."""
    return ground.odd_bot("planted", name, SEEDS=" ".join(map(str, seeds)), **env)


def records(run: Path) -> list[GameRecord]:
    """The records of a tournament in their order."""
    return list(read_records(run / "games.jsonl"))


def decisions(run: Path, name: str) -> Iterator[tuple[GameRecord, Step]]:
    """Every decision of a bot in all of its games."""
    ruleset = read_manifest(run).ruleset
    for record in records(run):
        for step in record_steps(record, ruleset):
            if record.seating[step.asked.seat] == name:
                yield record, step


def choices(run: Path, name: str) -> list[tuple[GameRecord, Step]]:
    """Those of its decisions where it had a choice and played the first answer."""
    return [
        (record, step)
        for record, step in decisions(run, name)
        if len(step.asked.answers) > 1 and step.choice == step.asked.answers[0]
    ]


def seed_of(record: GameRecord, step: Step, seed: str = "x") -> int:
    """What the question of a decision carries as its seed."""
    deal = step.deal
    return question_seed(seed, record.board, step.asked.seat, deal.number, deal.decision)


def cells(record: GameRecord, step: Step) -> tuple[str, str, str]:
    """How a decision is named where several games are asked: game, seat, place."""
    return record.game_id, str(step.asked.seat), place_text(place_of(step))


def rows(output: str) -> list[list[str]]:
    """The cells of the first table of an output, without its heading."""
    lines = output.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("--")) + 1
    found = []
    for line in lines[start:]:
        if not re.match(r"\d|t\d+-b", line):
            break
        found.append([cell.strip() for cell in line.split("  ") if cell.strip()])
    return found


def played_otherwise(record: GameRecord, step: Step, run: Path) -> GameRecord:
    """The game as it would have gone with the last answer there and first answers after it."""
    game: Game = answer(step.before, step.asked.answers[-1])
    while asked := decision(game):
        game = answer(game, asked.answers[0])
    schedule = schedule_of(read_manifest(run))
    index = schedule.index_of(record.game_id)
    assert index is not None
    return record_of(game, schedule[index])


def put(run: Path, *changed: GameRecord) -> None:
    """Puts other records of the same games into a tournament."""
    other = {one.game_id: one for one in changed}
    lines = [encode_record(other.get(one.game_id, one)) for one in records(run)]
    (run / "games.jsonl").write_bytes(b"".join(lines))


def last_text(step: Step) -> str:
    """The last legal answer of a decision."""
    return answer_text(step.asked.answers[-1])
