"""The colour-blind palette: every two colours differ for each kind of colour-blindness, and marks are legible."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import pytest

from tests.draw.test_companies import BLINDNESS, apart
from tetsudo.draw import player_svg, safe_colours
from tetsudo.draw.style.colour_blind import SAFE_COLOURS
from tetsudo.draw.style.player_marks import MARK_SHAPES, PLAYER_COLOURS, SAFE_PLAYER_COLOURS
from tetsudo.draw.style.theme import ROUTE_STYLES, contrast, ink_on
from tetsudo.titles.loader import TitleInfo, setup, titles
from tetsudo.web.reference.stylesheets import colour_replacements

APART: Final = 20.0
"""CIELAB distance at which colours are distinct for all viewers."""
GROUNDS: Final = {"light": ("#ffffff", "#faf8f3"), "dark": ("#1d2021", "#151718")}
"""Backgrounds of players' lines and marks: `base.css`."""


def nearest(colours: Sequence[str]) -> float:
    """The smallest distance between two colours, over all kinds of vision."""
    return min(apart(a, b, sight) for a, b in combinations(colours, 2) for sight in BLINDNESS.values())


def test_all_differ_for_everybody() -> None:
    assert nearest(SAFE_COLOURS) >= APART
    assert min(apart(a, b) for a, b in combinations(SAFE_COLOURS, 2)) >= 1.5 * APART


def test_marks_can_be_read_on_them() -> None:
    assert all(contrast(ink_on(colour), colour) >= 4.5 for colour in SAFE_COLOURS)


@pytest.mark.parametrize("title", titles(), ids=lambda title: title.name)
def test_each_company_of_a_title_has_another(title: TitleInfo) -> None:
    colours = [company.colour for company in setup(title.name, title.maximum_players).companies]
    instead = [colour_replacements()[colour] for colour in colours]
    assert len(set(instead)) == len(colours)
    assert set(instead) <= set(SAFE_COLOURS)
    assert nearest(instead) > nearest(colours)


def test_a_colour_becomes_the_one_that_is_most_like_it() -> None:
    """Orange stays orange and blue stays blue, so that a title stays recognizable."""
    assert safe_colours(["#f48221", "#690010", "#0189d1"]) == {
        "#f48221": "#f0b42d",
        "#690010": "#690000",
        "#0189d1": "#0f69e1",
    }


def test_no_route_has_a_company_colour() -> None:
    """Otherwise the style sheet that recolours companies would recolour routes."""
    assert not {colour for colour, _dash in ROUTE_STYLES} & set(colour_replacements())


def test_players_have_colours_that_can_be_seen_in_both_themes_and_shapes_of_their_own() -> None:
    assert all(
        contrast(colour, ground) >= 3 for colour in PLAYER_COLOURS for both in GROUNDS.values() for ground in both
    )
    assert min(apart(a, b) for a, b in combinations(PLAYER_COLOURS, 2)) >= 30
    assert len({player_svg(seat) for seat in range(7)}) == len(set(MARK_SHAPES)) == 7


@pytest.mark.parametrize("theme", GROUNDS)
def test_safe_players_can_be_seen_and_told_apart(theme: str) -> None:
    colours = SAFE_PLAYER_COLOURS[theme]
    assert len(colours) == len(PLAYER_COLOURS)
    assert nearest(colours) >= APART
    assert all(contrast(colour, ground) >= 3 for colour in colours for ground in GROUNDS[theme])
