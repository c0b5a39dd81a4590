"""Identification of guests: a session cookie, and a secret link for other browsers.

The guest of an account is known only while that account is signed in, so that a changed password or a ban works at
once in every browser.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tetsudo.web.common import rate_limits
from tetsudo.web.tables.models import Guest

KEY = "guest"


def guest_of(request: HttpRequest) -> Guest | None:
    """Guest of a request; None for a visitor who has done nothing yet."""
    found: Guest | None = getattr(request, "_guest", None)
    if found is None and KEY in request.session:
        found = Guest.objects.with_id(request.session[KEY])
        if found is not None and found.account_id is not None and request.user.pk != found.account_id:
            found = None
        request._guest = found  # type: ignore[attr-defined]
    return found


def ensure_guest(request: HttpRequest, name: str = "") -> Guest:
    """Return the guest of a request, created with a cookie if new; set the guest's name if one is given.

    `rate_limits.RateLimitExceeded` if too many guests came from this address lately.
    """
    found = guest_of(request)
    if found is None:
        check_rate_limit(request, "guests")
        found = Guest.objects.create()
    if name and found.name != name:
        found.name = name
        found.save(update_fields=["name"])
    sign_in(request, found)
    return found


def guest_by_key(key: str) -> Guest | None:
    """Guest of a secret link; None for one with an account, who signs in by that alone."""
    return Guest.objects.filter(key=key, account=None).first()


def sign_in(request: HttpRequest, guest: Guest) -> None:
    """Sign this browser in as a guest."""
    if request.session.get(KEY) not in (None, guest.pk):
        request.session.flush()
    request.session[KEY] = guest.pk
    set_guest(request, guest)


def set_guest(request: HttpRequest, guest: Guest) -> None:
    """Make a guest the one of this request only."""
    request._guest = guest  # type: ignore[attr-defined]


def sign_out(request: HttpRequest) -> None:
    """Sign this browser out, of an account too. The guest and the secret link remain."""
    request.session.flush()
    request._guest = None  # type: ignore[attr-defined]


def check_rate_limit(request: HttpRequest, kind: str) -> None:
    """Count a rate-limited action (`settings.RATES`); `rate_limits.RateLimitExceeded` beyond the limit."""
    guest = guest_of(request)
    rate_limits.count_action(kind, request.META.get("REMOTE_ADDR", ""), guest.pk if guest else None)


def guest_context(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `guest`, for every template."""
    return {"guest": guest_of(request)}
