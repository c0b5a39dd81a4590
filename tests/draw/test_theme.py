"""Colours are legible, and differ in lightness alone."""

from __future__ import annotations

import pytest

from tests.draw.builders import first_position
from tetsudo.core.units import BROWN, GREEN, YELLOW
from tetsudo.draw.style.theme import DARK, LIGHT, ROUTE_STYLES, Palette, contrast, ink_on, luminance

PALETTES = [LIGHT, DARK]
READABLE = 4.5


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_text_can_be_read(palette: Palette) -> None:
    pairs = [
        *zip(palette.inks, palette.faces, strict=True),
        (palette.inks[0], palette.highland),
        (palette.ink, palette.slot),
        (palette.text, palette.page),
        (palette.text, palette.panel),
        *palette.zones,
        (palette.quiet, palette.faces[0]),
        (palette.faint, palette.page),
    ]
    assert all(contrast(ink, ground) >= READABLE for ink, ground in pairs)


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_water_is_seen_on_paper_and_on_tiles(palette: Palette) -> None:
    pairs = [(palette.river, palette.faces[0])]
    pairs += [(palette.river_on_tile, palette.faces[colour]) for colour in (YELLOW, GREEN)]
    assert all(contrast(sign, ground) >= 3 for sign, ground in pairs)


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_tiles_darken_from_yellow_to_brown(palette: Palette) -> None:
    yellow, green, brown = (luminance(palette.faces[colour]) for colour in (YELLOW, GREEN, BROWN))
    assert yellow > 1.3 * green > 1.3 * 1.3 * brown
    assert all(contrast(palette.track, palette.casing) > 10 for palette in PALETTES)


def test_marks_can_be_read_on_company_colours() -> None:
    for company in first_position().setup.companies:
        assert contrast(ink_on(company.colour), company.colour) >= READABLE


def test_each_route_has_a_colour_and_a_dash_of_its_own() -> None:
    assert len({colour for colour, _ in ROUTE_STYLES}) == len({dash for _, dash in ROUTE_STYLES}) == len(ROUTE_STYLES)
    assert all(contrast("#ffffff", colour) >= READABLE for colour, _ in ROUTE_STYLES)
