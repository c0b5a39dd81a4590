"""Plans of people at tables: made, called off, stopped, and what each comes to now. Who carries them out: `carrying`.

Nobody but their owner sees them. So nobody is told either when one is made: other pages would ask what is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.core.events import Event
from tetsudo.core.units import PlayerId
from tetsudo.game.game import Game
from tetsudo.game.programmed import KINDS, Plan, Reply, Running, Stop, answer, misfit, plan_from_data, plan_to_data
from tetsudo.language.labels import vocabulary
from tetsudo.web.tables import events
from tetsudo.web.tables.errors import NotYours, Stale
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import Hot
from tetsudo.web.tables.models import Guest, Seat, SeatPlan, Table
from tetsudo.web.tables.moves import programmed_text

MOST: Final = 12
"""How many plans one seat has."""


def of_seats(seats: Sequence[Seat]) -> list[SeatPlan]:
    """The plans of some seats that are their guests', those at their end too, in the order in which they were made."""
    return list(_owned(SeatPlan.objects.filter(seat__in=seats)))


def in_force(table: int) -> list[SeatPlan]:
    """The plans of a running game that are not at their end, in the order in which they are asked."""
    found = SeatPlan.objects.filter(seat__table=table, seat__table__status=Table.Status.RUNNING, stopped="")
    return list(_owned(found).select_related("seat__table"))


def waiting() -> list[int]:
    """The tables at which there are any."""
    found = SeatPlan.objects.filter(seat__table__status=Table.Status.RUNNING, stopped="")
    return list(found.order_by().values_list("seat__table", flat=True).distinct())


def _owned(found: QuerySet[SeatPlan]) -> QuerySet[SeatPlan]:
    return found.filter(guest=F("seat__guest")).order_by("pk")


# Made and called off


def make(table: Table, guest: Guest, number: PlayerId, data: Mapping[str, Any]) -> SeatPlan:
    """Make a plan for a seat of a guest; it takes the place of one about the same.

    Raises `NotYours`, or BadInput that says why it cannot be.
    """
    seat = Seat.objects.filter(table=table, number=number, guest=guest).first()
    if seat is None:
        raise NotYours(_("This is for another player to decide."))
    if table.status != Table.Status.RUNNING:
        raise BadInput(_("This game is not under way."))
    hot = games.of(table)
    plan = plan_from_data(hot.game.setup, hot.game.names, data)
    _check(table, hot, number, plan)
    written = plan_to_data(hot.game.setup, hot.game.names, plan)
    about = " ".join(filter(None, (plan.kind, str(written.get(plan.about, "")))))
    SeatPlan.objects.filter(seat=seat).exclude(stopped="", guest=guest).delete()  # what was read, or is another's
    if SeatPlan.objects.filter(seat=seat).exclude(about=about).count() >= MOST:
        raise BadInput(_("These are many plans: call some off first."))
    values = {"guest": guest, "data": written, "length": hot.game.length, "done": 0}
    made, _new = SeatPlan.objects.update_or_create(seat=seat, about=about, defaults=values)
    events.hint(table.pk, events.PLAN)
    return made


def _check(table: Table, hot: Hot, number: PlayerId, plan: Plan) -> None:
    """BadInput if a plan cannot be made now."""
    if isinstance(plan, Running) and not table.best_routes:
        raise BadInput(_("At this table everybody finds his routes himself."))
    game = hot.game.seen_by(number)
    stop = misfit(plan, game, number, game.legal_actions(number))
    if stop:
        raise BadInput(programmed_text.why(stop.reason, facts_of(stop, game), game))


def call_off(table: Table, guest: Guest, pk: int) -> None:
    """End a plan, or take note of one that is at its end; `NotYours` if it is nobody's or another's."""
    gone, _each = SeatPlan.objects.filter(pk=pk, seat__table=table, guest=guest).delete()
    if not gone:
        raise NotYours(_("There is no such plan any more."))


# What each comes to


def asked(row: SeatPlan, table: Table, hot: Hot) -> Reply:
    """What a plan's owner does by it now; it is read anew, and may mean nothing any more."""
    player = row.seat.number
    game = hot.game.seen_by(player)
    try:
        plan = plan_from_data(game.setup, game.names, row.data)
    except BadInput:
        return Stop("unknown")
    happened = [] if plan.lasts else list(_happened(table, hot, player, row.length))
    return answer(plan, game, player, game.legal_actions(player), happened)


def _happened(table: Table, hot: Hot, player: PlayerId, length: int) -> Iterator[Event]:
    """What has happened since so many actions, as a player was told it."""
    is_known = length >= hot.game.known_from
    game = hot.game if is_known else games.along(table, hot, hot.game.length, least=length).game
    for moment in game.seen_by(player).moments(length):
        yield from moment.events


def facts_of(stop: Stop, game: Game) -> dict[str, Any]:
    """What a stop is about, in words that outlive the position; what the rules say, in every language of the site."""
    words = vocabulary(game.setup, game.names)
    facts: dict[str, Any] = {name: words.word(name, value) for name, value in stop.facts.items()}
    if stop.action is not None:
        told = {language: game.in_language(language).why_not(stop.action) for language, _name in settings.LANGUAGES}
        facts["said"] = {language: refusal.sentence if refusal else "" for language, refusal in told.items()}
    return facts


# Stopped


def stop(row: SeatPlan, why: Stop, game: Game) -> bool:
    """Let a plan be at its end; whether it was not, and rests upon the same still."""
    same = SeatPlan.objects.filter(pk=row.pk, length=row.length, stopped="")
    return bool(same.update(stopped=why.reason, facts=facts_of(why, game)))


def undone(table: Table, length: int) -> None:
    """Stop the plans that rest upon more than so many actions. Within the transaction of the undo."""
    SeatPlan.objects.filter(seat__table=table, stopped="", length__gt=length).update(stopped="undone", facts={})


def carried_out(row: SeatPlan, length: int) -> None:
    """A plan was carried out by the `length`-th action; `Stale` if it was called off. Within the move's transaction."""
    same = SeatPlan.objects.filter(pk=row.pk, length=row.length, stopped="", guest=F("seat__guest"))
    is_over = KINDS[row.data["kind"]].once
    if not (same.delete()[0] if is_over else same.update(length=length, done=F("done") + 1)):
        raise Stale(_("There is no such plan any more."))
