"""Rules for crawlers: what of the site belongs into an index, and what would only be a history of histories."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

CLOSED: Final = (
    "/account/",
    "/api/",
    "/board/",
    "/games/archive.jsonl.gz",
    "/guest/",
    "/import/",
    "/notices/",
    "/seat/",
    "/t/*/*/",
)
"""Beginnings of addresses that crawlers leave alone. A table itself may be read; its hundreds of positions may not."""


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def robots(request: HttpRequest) -> HttpResponse:
    """Rules in the form that crawlers read."""
    lines = ["User-agent: *", *(f"Disallow: {each}" for each in CLOSED)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
