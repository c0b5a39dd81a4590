"""Programs in seats. They move by themselves, in one thread of the site's process, and wait a little before it.

So do the plans of people (`carrying`).

What they do is thought out in processes, so that one thread is enough for their moves: quick ones in those that
answer pages' questions, those that take their time in others, where tables take turns. Once somebody has moved, or
undone, what was being thought about a table is dropped. (`django-tasks` is for work that may wait and must survive
a restart; what a bot owes is seen from the tables themselves at every start.)
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Final, cast

from django.conf import settings
from django.db import close_old_connections
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import Runs, WishedRun
from tetsudo.web.tables import events
from tetsudo.web.tables.bot_levels import BOTS, QUICK, USUAL, choices, decide, label_of
from tetsudo.web.tables.bots.scheduler import Party, Turns
from tetsudo.web.tables.errors import Stale
from tetsudo.web.tables.games import chance, limits
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import Hot
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.moves import programmed, programmed_worker, submit
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, questions, thinkers
from tetsudo.web.tables.workers.process_pool import BUSY, DONE, DROPPED, FAILED, LATE, REFUSED, Outcome

__all__ = ["BOTS", "USUAL", "Hand", "choices", "decide", "label_of", "move", "start"]

logger = logging.getLogger(__name__)

BUDGET: Final = 10.0
"""Seconds for which a quick bot may think."""

ATTEMPTS: Final = 3
"""How often a bot is asked whose process ends over it."""

PACES: Final = (0, 1, 2, 4, 8)
"""Seconds for which a table may have its programs wait before each move; 0: as the site has them."""

Heard = Callable[[], None]
"""Called when an answer is there."""


class Hand:
    """Moves for all programs, and by all plans, of all tables, each when it is due."""

    def __init__(self, pace: float, patience: float = 30.0) -> None:
        """`pace`: seconds before a move; `patience`: before another attempt where something failed."""
        self.pace = pace
        self.patience = patience
        self._turns = Turns(party_of)
        self._changed: dict[int, float] = {}
        self._thread = Thread(target=self._work, name="bots", daemon=True)

    def start(self) -> None:
        """Begin; at first with every table that waits for a program, or has somebody's plans."""
        events.watch(self.heard)
        self._thread.start()
        for table in Table.objects.filter(status=Table.Status.RUNNING, seats__bot__gt="").distinct():
            self.heard(table.pk, events.MOVE)
        for pk in programmed.waiting():
            self.heard(pk, events.PLAN)

    @property
    def is_alive(self) -> bool:
        """Whether anybody moves still."""
        return self._thread.is_alive()

    def heard(self, table: int, kind: str) -> None:
        """Look at a table soon; what was thought about an earlier position of it is moot."""
        if kind == events.MOVE:
            drop(table)
            self._changed[table] = time.monotonic()
        if kind in (events.MOVE, events.TABLE, events.PLAN):
            self._turns.put(table, time.monotonic() + self.pace)

    def _think(self, table: int, is_alone: bool, hot: Hot, bot: str, drawn: str) -> Action | None:
        action = asked(table, hot, bot, drawn, partial(self._again, table), is_alone)
        due = self._due(table) if action else 0.0
        if due <= time.monotonic():
            return action
        self._turns.put(table, due)
        return None

    def _due(self, table: int) -> float:
        """From when on a program moves, as its table sets the pace."""
        pace = Table.objects.filter(pk=table).values_list("pace", flat=True).first()
        return self._changed.get(table, 0.0) + (pace or 0)

    def _again(self, table: int) -> None:
        self._turns.put(table, time.monotonic())

    def _work(self) -> None:
        while True:
            table, party = self._turns.take()
            began = time.monotonic()
            try:
                close_old_connections()
                if not programmed_worker.carry_out(table, partial(self._again, table)):
                    move(table, partial(self._think, table, party.is_alone))
            except Exception:
                logger.exception("No bot could move at table %s; it is tried again", table)
                self._turns.put(table, time.monotonic() + self.patience)
            self._turns.used(party, time.monotonic() - began)


def party_of(table: int) -> Party:
    """For whom the programs of a table move."""
    try:
        close_old_connections()
        sits = Exists(Seat.objects.filter(table=OuterRef("pk"), guest__isnull=False))
        found = Table.objects.filter(pk=table).values_list("owner", sits).first()
    except Exception:  # `move` will fail, too, and say so
        found = None
    return Party(found[0], not found[1]) if found else Party(0, False)


def check_room(owner: Guest) -> None:
    """BadInput if programs are moving at as many of a guest's tables already as they may."""
    moving = Seat.objects.filter(table__owner=owner, number=F("table__to_act"), table__status=Table.Status.RUNNING)
    if moving.exclude(bot="").count() >= settings.BOT_TABLES:
        said = _("Bots are playing at {count} of your tables: wait until one of those games is over, or delete it.")
        raise BadInput(str(said).format(count=settings.BOT_TABLES))


Decide = Callable[[Hot, str, str], Action | None]
"""What a bot of some name does now, drawing from some text; None if that is not known yet, and comes later."""


def at_once(hot: Hot, bot: str, drawn: str) -> Action:
    """What a bot does, thought out here."""
    return decide(hot.game, bot, drawn)


def move(pk: int, think: Decide = at_once) -> None:
    """Move for the program that a table waits for, if it does, and knows what to do."""
    waited_for = Seat.objects.filter(table=pk, number=F("table__to_act"), table__status=Table.Status.RUNNING)
    seat = waited_for.exclude(bot="").select_related("table").first()
    if seat is None:
        thinkers.drop(("bot", pk))  # somebody may have sat down in its place
        return
    table = seat.table
    hot = games.of(table)
    if hot.version != table.version or hot.game.is_over or limits.is_full(hot):
        return
    action = think(hot, seat.bot, chance.of_bot(table, seat.number, hot.version))
    if action is None:
        return
    try:
        submit.act_as_listed(table, hot.version, action)
    except Stale as refusal:  # somebody moved out of turn, or undid: the next event brings us back
        logger.info("A bot came too late at table %s: %s", pk, refusal)


def drop(pk: int) -> None:
    """Let nobody think any more about a table: not for its programs, nor for who asked one for advice."""
    for home in (questions, thinkers):
        home.drop(("bot", pk))
        home.drop(("advice", pk))


def asked(pk: int, hot: Hot, bot: str, drawn: str, heard: Heard, is_alone: bool = False) -> Action | None:
    """What a bot does, thought out in a process; None if it is not done yet: then `heard` is called when it is.

    For one that thinks for too long, or whose process ends over it again and again, the usual one decides; if that
    comes to nothing, something plain is done. `is_alone`: nobody waits for it, so it waits for others.
    """
    thought = _thought(pk, hot, bot, drawn, heard, is_alone)
    if thought.how in (FAILED, LATE) and bot != USUAL:
        thought = _thought(pk, hot, USUAL, drawn, heard, is_alone)
    if thought.how == DONE and hot.game.is_legal(thought.value):
        return cast("Action", thought.value)
    if thought is PENDING or thought.how == DROPPED:
        return None
    return _plain(pk, hot, heard)


def _thought(pk: int, hot: Hot, bot: str, drawn: str, heard: Heard, is_alone: bool) -> Outcome:
    """What came of asking a bot; RuntimeError if it could not be asked now."""
    home, limit, seconds = thinkers, settings.BOT_LIMIT, settings.BOT_SECONDS
    if bot in QUICK:
        home, limit, seconds = questions, min(BUDGET, settings.DEAR_SECONDS), None
    group = ("bot", pk)
    for attempt in range(ATTEMPTS):
        key = ("bot", pk, hot.version, bot, attempt)
        home.drop(group, but=key)  # another bot may have sat here
        thought = home.ask(
            key,
            group,
            tasks.decision,
            lambda: (hot.game.position(), bot, drawn, seconds),
            budget=limit,
            heard=heard,
            is_dear=is_alone,
        )
        if thought.how in (BUSY, REFUSED):
            home.forget(key)
            raise RuntimeError(f"a bot could not think: {thought}")
        if thought.how != FAILED:
            break
    return thought


def _plain(pk: int, hot: Hot, heard: Heard) -> Action | None:
    """Something that may be done without a thought."""
    plain = next((offer for offer in hot.game.legal_actions() if not isinstance(offer, Runs)), None)
    if plain is not None:
        return plain.example()
    any_run = ("plain", pk, hot.version)
    found = questions.ask(any_run, ("bot", pk), tasks.plain_run, lambda: (hot.game.position(),), heard=heard)
    if found is PENDING or found.how == DROPPED:
        return None
    if found.how != DONE:
        questions.forget(any_run)  # or every other attempt would come to the same
        raise RuntimeError(f"no run was found: {found}")
    return cast("WishedRun", found.value).action


_hands: Final[list[Hand]] = []
"""That of this process, once it was started."""


def start() -> Hand:
    """Start the programs' hand of this process."""
    hand = Hand(settings.BOT_PACE)
    hand.start()
    _hands.append(hand)
    return hand


def are_alive() -> bool:
    """Whether programs move in this process, if they were started."""
    return all(hand.is_alive for hand in _hands)
