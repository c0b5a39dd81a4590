"""Positions where another company or player comes to act, for jumps through the history."""

from __future__ import annotations

from itertools import pairwise

from tetsudo.core.units import NOBODY
from tetsudo.engine.rules import engine
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.games.cache import games


def turn_starts(scene: Scene) -> dict[str, list[int]]:
    """Numbers of actions after which another company, or another player, is to act."""
    hot = scene.hot
    game = scene.known_game(games.load_to(scene.table, hot, hot.game.length, least=0).game)
    turns = [
        (moment.index, engine.acting_company(game.ruleset, moment.before), engine.actor(game.ruleset, moment.before))
        for moment in game.moments(0)
        if moment.before is not None
    ]
    return {
        "company": [at for (_at, was, _who), (at, now, _player) in pairwise(turns) if now not in (was, NOBODY)],
        "player": [at for (_at, _company, was), (at, _now, now) in pairwise(turns) if now != was],
    }
