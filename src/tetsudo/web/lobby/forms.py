"""Forms of a new table. Their fields depend on the title and its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tetsudo.core.errors import BadInput
from tetsudo.core.player_names import MAX_NAME_LENGTH
from tetsudo.core.units import money_text
from tetsudo.engine.model.options import OptionValue
from tetsudo.titles.data.options import FLAG, NUMBER, WORD, parse_option, validate_option
from tetsudo.titles.loader import Choice, OptionInfo, titles
from tetsudo.web.common.error_pages import field_message
from tetsudo.web.common.language import language
from tetsudo.web.lobby.finding.start_dates import check_start, start_time
from tetsudo.web.lobby.form_fields import FormData, Shape, shape_of
from tetsudo.web.reference.options import option_name, value_text
from tetsudo.web.tables.bot_levels import short_choices
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.clocks import agreements, budgets, deadlines
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.people.display_names import valid_name
from tetsudo.web.tables.seats import leave
from tetsudo.web.tables.seats.join import Chair

HERE: Final = "here"
OPEN: Final = "open"

TABLE_OPTIONS: Final = frozenset({"automatic_passes"})
"""Options set by a setting of the table (`Table.auto_pass`) instead of as a house rule."""


def _choice_pairs(choices: Sequence[Choice]) -> list[tuple[str, str]]:
    return [(choice.name, _(choice.title)) for choice in choices]


class TableForm(forms.Form):
    """Form for the settings of the whole table."""

    title = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    scenario = forms.ChoiceField(label=gettext_lazy("Scenario"), widget=forms.RadioSelect)
    variants = forms.MultipleChoiceField(
        label=gettext_lazy("Variants"), widget=forms.CheckboxSelectMultiple, required=False
    )
    players = forms.TypedChoiceField(label=gettext_lazy("Players"), widget=forms.RadioSelect, coerce=int)
    name = forms.CharField(
        label=gettext_lazy("Table name"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("Optional. Helps you find the table later."),
    )
    undo = forms.ChoiceField(label=gettext_lazy("Who may undo"), choices=Table.Undo.choices, initial=Table.Undo.OWN)
    random_seating = forms.BooleanField(
        label=gettext_lazy("Random seats"),
        help_text=gettext_lazy("Otherwise players sit, and begin, in the order above."),
        required=False,
    )
    best_routes = forms.BooleanField(
        label=gettext_lazy("Show best routes"),
        help_text=gettext_lazy("Otherwise players find their own routes."),
        initial=True,
        required=False,
    )
    is_listed = forms.BooleanField(
        label=gettext_lazy("List in the lobby"),
        help_text=gettext_lazy("Otherwise only people with the link can find it."),
        initial=True,
        required=False,
    )
    auto_pass = forms.ChoiceField(
        label=gettext_lazy("Automatic passes"),
        choices=Table.AutoPass.choices,
        initial=Table.AutoPass.USUAL,
        required=False,
    )
    talk = forms.ChoiceField(
        label=gettext_lazy("Who may chat"),
        choices=Table.Talk.choices,
        initial=Table.Talk.USUAL,
        required=False,
    )
    advice = forms.ChoiceField(
        label=gettext_lazy("Bot advice"),
        choices=Table.Advice.choices,
        initial=Table.Advice.USUAL,
        required=False,
    )
    cardboard = forms.ChoiceField(
        label=gettext_lazy("Companion of a game on cardboard"),
        help_text=gettext_lazy("This device lies in the middle of the table; phones may join."),
        choices=Table.Cardboard.choices,
        initial=Table.Cardboard.NO,
        required=False,
    )
    pace = forms.TypedChoiceField(label=gettext_lazy("Pause before bot moves"), coerce=int, initial=0, required=False)
    deadline = forms.TypedChoiceField(
        label=gettext_lazy("Replacing a slow player"),
        help_text=gettext_lazy("Opens the player's seat for someone else. With two players, only after this time."),
        coerce=int,
        initial=0,
        required=False,
    )
    deadline_end = forms.ChoiceField(
        label=gettext_lazy("When a deadline passes"),
        help_text=gettext_lazy("The deadline is chosen above."),
        choices=Table.DeadlineEnd.choices,
        initial=Table.DeadlineEnd.PLAYERS,
        required=False,
    )
    vacation_days = forms.TypedChoiceField(
        label=gettext_lazy("Vacation"),
        help_text=gettext_lazy("Days in which no deadline runs, taken when a player wants."),
        coerce=int,
        initial=0,
        required=False,
    )
    tempo = forms.ChoiceField(
        label=gettext_lazy("Pace of play"), choices=Table.Tempo.choices, initial=Table.Tempo.UNSAID, required=False
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language at the table"),
        help_text=gettext_lazy("For the chat, and to find the table by it. Everyone reads the game in their own."),
        required=False,
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Date of a live game"),
        help_text=gettext_lazy("Optional, in your time zone. The players get it as a calendar file."),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        error_messages={"invalid": gettext_lazy("Enter the date like 2026-12-31 20:00.")},
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        required=False,
    )
    zone = forms.CharField(
        max_length=64, required=False, widget=forms.HiddenInput(attrs={"data-zone": "", "autocomplete": "off"})
    )
    clock_minutes = forms.TypedChoiceField(
        label=gettext_lazy("Time for each player"), coerce=int, initial=0, required=False
    )
    clock_end = forms.ChoiceField(
        label=gettext_lazy("When a player's time is used up"),
        choices=Table.ClockEnd.choices,
        initial=Table.ClockEnd.SHOWN,
        required=False,
    )
    clock_penalty = forms.TypedChoiceField(
        label=gettext_lazy("Price of each minute over"), coerce=int, initial=budgets.DEFAULT_PENALTY, required=False
    )

    def __init__(self, shape: Shape, sent: Any = None, initial: Any = None) -> None:
        super().__init__(sent, initial=initial)
        self.offer("title", [(info.name, _(info.full_name)) for info in titles()], shape.info.name)
        self.offer("scenario", _choice_pairs(shape.info.scenarios), shape.scenario)
        self.offer("variants", _choice_pairs(shape.info.variants), list(shape.variants))
        self.offer("language", [("", _("not said")), *settings.LANGUAGES], language())
        self.offer("deadline", [(days, leave.deadline_text(days)) for days in leave.DEADLINES], 0)
        self.offer("pace", [(seconds, _pace_text(seconds)) for seconds in worker.PACES], 0)
        self.offer("vacation_days", [(days, _vacation_text(days)) for days in deadlines.VACATIONS], 0)
        self.offer("clock_minutes", [(minutes, _clock_text(minutes)) for minutes in budgets.CLOCK_MINUTES], 0)
        prices = [(price, money_text(shape.currency, price)) for price in budgets.PENALTIES]
        self.offer("clock_penalty", prices, str(budgets.DEFAULT_PENALTY))
        self.offer("players", [(number, str(number)) for number in shape.seats], shape.players)
        for name, offered in (("scenario", shape.info.scenarios), ("variants", shape.info.variants)):
            if not offered:
                del self.fields[name]

    def offer(self, name: str, choices: Sequence[tuple[Any, str]], initial: object) -> None:
        """Set the choices and the initial value of a field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, initial

    def clean(self) -> dict[str, Any]:
        """Read the date in the browser's time zone."""
        local = self.cleaned_data.get("starts_at")
        if local is not None:
            try:
                self.cleaned_data["starts_at"] = start_time(local, self.cleaned_data.get("zone", ""))
                check_start(self.cleaned_data["starts_at"], self.cleaned_data.get("tempo", ""))
            except BadInput as error:
                self.add_error("starts_at", field_message(error))
        return self.cleaned_data


def _clock_text(minutes: int) -> str:
    return agreements.minutes_text(minutes) if minutes else _("no clocks")


def _vacation_text(days: int) -> str:
    return agreements.vacation_text(days) if days else _("none")


def _pace_text(seconds: int) -> str:
    """Label of the delay before bots' moves."""
    if not seconds:
        return _("a moment")
    return ngettext("a second", "{count} seconds", seconds).format(count=seconds)


class SeatForm(forms.Form):
    """Form for one seat."""

    kind = forms.ChoiceField(label=gettext_lazy("Player"))
    name = forms.CharField(label=gettext_lazy("Name"), max_length=MAX_NAME_LENGTH, required=False)

    def __init__(self, number: int, sent: Any = None, initial: Any = None) -> None:
        super().__init__(sent, initial=initial, prefix=f"seat-{number}")
        self.number = number
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = [(HERE, _("At this screen")), (OPEN, _("Open, by link")), *short_choices()]

    def clean(self) -> dict[str, Any]:
        """Require a name for a person at this screen."""
        if self.cleaned_data.get("kind") == HERE and not self.cleaned_data.get("name") and not self.errors:
            self.add_error("name", _("Who sits here?"))
        return self.cleaned_data

    def clean_name(self) -> str:
        """Validate the name, if there is one."""
        name = str(self.cleaned_data["name"])
        try:
            return valid_name(name) if name else ""
        except BadInput as error:
            raise forms.ValidationError(field_message(error)) from None

    @property
    def chair(self) -> Chair:
        """Chair for the new table."""
        kind = self.cleaned_data["kind"]
        if kind in (HERE, OPEN):
            return Chair(self.cleaned_data["name"] if kind == HERE else "")
        return Chair(bot=kind)


class RulesForm(forms.Form):
    """Form for house rules. Empty fields keep the default for the title, variants and number of players."""

    def __init__(self, shape: Shape, sent: Any = None, initial: Any = None) -> None:
        super().__init__(sent, initial=initial, prefix="rule")
        self.usual = shape.default_options
        self.options = {option.name: option for option in shape.info.options if option.name not in TABLE_OPTIONS}
        for name, option in self.options.items():
            self.fields[name] = _field(option, self.usual[name])

    def clean(self) -> dict[str, Any]:
        """Validate each house rule against its option."""
        for name, option in self.options.items():
            text = self.cleaned_data.get(name)
            if text in (None, ""):
                continue
            try:
                self.cleaned_data[name] = validate_option(option, parse_option(option, str(text)), self.usual[name])
            except BadInput as error:
                self.add_error(name, field_message(error).replace("_", " "))
        return self.cleaned_data

    @property
    def changed_options(self) -> Mapping[str, OptionValue]:
        """House rules that differ from the default."""
        values = {name: self.cleaned_data.get(name) for name in self.options}
        return {name: value for name, value in values.items() if value not in (None, "", self.usual[name])}


def _field(option: OptionInfo, usual: OptionValue) -> forms.Field:
    said: dict[str, Any] = {
        "label": option_name(option.name),
        "help_text": _(option.help),
        "required": False,
    }
    as_usual = ("", _("default: {usual}").format(usual=value_text(usual)))
    shown = {"placeholder": value_text(usual)}
    if option.type == FLAG:
        return forms.ChoiceField(choices=[as_usual, ("true", _("yes")), ("false", _("no"))], **said)
    if option.type == WORD:
        return forms.ChoiceField(choices=[as_usual, *((word, value_text(word)) for word in option.choices)], **said)
    if option.type == NUMBER:
        bounds = forms.NumberInput(attrs={**shown, "inputmode": "numeric", "step": option.step})
        return forms.IntegerField(min_value=option.minimum, max_value=option.maximum, widget=bounds, **said)
    return forms.CharField(max_length=200, widget=forms.TextInput(attrs=shown), **said)


@dataclass(frozen=True)
class Forms:
    """All forms of the page."""

    shape: Shape
    table: TableForm
    seats: list[SeatForm]
    rules: RulesForm

    def are_valid(self) -> bool:
        """True if all forms are valid. All are validated, so that each shows its errors."""
        judged = [form.is_valid() for form in (self.table, *self.seats, self.rules)]  # without short-circuit
        return all(judged)

    def first_error(self) -> str:
        """Sentence about the first invalid field, with its label; "" if all are valid."""
        for form in (self.table, *self.seats, self.rules):
            for name, errors in form.errors.items():
                return f"{form.fields[name].label}: {errors[0]}" if name in form.fields else str(errors[0])
        return ""


def bound_forms(sent: FormData) -> Forms:
    """Forms with the data sent, for validation."""
    shape = shape_of(sent)
    seats = [SeatForm(number, sent) for number in range(shape.players)]
    return Forms(shape, TableForm(shape, sent), seats, RulesForm(shape, sent))
