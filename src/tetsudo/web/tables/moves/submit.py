"""Submission of moves: checked, written and only then shown. Moves of running games are written only here."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.core.actions import Action, Pass
from tetsudo.core.corrections import Correction
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data, action_to_data
from tetsudo.web.common.database import faults, location
from tetsudo.web.common.database.faults import LockTimeout
from tetsudo.web.tables import events
from tetsudo.web.tables.clocks import budgets, running
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games import limits, summary
from tetsudo.web.tables.games.cache import games, loader
from tetsudo.web.tables.games.cached_game import REDO, UNDO, CachedGame
from tetsudo.web.tables.games.summary import GameSummary
from tetsudo.web.tables.models import Guest, Move, SeatPlan, Table
from tetsudo.web.tables.moves import auto_pass, corrections, programmed, undo
from tetsudo.web.tables.own_seats import has_master, own_seats
from tetsudo.web.tables.people import announcements


class _TableLock:
    """Lock of a table. (A `Lock` itself cannot be weakly referenced.)"""

    def __init__(self) -> None:
        self.lock = Lock()


_locks: WeakValueDictionary[int, _TableLock] = WeakValueDictionary()
_locks_guard = Lock()


def _lock_of(table: Table) -> _TableLock:
    with _locks_guard:
        found = _locks.get(table.pk)
        if found is None:
            found = _locks[table.pk] = _TableLock()
        return found


@contextmanager
def hold_lock(table: Table) -> Iterator[None]:
    """Hold the lock of a table; `LockTimeout` if it does not become free in time."""
    held = _lock_of(table)
    began = time.monotonic()
    if not held.lock.acquire(timeout=faults.remaining_lock_seconds()):
        raise LockTimeout(f"table {table.pk} is busy")
    try:
        if time.monotonic() - began > 0.05:
            faults.apply_lock_timeout()
        yield
    finally:
        held.lock.release()


def _seat_of(table: Table, guest: Guest) -> PlayerId:
    """Seat recorded for a guest's undo: their first one, or `NOBODY`."""
    return next(iter(own_seats(table, guest)), NOBODY)


def act(
    table: Table, version: int, data: Any, seats: Sequence[PlayerId], own: Sequence[PlayerId] | None = None
) -> CachedGame:
    """Apply an action (in the format of records) of one of `seats`, made for the position after `version` moves.

    `own`: those of them that are the guest's own; moves for the others are marked as the master's.

    Raises `StaleRequest`, `NotAllowed`, `BadInput` or `IllegalAction`; then nothing has changed.
    """

    def move(hot: CachedGame) -> tuple[Any, PlayerId]:
        action = action_from_data(hot.game.setup, hot.game.names, data)
        if action.player not in seats:
            raise NotAllowed(_("This is for another player to decide."))
        return _action_data(hot.game, action), action.player

    return _accept(table, version, move, own=seats if own is None else own)


def act_for_bot(table: Table, version: int, action: Action) -> CachedGame:
    """Apply an action of a bot's seat; raises as `act`."""
    return _accept(table, version, lambda hot: (_action_data(hot.game, action), action.player))


def act_for_plan(table: Table, version: int, action: Action, plan: SeatPlan) -> CachedGame:
    """Apply an action of a plan; raises as `act`, and `StaleRequest` if the plan was cancelled meanwhile."""
    return _accept(table, version, lambda hot: (_action_data(hot.game, action), action.player), plan)


def correct(table: Table, version: int, data: Any, guest: Guest | None) -> CachedGame:
    """Make a correction (in the format of records) by a guest; raises as `act`."""

    def move(hot: CachedGame) -> tuple[Any, PlayerId]:
        correction = corrections.correction_of(table, hot.game, data, guest)
        return action_to_data(hot.game.setup, hot.game.names, correction), correction.player

    return _accept(table, version, move)


def undo_moves(table: Table, version: int, to: int | None, guest: Guest) -> CachedGame:
    """Undo to a number of actions (None: the last decision of a person); raises as `act`."""

    def move(hot: CachedGame) -> tuple[Any, PlayerId]:
        length = undo.wanted_length(hot, table, to)
        undo.check(table, hot, length, guest)
        return {"type": UNDO, "to": length}, _seat_of(table, guest)

    return _accept(table, version, move)


def redo_moves(table: Table, version: int, guest: Guest) -> CachedGame:
    """Redo up to the next decision of a person; raises as `act`."""

    def move(hot: CachedGame) -> tuple[Any, PlayerId]:
        length = undo.next_decision(hot, table)
        undo.check_redo(table, hot, length, guest)
        return {"type": REDO, "to": length}, _seat_of(table, guest)

    return _accept(table, version, move)


def _action_data(game: Game, action: Action) -> Any:
    """Action in the format of records. Raises `NotAllowed` for a correction, which is no move."""
    if isinstance(action, Correction):
        raise NotAllowed(_("A correction is no move of the game."))
    return action_to_data(game.setup, game.names, action)


def _accept(
    table: Table, version: int, make: Any, plan: SeatPlan | None = None, own: Sequence[PlayerId] | None = None
) -> CachedGame:
    """Accept the next move of a table: `make(hot)` returns its data and its seat. Random events and automatic passes
    that follow are recorded without a seat. `plan`: the plan that makes the move; `own`: the guest's own seats."""
    with hold_lock(table):
        hot = _current_game(table)
        if version != hot.version:
            raise stale_error(table)
        data, seat = make(hot)
        rows = [Move(table=table, index=version, data=data, seat=None if seat == NOBODY else seat)]
        rows[0].is_planned = True if plan else None
        rows[0].is_masters = None if own is None or seat in own else True
        after = hot.with_moves([data], loader(table))
        passes = 0 if data.get("type") in (UNDO, REDO) else after.game.setup.players
        while (follows := _automatic_move(table, after, passes)) is not None:
            passes -= isinstance(follows, Pass)
            rows.append(Move(table=table, index=after.version, data=_action_data(after.game, follows)))
            after = after.with_moves([rows[-1].data], loader(table))
        limits.check(hot, after)
        standing = summary.summary_of(after)
        if standing.milestone:
            after = after._replace(marked=after.version)
        now = timezone.now()
        for row in rows:
            row.at = now
        with transaction.atomic():
            if rows[0].is_masters and not has_master(table):  # someone has withdrawn meanwhile
                raise NotAllowed(_("Not everyone agrees any more that you move for them."))
            standing = _with_clocks(table, standing, now, seat if plan else None)
            if not summary.advance(table, version, standing):  # another process was faster
                raise stale_error(table)
            _check_names(table, hot)
            Move.objects.bulk_create(rows)
            if plan:
                programmed.record_execution(plan, hot.game.length + 1)
            if data.get("type") == UNDO:
                programmed.stop_undone(table, data["to"])
            announcements.announce_move(table, hot, after, seat)
        games.keep(table, after)
        summary.set_fields(table, standing)
        events.notify(table.pk, events.MOVE, after.version)
    return after


def _check_names(table: Table, hot: CachedGame) -> None:
    """Raise `StaleRequest` if another process has renamed a player since the game was loaded."""
    if not location.is_shared():
        return
    if list(table.seats.order_by("number").values_list("name", flat=True)) != list(hot.game.names):
        games.forget(table)
        raise stale_error(table)


def _with_clocks(table: Table, standing: GameSummary, now: datetime, planned: PlayerId | None) -> GameSummary:
    """Data to be written with a move, with the clocks; the final result is less the penalties for time."""
    is_over = standing.fields["status"] == Table.Status.FINISHED
    fields = {**standing.fields, **running.fields_after_move(table, now, is_over, planned)}
    if is_over and table.clock_end == Table.ClockEnd.PENALTY:
        fields["result"] = budgets.result_after_penalties(table, fields["result"], fields["used_ms"])
    return standing._replace(fields=fields)


def _automatic_move(table: Table, after: CachedGame, passes: int) -> Action | None:
    """The random event or, while `passes` are left, the automatic pass that follows; None if neither is due."""
    if (drawn := after.game.chance()) is not None:
        return drawn
    return auto_pass.pass_of(table, after.game) if passes else None


def _current_game(table: Table) -> CachedGame:
    if table.status == Table.Status.WAITING:
        table.refresh_from_db()
    if table.status == Table.Status.WAITING:
        raise BadInput(_("This game has not begun: a seat is still open."))
    if table.status == Table.Status.CLOSED:
        raise NotAllowed(_("An organiser has closed this table. You can go on with the game as a what-if game."))
    return games.current(table)


def stale_error(table: Table) -> StaleRequest:
    """Refusal of an out-of-date move; refreshes the table, which is shown with it."""
    table.refresh_from_db()
    return StaleRequest(_("The game has moved on: here is the current position."))
