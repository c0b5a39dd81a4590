"""Who is asking: a guest is a cookie, and a secret link that brings it to other browsers."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tetsudo.web.common import rate_limits
from tetsudo.web.tables.models import Guest

KEY = "guest"


def guest_of(request: HttpRequest) -> Guest | None:
    """Who asks; None for somebody who has done nothing yet."""
    found: Guest | None = getattr(request, "_guest", None)
    if found is None and KEY in request.session:
        found = Guest.objects.filter(pk=request.session[KEY]).first()
        request._guest = found  # type: ignore[attr-defined]
    return found


def welcome(request: HttpRequest, name: str = "") -> Guest:
    """Who asks, from now on known by a cookie; called so from now on, if a name is given.

    `rates.TooOften` if too many guests came from his address of late.
    """
    found = guest_of(request)
    if found is None:
        count(request, "guests")
        found = Guest.objects.create()
    if name and found.name != name:
        found.name = name
        found.save(update_fields=["name"])
    remember(request, found)
    return found


def remember(request: HttpRequest, guest: Guest) -> None:
    """Let this browser be a guest's."""
    if request.session.get(KEY) not in (None, guest.pk):
        request.session.flush()
    request.session[KEY] = guest.pk
    request._guest = guest  # type: ignore[attr-defined]


def forget(request: HttpRequest) -> None:
    """Let this browser be nobody's. The guest stays, and his secret link."""
    request.session.flush()
    request._guest = None  # type: ignore[attr-defined]


def count(request: HttpRequest, kind: str) -> None:
    """Count something that is limited (`settings.RATES`); `rates.TooOften` if who asks did it too often."""
    guest = guest_of(request)
    rate_limits.ask(kind, request.META.get("REMOTE_ADDR", ""), guest.pk if guest else None)


def of_page(request: HttpRequest) -> dict[str, Any]:
    """What every template may know: `guest`."""
    return {"guest": guest_of(request)}
