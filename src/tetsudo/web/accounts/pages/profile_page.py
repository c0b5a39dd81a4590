"""Profile of a person as others see it: the name, and what they chose to show."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tetsudo.web.accounts.models import Profile, not_banned
from tetsudo.web.accounts.people.results import Results
from tetsudo.web.lobby.finding.hours import Hours
from tetsudo.web.lobby.lists import Card
from tetsudo.web.tables.models import Block, Guest, Table
from tetsudo.web.tables.seats.guests import guest_of

MAX_GAMES: Final = 20
"""Number of games in the list."""


@require_safe
def person(request: HttpRequest, key: str) -> HttpResponse:
    """Show a profile. Whom its owner has blocked sees the name only."""
    profile = Profile.objects.filter(not_banned("account__"), key=key).select_related("account").first()
    guest = Guest.objects.filter(account=profile.account_id).first() if profile else None
    if profile is None or guest is None:
        raise Http404
    viewer = guest_of(request)
    is_own = viewer is not None and viewer.pk == guest.pk
    shown: dict[str, Any] = {"person": guest, "profile": profile, "is_own": is_own, "viewer": viewer}
    if is_own or not Block.objects.filter(blocker=guest, blocked=viewer).exists():
        shown |= _chosen(profile, guest, viewer)
    if viewer is not None and not is_own:
        shown["is_blocked"] = Block.objects.filter(blocker=viewer, blocked=guest).exists()
    return render(request, "accounts/person.html", shown)


def _chosen(profile: Profile, guest: Guest, viewer: Guest | None) -> dict[str, Any]:
    """Template context for what a profile shows."""
    found: dict[str, Any] = {}
    if profile.shows_games:
        found["games"] = [Card(table, viewer) for table in _games(guest)]
    if profile.shows_results:
        results = Results(guest)
        found["by_title"] = results.by_title
        found["against"] = results.by_person.get(viewer.pk) if viewer else None
    if profile.shows_hours:
        found["hours"], found["viewers_hours"] = hours_text(profile), hours_text(profile, _zone_of(viewer))
    return found


def _games(guest: Guest) -> list[Table]:
    """Listed games of a person, the latest first."""
    begun = Table.objects.exclude(status=Table.Status.WAITING).filter(seats__guest=guest, is_listed=True)
    return list(begun.distinct().prefetch_related("seats").order_by("-changed")[:MAX_GAMES])


def _zone_of(viewer: Guest | None) -> str:
    found = Profile.objects.filter(account__guest=viewer).first() if viewer else None
    return found.time_zone if found else ""


def hours_text(profile: Profile, zone: str | None = None) -> str:
    """Usual hours in a person's time zone, or in another one; "" if they are not known."""
    if profile.hours_from is None or profile.hours_to is None or not profile.time_zone or zone == "":
        return ""
    return Hours(profile.time_zone, profile.hours_from, profile.hours_to).text(zone or "")
