"""Page to set up a new table, empty or from a preset."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import titles
from tetsudo.web.common import error_pages
from tetsudo.web.common.error_pages import field_message
from tetsudo.web.common.language import join_list
from tetsudo.web.lobby import setup_words
from tetsudo.web.lobby.form_fields import shape_of
from tetsudo.web.lobby.forms import HERE, OPEN, Forms, RulesForm, SeatForm, TableForm, bound_forms
from tetsudo.web.lobby.preset_settings import TABLE_FIELDS, read_settings, settings_of, without_names
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.clocks import budgets
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import MAX_PRESET_NAME_LENGTH, Guest, Preset, Table
from tetsudo.web.tables.seats import presets
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of
from tetsudo.web.tables.seats.join import TableSettings, open_table, trial_game

SEATINGS: Final[dict[str, tuple[object, str]]] = {
    "bots": (gettext_lazy("Me against bots"), worker.DEFAULT_BOT),
    "here": (gettext_lazy("All at this screen"), HERE),
    "open": (gettext_lazy("By invitation links"), OPEN),
    "cardboard": (gettext_lazy("On cardboard"), HERE),
}
"""Ways to fill all seats at once, each with its label and the kind of all seats but the first."""

BESIDE_BOARD: Final[dict[str, Any]] = {
    "cardboard": Table.Cardboard.TRUST,
    "undo": Table.Undo.FREE,
    "is_listed": False,
}
"""Settings of the preset for a game on cardboard."""

BOXES: Final = frozenset({"best_routes", "is_listed", "random_seating"})
"""Settings of the table that are ticked or not."""

PRESET_BY_LINK: Final = ("tempo", "language")
"""Settings that a link to the empty page may choose, besides those that all others depend on."""

MAX_LISTED_PRESETS: Final = 4
"""Number of the guest's presets in view; the others are folded."""


@dataclass(frozen=True)
class Venue:
    """Group that a new table belongs to, such as a club: its name and page, the address of its page of a new table."""

    name: str
    page: str
    address: str
    add: Callable[[Table], None]


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, venue: Venue | None = None) -> HttpResponse:
    """Show the forms of a new table, open it, or save its settings as a preset."""
    if request.method == "POST" and "save" in request.POST:
        return _save(request, venue)
    if request.method != "POST" or "seating" in request.POST or "update" in request.POST:
        return _page(request, venue, _draft(request.GET or request.POST, guest_of(request)))
    forms = bound_forms(request.POST)
    if forms.are_valid():
        try:
            return redirect("table", _open(request, venue, forms).key)
        except BadInput as error:
            _add_error(forms, error)
    return _page(request, venue, forms, status=422)


def _page(request: HttpRequest, venue: Venue | None, forms: Forms, status: int = 200, **more: Any) -> HttpResponse:
    own = presets.presets_of(guest_of(request))
    shown = {
        "venue": venue,
        "address": venue.address if venue else reverse("new"),
        "forms": forms,
        "seatings": SEATINGS,
        "titles": titles(),
        "words": _words(forms),
        "own_presets": own[:MAX_LISTED_PRESETS],
        "further_presets": own[MAX_LISTED_PRESETS:],
        "max_preset_name_length": MAX_PRESET_NAME_LENGTH,
        **more,
    }
    return render(request, "lobby/new.html", shown, status=status)


def _words(forms: Forms) -> dict[str, str]:
    """Words for what is chosen in each fold; "" for what is usual."""
    return {
        "variants": setup_words.variants_text(forms.shape),
        "rules": setup_words.rules_text(forms.rules),
        "policies": setup_words.policies_text(forms.table),
    }


# Content of the forms


def _draft(sent: QueryDict, guest: Guest | None) -> Forms:
    """Forms that are still being filled in, without validation."""
    shape = shape_of(sent)
    values = _sent_policies(sent) if "undo" in sent else {name: sent[name] for name in PRESET_BY_LINK if name in sent}
    if sent.get("seating") == "cardboard":
        values |= BESIDE_BOARD
    rules = {name: sent.get(f"rule-{name}") for name in shape.default_options if sent.get(f"rule-{name}")}
    seats = [SeatForm(number, initial=_seat(sent, number, guest)) for number in range(shape.players)]
    return Forms(shape, TableForm(shape, initial=values), seats, RulesForm(shape, initial=rules))


def _sent_policies(sent: QueryDict) -> dict[str, Any]:
    """Settings of the table that were sent. An unticked box sends nothing; other fields are missing in old presets."""
    fields = [field for field in ("name", "starts_at", "zone", *TABLE_FIELDS) if field in sent or field in BOXES]
    return {field: sent.get(field) for field in fields}


def _seat(sent: QueryDict, number: int, guest: Guest | None) -> dict[str, str]:
    """Initial values of a seat: those sent before, or from the chosen seating."""
    proposed = guest.name if number == 0 and guest and guest.name else _("Player {number}").format(number=number + 1)
    name = sent.get(f"seat-{number}-name") or proposed
    if number == 0:
        return {"kind": HERE if "seating" in sent else sent.get("seat-0-kind", HERE), "name": name}
    _label, others = SEATINGS.get(sent.get("seating", ""), SEATINGS["bots"])
    if "seating" in sent:
        return {"kind": others, "name": name}
    there = [kind for seat in range(1, number + 1) if (kind := sent.get(f"seat-{seat}-kind"))]
    return {"kind": there[-1] if there else others, "name": name}


# Opening the table


def _open(request: HttpRequest, venue: Venue | None, forms: Forms) -> Table:
    guest, wish = guest_of(request), table_settings(forms)
    mine = next((chair.name for chair in wish.chairs if chair.name), "")
    trial_game(wish)  # before `ensure_guest`: a refusal must not create a guest
    check_rate_limit(request, "tables")
    table = open_table(wish, ensure_guest(request, guest.name if guest and guest.name else mine))
    if venue is not None:
        venue.add(table)
    return table


def table_settings(forms: Forms) -> TableSettings:
    """Settings in valid forms."""
    chosen = forms.table.cleaned_data
    return TableSettings(
        title=chosen["title"],
        chairs=[seat.chair for seat in forms.seats],
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
        tempo=chosen["tempo"] or Table.Tempo.UNSAID,
        starts_at=chosen["starts_at"],
        language=chosen["language"],
        clock_minutes=chosen["clock_minutes"] or 0,
        clock_end=chosen["clock_end"] or Table.ClockEnd.SHOWN,
        clock_penalty=chosen["clock_penalty"] or budgets.DEFAULT_PENALTY,
        vacation_days=chosen["vacation_days"] or 0,
        deadline_end=chosen["deadline_end"] or Table.DeadlineEnd.PLAYERS,
    )


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


# Presets


@require_http_methods(["GET", "HEAD", "POST"])
def preset(request: HttpRequest, key: str, venue: Venue | None = None) -> HttpResponse:
    """Show the forms filled in from a preset, or delete it."""
    found = Preset.objects.filter(key=key).first()
    if found is None:
        raise Http404
    if request.method == "POST":
        try:
            presets.delete(found, guest_of(request))
        except NotAllowed as refusal:
            return error_pages.page(request, error_pages.sentence_of(refusal), 403)
        return redirect("new")
    read = read_settings(found.settings)
    forms = _draft(read.sent, guest_of(request))
    return _page(request, venue, forms, **_origin(request, found, forms, read.unknown))


def _save(request: HttpRequest, venue: Venue | None) -> HttpResponse:
    """Save the settings sent, and show the page with the link of the preset, or with the reason against it."""
    forms = _draft(request.POST, guest_of(request))
    try:
        saved = _saved_preset(request)
    except BadInput as error:
        name = request.POST.get("preset-name", "")
        return _page(request, venue, forms, 422, refusal=field_message(error).replace("_", " "), preset_name=name)
    return _page(request, venue, forms, saved=saved, **_origin(request, saved, forms))


def _saved_preset(request: HttpRequest) -> Preset:
    """Preset of the settings sent; BadInput if they, or its name, are invalid."""
    name = presets.valid_preset_name(request.POST.get("preset-name", ""))
    forms = bound_forms(without_names(request.POST))
    if not forms.are_valid():
        raise BadInput(forms.first_error())
    trial_game(table_settings(forms))
    check_rate_limit(request, "presets")
    return presets.save(ensure_guest(request), name, settings_of(forms))


def _origin(request: HttpRequest, found: Preset, forms: Forms, unknown: Sequence[str] = ()) -> dict[str, Any]:
    """Template context for the preset that the page is filled in from."""
    guest = guest_of(request)
    is_own = guest is not None and found.guest_id == guest.pk
    return {
        "preset": found,
        "preset_name": found.name if is_own else "",
        "summary": setup_words.summary(forms),
        "unknown": join_list(unknown),
        "link": request.build_absolute_uri(reverse("preset", args=[found.key])),
        "is_own": is_own,
    }
