"""Typed moves: the field that "/" opens, its completion by keys, the moves it makes and the reasons it gives."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import TablePage, import_game
from tests.browser.conftest import Person
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.moments import MOMENTS
from tests.browser.test_phone import PHONE
from tetsudo.core.open_actions import Runs

FIELD: Final = "#command-text"
OPTION: Final = "#command-list [role=option]"


def start(page: Page, moment: str) -> TablePage:
    """A table at a moment, with all seats."""
    return import_game(page, MOMENTS[moment]().record())


def open_field(page: Page) -> Locator:
    """Open the field with its key."""
    page.keyboard.press("/")
    field = page.locator(FIELD)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    return field


def type_move(table: TablePage, command: str) -> None:
    """Type a command, press Enter, and wait for the next position."""
    version = table.version
    open_field(table.page)
    table.page.keyboard.type(command)
    table.page.keyboard.press("Enter")
    expect(table.main).not_to_have_attribute("data-version", str(version))
    expect(table.page.locator("#command")).to_be_hidden()


def options(page: Page) -> list[str]:
    """Commands in the list."""
    found: list[str] = page.locator(OPTION).evaluate_all("all => all.map(each => each.dataset.text)")
    return found


@pytest.mark.parametrize(
    ("moment", "typed", "made"),
    [
        ("auction", "bid mf 45", "bid MF 45"),
        pytest.param("stock-early", "par AR 80", "par AR 80", marks=pytest.mark.long),
        pytest.param("stock-early", "buy SR", "buy SR ipo", marks=pytest.mark.long),
        pytest.param("stock-late", "sell ko", "sell 1 KO", marks=pytest.mark.long),
        ("track-early", "lay I2 57", "lay I2 57 1"),
        pytest.param("token", "t", "token F3 0", marks=pytest.mark.long),
        pytest.param("trains", "train 2 depot", "train 2 depot 80", marks=pytest.mark.long),
        pytest.param("trains", "train 2 IR 100", "train 2 IR 100", marks=pytest.mark.long),
        pytest.param("auction", "p", "pass", marks=pytest.mark.long),
    ],
)
def test_a_move_and_its_undo_by_the_keyboard_alone(page: Page, moment: str, typed: str, made: str) -> None:
    table = start(page, moment)
    before = table.game()
    type_move(table, typed)
    after = table.game()
    assert before.text(after.actions[before.length]) == made
    expect(page.locator("#hand")).to_be_focused()
    type_move(table, "undo")
    assert table.game().length == before.length


def test_the_best_run_and_the_dividend(page: Page) -> None:
    table = start(page, "run")
    before = table.game()
    best = next(offer for offer in before.legal_actions() if isinstance(offer, Runs)).revenue()
    expect(page.locator("#routes [data-action]").first).to_be_visible()  # the run is found
    type_move(table, "best")
    assert table.game().state.revenue == best > 0
    type_move(table, "pay")
    assert [action.kind for action in table.game().actions[before.length :][:2]] == ["run_routes", "dividend"]


def test_arrows_and_tab_complete(page: Page) -> None:
    table = start(page, "auction")
    field = open_field(page)
    expect(page.locator(OPTION)).to_have_count(8)  # a pass, six lots, undo
    page.keyboard.type("b")
    expect(page.locator(OPTION)).to_have_count(6)
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile("."))
    for key, chosen in (
        ("ArrowDown", "bid TR 20"),
        ("ArrowDown", "bid MF 35"),
        ("ArrowUp", "bid TR 20"),
        ("ArrowUp", "bid SIR 85"),
    ):
        page.keyboard.press(key)
        active = field.get_attribute("aria-activedescendant")
        expect(page.locator(f"#{active}")).to_have_attribute("data-text", chosen)
        expect(page.locator(f"#{active}")).to_have_attribute("aria-selected", "true")
        expect(page.locator("#command-list [aria-selected=true]")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(field).to_have_value("bid SIR 85")
    expect(page.locator(OPTION)).to_have_count(1)
    page.keyboard.press("Enter")
    table.wait_for_version(5)
    assert table.game().text(table.game().actions[4]).endswith("bid SIR 85")


def test_many_tiles_are_summed_up_by_hex(page: Page) -> None:
    """A beginning is filled in by Enter; no move is made before the command is whole."""
    game = MOMENTS["many-tiles"]()
    table = import_game(page, game.record())
    field = open_field(page)
    page.keyboard.type("lay")
    expect(page.locator(OPTION).first).to_have_attribute("data-text", re.compile(r"lay [A-Z]\d"))
    page.keyboard.press("ArrowDown")
    first = options(page)[0]
    page.keyboard.press("Enter")
    expect(field).to_have_value(first)
    assert re.fullmatch(r"lay [A-Z]\d+ (\w+ )?", first)
    assert table.game().length == game.length


@pytest.mark.long
def test_a_refusal_stays_with_the_text(page: Page) -> None:
    table = start(page, "auction")
    told = page.locator("#command-told")
    field = open_field(page)
    page.keyboard.type("bid MF 30")
    expect(told).to_contain_text("1889-")  # before Enter
    page.keyboard.press("Enter")
    expect(page.locator("#acts .notice.refusal")).to_be_visible()
    expect(told).to_contain_text("1889-")
    expect(field).to_have_value("bid MF 30")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("fly away")
    expect(told).to_contain_text("Delete a word to see how to go on.")
    assert table.version == 4
    page.keyboard.press("Escape")
    expect(page.locator("#command")).to_be_hidden()
    page.keyboard.press("u")  # a key of the page again
    table.wait_for_version(5)


@pytest.mark.long
def test_it_says_why_there_is_nothing_to_type(two: tuple[TablePage, TablePage], person: Person) -> None:
    ann, bo = two
    told = "#command-told"
    open_field(bo.page)
    expect(bo.page.locator(told)).to_have_text("It is Ann's turn. Wait for yours.")
    type_move(ann, "pass")
    type_move(ann, "pass")
    bo.wait_for_version(2)
    expect(bo.page.locator(OPTION).first).to_have_attribute("data-text", "pass")  # without a key
    eve = person()
    eve.goto(ann.address)
    open_field(eve)
    expect(eve.locator(told)).to_have_text("You are watching. Only players make moves.")
    bo.page.keyboard.press("Escape")
    bo.page.keyboard.press("ArrowLeft")
    bo.wait_for_version(1)
    open_field(bo.page)
    expect(bo.page.locator(told)).to_contain_text("earlier position")
    bo.page.keyboard.type("pass")
    bo.page.keyboard.press("Enter")
    expect(bo.page.locator(told)).to_contain_text("moved on")
    assert ann.game().length == 2


@pytest.mark.long
def test_a_key_in_a_field_is_text(two: tuple[TablePage, TablePage]) -> None:
    ann, _bo = two
    ann.open_tab("chat")
    ann.page.locator("#chat-text").press("/")
    expect(ann.page.locator("#chat-text")).to_have_value("/")
    expect(ann.page.locator("#command")).to_be_hidden()


def test_on_a_phone_a_tap_opens_it(person: Person) -> None:
    page = person(**PHONE)
    table = import_game(page, first_position(simple_game(), decision_is("track")).record())
    page.locator("[data-command]").tap()
    expect(page.locator(FIELD)).to_be_focused()
    page.keyboard.type("pas")
    expect(page.locator(OPTION)).to_have_count(1)
    box = page.locator(OPTION).bounding_box()
    assert box
    assert box["height"] >= 36
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    page.locator(OPTION).tap()
    expect(table.main).not_to_have_attribute("data-version", "18")
