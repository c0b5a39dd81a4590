"""What the hand does at a table: actions, undo and redo, and what it asks before."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tetsudo.errors import BadInput, IllegalAction, TetsudoError
from tetsudo.web.table.pages import context
from tetsudo.web.table.scene import scene_of, table_or_404
from tetsudo.web.tables import moves
from tetsudo.web.tables.errors import NotYours, Stale
from tetsudo.web.tables.guests import guest_of


def _version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(_("The move does not say for which position it was made."))
    return int(text)


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Do an action: `version`, and `action` as records write it; `amount` fills the field that it leaves open."""
    table = table_or_404(key)
    status, refusal = 200, None
    try:
        data = json.loads(request.POST.get("action", ""))
        if isinstance(data, dict) and "open" in data:
            field = str(data.pop("open"))
            data[field] = int(request.POST.get("amount", ""))
        moves.act(table, _version(request), data, moves.seats_of(table, guest_of(request)))
    except (ValueError, RecursionError):
        status, refusal = 422, BadInput(_("This is no action."))
    except Stale as error:
        status, refusal = 409, error
    except NotYours as error:
        status, refusal = 403, error
    except (BadInput, IllegalAction) as error:
        status, refusal = 422, error
    shown = {**context(scene_of(request, table)), "refusal": refusal}
    return render(request, "table/parts.html", shown, status=status)


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take moves back."""
    table, guest = table_or_404(key), guest_of(request)
    refusal: TetsudoError | None = None
    try:
        if guest is None:
            raise NotYours(_("Only players can undo."))
        moves.take_back(table, _version(request), None, guest)
    except TetsudoError as error:
        refusal = error
    shown = {**context(scene_of(request, table)), "refusal": refusal}
    return render(request, "table/parts.html", shown, status=422 if refusal else 200)


@require_POST
def redo(request: HttpRequest, key: str) -> HttpResponse:
    """Do again what was undone."""
    table, guest = table_or_404(key), guest_of(request)
    refusal: TetsudoError | None = None
    try:
        if guest is None:
            raise NotYours(_("Only players can undo."))
        moves.do_again(table, _version(request), guest)
    except TetsudoError as error:
        refusal = error
    shown = {**context(scene_of(request, table)), "refusal": refusal}
    return render(request, "table/parts.html", shown, status=422 if refusal else 200)


@require_GET
def hex(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """What can be done on a hex: every tile in every rotation that fits, and why others do not."""
    return HttpResponse("")


@require_GET
def routes(request: HttpRequest, key: str) -> HttpResponse:
    """The best run that meets what was clicked, or why there is none."""
    return HttpResponse("")
