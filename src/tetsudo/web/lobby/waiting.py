"""The page of a table that still waits for players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tetsudo.web.tables.models import Table


def waiting_room(request: HttpRequest, table: Table) -> HttpResponse:
    """Who sits where, and the links of the open seats."""
    return render(request, "lobby/waiting.html", {"table": table})
