"""Rule sets that cannot be played: each is refused in one line that names the key."""

import random
from pathlib import Path

import msgspec
import pytest
from dealing import random_game
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
            "contract 'tricks': key `trick`: expected `int` >= 0",
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
        ("[contracts]", "options.a = {}\n[contracts]", "key `options.a`: it has no values"),
        ("[contracts]", "options.'a=b'.c = {}\n[contracts]", "'a=b' is no name to set"),
        ("tricks.trick = 2", "tricks.trick = 2\n''.trick = 3", "a contract needs a name"),
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
    ("extended", "changes", "line"),
    [
        ("classic", "seat = 3", "object contains unknown field `seat`"),
        ("classic", "seats = 5", "32 cards do not come out even for 5 hands"),
        ("kitty", "seats = 4", "32 cards do not come out even for 4 hands and a kitty of 2"),
        ("two-handed", "dealer_sits_out = true", "key `dealer_sits_out`: two seats or more"),
        ("classic", "choice = 'any'", "key `choice`: invalid enum value 'any'"),
        ("classic", "stage_deals = 7", 'key `stage_deals`: only with `choice = "dealer"`'),
        (
            "last-trick-chosen",
            "stage_deals = 4",
            "key `stage_deals`: 14 deals are not stages of 4",
        ),
        ("classic", "choice = 'dealer'", "key `stage_deals`: 14 deals are not stages of 0"),
        (
            "kitty-4",
            "choice = 'dealer'\nstage_deals = 10",
            "key `choice`: a dealer who sits out cannot be declarer",
        ),
        ("kitty-4", "choice = 'round'", "key `choice`: round needs every seat"),
        ("kitty-4", "lead = 'dealer'", "key `lead`: the dealer has no cards to lead"),
        ("classic", "lead = 'declarer'", "key `lead`: nobody is declarer in a fixed order"),
        ("classic", "trumps = ['suit']", "keys `trump_time`, `trumps`, `auction`: there is no"),
        ("classic", "auction = 'bidding'", "keys `trump_time`, `trumps`, `auction`: there is no"),
        (
            "classic",
            "deals = ['trump']\ncontracts.trump.trick = 3",
            "keys `trump_time`, `trumps`: a deal `trump` needs both",
        ),
        ("twelve", "trumps = []", "keys `trump_time`, `trumps`: a deal `trump` needs both"),
        ("twelve", "trumps = ['suits']", "key `trumps`: unknown trump 'suits'; known: suit,"),
        ("twelve", "trumps = ['C']", "key `trumps`: unknown trump 'C'; known: suit,"),
        ("twelve", "trumps = ['suit', 'nulos']", "key `trumps`: 'nulos' cannot stand there"),
        ("twelve", "trumps = ['suit', 'suit']", "key `trumps`: 'C' cannot stand there; once"),
        ("twelve", "trumps = ['no-trump', 'suit']", "key `trumps`: must stand in the order suit"),
        ("twelve", "trump_time = 'later'", "key `trump_time`: invalid enum value 'later'"),
        (
            "twelve",
            "choice = 'declarer'",
            "key `trump_time`: three-cards needs a fixed order of deals",
        ),
        (
            "twelve",
            "ranks = 'JQK'\npacket = 1",
            "key `trump_time`: three-cards needs more than three cards a hand",
        ),
        ("bidding", "trumps = ['suit', 'last']", "key `trumps`: `last` needs `trump_time ="),
        ("payback-8", "seats = 3\nremoved = '7S 7C'", "key `trumps`: `share-out`: the tricks"),
        ("twelve", "ruff = 'may'", "key `ruff`: invalid enum value 'may'"),
        ("kitty", "auction = 'bidding'", "key `auction`: needs a fixed order of deals"),
        ("twelve", "auction = 'bidding'", "key `auction`: bidding needs the whole hand"),
        ("payback-8", "auction = 'beneficiary'", "key `auction`: beneficiary needs the whole"),
        (
            "portuguese",
            "seats = 3\nremoved = '2C'",
            "key `auction`: beneficiary needs four seats with thirteen cards",
        ),
        (
            "portuguese",
            "ranks = '789TJQKA'",
            "key `auction`: beneficiary needs four seats with thirteen",
        ),
        ("portuguese-quick", "heart_ban = ['king+hearts']", "key `heart_ban`: no deal is called"),
        ("portuguese", "heart_ban = ['harts']", "key `heart_ban`: unknown contract 'harts'"),
        ("classic", "contracts.king.king = 'dear'", "contract 'king': key `king`: expected `int`"),
        (
            "ordered",
            "contracts.tricks = { trick = 10000, heart = 10000, boy = 10000, girl = 10000 }\n"
            "contracts.king.king = 10000",
            "prices that make more than 10000000 points a game",
        ),
        (
            "portuguese",
            "ranks = 'TJQKA'",
            "key `auction`: beneficiary needs four seats with thirteen",
        ),
        ("twelve", "auction = 'dutch'", "key `auction`: invalid enum value 'dutch'"),
        ("classic", "removed = '7C 7D 7H 7S'\nkitty_size = 4", "key `kitty`: a kitty needs its"),
        ("classic", "kitty = 'shown'", "key `kitty_size`: a kitty has 2 cards"),
        ("long", "seats = 2\nkitty = 'shown'\nkitty_size = 4", "key `kitty_size`: a kitty has"),
        (
            "classic",
            "seats = 3\nkitty = 'shown'\nkitty_size = 2",
            "key `kitty`: nobody takes it in a fixed order of deals",
        ),
        ("kitty", "kitty = 'open'", "key `kitty`: invalid enum value 'open'"),
        ("twelve", "deals = ['+trump']", "key `deals`: '+trump': a trump deal has no sign"),
        ("twelve", "deals = ['tricks']", "key `deals`: 'tricks' must begin with + or -, or be"),
        ("twelve", "contracts.trump.king = 3", "contract 'trump' prices tricks, and nothing else"),
        ("classic", "contracts.more.trick = 3", "contract 'more' stands in no deal"),
        ("classic", "contracts.trump.trick = 3", "contract 'trump' stands in no deal"),
        ("classic", "contracts.tricks.trick = 0", "contract 'tricks' has no price"),
        ("classic", "contracts.tricks.club = 1", "object contains unknown field `club`"),
        (
            "classic",
            "ranks = '789TJKA'\nseats = 2",
            "contract 'girls' prices `girl`, but the deck has none",
        ),
        (
            "classic",
            "removed = '7H 8H 9H TH JH QH KH AH'",
            "contract 'hearts' prices `heart`, but the deck has none",
        ),
        (
            "classic",
            "boys = 'J'\nremoved = 'JC JD JH JS'",
            "contract 'boys' prices `boy`, but the deck has none",
        ),
        (
            "last-trick",
            "contracts.last.at = { -9 = 16 }",
            "contract 'last' prices trick -9, but a deal has 8",
        ),
        ("classic", "options.boys.JQ.boys = '2'", "with boys=JQ: key `boys`: '2' must be among"),
        ("classic", "set = { boys = 'Q' }", "option boys cannot be 'Q'; values: K, KJ"),
        ("classic", "set = { girls = 'Q' }", "has no option 'girls'; options: boys, king-duty"),
    ],
)
def test_changes_that_do_not_fit_are_refused(
    tmp_path: Path, extended: str, changes: str, line: str
) -> None:
    """A file that changes a rule set into what cannot be played is refused by the key."""
    text = f'extends = "{extended}"\n{changes}\n'
    assert line.lower() in refusal(own(tmp_path, text)).lower()


@pytest.mark.parametrize(
    ("extended", "changes"),
    [
        ("classic", "seats = 2"),
        ("kitty", "choice = 'round'"),
        ("kitty", "set = { eralash = 'yes' }\nchoice = 'dealer'\nstage_deals = 5"),
        ("twelve", "auction = 'buyout'"),
        ("portuguese", "auction = 'bidding'"),
        ("payback-8", "trumps = ['misere', 'last']"),
        ("three-card", "deals = ['trump']"),
        ("kitty-4", "choice = 'pool'"),
    ],
)
def test_other_mixtures_are_played(tmp_path: Path, extended: str, changes: str) -> None:
    """What no source plays, but the rules can, is a rule set like the others, and its games end."""
    ruleset = load_ruleset(own(tmp_path, f'extends = "{extended}"\n{changes}\n'))
    for seed in range(3):
        *_, (end, _) = random_game(ruleset, random.Random(seed))
        assert len(end.finished) == ruleset.deal_count


def test_a_stage_may_hold_a_contract_twice(tmp_path: Path) -> None:
    """C4: a contract that stands in two stages is not named in the first for the second."""
    deals = '["-tricks", "+girls", "-tricks", "+hearts"]'
    text = f'extends = "last-trick-chosen"\ndeals = {deals}\nstage_deals = 2\n'
    ruleset = load_ruleset(own(tmp_path, text))
    for seed in range(10):
        *_, (end, _) = random_game(ruleset, random.Random(seed))
        played = [result.contract for result in end.finished]
        assert sorted(played[:2]) == ["+girls", "-tricks"]
        assert sorted(played[2:]) == ["+hearts", "-tricks"]


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
