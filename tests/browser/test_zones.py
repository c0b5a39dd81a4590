"""The zones of a table never move, and the information for a decision is always in view."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.hand import TablePlayer
from tetsudo.game.game import Game
from tetsudo.game.record import new

SIZES: Final[dict[str, dict[str, Any]]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1024": {"viewport": {"width": 1024, "height": 768}},
    "390": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "844x390": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "720x450": {"viewport": {"width": 720, "height": 450}},
}

SHIFTS: Final = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
"""Script that adds up layout shifts, including those after a click."""

STILL: Final = (".turn", ".tabs", ".confirm", "#matrix thead")
"""Elements that keep their place through a whole game."""


def places(page: Page) -> list[object]:
    """Their boxes, in whole pixels."""
    boxes = (page.locator(each).first.bounding_box() for each in STILL)
    return [tuple(round(box[side]) for side in ("x", "y", "width", "height")) for box in boxes if box]


def run_of(page: Page, record: Game, since: int, count: int) -> tuple[float, list[list[object]]]:
    """Do actions of a game with the mouse; the total shift, and each distinct set of boxes."""
    page.add_init_script(SHIFTS)
    hand = TablePlayer(import_game(page, record.earlier(since).record()), record.earlier(since).clone())
    seen = [places(page)]
    page.evaluate("window.shifts = 0")
    for action in record.actions[since : since + count]:
        hand.play(action)
        if (now := places(page)) not in seen:
            seen.append(now)
    return float(page.evaluate("window.shifts")), seen


@pytest.mark.long
def test_nothing_jumps_through_turns(page: Page) -> None:
    game = simple_game()
    since = first_position(game, decision_is("track")).length
    shift, seen = run_of(page, game, since, 12)
    assert shift < 0.05
    assert len(seen) == 1


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_over_thirty_clicks(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    game = simple_game()
    shift, seen = run_of(page, game, 4, 30)
    assert shift < 0.05
    assert page.evaluate("document.scrollingElement.scrollHeight") <= SIZES[size]["viewport"]["height"]
    if size in ("1440", "1024"):
        assert len(seen) == 2  # in the auction, with the company rows folded, and after it


@pytest.mark.parametrize("size", ["1440", pytest.param("1024", marks=pytest.mark.long)])
def test_everybody_and_every_company_is_in_view(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    import_game(page, first_position(simple_game(), decision_is("run")).record())
    for name in ("Cash", "Certificates", "Net worth", "Privates"):
        expect(page.locator("#matrix").get_by_role("rowheader", name=name).first).to_be_in_viewport()
    for symbol in ("AR", "IR", "SR", "KO", "TR", "KU", "UR"):
        expect(page.locator(f"#matrix tr[data-company={symbol}]")).to_be_in_viewport()


STEPS: Final = {
    "auction": ("Cash", "Free"),
    "stock": ("Cash", "Net worth"),
    "track": ("Treasury", "Cash"),
    "trains": ("Treasury", "Trains"),
}


@pytest.mark.parametrize(
    "size", ["390", *(pytest.param(each, marks=pytest.mark.long) for each in SIZES if each != "390")]
)
def test_each_decision_shows_what_it_is_made_with(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    for step, names in STEPS.items():
        game = (
            new("1889", ["Ann", "Bo", "Cy"], seed=1)
            if step == "auction"
            else first_position(simple_game(), decision_is(step))
        )
        import_game(page, game.record())
        expect(page.locator("#turn")).to_be_in_viewport()
        expect(page.locator("#acts .confirm")).to_be_in_viewport()
        for name in names:
            expect(page.locator("#ledger li", has_text=name).first).to_be_in_viewport()
