"""A hand that plays: whatever the action, it does in the page what a person does for it.

It knows no rules either. What it cannot find on the page cannot be done there, and fails.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import AtTable, bring
from tetsudo.core.actions import Action, LayPrivateTile, LayTile, PlaceToken, RunRoutes
from tetsudo.core.open_actions import Runs
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data, action_to_data

MOST_CLICKS: Final = 40
"""How often a run is changed before the hand gives up; tiles have six rotations."""


class Hand:
    """Plays at a table that it sees in a page. `game`: the same game in this process, which goes along.

    `types`: whether it may type amounts; else it has only the mouse.
    """

    def __init__(self, table: AtTable, game: Game, *, types: bool = True) -> None:
        self.types = types
        self.table = table
        self.page = table.page
        self.game = game

    def play(self, action: Action) -> None:
        """Do an action, and wait until the page shows what came of it."""
        version = self.table.version
        done = self.begin(action)
        self.table.shows(version + 1)
        self.game.apply(done)

    def begin(self, action: Action) -> Action:
        """The same without waiting; what is done, which may be another run that earns the same."""
        return DEEDS.get(type(action), Hand.press)(self, action)

    def data(self, action: Action) -> dict[str, Any]:
        """The action as records write it."""
        return action_to_data(self.game.setup, self.game.names, action)

    def action(self, data: Mapping[str, Any]) -> Action:
        """What a button says, as an action."""
        return action_from_data(self.game.setup, self.game.names, data)

    # Buttons

    def press(self, action: Action) -> Action:
        """Press the button of an action; type the amount if it has a range."""
        wanted = self.data(action)
        button, written = self.button(wanted)
        uncover(button)
        if "open" in written:
            self.say(button.locator("xpath=ancestor::form[1]"), wanted[written["open"]])
        self.choose(button)
        return action

    def choose(self, button: Locator) -> None:
        """Press a button; if that only chooses it, do it by the one below."""
        if not button.evaluate("each => Boolean(each.closest('.decision'))"):
            return button.click()
        if button.get_attribute("aria-pressed") != "true":
            button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        self.page.locator("#acts [data-confirm]").click()

    def say(self, form: Locator, amount: int) -> None:
        """Have an amount stand in its field: whoever says one has chosen it."""
        field, quick = form.locator("input[name=amount]"), form.locator(f'[data-set="{amount}"]')
        if field.input_value() == str(amount):
            return
        if not quick.count() and self.types:
            field.fill(str(amount))
        else:
            field.click()  # in narrow lines the amounts appear then
            quick.click()
        expect(field).to_have_value(str(amount))
        if field.evaluate("each => Boolean(each.closest('.decision'))"):
            expect(form.locator("[data-action]")).to_have_attribute("aria-pressed", "true")

    def button(self, wanted: Mapping[str, Any]) -> tuple[Locator, dict[str, Any]]:
        """The button for an action, and what it says of it."""
        buttons = self.page.locator("#acts [data-action]")
        expect(buttons.first).to_be_attached()
        for text in texts(buttons):
            written = json.loads(text)
            if _means(written, wanted):  # found again by what it says: the page may change under the hand
                quoted = text.replace("\\", "\\\\").replace('"', '\\"')
                return self.page.locator(f'#acts [data-action="{quoted}"]').first, written
        raise AssertionError(f"there is no button for {wanted}")

    # The map

    def hex(self, name: str) -> Locator:
        """A hex of the map."""
        return self.page.locator(f'#map .hex[data-hex="{name}"]')

    def lay(self, action: LayTile | LayPrivateTile) -> Action:
        """Click the hex, then the tile until it lies right, then the hex again."""
        self.choose_hex(self.data(action)["hex"])
        self.choose_tile(action)
        self.page.locator(".ring .on-hex").click()
        return action

    def choose_hex(self, name: str) -> None:
        """Click it; while trains are run, where a click means a route, its button."""
        if not self.page.locator("#routes").count():
            return self.hex(name).locator(".ground").click(force=True)
        button = self.page.locator(f'#acts [data-to-hex="{name}"]')
        uncover(button)
        button.click()

    def choose_tile(self, action: LayTile | LayPrivateTile) -> None:
        """In the ring round the hex."""
        wanted = self.data(action)
        menu = self.page.locator(f'#hexmenu [data-name="{wanted["hex"]}"]')
        expect(menu).to_be_visible()
        tiles = menu.locator(".tile")
        fits = [any(self.is_alike(lay, action) for lay in _lays(tile)) for tile in tiles.all()]
        assert any(fits), f"the ring has no {wanted}"
        in_ring = self.page.locator(".ring .ring-tile").nth(fits.index(True))
        now = menu.locator("[data-lay-now]")
        for _click in range(MOST_CLICKS):
            chosen = now.get_attribute("data-action")
            if chosen and self.is_alike(json.loads(chosen), action):
                return
            in_ring.click()
        raise AssertionError(f"the tile never lies like {wanted}")

    def is_alike(self, lay: Mapping[str, Any], action: LayTile | LayPrivateTile) -> bool:
        """Whether a lay leaves the same on the same hex, by the same power."""
        wanted, faces = self.data(action), self.game.setup.face_of
        if {**lay, "rotation": 0} != {**wanted, "rotation": 0}:
            return False
        return faces[action.tile, lay["rotation"]] == faces[action.tile, action.rotation]

    def token(self, action: PlaceToken) -> Action:
        """Click the city; where tiles could be laid too, also the button."""
        wanted, version = self.data(action), self.table.version
        city = self.hex(wanted["hex"]).locator(f'.city[data-city="{wanted["city"]}"]')
        city.locator(".target").click(force=True)
        self.page.wait_for_function(
            "shown => document.querySelector('main').dataset.version != shown"
            " || document.querySelector('#acts:not([aria-busy]) #hexmenu .tokens [data-action]')",
            arg=str(version),
        )
        return action if self.table.version != version else self.press(action)

    # The run

    def run(self, action: RunRoutes) -> Action:
        """Run as proposed if it earns the same; else change the routes until it does."""
        runs = next(offer for offer in self.game.legal_actions() if isinstance(offer, Runs))
        wanted = _yields(runs, action)
        for _click in range(MOST_CLICKS):
            proposed = self.proposed()
            if _yields(runs, proposed) == wanted:
                self.choose(self.page.locator("#routes [data-action]"))
                return proposed
            self.change(runs, proposed, action)
        raise AssertionError(f"the run never becomes {self.data(action)}")

    def proposed(self) -> RunRoutes:
        """What would be run now, once it is found."""
        self.page.locator("#routes [data-action]").first.wait_for()
        found = self.action(json.loads(texts(self.page.locator("#routes [data-action]"))[0]))
        assert isinstance(found, RunRoutes)
        return found

    def change(self, runs: Runs, proposed: RunRoutes, wanted: RunRoutes) -> None:
        """One click that brings one train nearer to what it shall run."""
        before = _by_place(runs, proposed)
        for place, (now, then) in enumerate(zip(before, _by_place(runs, wanted), strict=True)):
            if set(now) == set(then):
                continue
            wishes = self.page.locator("#routes .run").get_attribute("data-wishes") or ""
            train = self.page.locator(f'#routes [data-train-place="{place}"]')
            if train.get_attribute("aria-pressed") != "true":
                train.click()
            self.point(place, now, then)
            expect(self.page.locator("#routes .run")).not_to_have_attribute("data-wishes", wishes)
            return
        raise AssertionError("the routes are the same, and do not earn the same")

    def point(self, place: int, now: tuple[int, ...], then: tuple[int, ...]) -> None:
        """Click a hex that the train shall leave out, or pass; or let it stay at home."""
        if not then or not now:
            self.page.locator(f'#routes [data-run=home][value="{place}"]').click()
            return
        spot = next((hex for hex in now if hex not in then), None)
        if spot is None:
            spot = next(hex for hex in then if hex not in now)
        hex = self.hex(self.game.setup.map.hexes[spot].name)
        stops = hex.locator("[data-node]")  # of several, only those on the route can be meant
        for target in (hex.locator(".ground"), *stops.all()):
            if self.wish(target):
                return

    def wish(self, target: Locator) -> bool:
        """Click something on the map; whether that changed what is asked of the trains."""
        wishes = self.page.locator("#routes .run").get_attribute("data-wishes") or ""
        with self.page.expect_response(re.compile("/routes/")) as answer:
            target.click(force=True)
        return html.escape(wishes) not in answer.value.text()


def sit(page: Page, game: Game, *, types: bool = True) -> Hand:
    """A table in this position."""
    return Hand(bring(page, game.record()), game.clone(), types=types)


def play(hand: Hand, *actions: Action) -> None:
    """Do actions on the page; then both have the same position."""
    for action in actions:
        hand.play(action)
    assert hand.table.game().digest() == hand.game.digest()


def refused(hand: Hand, button: str | re.Pattern[str], clause: str) -> Locator:
    """A grey button, and the card that says why: its clause is named."""
    grey = hand.page.locator("#acts .can").filter(has_text=button).first
    expect(grey.locator("button")).to_have_attribute("aria-disabled", "true")
    hand.page.mouse.move(0, 0)  # what comes under a hand that rests says nothing by itself
    grey.hover()
    card = hand.page.locator(".why-card")
    expect(card).to_contain_text(clause)
    return card


def texts(buttons: Locator) -> list[str]:
    """The actions that buttons carry."""
    found: list[str] = buttons.evaluate_all("all => all.map(each => each.dataset.action)")
    return found


def uncover(button: Locator) -> None:
    """Open what is folded round it, and the card on which it stands."""
    card = button.locator("xpath=ancestor::*[@data-card and @hidden]")
    if card.count():
        symbol = card.get_attribute("data-card")
        back = button.page.locator("#acts [data-back]").locator("visible=true")
        if back.count():
            back.click()
        button.page.locator(f'#acts [data-choose="{symbol}"]').click()
    for summary in button.locator("xpath=ancestor::details[not(@open)]/summary").all():
        summary.click()


def _lays(tile: Locator) -> list[dict[str, Any]]:
    """The lays of a tile of the ring, one a rotation."""
    faces = tile.locator(".face").evaluate_all("all => all.map(each => each.dataset.lay)")
    return list(map(json.loads, faces))


def _means(written: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a button's action is the wanted one, whatever the amount if that is open."""
    amount = written.get("open", "")
    return {**written, amount: None, "open": None} == {**wanted, amount: None, "open": None}


def _yields(runs: Runs, action: RunRoutes) -> tuple[int, int]:
    """The revenue of a run, and the subsidies besides."""
    return sum(runs.earned(action)), sum(runs.subsidies(action))


def _by_place(runs: Runs, action: RunRoutes) -> list[tuple[int, ...]]:
    """The hexes that each train of the fleet passes; of several of a kind in the order of the action."""
    routes = [(route.train, route.hexes) for route in action.routes]
    found: list[tuple[int, ...]] = []
    for train in runs.fleet:
        number = next((number for number, (kind, _hexes) in enumerate(routes) if kind == train), None)
        found.append(() if number is None else routes.pop(number)[1])
    return found


DEEDS: Final[dict[type[Action], Callable[[Hand, Any], Action]]] = {
    LayTile: Hand.lay,
    LayPrivateTile: Hand.lay,
    PlaceToken: Hand.token,
    RunRoutes: Hand.run,
}
"""What is not done by one button; each says what was done."""
