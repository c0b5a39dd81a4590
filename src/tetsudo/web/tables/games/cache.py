"""Cache of games in memory. A game is loaded from the database once, and then follows its moves one by one.

Cached games are immutable: a move is made on a copy, which replaces the original once it is in the
database. So any page may read while a move is made.

A game that is not cached is loaded from its last milestone and the moves since (`storage`), at the
same cost for short and long games. The present position is stored as well, in case a fix to the
rules makes them refuse earlier moves of a running game: it then continues from that position.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from itertools import islice
from random import Random
from threading import Lock
from typing import Final

from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.game.game import Game
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.games.cached_game import CachedGame, Load, Rounds
from tetsudo.web.tables.models import Snapshot, Table

logger = logging.getLogger(__name__)

MAX_CACHED_ACTIONS: Final = 100_000
"""Maximum number of actions in memory, of games used lately: 2 to 3 kB each, so some 250 MB."""

GAME_OVERHEAD_ACTIONS: Final = 20
"""Number of actions that each game counts for besides its own."""


def loader(table: Table) -> Load:
    """Loader of earlier parts of a table's game."""

    def load(path: Sequence[int], ahead: Sequence[int]) -> tuple[Game, Rounds]:
        return storage.load(table, path, ahead)

    return load


def _read(table: Table, known: CachedGame | None) -> CachedGame:
    """Load a table's game, continuing from the cached one if there is one."""
    try:
        if known is None:
            return storage.read(table, table.version)
        return known.with_moves(storage.moves_of(table, known.version, table.version), loader(table))
    except TetsudoError as refusal:
        present = Snapshot.objects.filter(table=table, version=table.version).first()
        if present is None:
            raise
        logger.warning("Table %s begins again at move %s: %s", table.key, present.version, refusal)
        found = storage.game_from_snapshot(table, present)
        Snapshot.objects.filter(pk=present.pk, version=present.version).update(begins=True)
        return found


class Games:
    """Cache of the games used lately, by table.

    A full cache drops a random one of the games that were not used for longest. If it always dropped the oldest, and
    one game too many were used in turn, none would be there when its turn comes.
    """

    def __init__(self, kept: int = MAX_CACHED_ACTIONS) -> None:
        self._kept = kept
        self._games: OrderedDict[int, CachedGame] = OrderedDict()
        self._actions = 0
        self._chance = Random(0)
        self._lock = Lock()

    def current(self, table: Table) -> CachedGame:
        """Present game of a table."""
        with self._lock:
            hot = self._games.get(table.pk)
            if hot is not None:
                self._games.move_to_end(table.pk)
        if hot is None or hot.version < table.version:
            hot = _read(table, hot)
            self.keep(table, hot)
        return hot

    def at_version(self, table: Table, version: int) -> CachedGame:
        """Game of a table after `version` moves; BadInput if there were fewer, or it cannot be replayed any more."""
        now = self.current(table)
        if not 0 <= version <= now.version:
            raise BadInput("This table has {count} moves, not {asked}.", count=now.version, asked=version)
        if version < now.begun:
            raise BadInput(_("The rules were fixed since, and this position is no longer available."))
        if version == now.version:
            return now
        length = now.length_at(version)
        if length < 0:
            return _past_game(table, version)
        if _remembers(now.game, length):
            rounds = tuple(each for each in now.rounds if each.start <= length)
            return CachedGame(version, now.game.earlier(length), now.path[:length], begun=now.begun, rounds=rounds)
        return self.load_to(table, now, length, version=version)

    def load_to(
        self, table: Table, hot: CachedGame, length: int, least: int | None = None, version: int | None = None
    ) -> CachedGame:
        """Game after the first `length` actions of `hot`, with at least all actions after the `least`-th in memory."""
        path = hot.path[:length]
        try:
            game, rounds = storage.load(table, path, least=least)
        except TetsudoError:
            raise BadInput(_("The rules were fixed since, and this position is no longer available.")) from None
        at = version if version is not None else path[-1] if path else hot.begun
        return CachedGame(at, game, path, begun=hot.begun, rounds=rounds)

    def keep(self, table: Table, hot: CachedGame) -> None:
        """Cache a game, unless a later version is cached."""
        with self._lock:
            known = self._games.get(table.pk)
            if known is None or known.version < hot.version:
                self._games[table.pk] = hot
                self._actions += _weight(hot) - (_weight(known) if known else 0)
            self._games.move_to_end(table.pk)
            while self._actions > self._kept and len(self._games) > 1:
                self._actions -= _weight(self._games.pop(self._one_to_drop()))

    def _one_to_drop(self) -> int:
        """Table of one of the games in the older half."""
        return next(islice(self._games, self._chance.randrange(len(self._games) // 2), None))

    def forget(self, table: Table) -> None:
        """Remove a table's game from the cache."""
        self.forget_id(table.pk)

    def forget_id(self, table: int) -> None:
        """Remove the game of the table with an id."""
        with self._lock:
            known = self._games.pop(table, None)
            self._actions -= _weight(known) if known else 0

    def size(self) -> int:
        """Number of games in the cache."""
        return len(self._games)

    def clear(self) -> None:
        """Empty all caches, as in a new process."""
        storage.forget_pieces()
        with self._lock:
            self._games.clear()
            self._actions = 0


def _past_game(table: Table, version: int) -> CachedGame:
    """Load a position that was undone later, or the position after an undo."""
    try:
        return storage.read(table, version)
    except TetsudoError:
        raise BadInput(_("The rules were fixed since, and this position is no longer available.")) from None


def _remembers(game: Game, length: int) -> bool:
    """True if a game has a past position in memory, and the one before it, which pages compare it with."""
    return length > game.known_from or game.known_from == 0


def _weight(hot: CachedGame) -> int:
    return hot.game.length - hot.game.known_from + GAME_OVERHEAD_ACTIONS


games = Games()
