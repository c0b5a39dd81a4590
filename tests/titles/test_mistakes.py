"""Mistakes in a title's data, as a list: from a folder or from texts in memory."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tetsudo
from tests.data_mutants.making import mutant
from tests.titles.test_bad_data import CASES
from tetsudo.cli.commands import app
from tetsudo.core.errors import BadData, BadInput
from tetsudo.titles.data import discovery
from tetsudo.titles.loader import Mistake, mistakes, title_info, titles

runner = CliRunner()
VALLEY = Path(__file__).with_name("valley")


@pytest.fixture
def valley() -> dict[str, str]:
    """The files of Four Valleys, text by name."""
    return {path.name: path.read_text("utf-8") for path in VALLEY.glob("*.toml")}


def test_a_sound_title_has_none(valley: dict[str, str]) -> None:
    assert mistakes(VALLEY) == ()
    assert mistakes(str(VALLEY)) == ()
    assert mistakes(valley) == ()


def test_a_mistake_has_file_key_and_sentence(valley: dict[str, str]) -> None:
    valley["market.toml"] = valley["market.toml"].replace('sale     = "down"', 'sale     = "dwon"')
    (found,) = mistakes(valley)
    assert (found.file, found.key) == ("market.toml", "moves.sale")
    assert str(found).startswith("market.toml: moves.sale: must be among right, left, up, down")


def test_texts_in_memory_stand_before_those_of_the_folder(valley: dict[str, str]) -> None:
    broken = valley["map.toml"].replace('orientation = "', 'orientation = "very-')
    (found,) = mistakes({"map.toml": broken}, VALLEY)
    assert (found.file, found.key) == ("map.toml", "orientation")


def test_each_call_reads_the_files_afresh(valley: dict[str, str], tmp_path: Path) -> None:
    for name, text in valley.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "market.toml").write_text("rows = [", "utf-8")
    assert [found.file for found in mistakes(tmp_path)] == ["market.toml"]
    (tmp_path / "market.toml").write_text(valley["market.toml"], "utf-8")
    assert mistakes(tmp_path) == ()


def test_a_draft_becomes_no_title(valley: dict[str, str]) -> None:
    before = titles()
    mistakes(valley)
    assert titles() == before
    assert discovery._drafts == {}
    with pytest.raises(BadInput, match="There is no title draft"):
        title_info("draft")


def test_a_folder_without_files_lacks_them(tmp_path: Path) -> None:
    assert Mistake("title.toml", "", "there is no such file") in mistakes(tmp_path)
    assert Mistake("title.toml", "", "there is no such file") in mistakes({})


def test_code_comes_from_the_folder_only(valley: dict[str, str], tmp_path: Path) -> None:
    """A browser sends texts: `powers.py` among them is left out."""
    code = "import sys\nsys.modules['planted_by_a_draft'] = sys\nPOWERS = ()\n"
    assert mistakes({**valley, "powers.py": code}) == ()
    assert "planted_by_a_draft" not in sys.modules


@pytest.mark.parametrize("code", ["POWERS = (", "import nothing_of_this_name\nPOWERS = ()\n", "POWERS = (1,)\n"])
def test_broken_code_is_one_mistake(valley: dict[str, str], tmp_path: Path, code: str) -> None:
    """Whatever it raises; the other files are checked as far as they need no powers."""
    (tmp_path / "powers.py").write_text(code, "utf-8")
    valley["title.toml"] = valley["title.toml"].replace("float_percent", "float_precent")
    first, last = mistakes(valley, tmp_path)
    assert (first.file, first.key) == ("title.toml", "rules.float_precent")
    assert last.file == "powers.py"


def test_a_titles_own_powers_are_known_in_its_folder() -> None:
    folder = Path(discovery.__file__).parents[1] / "t1890"
    assert mistakes(folder) == ()
    assert mistakes({"map.toml": (folder / "map.toml").read_text("utf-8")}, folder) == ()


# All mistakes, and none that only follow from others


ISLAND = Path(discovery.__file__).parents[1] / "t1889"

LISTED = {
    "rules.bank: is missing": ["rules.bnak: is not a key that belongs here; did you mean bank?"],
    "moves.sold_out: is missing": ["moves.soldout: is not a key that belongs here; did you mean sold_out?"],
    "firms: is not a table": ["firms: is not a table that belongs here", "companies: is missing"],
    "hexes.B3.track: leads nowhere at side 0": ["hexes.B3.track: leads nowhere at", "hexes.B7.track: leads nowhere at"],
    "yellow.999: has no track": ["variants.beginner.tiles.7: is no tile of this title", "yellow.999: has no track"],
    "brown.9: is there twice": ["28.upgrades: there is no tile 39", "29.upgrades: there is no tile 39", "brown.9: is"],
    "brown.26: is there twice": [
        "28.upgrades: there is no tile 39",
        "29.upgrades: there is no tile 39",
        "brown.26: is",
    ],
    "brown.39: is there twice": ["yellow.39: is brown in the catalogue", "brown.39: is there twice"],
    "28.upgrades: there is no tile 39": ["28.upgrades: there is no tile 39", "29.upgrades: there is no tile 39"],
}
"""Cases of bad data with more than the one mistake, or another than the one that ends the loading."""


@pytest.mark.parametrize(("name", "old", "new", "error"), CASES, ids=[case[3][-60:] for case in CASES])
def test_one_mistake_is_listed_once(name: str, old: str, new: str, error: str) -> None:
    """One mistake in 1889's data: none of the things that refer to it is a second one."""
    texts = {path.name: path.read_text("utf-8") for path in ISLAND.glob("*.toml")}
    assert old in texts[name]
    found = mistakes({**texts, name: texts[name].replace(old, new, 1)})
    error = error.replace("t1889/", "")
    if "puzzles = 1" in new:  # all topics are then in the table [other]
        assert error in str(found[0])
        return
    wanted = next((listed for part, listed in LISTED.items() if part in error), [error])
    assert len(found) == len(wanted), found
    for sentence, mistake in zip(wanted, found, strict=True):
        assert sentence in str(mistake)
        assert mistake.line > 0 or sentence == "companies: is missing"


def test_all_mistakes_are_listed_in_the_order_of_the_files_with_their_lines(valley: dict[str, str]) -> None:
    valley["title.toml"] = valley["title.toml"].replace("float_percent", "float_precent")
    valley["companies.toml"] = valley["companies.toml"].replace('homes = "B3"', 'homes = "B4", colours = "red"')
    valley["map.toml"] = valley["map.toml"].replace("[hexes]", "[hexes]\nZ9 = { colour = 5 }", 1)
    valley["market.toml"] = valley["market.toml"].replace("payout ", "payotu ")
    found = mistakes(valley)
    assert [(each.file, each.key) for each in found] == [
        ("title.toml", "rules.float_precent"),
        ("companies.toml", "companies.ALD.homes"),
        ("companies.toml", "companies.ALD.colours"),
        ("map.toml", "hexes.Z9.colour"),
        ("market.toml", "moves.payotu"),
    ]
    for each in found:
        word = each.key.split(".")[-1]
        assert word in valley[each.file].splitlines()[each.line - 1]


def test_a_new_title_is_told_what_it_lacks(tmp_path: Path) -> None:
    """An empty folder lacks five files; with an empty one, its tables; then each option, with its values."""
    files = ["title.toml", "companies.toml", "map.toml", "market.toml", "tiles.toml"]
    assert [(each.file, each.sentence) for each in mistakes(tmp_path)] == [
        (file, "there is no such file") for file in files
    ]
    tables = [each.key for each in mistakes({"title.toml": ""}) if each.file == "title.toml"]
    assert tables == ["players", "rules", "trains", "phases", "name", "designer", "publisher", "currency"]
    rules = {each.key: each.sentence for each in mistakes({"title.toml": "[rules]\n"})}
    assert rules["rules.bank"].startswith("is missing: must be a whole number from ")
    assert rules["rules.track"].startswith("is missing: must be one of semi-restrictive, restrictive, permissive. ")


def test_unknown_keys_stand_before_missing_ones(valley: dict[str, str]) -> None:
    """A key that is like none that is missing: all that could be meant are listed."""
    valley["title.toml"] = valley["title.toml"].replace("stops =", "reach =", 1)
    unknown, missing = mistakes(valley)
    assert unknown.key.endswith(".reach")
    assert re.search("not a key that belongs here; there are .*stops", unknown.sentence)
    assert (missing.key, missing.sentence) == (unknown.key.replace("reach", "stops"), "is missing")


def test_a_broken_line_is_no_mistake_elsewhere(valley: dict[str, str]) -> None:
    """A company without homes and name: its trains, minors, homes and certificates are not complained of."""
    valley["companies.toml"] = re.sub("(?m)^ALD = .*$", "ALD = { share = 20 }", valley["companies.toml"])
    assert [each.key for each in mistakes(valley)] == [
        f"companies.ALD.{key}" for key in ("name", "homes", "tokens", "colour")
    ]


def test_a_file_that_cannot_be_read_hides_no_other(valley: dict[str, str]) -> None:
    """The hexes, homes and powers that refer to it are taken as they are."""
    valley["map.toml"] += "[hexes"
    valley["market.toml"] = valley["market.toml"].replace('"down"', '"dwon"')
    broken, other = mistakes(valley)
    assert (broken.file, broken.key, broken.line) == ("map.toml", "", len(valley["map.toml"].splitlines()))
    assert (other.file, other.key) == ("market.toml", "moves.sale")


@pytest.mark.parametrize(
    ("file", "old", "new", "hint"),
    [
        ("map.toml", "place =", "palce =", "key that belongs here; did you mean place?"),
        ("companies.toml", 'hexes = "K4"', 'hexes = "k4"', "'k4' is no hex; did you mean K4?"),
        ("tiles.toml", '"439"', '"439x"', "there is no tile 439x; did you mean 439?"),
        ("companies.toml", 'company = "IR"', 'company = "IRR"', "'IRR' is no company; did you mean IR?"),
        ("title.toml", "DR SIR UTF", "DR SIR UFT", "'UFT' is no private; did you mean UTF"),
        ("title.toml", 'rusted_by = "4"', 'rusted_by = "9"', "'9' is no train; there are 2, 3, 4, 5, 6, D"),
        ("companies.toml", 'phase = "5"', 'phase = "five"', "'five' is no phase; there are 2, 3, 4, 5, 6, D"),
        ("companies.toml", '"lays_tile"', '"lay_tile"', "'lay_tile' is no power; did you mean lays_tile?"),
        ("map.toml", 'colour = "grey"', 'colour = "greyish"', "not 'greyish'; did you mean grey?"),
        ("map.toml", "{ brown = 80 }", "{ borwn = 80 }", "is not a colour of tiles; did you mean brown?"),
        ("tiles.toml", "[green]", "[grene]", "; did you mean green?"),
        ("companies.toml", "#37383a", "Black", "must be like #37383a, not 'black'; did you mean #000000?"),
        ("companies.toml", "#37383a", "#38A", "did you mean #3388aa?"),
        ("title.toml", "turn_limit ", "turn_limt ", "rules.turn_limt: is not a key that belongs here; did you mean"),
        ("title.toml", "must_sell ", "must_sel ", "no reason of the engine; did you mean must_sell?"),
        ("title.toml", '"1889-BUY-23"', '"1889-BUY-2x"', "there is no clause '1889-BUY-2x'; did you mean 1889-BUY-2"),
        ("companies.toml", "[privates.", "[private.", "is not a table that belongs here; did you mean privates?"),
    ],
)
def test_a_typo_is_answered_with_what_was_meant(file: str, old: str, new: str, hint: str) -> None:
    texts = {path.name: path.read_text("utf-8") for path in ISLAND.glob("*.toml")}
    assert old in texts[file]
    count = -1 if "[" in old else 1
    assert any(hint in str(each) for each in mistakes({**texts, file: texts[file].replace(old, new, count)}))


def test_colours_are_read_in_any_spelling() -> None:
    """Upper case, and gray as 18xx.games writes it."""
    texts = {path.name: path.read_text("utf-8") for path in ISLAND.glob("*.toml")}
    texts["map.toml"] = (
        texts["map.toml"].replace('colour = "grey"', 'colour = "Gray"').replace("{ brown =", "{ Brown =")
    )
    texts["map.toml"] = texts["map.toml"].replace("yellow=30", "Yellow=30")
    texts["tiles.toml"] = texts["tiles.toml"].replace("[green]", "[GREEN]").replace("[grey]", "[gray]")
    texts["companies.toml"] = texts["companies.toml"].replace("#37383a", "#37383A")
    texts["title.toml"] = texts["title.toml"].replace('tiles = "green"', 'tiles = "Green"')
    assert mistakes(texts) == ()


def test_a_variants_mistake_is_where_the_variant_is(valley: dict[str, str]) -> None:
    """The company is sound in its file: the variant's change is not."""
    valley["title.toml"] += (
        '\n[variants.far]\nname = "Far"\nhelp = "Far."\n[variants.far.companies.ALD]\nhomes = "Z1"\n'
    )
    (found,) = mistakes(valley)
    assert (found.file, found.key) == ("title.toml", "variants.far.companies.ALD.homes")
    assert found.line == len(valley["title.toml"].splitlines())


def test_an_edition_of_a_title_with_scenarios_has_them() -> None:
    """1890's scenarios drop hexes and companies: the edition drops none of them itself."""
    assert mistakes({"title.toml": 'base = "1890"\nname = "An edition"\n'}) == ()


def test_starting_a_game_says_how_many_mistakes_there_are(
    valley: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "_added_titles", {})
    valley["market.toml"] = valley["market.toml"].replace('"down"', '"dwon"').replace('"up"', '"pu"')
    folder = tmp_path / "gorge"
    folder.mkdir()
    for name, text in valley.items():
        (folder / name).write_text(text, "utf-8")
    with pytest.raises(BadData, match=r"^gorge/market\.toml: moves\..+ \(1 more mistake: `tetsudo titles gorge` lists"):
        tetsudo.new(folder, ["Ann", "Bo"])


def test_the_command_lists_all_mistakes(
    valley: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "_added_titles", {})
    valley["market.toml"] = valley["market.toml"].replace('"down"', '"dwon"').replace('"up"', '"pu"')
    folder = tmp_path / "ravine"
    folder.mkdir()
    for name, text in valley.items():
        (folder / name).write_text(text, "utf-8")
    told = runner.invoke(app, ["titles", str(folder)])
    lines = told.output.splitlines()
    assert told.exit_code == 1
    assert [line.split(": ")[1] for line in lines[:2]] == ["moves.sale", "moves.sold_out"]
    assert all(re.match(r"market\.toml:\d+: ", line) for line in lines[:2])
    assert lines[-1] == "2 mistakes in ravine."
    as_data = json.loads(runner.invoke(app, ["titles", str(folder), "--json"]).output)
    assert [each["key"] for each in as_data["mistakes"]] == ["moves.sale", "moves.sold_out"]


@pytest.mark.parametrize("first", [0, pytest.param(3, marks=pytest.mark.long)])
def test_any_data_can_be_checked(first: int) -> None:
    """Several changes at once to the shipped titles' data: there may be many mistakes, but never an exception."""
    for number in range(first, first + (197 if first else 3)):
        made = [mutant(4 * (10 * number + turn) + number % 4) for turn in range(4)]
        folder = Path(discovery.__file__).parents[1] / f"t{made[0].title}"
        for each in mistakes({each.file: each.text for each in made}, folder):
            assert each.sentence
            assert each.file.endswith(".toml")
