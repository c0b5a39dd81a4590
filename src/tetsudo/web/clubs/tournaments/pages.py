"""Pages of tournaments: a new one, and its page with standings, entrants and rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import is_name
from tetsudo.web.clubs.models import Club
from tetsudo.web.clubs.tournaments import access, entries, rounds, table_settings
from tetsudo.web.clubs.tournaments.forms import TournamentForm
from tetsudo.web.clubs.tournaments.models import Tournament
from tetsudo.web.clubs.tournaments.pairing import table_sizes
from tetsudo.web.clubs.tournaments.standings import Results
from tetsudo.web.common import error_pages
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of a new tournament of a club, or make it. Organisers only."""
    guest = guest_of(request)
    club = access.club_or_404(key, guest)
    try:
        access.check_organiser(club, guest)
    except NotAllowed as refusal:
        return error_pages.page(request, error_pages.sentence_of(refusal), 403)
    form = TournamentForm(guest, request.POST) if request.method == "POST" else TournamentForm(guest)
    if form.is_bound and form.is_valid():
        check_rate_limit(request, "tables")
        try:
            return redirect("tournament", entries.make(club, guest, form.settings, **form.choices).key)
        except BadInput as refusal:
            form.add_error("players", error_pages.field_message(refusal))
    return render(request, "tournaments/new.html", {"club": club, "form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def tournament(request: HttpRequest, key: str) -> HttpResponse:
    """Show a tournament, or carry out the action of a button. A refusal changes nothing."""
    guest = guest_of(request)
    found = Tournament.objects.filter(key=key).select_related("club").first()
    if found is None or not access.may_see(found.club, guest):
        raise Http404
    if request.method != "POST":
        return _page(request, found, guest)
    try:
        act = ACTIONS.get(request.POST.get("do", ""))
        if act is None:
            raise BadInput(_("This button does not exist. Reload the page."))
        check_rate_limit(request, "seats")
        return act(request, found, guest)
    except NotAllowed as refusal:
        return _page(request, found, guest, error_pages.sentence_of(refusal), 403)
    except BadInput as refusal:
        return _page(request, found, guest, error_pages.field_message(refusal), 422)


def _page(
    request: HttpRequest, found: Tournament, guest: Guest | None, refusal: str = "", status: int = 200
) -> HttpResponse:
    begun = rounds.rounds_begun(found)
    results = Results(found, guest)
    shown: dict[str, Any] = {
        "tournament": found,
        "club": found.club,
        "results": results,
        "summary": _summary(found),
        "begun": begun,
        "next": begun + 1,
        "is_last": begun == found.rounds,
        "is_over": rounds.is_round_over(found, begun),
        "is_organiser": access.is_organiser(found.club, guest),
        "is_member": guest is not None and access.is_member(found.club, guest),
        "mine": next((each for each in results.entrants if results.is_own(each)), None),
        "sizes": table_sizes(len(access.active_entrants(found)), found.players),
        "refusal": refusal,
    }
    return render(request, "tournaments/tournament.html", shown, status=status)


def _summary(found: Tournament) -> str:
    """The game and its rules in one line; the title's name if it no longer exists."""
    name = found.settings["title"]
    return table_settings.summary(found.settings, found.players) if is_name(name) else name


def _enter(request: HttpRequest, found: Tournament, guest: Guest | None) -> HttpResponse:
    entries.enter(found, guest)
    return redirect("tournament", found.key)


def _withdraw(request: HttpRequest, found: Tournament, guest: Guest | None) -> HttpResponse:
    entries.withdraw(found, guest)
    return redirect("tournament", found.key)


def _start(request: HttpRequest, found: Tournament, guest: Guest | None) -> HttpResponse:
    number = request.POST.get("round", "")
    rounds.start_round(found, guest, int(number) if number.isdecimal() and len(number) < 4 else 0)
    return redirect("tournament", found.key)


def _delete(request: HttpRequest, found: Tournament, guest: Guest | None) -> HttpResponse:
    club: Club = found.club
    entries.delete(found, guest)
    return redirect(reverse("club", args=[club.key]))


ACTIONS: Final[dict[str, Callable[[HttpRequest, Tournament, Guest | None], HttpResponse]]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "start": _start,
    "delete": _delete,
}
"""Actions of the page's buttons."""
