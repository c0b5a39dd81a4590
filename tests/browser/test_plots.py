"""Plots by mouse and keyboard: one round in all of them, its figures, and the link into the history."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import ADDRESS, TablePage, import_game
from tests.browser.conftest import Person
from tests.browser.games import simple_game
from tests.browser.hand import TablePlayer
from tests.browser.pictures import SCREENS
from tetsudo.analysis.accounts import PLOTS, Accounts, accounts
from tetsudo.analysis.accounts.series import round_name


@lru_cache(maxsize=1)
def kept() -> Accounts:
    return accounts(simple_game())


def frame(page: Page, plot: str) -> Locator:
    return page.locator(f"#plot-{plot} .plot-frame")


def shown(page: Page, plot: str) -> list[str]:
    """The values beside a plot's marks."""
    return page.locator(f"#plot-{plot} .plot-value").all_inner_texts()


def worths(round: int) -> list[str]:
    return [f"¥{has.total:,}" for has in kept().rounds[round].standing.worths]


def name(round: int) -> str:
    return round_name(simple_game().setup, kept().rounds[round])


@pytest.mark.long
def test_a_round_is_pointed_at_in_all_plots(page: Page) -> None:
    import_game(page, simple_game().record()).open_tab("plots")
    expect(page.locator(".plot-figure")).to_have_count(len(PLOTS))
    assert shown(page, "worth") == worths(-1)
    plot = frame(page, "worth")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    at = int(plot.get_attribute("aria-valuenow") or 0)
    assert 0 < at < len(kept().rounds) - 1
    assert shown(page, "worth") == worths(at)
    assert shown(page, "bank") == [f"¥{kept().rounds[at].standing.bank:,}"]
    for figure in page.locator(".plot-figure").all():
        expect(figure.locator(".plot-round")).to_have_text(name(at))
        expect(figure.locator("svg.plot .cursor[visibility=visible]")).to_have_count(2)
    expect(page.locator("#track .is-pointed")).to_have_count(1)
    page.mouse.move(5, 5)
    assert shown(page, "worth") == worths(-1)
    expect(page.locator(".cursor[visibility=visible]")).to_have_count(0)


@pytest.mark.long
def test_by_keys_to_a_position_of_the_past(page: Page) -> None:
    table = import_game(page, simple_game().record())
    table.open_tab("plots")
    plot = frame(page, "worth")
    plot.press("ArrowLeft")
    last = len(kept().rounds) - 1
    expect(plot).to_have_attribute("aria-valuenow", str(last - 1))
    expect(plot).to_have_attribute("aria-valuetext", re.compile(f"{name(last - 1)}: Ann {worths(last - 1)[0]}, Bo "))
    plot.press("Home")
    assert shown(page, "worth") == worths(0)
    plot.press("ArrowRight")
    plot.press("ArrowRight")
    plot.press("Enter")
    page.wait_for_url(re.compile(rf"/at/{kept().rounds[2].end}/$"))
    table.wait_for_version(kept().rounds[2].end)


@pytest.mark.long
def test_plots_go_on_with_the_game(page: Page) -> None:
    game = simple_game().earlier(60)
    table = import_game(page, game.record())
    table.open_tab("plots")
    expect(page.locator("#plot-worth .plot-value").first).to_have_text(f"¥{game.players[0].worth:,}")
    then = simple_game().earlier(61)
    TablePlayer(table, game).play(simple_game().actions[60])
    table.wait_for_version(61)
    expect(page.locator("#plot-bank .plot-value")).to_have_text(f"¥{then.view().bank:,}")


@pytest.mark.long
def test_whose_dividends_stand_in_the_table_of_rounds(page: Page) -> None:
    import_game(page, simple_game().record())
    page.goto(f"{TablePage(page).address}end/")
    runs = [run for each in kept().rounds for run in each.runs]
    page.get_by_role("radio", name="Ann").check()
    found = {text for text in page.locator(".runs [data-got] .earned").all_inner_texts() if text != "–"}
    assert found == {f"{run.got[0]:,}" for run in runs if run.got[0]}
    page.get_by_role("radio", name="Revenue and price").check()
    earned = {int(re.sub(r"\D", "", text)) for text in page.locator(".runs [data-got] .earned").all_inner_texts()}
    assert earned == {run.revenue for run in runs}


@pytest.mark.long
def test_files_are_downloaded(page: Page) -> None:
    import_game(page, simple_game().record()).open_tab("plots")
    for kind, begins in (("CSV", "round,actions,Ann,Bo,Cy"), ("SVG", "<svg")):
        with page.expect_download() as coming:
            page.locator("#plot-worth").get_by_role("link", name=kind, exact=True).click()
        assert coming.value.path().read_text("utf-8").startswith(begins)


@pytest.mark.long
def test_from_the_end_to_a_moment_and_to_a_rematch(page: Page) -> None:
    table = import_game(page, simple_game().record())
    page.get_by_role("link", name="Review").click()
    page.wait_for_url(re.compile("/end/$"))
    moment = page.locator(".moments li a").first
    address = moment.get_attribute("href") or ""
    moment.click()
    page.wait_for_url(re.compile(re.escape(address) + "$"))
    expect(page.locator("#looking-back")).to_be_visible()
    page.goto(f"{table.address}end/")
    page.get_by_role("button", name="Rematch, seats rotated").click()
    page.wait_for_url(ADDRESS)
    again = TablePage(page)
    assert again.address != table.address
    assert again.game().names == ("Bo", "Cy", "Ann")
    page.goto(table.address)
    expect(page.get_by_role("link", name="To the rematch")).to_be_visible()


@pytest.mark.long
def test_letters_are_never_too_small(person: Person) -> None:
    """Every text of a visible plot, on every screen, on the table's page and on the end page."""
    for screen in SCREENS.values():
        page = person(**screen)
        table = import_game(page, simple_game().record())
        table.open_tab("plots")
        expect(page.locator(".plot-figure")).to_have_count(len(PLOTS))
        assert smallest(page) >= 10.9
        page.goto(f"{table.address}end/")
        assert smallest(page) >= 10.9


SMALLEST = """() => {
  const plots = [...document.querySelectorAll("svg.plot")].filter((plot) => plot.checkVisibility());
  const scale = (plot) => plot.getBoundingClientRect().width / plot.viewBox.baseVal.width;
  const texts = (plot) => [...plot.querySelectorAll(":scope > text")];
  const sizes = (plot) => texts(plot).map((text) => text.getAttribute("font-size") * scale(plot));
  return Math.min(...plots.flatMap(sizes));
}"""


def smallest(page: Page) -> float:
    """Minimum height in pixels of value and round labels; letters in marks also appear in legends."""
    found: float = page.evaluate(SMALLEST)
    return found
