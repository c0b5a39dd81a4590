"""Tables of a same-deal round are closed to all but their players until the round is over.

Every table of such a round has the same dice and the same deal. Whoever watches one, or reads a finished one, knows
what comes at the others, so a finished table opens only with the last one. The seed is in no record of a running game,
and in none of a game with dice (`lobby.import_export`, `storage.full_record`).

The check is a middleware, so that it holds for every address of a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from tetsudo.web.clubs.tournaments import access
from tetsudo.web.clubs.tournaments.models import NOT_OVER, Entrant, Place, RoundTable
from tetsudo.web.common import error_pages
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.seats.guests import guest_of

TABLE_ROOTS: Final = ("/t/", "/api/v1/tables/")
"""Beginnings of the addresses of tables."""

MAX_KNOWN_KEYS: Final = 10_000

_other_tables: Final[set[str]] = set()
"""Keys of tables of no same-deal round, which no table becomes later: most requests need no query."""


class ClosedTables(MiddlewareMixin):
    """Middleware that refuses closed tables, and the links of their seats, to everyone who may not know their games."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refusal of a closed table; None for all other pages."""
        if "key" not in kwargs:
            return None
        if request.path_info.startswith(TABLE_ROOTS):
            return _refusal_of_table(request, kwargs["key"])
        if request.path_info.startswith("/seat/"):
            return _refusal_of_seat(request, kwargs["key"])
        return None


def is_closed(found: RoundTable) -> bool:
    """True if a table of the same round and deal is not over."""
    same = RoundTable.objects.filter(tournament=found.tournament_id, round=found.round)
    return found.tournament.same_deal and same.filter(table__status__in=NOT_OVER).exists()


def is_table_closed(table: Table) -> bool:
    """True if a table belongs to a same-deal round that is not over."""
    found = _rows().filter(table=table).first()
    return found is not None and is_closed(found)


def is_closed_to(found: RoundTable, guest: Guest | None) -> bool:
    """True if a guest may not see a table now.

    It is open to those paired there, to organisers of the club who have not entered, and to those who have taken over
    a seat there without having entered.
    """
    if not is_closed(found) or _is_paired_there(found, guest):
        return False
    if guest is None or _has_entered(found, guest):
        return True
    has_seat = Seat.objects.filter(table=found.table_id, guest=guest).exists()
    return not has_seat and not access.is_organiser(found.tournament.club, guest)


def _is_paired_there(found: RoundTable, guest: Guest | None) -> bool:
    account = guest.account_id if guest else None
    return account is not None and Place.objects.filter(round_table=found, entrant__account=account).exists()


def _has_entered(found: RoundTable, guest: Guest | None) -> bool:
    account = guest.account_id if guest else None
    return account is not None and Entrant.objects.filter(tournament=found.tournament_id, account=account).exists()


def _rows() -> QuerySet[RoundTable]:
    return RoundTable.objects.filter(tournament__same_deal=True).select_related("tournament__club")


def _refusal_of_table(request: HttpRequest, key: str) -> HttpResponse | None:
    """Refusal of an address of a table; None if it is open to the guest."""
    if key in _other_tables:
        return None
    found = _rows().filter(table__key=key).first()
    if found is None:
        if len(_other_tables) >= MAX_KNOWN_KEYS:
            _other_tables.clear()
        _other_tables.add(key)
        return None
    return _refusal(request, found) if is_closed_to(found, guest_of(request)) else None


def _refusal_of_seat(request: HttpRequest, key: str) -> HttpResponse | None:
    """Refusal of a seat's link: someone who plays at another table with this deal cannot take a seat here."""
    found = _rows().filter(table__in=Seat.objects.filter(key=key).values("table")).first()
    guest = guest_of(request)
    if found is None or not _has_entered(found, guest) or not is_closed_to(found, guest):
        return None
    return _refusal(request, found)


def _refusal(request: HttpRequest, found: RoundTable) -> HttpResponse:
    sentence = _("This table has the same deal as others that are still playing. You can watch it once all are over.")
    if "HX-Request" in request.headers:
        return HttpResponse(sentence, content_type="text/plain; charset=utf-8", status=403)
    return error_pages.page(request, sentence, 403)
