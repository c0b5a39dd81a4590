"""Input devices of a person at a page: a mouse, a keyboard, a finger on a touch screen."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Page, expect

MAX_TABS: Final = 250
"""Maximum number of Tab presses on the way to an element."""

DIRECTION: Final = """(wanted) => {
  const at = document.activeElement;
  if (at === wanted) return "";
  const isBefore = at !== document.body && at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING;
  return isBefore ? "Shift+Tab" : "Tab";
}"""
"""Script: the key that moves the focus towards an element; "" if it is there."""


class Mouse:
    """Clicks, and keys only for text."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, wanted: Locator, *, is_map: bool = False) -> None:
        """Press an element. `is_map`: part of a drawing, which other parts may overlap."""
        wanted.click(force=is_map)

    def choose(self, option: str) -> None:
        """Choose a radio button or a check box by its id."""
        chosen = self.page.locator(f"#{option}")
        if not chosen.is_checked():
            self.press(self.page.locator(f"label:has(#{option})"))
        expect(chosen).to_be_checked()

    def write(self, field: Locator, text: str) -> None:
        """Replace the text of a field."""
        self.press(field)
        self.type_into(field, text)

    def type_into(self, field: Locator, text: str) -> None:
        """Replace the text of the field with the focus."""
        expect(field).to_be_focused()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        expect(field).to_have_value(text)


class Finger(Mouse):
    """Taps, and a keyboard on the screen for text."""

    def press(self, wanted: Locator, *, is_map: bool = False) -> None:
        wanted.tap(force=is_map)


class Keyboard(Mouse):
    """Tab, Shift+Tab and Enter; arrows between radio buttons."""

    def press(self, wanted: Locator, *, is_map: bool = False) -> None:
        self.focus(wanted)
        self.page.keyboard.press("Enter")

    def focus(self, wanted: Locator) -> None:
        """Press Tab or Shift+Tab until an element has the focus."""
        for _press in range(MAX_TABS):
            key = wanted.evaluate(DIRECTION)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never comes to {wanted}")

    def choose(self, option: str) -> None:
        chosen = self.page.locator(f"#{option}")
        name = chosen.get_attribute("name")
        while not chosen.is_checked():
            self.focus(self.page.locator(f"[name={name}]:checked"))
            with self.page.expect_response("**/new/?*"):  # the form is drawn anew
                self.page.keyboard.press("ArrowDown")

    def write(self, field: Locator, text: str) -> None:
        self.focus(field)
        self.type_into(field, text)
