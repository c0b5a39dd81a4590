"""Page to set up a new table."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import titles
from tetsudo.web.common.error_pages import field_message
from tetsudo.web.lobby import setup_words
from tetsudo.web.lobby.form_fields import Shape, shape_of
from tetsudo.web.lobby.forms import HERE, OPEN, RulesForm, SeatForm, TableForm
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of
from tetsudo.web.tables.seats.join import TableSettings, open_table, trial_game

PRESETS: Final[dict[str, tuple[object, str]]] = {
    "bots": (gettext_lazy("Me against bots"), worker.DEFAULT_BOT),
    "here": (gettext_lazy("All at this screen"), HERE),
    "open": (gettext_lazy("By invitation links"), OPEN),
    "cardboard": (gettext_lazy("Beside a real board"), HERE),
}
"""Presets for the seats, each with its label and the kind of all seats but the first."""


BESIDE_BOARD: Final[dict[str, Any]] = {
    "cardboard": Table.Cardboard.TRUST,
    "undo": Table.Undo.FREE,
    "is_listed": False,
}
"""Settings of the preset for a game on cardboard."""


class Forms(NamedTuple):
    """All forms of the page."""

    shape: Shape
    table: TableForm
    seats: list[SeatForm]
    rules: RulesForm

    def are_valid(self) -> bool:
        """True if all forms are valid. All are validated, so that each shows its errors."""
        judged = [form.is_valid() for form in (self.table, *self.seats, self.rules)]  # without short-circuit
        return all(judged)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the forms of a new table, or open it."""
    guest = guest_of(request)
    if request.method != "POST" or "preset" in request.POST or "update" in request.POST:
        return _page(request, _draft(request.GET or request.POST, guest))
    forms = _bound_forms(request.POST)
    if forms.are_valid():
        try:
            return redirect("table", _open(request, forms).key)
        except BadInput as error:
            _add_error(forms, error)
    return _page(request, forms, status=422)


def _page(request: HttpRequest, forms: Forms, status: int = 200) -> HttpResponse:
    shown = {"forms": forms, "presets": PRESETS, "titles": titles(), "words": _words(forms)}
    return render(request, "lobby/new.html", shown, status=status)


def _words(forms: Forms) -> dict[str, str]:
    """Words for what is chosen in each fold; "" for what is usual."""
    return {
        "variants": setup_words.variants_text(forms.shape),
        "rules": setup_words.rules_text(forms.rules),
        "policies": setup_words.policies_text(forms.table),
    }


# Content of the forms


def _bound_forms(sent: QueryDict) -> Forms:
    shape = shape_of(sent)
    seats = [SeatForm(number, sent) for number in range(shape.players)]
    return Forms(shape, TableForm(shape, sent), seats, RulesForm(shape, sent))


def _draft(sent: QueryDict, guest: Guest | None) -> Forms:
    """Forms that are still being filled in, without validation."""
    shape = shape_of(sent)
    plain = (
        "name",
        "undo",
        "random_seating",
        "best_routes",
        "is_listed",
        "talk",
        "deadline",
        "advice",
        "pace",
        "auto_pass",
        "cardboard",
    )
    values: dict[str, Any] = {field: sent.get(field) for field in plain} if "undo" in sent else {}
    if sent.get("preset") == "cardboard":
        values |= BESIDE_BOARD
    rules = {name: sent.get(f"rule-{name}") for name in shape.default_options if sent.get(f"rule-{name}")}
    seats = [SeatForm(number, initial=_seat(sent, number, guest)) for number in range(shape.players)]
    return Forms(shape, TableForm(shape, initial=values), seats, RulesForm(shape, initial=rules))


def _seat(sent: QueryDict, number: int, guest: Guest | None) -> dict[str, str]:
    """Initial values of a seat: those sent before, or from the chosen preset."""
    proposed = guest.name if number == 0 and guest and guest.name else _("Player {number}").format(number=number + 1)
    name = sent.get(f"seat-{number}-name") or proposed
    if number == 0:
        return {"kind": HERE if "preset" in sent else sent.get("seat-0-kind", HERE), "name": name}
    _label, others = PRESETS.get(sent.get("preset", ""), PRESETS["bots"])
    if "preset" in sent:
        return {"kind": others, "name": name}
    there = [kind for seat in range(1, number + 1) if (kind := sent.get(f"seat-{seat}-kind"))]
    return {"kind": there[-1] if there else others, "name": name}


# Opening the table


def _open(request: HttpRequest, forms: Forms) -> Table:
    chosen = forms.table.cleaned_data
    chairs = [seat.chair for seat in forms.seats]
    guest = guest_of(request)
    mine = next((chair.name for chair in chairs if chair.name), "")
    wish = TableSettings(
        title=chosen["title"],
        chairs=chairs,
        name=chosen["name"],
        scenario=chosen.get("scenario", ""),
        variants=chosen.get("variants", ()),
        options=forms.rules.changed_options,
        random_seating=chosen["random_seating"],
        undo=chosen["undo"],
        best_routes=chosen["best_routes"],
        is_listed=chosen["is_listed"],
        talk=chosen["talk"] or Table.Talk.USUAL,
        deadline=chosen["deadline"] or 0,
        advice=chosen["advice"] or Table.Advice.USUAL,
        pace=chosen["pace"] or 0,
        auto_pass=chosen["auto_pass"] or Table.AutoPass.USUAL,
        cardboard=chosen["cardboard"] or Table.Cardboard.NO,
    )
    trial_game(wish)  # before `ensure_guest`: a refusal must not create a guest
    check_rate_limit(request, "tables")
    return open_table(wish, ensure_guest(request, guest.name if guest and guest.name else mine))


def _add_error(forms: Forms, error: BadInput) -> None:
    """Add an error to the field that caused it."""
    seat = re.fullmatch(r"players\[(\d+)\]", error.where)
    rule = error.sentence.partition(" ")[0]
    if seat and int(seat[1]) < len(forms.seats):
        forms.seats[int(seat[1])].add_error("name", field_message(error))
    elif rule in forms.rules.fields:
        forms.rules.add_error(rule, field_message(error).replace("_", " "))
    else:
        forms.table.add_error(error.where if error.where in forms.table.fields else None, field_message(error))
