"""Page of a table: its seats until the game starts, then the game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tetsudo.web.lobby.waiting_room.seats import seats_page
from tetsudo.web.play.pages import game_page
from tetsudo.web.play.scene.scene import table_or_404
from tetsudo.web.tables.models import Table


@require_GET
def table_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a table: its seats with the links of open ones, or the game."""
    table = table_or_404(key)
    if table.status == Table.Status.WAITING:
        return seats_page(request, table)
    return game_page(request, table)
