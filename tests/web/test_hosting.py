"""The hosting page documents every setting of the site, no others, and the defaults."""

from __future__ import annotations

import re

import pytest

from tests.server import ROOT
from tetsudo.web import settings

ROWS = dict(re.findall(r"^\| `(TETSUDO_\w+)(?:=1)?` (\|.*)$", (ROOT / "docs/hosting.md").read_text(), re.MULTILINE))
SETTINGS = (ROOT / "src/tetsudo/web/settings.py").read_text()
NUMBERS = dict(re.findall(r'_number\("(TETSUDO_\w+)", ([\d_.]+)', SETTINGS))
IN_WORDS = {"TETSUDO_HSTS": "a year"}


def test_each_choice_is_told_of() -> None:
    sources = "".join(file.read_text() for file in (ROOT / "src").rglob("*.py"))
    known = set(re.findall(r"TETSUDO_[A-Z_]*[A-Z]\b", sources))
    known |= {f"TETSUDO_RATE_{kind.upper()}" for kind in settings.RATES}
    assert set(ROWS) == known


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_the_one_that_the_site_takes(name: str) -> None:
    usual = NUMBERS[name].replace("_", "")
    said = IN_WORDS.get(name, usual)
    assert re.search(rf"\| {said} \||\b{said} by default", ROWS[name].replace(",", "")), ROWS[name]


@pytest.mark.parametrize("kind", settings.RATES)
def test_a_rate_is_the_one_that_the_site_takes(kind: str) -> None:
    assert ROWS[f"TETSUDO_RATE_{kind.upper()}"].startswith(f"| {settings.RATES[kind]} |")
