"""The command `rules`, the sheets of docs/rules, and the page on rules of one's own."""

import json
import re
from pathlib import Path

import pytest

from referee.cli import main
from referee.law import law_hash
from referee.rulecommand import option_lines
from referee.ruleset import load_ruleset, ruleset_ids
from referee.rulesheet import sheet

DOCS = Path(__file__).parent.parent / "docs" / "rules"
EACH_RULE_SET = pytest.mark.parametrize("name", ruleset_ids())
WHOLE, CHANGE = 1, 0  # the order of the files on the page


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and error output of a command."""
    with pytest.raises(SystemExit) as end:
        main(["rules", *words])
    out, err = capsys.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, out, err


@EACH_RULE_SET
def test_the_page_of_a_rule_set_is_made_from_its_data(name: str) -> None:
    """`make rules` would write what stands in docs/rules."""
    page = (DOCS / f"{name}.md").read_text("utf-8")
    assert page == sheet(load_ruleset(name), option_lines(name))


@EACH_RULE_SET
def test_a_sheet_names_all_that_is_played(name: str) -> None:
    """Every contract, its price in all, and the number of deals stand on the sheet."""
    ruleset = load_ruleset(name)
    page = sheet(ruleset)
    for contract in ruleset.contracts:
        assert f"`{contract}`" in page
    assert f"After {ruleset.deal_count} deals" in page
    assert ("Before the first lead" in page) == bool(
        ruleset.trumps or ruleset.kitty or ruleset.choice != "fixed"
    )


def test_no_page_is_left_over() -> None:
    """docs/rules has a page for each rule set, the list, and the page on rules of one's own."""
    pages = {path.stem for path in DOCS.glob("*.md")}
    assert pages == {*ruleset_ids(), "README", "your-own"}


def test_the_list_has_seats_deals_and_sum(capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each rule set; the README of the sheets has the same."""
    code, out, _ = ran(capsys)
    assert code == 0
    rows = {line.split()[0]: line.split()[1:] for line in out.splitlines()[2:]}
    assert rows.keys() == set(ruleset_ids())
    assert rows["two-handed"][:3] == ["2", "16", "+48"]
    assert rows["kitty-no-eralash"][:3] == ["3", "27", "+720"]
    assert rows["bidding"][:5] == ["4", "11", "by", "the", "bids"]
    assert rows["symmetric-6"][:3] == ["6", "14", "0"]
    index = (DOCS / "README.md").read_text("utf-8")
    assert all(f"[{name}]({name}.md)" in index for name in ruleset_ids())


def test_options_change_the_sheet_and_the_hash(capsys: pytest.CaptureFixture[str]) -> None:
    """`--set boys=KJ` halves the price of a boy, says so, and is another law."""
    _, plain, _ = ran(capsys, "twelve")
    code, changed, _ = ran(capsys, "twelve", "--set", "boys=KJ")
    assert code == 0
    assert "each of the jacks -4" in plain
    assert "each of the kings and jacks -2" in changed
    assert "`twelve` with boys=KJ" in changed
    _, data, _ = ran(capsys, "twelve", "--set", "boys=KJ", "--json")
    ruleset = load_ruleset("twelve-boys-kj")
    assert json.loads(data)["sha256"] == ruleset.sha256 == law_hash(ruleset)


def test_json_has_every_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    """Without an id all rule sets come as one list."""
    code, out, _ = ran(capsys, "--json")
    assert code == 0
    found = {one["id"]: one for one in json.loads(out)}
    assert found.keys() == set(ruleset_ids())
    assert found["bidding"]["game_sum"] is None
    assert found["two-handed"]["game_sum"] == 48


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuch"], "unknown rule set 'nosuch'"),
        (["--set", "boys=KJ"], "--set needs the rule set"),
        (["classic", "--set", "boys"], "write KEY=VALUE"),
        (["classic", "--set", "color=red"], "has no option 'color'; options: boys"),
        (["classic", "--write", "x"], "leave the id out"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    """What cannot be shown is said in one line, with exit code 2."""
    code, out, err = ran(capsys, *words)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.splitlines()) == 1


def test_the_files_on_the_page_are_rule_sets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both files of docs/rules/your-own.md can be used as they stand, with their option."""
    page = (DOCS / "your-own.md").read_text("utf-8")
    files = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    path = tmp_path / "my-king.toml"
    path.write_text(files[CHANGE], "utf-8")
    assert "each queen -8" in ran(capsys, str(path))[1]
    path.write_text(files[WHOLE], "utf-8")
    code, out, _ = ran(capsys, str(path), "--set", "ends=dear")
    assert code == 0
    assert "trick 9 -20, trick 10 -20" in out


def test_the_page_names_every_key() -> None:
    """A key that a file may have stands in the table of the page."""
    from referee.ruleset import _Law

    page = (DOCS / "your-own.md").read_text("utf-8")
    table = page[page.index("## The keys") :]
    for key in _Law.__struct_fields__:
        assert f"`{key}`" in table or f"`[{key}]`" in table, key
