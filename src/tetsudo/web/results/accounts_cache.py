"""The accounts of tables' games, kept in memory: after a move only the round that goes on is reckoned again.

What is kept is true of a line of versions; where moves were taken back, it is cut to the round in which the lines part.
A long game is read in lots, so that it is never in memory whole.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

from tetsudo.analysis.accounts import Accounts, accounts
from tetsudo.core.units import PlayerId
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.games.cache import games

KEPT: Final = 200
"""Of how many games the accounts stay in memory, of those looked at last: some 100 kB each after 500 moves."""

LOT: Final = 400
"""How many actions of a game that is not in memory are read at once."""

Key: TypeAlias = tuple[int, int, PlayerId | None]
"""A table, the first version that is known of it, and who looks where that matters."""


class Entry(NamedTuple):
    """Accounts, and the versions to which their actions led."""

    path: tuple[int, ...]
    accounts: Accounts


class Books:
    """The accounts that were looked at last."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._lock = Lock()

    def of(self, scene: Scene) -> Accounts:
        """The accounts of a table's game as it is at a scene's version, as who looks knows them."""
        key = (scene.table.pk, scene.hot.begun, scene.eyes)
        with self._lock:
            known = self._entries.get(key)
        found = reckoned(scene, known)
        with self._lock:
            self._entries[key] = found
            self._entries.move_to_end(key)
            while len(self._entries) > self._kept:
                self._entries.popitem(last=False)
        return found.accounts

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()


def reckoned(scene: Scene, known: Entry | None) -> Entry:
    """The accounts of a scene's game, from those that are known."""
    hot = scene.hot
    kept = known.accounts.back_to(_common(known.path, hot.path)) if known else None
    if kept is not None and kept.length == len(hot.path) == len(known.path if known else ()):
        return Entry(hot.path, kept)
    upto = kept.length if kept else 0
    while True:
        since = kept.length if kept else 0
        is_known = hot.game.known_from <= since
        upto = len(hot.path) if is_known else min(len(hot.path), max(upto, since) + LOT)
        game = scene.known(hot.game if is_known else games.along(scene.table, hot, upto, least=since).game)
        kept = accounts(game, kept)
        if upto == len(hot.path):
            return Entry(hot.path, kept)


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many versions two lines have in common."""
    return next(
        (at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs),
        min(len(one), len(other)),
    )


books = Books()
