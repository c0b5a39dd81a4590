"""In-memory cache of the accounts of tables' games: after a move only the current round is recomputed.

An entry belongs to a line of versions. After an undo it is cut back to the round in which the lines diverge.
A long game is read in batches, so that it is never in memory as a whole.
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

MAX_CACHED_GAMES: Final = 200
"""Maximum number of games in the LRU cache; some 100 kB each after 500 moves."""

BATCH_SIZE: Final = 400
"""Batch size in actions when reading a game that is not in memory."""

Key: TypeAlias = tuple[int, int, PlayerId | None]
"""Table id, first known version, and the viewer if amounts are hidden."""


class Entry(NamedTuple):
    """Accounts, and the versions of their actions."""

    path: tuple[int, ...]
    accounts: Accounts


class AccountsCache:
    """LRU cache of accounts."""

    def __init__(self, kept: int = MAX_CACHED_GAMES) -> None:
        self._kept = kept
        self._entries: OrderedDict[Key, Entry] = OrderedDict()
        self._lock = Lock()

    def accounts_of(self, scene: Scene) -> Accounts:
        """Accounts of a game at a scene's version, as the viewer knows them."""
        key = (scene.table.pk, scene.hot.begun, scene.cache_viewer)
        with self._lock:
            known = self._entries.get(key)
        found = compute_entry(scene, known)
        with self._lock:
            self._entries[key] = found
            self._entries.move_to_end(key)
            while len(self._entries) > self._kept:
                self._entries.popitem(last=False)
        return found.accounts

    def clear(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._entries.clear()


def compute_entry(scene: Scene, known: Entry | None) -> Entry:
    """Accounts of a scene's game, computed from the cached ones if possible."""
    hot = scene.hot
    kept = known.accounts.cut_to(_common_length(known.path, hot.path)) if known else None
    if kept is not None and kept.length == len(hot.path) == len(known.path if known else ()):
        return Entry(hot.path, kept)
    upto = kept.length if kept else 0
    while True:
        since = kept.length if kept else 0
        is_known = hot.game.known_from <= since
        upto = len(hot.path) if is_known else min(len(hot.path), max(upto, since) + BATCH_SIZE)
        game = scene.known_game(hot.game if is_known else games.load_to(scene.table, hot, upto, least=since).game)
        kept = accounts(game, kept)
        if upto == len(hot.path):
            return Entry(hot.path, kept)


def _common_length(one: Sequence[int], other: Sequence[int]) -> int:
    """Number of versions that two lines share from their start."""
    return next(
        (at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs),
        min(len(one), len(other)),
    )


cached_accounts = AccountsCache()
