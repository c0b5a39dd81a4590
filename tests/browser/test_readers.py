"""A turn with a screen reader: every step is found by role and name, and done by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import import_game
from tests.browser.games import Moment, decision_is, first_position, simple_game
from tests.browser.moments import has_action, late_game
from tetsudo.game.game import Game


class Reader:
    """A user with a screen reader and a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def hears(self, task: str) -> None:
        """Check that the page's status announces the task."""
        expect(self.page.get_by_role("status").filter(has_text=task).first).to_be_visible()

    def press(self, wanted: Locator) -> None:
        """Press a named element."""
        expect(wanted).to_have_count(1)
        wanted.focus()
        expect(wanted).to_be_focused()
        self.page.keyboard.press("Enter")

    def choose(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Press a choice, which then reports itself as pressed."""
        wanted = (within or self.page).get_by_role("button", name=name, exact=isinstance(name, str))
        self.press(wanted)
        expect(wanted).to_have_attribute("aria-pressed", "true")

    def does(self, name: str | re.Pattern[str]) -> None:
        """Press the confirm button, which is named after the chosen action."""
        self.press(self.page.get_by_role("button", name=name, exact=isinstance(name, str)).last)


def auction(reader: Reader) -> None:
    form = reader.page.get_by_role("form", name=re.compile("^Bid .* for Dōgo Railway"))
    form.get_by_role("spinbutton", name="Amount").fill("85")
    expect(form.get_by_role("button", name="Bid")).to_have_attribute("aria-pressed", "true")  # an amount is a choice
    reader.does(re.compile("Bid ¥85.*Dōgo Railway"))


def stock(reader: Reader) -> None:
    reader.press(reader.page.get_by_role("button", name="SR IPO ¥70"))
    card = reader.page.get_by_role("article", name="Sanuki Railway")
    reader.choose(re.compile("^Buy ¥70"), card)
    reader.does("Buy a share of Sanuki Railway from the IPO")


def hexes(reader: Reader) -> Locator:
    """The highlighted hexes of the map."""
    return reader.page.get_by_role("group", name=re.compile("^Map of")).get_by_role("button")


def track(reader: Reader) -> None:
    reader.press(hexes(reader).filter(has_text="Komatsujima"))
    around = reader.page.get_by_role("group", name=re.compile("^J9 Komatsujima"))
    turned = around.get_by_role("button", name=re.compile(r"^#437, Mitsubishi Ferry, rotation \d$"))
    reader.press(turned)
    expect(turned).to_have_attribute("aria-pressed", "true")
    before = turned.get_attribute("aria-label")
    reader.page.keyboard.press("ArrowRight")
    expect(turned).not_to_have_attribute("aria-label", before or "")
    reader.does("Lay #437, Mitsubishi Ferry")


def token(reader: Reader) -> None:
    reader.press(hexes(reader).filter(has_text="Saijō"))
    reader.does("Place a token of Iyo Railway in F3 Saijō")


def withheld(reader: Reader) -> Locator:
    """The treasury if the revenue of ¥220 is withheld."""
    figures = reader.page.get_by_role("region", name="Now and after")
    return figures.get_by_role("listitem").filter(has_text=re.compile(r"Treasury\s+¥1,167"))


def run(reader: Reader) -> None:
    routes = reader.page.get_by_role("button", name=re.compile("Muroto – Nahari – Nangoku – Kōchi"))
    expect(routes).to_have_attribute("aria-pressed", "true")
    expect(withheld(reader)).to_be_visible()
    reader.does("Run ¥220")


def dividend(reader: Reader) -> None:
    reader.choose("Withhold")
    expect(withheld(reader)).to_be_visible()
    reader.does(re.compile("withhold"))


def trains(reader: Reader) -> None:
    expect(reader.page.get_by_role("button", name="Buy ¥80", exact=True)).to_have_attribute("aria-pressed", "true")
    dear = reader.page.get_by_role("button", name=re.compile(r"^Buy ¥180 : The depot is not selling a 3-train now\."))
    expect(dear).to_be_disabled()
    reader.does("Buy a 2-train from the depot for ¥80")


def offer(reader: Reader) -> None:
    expect(reader.page.get_by_role("listitem").filter(has_text="offers ¥60 for a 2-train")).to_be_visible()
    reader.choose("Accept ¥60")
    reader.does(re.compile("[Aa]ccept"))


def discard(reader: Reader) -> None:
    expect(reader.page.get_by_role("listitem").filter(has_text="the limit is 2")).to_be_visible()
    reader.choose("3-train")
    reader.does(re.compile("iscard"))


class Step(NamedTuple):
    """A position, the task announced there, and the function that does it."""

    game: Callable[[], Game]
    when: Moment
    task: str
    deed: Callable[[Reader], None]


STEPS: Final = {
    "auction": Step(lambda: simple_game(4, whims=0.3), lambda game: game.length == 4, "buy, bid or pass", auction),
    "stock": Step(simple_game, lambda game: game.state.turn == 1 and game.length >= 9, "buy, sell or pass", stock),
    "track": Step(simple_game, decision_is("track"), "lay track", track),
    "token": Step(
        late_game, lambda game: game.state.turn >= 2 and has_action(game, "place_token"), "place a token", token
    ),
    "run": Step(late_game, decision_is("run", 12), "run the trains", run),
    "dividend": Step(late_game, decision_is("dividend", 12), "pay out or withhold", dividend),
    "trains": Step(late_game, decision_is("trains", 3), "buy trains", trains),
    "offer": Step(late_game, decision_is("offer"), "answer the offer of IR", offer),
    "discard": Step(
        lambda: simple_game(3, whims=0.3), decision_is("discard"), "discard trains above the limit", discard
    ),
}


SELDOM: Final = ("trains", "offer", "discard", "dividend", "token")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name in SELDOM else name for name in STEPS]
)
def test_a_step_is_heard_and_done(page: Page, name: str) -> None:
    step = STEPS[name]
    game = first_position(step.game(), step.when)
    table = import_game(page, game.record())
    reader = Reader(page)
    reader.hears(step.task)
    said = page.locator("#acts").aria_snapshot()
    step.deed(reader)
    table.wait_for_version(game.length + 1)
    assert page.locator("#acts").aria_snapshot() != said
    assert page.evaluate("document.activeElement !== document.body")  # the focus is not lost to the top of the page
