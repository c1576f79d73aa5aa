"""Rule sets as data files: the four classic ones, options, and files of an organizer."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.cards import cards_text
from referee.contract import KingDuty, Prices, Sign
from referee.errors import UserError
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

HASHES = {
    "classic": "8d1a46076998d1f0e1d717340df9eb65de67cb3ef226e3a85f0837e538e51373",
    "classic-boys-kj": "91e42ae5aa67ad363fd8751748815cc0f82a8f4b4cd1ca62d258d995973912a8",
    "classic-free-king": "58ac108aa0f4333645280ef6a5770295a231d4af68ea4a29c53cdcec7037ce21",
    "classic-no-eralash": "87db5abb7db9a948439db708045228806d1ef16962dccaf3d377382e9eb07fc1",
}
"""Boards are dealt from these, so a change deals other cards for every seed."""

OWN = """
title = "Ours"
source = "the club"
seats = 4
ranks = "789TJQKA"
boys = "K"
lead = "dealer"
choice = "fixed"
deals = ["-tricks", "+hearts+king"]
heart_ban = ["hearts+king"]
[contracts]
tricks.trick = 2
hearts.heart = 2
king.king = 16
"""


def own(tmp_path: Path, text: str, name: str = "club.toml") -> str:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return str(path)


def refusal(id_or_path: str, options: dict[str, str] | None = None) -> str:
    """The one line with which a rule set is refused, without the folder of the file."""
    with pytest.raises(UserError) as caught:
        load_ruleset(id_or_path, options)
    line = str(caught.value)
    assert "\n" not in line
    return line.replace(str(Path(id_or_path).parent) + "/", "")


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


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_sums_of_deals(ruleset_id: str) -> None:
    """P8: every deal of a classic rule set adds up to 16, eralash to 96, and a game to 0."""
    ruleset = load_ruleset(ruleset_id)
    totals = {name: play_rules(ruleset, name).total for name in ruleset.contracts}
    for name, total in totals.items():
        assert abs(total) == (96 if "eralash" in name else 16)
        assert (total > 0) == (name[0] == "+")
    assert sum(totals[name] for name in ruleset.deals) == 0


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
    ],
)
def test_options_make_the_variants(option: str, value: str, variant: str) -> None:
    """An option of classic gives the law of the variant, and so its hash; it is remembered."""
    with_option = load_ruleset("classic", {option: value})
    assert law_of(with_option) == law_of(load_ruleset(variant))
    assert with_option.sha256 == load_ruleset(variant).sha256
    assert (with_option.id, with_option.set) == ("classic", {option: value})


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
        "unknown rule set 'clasic'; known: classic, classic-boys-kj, classic-free-king, "
        "classic-no-eralash; or give the path of a .toml file"
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


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seats = 4", "seats = 4\nseat = 3", "object contains unknown field `seat`"),
        ("seats = 4", 'seats = "4"', "key `seats`: expected `int`, got `str`"),
        ("seats = 4", "seats = 1", "key `seats`: expected `int` >= 2"),
        ("seats = 4\n", "", "object missing required field `seats`"),
        ("seats = 4", "seats = 3", "32 cards do not come out even for 3 hands"),
        (
            "seats = 4",
            'seats = 4\ndealer_sits_out = true\nremoved = "7C 7D"',
            "the dealer has no cards to lead",
        ),
        ('"789TJQKA"', '"7890"', "key `ranks`: '7890' must be different ranks of 23456789TJQKA"),
        ('"789TJQKA"', '"77"', "key `ranks`: '77' must be different ranks of 23456789TJQKA"),
        ('boys = "K"', 'boys = "2"', "key `boys`: '2' must be among the ranks '789TJQKA'"),
        ('boys = "K"', 'boys = "K"\nremoved = "2C"', "key `removed`: 2C not in the deck"),
        ('boys = "K"', 'boys = "K"\nremoved = "C2"', "not a card: 'C2'"),
        ('boys = "K"', 'boys = "K"\npacket = 3', "key `packet`: packets of 3 do not fill"),
        ('lead = "dealer"', 'lead = "declarer"', "key `lead`: nobody is declarer"),
        ('lead = "dealer"', 'lead = "right"', "key `lead`: invalid enum value 'right'"),
        ('choice = "fixed"', 'choice = "pool"', "key `choice`: invalid enum value 'pool'"),
        ('"-tricks"', '"-trick"', "unknown contract 'trick' in '-trick'; known: tricks, hearts"),
        ('"-tricks"', '"tricks"', "key `deals`: 'tricks' must begin with + or -"),
        ('"-tricks"', '"-tricks+tricks"', "contract '-tricks+tricks' counts 'tricks' twice"),
        ('["-tricks", "+hearts+king"]', "[]", "key `deals`: expected `array` of length >= 1"),
        ('"-tricks", ', "", "contract 'tricks' stands in no deal"),
        ("tricks.trick = 2", "tricks.trick = 0", "contract 'tricks' has no price"),
        ("tricks.trick = 2", "tricks = {}", "contract 'tricks' has no price"),
        (
            "tricks.trick = 2",
            "tricks.trick = -2",
            "key `contracts[...].trick`: expected `int` >= 0",
        ),
        ("tricks.trick = 2", "tricks.at.9 = 2", "prices trick 9, but a deal has 8"),
        ("tricks.trick = 2", "tricks.at.0 = 2", "prices trick 0, but a deal has 8"),
        ("tricks.trick = 2", "tricks.sum_of = ['king', 'kink']", "unknown contract 'kink'"),
        ("tricks.trick = 2", "tricks.sum_of = ['tricks']", "counts 'tricks' twice"),
        ("tricks.trick = 2", "tricks.trick = 2\ntricks.trick = 3", "not TOML: cannot overwrite"),
        ('heart_ban = ["', 'heart_ban = ["girls", "', "unknown contract 'girls'"),
        ('"789TJQKA"', '"789TJQA"', "key `boys`: 'K' must be among the ranks"),
        ('boys = "K"', 'boys = "A"\nremoved = "KC KD KH KS"', "prices `king`, but the deck has"),
        ("[contracts]", "set = { boys = 'K' }\n[contracts]", "key `set` sets options"),
        ("[contracts]", "options = 3\n[contracts]", "key `options`: expected a table"),
        ("[contracts]", "options.a = 3\n[contracts]", "key `options.a`: expected a table"),
        ("[contracts]", "options.a.b = 3\n[contracts]", "key `options.a.b`: expected a table"),
        (
            "[contracts]",
            "options.more.yes.seats = 5\n[contracts]",
            "club.toml with more=yes: 32 cards do not come out even for 5 hands",
        ),
        ("[contracts]", "extends = 3\n[contracts]", "key `extends`: expected an id or a path"),
        ("[contracts]", "extends = 'x'\n[contracts]", "unknown rule set 'x'"),
        ("[contracts]", "extends = 'club.toml'\n[contracts]", "extends itself by way of"),
        ("[contracts]", "extends = 'no.toml'\n[contracts]", "no.toml: No such file or directory"),
    ],
)
def test_bad_files_are_refused_in_one_line(tmp_path: Path, old: str, new: str, line: str) -> None:
    """A bad rule set file is refused with one line that names the key or the contract."""
    assert old in OWN
    found = refusal(own(tmp_path, OWN.replace(old, new, 1)))
    assert line.lower() in found.lower()


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


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seats": 1}, "1 seats"),
        ({"seats": 3}, "32 cards do not come out even for 3 hands"),
        ({"hand_size": 7}, "32 cards do not come out even for 4 hands"),
        ({"packet": 0}, "do not come out even"),
        ({"deck": [52, *range(31)]}, "the deck"),
        ({"deck": [*range(31), 30]}, "the deck"),
        ({"deals": []}, "no deals"),
        ({"deals": ["-nothing"]}, "the contract of the deal '-nothing' is missing"),
        ({"early_end": False}, "its law is not the one that its sha256 names"),
        ({"boys": "J"}, "its law is not the one"),
        ({"sha256": "0" * 64}, "its law is not the one"),
    ],
)
def test_a_changed_law_is_named(change: dict[str, object], said: str) -> None:
    """A rule set in JSON that cannot be played, or is not that of its hash, is refused."""
    law = msgspec.json.decode(msgspec.json.encode(load_ruleset("classic")))
    with pytest.raises(ValueError, match=said):
        check_law(msgspec.convert({**law, **change}, RuleSet))


def test_contracts_cannot_change_their_names_unseen() -> None:
    """Two contracts that stand under each other's id are found, though the hash does not tell."""
    law = msgspec.json.decode(msgspec.json.encode(load_ruleset("classic")))
    contracts = law["contracts"]
    contracts["-boys"], contracts["-girls"] = contracts["-girls"], contracts["-boys"]
    with pytest.raises(ValueError, match="the contract '-girls' stands under '-boys'"):
        check_law(msgspec.convert(law, RuleSet))
