"""Settings of a new table as a preset stores them: written from the page's forms, and read back into their data.

Names are left out: those of people, and the table's own. House rules are stored as typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.http import QueryDict
from django.utils.translation import ngettext

from tetsudo.titles.loader import is_name
from tetsudo.web.lobby.form_fields import Shape, shape_of
from tetsudo.web.lobby.forms import Forms, RulesForm, SeatForm, TableForm
from tetsudo.web.reference.options import option_name
from tetsudo.web.tables.bots import worker

TABLE_FIELDS: Final = (
    "undo",
    "deadline",
    "auto_pass",
    "talk",
    "advice",
    "pace",
    "cardboard",
    "best_routes",
    "is_listed",
    "random_seating",
    "tempo",
    "language",
    "clock_minutes",
    "clock_end",
    "clock_penalty",
    "vacation_days",
    "deadline_end",
)
"""Fields of the table's form, without its name, the title and the choices that depend on it."""


class ReadSettings(NamedTuple):
    """Form data made from a preset, and the labels of its settings that no longer exist."""

    sent: QueryDict
    unknown: list[str]


def without_names(sent: QueryDict) -> QueryDict:
    """The data of a form with placeholders for the names in its seats, and without the table's name."""
    anonymous = sent.copy()
    anonymous["name"] = ""
    for number in range(shape_of(sent).players):
        anonymous[f"seat-{number}-name"] = str(number + 1)
    return anonymous


def settings_of(forms: Forms) -> dict[str, Any]:
    """Settings in valid forms, as plain data."""
    shape, table = forms.shape, forms.table.cleaned_data
    return {
        "title": shape.info.name,
        "scenario": shape.scenario,
        "players": shape.players,
        "variants": list(shape.variants),
        "seats": [seat.cleaned_data["kind"] for seat in forms.seats],
        "rules": {name: str(forms.rules[name].value()) for name in forms.rules.changed_options},
        "table": {name: table[name] for name in TABLE_FIELDS if table[name] != ""},
    }


def read_settings(settings: Mapping[str, Any]) -> ReadSettings:
    """Form data for stored settings, without those that no longer exist: a variant or a bot may have been renamed."""
    if not is_name(settings["title"]):
        return ReadSettings(QueryDict(), [settings["title"]])
    sent = _form_data(settings)
    shape = shape_of(sent)
    unknown = [
        *_unknown_choices(settings, shape),
        *_drop_unknown_bots(sent, shape),
        *_drop_unknown_rules(sent, shape, settings["rules"]),
        *_reset_unknown_policies(sent, shape),
    ]
    return ReadSettings(sent, unknown)


def _form_data(settings: Mapping[str, Any]) -> QueryDict:
    sent = QueryDict(mutable=True)
    for name in ("title", "scenario", "players"):
        sent[name] = str(settings[name])
    sent.setlist("variants", settings["variants"])
    for number, kind in enumerate(settings["seats"]):
        sent[f"seat-{number}-kind"] = kind
    for name, text in settings["rules"].items():
        sent[f"rule-{name}"] = text
    for name, value in settings["table"].items():
        if value is not False:  # an unticked box sends nothing
            sent[name] = "on" if value is True else str(value)
    return sent


def _unknown_choices(settings: Mapping[str, Any], shape: Shape) -> Iterable[str]:
    """Scenario, variants and number of players that the title does not have; the form leaves them out by itself."""
    if settings["scenario"] not in ("", shape.scenario):
        yield settings["scenario"]
    yield from (name for name in settings["variants"] if name not in shape.variants)
    if settings["players"] != shape.players:
        count: int = settings["players"]
        yield ngettext("{count} player", "{count} players", count).format(count=count)


def _drop_unknown_bots(sent: QueryDict, shape: Shape) -> Iterable[str]:
    """Replace bots that the site does not have by the one proposed for a seat; yield their names."""
    for number in range(shape.players):
        name = f"seat-{number}-kind"
        form, kind = SeatForm(number, sent), sent.get(name)
        form.is_valid()
        if kind is not None and "kind" in form.errors:
            sent[name] = worker.DEFAULT_BOT
            yield kind


def _drop_unknown_rules(sent: QueryDict, shape: Shape, rules: Iterable[str]) -> Iterable[str]:
    """Drop house rules that the title does not have, or not with this value; yield their labels."""
    form = RulesForm(shape, sent)
    form.is_valid()
    for name in rules:
        if name not in form.fields or name in form.errors:
            del sent[f"rule-{name}"]
            yield option_name(name)


def _reset_unknown_policies(sent: QueryDict, shape: Shape) -> Iterable[str]:
    """Set settings of the table whose value does not exist to the default; yield their labels."""
    form = TableForm(shape, sent)
    form.is_valid()
    for name in TABLE_FIELDS:
        if name in form.errors:
            sent[name] = str(form.fields[name].initial)
            yield str(form.fields[name].label)
