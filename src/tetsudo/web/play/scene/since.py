"""Up to where somebody knows what happened at a table: to his own last move, or to the beginning of the round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from tetsudo.core.actions import Chance
from tetsudo.core.units import PlayerId
from tetsudo.game.game import Game
from tetsudo.game.history import Moment
from tetsudo.web.tables.games.cached_game import Begin

NEAR: Final = 20
"""How many actions are looked at first: where amounts are hidden, each costs something."""


def own_start(game: Game, seats: Collection[PlayerId], unattended: Collection[int]) -> int:
    """How many actions a game had after the last one of some seats; what chance decided upon that belongs to it.

    What of theirs came `unattended` (numbers of actions), by itself or by a plan, does not count unless it follows upon
    theirs at once. If the game does not know so much of its past, as many as it had at the earliest that it knows.
    """
    for reach in (NEAR, game.length):
        found = _own_start(game.moments(game.length - reach), seats, unattended)
        if found >= 0:
            return found
    return game.known_from


def _own_start(moments: Sequence[Moment], seats: Collection[PlayerId], unattended: Collection[int]) -> int:
    """As many as there were after the last of some steps that was done by one of some seats; -1 if none was."""
    found, own = -1, False
    for moment in moments:
        is_theirs = moment.action.player in seats
        own = (is_theirs and moment.index not in unattended) or (own and (is_theirs or type(moment.action) is Chance))
        found = moment.index + 1 if own else found
    return found


def round_start(game: Game, rounds: Sequence[Begin]) -> int:
    """How many actions a game had when the round began in which its last one was done."""
    begun = [begin.start for begin in rounds if begin.start < game.length]
    return max(game.known_from, begun[-1] if begun else 0)
