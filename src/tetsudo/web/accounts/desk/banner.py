"""Announcements in a bar on every page. They are read every few seconds, not with every request.

Each process keeps the announcements that have not ended, so that a page costs no query, one that is made or withdrawn
is shown everywhere within seconds, and one begins and ends on time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import Context, Library
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from tetsudo.web.accounts.desk import trace
from tetsudo.web.accounts.desk.models import Banner, Trace
from tetsudo.web.accounts.models import User

KEPT_SECONDS: Final = 5.0
"""Seconds for which a process keeps what it has read."""

MAX_SHOWN: Final = 3
COOKIE: Final = "tetsudo_announcements"
"""Cookie with the numbers of the announcements that this browser has closed, until the browser is closed itself."""


class _Kept:
    """Announcements that this process has read."""

    def __init__(self) -> None:
        self.found: Sequence[Banner] = ()
        self.until = 0.0

    def read(self) -> Sequence[Banner]:
        """Announcements that have not ended; those of before if the database cannot be read."""
        if time.monotonic() >= self.until:
            self.until = time.monotonic() + KEPT_SECONDS  # first: while one thread reads, others go on
            with contextlib.suppress(DatabaseError):
                self.found = tuple(Banner.objects.filter(ends__gt=timezone.now()).order_by("-level", "begins"))
        return self.found

    def forget(self) -> None:
        """Read again with the next page."""
        self.until = 0.0


kept: Final = _Kept()

register = Library()


@register.inclusion_tag("desk/banners.html", takes_context=True)
def site_banners(context: Context) -> dict[str, Any]:
    """Bar of the announcements that the viewer has not closed."""
    request = context.get("request")
    shown = _shown(request.COOKIES if request else {}, timezone.now())
    language = get_language() or ""
    lines = [(each, each.text_ja if language == "ja" and each.text_ja else each.text) for each in shown]
    return {"banners": lines, "path": request.get_full_path() if request else ""}


def _shown(cookies: Mapping[str, str], now: datetime) -> list[Banner]:
    found = [each for each in kept.read() if each.begins <= now < each.ends]
    closed = set(cookies.get(COOKIE, "").split("-")) if found else set[str]()
    return [each for each in found if str(each.pk) not in closed][:MAX_SHOWN]


@require_POST
def dismiss(request: HttpRequest, number: int) -> HttpResponse:
    """Close an announcement in this browser, until the browser is closed."""
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    answer = redirect(back if safe else "lobby")
    known = {str(each.pk) for each in kept.read()}
    closed = {*request.COOKIES.get(COOKIE, "").split("-"), str(number)} & known
    answer.set_cookie(COOKIE, "-".join(sorted(closed)), httponly=True, samesite="Lax")
    return answer


def announce(made: Banner, by: User) -> None:
    """Save a new announcement."""
    with transaction.atomic():
        made.save()
        trace.record(by, Trace.Deed.ANNOUNCE, made.text, what=f"#{made.pk}")
    kept.forget()


def is_to_come(shown: Banner) -> bool:
    """True for an announcement that has not ended."""
    return shown.ends > timezone.now()


def withdraw(shown: Banner, reason: str, by: User) -> None:
    """End an announcement now."""
    with transaction.atomic():
        Banner.objects.filter(pk=shown.pk).update(ends=timezone.now())
        trace.record(by, Trace.Deed.WITHDRAW, reason, what=f"#{shown.pk} {shown.text}")
    kept.forget()
