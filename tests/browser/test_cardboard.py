"""Companion of a game on cardboard: a tablet in the middle of the table, and two phones."""

from __future__ import annotations

import re
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import ADDRESS, UPDATE_TIMEOUT_MS, TablePage
from tests.browser.conftest import Person
from tests.browser.hand import TablePlayer
from tests.browser.test_phone import PHONE
from tetsudo.bots import SimplePlayer
from tetsudo.core.actions import Action, LayPrivateTile, LayTile, PlaceToken, RunRoutes
from tetsudo.core.corrections import (
    CorrectCash,
    Correction,
    CorrectPriority,
    CorrectRevenue,
    CorrectTile,
    CorrectTrains,
)
from tetsudo.game.game import Game

TABLET: Final[dict[str, Any]] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}

TURNS: Final = 3
"""Turn limit: a game of about a hundred actions."""

ON_THE_MAP: Final = (LayTile, LayPrivateTile, PlaceToken, RunRoutes)
"""Kinds of actions that everyone enters on the tablet, where the map is."""


def opened_companion(person: Person) -> list[TablePage]:
    """The tablet's page and those of the phones of the second and third player."""
    tablet = person(**TABLET)
    tablet.goto("/new/")
    tablet.locator("label:has(#players-3)").click()
    expect(tablet.locator(".chair")).to_have_count(3)
    tablet.get_by_role("button", name="On cardboard").click()
    expect(tablet.locator("#policies-words")).to_contain_text("all may correct")
    tablet.locator("#fold-rules > summary").click()
    tablet.get_by_label("Find a rule").fill("number of turns")
    tablet.locator("#id_rule-turn_limit").fill(str(TURNS))
    tablet.locator("#fold-policies summary").click()
    tablet.get_by_label("Automatic passes").select_option("never")  # each move has its number
    tablet.get_by_role("button", name="Open the table").click()
    tablet.wait_for_url(ADDRESS)
    host = tablet.context.new_page()
    host.goto(f"{tablet.url}seats/")
    phones = [join_by_phone(person(**PHONE), host, seat) for seat in (1, 2)]
    host.close()
    return [TablePage(tablet), *phones]


def join_by_phone(phone: Page, host: Page, seat: int) -> TablePage:
    """Open the link of a seat on a phone, as its QR code does, and sit down."""
    phone.goto(host.locator(f"#link-{seat}").input_value())
    phone.get_by_role("button", name="Sit down").click()
    phone.wait_for_url(ADDRESS)
    return TablePage(phone)


def correct(
    table: TablePage, title: str, game: Game, correction: Correction, by: str | None = None, **values: str
) -> None:
    """Make a correction by the form with this title, and in the game of this process."""
    page, version = table.page, table.version
    page.locator("[data-plan*=corrections]").click()
    dialog = page.get_by_role("dialog", name="Correct the position")
    if by is not None:
        dialog.get_by_label("Corrected by").select_option(by)
    part = dialog.locator("details").filter(has=page.locator("summary", has_text=re.compile(f"^{title}$")))
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    for name, value in values.items():
        field = part.locator(f"[name={name}]")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    part.get_by_role("button", name="Correct").click()
    game.correct(correction)
    table.wait_for_version(version + 1)


def same(table: TablePage, game: Game) -> None:
    assert table.game().digest() == game.digest()


@pytest.mark.long
def test_a_whole_game_with_five_corrections(person: Person) -> None:
    """1889 with three players. Each move is entered by its player's device, those on the map by the tablet."""
    tables = opened_companion(person)
    game = tables[0].game()
    hands = [TablePlayer(table, game) for table in tables]
    tablet, phones = tables[0], tables[1:]
    names = game.names
    simple, made = SimplePlayer(game.setup, Random(5)), list[str]()

    def once(name: str) -> bool:
        """True the first time."""
        if name in made:
            return False
        made.append(name)
        return True

    def play(action: Action) -> None:
        hand = hands[0 if isinstance(action, ON_THE_MAP) else action.player]
        hand.table.wait_for_version(tablet.version, within=None)
        hand.play(action)
        tablet.wait_for_version(hand.table.version, within=UPDATE_TIMEOUT_MS)

    while not game.is_over:
        doing, symbol = game.to_act.doing, game.setup.companies[game.to_act.company].symbol
        if doing == "stock" and once("cash"):
            cash = game.player(2).cash - 10
            values = {"holder": names[2], "price": str(cash)}
            correct(tablet, "A player's cash", game, CorrectCash(1, 2, cash), by="1", **values)
            expect(phones[1].page.locator("#matrix")).to_contain_text(str(cash), timeout=UPDATE_TIMEOUT_MS)
        if doing == "stock" and game.state.turn == 2 and once("priority"):
            phones[0].wait_for_version(tablet.version)
            correct(phones[0], "The priority deal", game, CorrectPriority(1, 2), holder=names[2])
            tablet.wait_for_version(phones[0].version)
        if doing == "track" and game.state.turn == 2 and once("tile"):
            values = {"hex": "C8", "tile": "9", "rotation": "1"}
            correct(tablet, "A tile", game, CorrectTile(0, "C8", "9", 1), by="0", **values)
            expect(tablet.page.locator('#map .hex[data-hex="C8"]')).to_contain_text("9")
        if doing == "run" and game.state.turn == 2 and once("revenue"):
            correct(tablet, "Revenue counted at the table", game, CorrectRevenue(0, symbol, 70), by="0", price="70")
            assert game.to_act.doing == "dividend"
        if doing == "trains" and game.company(symbol).trains and game.state.turn > 1 and once("trains"):
            kind = game.company(symbol).trains[0]
            less = game.company(symbol).trains.count(kind) - 1
            values = {"company": symbol, "train": kind, "count": str(less), "seller": "market"}
            correction = CorrectTrains(0, symbol, kind, less, "market")
            correct(tablet, "A company's trains", game, correction, by="0", **values)
        if len(made) > 4 and made[-1] == "trains" and once("compared"):
            same(tablet, game)
        view = game.view(game.to_act.player)
        play(simple.decide(view, view.legal_actions()).action)
    assert len(made) == 6
    same(tablet, game)
    for table in tables:
        expect(table.page.locator("body")).to_contain_text(game.winners()[0], timeout=UPDATE_TIMEOUT_MS)


@pytest.mark.long
def test_a_phone_shows_its_players_cash_and_choices(person: Person) -> None:
    tablet, bo, _cy = opened_companion(person)
    expect(tablet.page.locator("#acts .decision")).to_contain_text("Buy")
    expect(bo.page.locator("#acts")).not_to_contain_text("Buy")  # it is the first player's turn
    tablet.page.locator("#acts .finish button", has_text="Pass").click()
    expect(bo.page.locator("#acts .decision")).to_contain_text("Buy", timeout=UPDATE_TIMEOUT_MS)
    same(tablet, bo.game())
