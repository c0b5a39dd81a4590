"""Player at a table's page: for any action, it does on the page what a person would do.

It knows no rules. An action with no control on the page fails.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import TablePage, import_game
from tests.browser.inputs import Mouse
from tetsudo.core.actions import Action, LayPrivateTile, LayTile, PlaceToken, RunRoutes
from tetsudo.core.open_actions import Runs
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data, action_to_data

MAX_CLICKS: Final = 40
"""Maximum number of changes to a run before the player gives up; tiles have six rotations."""


class TablePlayer:
    """Plays at the table shown in a page. `game`: the same game in this process, kept in step.

    `types`: True if amounts may be typed; otherwise only the mouse, or another pointer, is used.
    """

    def __init__(self, table: TablePage, game: Game, *, types: bool = True, pointer: Mouse | None = None) -> None:
        self.types = types
        self.pointer = pointer or Mouse(table.page)
        self.table = table
        self.page = table.page
        self.game = game

    def play(self, action: Action) -> None:
        """Do an action and wait until the page shows the result."""
        version = self.table.version
        done = self.start_action(action)
        self.table.wait_for_version(version + 1)
        self.game.apply(done)

    def start_action(self, action: Action) -> Action:
        """Do an action without waiting; returns the action done, which may be another run with the same revenue."""
        done: Action = getattr(self, ACTION_METHODS.get(type(action), "press_button"))(action)
        return done

    def data(self, action: Action) -> dict[str, Any]:
        """The action in record format."""
        return action_to_data(self.game.setup, self.game.names, action)

    def action(self, data: Mapping[str, Any]) -> Action:
        """The action on a button."""
        return action_from_data(self.game.setup, self.game.names, data)

    # Buttons

    def press_button(self, action: Action) -> Action:
        """Press the button for an action; enter the amount if it has a range."""
        wanted = self.data(action)
        button, written = self.button(wanted)
        self.reveal(button)
        if "open" in written:
            self.enter_amount(button.locator("xpath=ancestor::form[1]"), wanted[written["open"]])
        self.press_choice(button)
        return action

    def press_choice(self, button: Locator) -> None:
        """Press a button; if that only selects a choice, confirm it with the button below."""
        if not button.evaluate("each => Boolean(each.closest('.decision, .tool-sheet'))"):
            return self.pointer.press(button)
        if button.get_attribute("aria-pressed") != "true":
            self.pointer.press(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        self.pointer.press(self.page.locator("#acts [data-confirm]"))

    def enter_amount(self, form: Locator, amount: int) -> None:
        """Put an amount into its field, which also selects the choice."""
        field, quick = form.locator("input[name=amount]"), form.locator(f'[data-set="{amount}"]')
        if field.input_value() == str(amount):
            return
        if not quick.count() and self.types:
            field.fill(str(amount))
        else:
            self.pointer.press(field)  # in narrow rows the amounts appear on focus
            self.pointer.press(quick)
        expect(field).to_have_value(str(amount))
        if field.evaluate("each => Boolean(each.closest('.decision, .tool-sheet'))"):
            expect(form.locator("[data-action]")).to_have_attribute("aria-pressed", "true")

    def reveal(self, button: Locator) -> None:
        """Open the folds and the card that contain the button."""
        reveal(button, self.pointer.press)

    def button(self, wanted: Mapping[str, Any]) -> tuple[Locator, dict[str, Any]]:
        """The button for an action, and the data it carries."""
        buttons = self.page.locator("#acts [data-action]")
        expect(buttons.first).to_be_attached()
        for text in texts(buttons):
            written = json.loads(text)
            if _is_action(written, wanted):  # located by its data: the page may change meanwhile
                quoted = text.replace("\\", "\\\\").replace('"', '\\"')
                return self.page.locator(f'#acts [data-action="{quoted}"]').first, written
        raise AssertionError(f"there is no button for {wanted}")

    # The map

    def hex(self, name: str) -> Locator:
        """A hex of the map."""
        return self.page.locator(f'#map .hex[data-hex="{name}"]')

    def lay(self, action: LayTile | LayPrivateTile) -> Action:
        """Click the hex, then the tile until its rotation is right, then the hex again."""
        self.choose_hex(self.data(action)["hex"])
        self.choose_tile(action)
        self.pointer.press(self.page.locator(".ring .on-hex"))
        return action

    def choose_hex(self, name: str) -> None:
        """Click a hex; during a run, where clicks on the map mean routes, use its button."""
        if not self.page.locator("#routes").count():
            return self.pointer.press(self.hex(name).locator(".ground"), is_map=True)
        button = self.page.locator(f'#acts [data-to-hex="{name}"]')
        self.reveal(button)
        self.pointer.press(button)

    def choose_tile(self, action: LayTile | LayPrivateTile) -> None:
        """Choose a tile and rotation in the ring around the hex."""
        wanted = self.data(action)
        menu = self.page.locator(f'#hexmenu [data-name="{wanted["hex"]}"]')
        expect(menu).to_be_visible()
        tiles = menu.locator(".tile")
        fits = [any(self.is_same_lay(lay, action) for lay in _ring_lays(tile)) for tile in tiles.all()]
        assert any(fits), f"the ring has no {wanted}"
        in_ring = self.page.locator(".ring .ring-tile").nth(fits.index(True))
        in_menu = tiles.nth(fits.index(True))  # a ring may find no room on a small map
        now = menu.locator("[data-lay-now]")
        for _click in range(MAX_CLICKS):
            chosen = now.get_attribute("data-action")
            if chosen and self.is_same_lay(json.loads(chosen), action):
                return
            self.pointer.press(in_ring if in_ring.is_visible() else in_menu)
        raise AssertionError(f"the tile never lies like {wanted}")

    def is_same_lay(self, lay: Mapping[str, Any], action: LayTile | LayPrivateTile) -> bool:
        """True if both lays put the same face on the same hex, by the same power."""
        wanted, faces = self.data(action), self.game.setup.face_of
        if {**lay, "rotation": 0} != {**wanted, "rotation": 0}:
            return False
        return faces[action.tile, lay["rotation"]] == faces[action.tile, action.rotation]

    def token(self, action: PlaceToken) -> Action:
        """Click the city; if tiles can be laid there too, also the token's button."""
        wanted, version = self.data(action), self.table.version
        city = self.hex(wanted["hex"]).locator(f'.city[data-city="{wanted["city"]}"]')
        self.pointer.press(city.locator(".target"), is_map=True)
        self.page.wait_for_function(
            "shown => document.querySelector('main').dataset.version != shown"
            " || document.querySelector('#acts:not([aria-busy]) #hexmenu .tokens [data-action]')",
            arg=str(version),
        )
        return action if self.table.version != version else self.press_button(action)

    # The run

    def run(self, action: RunRoutes) -> Action:
        """Run as proposed if the revenue is right; otherwise change the routes until it is."""
        runs = next(offer for offer in self.game.legal_actions() if isinstance(offer, Runs))
        wanted = _earnings(runs, action)
        for _click in range(MAX_CLICKS):
            proposed = self.proposed_run()
            if _earnings(runs, proposed) == wanted:
                self.press_choice(self.page.locator("#routes [data-action]"))
                return proposed
            self.change_route(runs, proposed, action)
        raise AssertionError(f"the run never becomes {self.data(action)}")

    def proposed_run(self) -> RunRoutes:
        """The proposed run, once it is found."""
        self.page.locator("#routes [data-action]").first.wait_for()
        found = self.action(json.loads(texts(self.page.locator("#routes [data-action]"))[0]))
        assert isinstance(found, RunRoutes)
        return found

    def change_route(self, runs: Runs, proposed: RunRoutes, wanted: RunRoutes) -> None:
        """Bring one train nearer to its wanted route with one click."""
        before = _routes_in_order(runs, proposed)
        for place, (now, then) in enumerate(zip(before, _routes_in_order(runs, wanted), strict=True)):
            if set(now) == set(then):
                continue
            wishes = self.page.locator("#routes .run").get_attribute("data-wishes") or ""
            train = self.page.locator(f'#routes [data-train-place="{place}"]')
            if train.get_attribute("aria-pressed") != "true":
                self.pointer.press(train)
            self.click_route_hex(place, now, then)
            expect(self.page.locator("#routes .run")).not_to_have_attribute("data-wishes", wishes)
            return
        raise AssertionError("the routes are the same, and do not earn the same")

    def click_route_hex(self, place: int, now: tuple[int, ...], then: tuple[int, ...]) -> None:
        """Click a hex that the train must skip or visit, or leave the train at home."""
        if not then or not now:
            self.pointer.press(self.page.locator(f'#routes [data-run=home][value="{place}"]'))
            return
        spot = next((hex for hex in now if hex not in then), None)
        if spot is None:
            spot = next(hex for hex in then if hex not in now)
        hex = self.hex(self.game.setup.map.hexes[spot].name)
        stops = hex.locator("[data-node]")  # if there are several, only those on the route are possible
        for target in (hex.locator(".ground"), *stops.all()):
            if self.click_constraint(target):
                return

    def click_constraint(self, target: Locator) -> bool:
        """Click something on the map; True if that changed the route constraints."""
        wishes = self.page.locator("#routes .run").get_attribute("data-wishes") or ""
        with self.page.expect_response(re.compile("/routes/")) as answer:
            self.pointer.press(target, is_map=True)
        return html.escape(wishes) not in answer.value.text()


def player_at(page: Page, game: Game, *, types: bool = True) -> TablePlayer:
    """A player at a table in this position."""
    return TablePlayer(import_game(page, game.record()), game.clone(), types=types)


def play(hand: TablePlayer, *actions: Action) -> None:
    """Do actions on the page, then compare both positions."""
    for action in actions:
        hand.play(action)
    assert hand.table.game().digest() == hand.game.digest()


def refusal_card(hand: TablePlayer, button: str | re.Pattern[str], clause: str) -> Locator:
    """The card of an unavailable button, which names the clause that refuses it."""
    grey = hand.page.locator("#acts .can").filter(has_text=button).first
    expect(grey.locator("button")).to_have_attribute("aria-disabled", "true")
    hand.page.mouse.move(0, 0)  # a button that appears under a resting pointer does not open its card
    grey.hover()
    card = hand.page.locator(".why-card")
    expect(card).to_contain_text(clause)
    return card


def texts(buttons: Locator) -> list[str]:
    """The actions carried by the buttons."""
    found: list[str] = buttons.evaluate_all("all => all.map(each => each.dataset.action)")
    return found


def reveal(button: Locator, press: Callable[[Locator], None] = Locator.click) -> None:
    """Open the folds and the card that contain the button."""
    card = button.locator("xpath=ancestor::*[@data-card and @hidden]")
    if card.count():
        symbol = card.get_attribute("data-card")
        back = button.page.locator("#acts [data-back]").locator("visible=true")
        if back.count():
            press(back)
        press(button.page.locator(f'#acts [data-choose="{symbol}"]'))
    for summary in button.locator("xpath=ancestor::details[not(@open)]/summary").all():
        press(summary)


def _ring_lays(tile: Locator) -> list[dict[str, Any]]:
    """The lays of a tile in the ring, one per rotation."""
    faces = tile.locator(".face").evaluate_all("all => all.map(each => each.dataset.lay)")
    return list(map(json.loads, faces))


def _is_action(written: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """True if a button's action is the wanted one, ignoring an open amount."""
    amount = written.get("open", "")
    return {**written, amount: None, "open": None} == {**wanted, amount: None, "open": None}


def _earnings(runs: Runs, action: RunRoutes) -> tuple[int, int]:
    """Revenue and subsidies of a run."""
    return sum(runs.earned(action)), sum(runs.subsidies(action))


def _routes_in_order(runs: Runs, action: RunRoutes) -> list[tuple[int, ...]]:
    """Hexes of each train's route in fleet order; trains of one kind are in the order of the action."""
    routes = [(route.train, route.hexes) for route in action.routes]
    found: list[tuple[int, ...]] = []
    for train in runs.fleet:
        number = next((number for number, (kind, _hexes) in enumerate(routes) if kind == train), None)
        found.append(() if number is None else routes.pop(number)[1])
    return found


ACTION_METHODS: Final[dict[type[Action], str]] = {
    LayTile: "lay",
    LayPrivateTile: "lay",
    PlaceToken: "token",
    RunRoutes: "run",
}
"""Methods for actions that take more than one button; each returns the action done."""
