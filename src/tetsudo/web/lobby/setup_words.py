"""Choices for a new table in words: for the lines that they are folded behind, and for presets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.web.common.language import join_list
from tetsudo.web.lobby.form_fields import Shape
from tetsudo.web.lobby.forms import Forms, RulesForm, TableForm
from tetsudo.web.reference.options import value_text

POLICIES: Final = (
    "tempo", "language", "starts_at", "clock_minutes", "clock_end", "clock_penalty", "undo", "deadline", "deadline_end",
    "vacation_days", "auto_pass", "talk", "advice", "pace", "cardboard", "best_routes", "is_listed",
)  # fmt: skip
"""Fields of the table's settings that are folded."""


def summary(forms: Forms) -> str:
    """Everything chosen in one line: game, scenario, number of players, variants, house rules and settings."""
    shape = forms.shape
    scenario = next((choice for choice in shape.info.scenarios if choice.name == shape.scenario), None)
    parts = (
        _(shape.info.full_name),
        f"{scenario.name} {_(scenario.title)}" if scenario else "",
        ngettext("{count} player", "{count} players", shape.players).format(count=shape.players),
        variants_text(shape),
        rules_text(forms.rules),
        policies_text(forms.table),
    )
    return " · ".join(filter(None, parts))


def variants_text(shape: Shape) -> str:
    """The ticked variants."""
    return join_list(_(choice.title) for choice in shape.available_variants if choice.name in shape.variants)


def rules_text(form: RulesForm) -> str:
    """House rules that differ from the default."""
    values = {name: form[name].value() for name in form.options}
    changed = {name: value for name, value in values.items() if value not in (None, "")}
    return " · ".join(f"{form.fields[name].label}: {_rule_text(form.fields[name], changed[name])}" for name in changed)


def _rule_text(field: forms.Field, value: Any) -> str:
    return _label(field, value) if isinstance(field, forms.ChoiceField) else str(value_text(value))


def _label(field: forms.ChoiceField, value: Any) -> str:
    """Label of a choice; the value itself if it is none of them."""
    choices: Any = field.choices
    return next((str(text) for each, text in choices if str(each) == str(value)), str(value))


def policies_text(form: TableForm) -> str:
    """Settings of the table that differ from the default."""
    return " · ".join(_changes(form))


def _changes(form: TableForm) -> Iterator[str]:
    for name in POLICIES:
        field, value = form.fields[name], form[name].value()
        if isinstance(field, forms.BooleanField):
            if bool(value) != bool(field.initial):
                yield f"{field.label}: {_('yes') if value else _('no')}"
        elif isinstance(field, forms.ChoiceField) and str(value or field.initial) != str(field.initial):
            yield f"{field.label}: {_label(field, value)}"
        elif isinstance(field, forms.DateTimeField) and value:
            yield f"{field.label}: {str(value).replace('T', ' ')}"
