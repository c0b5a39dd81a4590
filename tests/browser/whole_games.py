"""Whole games in the browser, from *New table* to the final score, each with one device only.

`python -m tests.browser.whole_games [TITLE] [DEVICE] [--turns N]` plays those of one title (1889, 1888n, 1888, 1890) or
device (mouse, keyboard, phone), or all twelve, to the rulebook's end or for some turns, and prints a line for each.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Error, Page, expect

from tests.browser import chromium
from tests.browser.at_table import ADDRESS, TablePage
from tests.browser.device_players import DEVICES, Device
from tests.browser.hand import TablePlayer
from tests.browser.shifts import Shifts
from tests.browser.watch import Watch
from tests.server import Server
from tetsudo.bots import SimplePlayer
from tetsudo.core.actions import Action, Pass
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import money_text
from tetsudo.game.game import Game

MAX_SHIFT: Final = 0.05
"""Maximum layout shift: of a whole game, without shifts that follow input, and of any single one."""

TIMEOUT_MS: Final = 60_000.0
"""Timeout of the command in milliseconds; long, for busy machines."""


@dataclass(frozen=True)
class Table:
    """A table to open: title, number of players, and scenario."""

    title: str
    players: int = 2
    scenario: str = ""


TABLES: Final = {
    table.title: table
    for table in (Table("1889"), Table("1888n"), Table("1888", players=3), Table("1890", scenario="C"))
}

FIGURES: Final = """() => {
  const text = (each) => each?.textContent.trim() ?? "";
  return {
    cash: [...document.querySelectorAll("#matrix .totals .cash .col-player")].map(text),
    prices: [...document.querySelectorAll("#mx-companies .col-price")].map(text),
    treasuries: [...document.querySelectorAll("#mx-companies .col-treasury")].map(text),
    bank: text(document.querySelector("#matrix .depot > :last-child dd")),
  };
}"""
"""Script: the figures in the matrix."""


@dataclass
class Report:
    """Measurements of a game."""

    shifts: Shifts
    actions: int = 0
    seconds: float = 0.0
    worth: dict[str, int] = field(default_factory=dict)

    @property
    def is_still(self) -> bool:
        """True if the page moves little by itself, and at no press much."""
        return self.shifts.unasked < MAX_SHIFT and all(each.value < MAX_SHIFT for each in self.shifts.found)

    def __str__(self) -> str:
        pace = f"{self.actions} actions, {self.seconds:.0f} s, {1000 * self.seconds / max(self.actions, 1):.0f} ms each"
        shift = f"shift {self.shifts.total:.4f}, without input {self.shifts.unasked:.4f}"
        worst = "".join(f"\n    {each.value:.4f} {'; '.join(each.moved)}" for each in self.shifts.greatest(3))
        return f"{pace}; {shift}; {self.worth}{worst}"


def play_whole(page: Page, device: Device, table: Table, turns: int = 0) -> Report:
    """Open a table, play to the end, look at the review. `turns`: the house rule that ends the game, or 0."""
    report = Report(Shifts.watch(page))
    open_table(page, device, table, turns)
    player = device.player(shown := TablePage(page), shown.game())
    bot = SimplePlayer(player.game.setup, Random(1))
    began, round_before = time.monotonic(), None
    while not player.game.is_over:
        play(player, decision(bot, player.game))
        assert_figures(player)
        state = player.game.state
        if round_before != (round_now := (state.round, state.turn, state.operating_round)):
            assert shown.game().position() == player.game.position()
            round_before = round_now
    report.actions, report.seconds = player.game.length, time.monotonic() - began
    report.shifts.take()
    assert shown.game().digest() == player.game.digest()
    report.worth = look_at_review(player, device)
    return report


def open_table(page: Page, device: Device, table: Table, turns: int) -> None:
    """From the lobby to the table, with all seats at this screen."""
    pointer = device.pointer(page)
    page.goto("/")
    pointer.press(page.get_by_role("link", name="New table").first)
    page.wait_for_url("**/new/")
    pointer.choose(f"title-{table.title}")
    if table.scenario:
        pointer.choose(f"scenario-{table.scenario}")
    pointer.choose(f"players-{table.players}")
    expect(page.locator(".chair")).to_have_count(table.players)
    pointer.press(page.get_by_role("button", name="All at this screen"))
    expect(page.locator("[name=seat-1-kind]")).to_have_value("here")
    if turns:
        pointer.press(page.locator("#fold-rules > summary"))
        pointer.write(page.get_by_label("Find a rule"), "number of turns")
        pointer.write(page.locator("#id_rule-turn_limit"), str(turns))
    pointer.press(page.get_by_role("button", name="Open the table"))
    page.wait_for_url(ADDRESS)


def decision(bot: SimplePlayer, game: Game) -> Action:
    """The bot's action; routes as the page proposes them."""
    for offer in game.legal_actions():
        if isinstance(offer, Runs):
            return offer.best()
    view = game.view(game.to_act.player)
    return bot.decide(view, view.legal_actions()).action


def play(player: TablePlayer, action: Action) -> None:
    """Do an action, then follow the passes of players who can do nothing else, which the table makes."""
    version = player.table.version
    done = player.start_action(action)
    expect(player.table.main).not_to_have_attribute("data-version", str(version))
    player.game.apply(done)
    while player.game.length < player.table.version:
        (only,) = player.game.legal_actions()
        assert isinstance(only, Pass)
        player.game.apply(only)
    assert player.game.length == player.table.version


def assert_figures(player: TablePlayer) -> None:
    """Check the page's figures after a move: the player to act, cash, prices, treasuries and the bank."""
    game, shown = player.game, player.page.evaluate(FIGURES)
    assert shown["cash"] == [money_text("", each.cash) for each in game.players]
    companies = [game.companies[company.symbol] for company in game.setup.companies]
    assert shown["prices"] == [money_text("", each.price) if each.price else "" for each in companies]
    assert shown["treasuries"] == [money_text("", each.cash) if each.is_floated else "" for each in companies]
    assert shown["bank"] == money_text(game.setup.currency, game.view(0).bank)
    if not game.is_over:
        expect(player.page.locator("#turn")).to_contain_text(game.names[game.to_act.player])


def look_at_review(player: TablePlayer, device: Device) -> dict[str, int]:
    """Follow the link to the review; the net worth of each player there, which must be the engine's."""
    page, worth = player.page, player.game.result()
    assert worth
    pointer = device.pointer(page)
    pointer.press(page.locator("#acts .ending a", has_text="Review"))
    page.wait_for_url("**/end/")
    rows = page.locator(".end-order tbody tr")
    expect(rows).to_have_count(len(worth))
    names = rows.locator("th").all_inner_texts()
    amounts = rows.locator("td:nth-child(3)").all_inner_texts()
    assert [name.strip() for name in names] == list(worth)
    assert amounts == [money_text(player.game.setup.currency, amount) for amount in worth.values()]
    return worth


# The command


@contextmanager
def _site() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, Server.start(Path(folder) / "site.db") as server:
        yield server


def main(arguments: list[str]) -> int:
    """Play the games asked for; returns the number of games with faults."""
    parser = argparse.ArgumentParser(description="Play whole games in the browser.")
    parser.add_argument("words", nargs="*", choices=[*TABLES, *DEVICES, []], help="titles and devices; none: all")
    parser.add_argument("--turns", type=int, default=0, help="turn limit, as a house rule")
    given = parser.parse_args(arguments)
    titles = [title for title in TABLES if title in given.words] or list(TABLES)
    devices = [device for device in DEVICES if device in given.words] or list(DEVICES)
    faulty = 0
    expect.set_options(timeout=TIMEOUT_MS)
    with _site() as server, chromium.browser() as browser:
        for title in titles:
            for device in devices:
                watch, said = Watch(), len(server.log_lines)
                settings = {"base_url": server.address, "locale": "en-GB", **DEVICES[device].settings}
                with browser.new_context(**settings) as context:
                    context.set_default_timeout(TIMEOUT_MS)
                    watch.watch_context(context)
                    report = _play(context.new_page(), device, title, given.turns)
                faults = [*watch.faults, *server.log_lines[said:]]
                print(f"{title} {device}: {report}", *faults, sep="\n    ", flush=True)
                faulty += not isinstance(report, Report) or bool(faults) or not report.is_still
    return faulty


def _play(page: Page, device: str, title: str, turns: int) -> Report | str:
    """The report of a game, or the error that ended it."""
    try:
        return play_whole(page, DEVICES[device], TABLES[title], turns)
    except (AssertionError, Error):
        return traceback.format_exc()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
