"""Worker that moves for bots, in one thread of the site's process, with a short delay before each move.

The same thread carries out players' programmed actions (`programmed_worker`), and what a table has agreed on for
players who let their time or a deadline pass (`Duties`, which `seats.absent_players` fulfils).

Decisions are computed in worker processes, so one thread is enough for the moves. Quick bots share the processes
that answer pages; slow bots have their own, where tables take turns. A move or an undo cancels all thinking about
the table. Pending bot moves are found in the tables themselves at every start.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Final, NamedTuple, cast

from django.conf import settings
from django.db import close_old_connections
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q
from django.utils.translation import gettext as _

from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import Runs, WishedRun
from tetsudo.web.common.database import leases
from tetsudo.web.common.database.leases import Leases
from tetsudo.web.tables import events
from tetsudo.web.tables.bot_levels import BOTS, DEFAULT_BOT, QUICK_BOTS, choices, decide, label_of
from tetsudo.web.tables.bots.scheduler import Party, Turns
from tetsudo.web.tables.errors import StaleRequest
from tetsudo.web.tables.games import chance, limits
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Seat, SeatPlan, Table
from tetsudo.web.tables.moves import programmed_worker, submit
from tetsudo.web.tables.moves.programmed import tables_with_plans
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, bot_questions, questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE, DROPPED, FAILED, REFUSED, TIMED_OUT, Outcome

__all__ = ["BOTS", "DEFAULT_BOT", "BotMover", "choices", "decide", "label_of", "move", "start"]

logger = logging.getLogger(__name__)

QUICK_TIMEOUT_SECONDS: Final = 10.0
"""Time limit of a quick bot, in seconds."""

ATTEMPTS: Final = 3
"""Number of attempts for a bot whose worker process fails."""

PACES: Final = (0, 1, 2, 4, 8)
"""Choices for a table's delay before each bot move, in seconds; 0: the site's default."""

LEASE_SECONDS: Final = 10.0
"""Seconds after which a table is looked at again whose bots another process moves: it may end."""

AnswerCallback = Callable[[], None]
"""Callback for an answer that has arrived."""


MAX_DUTY_SECONDS: Final = 3600.0
"""Seconds after which a table with a duty in the future is looked at again: the system's clock may be set."""


class Duties(NamedTuple):
    """Duties at certain times. `tables`: condition of the tables that have any; `carry_out`: does what is due at a
    table, and returns the seconds until its next duty, None if it has none."""

    tables: Q = Q(pk__in=())
    carry_out: Callable[[int], float | None] = lambda table: None


class BotMover:
    """Mover for the bots, the programmed actions and the duties of all tables, each when it is due."""

    def __init__(self, pace: float, patience: float = 30.0, duties: Duties = Duties()) -> None:  # noqa: B008
        """`pace`: seconds before a move; `patience`: seconds before a retry after a failure."""
        self.pace = pace
        self.patience = patience
        self.duties = duties
        self._turns = Turns(party_of)
        self._leases = Leases(leases.BOTS)
        self._changed: dict[int, float] = {}
        self._thread = Thread(target=self._work, name="bots", daemon=True)

    def start(self) -> None:
        """Start the thread, and queue every running table with bots or programmed actions."""
        events.watch(self.handle_event, elsewhere=True)
        self._thread.start()
        self.queue_all()

    def queue_all(self) -> None:
        """Queue every running table with a bot to act, programmed actions or duties: their events may have been
        missed.
        """
        running = Table.objects.filter(status=Table.Status.RUNNING)
        bots = running.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), number=OuterRef("to_act"), bot__gt="")))
        duties = running.filter(self.duties.tables)
        for pk in {*bots.values_list("pk", flat=True), *duties.values_list("pk", flat=True), *tables_with_plans()}:
            self._turns.put(pk, time.monotonic() + self.pace)

    @property
    def is_alive(self) -> bool:
        """True if the thread is still running."""
        return self._thread.is_alive()

    def handle_event(self, table: int, kind: str) -> None:
        """Queue a table after an event; a move also cancels thinking about earlier positions."""
        if kind == events.MOVE:
            drop(table)
            self._changed[table] = time.monotonic()
        if kind in (events.MOVE, events.TABLE, events.PLAN):
            self._turns.put(table, time.monotonic() + self.pace)

    def _think(self, table: int, is_alone: bool, hot: CachedGame, bot: str, drawn: str) -> Action | None:
        action = ask_bot(table, hot, bot, drawn, partial(self._requeue, table), is_alone)
        due = self._due(table) if action else 0.0
        if due <= time.monotonic():
            return action
        self._turns.put(table, due)
        return None

    def _due(self, table: int) -> float:
        """Earliest time of the next bot move, by the table's pace."""
        pace = Table.objects.filter(pk=table).values_list("pace", flat=True).first()
        return self._changed.get(table, 0.0) + (pace or 0)

    def _requeue(self, table: int) -> None:
        self._turns.put(table, time.monotonic())

    def _work(self) -> None:
        while True:
            table, party = self._turns.take()
            began = time.monotonic()
            try:
                close_old_connections()
                rest = self._carry_out(table, party)
                if rest is not None:
                    self._turns.put(table, time.monotonic() + min(rest, MAX_DUTY_SECONDS))
            except Exception:
                logger.exception("No bot could move at table %s; it is tried again", table)
                self._turns.put(table, time.monotonic() + self.patience)
            self._turns.charge(party, time.monotonic() - began)

    def _carry_out(self, table: int, party: Party) -> float | None:
        """Do what is due at a table. Returns the seconds until its next duty, None if it has none."""
        has_duties, has_plans, waits_for_bot = self._work_at(table)
        rest = self.duties.carry_out(table) if has_duties else None
        if not (has_plans or waits_for_bot):
            self._leases.give_back(table)
        elif not self._leases.take(table):
            return LEASE_SECONDS
        if has_plans and programmed_worker.carry_out(table, partial(self._requeue, table)):
            return rest
        if waits_for_bot or has_duties:
            move(table, partial(self._think, table, party.is_alone))
        else:
            bot_questions.drop(("bot", table))
        return rest

    def _work_at(self, table: int) -> tuple[bool, bool, bool]:
        """Work that a table waits for: duties, plans, a bot to act. One query, since most moves leave nothing to do."""
        plans = Exists(SeatPlan.objects.filter(seat__table=OuterRef("pk"), stopped="").order_by())
        bots = Exists(Seat.objects.filter(table=OuterRef("pk"), number=OuterRef("to_act")).exclude(bot=""))
        duties = ExpressionWrapper(self.duties.tables, output_field=BooleanField())
        found = Table.objects.filter(pk=table, status=Table.Status.RUNNING).values_list(duties, plans, bots)
        return found.first() or (False, False, False)


def party_of(table: int) -> Party:
    """Party that the bots of a table move for."""
    try:
        close_old_connections()
        sits = Exists(Seat.objects.filter(table=OuterRef("pk"), guest__isnull=False))
        found = Table.objects.filter(pk=table).values_list("owner", sits).first()
    except Exception:  # `move` will fail too, and log it
        found = None
    return Party(found[0], not found[1]) if found else Party(0, False)


def check_bot_limit(owner: Guest) -> None:
    """Raise BadInput if bots are to move at the maximum number of a guest's tables already."""
    moving = Seat.objects.filter(table__owner=owner, number=F("table__to_act"), table__status=Table.Status.RUNNING)
    if moving.exclude(bot="").count() >= settings.MAX_BOT_TABLES:
        said = _("Bots are playing at {count} of your tables: wait until one of those games ends, or delete it.")
        raise BadInput(str(said).format(count=settings.MAX_BOT_TABLES))


Decide = Callable[[CachedGame, str, str], Action | None]
"""Decision of a bot, by its name and the text that seeds its random numbers; None if it is still being computed."""


def decide_at_once(hot: CachedGame, bot: str, drawn: str) -> Action:
    """Decision of a bot, computed in this thread."""
    return decide(hot.game, bot, drawn)


def move(pk: int, think: Decide = decide_at_once) -> None:
    """Move for the bot to act at a table, if there is one and its decision is known."""
    waited_for = Seat.objects.filter(table=pk, number=F("table__to_act"), table__status=Table.Status.RUNNING)
    seat = waited_for.exclude(bot="").select_related("table").first()
    if seat is None:
        bot_questions.drop(("bot", pk))  # a person may have taken the seat
        return
    table = seat.table
    if table.paused_at:
        return
    hot = games.current(table)
    if hot.version != table.version or hot.game.is_over or limits.is_full(hot):
        return
    action = think(hot, seat.bot, chance.bot_seed(table, seat.number, hot.version))
    if action is None:
        return
    try:
        submit.act_for_bot(table, hot.version, action)
    except StaleRequest as refusal:  # a move out of turn, or an undo: its event queues the table again
        logger.info("A bot came too late at table %s: %s", pk, refusal)


def drop(pk: int) -> None:
    """Cancel all thinking about a table: for its bots, and for advice."""
    for home in (questions, bot_questions):
        home.drop(("bot", pk))
        home.drop(("advice", pk))


def ask_bot(
    pk: int, hot: CachedGame, bot: str, drawn: str, callback: AnswerCallback, is_alone: bool = False
) -> Action | None:
    """Decision of a bot, computed in a worker process; None while it is pending: then `callback` is called once it is
    there.

    If a bot exceeds its time limit, or its process fails again and again, the default bot decides; if that fails
    too, any simple legal action is taken. `is_alone`: only bots sit at the table, so other work goes first.
    """
    thought = _bot_outcome(pk, hot, bot, drawn, callback, is_alone)
    if thought.how in (FAILED, TIMED_OUT) and bot != DEFAULT_BOT:
        thought = _bot_outcome(pk, hot, DEFAULT_BOT, drawn, callback, is_alone)
    if thought.how == DONE and hot.game.is_legal(thought.value):
        return cast("Action", thought.value)
    if thought is PENDING or thought.how == DROPPED:
        return None
    return _fallback_action(pk, hot, callback)


def _bot_outcome(pk: int, hot: CachedGame, bot: str, drawn: str, callback: AnswerCallback, is_alone: bool) -> Outcome:
    """Outcome of asking a bot; RuntimeError if it could not be asked now."""
    home, limit, seconds = bot_questions, settings.BOT_TIMEOUT_SECONDS, settings.BOT_SECONDS
    if bot in QUICK_BOTS:
        home, limit, seconds = questions, min(QUICK_TIMEOUT_SECONDS, settings.WORKER_TIMEOUT_SECONDS), None
    group = ("bot", pk)
    for attempt in range(ATTEMPTS):
        key = ("bot", pk, hot.version, bot, attempt)
        home.drop(group, but=key)  # another bot may have had this seat
        thought = home.ask(
            key,
            group,
            tasks.decision,
            lambda: (hot.game.position(), bot, drawn, seconds),
            budget=limit,
            callback=callback,
            is_dear=is_alone,
        )
        if thought.how in (BUSY, REFUSED):
            home.forget(key)
            raise RuntimeError(f"a bot could not think: {thought}")
        if thought.how != FAILED:
            break
    return thought


def _fallback_action(pk: int, hot: CachedGame, callback: AnswerCallback) -> Action | None:
    """Some legal action that needs no decision; None while a run is being searched for."""
    plain = next((offer for offer in hot.game.legal_actions() if not isinstance(offer, Runs)), None)
    if plain is not None:
        return plain.example()
    any_run = ("plain", pk, hot.version)
    found = questions.ask(any_run, ("bot", pk), tasks.plain_run, lambda: (hot.game.position(),), callback=callback)
    if found is PENDING or found.how == DROPPED:
        return None
    if found.how != DONE:
        questions.forget(any_run)  # or every retry would get the same outcome
        raise RuntimeError(f"no run was found: {found}")
    return cast("WishedRun", found.value).action


_movers: Final[list[BotMover]] = []
"""The mover of this process, once started."""


def start(duties: Duties) -> BotMover:
    """Start the mover of this process."""
    mover = BotMover(settings.BOT_PACE, duties=duties)
    mover.start()
    _movers.append(mover)
    return mover


def are_alive() -> bool:
    """True if every mover that was started in this process is still running."""
    return all(mover.is_alive for mover in _movers)
