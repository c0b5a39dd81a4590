"""Mistakes in a title's data, as a list: from a folder or from texts in memory."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tetsudo.core.errors import BadInput
from tetsudo.titles.data import discovery
from tetsudo.titles.loader import Mistake, mistakes, title_info, titles

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


def test_a_titles_own_powers_are_known_in_its_folder() -> None:
    folder = Path(discovery.__file__).parents[1] / "t1890"
    assert mistakes(folder) == ()
    assert mistakes({"map.toml": (folder / "map.toml").read_text("utf-8")}, folder) == ()
