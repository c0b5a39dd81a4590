"""The hosting page documents every setting of the site, no others, and the defaults; old names still work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server import ROOT, TIMEOUT_SECONDS, launch
from tetsudo.web import settings
from tetsudo.web.common.renamed_variables import RENAMED, move_to_new_names

ROWS = dict(re.findall(r"^\| `(TETSUDO_\w+)(?:=1)?` (\|.*)$", (ROOT / "docs/hosting.md").read_text(), re.MULTILINE))
SETTINGS = (ROOT / "src/tetsudo/web/settings.py").read_text()
NUMBERS = dict(re.findall(r'_number\("(TETSUDO_\w+)", ([\d_.]+)', SETTINGS))
IN_WORDS = {"TETSUDO_HSTS": "a year"}


def test_each_choice_is_told_of() -> None:
    sources = "".join(file.read_text() for file in (ROOT / "src").rglob("*.py"))
    known = set(re.findall(r"TETSUDO_[A-Z_]*[A-Z]\b", sources))
    known |= {f"TETSUDO_RATE_{kind.upper()}" for kind in settings.RATES}
    assert set(ROWS) == known - set(RENAMED)


def test_old_names_stand_for_settings_of_today() -> None:
    assert set(RENAMED.values()) <= set(ROWS)
    assert not set(RENAMED) & set(ROWS)


def test_a_value_under_an_old_name_is_used_with_a_warning() -> None:
    environment = {"TETSUDO_PATIENCE": "3", "TETSUDO_LOCK_SECONDS": "4"}
    (warning,) = move_to_new_names(environment)
    assert environment == {"TETSUDO_PAGE_WAIT_SECONDS": "3", "TETSUDO_LOCK_SECONDS": "4"}
    assert "TETSUDO_PATIENCE is now called TETSUDO_PAGE_WAIT_SECONDS" in warning


def test_a_value_under_the_new_name_wins() -> None:
    environment = {"TETSUDO_STREAMS": "1", "TETSUDO_MAX_STREAMS": "2"}
    assert len(list(move_to_new_names(environment))) == 1
    assert environment == {"TETSUDO_MAX_STREAMS": "2"}


def test_the_site_reads_the_old_name(tmp_path: Path) -> None:
    process = launch(tmp_path / "site.db", environment={"TETSUDO_MOST_ACTIONS": "few"})
    printed = process.communicate(timeout=TIMEOUT_SECONDS)[0]
    assert process.returncode
    assert "TETSUDO_MOST_ACTIONS is now called TETSUDO_MAX_ACTIONS" in printed
    assert "TETSUDO_MAX_ACTIONS: must be a number" in printed


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_the_one_that_the_site_takes(name: str) -> None:
    usual = NUMBERS[name].replace("_", "")
    said = IN_WORDS.get(name, usual)
    assert re.search(rf"\| {said} \||\b{said} by default", ROWS[name].replace(",", "")), ROWS[name]


@pytest.mark.parametrize("kind", settings.RATES)
def test_a_rate_is_the_one_that_the_site_takes(kind: str) -> None:
    assert ROWS[f"TETSUDO_RATE_{kind.upper()}"].startswith(f"| {settings.RATES[kind]} |")
