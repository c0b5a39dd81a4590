"""Invitations of persons: sent and withdrawn by the owner of a table, accepted or declined by who is invited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tetsudo.core.errors import BadInput
from tetsudo.web.common.error_pages import field_message, sentence_of
from tetsudo.web.lobby.waiting_room.seats import seats_page
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.people import invitations
from tetsudo.web.tables.seats import join
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of

ANY_SEAT: Final = "any"


@require_POST
def table_invitations(request: HttpRequest, key: str) -> HttpResponse:
    """Invite a person, withdraw an invitation, accept or decline one. A refusal changes nothing."""
    table = Table.objects.filter(key=key).select_related("owner").first()
    if table is None:
        raise Http404
    guest, do = guest_of(request), CHANGES.get(request.POST.get("do", ""))
    try:
        if guest is None:
            raise NotAllowed(_("This invitation is not yours."))
        if do is None:
            raise BadInput(_("There is no such action."))
        check_rate_limit(request, "seats")
        return do(request, table, guest)
    except NotAllowed as error:
        return seats_page(request, table, sentence_of(error), 403)
    except StaleRequest as error:
        return seats_page(request, table, sentence_of(error), 409)
    except BadInput as error:
        return seats_page(request, table, field_message(error), 422)


def _number(request: HttpRequest, field: str) -> int:
    text = request.POST.get(field, "")
    return int(text) if text.isdecimal() and len(text) < 18 else -1


def _invite(request: HttpRequest, table: Table, guest: Guest) -> HttpResponse:
    seat = None if request.POST.get("seat", ANY_SEAT) == ANY_SEAT else _number(request, "seat")
    invitations.invite(table, guest, _number(request, "person"), seat)
    return redirect("table", table.key)


def _withdraw(request: HttpRequest, table: Table, guest: Guest) -> HttpResponse:
    invitations.withdraw(table, guest, _number(request, "person"))
    return redirect("table", table.key)


def _accept(request: HttpRequest, table: Table, guest: Guest) -> HttpResponse:
    """Sit down under the person's own name; if it is taken at the table, the page asks for another one."""
    seat = invitations.seat_for(table, guest)
    return redirect("table", join.sit_down(seat, guest, request.POST.get("name") or guest.name).key)


def _decline(request: HttpRequest, table: Table, guest: Guest) -> HttpResponse:
    invitations.decline(table, guest)
    return redirect("lobby")


CHANGES: Final[dict[str, Callable[[HttpRequest, Table, Guest], HttpResponse]]] = {
    "invite": _invite,
    "withdraw": _withdraw,
    "accept": _accept,
    "decline": _decline,
}
"""Actions of the buttons."""
