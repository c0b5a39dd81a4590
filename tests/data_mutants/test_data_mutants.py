"""A sample of data mutants: each is refused on loading, with file and key, or plays games that pass all checks. `python
-m tests.data_mutants` tries any number of them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.data_mutants import trial
from tests.data_mutants.making import TITLES, DataMutant, mutant, to_toml
from tests.data_mutants.trial import REFUSED, SOUND, UNSOUND, install_mutant, outcome
from tetsudo.game.record import new
from tetsudo.titles import setup_builder
from tetsudo.titles.data import toml_files
from tetsudo.titles.loader import title_info

SAMPLE = 12
LONG_SAMPLE = range(2000, 2080)
"""Numbers outside the full run, which starts at 0."""


@pytest.mark.parametrize("number", range(SAMPLE))
def test_a_mutant_is_refused_or_sound(number: int) -> None:
    tried = mutant(number)
    found = outcome(tried, games=1)
    assert found.verdict in (REFUSED, SOUND), (str(tried), found.sentence)


@pytest.mark.long
@pytest.mark.parametrize("number", LONG_SAMPLE)
def test_more_mutants_are_refused_or_sound(number: int) -> None:
    tried = mutant(number)
    found = outcome(tried, games=3)
    assert found.verdict in (REFUSED, SOUND), (str(tried), found.sentence)


def test_mutants_are_always_the_same_and_of_every_title_and_file() -> None:
    made = [mutant(number) for number in range(300)]
    assert made[:20] == [mutant(number) for number in range(20)]
    assert Counter(each.title for each in made) == dict.fromkeys(TITLES, 75)
    assert {each.file for each in made} >= {"title.toml", "companies.toml", "map.toml", "market.toml", "tiles.toml"}


@pytest.mark.parametrize("title", TITLES)
def test_a_text_that_nothing_is_changed_in_says_the_same(title: str) -> None:
    for name in ("title.toml", "companies.toml"):
        raw = toml_files._read_own(title, name)
        assert raw
        assert toml_files.parse(to_toml(raw), name) == raw


def broken(text: str) -> DataMutant:
    return DataMutant(0, "1889", "companies.toml", ("companies",), "", text)


def test_a_mutant_is_in_place_of_its_title_for_a_time() -> None:
    text = to_toml(toml_files.read("1889", "companies.toml")).replace("Awa Railroad", "Another")
    with install_mutant(broken(text)):
        assert new("1889", ["Ann", "Bo"]).setup.company("AR").name == "Another"
    assert new("1889", ["Ann", "Bo"]).setup.company("AR").name == "Awa Railroad"
    assert title_info("1889").name == "1889"


def test_what_is_unsound_is_found_and_what_names_no_key_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the check of brought shares, a certificate appears from nowhere. A refusal must name a key."""
    brings = '{ "kind" = "brings", "owner" = "player", "company" = "AR", "what" = "share" }'
    whole = to_toml(toml_files.read("1889", "companies.toml"))
    text = whole.replace('"hexes" = "K4" }', f'"hexes" = "K4" }}, {brings}')
    assert outcome(broken(text), 4).verdict == REFUSED
    monkeypatch.setattr(setup_builder, "check_reserved", lambda *_: None)
    found = outcome(broken(text), 4)
    assert (found.verdict, "AssertionError" in found.sentence) == (UNSOUND, True)
    monkeypatch.setattr(trial, "PLACE_PATTERN", re.compile("never"))
    assert outcome(broken("x = 1"), 0).verdict == UNSOUND
