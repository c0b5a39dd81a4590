"""Random legal play through the public listing. How chance decides: `bots.chance`.

Everything comes from one `random.Random`: the same generator gives the same game.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from tetsudo.bots.random.choices import choose, sample
from tetsudo.core.actions import Action, Descriptor
from tetsudo.game.game import Game

__all__ = ["Playout", "choose", "play_random", "random_action", "sample"]

OUT_OF_TURN: Final = 1 / 16
"""How often somebody is asked what he may do, whose turn it need not be."""

MOST_ACTIONS: Final = 20_000
"""Where a game is given up."""


class Playout(NamedTuple):
    """How a game of random play went."""

    actions: int
    finished: bool


def play_random(game: Game, rng: Random, max_actions: int = MOST_ACTIONS) -> Playout:
    """Play a game on to its end, or for `max_actions` more actions."""
    count = 0
    while count < max_actions and not game.is_over:
        game.apply(random_action(game, rng))
        count += 1
    return Playout(count, game.is_over)


def random_action(game: Game, rng: Random) -> Action:
    """One action that the rules admit now; the game must not be over."""
    offers: list[Descriptor] = []
    if rng.random() < OUT_OF_TURN:
        offers = game.legal_actions(int(rng.random() * game.state.players))
    return sample(choose(offers or game.legal_actions(), rng), rng)
