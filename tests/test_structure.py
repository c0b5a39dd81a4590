"""The folders of the package: few entries each, all shown in the manual."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "tetsudo"
MAX_ENTRIES = 14
NOT_COUNTED = {"__init__", "__main__", "__pycache__", "locale", "migrations", "schema", "static", "templates"}
FOLDERS = sorted({path.parent for path in PACKAGE.rglob("*.py")} - set(PACKAGE.rglob("migrations")))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(PACKAGE.parent)))
def test_a_folder_can_be_taken_in_at_a_glance(folder: Path) -> None:
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()} - NOT_COUNTED
    assert len(modules) <= MAX_ENTRIES, sorted(modules)


@pytest.mark.parametrize("root", ["static", "templates"])
def test_so_can_a_folder_of_the_site(root: str) -> None:
    """Styles and scripts, or templates."""
    folders = [folder for folder in (PACKAGE / "web" / root).rglob("*") if folder.is_dir()]
    assert len(folders) > 10
    assert {folder.name: count for folder in folders if (count := len(list(folder.iterdir()))) > MAX_ENTRIES} == {}


def test_the_manual_shows_every_package() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"^\| `([a-z]+)/", page, re.MULTILINE))
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages <= named
    drawn = (ROOT / "docs" / "pictures" / "layers.svg").read_text("utf-8")
    assert packages == set(re.findall(r'class="name">(\w+)<', drawn))


def test_every_file_that_the_manual_names_is_there() -> None:
    for page in (ROOT / "docs").glob("*.md"):
        for name in re.findall(r"`((?:src/tetsudo/)?[a-z_0-9]+(?:/[a-z_0-9]+)*\.py)`", page.read_text("utf-8")):
            tail = name.removeprefix("src/tetsudo/")
            known = any((root / tail).exists() for root in (PACKAGE, ROOT))
            assert known or any(PACKAGE.rglob(tail)) or tail in ("powers.py", "mine.py"), f"{page.name}: {name}"
