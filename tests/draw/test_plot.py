"""Plots: every value at its height, marks that do not hide each other, and a dash pattern for each player."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree.ElementTree import Element

import pytest

from tests.browser.games import simple_game
from tests.draw.builders import SVG, parse_svg
from tetsudo.analysis.accounts import PLOTS, Accounts, accounts, drawn_from
from tetsudo.draw import plot_svg
from tetsudo.draw.plot import DASHES, LARGE, NARROW, SIZES, WIDE, Moment, Size, spread_heights
from tetsudo.draw.style.player_marks import PLAYER_COLOURS
from tetsudo.game.game import Game


@lru_cache(maxsize=1)
def game() -> Game:
    return simple_game()


@lru_cache(maxsize=1)
def kept() -> Accounts:
    return accounts(game())


def drawn(name: str, size: Size = WIDE, theme: str = "light", moments: tuple[Moment, ...] = ()) -> Element:
    plot = drawn_from(kept(), name)
    return parse_svg(plot_svg(game().setup, game().names, kept(), plot, size=size, theme=theme, moments=moments))


def lines(picture: Element) -> list[list[tuple[float, float]]]:
    """The points of each line."""
    found = []
    for path in picture.iter(f"{SVG}path"):
        d = path.get("d", "")
        if d.count("L") > 1 and path.get("stroke-width") == "2":
            found.append([(float(x), float(y)) for x, y in re.findall(r"([-\d.]+),([-\d.]+)", d)])
    return found


@pytest.mark.parametrize("name", PLOTS)
@pytest.mark.parametrize("size", SIZES)
def test_every_value_has_a_place_within_the_picture(name: str, size: str) -> None:
    picture, plot = drawn(name, SIZES[size]), drawn_from(kept(), name)
    values = [[value for value in line.values if value is not None] for line in plot.lines]
    found = lines(picture)
    assert sorted(map(len, found)) == sorted(len(line) for line in values if len(line) > 1)
    for x, y in (point for line in found for point in line):
        assert 0 < x < SIZES[size].width
        assert 0 < y < SIZES[size].height


def test_heights_are_in_proportion() -> None:
    for line, points in zip(drawn_from(kept(), "worth").lines, lines(drawn("worth")), strict=True):
        values = [value for value in line.values if value is not None]
        pairs = sorted(zip(values, (y for _x, y in points), strict=True))
        (low, foot), (high, top) = pairs[0], pairs[-1]
        for value, y in pairs:
            assert y == pytest.approx(foot + (top - foot) * (value - low) / (high - low), abs=0.11)


def test_a_part_of_a_page_has_no_words_for_readers_but_a_line_for_scripts() -> None:
    part = drawn("prices", theme="page")
    assert (part.get("aria-hidden"), part.find(f"{SVG}title")) == ("true", None)
    assert [path.get("visibility") for path in part.iter(f"{SVG}path") if path.get("class") == "cursor"] == ["hidden"]
    assert float(part.get("data-left", "")) < float(part.get("data-right", ""))
    assert "style" not in {key for each in part.iter() for key in each.attrib}


def test_marked_moments_stand_in_their_rounds() -> None:
    picture = drawn("worth", LARGE, moments=(Moment(1, 4.5), Moment(2, 9.0)))
    circles = [float(each.get("cx", "")) for each in picture.iter(f"{SVG}circle") if each.get("r") == "9.36"]
    xs = [x for x, _y in lines(picture)[0]]
    assert circles == [pytest.approx((xs[4] + xs[5]) / 2, abs=0.1), pytest.approx(xs[9], abs=0.1)]


def test_marks_are_apart() -> None:
    assert spread_heights([10, 11, 12], 5, 0, 100) == [10, 15, 20]
    assert spread_heights([98, 99, 100], 5, 0, 100) == [90, 95, 100]
    assert spread_heights([50, 10][::-1], 5, 0, 100) == [10, 50]
    assert spread_heights([], 5, 0, 100) == []


def test_each_player_has_a_dash_of_his_own() -> None:
    assert len(set(DASHES)) == len(DASHES) == len(PLAYER_COLOURS)


def test_no_text_is_smaller_than_eleven_pixels() -> None:
    """`plots.css` shows the wide form from these widths on, and the narrow one on the narrowest phones, of 320 px."""
    for size, narrowest in ((WIDE, 480), (LARGE, 750), (NARROW, 288)):
        assert size.letters * narrowest / size.width > (11 if size is not NARROW else 10)
