"""Two people at a table with hidden cash and train prices, and a spectator."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import ADDRESS, TablePage, import_game
from tests.browser.conftest import Person
from tests.clauses.t1890.hidden import first_hidden_game

DEAL = "buys a 3-train from Nankai Electric Railway for "


@pytest.fixture
def three(person: Person) -> tuple[TablePage, TablePage, TablePage]:
    """Ann, who has the seats of P0, P2 and P3; Bo, who has the seat of P1 and is to act; and a spectator."""
    host, guest, other = person(), person(), person()
    ann = import_game(host, first_hidden_game().record(), "Hidden")
    host.goto(f"{ann.address}seats/")
    seat = host.locator(".seat").nth(1)
    seat.locator("summary").click()
    seat.get_by_role("button", name="Open it by a new link").click()
    guest.goto(host.locator("#link-1").input_value())
    guest.locator("input[name=name]").fill("Bo")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url(ADDRESS)
    for page in (host, other):
        page.goto(ann.address)
    return TablePage(host), TablePage(guest), TablePage(other)


PLACES: Final = 3
"""Columns before the players' columns: price, IPO, market."""


def cash(table: TablePage) -> list[str]:
    """The row of cash, by player."""
    row = table.page.locator("#matrix tr", has=table.page.get_by_role("rowheader", name="Cash", exact=True))
    return row.locator("td").all_inner_texts()[PLACES:]


def treasury(table: TablePage, symbol: str) -> str:
    """A company's treasury as the page shows it."""
    charter = table.open_tab("companies").locator(f"[data-company={symbol}]").first
    return charter.locator("dt", has_text="Treasury").locator("+ dd").inner_text()


def test_each_sees_what_is_his(three: tuple[TablePage, TablePage, TablePage]) -> None:
    ann, bo, onlooker = three
    assert (cash(ann), cash(bo), cash(onlooker)) == (
        ["500", "?", "?", "?"],
        ["?", "700", "?", "?"],
        ["?", "?", "?", "?"],
    )
    assert [treasury(table, "NK") for table in three] == ["¥457", "¥?", "¥?"]
    assert [treasury(table, "HK") for table in three] == ["¥?", "¥243", "¥?"]
    for table, price in zip(three, ("¥157", "¥157", "¥?"), strict=True):
        expect(table.page.locator("#log")).to_contain_text(f"{DEAL}{price}.")
        expect(table.page.locator(".where")).to_contain_text("Bank ¥?")
    assert "¥157" not in onlooker.page.content()


@pytest.mark.long
def test_a_move_shows_no_more_than_the_page_did(three: tuple[TablePage, TablePage, TablePage]) -> None:
    ann, bo, onlooker = three
    version = bo.version
    bo.page.get_by_role("button", name="Buy no train").click()
    for table in three:
        table.wait_for_version(version + 1)
    assert cash(onlooker) == ["?"] * 4
    assert "700<" not in ann.page.content()
    for table in (bo, onlooker):
        table.page.goto(f"{table.address}at/0/")
    assert cash(TablePage(bo.page)) == ["?", "700", "?", "?"]
    assert cash(TablePage(onlooker.page)) == ["?"] * 4
    expect(onlooker.page.get_by_role("button", name="Branch from here")).to_be_hidden()
    onlooker.page.goto(f"{onlooker.address}seats/")
    expect(onlooker.page.locator("main")).to_contain_text("once it ends")
