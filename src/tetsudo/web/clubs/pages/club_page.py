"""Page of a club: its tables and members; joining, leaving, and new tables."""

from __future__ import annotations

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tetsudo.web.accounts.models import Profile
from tetsudo.web.clubs import club_tables, membership
from tetsudo.web.clubs.figures.ladder import Ladder
from tetsudo.web.clubs.forms import language_name
from tetsudo.web.clubs.models import Member
from tetsudo.web.clubs.pages.visits import Visit, account_club_page, club_page
from tetsudo.web.lobby import new_table
from tetsudo.web.lobby.lists import Card
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seats.guests import check_rate_limit

MAX_PREVIEW_TABLES: Final = 6
MAX_PREVIEW_STANDINGS: Final = 5
PAGE_SIZE: Final = 40

UNFINISHED: Final = (Table.Status.WAITING, Table.Status.RUNNING)


@require_safe
@club_page
def club(visit: Visit) -> HttpResponse:
    """Show a club."""
    finished = _cards(visit, Table.Status.FINISHED)
    shown = {
        "visit": visit,
        "club": visit.club,
        "language": language_name(visit.club.language),
        "lists": [
            ("waiting", _("Waiting for players"), _cards(visit, Table.Status.WAITING)),
            ("running", _("Running"), _cards(visit, Table.Status.RUNNING)),
            ("finished", _("Finished"), finished[:MAX_PREVIEW_TABLES]),
        ],
        "has_more": len(finished) > MAX_PREVIEW_TABLES,
        "people": people_of(visit),
        "standings": Ladder(visit.club).standings[:MAX_PREVIEW_STANDINGS] if visit.member else [],
    }
    if visit.may_change:
        path = reverse("club-invitation", args=[visit.club.invitation])
        shown["link"] = visit.request.build_absolute_uri(path)
    return render(visit.request, "clubs/club.html", shown)


@require_safe
@club_page
def tables(visit: Visit) -> HttpResponse:
    """Show all finished tables of a club, a page at a time."""
    found = club_tables.tables_of(visit.club, for_member=visit.member is not None).filter(status="finished")
    page = Paginator(found.order_by("-changed", "-pk").prefetch_related("seats"), PAGE_SIZE)
    shown = page.get_page(visit.request.GET.get("page"))
    cards = [Card(table, visit.guest) for table in shown.object_list]
    return render(
        visit.request, "clubs/tables.html", {"visit": visit, "club": visit.club, "page": shown, "cards": cards}
    )


def _cards(visit: Visit, status: Table.Status) -> list[Card]:
    """Entries of a club's tables: all that are not finished, and some that are."""
    found = club_tables.tables_of(visit.club, for_member=visit.member is not None).filter(status=status)
    latest = found.order_by("-changed", "-pk").prefetch_related("seats")
    limit = PAGE_SIZE if status in UNFINISHED else MAX_PREVIEW_TABLES + 1
    return [Card(table, visit.guest) for table in latest[:limit]]


def people_of(visit: Visit) -> list[tuple[Member, str]]:
    """Members, organisers first, each with the key of the profile; "" if it shows the viewer nothing but the name."""
    members = visit.club.members.select_related("account__guest", "account__profile")
    return [(each, profile_key(each)) for each in members.order_by("-is_organiser", "since", "pk")]


def profile_key(member: Member) -> str:
    """Key of a member's profile, if its owner shows anything there; "" otherwise."""
    profile: Profile | None = getattr(member.account, "profile", None)
    if profile is None or not member.account.is_active:
        return ""
    return profile.key if profile.shows_games or profile.shows_results or profile.shows_hours else ""


@require_POST
@account_club_page
def join(visit: Visit) -> HttpResponse:
    """Make the viewer a member of an open club."""
    if visit.member is None and not (visit.club.is_listed and visit.club.is_open):
        raise NotAllowed(_("You need an invitation link to join this club. Ask an organiser for it."))
    assert visit.account is not None
    check_rate_limit(visit.request, "clubs")
    membership.join(visit.club, visit.account)
    return redirect("club", visit.club.key)


@require_POST
@account_club_page
def leave(visit: Visit) -> HttpResponse:
    """End the viewer's membership."""
    membership.leave(visit.require_member())
    return redirect("clubs")


# New tables


@account_club_page
def new(visit: Visit) -> HttpResponseBase:
    """Show the forms of a new table of the club, or open it."""
    return new_table.new(visit.request, _venue(visit))


@account_club_page
def preset(visit: Visit, preset: str) -> HttpResponseBase:
    """Show the forms of a new table of the club, filled in from a preset."""
    return new_table.preset(visit.request, preset, _venue(visit))


def _venue(visit: Visit) -> new_table.Venue:
    visit.require_member()
    membership.check_is_open(visit.club)
    page, address = (reverse(name, args=[visit.club.key]) for name in ("club", "club-new-table"))
    return new_table.Venue(visit.club.name, page, address, lambda table: club_tables.add_table(visit.club, table))
