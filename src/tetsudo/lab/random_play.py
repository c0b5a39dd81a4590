"""Random legal play through the public list of actions. Random choices are made in `bots.random.choices`.

All randomness comes from one `random.Random`: the same generator gives the same game.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from tetsudo.bots.random.choices import choose, sample
from tetsudo.core.actions import Action, Descriptor
from tetsudo.game.game import Game

__all__ = ["Playout", "choose", "play_random", "random_action", "sample"]

OUT_OF_TURN_PROBABILITY: Final = 1 / 16
"""Probability of asking a random player, who need not be in turn."""

MAX_ACTIONS: Final = 20_000
"""Maximum number of actions before a game is stopped."""


class Playout(NamedTuple):
    """Result of a randomly played game."""

    actions: int
    finished: bool


def play_random(game: Game, rng: Random, max_actions: int = MAX_ACTIONS) -> Playout:
    """Play a game to its end, or for `max_actions` more actions."""
    count = 0
    while count < max_actions and not game.is_over:
        game.apply(random_action(game, rng))
        count += 1
    return Playout(count, game.is_over)


def random_action(game: Game, rng: Random) -> Action:
    """Choose one legal action; the game must not be over."""
    offers: list[Descriptor] = []
    if rng.random() < OUT_OF_TURN_PROBABILITY:
        offers = game.legal_actions(int(rng.random() * game.state.players))
    return sample(choose(offers or game.legal_actions(), rng), rng)
