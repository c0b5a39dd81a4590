"""Games in memory. A game is read from its moves once, and then follows them one by one.

What is kept here is never changed: whoever makes a move makes it on a copy, and puts that
here once the database has it. So any page may read while somebody moves.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Any, Final, NamedTuple

from tetsudo import record
from tetsudo.errors import BadInput
from tetsudo.game import Game
from tetsudo.names import action_from_data
from tetsudo.record import GameRecord
from tetsudo.web.tables.models import Move, Table

UNDO: Final = "undo"
REDO: Final = "redo"
"""The types of moves that are no actions; `to` says how many actions are left then."""

KEPT: Final = 300
"""How many games stay in memory, those that were looked at last."""


class Hot(NamedTuple):
    """A game after `version` moves. Not to be changed.

    `path`: the version that each action of the game led to; `ahead`: of those that were
    undone and can be redone, the next one first.
    """

    version: int
    game: Game
    path: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()

    def after(self, moves: Iterable[Any]) -> Hot:
        """The game after more moves (`Move.data`). Raises as `Game.apply` does."""
        version, game = self.version, self.game.clone()
        path, ahead = list(self.path), list(self.ahead)
        for move in moves:
            version += 1
            if move.get("type") in (UNDO, REDO):
                _go_to(game, path, ahead, _length(move))
            else:
                game.apply(action_from_data(game.setup, game.names, move))
                path.append(version)
                ahead = []
        return Hot(version, game, tuple(path), tuple(ahead))

    def position_of(self, version: int) -> int:
        """How many actions the game had at a version; -1 if that was undone since, or is still to come."""
        if version == self.version:
            return self.game.length
        if version == 0:
            return 0
        return self.path.index(version) + 1 if version in self.path else -1


def _length(move: Any) -> int:
    to = move.get("to")
    if not isinstance(to, int) or isinstance(to, bool):
        raise BadInput("must be a number of actions", "to")
    return to


def _go_to(game: Game, path: list[int], ahead: list[int], length: int) -> None:
    """Undo or redo until so many actions are left."""
    if length == game.length or not 0 <= length <= len(path) + len(ahead):
        raise BadInput(f"The game cannot go to {length} actions.")
    while game.length > length:
        game.undo()
        ahead.insert(0, path.pop())
    while game.length < length:
        game.redo()
        path.append(ahead.pop(0))


def record_of(table: Table) -> GameRecord:
    """The record of a table's game before its first move."""
    return GameRecord(
        version=record.VERSION,
        title=table.title,
        scenario=table.scenario,
        variants=table.variants,
        options=table.options,
        players=[seat.name for seat in table.seats.all()],
        seed=table.seed,
        deal=table.deal,
        start=table.start,
    )


def begin(table: Table) -> Hot:
    """A table's game before its first move."""
    return Hot(0, record.before(record_of(table)))


class Games:
    """The games that were looked at last, by table."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._games: OrderedDict[int, Hot] = OrderedDict()
        self._lock = Lock()

    def of(self, table: Table) -> Hot:
        """A table's game as it is now."""
        with self._lock:
            hot = self._games.get(table.pk)
        if hot is None or hot.version < table.version:
            hot = (hot or begin(table)).after(moves_of(table, hot.version if hot else 0, table.version))
            self.keep(table, hot)
        return hot

    def at(self, table: Table, version: int) -> Hot:
        """A table's game as it was after so many moves; BadInput if there were fewer."""
        now = self.of(table)
        if not 0 <= version <= now.version:
            raise BadInput(f"This table has {now.version} moves, not {version}.")
        if version == now.version:
            return now
        length = now.position_of(version)
        if length < 0:
            return begin(table).after(moves_of(table, 0, version))
        return Hot(version, now.game.earlier(length), now.path[:length])

    def keep(self, table: Table, hot: Hot) -> None:
        """Remember a game, unless a later one is known."""
        with self._lock:
            known = self._games.get(table.pk)
            if known is None or known.version < hot.version:
                self._games[table.pk] = hot
            self._games.move_to_end(table.pk)
            while len(self._games) > self._kept:
                self._games.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a new process has."""
        with self._lock:
            self._games.clear()


def moves_of(table: Table, first: int, after: int) -> list[Any]:
    """The moves from one number up to another."""
    found = Move.objects.filter(table=table, index__gte=first, index__lt=after)
    return list(found.order_by("index").values_list("data", flat=True))


games = Games()
