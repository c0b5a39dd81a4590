"""Access to the pages of a club.

A listed club is shown to everyone, without its results. Any other club, and a closed one, is shown to its members only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeAlias

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs import membership
from tetsudo.web.clubs.models import Club, Member
from tetsudo.web.common.error_pages import field_message, page, sentence_of
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import guest_of

View: TypeAlias = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Visit:
    """A club as seen by the viewer."""

    request: HttpRequest
    club: Club

    @cached_property
    def account(self) -> User | None:
        """Account of the viewer; None if they are not signed in."""
        return account_of(self.request)

    @cached_property
    def guest(self) -> Guest | None:
        """The viewer at tables."""
        return guest_of(self.request)

    @cached_property
    def member(self) -> Member | None:
        """Membership of the viewer; None if they are no member."""
        return membership.member_of(self.club, self.account)

    @property
    def is_organiser(self) -> bool:
        """True if the viewer is an organiser of the club."""
        return self.member is not None and self.member.is_organiser

    @property
    def may_change(self) -> bool:
        """True if the viewer may change the club."""
        return self.is_organiser and self.club.closed is None

    @property
    def may_join(self) -> bool:
        """True if the viewer may join without an invitation, or could if they signed in."""
        club = self.club
        if self.member is not None or not (club.is_listed and club.is_open) or club.closed is not None:
            return False
        return self.account is None or not self._join_refusal()

    def _join_refusal(self) -> str:
        assert self.account is not None
        try:
            membership.check_may_join(self.club, self.account)
        except NotAllowed as refusal:
            return sentence_of(refusal)
        return ""

    def require_member(self) -> Member:
        """Membership of the viewer; NotAllowed for others."""
        if self.member is None:
            raise NotAllowed(_("Only members of the club can do this. Join the club first."))
        return self.member

    def require_organiser(self) -> Member:
        """Membership of the viewer; NotAllowed for anyone but organisers, and in closed clubs."""
        membership.check_is_open(self.club)
        if self.member is None or not self.member.is_organiser:
            raise NotAllowed(_("Only an organiser of the club can do this."))
        return self.member


def account_of(request: HttpRequest) -> User | None:
    """Account that is signed in; None without one."""
    return request.user if isinstance(request.user, User) else None


def _visit(request: HttpRequest, key: str) -> Visit:
    """Visit of a club; 404 if it does not exist, or is not shown to the viewer."""
    club = Club.objects.filter(key=key).first()
    if club is None:
        raise Http404
    visit = Visit(request, club)
    if visit.member is None and (not club.is_listed or club.closed is not None):
        raise Http404
    return visit


def club_page(view: Callable[..., HttpResponseBase]) -> View:
    """View of a club, called with the visit. Refusals are pages with a link back to the club."""

    @wraps(view)
    def visited(request: HttpRequest, key: str, **more: Any) -> HttpResponseBase:
        visit = _visit(request, key)
        return refused_as_page(request, lambda: view(visit, **more), reverse("club", args=[key]))

    return visited


def account_club_page(view: Callable[..., HttpResponseBase]) -> View:
    """The same for people with accounts; others are asked to sign in."""

    def signed_in(visit: Visit, **more: Any) -> HttpResponseBase:
        if visit.account is None:
            return ask_to_sign_in(visit.request)
        return view(visit, **more)

    return club_page(wraps(view)(signed_in))


def ask_to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """Redirect to the sign-in page, which leads back: to this page, or after a form to the page that had it."""
    back = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("clubs")
    return redirect_to_login(back, settings.LOGIN_URL)


def refused_as_page(request: HttpRequest, answer: Callable[[], HttpResponseBase], back: str) -> HttpResponseBase:
    """Response of a view; for a refusal, its sentence with a link back."""
    try:
        return answer()
    except NotAllowed as refusal:
        return page(request, sentence_of(refusal), 403, back)
    except BadInput as error:
        return page(request, field_message(error), 422, back)
