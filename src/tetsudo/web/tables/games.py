"""Games in memory. A game is read from its moves once, and then follows them one by one.

What is kept here is never changed: whoever makes a move makes it on a copy, and puts that
here once the database has it. So any page may read while somebody moves.

A game that is in no memory is replayed from its moves: 30 ms for the longest game that was
recorded, 0.3 s for 2,000 moves made by chance, with its whole history. So snapshots are not
for speed. They are for the day when the rules are mended and moves of a game that began
before are refused: then it goes on from its present position.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from tetsudo import position, record
from tetsudo.errors import BadInput, TetsudoError
from tetsudo.game import Game
from tetsudo.names import action_from_data
from tetsudo.record import GameRecord
from tetsudo.web.tables.models import Move, Snapshot, Table

logger = logging.getLogger(__name__)

UNDO: Final = "undo"
REDO: Final = "redo"
"""The types of moves that are no actions; `to` says how many actions are left then."""

KEPT: Final = 60_000
"""How many actions stay in memory, of the games that were looked at last: 4 to 5 kB each, so some 250 MB."""

SMALLEST: Final = 20
"""For how many actions even a game without any counts."""


class Hot(NamedTuple):
    """A game after `version` moves. Not to be changed.

    `path`: the version that each action of the game led to; `ahead`: of those that were
    undone and can be redone, the next one first; `begun`: the first version that is known, 0
    unless the rules were mended since.
    """

    version: int
    game: Game
    path: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    begun: int = 0

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
        return Hot(version, game, tuple(path), tuple(ahead), self.begun)

    def position_of(self, version: int) -> int:
        """How many actions the game had at a version; -1 if that was undone since, or is still to come."""
        if version == self.version:
            return self.game.length
        if version == self.begun:
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


def first(table: Table) -> Hot:
    """The earliest that is known of a table's game: its beginning, or where it began again."""
    again = Snapshot.objects.filter(table=table, begins=True).order_by("-version").first()
    return _from_text(table, again) if again else begin(table)


def _from_text(table: Table, snapshot: Snapshot) -> Hot:
    game = position.read(snapshot.text)
    game.seed = table.seed
    return Hot(snapshot.version, game, begun=snapshot.version)


def _read(table: Table, known: Hot) -> Hot:
    """A table's game, read on from what is known of it."""
    try:
        return known.after(moves_of(table, known.version, table.version))
    except TetsudoError as refusal:
        present = Snapshot.objects.filter(table=table, version=table.version).first()
        if present is None:
            raise
        logger.warning("Table %s begins again at move %s: %s", table.key, present.version, refusal)
        found = _from_text(table, present)
        Snapshot.objects.filter(pk=present.pk, version=present.version).update(begins=True)
        return found


def write_snapshot(table: Table, hot: Hot) -> None:
    """Write the present position; within the transaction of the move."""
    present = Snapshot.objects.filter(table=table, begins=False)
    if not present.update(version=hot.version, text=hot.game.position()):
        Snapshot.objects.create(table=table, version=hot.version, text=hot.game.position())


class Games:
    """The games that were looked at last, by table."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._games: OrderedDict[int, Hot] = OrderedDict()
        self._actions = 0
        self._lock = Lock()

    def of(self, table: Table) -> Hot:
        """A table's game as it is now."""
        with self._lock:
            hot = self._games.get(table.pk)
            if hot is not None:
                self._games.move_to_end(table.pk)
        if hot is None or hot.version < table.version:
            hot = _read(table, hot or first(table))
            self.keep(table, hot)
        return hot

    def at(self, table: Table, version: int) -> Hot:
        """A table's game as it was after so many moves; BadInput if there were fewer."""
        now = self.of(table)
        if not 0 <= version <= now.version:
            raise BadInput(f"This table has {now.version} moves, not {version}.")
        if version < now.begun:
            raise BadInput(_("The rules were mended since, and this position is not known any more."))
        if version == now.version:
            return now
        length = now.position_of(version)
        if length < 0:
            earliest = first(table)
            return earliest.after(moves_of(table, earliest.version, version))
        return Hot(version, now.game.earlier(length), now.path[:length], begun=now.begun)

    def keep(self, table: Table, hot: Hot) -> None:
        """Remember a game, unless a later one is known."""
        with self._lock:
            known = self._games.get(table.pk)
            if known is None or known.version < hot.version:
                self._games[table.pk] = hot
                self._actions += _weight(hot) - (_weight(known) if known else 0)
            self._games.move_to_end(table.pk)
            while self._actions > self._kept and len(self._games) > 1:
                self._actions -= _weight(self._games.popitem(last=False)[1])

    def forget(self, table: Table) -> None:
        """Remember a table no more."""
        with self._lock:
            known = self._games.pop(table.pk, None)
            self._actions -= _weight(known) if known else 0

    def in_memory(self) -> int:
        """How many games are known."""
        return len(self._games)

    def clear(self) -> None:
        """Forget everything, as a new process has."""
        with self._lock:
            self._games.clear()
            self._actions = 0


def _weight(hot: Hot) -> int:
    return hot.game.length + SMALLEST


def moves_of(table: Table, first: int, after: int) -> list[Any]:
    """The moves from one number up to another."""
    found = Move.objects.filter(table=table, index__gte=first, index__lt=after)
    return list(found.order_by("index").values_list("data", flat=True))


games = Games()
