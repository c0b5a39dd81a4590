"""The way to the next game that waits, the number of them, and the files of the app: service worker and manifest."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tetsudo.web.common.static_version import FOLDER
from tetsudo.web.notices.waiting import Decision, next_table, waiting_tables
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seats.guests import guest_of

WORKER_FILE: Final = Path(FOLDER) / "tetsudo" / "notices" / "service_worker.js"


def _guest(request: HttpRequest) -> int | None:
    guest = guest_of(request)
    return guest.pk if guest else None


@require_safe
@cache_control(no_store=True)
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the table that has waited longest, other than `from`; to the lobby if none waits."""
    guest = _guest(request)
    table = next_table(guest, request.GET.get("from", "")) if guest else None
    return redirect("table", table.key) if table else redirect("lobby")


@require_safe
@cache_control(no_store=True)
def count(request: HttpRequest) -> JsonResponse:
    """Number of tables where others wait for the viewer; without the table `from`: their number and the next one."""
    guest, here = _guest(request), request.GET.get("from", "")
    if guest is None:
        return JsonResponse({"count": 0, "others": 0})
    waiting = [each.key for each in waiting_tables(guest) if each.has_others]
    others = [key for key in waiting if key != here]
    found = {"count": len(waiting), "others": len(others)}
    table = Table.objects.with_key(others[0]) if others else None
    if table is None:
        return JsonResponse(found)
    return JsonResponse({**found, "name": Decision(table).name, "url": reverse("table", args=[table.key])})


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Script that shows push messages; it must come from the root to serve all pages."""
    return HttpResponse(_worker_text(), content_type="text/javascript; charset=utf-8")


@lru_cache(maxsize=1)
def _worker_text() -> str:
    return WORKER_FILE.read_text("utf-8")


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Description of the site as an app, which phones need for push messages and for a number on its icon."""
    icon = {"src": static("tetsudo/page/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    found = {"name": "Tetsudo", "short_name": "Tetsudo", "start_url": "/", "scope": "/", "display": "standalone"}
    return JsonResponse({**found, "icons": [icon]}, content_type="application/manifest+json")
