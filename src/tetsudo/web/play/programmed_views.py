"""Views for plans: show the plan dialog, make a plan, or cancel one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.game.programmed.kinds import FLAG_FIELDS, KINDS
from tetsudo.web.play.actions import STATUS
from tetsudo.web.play.controls.programmed import draft_of, may_plan
from tetsudo.web.play.pages import context
from tetsudo.web.play.scene.scene import scene_of, table_or_404
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import programmed
from tetsudo.web.tables.seats.guests import guest_of

NUMBERS = frozenset({"price", "percent"})


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def plans(request: HttpRequest, key: str) -> HttpResponse:
    """Show the plan dialog (GET), or make a plan (POST)."""
    table = table_or_404(key)
    if request.method == "POST":
        return _apply_change(
            request, table, lambda: programmed.make(table, _guest(request), _seat(request), _data(request))
        )
    scene = scene_of(request, table)
    if not may_plan(scene):
        return HttpResponse(
            _("Only players can program actions."), status=403, content_type="text/plain; charset=utf-8"
        )
    return render(request, "table/plans/plan_dialog.html", {"draft": draft_of(scene), "table": table})


@require_POST
def call_off(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Cancel a plan, or dismiss one that has ended."""
    table = table_or_404(key)
    return _apply_change(request, table, lambda: programmed.call_off(table, _guest(request), number))


def _apply_change(request: HttpRequest, table: Table, deed: Callable[[], object]) -> HttpResponse:
    """Apply a change and answer with the updated parts of the page."""
    refusal: TetsudoError | None = None
    try:
        deed()
    except TetsudoError as error:
        refusal = error
    status = STATUS.get(type(refusal), 422) if refusal else 200
    return render(request, "table/parts.html", context(scene_of(request, table), refusal), status=status)


def _guest(request: HttpRequest) -> Guest:
    guest = guest_of(request)
    if guest is None:
        raise NotAllowed(_("Only players can program actions."))
    return guest


def _seat(request: HttpRequest) -> int:
    return _number(request.POST.get("seat", ""), "seat")


def _data(request: HttpRequest) -> dict[str, Any]:
    """Plan data from a form; empty fields are left out. Raises `BadInput` if malformed."""
    sent = request.POST
    kind = KINDS.get(sent.get("kind", ""))
    if kind is None:
        raise BadInput(_("There is no such programmed action."))
    data: dict[str, Any] = {"kind": kind.kind}
    for each in fields(kind):
        text = sent.get(each.name, "")
        if text and each.name in FLAG_FIELDS:
            data[each.name] = True
        elif text and each.name in NUMBERS:
            data[each.name] = _number(text, each.name)
        elif text:
            data[each.name] = sent.getlist(each.name) if each.name == "steps" else text
    if kind.kind == "pass" and "priced" not in data:
        data.pop("price", None)
    return data


def _number(text: str, field: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise BadInput("must be a whole number", field)
    return int(text)
