"""Automatic passes never skip a decision: a skipped player could only pass."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.properties.walks import TITLES, Walk, listings_of, new_house_rules_game, new_numbered_game
from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.frames import Stock
from tetsudo.core.units import PlayerId
from tetsudo.engine.rules.rounds.stock.stock_round import StockRound
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.game.game import Game

pytestmark = pytest.mark.pure  # patches the stock round

SHORT, LONG = 1_500, 52_000
"""Number of positions of each title in the short and long tests; more than 200,000 in total in the long ones."""

MOST_ACTIONS = 3_000
"""Length at which a game is cut off."""


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[State, PlayerId]]:
    """Positions in which a turn ended automatically, with the player whose turn it was."""
    found: list[tuple[State, PlayerId]] = []
    plain = StockRound._pass

    def recorded(
        self: StockRound, rules: Ruleset, state: State, frame: Stock, log: Log, event: events.Passed | events.AutoPassed
    ) -> None:
        if event.kind == "auto_passed":
            found.append((state.clone(), frame.player))
        plain(self, rules, state, frame, log, event)

    monkeypatch.setattr(StockRound, "_pass", recorded)
    return found


def games(title: str) -> Iterator[tuple[int, Game]]:
    """Games of every scenario, variant and number of players; every second one with house rules."""
    number = 0
    while True:
        game = new_house_rules_game(number, title) if number % 2 else new_numbered_game(number, title)
        if game is not None:
            yield number, game
        number += 1


def check(title: str, positions: int, passed: list[tuple[State, PlayerId]]) -> int:
    """Play this many positions; number of turns that ended automatically."""
    turns = 0
    for number, game in games(title):
        walk = Walk(number, game)
        while not game.is_over and game.length < MOST_ACTIONS and positions:
            game.apply(walk.decide(game, listings_of(game)))
            positions -= 1
            for state, player in passed:
                there = Game.at(game.ruleset, game.names, state)
                assert there.to_act.player == player
                assert {each.kind for each in there.legal_actions(player)} == {"pass"}, there.position()
            turns += len(passed)
            passed.clear()
        if not positions:
            return turns
    raise AssertionError


@pytest.mark.parametrize("title", TITLES)
def test_who_is_passed_over_could_only_pass(title: str, passed: list[tuple[State, PlayerId]]) -> None:
    assert check(title, SHORT, passed) > 5


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_who_is_passed_over_could_only_pass_at_many_positions(title: str, passed: list[tuple[State, PlayerId]]) -> None:
    assert check(title, LONG, passed) > 200
