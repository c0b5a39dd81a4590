"""Titles are found under any common spelling."""

from __future__ import annotations

import pytest

import tetsudo
from tetsudo.core.errors import BadInput
from tetsudo.titles import loader
from tetsudo.titles.data import toml_files


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("1889", "1889"),
        (" 1889 ", "1889"),
        ("１８８９", "1889"),  # as typed on a Japanese keyboard
        ("Shikoku 1889", "1889"),
        ("1889 shikoku", "1889"),
        ("1888n", "1888n"),
        ("1888N", "1888n"),
        ("1888-N", "1888n"),
        ("1888-n", "1888n"),
        ("1888 N", "1888n"),
        ("1888_n", "1888n"),
        ("1888", "1888"),
        ("1888 North China (prototype)", "1888"),
        ("1890", "1890"),
        ("1890: History of Ōsaka Railways", "1890"),
    ],
)
def test_any_spelling_is_found(typed: str, title: str) -> None:
    assert loader.title_info(typed).name == title
    assert loader.is_name(typed)
    assert loader.setup(typed, 3).title == title
    assert loader.setup(typed, 3) is loader.setup(title, 3)
    assert loader.clauses(typed) == loader.clauses(title)
    assert loader.clause_prefix(typed) == loader.clause_prefix(title)


@pytest.mark.parametrize("typed", [" 1889 ", "1888_n"])
def test_a_title_is_checked_under_any_spelling(typed: str) -> None:
    loader.check(typed)


@pytest.mark.parametrize("title", toml_files.sorted_titles())
def test_every_title_is_found_by_its_own_names(title: str) -> None:
    info = loader.title_info(title)
    for typed in (title, title.upper(), info.full_name, info.full_name.lower()):
        assert loader.title_info(typed) is info


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1898", "There is no title 1898. Did you mean 1889? Titles: 1888, 1888n, 1889, 1890."),
        ("1888-X", "There is no title 1888-X. Did you mean 1888? Titles: 1888, 1888n, 1889, 1890."),
        ("Shikoko 1889", "There is no title 'Shikoko 1889'. Did you mean 1889? Titles: 1888, 1888n, 1889, 1890."),
        ("chess", "There is no title chess. Titles: 1888, 1888n, 1889, 1890."),
        ("", "There is no title ''. Titles: 1888, 1888n, 1889, 1890."),
        ("-", "There is no title '-'. Titles: 1888, 1888n, 1889, 1890."),
    ],
)
def test_what_is_no_title_is_answered_by_the_nearest(typed: str, sentence: str) -> None:
    assert not loader.is_name(typed)
    with pytest.raises(BadInput) as caught:
        loader.title_info(typed)
    assert caught.value.sentence == sentence


def test_a_game_and_its_record_have_the_titles_own_name() -> None:
    game = tetsudo.new("1888-N", ["Ann", "Bo", "Cy"])
    assert game.setup.title == game.record().title == "1888n"
    game.apply(game.legal_actions()[0].example())
    record = tetsudo.load(game.record().to_json().replace(b'"1888n"', b'"1888-N"'))
    assert record.record().to_json() == game.record().to_json()


def test_so_has_a_record_that_begins_with_a_position() -> None:
    game = tetsudo.new("1888-N", ["Ann", "Bo", "Cy"])
    game.apply(game.legal_actions()[0].example())
    later = tetsudo.Game.at(game.ruleset, game.names, game.state)
    text = later.record().to_json()
    assert b'"start"' in text
    assert tetsudo.load(text.replace(b'"title": "1888n"', b'"title": "1888N"')).setup.title == "1888n"
