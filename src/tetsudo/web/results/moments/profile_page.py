"""Page of what a guest's decisions cost over all their games whose moments were looked for."""

from __future__ import annotations

from typing import Final

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tetsudo.review.moments import profile as costs
from tetsudo.review.report.profile import profile_data
from tetsudo.titles.loader import title_info
from tetsudo.web.results.moments.models import MomentSearch
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.seats.guests import guest_of

MAX_GAMES: Final = 200
"""Number of a guest's last games that count."""


@require_safe
@cache_control(no_store=True)
def profile(request: HttpRequest) -> HttpResponse:
    """Costs of the guest's decisions by kind, and the games that count."""
    guest = guest_of(request)
    seats = _seats(guest) if guest else []
    errors = [costs.errors_in(seat.table.moment_search.errors, seat.number) for seat in seats]
    shown = {
        "costs": profile_data(costs.profile(errors), gettext),
        "games": [(seat.table, title_info(seat.table.title).full_name) for seat in seats],
    }
    return render(request, "moments/profile.html", shown)


def _seats(guest: Guest) -> list[Seat]:
    """The guest's seats in finished games that were searched, the latest first.

    Games in which they had several seats are left out, as others may have played there; branches too.
    """
    searched = MomentSearch.objects.filter(is_done=True).exclude(errors=[]).values("table")
    own = Q(seats__guest=guest)
    tables = (
        Table.objects.filter(pk__in=searched, status=Table.Status.FINISHED, branch_of=None)
        .annotate(own=Count("seats", filter=own))
        .filter(own=1)
        .order_by("-changed")[:MAX_GAMES]
    )
    those = Seat.objects.filter(guest=guest, table__in=[table.pk for table in tables])
    return list(those.select_related("table__moment_search").order_by("-table__changed"))
