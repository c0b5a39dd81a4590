"""Tables as data for programs, and the form of a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.api.endpoints.schemas import NewSeat, NewTable
from tetsudo.web.api.endpoints.seat_names import is_program
from tetsudo.web.common.language import translate_round
from tetsudo.web.lobby.form_fields import shape_of
from tetsudo.web.lobby.forms import HERE, OPEN, TABLE_OPTIONS, Forms, TableForm, bound_forms
from tetsudo.web.lobby.new_table import BOXES
from tetsudo.web.lobby.preset_settings import TABLE_FIELDS
from tetsudo.web.tables.bot_levels import BOTS
from tetsudo.web.tables.models import Guest, Seat, Table

SETTINGS: Final = tuple(name for name in TABLE_FIELDS if name != "cardboard")
"""Settings of a table that programs choose: all but the companion of a game on cardboard."""


def table_line(table: Table, seats: Iterable[Seat], guest: Guest | None) -> dict[str, Any]:
    """A table in a list."""
    return {
        "key": table.key,
        "name": table.name,
        "title": table.title,
        "scenario": table.scenario or "",
        "variants": table.variants,
        "status": table.status,
        "version": table.version,
        "round": translate_round(table.stage),
        "to_act": table.to_act,
        "seats": [_seat(seat, guest) for seat in seats],
        "created": table.created,
        "changed": table.changed,
    }


def _seat(seat: Seat, guest: Guest | None) -> dict[str, Any]:
    return {
        "number": seat.number,
        "name": seat.name,
        "kind": _kind_of(seat),
        "bot": seat.bot,
        "is_mine": guest is not None and seat.guest_id == guest.pk,
    }


def _kind_of(seat: Seat) -> str:
    if seat.bot or seat.guest is None:
        return "bot" if seat.bot else "open"
    return "program" if is_program(seat.guest) else "person"


def table_data(request: HttpRequest, table: Table, guest: Guest | None) -> dict[str, Any]:
    """A table with what was agreed there."""
    return {
        **table_line(table, table.seats.select_related("guest__account"), guest),
        "options": table.options,
        "settings": {name: getattr(table, name) for name in SETTINGS},
        "result": table.result,
        "page": request.build_absolute_uri(reverse("table", args=[table.key])),
    }


# A new table


def forms_of(wish: NewTable, names: Sequence[str]) -> Forms:
    """The forms of a new table, filled in; `names` of those who sit there. Raises `BadInput` if they are not valid.

    So a program is held to the same rules as a person in a browser.
    """
    sent = QueryDict(mutable=True)
    sent.update({"title": wish.title, "scenario": wish.scenario, "players": str(len(wish.seats)), "name": wish.name})
    sent.setlist("variants", wish.variants)
    for number, (seat, name) in enumerate(zip(wish.seats, names, strict=True)):
        sent.update({f"seat-{number}-kind": _kind(seat), f"seat-{number}-name": name})
    sent.update({f"rule-{name}": _text(value) for name, value in wish.options.items()})
    shape = shape_of(sent)
    _check_known("options", wish.options, shape.default_options.keys() - TABLE_OPTIONS)
    _check_known("settings", wish.settings, SETTINGS)
    for name, value in {**_usual_settings(shape), **wish.settings}.items():
        if isinstance(value, bool) != (name in BOXES):
            raise BadInput(_("“{name}” is not of this kind.").format(name=name), "settings")
        if value is not False:
            sent[name] = _text(value)
    if (shape.info.name, shape.scenario, shape.players) != (wish.title, wish.scenario or shape.scenario, len(names)):
        raise BadInput(_("There is no such game: see `titles` for what can be chosen together."), "title")
    forms = bound_forms(sent)
    if not forms.are_valid():
        raise BadInput(forms.first_error())
    return forms


def _kind(seat: NewSeat) -> str:
    if seat.kind != "bot":
        return HERE if seat.kind == "me" else OPEN
    if seat.bot not in BOTS:
        raise BadInput(_("There is no bot of that name."), "bot")
    return seat.bot


def _usual_settings(shape: Any) -> dict[str, Any]:
    form = TableForm(shape)
    return {name: form.fields[name].initial for name in SETTINGS if form.fields[name].initial not in (None, "")}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_known(where: str, sent: Iterable[str], known: Iterable[str]) -> None:
    for name in sorted(set(sent) - set(known)):
        raise BadInput(_("There is no “{name}” to choose here.").format(name=name[:40]), where)
