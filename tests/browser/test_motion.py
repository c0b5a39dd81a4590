"""Animation: always short, and none if the system asks for reduced motion."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game

SLOWEST: Final = """() => Math.max(0, ...[...document.querySelectorAll("*")].flatMap((each) => {
    const style = getComputedStyle(each);
    const moves = style.animationName === "none" ? [] : style.animationDuration.split(",");
    return [...moves, ...style.transitionDuration.split(",")].map(parseFloat);
}))"""


@pytest.mark.parametrize(("asked", "most"), [("no-preference", 0.2), ("reduce", 0.0)])
def test_motion(person: Person, asked: str, most: float) -> None:
    page = person(reduced_motion=asked)
    import_game(page, first_position(simple_game(), decision_is("track")).record())
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    page.locator(".ring .ring-tile").first.wait_for()
    assert page.evaluate(SLOWEST) <= most
