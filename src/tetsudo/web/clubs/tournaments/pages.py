"""Pages of tournaments, for members of the club: all of a club, a new one, and one with its standings and rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import is_name
from tetsudo.web.clubs.models import Member
from tetsudo.web.clubs.pages.visits import Visit, account_club_page, club_page
from tetsudo.web.clubs.tournaments import access, entries, rounds, table_settings
from tetsudo.web.clubs.tournaments.forms import TournamentForm
from tetsudo.web.clubs.tournaments.models import Tournament
from tetsudo.web.clubs.tournaments.pairing.tables import table_sizes
from tetsudo.web.clubs.tournaments.standings import Results
from tetsudo.web.common import error_pages
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.seats.guests import check_rate_limit


@require_safe
@cache_control(no_store=True)
@club_page
def tournaments(visit: Visit) -> HttpResponse:
    """Show the tournaments of a club, the latest first."""
    visit.require_member()
    found = visit.club.tournaments.order_by("-created", "-pk")
    lines = [(each, _game(each), rounds.stage_text(each)) for each in found]
    return render(visit.request, "tournaments/list.html", {"visit": visit, "club": visit.club, "lines": lines})


@require_http_methods(["GET", "HEAD", "POST"])
@account_club_page
def new(visit: Visit) -> HttpResponse:
    """Show the form of a new tournament of a club, or make it. Organisers only."""
    organiser, request = visit.require_organiser(), visit.request
    form = TournamentForm(visit.guest, request.POST) if request.method == "POST" else TournamentForm(visit.guest)
    if form.is_bound and form.is_valid():
        check_rate_limit(request, "tables")
        try:
            return redirect("tournament", entries.make(organiser, form.settings, **form.choices).key)
        except BadInput as refusal:
            form.add_error("name" if refusal.where == "name" else "players", error_pages.field_message(refusal))
    shown = {"club": visit.club, "form": form}
    return render(request, "tournaments/new.html", shown, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def tournament(request: HttpRequest, key: str) -> HttpResponseBase:
    """Show a tournament, or carry out the action of a button. A refusal changes nothing."""
    found = Tournament.objects.filter(key=key).select_related("club").first()
    if found is None:
        raise Http404
    return _tournament(request, found.club.key, tournament=found)


@club_page
def _tournament(visit: Visit, tournament: Tournament) -> HttpResponse:
    member, request = visit.require_member(), visit.request
    if request.method != "POST":
        return _page(visit, tournament)
    try:
        act = ACTIONS.get(request.POST.get("do", ""))
        if act is None:
            raise BadInput(_("This button does not exist. Reload the page."))
        check_rate_limit(request, "seats")
        act(request, tournament, member)
    except NotAllowed as refusal:
        return _page(visit, tournament, error_pages.sentence_of(refusal), 403)
    except BadInput as refusal:
        return _page(visit, tournament, error_pages.field_message(refusal), 422)
    if act is _delete:
        return redirect("club-tournaments", visit.club.key)
    return redirect("tournament", tournament.key)


def _page(visit: Visit, found: Tournament, refusal: str = "", status: int = 200) -> HttpResponse:
    begun = rounds.rounds_begun(found)
    results = Results(found, visit.guest)
    shown: dict[str, Any] = {
        "tournament": found,
        "club": found.club,
        "results": results,
        "game": _game(found),
        "begun": begun,
        "next": begun + 1,
        "is_last": begun == found.rounds,
        "is_over": rounds.is_round_over(found, begun),
        "is_organiser": visit.is_organiser,
        "mine": next((each for each in results.entrants if results.is_own(each)), None),
        "sizes": table_sizes(len(access.active_entrants(found)), found.players),
        "refusal": refusal,
    }
    return render(visit.request, "tournaments/tournament.html", shown, status=status)


def _game(found: Tournament) -> str:
    """The game and its rules in one line; the title's name if it no longer exists."""
    name: str = found.settings["title"]
    return table_settings.summary(found.settings, found.players) if is_name(name) else name


def _enter(request: HttpRequest, found: Tournament, member: Member) -> None:
    entries.enter(found, member)


def _withdraw(request: HttpRequest, found: Tournament, member: Member) -> None:
    entries.withdraw(found, member)


def _start(request: HttpRequest, found: Tournament, member: Member) -> None:
    number = request.POST.get("round", "")
    rounds.start_round(found, member, int(number) if number.isdecimal() and len(number) < 4 else 0)


def _delete(request: HttpRequest, found: Tournament, member: Member) -> None:
    entries.delete(found, member)


ACTIONS: Final[dict[str, Callable[[HttpRequest, Tournament, Member], None]]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "start": _start,
    "delete": _delete,
}
"""Actions of the page's buttons."""
