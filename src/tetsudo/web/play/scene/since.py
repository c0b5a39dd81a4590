"""Start of "since you moved": the viewer's last move, or the start of the round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from tetsudo.core.actions import Chance
from tetsudo.core.units import PlayerId
from tetsudo.game.game import Game
from tetsudo.game.history import Moment
from tetsudo.web.tables.games.cached_game import RoundStart

FIRST_SEARCH_ACTIONS: Final = 20
"""Number of actions searched first; with hidden amounts each one takes time."""


def own_start(game: Game, seats: Collection[PlayerId], unattended: Collection[int]) -> int:
    """Number of actions up to the last one by some seats, including the random events that follow it directly.

    Actions made `unattended` (given by number), automatically or by a plan, only count if they directly follow one
    that the seats made themselves. If the game's known history does not reach back that far: `known_from`.
    """
    for reach in (FIRST_SEARCH_ACTIONS, game.length):
        found = _own_start(game.moments(game.length - reach), seats, unattended)
        if found >= 0:
            return found
    return game.known_from


def _own_start(moments: Sequence[Moment], seats: Collection[PlayerId], unattended: Collection[int]) -> int:
    """The same within some moments; -1 if the seats made none of them."""
    found, own = -1, False
    for moment in moments:
        is_theirs = moment.action.player in seats
        own = (is_theirs and moment.index not in unattended) or (own and (is_theirs or type(moment.action) is Chance))
        found = moment.index + 1 if own else found
    return found


def round_start(game: Game, rounds: Sequence[RoundStart]) -> int:
    """Number of actions at the start of the round of the last action."""
    begun = [begin.start for begin in rounds if begin.start < game.length]
    return max(game.known_from, begun[-1] if begun else 0)
