"""Payments in a recap add up to the change of each player's cash."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.games import simple_game
from tetsudo.language.labels import Labels
from tetsudo.titles.loader import titles
from tetsudo.web.play.panels.receipts import Ledger, items

POSITIONS = 30
TABLES = (("1889", ""), ("1888n", ""), ("1888", ""), ("1890", "A"), ("1890", "B"), ("1890", "C"), ("1890", "D"))


def test_every_title_is_asked() -> None:
    assert {title for title, _scenario in TABLES} == {info.name for info in titles()}


@pytest.mark.parametrize(("title", "scenario"), TABLES)
def test_what_is_told_comes_to_the_change_of_cash(title: str, scenario: str) -> None:
    """At thirty positions, each since some earlier move; a bankrupt's cash is the only change without an amount."""
    game, rng = simple_game(3, whims=0.5, title=title, scenario=scenario), Random(6)
    ledger = Ledger(Labels(game.setup, game.names))
    last = game.length - (game.end_reason == "bankrupt")
    moments = game.moments()
    for _ in range(POSITIONS):
        now = rng.randint(1, last)
        then = max(0, now - rng.choice([1, 5, 40, game.length]))
        told = [event for moment in moments[then:now] for event in moment.events]
        found = items(ledger.flows(told))
        before, after = game.earlier(then), game.earlier(now)
        for player, view in enumerate(after.players):
            said = sum(item.amount for item in found.get(player, {}).values())
            assert before.players[player].cash + said == view.cash, (then, now, view.name)
