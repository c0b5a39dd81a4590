"""A table's page, now or at an earlier version, and the parts that a move changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, set_response_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.engine.state.state import bank_cash
from tetsudo.web.common.error_pages import sentence_of
from tetsudo.web.common.qr_codes import qr_svg
from tetsudo.web.play.controls import advice, branches, clock, controls, corrections, programmed, seats
from tetsudo.web.play.panels import chat, history, notes, on_paper, panels, undone_moves
from tetsudo.web.play.panels.turn_starts import turn_starts
from tetsudo.web.play.scene import pictures
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.tables import events
from tetsudo.web.tables.clocks.time_used import time_used
from tetsudo.web.tables.models import Message, Table
from tetsudo.web.tables.seats import rematch
from tetsudo.web.tables.seats.guests import guest_of

PAST_CACHE_CONTROL: Final = {"private": True, "max_age": 24 * 3600, "immutable": True}
"""Browser cache settings for a past position: it never changes, but the site around it may after a day."""


def context(scene: Scene, refusal: TetsudoError | str | None = None) -> dict[str, Any]:
    """Template context for the parts of a table's page, without those that the page already has."""
    return {
        "scene": scene,
        "table": scene.table,
        "game": scene.game,
        "refusal": refusal,
        "map": pictures.map_of(scene),
        "panels": panels.changed_panels(scene),
        "ending": panels.ending(scene),
        **(rematch.rematch_context(scene.table, scene.guest) if scene.game.is_over else {}),
        "bank": scene.labels.money(bank_cash(scene.game.state)),
        "vacancies": seats.seat_notices(scene),
        "clock": clock.clocks(scene),
        "time_used": time_used(scene.table, scene.seats),
        "taken_back": undone_moves.undo_notices(scene),
        "advice": advice.advice_panel(scene),
        "latest": history.latest(scene),
        **history.context(scene),
        **controls.context(scene),
        **programmed.context(scene),
        **corrections.context(scene),
    }


def _page(request: HttpRequest, scene: Scene) -> HttpResponse:
    setup = scene.game.setup
    once = {
        "marks": pictures.marks(setup),
        "is_tall": pictures.is_tall(setup),
        "has_bots": any(seat.bot for seat in scene.seats),
    }
    shown = {**context(scene), **chat.context(scene), **notes.context(scene), **branches.context(scene), **once}
    return render(request, "table/page.html", shown)


def game_page(request: HttpRequest, table: Table) -> HttpResponse:
    """The page of the present position."""
    return _page(request, scene_of(request, table))


@require_GET
def past(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The page at an earlier version. Redirects to the table if that is the last version."""
    scene = scene_of(request, table_or_404(key), version)
    return _cache_past(_page(request, scene), scene, is_past=True) if scene.is_past else redirect("table", key)


def _cache_past(response: HttpResponse, scene: Scene, *, is_past: bool) -> HttpResponse:
    """Let browsers cache a past position, unless another guest, or anyone after the game, would see more of it."""
    patch_cache_control(
        response, **PAST_CACHE_CONTROL if is_past and not scene.has_hidden_amounts else {"no_store": True}
    )
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_GET
@cache_control(no_store=True)
def parts(request: HttpRequest, key: str) -> HttpResponse:
    """All parts that a move changes, for out-of-band swaps."""
    return render(request, "table/parts.html", context(scene_of(request, table_or_404(key))))


@require_GET
def past_parts(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The same parts at an earlier version."""
    scene = scene_of(request, table_or_404(key), version)
    return _cache_past(render(request, "table/parts.html", context(scene)), scene, is_past=scene.is_past)


@require_GET
@cache_control(no_store=True)
def printed(request: HttpRequest, key: str) -> HttpResponse:
    """The present position for printing. Raises `Http404` if the game has not started."""
    table = table_or_404(key)
    if table.status == Table.Status.WAITING:
        raise Http404
    return _printed(request, scene_of(request, table))


@require_GET
def past_printed(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """An earlier position for printing. Redirects to the present one if that is the last version."""
    scene = scene_of(request, table_or_404(key), version)
    return _cache_past(_printed(request, scene), scene, is_past=True) if scene.is_past else redirect("print", key)


def _printed(request: HttpRequest, scene: Scene) -> HttpResponse:
    address = request.build_absolute_uri(reverse("past", args=[scene.table.key, scene.version]))
    code = qr_svg(address, _("QR code of this position"))
    return render(request, "table/paper/page.html", {**on_paper.context(scene), "address": address, "qr_code": code})


@require_GET
@cache_control(no_store=True)
def chronicle(request: HttpRequest, key: str) -> HttpResponse:
    """The present timeline and log, for a page that shows the past."""
    table = table_or_404(key)
    return render(
        request, "table/history/chronicle.html", {"table": table, **history.context(scene_of(request, table))}
    )


@require_GET
def log_part(request: HttpRequest, key: str, version: int, number: int) -> HttpResponse:
    """A part of the log as of `version` moves."""
    scene = scene_of(request, table_or_404(key), version)
    try:
        shown = history.one_part(scene, number)
    except BadInput as refusal:  # the actions of that time are no longer legal
        shown = {"unknown": sentence_of(refusal)}
    return cache_for_an_hour(render(request, "table/history/log_entries.html", {"table": scene.table, **shown}), scene)


def cache_for_an_hour(response: HttpResponse, scene: Scene) -> HttpResponse:
    """Let browsers cache a part of a position for an hour, unless others would read more in it: texts may change."""
    patch_cache_control(
        response, **{"no_store": True} if scene.has_hidden_amounts else {"private": True, "max_age": 3600}
    )
    return response


@require_GET
@cache_control(private=True, max_age=3600)
def log_before(request: HttpRequest, key: str, version: int, number: int) -> HttpResponse:
    """Names of the parts of the log before this one."""
    scene = scene_of(request, table_or_404(key), version)
    return render(
        request, "table/history/log_closed.html", {"table": scene.table, **history.earlier_parts(scene, number)}
    )


@require_GET
@cache_control(no_store=True)
def turns(request: HttpRequest, key: str) -> HttpResponse:
    """Positions where another company or player comes to act."""
    try:
        return JsonResponse(turn_starts(scene_of(request, table_or_404(key))))
    except BadInput:  # the actions of that time are no longer legal: no jumps
        return JsonResponse({"company": [], "player": []})


@require_GET
@cache_control(**PAST_CACHE_CONTROL)
def tiles(request: HttpRequest, key: str) -> HttpResponseBase:
    """Tiles of the table's title as SVG symbols, referenced by number; with a tag for when a day has passed."""
    scene = scene_of(request, table_or_404(key))
    answer = HttpResponse(pictures.tile_sprite(scene.game.setup), content_type="image/svg+xml")
    set_response_etag(answer)
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


# Live


def _table_numbers(key: str) -> tuple[int, int, int] | None:
    """A table's id, number of moves and last message id; None if there is no such table."""
    close_old_connections()
    found = Table.objects.filter(key=key).values_list("pk", "version").first()
    if found is None:
        return None
    last = Message.objects.filter(table=found[0]).order_by("-pk").values_list("pk", flat=True).first()
    return found[0], found[1], last or 0


def _stream_start(request: HttpRequest, key: str) -> tuple[tuple[int, int, int] | None, int | None]:
    """The table's numbers, and the viewer's guest id: who has a page open need not be told elsewhere."""
    standing = _table_numbers(key)
    guest = guest_of(request) if standing else None
    return standing, guest.pk if guest else None


_numbers_from_loop = sync_to_async(_table_numbers, thread_sensitive=False)
"""`_table_numbers` for the event loop; thread-sensitive, all streams would share one thread."""


@require_GET
def live_stream(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """Event stream of a table: moves and chat. It begins in a page's thread, and then lives on the event loop.

    A page that was away is also told of the table, whose seats may have changed meanwhile.
    """
    standing, guest = _stream_start(request, key)
    if standing is None:
        raise Http404
    was_away = "Last-Event-ID" in request.headers

    async def beginning() -> events.Numbers:
        numbers = await present_numbers(key)
        return {**numbers, events.TABLE: numbers[events.MOVE]} if was_away and numbers else numbers

    return stream_response(events.stream(standing[0], beginning, guest))


async def present_numbers(key: str) -> events.Numbers:
    """A table's numbers for its event stream; none if it is gone."""
    found = await _numbers_from_loop(key)
    return {} if found is None else {events.MOVE: found[1], events.CHAT: found[2]}


def stream_response(stream: AsyncIterator[str]) -> StreamingHttpResponse:
    """Response that sends an event stream as it comes."""
    response = StreamingHttpResponse(stream, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    response["Content-Encoding"] = "identity"  # otherwise compression would buffer it
    return response
