"""Games played through the page's own controls; positions equal the engine's at every round."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import import_game
from tests.browser.games import decision_is, first_position, simple_game
from tests.browser.hand import TablePlayer
from tetsudo import interop
from tetsudo.core.open_actions import Runs, Wish
from tetsudo.game.game import Game


def replay(page: Page, recorded: Game, since: int = 0, most: int | None = None) -> None:
    """Play a generated or recorded game, or part of it, at a table of one person."""
    begun = recorded.earlier(since)
    table = import_game(page, begun.record())
    hand = TablePlayer(table, begun)
    stood = None
    for action in recorded.actions[since:most]:
        hand.play(action)
        state = hand.game.state
        if stood != (state.round, state.turn, state.operating_round):
            stood = (state.round, state.turn, state.operating_round)
            assert table.game().position() == hand.game.position()
    assert table.game().digest() == hand.game.digest()


def first_rounds(game: Game) -> int:
    """Number of actions before the second stock round."""
    return next(length for length in range(game.length) if game.earlier(length).state.turn == 2)


def recorded(path: Path) -> Game:
    """A game of 18xx.games."""
    return interop.replay(json.loads(path.read_bytes())).game


@pytest.mark.long
def test_first_rounds_of_a_game_of_our_own(page: Page) -> None:
    game = simple_game(4, whims=0.3)
    replay(page, game, most=first_rounds(game))


@pytest.mark.long
@pytest.mark.shared("games/1889/83.json")
def test_first_rounds_of_a_recorded_game(page: Page, shared_file: Path) -> None:
    game = recorded(shared_file)
    replay(page, game, most=first_rounds(game))


def test_routes_change_by_clicks(page: Page) -> None:
    """Not the best run, but one that skips one of its stops. Before that, all trains stay at home, which is refused."""
    game = first_position(simple_game(1, whims=0.3), decision_is("run", 12))
    runs = next(offer for offer in game.legal_actions() if isinstance(offer, Runs))
    best = runs.best()
    train, hexes = best.routes[0].train, best.routes[0].hexes
    worse = runs.through([Wish(train, never=frozenset({hexes[-1]}))])
    hand = TablePlayer(import_game(page, game.record()), game.clone())
    home = page.locator("#routes [data-run=home]")
    for place in range(1, len(runs.fleet)):
        home.nth(place).check()
        expect(page.locator("#routes .stops", has_text="stays at home")).to_have_count(place)
    home.first.click()
    expect(page.locator("#routes [role=alert]")).to_contain_text("1889-RUN-01")
    expect(page.locator("#routes [data-action]")).to_have_count(0)
    page.locator("#routes [data-run=best]").click()
    expect(page.locator("#routes .stops").get_by_text("stays at home")).to_have_count(0)
    assert hand.proposed_run() == best
    hand.play(worse.action)
    assert hand.game.state.revenue == sum(worse.earned) < runs.revenue()
    assert hand.table.game().digest() == hand.game.digest()


@pytest.mark.long
@pytest.mark.shared("games/1889/247.json")
def test_second_fifth_of_a_recorded_game(page: Page, shared_file: Path) -> None:
    game = recorded(shared_file)
    replay(page, game, game.length // 5, game.length * 2 // 5)


@pytest.mark.long
@pytest.mark.shared("games/random/1889-3p-503.json", "games/1888/128097.json", "games/random/1888proto-3p-13.json")
def test_last_eighth_of_a_recorded_game(page: Page, shared_file: Path) -> None:
    """Another title, and random games."""
    game = recorded(shared_file)
    replay(page, game, game.length * 7 // 8)
