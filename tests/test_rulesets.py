"""Rule sets as data files: the law book's table, options, and files of an organizer."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from law_table import HASHES, TABLE, deals_of, short_name, worth_of
from own_rules import OWN, own, refusal

from referee.cards import cards_text
from referee.contract import KingDuty, Prices, Sign
from referee.play import play_rules
from referee.ruleset import (
    Choice,
    Lead,
    RuleSet,
    check_law,
    law_of,
    load_ruleset,
    ruleset_ids,
)

NAMES = ["tricks", "boys", "girls", "hearts", "king", "last", "eralash"]


def test_classic_is_the_classic_of_the_law_book() -> None:
    """Part 3: four seats, 32 cards, fourteen deals, minus and then plus, first hand leads."""
    classic = load_ruleset("classic")
    assert (classic.id, classic.seats, classic.hand_size, classic.kitty_size) == (
        "classic",
        4,
        8,
        0,
    )
    assert cards_text(classic.deck[:8]) == "7C 8C 9C TC JC QC KC AC"
    assert len(classic.deck) == 32
    assert list(classic.deals) == [sign + name for sign in "-+" for name in NAMES]
    assert list(classic.contracts) == list(classic.deals)
    assert (classic.lead, classic.choice, classic.boys) == (Lead.LEFT, Choice.FIXED, "K")
    assert classic.early_end
    assert classic.packet == 1
    assert not classic.dealer_sits_out
    assert classic.set == {}


@pytest.mark.parametrize("sign", ["-", "+"])
def test_classic_contracts(sign: str) -> None:
    """Prices 2/2/4/4/16/8, the ban in hearts, king and eralash, the KH duty where it is priced."""
    contracts = load_ruleset("classic").contracts
    last = ((-2, 8), (-1, 8))
    assert {name: contracts[sign + name].prices for name in NAMES} == {
        "tricks": Prices(trick=2),
        "boys": Prices(boy=4),
        "girls": Prices(girl=4),
        "hearts": Prices(heart=2),
        "king": Prices(king=16),
        "last": Prices(at=last),
        "eralash": Prices(trick=2, heart=2, boy=4, girl=4, king=16, at=last),
    }
    assert {name for name in NAMES if contracts[sign + name].heart_ban} == {
        "hearts",
        "king",
        "eralash",
    }
    duties = {name: contracts[sign + name].king_duty for name in NAMES}
    assert {n for n, duty in duties.items() if duty is KingDuty.VOID} == {"king", "eralash"}
    assert {contracts[sign + name].sign for name in NAMES} == {Sign(sign)}


def test_the_table_of_the_law_book_is_whole() -> None:
    """Part 3 has 34 rule sets, and each is a file."""
    assert sorted(TABLE) == ruleset_ids()
    assert len(TABLE) == 34


@pytest.mark.parametrize("ruleset_id", TABLE)
def test_rule_sets_are_rows_of_the_law_book(ruleset_id: str) -> None:
    """Seats, cards, deals in their order, boys, lead, ban and KH duty are those of part 3."""
    ruleset, row = load_ruleset(ruleset_id), TABLE[ruleset_id]
    deals, times = deals_of(row)
    assert (ruleset.seats, ruleset.hand_size, ruleset.boys) == (row.seats, row.hand, row.boys)
    assert [short_name(deal) for deal in ruleset.deals] == deals
    assert ruleset.deal_count == len(deals) * times
    assert ruleset.lead == row.lead
    banned = {short_name(one.id)[1:] for one in ruleset.contracts.values() if one.heart_ban}
    assert banned == ({"h+k"} if row.ban == "h+k" else set(row.ban))
    duties = {one.king_duty for one in ruleset.contracts.values() if one.prices.king}
    assert duties == {row.king}
    assert ruleset.early_end != ruleset_id.startswith(("portuguese", "last-trick"))  # P6


@pytest.mark.parametrize("ruleset_id", TABLE)
def test_sums_of_deals(ruleset_id: str) -> None:
    """P8: the deals of each contract, and so a whole game, add up to what the law book says."""
    ruleset, row = load_ruleset(ruleset_id), TABLE[ruleset_id]
    totals = {name: play_rules(ruleset, name).total for name in ruleset.contracts}
    assert totals == {name: worth_of(row, short_name(name)) for name in ruleset.contracts}
    times = deals_of(row)[1]
    assert times * sum(totals[name] for name in ruleset.deals) == row.total


TRUMPS = {
    # rule set, ruff (L6, L7), when (T1, T2), what may be named, auction
    "bidding": ("must", "whole-hand", "C D H S", "bidding"),
    "three-card": ("must", "three-cards", "C D H S last", None),
    "twelve": ("must", "three-cards", "C D H S no-trump last", None),
    "twelve-boys-kj": ("must", "three-cards", "C D H S no-trump last", None),
    "two-handed": ("must", "whole-hand", "C D H S", None),
    "payback-8": ("must", "three-cards", "C D H S no-trump misere share-out last", "buyout"),
    "payback-4": ("must", "three-cards", "C D H S no-trump misere share-out last", "buyout"),
    "payback-short": ("must", "three-cards", "C D H S no-trump misere share-out last", "buyout"),
    "kitty": ("must", "whole-hand", "C D H S", None),
    "kitty-4": ("must", "whole-hand", "C D H S", None),
    "kitty-no-eralash": ("must", "whole-hand", "C D H S", None),
    "kitty-2010": ("must", "whole-hand", "C D H S no-trump", None),
    "kitty-2010-kj": ("must", "whole-hand", "C D H S no-trump", None),
    "portuguese": ("free", "whole-hand", "C D H S no-trump", "beneficiary"),
    "portuguese-quick": ("free", "whole-hand", "C D H S no-trump", "beneficiary"),
}


@pytest.mark.parametrize("ruleset_id", TABLE)
def test_trump_deals_of_the_law_book(ruleset_id: str) -> None:
    """Part 3: ruffing, the time and the names of the trump, and the auction, where there are."""
    ruleset = load_ruleset(ruleset_id)
    assert ("trump" in ruleset.contracts) == (ruleset_id in TRUMPS)
    if ruleset_id in TRUMPS:
        ruff, time, names, auction = TRUMPS[ruleset_id]
        assert (ruleset.ruff, ruleset.trump_time, ruleset.auction) == (ruff, time, auction)
        assert " ".join(ruleset.trumps) == names
    kitty = "hidden" if "2010" in ruleset_id else "shown"
    assert ruleset.kitty == (kitty if ruleset_id.startswith("kitty") else None)
    assert ruleset.packet == (2 if ruleset_id.startswith("twelve") else 1)  # P1
    assert ruleset.dealer_sits_out == (ruleset_id == "kitty-4")  # K4


def test_variants_differ_from_classic_in_their_one_point() -> None:
    """Part 3: boys K J at 2; KH without duty; the twelve deals without eralash."""
    classic = load_ruleset("classic")
    boys = load_ruleset("classic-boys-kj")
    assert boys.boys == "KJ"
    assert boys.contracts["-boys"].prices == Prices(boy=2)
    assert boys.contracts["-eralash"].prices.boy == 2
    assert boys.deals == classic.deals
    free = load_ruleset("classic-free-king")
    assert {one.king_duty for one in free.contracts.values()} == {KingDuty.NONE}
    assert free.contracts["-king"].heart_ban
    short = load_ruleset("classic-no-eralash")
    assert list(short.deals) == [sign + name for sign in "-+" for name in NAMES[:-1]]


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_hashes_stay(ruleset_id: str) -> None:
    """The hash of a rule set never changes, or every board would be another."""
    assert load_ruleset(ruleset_id).sha256 == HASHES[ruleset_id]


@pytest.mark.parametrize(
    ("option", "value", "variant"),
    [
        ("boys", "KJ", "classic-boys-kj"),
        ("king-duty", "none", "classic-free-king"),
        ("eralash", "no", "classic-no-eralash"),
        ("boys", "KJ", "twelve-boys-kj"),
        ("boys", "KJ", "kitty-2010-kj"),
        ("eralash", "no", "kitty-no-eralash"),
    ],
)
def test_options_make_the_variants(option: str, value: str, variant: str) -> None:
    """An option of a rule set gives the law of its variant, and so its hash; it is remembered."""
    plain = variant.removesuffix("-boys-kj").removesuffix("-kj").removesuffix("-no-eralash")
    plain = plain.removesuffix("-free-king")
    with_option = load_ruleset(plain, {option: value})
    assert law_of(with_option) == law_of(load_ruleset(variant))
    assert with_option.sha256 == load_ruleset(variant).sha256
    assert (with_option.id, with_option.set) == (plain, {option: value})


@pytest.mark.parametrize(
    ("ruleset_id", "option", "value", "deals", "total"),
    [
        ("bidding", "eralash", "no", 10, 96),
        ("three-card", "eralash", "no", 10, 96),
        ("two-handed", "trump-deals", "0", 14, 0),
        ("two-handed", "trump-deals", "2", 16, 48),
        ("two-handed", "trump-deals", "4", 18, 96),
        ("kitty", "eralash", "no", 27, 720),
        ("kitty-4", "eralash", "no", 36, 960),
        ("symmetric", "boys", "KJ", 14, 0),
        ("symmetric-3", "boys", "KJ", 14, 0),
    ],
)
def test_options_of_the_law_book(
    ruleset_id: str, option: str, value: str, deals: int, total: int
) -> None:
    """With the option a game has so many deals, which add up to this; a deal's sum stays (P8)."""
    ruleset, row = load_ruleset(ruleset_id, {option: value}), TABLE[ruleset_id]
    totals = {name: play_rules(ruleset, name).total for name in ruleset.contracts}
    assert totals == {name: worth_of(row, short_name(name)) for name in ruleset.contracts}
    assert ruleset.deal_count == deals
    assert sum(totals[name] for name in ruleset.deals) * deals == total * len(ruleset.deals)


def test_options_combine_in_any_order() -> None:
    """Options lie over each other the same way, however they are given."""
    options = {"boys": "KJ", "eralash": "no", "king-duty": "none"}
    backwards = dict(reversed(options.items()))
    ruleset = load_ruleset("classic", options)
    assert ruleset == load_ruleset("classic", backwards)
    assert ruleset.contracts["-boys"].prices == Prices(boy=2)
    assert len(ruleset.deals) == 12
    assert list(ruleset.set) == sorted(options)


def test_the_default_of_an_option_changes_nothing() -> None:
    """Saying what holds anyway leaves the law as it is."""
    assert load_ruleset("classic", {"boys": "K"}).sha256 == load_ruleset("classic").sha256


def test_unknown_options_list_what_there_is() -> None:
    """A wrong option or value is refused in one line that lists the right ones."""
    assert refusal("classic", {"girls": "Q"}) == (
        "rule set classic has no option 'girls'; options: boys, king-duty, eralash"
    )
    assert refusal("classic", {"boys": "J"}) == (
        "rule set classic: option boys cannot be 'J'; values: K, KJ"
    )
    assert refusal("classic-boys-kj", {"boys": "K"}) == (
        "rule set classic-boys-kj has no option 'boys'; options: king-duty, eralash"
    )


def test_unknown_rule_sets_list_what_there_is() -> None:
    """An unknown id is refused in one line with the known ones."""
    assert refusal("clasic") == (
        f"unknown rule set 'clasic'; known: {', '.join(sorted(TABLE))}; "
        "or give the path of a .toml file"
    )


def test_an_organizer_brings_his_own_file(tmp_path: Path) -> None:
    """A file of one's own is a rule set by the name of the file."""
    ruleset = load_ruleset(own(tmp_path, OWN))
    assert (ruleset.id, ruleset.title, ruleset.lead) == ("club", "Ours", Lead.DEALER)
    assert list(ruleset.contracts) == ["-tricks", "+hearts+king"]
    combined = ruleset.contracts["+hearts+king"]
    assert combined.prices == Prices(heart=2, king=16)
    assert combined.heart_ban
    assert combined.king_duty is KingDuty.NONE


def test_a_file_may_extend_a_rule_set_or_another_file(tmp_path: Path) -> None:
    """`extends` takes an id or a path beside the file; tables are merged, the rest replaced."""
    own(tmp_path, OWN)
    text = 'extends = "club.toml"\nlead = "left"\ncontracts.king.king = 20\n'
    ruleset = load_ruleset(own(tmp_path, text, "night.toml"))
    assert (ruleset.id, ruleset.lead) == ("night", Lead.LEFT)
    assert ruleset.contracts["+hearts+king"].prices == Prices(heart=2, king=20)
    text = 'extends = "classic"\nset = { boys = "KJ" }\nboys = "JK"\n'
    same = load_ruleset(own(tmp_path, text, "same.toml"))
    assert same.sha256 == load_ruleset("classic-boys-kj").sha256


def test_the_name_and_source_of_a_rule_set_are_not_its_law(tmp_path: Path) -> None:
    """Equal laws have equal hashes, whatever they are called."""
    first = load_ruleset(own(tmp_path, OWN))
    second = load_ruleset(own(tmp_path, OWN.replace("Ours", "Theirs"), "other.toml"))
    assert first.sha256 == second.sha256
    third = load_ruleset(own(tmp_path, OWN.replace("= 16", "= 18"), "third.toml"))
    assert first.sha256 != third.sha256


def test_a_file_may_not_pass_for_one_of_the_referees_own(tmp_path: Path) -> None:
    """The id in a leaderboard means what the referee brings, so a file cannot take it."""
    assert "rename the file" in refusal(own(tmp_path, OWN, "classic.toml"))
    assert "name the file with letters" in refusal(own(tmp_path, OWN, "my club.toml"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder and bytes that are no text are each one line."""
    assert refusal(str(tmp_path / "no.toml")) == "rule set no.toml: No such file or directory"
    assert "Is a directory" in refusal(f"{tmp_path}/")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert refusal(str(tmp_path / "bytes.toml")) == "rule set bytes.toml: not UTF-8 text"


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_a_rule_set_goes_through_json_whole(ruleset_id: str) -> None:
    """The rule set that a tournament keeps is read back as the same rule set."""
    ruleset = load_ruleset(ruleset_id)
    assert msgspec.json.decode(msgspec.json.encode(ruleset), type=RuleSet) == ruleset


def test_rules_are_kept_by_law_not_by_name() -> None:
    """Two rule sets whose laws differ never share tables, even with the same hash by mistake."""
    classic = load_ruleset("classic")
    slower = msgspec.structs.replace(classic, early_end=False)
    assert play_rules(classic, "-king").open_tricks == 1
    assert play_rules(slower, "-king").open_tricks == 8


def test_the_law_is_plain_json() -> None:
    """The law holds words and numbers only, and no name of the rule set."""
    law: dict[str, Any] = law_of(load_ruleset("classic"))
    assert not {"id", "title", "source", "set", "sha256"} & law.keys()
    assert msgspec.json.decode(msgspec.json.encode(law)) == law


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_a_rule_set_that_was_written_and_read_is_its_law(ruleset_id: str) -> None:
    """What stands in tournament.json has the hash that it names, and can be played."""
    ruleset = load_ruleset(ruleset_id)
    check_law(msgspec.json.decode(msgspec.json.encode(ruleset), type=RuleSet))
