"""The page of a table that still waits for players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tetsudo.web.lobby.seats import seats_page
from tetsudo.web.tables.models import Table


def waiting_room(request: HttpRequest, table: Table) -> HttpResponse:
    """Who sits where, and the links of the open seats."""
    return seats_page(request, table)
