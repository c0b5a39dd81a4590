"""Choices, figures and the confirm button with its whole text are in view without scrolling; a new table fits, too."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.moments import MOMENTS

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DEVICES: Final = {
    "desk": (DESK, ((1440, 900), (1024, 768))),
    "phone": (PHONE, ((390, 844), (844, 390))),
}
"""Settings of a browser, and the sizes of its window."""

DECISIONS: Final = [name for name in MOMENTS if "finished" not in name]

SAMPLE: Final = ("seven-auction", "forced-sale")
"""Positions measured in the quick run, in English with the guide on."""

HIDDEN: Final = """
(isChosen) => {
  const found = [];
  const name = (each) => (each.textContent || each.dataset.hex || each.id).trim().replace(/\\s+/g, " ").slice(0, 60);
  const isShown = (each) => each.checkVisibility() && !each.closest(".hexlist, .misfits");
  /* the part of a box that its ancestors and the window let through */
  const visible = (each) => {
    let { left, top, right, bottom } = each.getBoundingClientRect();
    const whole = [left, top, right, bottom];
    for (let at = each.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible" || at === document.documentElement) continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    [left, top] = [Math.max(left, 0), Math.max(top, 0)];
    [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
    return { whole, isWhole: [left, top, right, bottom].every((each, at) => Math.abs(each - whole[at]) < 1.5) };
  };
  const check = (each, what) => {
    const { whole: [left, top, right, bottom], isWhole } = visible(each);
    if (!isWhole) found.push(`${what} is out of view: ${name(each)} ${Math.round(top)}-${Math.round(bottom)}`);
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isMap = front?.closest("#map") && each.closest("#map");
    const isFree = !front || each.contains(front) || front.contains(each) || isMap;
    if (isWhole && !isFree) found.push(`${what} is covered by ${front.outerHTML.slice(0, 60)}: ${name(each)}`);
  };
  const first = (selector, what) =>
    [...document.querySelectorAll(selector)].filter(isShown).slice(0, 5).forEach((each) => check(each, what));
  if (!isChosen) {
    first("#acts .choosing :is(.rows > li, .controls > .choices > *)", "a choice");
    if (document.getElementById("main").dataset.about === "map") first("#map .hex.lit > .ground", "a hex");
  }
  first("#acts .choosing .card .slots button", "a choice of a card");
  first("#acts .choosing .hexmenu .tiles:not(.has-ring *) > li", "a tile");
  first("#acts .choosing .ring > *", "a tile of the ring");
  for (const each of document.querySelectorAll("#ledger li, #turn")) if (isShown(each)) check(each, "a figure");
  for (const each of document.querySelectorAll("#acts .finish button")) {
    check(each, "a button");
    if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
      found.push(`a button's text is cut: ${name(each)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  return found;
}
"""
"""Script: parts of a decision out of view, covered or cut. Once something is chosen, the list of choices may scroll."""


def choose(page: Page) -> bool:
    """Choose the first possible thing, unless the page has; False if there is none."""
    if page.locator("#acts [data-confirm]:enabled").count():
        return True
    entries = (
        "#acts .choosing :is(.deal, .rows button[data-action], .controls > .choices button[data-action])"
        ":not([aria-disabled=true]), #map .hex.lit > .ground"
    )
    first = page.locator(entries).locator("visible=true").first
    if not first.count():
        return False
    first.click(force=True)
    in_card = page.locator("#acts .card:not([hidden]) .slots button[data-action]:not([aria-disabled=true])")
    if in_card.count():
        in_card.last.click()
    page.wait_for_timeout(200)  # the figures are fetched
    return True


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", SAMPLE)
def test_a_decision_of_the_sample_has_room(person: Person, name: str, device: str) -> None:
    page, sizes = visit(person, name, device)
    turn_guide_on(page)
    assert faults(page, sizes) == []


@pytest.mark.long
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_has_room(person: Person, name: str, device: str) -> None:
    page, sizes = visit(person, name, device)
    wrong = []
    for guide in (False, True):
        if guide:
            turn_guide_on(page)
        for language in ("en", "ja"):
            page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
            page.reload()
            wrong += [f"{language}{' guide' * guide}: {fault}" for fault in faults(page, sizes)]
    assert wrong == []


def visit(person: Person, name: str, device: str) -> tuple[Page, tuple[tuple[int, int], ...]]:
    """The table at a moment, and the sizes of this device."""
    settings, sizes = DEVICES[device]
    page = person(**settings)
    import_game(page, MOMENTS[name]().record())
    return page, sizes


def faults(page: Page, sizes: tuple[tuple[int, int], ...]) -> list[str]:
    """Faults in each size, before and after something is chosen."""
    found = []
    for is_chosen in (False, True):
        if is_chosen and not choose(page):
            continue
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            state = f"{width}x{height}{' chosen' * is_chosen}"
            found += [f"{state}: {fault}" for fault in page.evaluate(HIDDEN, is_chosen)]
        page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
    return found


def turn_guide_on(page: Page) -> None:
    """Take the guide up at a table, where it was never on."""
    asked = """async (address) => {
      const headers = JSON.parse(document.body.getAttribute("hx-headers"));
      return (await fetch(address, { method: "POST", headers, body: new URLSearchParams({ do: "resume" }) })).ok;
    }"""
    assert page.evaluate(asked, f"{page.url}guide/")
    page.reload()


CUT: Final = """
() => [...document.querySelectorAll("select")].filter((each) => each.checkVisibility()).flatMap((select) => {
  const copy = select.cloneNode(true);
  copy.style.cssText = "position: absolute; width: auto; max-width: none";
  select.after(copy);
  const needed = copy.offsetWidth;
  copy.remove();
  return needed > select.offsetWidth + 1 ? [`${select.name} ${needed} > ${select.offsetWidth}`] : [];
})
"""
"""Script: selects too narrow for the longest of their texts."""


@pytest.mark.parametrize(("device", "screens"), [("desk", 1), ("phone", 2)])
@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.long)])
def test_a_new_table_fits(person: Person, device: str, screens: int, language: str) -> None:
    settings, sizes = DEVICES[device]
    page = person(**settings)
    page.goto("/new/?title=1890&scenario=C&players=7")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    foot = page.locator(".new .finish").evaluate(
        "each => { each.style.position = 'static'; return each.getBoundingClientRect().bottom + scrollY }"
    )
    assert foot <= screens * sizes[0][1]
    assert page.evaluate(CUT) == []
    for fold in page.locator(".fold > summary").all():
        fold.click()
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_each_fold_says_what_is_chosen_in_it(person: Person) -> None:
    page = person(**DESK)
    page.goto("/new/?title=1890&scenario=C")
    words = page.locator(".fold .words")
    expect(words).to_have_text(
        ["none", "as in the rulebook", "you may undo your own moves, best routes are shown, listed in the lobby"]
    )
    page.locator("#fold-policies summary").click()
    page.get_by_label("Who may undo").select_option("none")
    expect(words.last).to_have_text("Who may undo: no one")
    page.get_by_label("List in the lobby").click()
    expect(words.last).to_have_text("Who may undo: no one · List in the lobby: no")
    page.locator("#fold-variants summary").click()
    page.locator("#fold-variants .choice").first.click()
    expect(words.first).not_to_have_text("none")
    expect(page.locator("#fold-policies")).to_have_attribute("open", "")
    expect(page.get_by_label("Who may undo")).to_have_value("none")
