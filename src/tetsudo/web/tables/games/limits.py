"""How long games may become: each action costs room for ever, and time for whoever looks at the whole."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.tables.games.cached_game import Hot

WITH_UNDO: Final = 2
"""How many times as many moves a table may have as its game actions: undo and redo are moves too."""


def most() -> int:
    """How many actions a game may have."""
    actions: int = settings.MOST_ACTIONS
    return actions


def check(before: Hot, after: Hot) -> None:
    """Refuse a move that makes a game, or what was done at its table, too long; BadInput says so.

    A game that is too long already, since the limit was set lower, can still be undone.
    """
    if after.game.length > before.game.length:
        check_length(after.game.length)
    if after.version > WITH_UNDO * most():
        raise BadInput(
            _("So much was done and undone at this table that it takes no more: {count} moves.").format(
                count=f"{before.version:,}"
            )
        )


def check_length(length: int) -> None:
    """Refuse a game of so many actions; BadInput says so."""
    if length > most():
        raise BadInput(too_long())


def too_long() -> str:
    """The sentence for it."""
    return _("A game has at most {most} actions at this site.").format(most=f"{most():,}")


def is_full(hot: Hot) -> bool:
    """Whether a game can go on no more."""
    return hot.game.length >= most() or hot.version >= WITH_UNDO * most()
