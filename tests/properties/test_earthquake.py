"""Random games with an early earthquake, with and without money to pay the levy."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.properties.test_promises import assert_saved_is_loaded, ends_of, play
from tetsudo.game.game import Game
from tetsudo.game.record import new
from tetsudo.titles.data.options import Given

SOON: dict[str, Given] = {
    "top_trains": 2,
    "turn_limit": 30,
    "train_prices": "30 40 50 60 70 80 90 100",
    "train_counts": "3 1 1 1 1 1 1",
}
"""Few, cheap trains, so that the first D is sold in the first turns."""

MONEY: tuple[dict[str, Given], ...] = ({"starting_cash": 420}, {"starting_cash": 6000, "bank": 60_000})


def begin(number: int) -> Game:
    """A game of 1890 with the die as well, for two to six players, rich or poor."""
    players = [f"P{player}" for player in range(2 + number % 5)]
    options = SOON | MONEY[number % 2]
    return new("1890", players, seed=number, scenario="C", variants=["earthquake", "tigers"], options=options)


@pytest.mark.long
def test_promises_are_kept_whoever_can_pay() -> None:
    seen: Counter[str] = Counter()
    for number in range(16):
        game = begin(number)
        game = play(number, strays=10, every=40, game=game)
        assert game.end_reason in ends_of(game)
        assert_saved_is_loaded(game)
        seen.update(event.kind for event in game.events)
    assert all(seen[kind] for kind in ("befell", "due_paid", "insolvent", "tile_lowered", "token_returned")), seen
