"""Programs in seats. They move by themselves, in one thread of the site's process, and wait a little before it.

One thread is enough: a decision takes milliseconds. (`django-tasks` is for work that may wait
and must survive a restart; what a bot owes is seen from the tables themselves at every start.)
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from random import Random
from threading import Thread
from typing import Final

from django.conf import settings
from django.db import close_old_connections
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext_lazy as _

from tetsudo.actions import Action
from tetsudo.bots import Player, RandomPlayer, SimplePlayer
from tetsudo.errors import BadInput
from tetsudo.game import Game
from tetsudo.web.tables import live, moves
from tetsudo.web.tables.errors import Stale
from tetsudo.web.tables.games import games
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.turns import Party, Turns

logger = logging.getLogger(__name__)

BOTS: Final[dict[str, tuple[object, Callable[[Game, Random], Player]]]] = {
    "simple": (_("Simple bot"), lambda game, rng: SimplePlayer(game.setup, rng)),
    "random": (_("Random bot"), lambda game, rng: RandomPlayer(rng)),
}
"""By the name that seats keep: what people read, and how the player is made."""


def choices() -> list[tuple[str, object]]:
    """The programs that a seat can be given to."""
    return [(name, label) for name, (label, _make) in BOTS.items()]


def decide(game: Game, bot: str, version: int) -> Action:
    """What a program does now, by chance of its own that only seat and moment decide."""
    seat = game.to_act.player
    view = game.view(seat)
    offers = view.legal_actions()
    player = BOTS[bot if bot in BOTS else "random"][1](game, Random(f"{game.seed}-{seat}-{version}"))
    try:
        decision = player.decide(view, offers)
        if game.is_legal(decision):
            return decision
        logger.error("The %s bot decided what is not legal: %s", bot, decision)
    except Exception:  # a program's fault must not stop a table
        logger.exception("The %s bot could not decide", bot)
    return offers[0].example()


class Hand:
    """Moves for all programs of all tables, each when it is due."""

    def __init__(self, pace: float, patience: float = 30.0) -> None:
        """`pace`: seconds before a move; `patience`: before another attempt where something failed."""
        self.pace = pace
        self.patience = patience
        self._turns = Turns(party_of)
        self._thread = Thread(target=self._work, name="bots", daemon=True)

    def start(self) -> None:
        """Begin; at first with every table that waits for a program."""
        live.watch(self.heard)
        self._thread.start()
        for table in Table.objects.filter(status=Table.Status.RUNNING, seats__bot__gt="").distinct():
            self.heard(table.pk, live.MOVE)

    def heard(self, table: int, kind: str) -> None:
        """Look at a table soon."""
        if kind in (live.MOVE, live.TABLE):
            self._turns.put(table, time.monotonic() + self.pace)

    def _work(self) -> None:
        while True:
            table, party = self._turns.take()
            began = time.monotonic()
            try:
                close_old_connections()
                move(table)
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


def move(pk: int) -> None:
    """Move for the program that a table waits for, if it does."""
    waited_for = Seat.objects.filter(table=pk, number=F("table__to_act"), table__status=Table.Status.RUNNING)
    seat = waited_for.exclude(bot="").select_related("table").first()
    if seat is None:
        return
    table = seat.table
    hot = games.of(table)
    if hot.version != table.version or hot.game.is_over:
        return
    try:
        moves.act_as_listed(table, hot.version, decide(hot.game, seat.bot, hot.version))
    except Stale as refusal:  # somebody moved out of turn, or undid: the next event brings us back
        logger.info("A bot came too late at table %s: %s", pk, refusal)


def start() -> Hand:
    """Start the programs' hand of this process."""
    hand = Hand(settings.BOT_PACE)
    hand.start()
    return hand
