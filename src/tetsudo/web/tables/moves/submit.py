"""Submission of moves: checked, written and only then shown. Moves of running games are written only here."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.actions import Action, Pass
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data, action_to_data
from tetsudo.web.common import database_errors
from tetsudo.web.common.database_errors import Busy
from tetsudo.web.tables import events
from tetsudo.web.tables.errors import NotYours, Stale
from tetsudo.web.tables.games import limits, summary
from tetsudo.web.tables.games.cache import games, loader
from tetsudo.web.tables.games.cached_game import REDO, UNDO, Hot
from tetsudo.web.tables.models import Guest, Move, Seat, SeatPlan, Table
from tetsudo.web.tables.moves import auto_pass, programmed, undo


class _TableLock:
    """Lock of a table. (A `Lock` itself cannot be weakly referenced.)"""

    def __init__(self) -> None:
        self.lock = Lock()


_locks: WeakValueDictionary[int, _TableLock] = WeakValueDictionary()
_door = Lock()


def _lock_of(table: Table) -> _TableLock:
    with _door:
        found = _locks.get(table.pk)
        if found is None:
            found = _locks[table.pk] = _TableLock()
        return found


@contextmanager
def _alone(table: Table) -> Iterator[None]:
    """Hold the lock of a table; `Busy` if it does not become free in time."""
    held = _lock_of(table)
    began = time.monotonic()
    if not held.lock.acquire(timeout=database_errors.left()):
        raise Busy(f"table {table.pk} is busy")
    try:
        if time.monotonic() - began > 0.05:
            database_errors.patient()
        yield
    finally:
        held.lock.release()


def seats_of(table: Table, guest: Guest | None) -> list[PlayerId]:
    """Numbers of the seats of a guest."""
    if guest is None:
        return []
    return list(Seat.objects.filter(table=table, guest=guest).values_list("number", flat=True))


def _seat_of(table: Table, guest: Guest) -> PlayerId:
    """Seat recorded for a guest's undo: their first one, or `NOBODY`."""
    return next(iter(seats_of(table, guest)), NOBODY)


def act(table: Table, version: int, data: Any, seats: Sequence[PlayerId]) -> Hot:
    """Apply an action (in the format of records) of one of `seats`, made for the position after `version` moves.

    Raises `Stale`, `NotYours`, `BadInput` or `IllegalAction`; then nothing has changed.
    """

    def move(hot: Hot) -> tuple[Any, PlayerId]:
        action = action_from_data(hot.game.setup, hot.game.names, data)
        if action.player not in seats:
            raise NotYours(_("This is for another player to decide."))
        return _written(hot.game, action), action.player

    return _accept(table, version, move)


def act_as_listed(table: Table, version: int, action: Action) -> Hot:
    """Apply an action of a bot's seat; raises as `act`."""
    return _accept(table, version, lambda hot: (_written(hot.game, action), action.player))


def act_as_planned(table: Table, version: int, action: Action, plan: SeatPlan) -> Hot:
    """Apply an action of a plan; raises as `act`, and `Stale` if the plan was cancelled meanwhile."""
    return _accept(table, version, lambda hot: (_written(hot.game, action), action.player), plan)


def take_back(table: Table, version: int, to: int | None, guest: Guest) -> Hot:
    """Undo to a number of actions (None: the last decision of a person); raises as `act`."""

    def move(hot: Hot) -> tuple[Any, PlayerId]:
        length = undo.last_decision(hot, table) if to is None else undo.before_chance(hot, table, to)
        undo.check(table, hot, length, guest)
        return {"type": UNDO, "to": length}, _seat_of(table, guest)

    return _accept(table, version, move)


def do_again(table: Table, version: int, guest: Guest) -> Hot:
    """Redo up to the next decision of a person; raises as `act`."""

    def move(hot: Hot) -> tuple[Any, PlayerId]:
        length = undo.next_decision(hot, table)
        undo.check_redo(table, hot, length, guest)
        return {"type": REDO, "to": length}, _seat_of(table, guest)

    return _accept(table, version, move)


def _written(game: Game, action: Action) -> Any:
    return action_to_data(game.setup, game.names, action)


def _accept(table: Table, version: int, make: Any, plan: SeatPlan | None = None) -> Hot:
    """Accept the next move of a table: `make(hot)` returns its data and its seat. Random events and automatic passes
    that follow are recorded without a seat. `plan`: the plan that makes the move."""
    with _alone(table):
        hot = _present(table)
        if version != hot.version:
            raise _stale(table)
        data, seat = make(hot)
        rows = [Move(table=table, index=version, data=data, seat=None if seat == NOBODY else seat)]
        rows[0].is_planned = True if plan else None
        after = hot.after([data], loader(table))
        passes = 0 if data.get("type") in (UNDO, REDO) else after.game.setup.players
        while (follows := _following(table, after, passes)) is not None:
            passes -= isinstance(follows, Pass)
            rows.append(Move(table=table, index=after.version, data=_written(after.game, follows)))
            after = after.after([rows[-1].data], loader(table))
        limits.check(hot, after)
        standing = summary.standing(after)
        if standing.milestone:
            after = after._replace(marked=after.version)
        with transaction.atomic():
            if not summary.advance(table, version, standing):  # another process was faster
                raise _stale(table)
            Move.objects.bulk_create(rows)
            if plan:
                programmed.carried_out(plan, hot.game.length + 1)
            if data.get("type") == UNDO:
                programmed.undone(table, data["to"])
        games.keep(table, after)
        summary.show(table, standing)
        events.tell(table.pk, events.MOVE, after.version)
    return after


def _following(table: Table, after: Hot, passes: int) -> Action | None:
    """The random event or, while `passes` are left, the automatic pass that follows; None if neither is due."""
    if (drawn := after.game.chance()) is not None:
        return drawn
    return auto_pass.pass_of(table, after.game) if passes else None


def _present(table: Table) -> Hot:
    if table.status == Table.Status.WAITING:
        table.refresh_from_db()
    if table.status == Table.Status.WAITING:
        raise BadInput(_("This game has not begun: a seat is still open."))
    return games.of(table)


def _stale(table: Table) -> Stale:
    """Refusal of an out-of-date move; refreshes the table, which is shown with it."""
    table.refresh_from_db()
    return Stale(_("The game has moved on: here is the current position."))
