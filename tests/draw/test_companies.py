"""Companies differ by colour, and by their marks for colour-blind viewers and poor screens."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import Final

import pytest

from tests.draw.builders import SVG, parse_svg
from tetsudo.draw import token_svg
from tetsudo.draw.style.theme import DARK, LIGHT, Palette, contrast, ink_on
from tetsudo.engine.model.title import Company
from tetsudo.titles.loader import TitleInfo, setup, titles

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

PLAIN: Final[Matrix] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
BLINDNESS: Final[dict[str, Matrix]] = {
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices for linear red, green and blue: Machado, Oliveira and Fernandes (2009), severity 1."""
TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Final[Triple] = (0.95047, 1.0, 1.08883)

FAR: Final = 20.0
"""CIELAB distance at which colours are distinct with full colour vision."""
NEAR: Final = 10.0
"""Below this, small discs are easily confused."""

TITLES = titles()


def times(matrix: Matrix, colour: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return (first, second, third)


def linear(colour: str) -> Triple:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return (red, green, blue)


def lab(colour: str, sight: Matrix = PLAIN) -> Triple:
    """A perceived colour in CIELAB, where equal distances look alike."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in times(sight, linear(colour)))
    scaled = [part / white for part, white in zip(times(TO_XYZ, (red, green, blue)), WHITE, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in scaled)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def apart(a: str, b: str, sight: Matrix = PLAIN) -> float:
    return dist(lab(a, sight), lab(b, sight))


def companies(title: TitleInfo) -> tuple[Company, ...]:
    return setup(title.name, title.maximum_players).companies


def test_distances_are_as_eyes_see_them() -> None:
    assert apart("#000000", "#ffffff") == pytest.approx(100, abs=0.1)  # black to white, by definition
    assert apart("#b00000", "#5a6a00", BLINDNESS["no green"]) < apart("#b00000", "#5a6a00") / 3
    assert apart("#0000ff", "#ffff00", BLINDNESS["no green"]) > 100
    for sight in BLINDNESS.values():
        assert apart("#808080", "#a0a0a0", sight) == pytest.approx(apart("#808080", "#a0a0a0"), abs=0.1)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_colours_differ(title: TitleInfo) -> None:
    for a, b in combinations(companies(title), 2):
        assert apart(a.colour, b.colour) >= FAR, (a.symbol, b.symbol)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_no_two_colours_are_alike_for_more_than_one_kind_of_colour_blindness(title: TitleInfo) -> None:
    for a, b in combinations(companies(title), 2):
        alike = [kind for kind, sight in BLINDNESS.items() if apart(a.colour, b.colour, sight) < NEAR]
        assert len(alike) <= 1, (a.symbol, b.symbol, alike)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_marks_say_the_same_as_colours(title: TitleInfo) -> None:
    marks = []
    for company in companies(title):
        text = next(parse_svg(token_svg(company)).iter(f"{SVG}text"))
        assert text.get("fill") == ink_on(company.colour)
        assert contrast(ink_on(company.colour), company.colour) >= 4.5
        marks.append(str(text.text).casefold())
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_the_edge_of_a_mark_is_seen_on_a_page(palette: Palette) -> None:
    assert contrast(palette.edge, palette.page) >= 3
    assert contrast(palette.edge, palette.panel) >= 3
