"""Names of players: checked once, as a game, a record or a position is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tetsudo.core.errors import BadInput

MAX_NAME_LENGTH: Final = 60
"""Maximum number of characters in a player's name."""


def checked_names(players: Sequence[str]) -> list[str]:
    """Checked names of the players; BadInput for names that are unreadable or not distinct."""
    names: list[str] = []
    for seat, name in enumerate(players):
        where = f"players[{seat}]"
        if not isinstance(name, str) or not name.strip():
            raise BadInput("a player needs a name", where)
        if len(name) > MAX_NAME_LENGTH or not name.isprintable():
            raise BadInput("a name is at most {longest_name} printable characters", where, longest_name=MAX_NAME_LENGTH)
        if any(name.strip().casefold() == other.strip().casefold() for other in names):
            raise BadInput("two players are named {name!r}", where, name=name.strip())
        names.append(name)
    return names
