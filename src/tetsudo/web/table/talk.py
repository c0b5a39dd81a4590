"""Chat beside the log, and a person's private notes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tetsudo.web.table.scene import table_or_404


def chat(request: HttpRequest, key: str) -> HttpResponse:
    """The chat after a message (GET ?after=), or a new message (POST)."""
    table_or_404(key)
    return HttpResponse("")


def notes(request: HttpRequest, key: str) -> HttpResponse:
    """What a guest wrote for himself."""
    table_or_404(key)
    return HttpResponse("")
