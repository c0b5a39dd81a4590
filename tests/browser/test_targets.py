"""A finger hits every control: 44 by 44 pixels on a phone."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.device_players import PHONE
from tests.browser.moments import MOMENTS
from tests.browser.states import KINDS, states

SIZE: Final = 44
"""Minimum width and height of a target, in CSS pixels."""

SMALL: Final = """(size) => {
  const PRESSABLE = "button, a[href], summary, select, textarea, label:has(input), input:not([type=hidden])";
  const SCOPES = document.querySelector("dialog[open]") ? "dialog" : "#acts, #tabs, #more, .menu-button";
  const isInline = (each) => each.matches("a, .term, label, input") && getComputedStyle(each).display === "inline";
  const isPart = (each) => each.matches("label input");
  /* how far the element is hit from its middle in a direction, up to the size */
  const reach = (each, x, y, dx, dy) => {
    let far = 0;
    const isHit = (at) => {
      const front = document.elementFromPoint(x + dx * at, y + dy * at);
      return front?.closest(PRESSABLE) === each || (front && each.contains(front));
    };
    while (far < size && isHit(far + 1)) far += 1;
    return far;
  };
  const found = [];
  for (const each of document.querySelectorAll(PRESSABLE)) {
    if (!each.closest(SCOPES) || !each.checkVisibility({ visibilityProperty: true })) continue;
    if (isInline(each) || isPart(each)) continue;
    each.scrollIntoView({ block: "center", inline: "center" });
    const box = each.getBoundingClientRect();
    if (!box.width || (box.width >= size - 0.5 && box.height >= size - 0.5)) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const width = reach(each, x, y, -1, 0) + reach(each, x, y, 1, 0) + 1;
    const height = reach(each, x, y, 0, -1) + reach(each, x, y, 0, 1) + 1;
    if (width >= size && height >= size) continue;
    const name = (each.getAttribute("aria-label") ?? each.textContent).trim().replace(/\\s+/g, " ").slice(0, 40);
    const kind = each.localName + (each.getAttribute("class") ? `.${each.getAttribute("class")}` : "");
    const hit = [Math.max(width, Math.round(box.width)), Math.max(height, Math.round(box.height))];
    found.push(`${kind} in ${each.parentElement.className}, "${name}": ${hit.join(" x ")}`);
  }
  return found;
}"""
"""Script: controls of the decision, the tabs, the sheets and the dialogs that are smaller, except links within text."""

SAMPLE: Final = ("stock-late",)


@pytest.mark.parametrize(
    "name", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.long) for name in KINDS]
)
def test_controls_are_large_enough_for_a_finger(person: Person, name: str) -> None:
    page = person(**PHONE)
    import_game(page, MOMENTS[name]().record())
    assert [f"{state}: {small}" for state in states(page) for small in page.evaluate(SMALL, SIZE)] == []
