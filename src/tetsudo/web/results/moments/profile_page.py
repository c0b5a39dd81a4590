"""Page of what a guest's decisions cost over all their games whose moments were looked for."""

from __future__ import annotations

from typing import Final

from django.db.models import Count, F, OuterRef, Q, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tetsudo.review.moments.profile import errors_in, profile
from tetsudo.review.report.profile import profile_data
from tetsudo.titles.loader import title_info
from tetsudo.web.tables.models import Guest, Move, Seat, Table
from tetsudo.web.tables.seats.guests import guest_of

MAX_GAMES: Final = 200
"""Number of a guest's last games that count."""


@require_safe
@cache_control(no_store=True)
def own_moments(request: HttpRequest) -> HttpResponse:
    """Costs of the guest's decisions by kind, and the games that count."""
    guest = guest_of(request)
    seats = _seats(guest) if guest else []
    errors = [errors_in(seat.table.moment_search.errors, seat.number) for seat in seats]
    shown = {
        "costs": profile_data(profile(errors), gettext),
        "games": [(seat.table, title_info(seat.table.title).full_name) for seat in seats],
    }
    return render(request, "moments/profile.html", shown)


def _seats(guest: Guest) -> list[Seat]:
    """The guest's seats in finished games that were searched as they ended, the latest first.

    Left out are branches, and where others may have played: a guest's several seats, and one taken during the game.
    """
    tables = (
        Table.objects.filter(status=Table.Status.FINISHED, branch_of=None, seats__guest=guest)
        .filter(moment_search__is_done=True, moment_search__version=F("version"))
        .exclude(moment_search__errors=[])
        .annotate(own=Count("seats"))
        .filter(own=1)
        .order_by("-changed")[:MAX_GAMES]
    )
    those = Seat.objects.filter(guest=guest, table__in=[table.pk for table in tables])
    first = Move.objects.filter(table=OuterRef("table")).order_by("index").values("at")[:1]
    whole = those.annotate(begun=Subquery(first)).filter(Q(since=None) | Q(begun=None) | Q(since__lte=F("begun")))
    shown = whole.select_related("table__moment_search").defer("table__moment_search__results", "table__start")
    return list(shown.order_by("-table__changed"))
