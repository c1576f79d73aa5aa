"""What bots say to questions that were asked before: where it differs, in lines and in numbers."""

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from referee.cards import cards_text
from referee.deal import Answer, QuestionKind
from referee.game import answer_text
from referee.printable import printable
from referee.record import GameRecord
from referee.recordfold import Step
from referee.replaypoint import Point, place_of, place_text
from referee.replaytext import table, time_text
from referee.rerun import Reply

HOUSE_LEGEND = "! the house answered then: no difference is counted there"
_LEGAL_WIDTH = 24
_DIFFERS = "differs"
_UNCHOSEN = "(none yet)"


class Question(Struct, frozen=True):
    """A decision of one seat as the record has it."""

    game: int
    """Its game's number among those that are asked again, from 0."""
    game_id: str
    seat: int
    deal: int
    decision: int
    place: Point
    kind: QuestionKind
    contract: str | None
    trick: str
    """The cards that lie on the table."""
    answers: tuple[Answer, ...]
    recorded: int
    """The number of the recorded answer."""
    house: str
    """Why the house answered: the reason of a fault, or `forfeited`; empty where the bot did."""
    note: str

    @property
    def order(self) -> tuple[int, int, int]:
        """Where it stands in the order of play."""
        return self.game, self.deal, self.decision


class Compared(NamedTuple):
    """A question with what each bot says to it now."""

    question: Question
    replies: tuple[Reply, ...]

    @property
    def differs(self) -> bool:
        """Of one bot: it answers otherwise than was recorded of a bot; of two: they part."""
        if len(self.replies) > 1:
            return self.replies[0].choice != self.replies[1].choice
        return not self.question.house and self.replies[0].choice != self.question.recorded


class Asker:
    """Makes questions of the steps of one record."""

    def __init__(self, game: int, record: GameRecord, seat: int) -> None:
        self._game = game
        self._record = record
        self._seat = seat
        self._faults = {
            (one.deal, one.decision): one.reason for one in record.faults if one.seat == seat
        }
        forfeits = [(one.deal, one.decision) for one in record.forfeits if one.seat == seat]
        self._forfeit = forfeits[0] if forfeits else None
        self._notes = {(one.deal, one.decision): one.text for one in record.timing.notes}

    def was_asked(self, step: Step) -> bool:
        """False where the house played a forfeited seat: the bot was asked nothing any more."""
        moment = step.deal.number, step.deal.decision
        is_forfeited = self._forfeit is not None and moment >= self._forfeit
        return not is_forfeited or moment in self._faults

    def question(self, step: Step) -> Question:
        """The decision as it was."""
        deal, asked = step.deal, step.asked
        moment = deal.number, deal.decision
        house = str(self._faults.get(moment, "" if self.was_asked(step) else "forfeited"))
        return Question(
            game=self._game,
            game_id=self._record.game_id,
            seat=self._seat,
            deal=deal.number,
            decision=deal.decision,
            place=place_of(step),
            kind=asked.kind,
            contract=deal.contract,
            trick=cards_text(deal.play.trick) if deal.play else "",
            answers=asked.answers,
            recorded=asked.answers.index(step.choice),
            house=house,
            note=self._notes.get(moment, ""),
        )


class Comparing:
    """Takes the replies of one bot or of two, in whatever order they come, and compares them."""

    def __init__(self, bots: int, most_shown: int, *, is_stopping: bool) -> None:
        """Keeps the first `most_shown` differences in order of play; the others are counted."""
        self._bots = bots
        self._most_shown = most_shown
        self._is_stopping = is_stopping
        self._waiting: dict[tuple[int, int, int], tuple[int, Reply]] = {}
        self._shown: list[tuple[tuple[int, int, int], Compared]] = []
        self.asked: Counter[tuple[QuestionKind, str]] = Counter()
        """Questions that all bots have answered, by kind and contract."""
        self.differing: Counter[tuple[QuestionKind, str]] = Counter()
        self.house = 0
        """Answers of the house's to what was asked now: with one bot nothing to compare with."""
        self.left_to_house = 0
        """Those to what was not asked then either, nor now."""

    @property
    def first(self) -> Compared | None:
        """The first difference in order of play, of those that are known."""
        return self._shown[0][1] if self._shown else None

    @property
    def shown(self) -> list[Compared]:
        """The first differences in order of play."""
        return [compared for _, compared in self._shown]

    def is_wanted(self, order: tuple[int, ...]) -> bool:
        """False for what comes after the first difference, when it ends there."""
        return not (self._is_stopping and self._shown) or order < self._shown[0][0]

    def take(self, bot: int, question: Question, reply: Reply) -> Compared | None:
        """Takes what a bot says; gives the comparison when all bots have answered."""
        order = question.order
        replies: tuple[Reply, ...] = (reply,)
        if self._bots > 1:
            other = self._waiting.pop(order, None)
            if other is None:
                self._waiting[order] = (bot, reply)
                return None
            replies = (reply, other[1]) if bot < other[0] else (other[1], reply)
        compared = Compared(question, replies)
        key = question.kind, question.contract or _UNCHOSEN
        self.asked[key] += 1
        self.house += bool(question.house)
        if compared.differs:
            self.differing[key] += 1
            insort(self._shown, (order, compared))
            del self._shown[self._most_shown :]
        return compared


class GameTable:
    """The decisions of one seat as a table whose lines come when they are known."""

    def __init__(self, questions: Sequence[Question], bots: Sequence[str]) -> None:
        """Takes all decisions that are to be shown, those of a forfeited seat among them."""
        self._bots = len(bots)
        self._questions = iter(questions)
        self._next = next(self._questions, None)
        self._known: dict[tuple[int, int, int], Compared] = {}
        nows = ["Now"] if len(bots) == 1 else list(bots)
        self._header = ["At", "Asked", "Legal", "Recorded", *nows, "", *["Time"] * len(bots)]
        answers = max((len(answer_text(a)) for one in questions for a in one.answers), default=0)
        rows = [_known_cells(one) for one in questions]
        self._widths = [max([len(head), *(len(row[at]) for row in rows)])
                        for at, head in enumerate(self._header[:4])]  # fmt: skip
        self._widths += [max(len(head), answers) for head in nows] + [len(_DIFFERS)]
        self._widths += [len("Time ")] * len(bots)

    def heading(self) -> list[str]:
        """The header and the rule below it."""
        return [self._line(self._header), "  ".join("-" * width for width in self._widths)]

    def lines(self, compared: Compared | None = None) -> Iterator[str]:
        """The lines that can be told when this is known too, in order of play."""
        if compared is not None:
            self._known[compared.question.order] = compared
        while (question := self._next) is not None:
            if question.house == "forfeited":
                yield self._line([*_known_cells(question), *["-"] * self._bots])
            elif known := self._known.pop(question.order, None):
                yield from self._told(known)
            else:
                return
            self._next = next(self._questions, None)

    def _told(self, compared: Compared) -> Iterator[str]:
        question, replies = compared
        yield self._line(
            [
                *_known_cells(question),
                *[answer_text(question.answers[reply.choice]) for reply in replies],
                _DIFFERS if compared.differs else "",
                *[f"{time_text(round(reply.seconds * 1e6)):>5}" for reply in replies],
            ]
        )
        if question.note:
            yield f'     " note then: {printable(question.note)}'
        for reply in replies:
            if reply.note:
                yield f'     " note now:  {printable(reply.note)}'

    def _line(self, cells: Sequence[str]) -> str:
        pairs = zip(cells, self._widths, strict=False)
        return "  ".join([f"{cell:{width}}" for cell, width in pairs]).rstrip()


def difference_lines(differences: Sequence[Compared], bots: Sequence[str]) -> list[str]:
    """A table of differences in several games."""
    nows = ["Now"] if len(bots) == 1 else list(bots)
    rows = [
        [
            printable(one.question.game_id),
            str(one.question.seat),
            *_known_cells(one.question),
            *[answer_text(one.question.answers[reply.choice]) for reply in one.replies],
        ]
        for one in differences
    ]
    return table(rows, ["Game", "Seat", "At", "Asked", "Legal", "Recorded", *nows])


def summary_parts(comparing: Comparing) -> Iterator[list[str]]:
    """Tables of how many questions of each kind and of each contract are answered otherwise."""
    for title, part in (("Kind", 0), ("Contract", 1)):
        asked: Counter[str] = Counter()
        differing: Counter[str] = Counter()
        for key, count in comparing.asked.items():
            asked[str(key[part])] += count
            differing[str(key[part])] += comparing.differing[key]
        rows = [
            [printable(name), str(count), str(differing[name])]
            for name, count in sorted(asked.items(), key=lambda one: (-differing[one[0]], one[0]))
        ]
        yield table(rows, [title, "Asked", "Differ"], right=("Asked", "Differ"))


def _known_cells(question: Question) -> list[str]:
    """The cells that the record alone gives."""
    recorded = answer_text(question.answers[question.recorded])
    return [
        place_text(question.place),
        _asked_text(question),
        _legal_text(question.answers),
        f"{recorded}! {question.house}" if question.house else recorded,
    ]


def _asked_text(question: Question) -> str:
    where = "" if question.contract is None else f" in {printable(question.contract)}"
    if question.kind is not QuestionKind.CARD:
        return f"{question.kind}{where}"
    return f"card{where}" + (f" on {question.trick}" if question.trick else ", leads")


def _legal_text(answers: Sequence[Answer]) -> str:
    """The legal answers, or as many of them as there is room for, and how many there are."""
    text = ""
    for number, one in enumerate(answers):
        longer = f"{text} {answer_text(one)}" if text else answer_text(one)
        if len(longer) > _LEGAL_WIDTH and number:
            return f"{text} .. {len(answers)} in all"
        text = longer
    return text
