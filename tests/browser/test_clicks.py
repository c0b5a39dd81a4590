"""Presses that each common action takes, by mouse and by keys, compared with the table in `docs/clicks.md`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import TablePage, import_game
from tests.browser.moments import MOMENTS
from tests.conftest import ROOT
from tetsudo.game.game import Game

MAX_CLICKS: Final = 3
MAX_KEYS: Final = 5
"""Maximum number of clicks, and of keys, for an action: it must be possible by one or the other."""

COUNTER: Final = """
window.presses = { pointerdown: 0, keydown: 0 };
for (const type of ["pointerdown", "keydown"])
  addEventListener(type, (event) => { if (event.isTrusted) window.presses[type] += 1; }, true);
"""

KEYS: Final = {"⏎": "Enter", "␣": "Space", "↓": "ArrowDown", "→": "ArrowRight"}
"""Keys by their signs in the table; all others are characters."""


class Row(NamedTuple):
    """A line of the table."""

    clicks: int
    keys: int
    pressed: str


def rows() -> dict[str, Row]:
    """Lines of the table by action."""
    found = re.findall(
        r"^\| ([^|]+) \| (\d+) \| (\d+) \| `([^`]+)` \|", (ROOT / "docs" / "clicks.md").read_text(), re.MULTILINE
    )
    return {name: Row(int(clicks), int(keys), pressed) for name, clicks, keys, pressed in found}


def confirm(page: Page) -> None:
    """Click the filled button."""
    page.locator("#acts .confirm button.primary:enabled").locator("visible=true").first.click()


def choose(selector: str) -> Callable[[Page], None]:
    """Click on these, one after another, then on the filled button."""

    def click(page: Page) -> None:
        for each in selector.split(" && "):
            page.locator(each).locator("visible=true").first.click()
        confirm(page)

    return click


def lay(page: Page) -> None:
    """Click the hex, the first tile that fits, and the hex again."""
    page.locator("#map .hex.lit:not(.also) .ground").first.click(force=True)
    page.locator(".ring .ring-tile").first.click()
    page.locator(".ring .on-hex").click()


def place_token(page: Page) -> None:
    """Click the city, then the filled button."""
    page.locator("#map .hex.lit .city .target").first.click(force=True)
    confirm(page)


def run_and_pay(page: Page) -> None:
    """Confirm the best run, then the dividend."""
    table = TablePage(page)
    version = table.version
    confirm(page)
    table.wait_for_version(version + 1)
    confirm(page)


def buy_for_1(page: Page) -> None:
    """Click the amount, type it over the one that is there, and confirm."""
    form = page.locator('#acts form.amount:has([data-action*="buy_train"])').first
    field = form.locator("input[name=amount]")
    field.click(click_count=1)
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    expect(form.locator("[data-action]")).to_have_attribute("aria-pressed", "true")
    confirm(page)


def press_button(selector: str) -> Callable[[Page], None]:
    """Click a button that acts at once."""
    return lambda page: page.locator(selector).locator("visible=true").first.click()


class Action(NamedTuple):
    """A common action: the moment, the mouse's way, and the kinds of actions that it makes."""

    moment: str
    by_mouse: Callable[[Page], None]
    makes: tuple[str, ...]


ACTIONS: Final[dict[str, Action]] = {
    "bid the least on a private": Action("auction", choose("""#acts [data-action*='"MF"']"""), ("bid",)),
    "buy a share": Action("stock-early", choose("#matrix [data-choose=SR][data-slot=offer]"), ("buy_share",)),
    "start a company at a par price": Action(
        "stock-early",
        choose("""#matrix [data-choose=AR][data-slot=offer] && #acts [data-card=AR] [data-action*='"par"']"""),
        ("par",),
    ),
    "sell a share": Action("stock-late", choose("#matrix [data-choose=KO][data-slot=own]"), ("sell_shares",)),
    "lay a tile": Action("track-early", lay, ("lay_tile",)),
    "place a token": Action("token", place_token, ("place_token",)),
    "run the best routes and pay": Action("run", run_and_pay, ("run_routes", "dividend")),
    "buy a train from the bank": Action("trains", confirm, ("buy_train",)),
    "buy a train from another company for ¥1": Action("trains", buy_for_1, ("buy_train",)),
    "pass": Action("auction", press_button("""#acts .confirm [data-action*='"pass"']"""), ("pass",)),
    "undo": Action("auction", press_button("#acts [data-key=u]"), ()),
}


def start(page: Page, name: str) -> tuple[TablePage, Game]:
    """A table at the action's moment, whose presses are counted."""
    page.add_init_script(COUNTER)
    game = MOMENTS[ACTIONS[name].moment]()
    table = import_game(page, game.record())
    if ACTIONS[name].moment == "run":
        expect(page.locator("#routes [data-action]").first).to_be_visible()  # the run is found
    return table, game


def done(table: TablePage, name: str, game: Game) -> None:
    """Check that the action was made."""
    kinds = ACTIONS[name].makes
    reached = "least => Number(document.querySelector('main').dataset.version) >= least"
    table.page.wait_for_function(reached, arg=game.length + max(1, len(kinds)))  # passes may follow by themselves
    after = table.game()
    if kinds:
        assert [action.kind for action in after.actions[game.length : game.length + len(kinds)]] == [*kinds]
    else:
        assert after.length == game.length - 1


def presses(page: Page, kind: str) -> int:
    """Number of presses so far."""
    count: int = page.evaluate("kind => window.presses[kind]", kind)
    return count


def test_the_table_has_each_action_within_the_limit() -> None:
    found = rows()
    assert set(found) == set(ACTIONS)
    assert [name for name, row in found.items() if row.clicks > MAX_CLICKS and row.keys > MAX_KEYS] == []


@pytest.mark.long
@pytest.mark.parametrize("name", ACTIONS)
def test_by_mouse(page: Page, name: str) -> None:
    table, game = start(page, name)
    ACTIONS[name].by_mouse(page)
    done(table, name, game)
    assert presses(page, "pointerdown") == rows()[name].clicks <= MAX_CLICKS


@pytest.mark.long
@pytest.mark.parametrize("name", ACTIONS)
def test_by_keys(page: Page, name: str) -> None:
    table, game = start(page, name)
    for number, sign in enumerate(rows()[name].pressed, 1):
        page.keyboard.press(KEYS.get(sign, sign))
        if sign == "⏎" and ACTIONS[name].makes[1:]:
            table.wait_for_version(game.length + number)
        if sign == "⏎" and name == "lay a tile" and number == 2:
            expect(page.locator(".ring .ring-tile").first).to_be_focused()
    done(table, name, game)
    assert presses(page, "keydown") == rows()[name].keys
