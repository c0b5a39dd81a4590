"""Settings that a table's owner may still change: who may chat or ask for advice, the date of a live game, master
mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tetsudo.core.errors import BadInput
from tetsudo.web.common.error_pages import field_message, sentence_of
from tetsudo.web.lobby.finding.start_dates import check_start, start_time
from tetsudo.web.lobby.waiting_room.seats import seats_page, table_or_404
from tetsudo.web.tables.bots import advice as advising
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.people import dates
from tetsudo.web.tables.seats import master_mode
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of


@require_POST
def talk(request: HttpRequest, key: str) -> HttpResponse:
    """Set who may write in a table's chat."""
    return _change(
        request, key, lambda table, by: messages.set_talk_permission(table, by, request.POST.get("talk", ""))
    )


@require_POST
def advice(request: HttpRequest, key: str) -> HttpResponse:
    """Set who may ask bots for advice at a table."""
    said = request.POST.get("advice", "")
    return _change(request, key, lambda table, by: advising.set_advice_permission(table, by, said))


@require_POST
def date(request: HttpRequest, key: str) -> HttpResponse:
    """Move the date of a live game that has not started."""

    def move(table: Table, by: Guest) -> None:
        check_rate_limit(request, "seats")
        starts_at = start_time(_typed(request.POST.get("starts_at", "")), request.POST.get("zone", "")[:64])
        check_start(starts_at, table.tempo)
        dates.move(table, by, starts_at)

    return _change(request, key, move, "table")


@require_POST
def master(request: HttpRequest, key: str) -> HttpResponse:
    """Ask for master mode, agree to it, or end it."""
    do = MASTER_DEEDS.get(request.POST.get("do", ""))

    def change(table: Table, by: Guest) -> None:
        if do is None:
            raise BadInput(_("There is no such choice."))
        check_rate_limit(request, "seats")
        do(table, by)

    return _change(request, key, change)


MASTER_DEEDS: Final[Mapping[str, Callable[[Table, Guest], None]]] = {
    "ask": master_mode.ask,
    "agree": master_mode.agree,
    "end": master_mode.end,
}
"""Actions of the buttons for master mode."""


def _typed(text: str) -> datetime:
    """Date as a browser sends it."""
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=None, second=0, microsecond=0)
    except ValueError:
        raise BadInput(_("Enter the date like 2026-12-31 20:00.")) from None


def _change(request: HttpRequest, key: str, change: Callable[[Table, Guest], None], to: str = "seats") -> HttpResponse:
    """Make a change as the viewer, and show the page again. A refusal changes nothing."""
    table, guest = table_or_404(key), guest_of(request)
    try:
        if guest is None:
            raise NotAllowed(_("This is not your table."))
        change(table, guest)
    except NotAllowed as error:
        return seats_page(request, table, sentence_of(error), 403)
    except StaleRequest as error:
        return seats_page(request, table, sentence_of(error), 409)
    except BadInput as error:
        return seats_page(request, table, field_message(error), 422)
    return redirect(to, key)
