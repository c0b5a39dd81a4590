"""Tables of a same-deal round are closed to all but their players until the round is over.

Every table of such a round has the same dice and the same deal. Whoever watches one, or reads a finished one, knows
what comes at the others, so a finished table opens only with the last one. The seed is in no record of a running game,
and in none of a game with dice (`lobby.import_export`, `storage.full_record`).

The check is a middleware, so that it holds for every address of a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from tetsudo.web.clubs.tournaments import access
from tetsudo.web.clubs.tournaments.models import Entrant, Place, RoundTable
from tetsudo.web.common import error_pages
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.seats.guests import guest_of


class ClosedTables(MiddlewareMixin):
    """Middleware that refuses closed tables, and the links of their seats, to everyone who does not play there."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refusal of a closed table; None for all other pages."""
        found = _round_table(request.path_info, kwargs)
        if found is None or not is_closed_to(found, guest_of(request)):
            return None
        sentence = _("This table has the same deal as others that are still playing: you can watch it once all are over.")
        if "HX-Request" in request.headers:
            return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=403)
        back = reverse("tournament", args=[found.tournament.key])
        return error_pages.page(request, sentence, 403, back=back)


def _round_table(path: str, kwargs: dict[str, Any]) -> RoundTable | None:
    """Table of a same-deal round that an address belongs to."""
    rows = RoundTable.objects.filter(tournament__same_deal=True).select_related("tournament__club", "table")
    if path.startswith("/t/") and "key" in kwargs:
        return rows.filter(table__key=kwargs["key"]).first()
    if path.startswith("/seat/") and "key" in kwargs:
        return rows.filter(table__in=Seat.objects.filter(key=kwargs["key"]).values("table")).first()
    return None


def is_closed(found: RoundTable) -> bool:
    """True if a table of the same round and deal is still running."""
    same = RoundTable.objects.filter(tournament=found.tournament_id, round=found.round)
    return found.tournament.same_deal and same.filter(table__status=Table.Status.RUNNING).exists()


def is_closed_to(found: RoundTable, guest: Guest | None) -> bool:
    """True if a guest may not see a table now.

    It is open to those paired there, to organisers of the club who have not entered, and to those who have taken over
    a seat there without having entered.
    """
    if not is_closed(found):
        return False
    if guest is None:
        return True
    if guest.account_id is None:
        return not Seat.objects.filter(table=found.table_id, guest=guest).exists()
    if Place.objects.filter(round_table=found, entrant__account=guest.account_id).exists():
        return False
    if Entrant.objects.filter(tournament=found.tournament_id, account=guest.account_id).exists():
        return True
    has_seat = Seat.objects.filter(table=found.table_id, guest=guest).exists()
    return not has_seat and not access.is_organiser(found.tournament.club, guest)
