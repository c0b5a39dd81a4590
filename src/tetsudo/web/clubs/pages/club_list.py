"""List of clubs, founding a club, and joining by an invitation link."""

from __future__ import annotations

from typing import Final

from django.core.paginator import Paginator
from django.db.models import Count, F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs import membership
from tetsudo.web.clubs.forms import LANGUAGES, ClubForm
from tetsudo.web.clubs.models import Club
from tetsudo.web.clubs.pages.visits import account_of, ask_to_sign_in, refused_as_page
from tetsudo.web.common.error_pages import field_message
from tetsudo.web.tables.seats.guests import check_rate_limit

PAGE_SIZE: Final = 40


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the viewer's clubs and the listed ones."""
    account = account_of(request)
    own = Club.objects.filter(members__account=account) if account else Club.objects.none()
    listed = Club.objects.filter(is_listed=True, closed=None).exclude(pk__in=own.values("pk"))
    page = Paginator(_counted(listed), PAGE_SIZE).get_page(request.GET.get("page"))
    shown = {
        "own": _counted(own),
        "page": page,
        "has_account": account is not None,
        "languages": dict(LANGUAGES),
    }
    return render(request, "clubs/clubs.html", shown)


def _counted(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Clubs with the number of their members, the largest first, closed ones last."""
    counted = Club.objects.filter(pk__in=clubs.values("pk")).annotate(size=Count("members"))
    return counted.order_by(F("closed").asc(nulls_first=True), "-size", "name")


@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponseBase:
    """Show the form of a new club, or found it."""
    account = account_of(request)
    if account is None:
        return ask_to_sign_in(request)
    form, status = ClubForm(initial={"language": get_language(), "is_listed": True}), 200
    if request.method == "POST":
        form, status = ClubForm(request.POST), 422
        club = _founded(request, form, account)
        if club is not None:
            return redirect("club", club.key)
    return render(request, "clubs/found.html", {"form": form}, status=status)


def _founded(request: HttpRequest, form: ClubForm, account: User) -> Club | None:
    """Club of a valid form; None with an error in the form."""
    if not form.is_valid():
        return None
    check_rate_limit(request, "clubs")
    try:
        return membership.found(account, **form.chosen)
    except BadInput as error:
        form.add_error(None, field_message(error))
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, invitation: str) -> HttpResponseBase:
    """Show the club of an invitation link to people with accounts, or make the viewer a member."""
    account = account_of(request)
    club = Club.objects.filter(invitation=invitation, closed=None).first()
    if club is None:
        raise Http404
    if account is None:
        return ask_to_sign_in(request)
    if membership.member_of(club, account) is not None:
        return redirect("club", club.key)
    return refused_as_page(request, lambda: _invite(request, club, account), reverse("clubs"))


def _invite(request: HttpRequest, club: Club, account: User) -> HttpResponse:
    membership.check_may_join(club, account)
    if request.method == "POST":
        check_rate_limit(request, "clubs")
        membership.join(club, account)
        return redirect("club", club.key)
    return render(request, "clubs/invitation.html", {"club": club, "size": club.members.count()})
