"""The page about the protocol: complete, true to the protocol files, and shown by a real run."""

import re
import tomllib
from pathlib import Path

import pytest
import transcript
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.json_format import Parse, ParseDict
from king.v1 import game_pb2
from king.v1 import session_pb2 as pb
from running import ROOT, Ground

from referee.botfile import GIVEN_KEYS, KEYS, read_bot
from referee.contract import Trump
from referee.deal import Cards, Deal, Direction, Sale
from referee.laps import Charge, ProcessClock
from referee.play import Trick, play_rules
from referee.ruleset import load_ruleset
from referee.settle import paid, unplayed_points
from referee.timecontrol import TimeControl, duration_text

PAGE = transcript.PAGE.read_text(encoding="utf-8")
REFERENCE = PAGE.split("\n## Every message and field\n")[1].split("\n## ")[0]
PARTS = {part.partition("\n")[0]: part.partition("\n")[2] for part in REFERENCE.split("\n### ")[1:]}
FILES = (game_pb2.DESCRIPTOR, pb.DESCRIPTOR)
MESSAGES: dict[str, Descriptor] = {k: v for f in FILES for k, v in f.message_types_by_name.items()}
ENUMS: dict[str, EnumDescriptor] = {k: v for f in FILES for k, v in f.enum_types_by_name.items()}
FIELDS = {field.name for message in MESSAGES.values() for field in message.fields}
VALUES = {value.name for enum in ENUMS.values() for value in enum.values}
NOT_OF_THE_PROTOCOL = {
    "KING_REFEREE",
    "KING_TOKEN",
    "RESOURCE_EXHAUSTED",
    "MY_TABLE_SIZE",
    "too_many_pings",
    "node_modules",
    "__pycache__",
    "grpc.enable_http_proxy",
}
SCALARS = {
    value: name.removeprefix("TYPE_").lower()
    for name, value in vars(FieldDescriptor).items()
    if name.startswith("TYPE_")
}
TABLE_ROW = re.compile(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", re.MULTILINE)
CLOCK_STEP = re.compile(
    r"(?P<time>\d+\.\d\d) s  (?P<what>sent|answered|given up|dropped) +"
    r"(?P<letters>[A-Z](?: [A-Z])*)(?: {2,}(?P<charges>.+))?"
)
SETTLED = re.compile(
    r"A\d  (?P<ruleset>\S+) +seat (?P<seat>\d) (?P<words>.*?)(?: to seat (?P<buyer>\d))?"
    r"(?: +tricks (?P<tricks>[\d ]+?))? +points (?P<points>[-\d ]+)"
)


def type_text(field: FieldDescriptor) -> str:
    """The type of a field as the page writes it."""
    kind = field.message_type or field.enum_type
    name = kind.name if kind else SCALARS[field.type]
    if field.is_repeated:
        return f"repeated {name}"
    choice = field.containing_oneof
    if choice is None:
        return name
    return f"optional {name}" if choice.name.startswith("_") else f"{name}, in `{choice.name}`"


def test_every_message_and_enum_has_its_part() -> None:
    """The reference has a part for each, and for the service, in the order of the files."""
    order = []
    for name in ("session", "game"):
        text = (ROOT / f"proto/king/v1/{name}.proto").read_text()
        order += re.findall(r"^(?:message|enum|service) (\w+)", text, re.MULTILINE)
    assert list(PARTS) == order
    assert set(PARTS) == {*MESSAGES, *ENUMS, "RefereeService"}


@pytest.mark.parametrize("name", MESSAGES)
def test_every_field_is_explained(name: str) -> None:
    """The table of a message has its fields with their numbers and types, and some words each."""
    rows = [(row[1], row[2], *row[3].split(" | ", 1)) for row in TABLE_ROW.finditer(PARTS[name])]
    fields = MESSAGES[name].fields
    assert [row[:3] for row in rows] == [(f.name, str(f.number), type_text(f)) for f in fields]
    assert all(row[3] for row in rows)
    assert fields or "It has no fields." in PARTS[name]


@pytest.mark.parametrize("name", ENUMS)
def test_every_value_of_an_enum_is_explained(name: str) -> None:
    """The table of an enum has its values with their numbers; the cards have one of their own."""
    if name == "Card":
        rows = re.findall(r"`(CARD_[CDHS].)` (\d+)", PAGE)
        rows = [("CARD_UNSPECIFIED", "0"), *sorted(rows, key=lambda row: int(row[1]))]
        assert "`CARD_UNSPECIFIED` is 0" in PAGE
    else:
        rows = [(row[1], row[2]) for row in TABLE_ROW.finditer(PARTS[name])]
    assert rows == [(value.name, str(value.number)) for value in ENUMS[name].values]


def test_nothing_is_named_that_does_not_exist() -> None:
    """Every name on the page that looks like one of the protocol files is in them."""
    prefixes = "|".join(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper() for name in ENUMS)
    named = re.findall(rf"(?<!\w)(?:{prefixes})_\w+", PAGE)
    assert set(named) <= VALUES
    for words in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", PAGE, flags=re.M | re.S)):
        for word in re.findall(r"[\w.]+", words):
            first, _, rest = word.partition(".")
            if first in MESSAGES and rest:
                assert rest in MESSAGES[first].fields_by_name, word
            elif re.fullmatch(r"[A-Z]+[a-z]\w*", first):
                assert first in {*MESSAGES, *ENUMS, "RefereeService", "Play"}, word
            elif "_" in word.strip("_.") and word not in NOT_OF_THE_PROTOCOL:
                assert word in FIELDS | VALUES or word.startswith("QUESTION_KIND_"), word


def test_the_bot_file_and_the_environment_are_explained(tmp_path: Path) -> None:
    """Every key of bot.toml and every variable is named, and the example can be read as a bot."""
    part = PAGE.split("\n## The process\n")[1].split("\n## ")[0]
    examples = re.findall(r"```toml\n(.*?)```", part, re.DOTALL)
    for key in (*KEYS, *GIVEN_KEYS, "KING_REFEREE", "KING_TOKEN"):
        assert f"`{key}`" in part, key
    assert set(tomllib.loads(examples[0])) == set(KEYS)
    (tmp_path / "bot.toml").write_text(examples[0])
    assert read_bot(str(tmp_path)).name == "my-bot"
    (tmp_path / "bot.toml").write_text(
        f'name = "own"\nversion = "1"\nlanguage = "Python"\n{examples[1]}'
    )
    assert read_bot(str(tmp_path)).build_words is not None


def test_the_usual_limits_are_those_of_the_referee() -> None:
    """The table of the clock has the default time control."""
    control = TimeControl()
    rows = dict(re.findall(r"^\| (start budget|move limit|grace|hard cap) \| (.*?) \|", PAGE, re.M))
    assert {name: text.replace(" ", "").replace("min", "m") for name, text in rows.items()} == {
        "start budget": duration_text(control.start_budget_ms),
        "move limit": duration_text(control.move_limit_ms),
        "grace": duration_text(control.grace_ms),
        "hard cap": duration_text(control.hard_cap_ms),
    }
    bank = f"{control.bank_ms // 1000} s + {control.bank_increment_ms // 1000} s"
    assert f"| bank | {bank} |" in PAGE


def clock_examples() -> list[str]:
    """The worked examples of the clock."""
    part = PAGE.split("\n### Worked examples\n")[1].split("\n## ")[0]
    return re.findall(r"```text\n(.*?)```", part, re.DOTALL)


@pytest.mark.parametrize("example", clock_examples())
def test_the_clock_charges_what_its_examples_say(example: str) -> None:
    """Each example, followed step by step, gives the charges and the lateness that it shows."""
    clock = ProcessClock(TimeControl())
    bank = 1_000.0
    for line in example.strip().splitlines():
        if line.startswith("bank "):
            bank = float(line.split()[1])
            continue
        step = CLOCK_STEP.fullmatch(line.strip())
        assert step, line
        now, letters = float(step["time"]), step["letters"].split()
        numbers = [ord(letter) for letter in letters]
        if step["what"] == "sent":
            clock.ask([(number, bank) for number in numbers], now, lag=0.0)
            continue
        if step["what"] == "dropped":
            assert clock.answer([], now, lag=0.0) == []
            continue
        charges: list[Charge]
        if step["what"] == "answered":
            charges = clock.answer(numbers, now, lag=0.0)
        else:
            assert clock.expire(now - 0.02, lag=0.0) == []
            expired = clock.expire(now, lag=0.0)
            assert [number for number, _ in expired] == numbers
            charges = [charge for _, charge in expired]
        shown = []
        for letter, charge in zip(letters, charges, strict=True):
            is_late = charge.is_late and step["what"] == "answered"
            shown.append(f"{letter} {charge.seconds:.2f}{' late' if is_late else ''}")
        assert step["charges"] == ", ".join(shown)


def test_the_example_of_a_message_is_one() -> None:
    """What is shown as JSON can be read as a message of the referee."""
    examples = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 1
    for example in examples:
        assert Parse(example, pb.PlayResponse()).WhichOneof("message") == "game_over"


def test_the_transcript_is_what_a_run_sends(ground: Ground) -> None:
    """Played again, the messages on the page are the same; `make transcript` writes them."""
    streams = transcript.recorded_streams(ground)
    assert transcript.filled(PAGE, streams) == PAGE
    said = transcript.first_stream(streams)
    for message in said:
        is_of_bot = message.speaker == "bot"
        ParseDict(message.said, pb.PlayRequest() if is_of_bot else pb.PlayResponse())
    for block in transcript.BYTES.finditer(PAGE):
        message = said[int(block[1]) - 1]
        read = pb.PlayRequest() if message.speaker == "bot" else pb.PlayResponse()
        read.ParseFromString(bytes.fromhex(block[2]))
        assert read == ParseDict(message.said, type(read)())


def test_the_tournaments_of_the_transcripts_are_told() -> None:
    """The command of each has its bots in their order, with the author's own among them."""
    for ruleset, names in transcript.TABLES.items():
        bots = " ".join(
            "YOURS" if name == "recorder" else f"{name}=sample_bots/{name.partition('-')[0]}"
            for name in names
        )
        words = f"referee tournament {bots} --ruleset {ruleset} --boards 1 --seed transcript"
        assert f"\n{words}\n" in PAGE


def test_each_kind_of_question_is_shown() -> None:
    """Cards in the transcript, and one question of each other kind."""
    shown = {f"QUESTION_KIND_{block[1]}" for block in transcript.QUESTION.finditer(PAGE)}
    assert shown | {"QUESTION_KIND_CARD"} == set(pb.QuestionKind.keys()[1:])


@pytest.mark.parametrize("example", [*SETTLED.finditer(PAGE)], ids=lambda match: match[0])
def test_deals_are_settled_as_the_examples_say(example: re.Match[str]) -> None:
    """The points of each seat come of its tricks, of the trump, and of the sale."""
    ruleset = load_ruleset(example["ruleset"])
    seat, words = int(example["seat"]), example["words"]
    trump = Trump.HEARTS
    for word, named in {
        "down": Trump.NULOS,
        "nulos": Trump.NULOS,
        "4-3-3-3": Trump.FOUR_THREE_THREE_THREE,
        "share-out": Trump.SHARE_OUT,
    }.items():
        trump = named if word in words else trump
    sale = None
    if bid := re.search(r"(?:at|sells) (\d)(?: (down))?", words):
        buyer = seat if example["buyer"] is None else int(example["buyer"])
        seller = None if example["buyer"] is None else seat
        sale = Sale(seller, buyer, int(bid[1]), Direction.DOWN if bid[2] else Direction.UP)
    deal = Deal(1, 0, None, Cards(()), None, "trump", seat, trump, sale=sale)
    if example["tricks"] is None:
        tricks, points = [], unplayed_points(ruleset, deal)
    else:
        taken = [int(count) for count in example["tricks"].split()]
        assert sum(taken) == ruleset.hand_size
        tricks = [Trick(0, (), taker) for taker, count in enumerate(taken) for _ in range(count)]
        rules = play_rules(ruleset, "trump", trump)
        points = tuple(
            start + count * rules.trick_prices[0]
            for start, count in zip(rules.start_points, taken, strict=True)
        )
    told = tuple(int(number) for number in example["points"].split())
    assert paid(ruleset, deal, points, tricks) == told


def test_the_transcript_is_a_whole_deal() -> None:
    """It goes without a gap from Hello to the end of the first deal, and ends with Goodbye."""
    blocks = list(transcript.BLOCK.finditer(PAGE))
    shown = [n for block in blocks for n in range(int(block[1]), int(block[2]) + 1)]
    total = int(blocks[0][3])
    assert shown == [*range(1, len(shown) - 1), total - 1, total]
    texts = [block[4] for block in blocks]
    assert '"hello"' in texts[0]
    assert '"deal_over"' in texts[-2]
    assert '"goodbye"' in texts[-1]


def test_links_lead_somewhere() -> None:
    """Every link to a part of the page or to a file finds it."""
    heads = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
    for file, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", PAGE):
        assert not file or (transcript.PAGE.parent / file).exists(), file
        assert not anchor or anchor in anchors, anchor
