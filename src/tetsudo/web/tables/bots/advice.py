"""Advice at a table: the move that a bot would make for the player to act. Each table sets who may ask.

Workers compute it like bots' moves, from what that player may know. It is kept until the next move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.core.units import PlayerId
from tetsudo.web.tables import events
from tetsudo.web.tables.bot_levels import BOTS, QUICK_BOTS
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.games import chance
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, Questions, bot_questions, questions
from tetsudo.web.tables.workers.process_pool import DONE, Outcome

GRACE_SECONDS: Final = 10.0
"""Seconds that a worker process gets on top of the bot's thinking time."""


def may_be_asked(table: Table, seats: Iterable[Seat]) -> bool:
    """True if the player to act may ask for advice. `seats`: those of the table.

    By default only where a single guest plays: against bots, or for all players at one screen.
    """
    if table.advice != Table.Advice.USUAL:
        return table.advice == Table.Advice.ALL
    return len({seat.guest_id for seat in seats if not seat.bot}) <= 1


def _questions_for(bot: str) -> Questions:
    """Question queue of a bot: the pages' own for quick bots, a separate one for slow bots."""
    return questions if bot in QUICK_BOTS else bot_questions


def _key(table: Table, version: int, player: PlayerId, bot: str) -> tuple[object, ...]:
    return ("advice", table.pk, version, player, bot)


def ask(table: Table, hot: CachedGame, player: PlayerId, bot: str) -> Outcome:
    """Return a bot's advice for the player to act, or start computing it."""
    if bot not in BOTS:
        raise BadInput(_("There is no such bot."), "bot")
    if not may_be_asked(table, table.seats.all()):
        raise NotAllowed(_("Bot advice is off at this table."))
    if hot.game.is_over or hot.game.to_act.player != player:
        raise NotAllowed(_("This is for another player to decide."))
    key = _key(table, hot.version, player, bot)
    home = _questions_for(bot)
    before = home.peek(key)
    if before and before.how not in (DONE, PENDING.how):
        home.forget(key)  # and retry
    drawn, seconds = chance.bot_seed(table, player, hot.version), settings.ADVICE_SECONDS
    return home.ask(
        key,
        ("advice", table.pk),
        tasks.advice,
        lambda: (hot.game.position(), bot, drawn, seconds),
        budget=seconds + GRACE_SECONDS,
    )


def advice_outcome(table: Table, hot: CachedGame, player: PlayerId, bot: str) -> Outcome | None:
    """Outcome of a request for advice, possibly `PENDING`; None if the bot was not asked."""
    return _questions_for(bot).peek(_key(table, hot.version, player, bot))


def asked_bot(table: Table, hot: CachedGame, player: PlayerId) -> str:
    """The bot that a player asked about this position, the strongest of several; "" if none."""
    return next((bot for bot in reversed(BOTS) if advice_outcome(table, hot, player, bot) is not None), "")


def set_advice_permission(table: Table, guest: Guest, who: str) -> None:
    """Set who may ask for advice, and announce it in the chat. Only the owner may."""
    if guest.pk != table.owner_id:
        raise NotAllowed(_("Only the table's owner can set who may ask bots for advice."))
    if who not in Table.Advice.values:
        raise BadInput(_("There is no such choice."), "advice")
    with transaction.atomic():
        if Table.objects.filter(pk=table.pk).exclude(advice=who).update(advice=who):
            messages.post_system_message(table, f"advice-{who}", guest, who=messages.name_of(table, guest))
    events.notify(table.pk, events.TABLE, table.version)
