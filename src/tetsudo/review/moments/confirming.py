"""Confirming games: the search bot itself plays on in every seat, for some decisions.

Habits alone do not make good for a mistake, and a good player does. So what is still lost when good players go on was
lost by the decision. Few playouts a decision are enough for that, and after some decisions habits play the game on, so
that a confirming game has a bounded cost.
"""

from __future__ import annotations

from random import Random
from typing import Final

from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.bots.player import Budget
from tetsudo.bots.search import SearchPlayer
from tetsudo.engine.rules import engine
from tetsudo.game.game import Game

PLAYOUTS_A_DECISION: Final = 16
"""Number of playouts by which a bot decides. They need no clock, so a game is the same on every machine."""


def play_on(playout: PolicyPlayout, random: Random, searched: int, most: int) -> None:
    """Play on by search bots in all seats, until they have searched a number of decisions, or for `most` actions."""
    rules, state = playout.rules, playout.state
    game = Game.at(rules, [str(player) for player in range(state.players)], state, playout.secret)
    bots = [SearchPlayer(rules.setup, Random(random.getrandbits(64))) for _player in range(state.players)]
    for _ in range(most):
        if state.ended or not searched:
            return
        if not playout.step_automatically():
            player = engine.actor(rules, state)
            view, listed = game.view(player), engine.listing(rules, state, player)
            choice = bots[player].decide(view, listed, Budget(rollouts=PLAYOUTS_A_DECISION))
            searched -= bool(choice.reasons.lines)
            engine.perform(rules, state, choice.action, [])
