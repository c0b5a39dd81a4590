"""Limits of a game's length: each action takes storage for ever, and time in each replay of the whole game."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.tables.games.cached_game import CachedGame

MAX_MOVES_FACTOR: Final = 2
"""Maximum number of a table's moves, as a multiple of the maximum of actions: undo and redo are moves too."""


def max_actions() -> int:
    """Maximum number of actions of a game."""
    actions: int = settings.MAX_ACTIONS
    return actions


def check(before: CachedGame, after: CachedGame) -> None:
    """Raise BadInput for a move that exceeds the limit of the game's actions or of the table's moves.

    A game above the limit, because it was lowered, can still be undone.
    """
    if after.game.length > before.game.length:
        check_length(after.game.length)
    if after.version > MAX_MOVES_FACTOR * max_actions():
        raise BadInput(
            _("This table has reached its limit of {count} moves, undone ones included.").format(
                count=f"{before.version:,}"
            )
        )


def check_length(length: int) -> None:
    """Raise BadInput if a game of `length` actions is too long."""
    if length > max_actions():
        raise BadInput(too_long_message())


def too_long_message() -> str:
    """Message that a game is too long."""
    return _("A game can have at most {most} actions at this site.").format(most=f"{max_actions():,}")


def is_full(hot: CachedGame) -> bool:
    """True if a game has reached a limit and cannot continue."""
    return hot.game.length >= max_actions() or hot.version >= MAX_MOVES_FACTOR * max_actions()
