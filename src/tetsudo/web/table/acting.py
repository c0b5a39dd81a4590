"""What the hand does at a table: actions, undo and redo, and what it asks before."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tetsudo.errors import BadInput, TetsudoError
from tetsudo.web.table.pages import context
from tetsudo.web.table.scene import scene_of, table_or_404
from tetsudo.web.tables import moves
from tetsudo.web.tables.errors import NotYours, Stale
from tetsudo.web.tables.guests import guest_of
from tetsudo.web.tables.models import Guest, Table


def _version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(_("The move does not say for which position it was made."))
    return int(text)


def _action(request: HttpRequest) -> Any:
    """What is to be done, as records write it."""
    try:
        data = json.loads(request.POST.get("action", ""))
        if isinstance(data, dict) and "open" in data:
            field = str(data.pop("open"))
            data[field] = int(request.POST.get("amount", ""))
    except (ValueError, RecursionError):
        raise BadInput(_("This is no action.")) from None
    return data


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Do an action: `version`, and `action` as records write it; `amount` fills the field that it leaves open."""
    table = table_or_404(key)
    seats = moves.seats_of(table, guest_of(request))
    return _answer(request, table, lambda: moves.act(table, _version(request), _action(request), seats))


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take moves back."""
    table = table_or_404(key)
    return _answer(request, table, lambda: moves.take_back(table, _version(request), None, _player(request)))


@require_POST
def redo(request: HttpRequest, key: str) -> HttpResponse:
    """Do again what was undone."""
    table = table_or_404(key)
    return _answer(request, table, lambda: moves.do_again(table, _version(request), _player(request)))


def _player(request: HttpRequest) -> Guest:
    guest = guest_of(request)
    if guest is None:
        raise NotYours(_("Only players can undo."))
    return guest


STATUS: Final[Mapping[type[TetsudoError], int]] = {Stale: 409, NotYours: 403}
"""What the web calls a refusal; 422 for all others."""


def _answer(request: HttpRequest, table: Table, move: Callable[[], object]) -> HttpResponse:
    """Make a move, and answer with the parts of the page as they are then, or a program with the number of moves."""
    refusal: TetsudoError | None = None
    try:
        move()
    except TetsudoError as error:
        refusal = error
    status = STATUS.get(type(refusal), 422) if refusal else 200
    if not request.accepts("text/html"):
        return JsonResponse(_in_short(table, refusal), status=status)
    shown = {**context(scene_of(request, table)), "refusal": refusal}
    return render(request, "table/parts.html", shown, status=status)


def _in_short(table: Table, refusal: TetsudoError | None) -> dict[str, Any]:
    """The outcome of a move without any drawing."""
    if refusal is None:
        return {"version": table.version}
    table.refresh_from_db(fields=["version"])
    return {"version": table.version, "refusal": str(refusal)}


@require_GET
def hex(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """What can be done on a hex: every tile in every rotation that fits, and why others do not."""
    return HttpResponse("")


@require_GET
def routes(request: HttpRequest, key: str) -> HttpResponse:
    """The best run that meets what was clicked, or why there is none."""
    return HttpResponse("")
