"""Animation: always short, and none if the system asks for reduced motion."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.moments import MOMENTS
from tests.browser.states import KINDS

SLOWEST: Final = """() => Math.max(0, ...[...document.querySelectorAll("*")].flatMap((each) =>
  [null, "::before", "::after"].flatMap((part) => {
    const style = getComputedStyle(each, part);
    const moves = style.animationName === "none" ? [] : style.animationDuration.split(",");
    return [...moves, ...style.transitionDuration.split(",")].map(parseFloat);
  })
))"""
"""Script: the longest animation or transition of any element, in seconds."""

MAX_SECONDS: Final = {"no-preference": 0.15, "reduce": 0.0}

SAMPLE: Final = ("run",)


@pytest.mark.parametrize(
    "name", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.long) for name in KINDS]
)
def test_nothing_moves_for_long_at_a_decision(person: Person, name: str) -> None:
    page = person()
    import_game(page, MOMENTS[name]().record())
    for asked, most in MAX_SECONDS.items():
        page.emulate_media(reduced_motion=asked)  # type: ignore[arg-type]
        assert page.evaluate(SLOWEST) <= most


@pytest.mark.parametrize(("asked", "most"), MAX_SECONDS.items())
def test_motion_around_a_hex(person: Person, asked: str, most: float) -> None:
    page = person(reduced_motion=asked)
    import_game(page, first_position(simple_game(), decision_is("track")).record())
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    page.locator(".ring .ring-tile").first.wait_for()
    assert page.evaluate(SLOWEST) <= most
