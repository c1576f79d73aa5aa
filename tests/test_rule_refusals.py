"""Rule sets that cannot be played: each is refused in one line that names the key."""

from pathlib import Path

import msgspec
import pytest
from own_rules import OWN, own, refusal

from referee.ruleset import RuleSet, check_law, load_ruleset


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
        ('choice = "fixed"', 'choice = "any"', "key `choice`: invalid enum value 'any'"),
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


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seats": 1}, "1 seats"),
        ({"seats": 3}, "32 cards do not come out even for 3 hands"),
        ({"hand_size": 7}, "32 cards do not come out even for 4 hands"),
        ({"packet": 0}, "packets of 0 do not fill a hand of 8"),
        ({"deck": [52, *range(31)]}, "the deck"),
        ({"deck": [*range(31), 30]}, "the deck"),
        ({"deals": []}, "key `deals`: there are none"),
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
