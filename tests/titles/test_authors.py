"""Documentation of powers for authors, in the manual and by command, matches their class declarations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tetsudo
from tetsudo.core.units import YELLOW
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.state.ownership import give_private
from tetsudo.language.power_sentences import sentences
from tetsudo.titles.author_reference import KindLine, OptionLine, kinds_for_authors, options_for_authors
from tetsudo.titles.data import discovery
from tetsudo.titles.data.power_registry import kinds_of
from tetsudo.titles.loader import titles

MANUAL = Path(__file__).resolve().parents[2] / "docs"
OPTIONS_HEAD = "| option | values | default | meaning |\n| --- | --- | --- | --- |\n"
HEAD = "| kind | of a | what it does; keys |\n| --- | --- | --- |\n"


def row(line: KindLine) -> str:
    """A row of the manual's table for a kind of power."""
    keys = "".join(f"<br>`{key.name}` ({key.form_and_default}): {key.help}" for key in line.keys)
    return f"| `{line.kind}` | {line.whose} | {line.help}{keys} |\n"


def test_the_manual_has_the_kinds_of_the_core_with_all_their_keys() -> None:
    table = HEAD + "".join(map(row, kinds_for_authors("")))
    assert table in (MANUAL / "notation.md").read_text("utf-8"), f"the table is now:\n{table}"


def option_row(line: OptionLine) -> str:
    """A row of the manual's table for an option."""
    usual = line.usual and f"`{line.usual}`"
    return f"| `{line.name}` | {line.values} | {usual} | {line.help} |\n"


def test_the_manual_has_the_options_with_their_values() -> None:
    table = OPTIONS_HEAD + "".join(map(option_row, options_for_authors()))
    assert table in (MANUAL / "notation.md").read_text("utf-8"), f"the table is now:\n{table}"


def test_each_key_is_told_in_words_of_its_own() -> None:
    """It refers only to existing keys."""
    for info in titles():
        for line in kinds_for_authors(info.name):
            assert all(key.help for key in line.keys)
            words = {
                word for key in line.keys for word in re.findall(r"only beside `(\w+)`|not beside `(\w+)`", key.help)
            }
            assert {word for pair in words for word in pair if word} <= {key.name for key in line.keys}


def test_what_only_one_title_plays_stands_in_its_folder() -> None:
    """1889 and 1888 use only the core's kinds; 1890 adds its own."""
    core = {line.kind for line in kinds_for_authors("")}
    assert {info.name: len(kinds_of(info.name)) - len(core) for info in titles()} == {
        "1889": 0, "1888": 0, "1888n": 0, "1890": 11,
    }  # fmt: skip


def test_the_power_of_the_manual_is_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Used as the powers.py of a title in a folder: its keys are read, it charges a cost, and its card describes it."""
    monkeypatch.setattr(discovery, "_added_titles", {})
    page = (MANUAL / "adding-a-title.md").read_text("utf-8")
    (source,) = (each for each in re.findall(r"```python\n(.+?)```", page, re.DOTALL) if "class Toll" in each)
    (line,) = re.findall(r"`({ kind = .+?})`", page)
    folder = tmp_path / "toll"
    folder.mkdir()
    (folder / "powers.py").write_text(source)
    (folder / "title.toml").write_text('base = "1889"\nname = "Toll"\n')
    (folder / "companies.toml").write_text(f"[privates.SIR]\npowers = [{line}]\n")
    game = tetsudo.new(folder, ["Ann", "Bo", "Cy", "Di"])
    private = next(each for each in game.setup.privates if each.symbol == "SIR")
    (told,) = sentences(private, game.setup)
    assert told in page.replace("\n", " ")
    assert kinds_for_authors("toll")[-1].kind == "toll"

    def costs() -> list[int]:
        hexes = [game.setup.map.by_name[name] for name in ("E4", "F5", "K4", "G6")]
        return [cost_to_lay(game.ruleset, game.state, 0, hex, YELLOW) for hex in hexes]

    assert costs() == [80, 80, 0, 80]
    give_private(game.state, private.id, 0)
    assert costs() == [100, 100, 0, 80]
