"""Pages of a club's organisers: its settings, members, invitation link, and closing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tetsudo.web.clubs import membership
from tetsudo.web.clubs.forms import ClubForm, values_of
from tetsudo.web.clubs.models import Club, Member, Removal
from tetsudo.web.clubs.pages.visits import Visit, account_club_page

Change: TypeAlias = Callable[[Visit], None]


@require_http_methods(["GET", "HEAD", "POST"])
@account_club_page
def settings(visit: Visit) -> HttpResponse:
    """Show the settings of a club, or save them."""
    visit.require_organiser()
    form, status = ClubForm(initial=values_of(visit.club)), 200
    if visit.request.method == "POST":
        form, status = ClubForm(visit.request.POST), 422
        if form.is_valid():
            Club.objects.filter(pk=visit.club.pk, closed=None).update(**form.chosen)
            return redirect("club", visit.club.key)
    members = visit.club.members.select_related("account__guest").order_by("-is_organiser", "since", "pk")
    shown = {
        "visit": visit,
        "club": visit.club,
        "form": form,
        "members": members,
        "removals": visit.club.removals.select_related("account__guest"),
        "link": visit.request.build_absolute_uri(reverse("club-invitation", args=[visit.club.invitation])),
    }
    return render(visit.request, "clubs/settings.html", shown, status=status)


@require_POST
@account_club_page
def change(visit: Visit) -> HttpResponse:
    """Carry out the action of a button. A refusal changes nothing."""
    do = CHANGES.get(visit.request.POST.get("do", ""))
    if do is None:
        raise Http404
    with transaction.atomic():
        visit.require_organiser()
        do(visit)
    if do is _close or do is _step_down:
        return redirect("club", visit.club.key)
    return redirect("club-settings", visit.club.key)


def _number(visit: Visit) -> int:
    """Number of the row that the button names; 404 without one."""
    sent = visit.request.POST.get("who", "")
    if not sent.isdecimal() or len(sent) > 18:
        raise Http404
    return int(sent)


def _member(visit: Visit) -> Member:
    found = Member.objects.filter(club=visit.club, pk=_number(visit)).select_related("club", "account").first()
    if found is None:
        raise Http404
    return found


def _appoint(visit: Visit) -> None:
    membership.appoint(_member(visit))


def _remove(visit: Visit) -> None:
    membership.remove(_member(visit))


def _readmit(visit: Visit) -> None:
    found = Removal.objects.filter(club=visit.club, pk=_number(visit)).select_related("club").first()
    if found is None:
        raise Http404
    membership.readmit(found)


def _step_down(visit: Visit) -> None:
    membership.step_down(visit.require_organiser())


def _renew(visit: Visit) -> None:
    membership.renew_invitation(visit.club)


def _close(visit: Visit) -> None:
    membership.close(visit.club)


CHANGES: Final[Mapping[str, Change]] = {
    "appoint": _appoint,
    "remove": _remove,
    "readmit": _readmit,
    "step-down": _step_down,
    "renew": _renew,
    "close": _close,
}
"""Actions by the value of their button."""
