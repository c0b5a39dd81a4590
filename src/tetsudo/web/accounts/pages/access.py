"""Access to the pages of accounts: rate limits, pages that need mail, and what signing out leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from tetsudo.web.accounts.identity import guest_of_account
from tetsudo.web.accounts.models import User
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import check_rate_limit

View: TypeAlias = Callable[..., Any]


def rate_limited(view: View, kind: str) -> View:
    """View whose forms are counted against a rate limit of the site."""

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.method == "POST":
            check_rate_limit(request, kind)
        return view(request, *args, **kwargs)

    return limited


def mail_only(view: View) -> View:
    """View that a site without mail does not have."""

    @wraps(view)
    def with_mail(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not settings.HAS_MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return with_mail


def signed_out(view: View) -> View:
    """View that signs out: the browser also forgets the pages and drafts that it keeps of the site."""

    @wraps(view)
    def leaving(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response: HttpResponse = view(request, *args, **kwargs)
        if request.method == "POST":
            response["Clear-Site-Data"] = '"cache", "storage"'
        return response

    return leaving


def confirmed(view: View) -> View:
    """View for a person who has signed in lately; others are asked who they are first."""
    asks_first: View = reauthentication_required(view)
    return asks_first


def account_page(view: Callable[[HttpRequest, User, Guest], HttpResponseBase]) -> View:
    """View of a signed-in person; others are asked to sign in."""

    @wraps(view)
    @login_required
    def own(request: HttpRequest) -> HttpResponseBase:
        assert isinstance(request.user, User)
        return view(request, request.user, guest_of_account(request.user))

    return own
