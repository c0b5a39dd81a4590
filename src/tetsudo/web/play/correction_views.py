"""Views for corrections at tables for cardboard: show the dialog, or make a correction."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.language.labels import NUMBER_FIELDS, action_from_data
from tetsudo.web.play.actions import answer, refusal_without_reason, requested_version
from tetsudo.web.play.controls.corrections import LABELS, TITLES, fields_of, form_groups, may_open
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.guests import guest_of


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def corrections(request: HttpRequest, key: str) -> HttpResponse:
    """Show the dialog (GET), or make a correction (POST): `type`, `seat` of who makes it, and the kind's fields."""
    table = table_or_404(key)
    if request.method == "POST":
        return answer(request, table, lambda: _correct(request, table))
    scene = scene_of(request, table)
    if not may_open(scene):
        refusal = _("Only players of a game on cardboard can correct the position.")
        return HttpResponse(refusal, status=403, content_type="text/plain; charset=utf-8")
    seats = [(number, scene.game.names[number]) for number in scene.own_seats]
    shown = {"table": table, "groups": form_groups(scene), "seats": seats, "currency": scene.game.setup.currency}
    return render(request, "table/plans/correction_dialog.html", shown)


def _correct(request: HttpRequest, table: Table) -> object:
    version, data = requested_version(request), _data(request, table)
    try:
        return submit.correct(table, version, data, guest_of(request))
    except IllegalAction as refusal:
        raise _player_refusal(scene_of(request, table), data, refusal) from None


def _player_refusal(scene: Scene, data: dict[str, Any], refusal: IllegalAction) -> IllegalAction:
    """The refusal as the correcting player knows it, in their language; the table's own refusal is in English."""
    correction = action_from_data(scene.game.setup, scene.game.names, data)
    try:
        scene.known_game(scene.hot.game, correction.player).clone().follow(correction)
    except IllegalAction as told:
        return told
    return refusal_without_reason(scene, refusal)


def _data(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Correction in the format of records, from a form."""
    sent, kind = request.POST, request.POST.get("type", "")
    if kind not in TITLES:
        raise BadInput(_("This is not a correction."))
    data: dict[str, Any] = {"type": kind, "player": _player_name(table, sent.get("seat", ""))}
    for name in fields_of(kind):
        text = sent.get(name, "")
        data[name] = _number(text, str(LABELS[name])) if name in NUMBER_FIELDS else text
    return data


def _player_name(table: Table, seat: str) -> str:
    number: PlayerId = int(seat) if seat.isdecimal() and len(seat) < 4 else NOBODY
    names = {each.number: each.name for each in table.seats.all()}
    if number not in names:
        raise BadInput(_("There is no such seat."))
    return names[number]


def _number(text: str, label: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(_("must be a whole number"), label)
    return int(text)
