"""A position on paper: few pages of A4, on which nothing is cut, black on white in every theme."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.conftest import Person
from tests.browser.moments import MOMENTS

MAX_PAGES: Final = 6
PORTRAIT: Final = {"width": 718, "height": 1047}
"""Area to print on of an upright page, in CSS pixels: A4 (794 x 1123) without margins of 10 mm."""

TITLES: Final = ("stock-late", "1888n-run", "1888-stock", "1890-run", "seven-track")
SAMPLE: Final = "seven-track"
"""Positions of each title; the fullest one is in the quick run."""

WIDER: Final = """
() => [...document.querySelectorAll("main, main *:not(svg *)")].flatMap((each) => {
  const { left, right } = each.getBoundingClientRect();
  const name = `${each.tagName}.${each.className.baseVal ?? each.className} ${each.textContent.trim().slice(0, 40)}`;
  if (left < -1 || right > innerWidth + 1) return [`${name}: ${left}-${right}`];
  return each.scrollWidth > each.clientWidth + 1 && each.clientWidth ? [`${name} is cut`] : [];
})
"""
"""Script: parts wider than the page, or than the box that they are in."""


def print_page(page: Page, name: str) -> None:
    """The printed page of a moment."""
    table = import_game(page, MOMENTS[name]().record())
    page.goto(f"{table.address}print/")


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page of a PDF, in millimetres."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    return [(round(float(width) / 72 * 25.4), round(float(height) / 72 * 25.4)) for width, height in boxes]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == SAMPLE else pytest.mark.long) for name in TITLES]
)
@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.long)])
def test_it_fits_on_few_pages(person: Person, name: str, language: str) -> None:
    page = person(viewport=PORTRAIT, color_scheme="dark")
    print_page(page, name)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    page.emulate_media(media="print")
    assert page.evaluate(WIDER) == []
    sizes = pages_of(page.pdf(prefer_css_page_size=True))
    is_tall = name in ("1890-run", "seven-track")
    assert 2 <= len(sizes) <= MAX_PAGES
    assert sizes == [(210, 297)] * (len(sizes) - 1) + [(210, 297) if is_tall else (297, 210)]


def test_it_is_black_on_white_without_the_bar(person: Person) -> None:
    page = person(viewport=PORTRAIT, color_scheme="dark")
    print_page(page, SAMPLE)
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    style = "each => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
    assert page.locator("main").evaluate(style) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    for text in ("h1", "td", "small", ".hexes b"):
        assert page.locator(f"main {text}").first.evaluate(style)[0] == "rgb(0, 0, 0)"


def test_the_button_prints(page: Page) -> None:
    page.add_init_script("window.print = () => { document.title = 'printed' }")
    print_page(page, SAMPLE)
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")


def test_the_menu_leads_to_the_position_shown(page: Page) -> None:
    table = import_game(page, MOMENTS["track-early"]().record())
    version = table.version - 1
    page.keyboard.press("ArrowLeft")
    table.wait_for_version(version)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="On paper").click()
    paper = opened.value
    expect(paper).to_have_url(re.compile(rf"/at/{version}/print/$"))
    paper.get_by_role("link", name="Back to the table").click()
    expect(paper).to_have_url(re.compile(rf"/at/{version}/$"))
