"""What authors read of powers, and what the manual says: the kinds as their classes declare them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.titles.renaming import changed
from tetsudo.cards import sentences
from tetsudo.rules import engine
from tetsudo.rules.building.laying import cost_to_lay
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.titles import build, files
from tetsudo.titles.authors import KindLine, kinds_for_authors
from tetsudo.titles.build import kinds
from tetsudo.titles.loader import titles
from tetsudo.units import YELLOW

MANUAL = Path(__file__).resolve().parents[2] / "docs"
HEAD = "| kind | of a | what it does; keys |\n| --- | --- | --- |\n"


def row(line: KindLine) -> str:
    """A kind in a line of the manual's table."""
    keys = "".join(f"<br>`{key.name}` ({key.brackets}): {key.help}" for key in line.keys)
    return f"| `{line.kind}` | {line.whose} | {line.help}{keys} |\n"


def test_the_manual_has_the_kinds_of_the_core_with_all_their_keys() -> None:
    table = HEAD + "".join(map(row, kinds_for_authors("")))
    assert table in (MANUAL / "notation.md").read_text("utf-8"), f"the table is now:\n{table}"


def test_each_key_is_told_in_words_of_its_own() -> None:
    """And names only keys that there are."""
    for info in titles():
        for line in kinds_for_authors(info.name):
            assert all(key.help for key in line.keys)
            words = {
                word for key in line.keys for word in re.findall(r"only beside `(\w+)`|not beside `(\w+)`", key.help)
            }
            assert {word for pair in words for word in pair if word} <= {key.name for key in line.keys}


def test_what_only_one_title_plays_stands_in_its_folder() -> None:
    """1889 and 1888 play by the core's kinds alone; 1890 brings its own."""
    core = {line.kind for line in kinds_for_authors("")}
    assert {info.name: len(kinds(info.name)) - len(core) for info in titles()} == {
        "1889": 0, "1888": 0, "1888n": 0, "1890": 8,
    }  # fmt: skip


def test_the_power_of_the_manual_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a title's powers.py: its keys are asked of data, it costs, and the site tells it."""
    (source,) = re.findall(r"```python\n(.+?)```", (MANUAL / "adding-a-title.md").read_text("utf-8"), re.DOTALL)
    module = ModuleType("tetsudo.titles.ttoy.powers")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(source, vars(module))
    with monkeypatch.context() as patch:
        patch.setattr(files, "has", lambda title, name: (title, name) == ("toy", "powers.py"))
        toy = build.kinds("toy")
    monkeypatch.setattr(build, "kinds", lambda title: toy)
    power = 'powers = [{ kind = "toll", owner = "player", hexes = "E4 F5", amount = 20 }]'
    setup = changed(monkeypatch, "1889", "companies.toml", ("income = 20\n", f"income = 20\n{power}\n"))
    private = next(each for each in setup.privates if each.symbol == "SIR")
    told = "Whoever pays for terrain in E4, F5 pays ¥20 more, while a player owns it."
    assert sentences(private, setup) == [told]
    assert told in (MANUAL / "adding-a-title.md").read_text("utf-8").replace("\n", " ")
    rules = Ruleset(setup)
    state, hexes = engine.begin(rules, []), setup.map.by_name

    def costs() -> list[int]:
        return [cost_to_lay(rules, state, 0, hexes[hex], YELLOW) for hex in ("E4", "F5", "K4", "B5")]

    assert costs() == [80, 80, 0, 0]
    state.privates[private.id] = 0
    assert costs() == [100, 100, 0, 0]
