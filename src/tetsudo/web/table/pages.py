"""The page of a table, now or at an earlier version, and the parts of it that change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from tetsudo.draw import map_svg
from tetsudo.web.table.scene import Scene, scene_of, table_or_404
from tetsudo.web.tables import live
from tetsudo.web.tables.models import Message, Table


def context(scene: Scene) -> dict[str, Any]:
    """What the templates of a table's page may use."""
    return {"scene": scene, "table": scene.table, "game": scene.game, "map": mark_safe(map_svg(scene.game))}


@require_GET
def now(request: HttpRequest, key: str) -> HttpResponse:
    """The table as it is."""
    table = table_or_404(key)
    if table.status == Table.Status.WAITING:
        from tetsudo.web.lobby.waiting import waiting_room

        return waiting_room(request, table)
    return render(request, "table/page.html", context(scene_of(request, table)))


@require_GET
def past(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The table as it was."""
    return render(request, "table/page.html", context(scene_of(request, table_or_404(key), version)))


@require_GET
def parts(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that a move changes, to be swapped out of band."""
    return render(request, "table/parts.html", context(scene_of(request, table_or_404(key))))


@require_GET
def past_parts(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The same of an earlier version."""
    return render(request, "table/parts.html", context(scene_of(request, table_or_404(key), version)))


# Live


def _standing(key: str) -> tuple[int, int, int] | None:
    """A table's id, its number of moves and its last message."""
    close_old_connections()
    found = Table.objects.filter(key=key).values_list("pk", "version").first()
    if found is None:
        return None
    last = Message.objects.filter(table=found[0]).order_by("-pk").values_list("pk", flat=True).first()
    return found[0], found[1], last or 0


_standing_now = sync_to_async(_standing, thread_sensitive=False)  # or each open stream would hold a thread


async def live_stream(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """The stream of what happens at a table."""
    standing = await _standing_now(key)
    if standing is None:
        raise Http404

    async def beginning() -> AsyncIterator[tuple[str, int]]:
        found = await _standing_now(key)
        if found is not None:
            yield live.MOVE, found[1]
            yield live.CHAT, found[2]

    response = StreamingHttpResponse(live.stream(standing[0], beginning), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    response["Content-Encoding"] = "identity"  # or it would be gathered to be packed
    return response
