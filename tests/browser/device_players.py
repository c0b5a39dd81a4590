"""Players who use one device only: a mouse, a keyboard, or a finger on a phone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.browser.at_table import TablePage
from tests.browser.hand import MAX_CLICKS, TablePlayer
from tests.browser.inputs import Finger, Keyboard, Mouse
from tetsudo.core.actions import Action, LayPrivateTile, LayTile, PlaceToken
from tetsudo.game.game import Game

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}


IS_PASS: Final = """each => each === document.querySelector(`#acts .confirm [data-action*='"pass"']`)"""
"""Script: true for the button that P presses."""


class MousePlayer(TablePlayer):
    """Uses the mouse only."""

    def __init__(self, table: TablePage, game: Game) -> None:
        super().__init__(table, game, types=False)


class KeyboardPlayer(TablePlayer):
    """Uses the keyboard only: the page's keys, Tab, Enter and arrows."""

    def __init__(self, table: TablePage, game: Game) -> None:
        self.keyboard = Keyboard(table.page)
        super().__init__(table, game, pointer=self.keyboard)

    def press_choice(self, button: Locator) -> None:
        """Press Enter: once on a button that acts at once, twice on a choice, or anywhere for the usual one; or P."""
        if button.evaluate(IS_PASS):
            return self.page.keyboard.press("p")
        if not button.evaluate("each => Boolean(each.closest('.decision, .tool-sheet'))"):
            return self.keyboard.press(button)
        is_usual = button.get_attribute("aria-pressed") == "true"
        if is_usual and self.page.evaluate("document.activeElement.matches('#hand, input[name=amount]')"):
            return self.page.keyboard.press("Enter")
        self.keyboard.press(button)
        if not is_usual:
            expect(button).to_have_attribute("aria-pressed", "true")
            self.page.keyboard.press("Enter")

    def enter_amount(self, form: Locator, amount: int) -> None:
        """Type an amount, which also selects the choice."""
        field = form.locator("input[name=amount]")
        if field.input_value() == str(amount):
            return
        self.keyboard.write(field, str(amount))
        if field.evaluate("each => Boolean(each.closest('.decision, .tool-sheet'))"):
            expect(form.locator("[data-action]")).to_have_attribute("aria-pressed", "true")

    def choose_hex(self, name: str) -> None:
        """Go to the glowing hexes with M, and on with Tab; for other hexes use the list."""
        if not self.hex(name).and_(self.page.locator(".lit")).count():
            button = self.page.locator(f'#acts [data-to-hex="{name}"]')
            self.reveal(button)
            return self.keyboard.press(button)
        self.page.keyboard.press("m")
        self.keyboard.press(self.hex(name))

    def lay(self, action: LayTile | LayPrivateTile) -> Action:
        self.choose_hex(self.data(action)["hex"])
        self.choose_tile(action)
        self.page.keyboard.press("Enter")
        return action

    def choose_tile(self, action: LayTile | LayPrivateTile) -> None:
        """Arrow down to the tile, and right to its rotation."""
        menu = self.page.locator(f'#hexmenu [data-name="{self.data(action)["hex"]}"]')
        expect(menu).to_be_visible()
        now = menu.locator("[data-lay-now]")
        for _press in range(MAX_CLICKS):
            chosen = json.loads(now.get_attribute("data-action") or "{}")
            if chosen and self.is_same_lay(chosen, action):
                return
            wanted = self.data(action)
            is_tile = chosen and {**chosen, "rotation": 0} == {**wanted, "rotation": 0}
            self.page.keyboard.press("ArrowRight" if is_tile else "ArrowDown")
        raise AssertionError(f"the tile never lies like {self.data(action)}")

    def token(self, action: PlaceToken) -> Action:
        """Enter the hex, then press the button of the city."""
        self.choose_hex(self.data(action)["hex"])
        self.page.locator("#acts:not([aria-busy]) #hexmenu .tokens [data-action]").first.wait_for()
        return self.press_button(action)


class TouchPlayer(TablePlayer):
    """Uses taps only, on a phone: some things are behind tabs."""

    def __init__(self, table: TablePage, game: Game) -> None:
        super().__init__(table, game, types=False, pointer=Finger(table.page))

    def start_action(self, action: Action) -> Action:
        """Come back from another tab, then do the action."""
        if self.table.main.get_attribute("data-tab") != "turn":
            self.pointer.press(self.page.locator("#tab-turn"))
        return super().start_action(action)

    def choose_hex(self, name: str) -> None:
        """Tap the hex; if the view does not show the map, open it first."""
        if not self.page.locator("#stage").is_visible():
            self.pointer.press(self.page.locator("#tab-map"))
        super().choose_hex(name)

    def lay(self, action: LayTile | LayPrivateTile) -> Action:
        """Tap the hex, the tile, and the button that lays it; while the whole map is open, the hex again."""
        self.choose_hex(self.data(action)["hex"])
        self.choose_tile(action)
        confirm = self.page.locator("#acts [data-confirm]")
        self.pointer.press(confirm if confirm.is_visible() else self.page.locator(".ring .on-hex"))
        return action


@dataclass(frozen=True)
class Device:
    """A kind of device: the settings of its browser context, its pointer, and the player who uses it."""

    settings: dict[str, Any]
    pointer: type[Mouse]
    player: type[MousePlayer | KeyboardPlayer | TouchPlayer]


DEVICES: Final = {
    "mouse": Device(DESK, Mouse, MousePlayer),
    "keyboard": Device(DESK, Keyboard, KeyboardPlayer),
    "phone": Device(PHONE, Finger, TouchPlayer),
}
