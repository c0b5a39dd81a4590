"""Execution of plans on their owners' turns, as for bots: after each move, one move at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable

from tetsudo.core.actions import Action
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Runs
from tetsudo.core.translation import ENGLISH
from tetsudo.game.programmed import Stop
from tetsudo.web.tables import events
from tetsudo.web.tables.errors import StaleRequest
from tetsudo.web.tables.games import limits
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import SeatPlan, Table
from tetsudo.web.tables.moves import programmed, submit
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE

logger = logging.getLogger(__name__)


def carry_out(pk: int, callback: Callable[[], None]) -> bool:
    """Carry out the plans of a table, and stop those that no longer apply; True if one acts, or waits for a run.

    While a run is being searched for, `callback` is called once it is found.
    """
    rows = programmed.active_plans(pk)
    if not rows:
        return False
    table = rows[0].seat.table
    hot = games.current(table)
    if hot.version != table.version or table.paused_at or limits.is_full(hot):
        return False
    return any(_carry_out_plan(row, table, hot, callback) for row in rows)


def _carry_out_plan(row: SeatPlan, table: Table, hot: CachedGame, callback: Callable[[], None]) -> bool:
    """Carry out a plan; True if it acted, or will once a run is found."""
    reply = programmed.evaluate(row, table, hot)
    if isinstance(reply, Runs):
        reply = _best_run(table, hot, callback)
        if reply is None:
            return True
        if isinstance(reply, Stop):
            programmed.stop(row, reply, hot.game)
            events.notify(table.pk, events.TABLE, hot.version)  # the owner's page does not know it yet
            return False
    if isinstance(reply, Stop):
        programmed.stop(row, reply, hot.game.seen_by(row.seat.number))
        return False
    if reply is None:
        return False
    try:
        submit.act_for_plan(table, hot.version, reply, row)
    except StaleRequest as refusal:  # a move, or the plan was cancelled: the event queues the table again
        logger.info("A plan came too late at table %s: %s", table.pk, refusal)
    return True


def _best_run(table: Table, hot: CachedGame, callback: Callable[[], None]) -> Action | Stop | None:
    """Best run of the company in turn; None while it is being searched for, a `Stop` if there is none to make."""
    key = ("plan", table.pk, hot.version)
    position = hot.game.position
    found = questions.ask(key, ("plan", table.pk), tasks.run, lambda: (position(), ENGLISH, ()), callback=callback)
    if found is PENDING:
        return None
    if found.how == BUSY:
        questions.forget(key)
        raise RuntimeError(f"a plan's run could not be searched for: {found}")
    if found.how != DONE or isinstance(found.value, IllegalAction):
        return Stop("no_run")
    action: Action = found.value.action
    return action if hot.game.is_legal(action) else Stop("refused", action=action)
