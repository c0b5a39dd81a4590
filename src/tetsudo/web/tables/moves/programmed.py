"""Programmed actions ("plans") of seats: making, cancelling, stopping and evaluating them.

`programmed_worker` carries them out. Only their owner sees them, so making one sends no event to other pages, which
would reload.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.core.events import Event
from tetsudo.core.units import PlayerId
from tetsudo.game.game import Game
from tetsudo.game.programmed import (
    KINDS,
    Plan,
    Reply,
    Running,
    Stop,
    answer,
    plan_from_data,
    plan_refusal,
    plan_to_data,
)
from tetsudo.language.labels import vocabulary
from tetsudo.web.tables import events
from tetsudo.web.tables.clocks import running
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Seat, SeatPlan, Table
from tetsudo.web.tables.moves import programmed_text

MAX_PLANS_PER_SEAT: Final = 12
"""Maximum number of plans for one seat."""


def plans_of_seats(seats: Sequence[Seat]) -> list[SeatPlan]:
    """Plans that the present guests of some seats made, stopped ones included, in the order of creation."""
    return list(_plans_of_owners(SeatPlan.objects.filter(seat__in=seats)))


def active_plans(table: int) -> list[SeatPlan]:
    """Active plans of a running game, in the order in which they are evaluated."""
    found = SeatPlan.objects.filter(seat__table=table, seat__table__status=Table.Status.RUNNING, stopped="")
    return list(_plans_of_owners(found).select_related("seat__table"))


def tables_with_plans() -> list[int]:
    """Ids of running tables with active plans."""
    found = SeatPlan.objects.filter(seat__table__status=Table.Status.RUNNING, stopped="")
    return list(found.order_by().values_list("seat__table", flat=True).distinct())


def _plans_of_owners(found: QuerySet[SeatPlan]) -> QuerySet[SeatPlan]:
    return found.filter(guest=F("seat__guest")).order_by("pk")


# Making and cancelling


def make(table: Table, guest: Guest, number: PlayerId, data: Mapping[str, Any]) -> SeatPlan:
    """Make a plan for a seat of a guest, replacing one about the same subject.

    Raises `NotAllowed`, or BadInput with the reason why it cannot be made.
    """
    seat = Seat.objects.filter(table=table, number=number, guest=guest).first()
    if seat is None:
        raise NotAllowed(_("This is for another player to decide."))
    if table.status != Table.Status.RUNNING:
        raise BadInput(_("This game is not running."))
    hot = games.current(table)
    plan = plan_from_data(hot.game.setup, hot.game.names, data)
    _check(table, hot, number, plan)
    written = plan_to_data(hot.game.setup, hot.game.names, plan)
    about = " ".join(filter(None, (plan.kind, str(written.get(plan.about, "")))))
    SeatPlan.objects.filter(seat=seat).exclude(stopped="", guest=guest).delete()  # stopped, or a previous guest's
    if SeatPlan.objects.filter(seat=seat).exclude(about=about).count() >= MAX_PLANS_PER_SEAT:
        raise BadInput(_("You have too many programmed actions: cancel some first."))
    values = {"guest": guest, "data": written, "length": hot.game.length, "done": 0}
    with transaction.atomic():
        made, _new = SeatPlan.objects.update_or_create(seat=seat, about=about, defaults=values)
        if hot.game.to_act.player == number:
            running.settle_for_plan(table)  # the plan's move takes no time, but to think of it did
    events.notify_watchers(table.pk, events.PLAN)
    return made


def _check(table: Table, hot: CachedGame, number: PlayerId, plan: Plan) -> None:
    """Raise BadInput if a plan cannot be made now."""
    if isinstance(plan, Running) and not table.best_routes:
        raise BadInput(_("Route suggestions are off at this table."))
    game = hot.game.seen_by(number)
    stop = plan_refusal(plan, game, number, game.legal_actions(number))
    if stop:
        raise BadInput(programmed_text.stop_reason(stop.reason, facts_of(stop, game), game))


def call_off(table: Table, guest: Guest, pk: int) -> None:
    """Cancel a plan, or dismiss a stopped one; `NotAllowed` if it does not exist or is not the guest's."""
    gone, _each = SeatPlan.objects.filter(pk=pk, seat__table=table, guest=guest).delete()
    if not gone:
        raise NotAllowed(_("This programmed action no longer exists."))


# Evaluation


def evaluate(row: SeatPlan, table: Table, hot: CachedGame) -> Reply:
    """Evaluate a plan in the present position; a `Stop` with "unknown" if its data can no longer be read."""
    player = row.seat.number
    game = hot.game.seen_by(player)
    try:
        plan = plan_from_data(game.setup, game.names, row.data)
    except BadInput:
        return Stop("unknown")
    happened = [] if plan.lasts else list(_events_since(table, hot, player, row.length))
    return answer(plan, game, player, game.legal_actions(player), happened)


def _events_since(table: Table, hot: CachedGame, player: PlayerId, length: int) -> Iterator[Event]:
    """Events after the first `length` actions, as shown to a player."""
    is_known = length >= hot.game.known_from
    game = hot.game if is_known else games.load_to(table, hot, hot.game.length, least=length).game
    for moment in game.seen_by(player).moments(length):
        yield from moment.events


def facts_of(stop: Stop, game: Game) -> dict[str, Any]:
    """Facts of a stop as names that stay valid in later positions; a rules refusal in every language of the site."""
    words = vocabulary(game.setup, game.names)
    facts: dict[str, Any] = {name: words.word(name, value) for name, value in stop.facts.items()}
    if stop.action is not None:
        told = {language: game.in_language(language).why_not(stop.action) for language, _name in settings.LANGUAGES}
        facts["said"] = {language: refusal.sentence if refusal else "" for language, refusal in told.items()}
    return facts


# Stopping


def stop(row: SeatPlan, why: Stop, game: Game) -> bool:
    """Stop a plan; True if it was still active and unchanged since it was read."""
    same = SeatPlan.objects.filter(pk=row.pk, length=row.length, stopped="")
    return bool(same.update(stopped=why.reason, facts=facts_of(why, game)))


def stop_undone(table: Table, length: int) -> None:
    """Stop the plans based on more than `length` actions. Runs within the transaction of the undo."""
    SeatPlan.objects.filter(seat__table=table, stopped="", length__gt=length).update(stopped="undone", facts={})


def record_execution(row: SeatPlan, length: int) -> None:
    """Record that the `length`-th action carried out a plan; `StaleRequest` if it was cancelled. Runs within the move's
    transaction."""
    same = SeatPlan.objects.filter(pk=row.pk, length=row.length, stopped="", guest=F("seat__guest"))
    is_over = KINDS[row.data["kind"]].once
    if not (same.delete()[0] if is_over else same.update(length=length, done=F("done") + 1)):
        raise StaleRequest(_("This programmed action no longer exists."))
