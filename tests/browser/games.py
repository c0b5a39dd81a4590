"""Generated games for the pages to show, and moments in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

import tetsudo
from tetsudo.bots import SimplePlayer
from tetsudo.game.game import Game
from tetsudo.game.record import GameRecord
from tetsudo.lab.random_play import random_action

PLAYERS: Final = ("Ann", "Bo", "Cy")

Moment = Callable[[Game], bool]


@lru_cache(maxsize=8)
def simple_game(
    seed: int = 2, players: tuple[str, ...] = PLAYERS, whims: float = 0.0, *, title: str = "1889", scenario: str = ""
) -> Game:
    """A whole game by the simple player, with random legal actions now and then (`whims`).

    Automatic passes follow old records, which keeps the moments that tests and pictures refer to.
    """
    options = {"passes_without_trade": True}
    game = tetsudo.new(title, players, seed=seed, scenario=scenario or None, options=options)
    rng = Random(seed)
    simple = SimplePlayer(game.setup, rng)
    while not game.is_over:
        if rng.random() < whims:
            game.apply(random_action(game, rng))
        else:
            view = game.view(game.to_act.player)
            game.apply(simple.decide(view, view.legal_actions()).action)
    return game


def first_position(game: Game, wanted: Moment) -> Game:
    """The first position of the game that meets a condition."""
    for length in range(game.length + 1):
        earlier = game.earlier(length)
        if wanted(earlier):
            return earlier
    raise LookupError("that never happens in this game")


def decision_is(word: str, turn: int = 1) -> Moment:
    """Condition: a player has this kind of decision, in a given turn of the game or later."""
    return lambda game: game.to_act.doing == word and game.state.turn >= turn


def without_actions(record: GameRecord) -> GameRecord:
    """The same table before the first action."""
    return GameRecord(
        version=record.version,
        title=record.title,
        scenario=record.scenario,
        variants=record.variants,
        options=record.options,
        players=record.players,
        seed=record.seed,
        deal=record.deal,
        start=record.start,
    )
