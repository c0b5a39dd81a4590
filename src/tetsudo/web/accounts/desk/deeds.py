"""Deeds: the actions that the desk offers on the page of a person, a table, a report or an announcement.

Each has a form with a reason, and a function that carries it out and returns the sentence that the organiser reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.web.accounts.desk import banner, bans, interventions, reporting
from tetsudo.web.accounts.desk.models import MAX_COMPLAINT_LENGTH, MAX_REASON_LENGTH, Banner, Report
from tetsudo.web.accounts.models import User
from tetsudo.web.tables.bot_levels import DEFAULT_BOT, short_choices
from tetsudo.web.tables.models import Table


class ReasonForm(forms.Form):
    """Form of an action: why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=MAX_REASON_LENGTH)


class BanForm(forms.Form):
    """Form of a ban or a time-out."""

    reason = forms.CharField(label=gettext_lazy("Reason, which the person reads"), max_length=MAX_REASON_LENGTH)
    days = forms.IntegerField(
        label=gettext_lazy("Days (empty: for good)"), min_value=1, max_value=bans.MAX_DAYS, required=False
    )


class TableForm(forms.Form):
    """Form of an intervention, which the table's chat announces."""

    reason = forms.CharField(label=gettext_lazy("Reason, announced in the table's chat"), max_length=MAX_REASON_LENGTH)


class NoteForm(forms.Form):
    """Form to close a report."""

    note = forms.CharField(label=gettext_lazy("Note, for organisers only"), max_length=MAX_COMPLAINT_LENGTH)


def seat_form(table: Table, *, with_bot: bool) -> type[forms.Form]:
    """Form of an intervention about a seat of a person."""
    seats = [(seat.number, seat.name or _("open")) for seat in table.seats.all() if not seat.bot]
    fields: dict[str, Any] = {
        "seat": forms.TypedChoiceField(label=gettext_lazy("Seat"), choices=seats, coerce=int),
        **(
            {"bot": forms.ChoiceField(label=gettext_lazy("Bot"), choices=short_choices, initial=DEFAULT_BOT)}
            if with_bot
            else {}
        ),
    }
    return type("SeatForm", (TableForm,), fields)


@dataclass(frozen=True)
class Deed:
    """An action: its name in the form, its label, and when it is offered."""

    name: str
    label: Any
    form: Callable[[Any], type[forms.Form]]
    is_offered: Callable[[Any], bool]
    carry_out: Callable[[Any, dict[str, Any], User], str]
    is_grave: bool = False

    def drawn(self, found: Any, data: Any = None) -> forms.Form:
        """The form, filled in if `data` is for it."""
        is_sent = data is not None and data.get("do") == self.name
        return self.form(found)(data if is_sent else None, auto_id=f"id_{self.name}_%s")


def _ban(user: User, sent: dict[str, Any], by: User) -> str:
    until = bans.ban(user, sent["reason"], sent["days"], by)
    if until is None:
        return _("The person is banned, and signed out everywhere.")
    return _("The person is banned until {date} (UTC), and signed out everywhere.").format(
        date=f"{until:%Y-%m-%d %H:%M}"
    )


def _lift(user: User, sent: dict[str, Any], by: User) -> str:
    bans.lift(user, sent["reason"], by)
    return _("The person may sign in again.")


def _close(table: Table, sent: dict[str, Any], by: User) -> str:
    interventions.close(table, sent["reason"], by)
    return _("The table is closed.")


def _reopen(table: Table, sent: dict[str, Any], by: User) -> str:
    interventions.reopen(table, sent["reason"], by)
    return _("The table is open again.")


def _remove(table: Table, sent: dict[str, Any], by: User) -> str:
    interventions.remove(table, sent["reason"], by)
    return _("The table is deleted.")


def _free(table: Table, sent: dict[str, Any], by: User) -> str:
    interventions.free_seat(table, sent["seat"], sent["reason"], by)
    return _("The seat is open. The other players find its new link on the page of the seats.")


def _put_bot(table: Table, sent: dict[str, Any], by: User) -> str:
    interventions.put_bot(table, sent["seat"], sent["bot"], sent["reason"], by)
    return _("A bot plays until the player returns.")


def _settle(report: Report, sent: dict[str, Any], by: User) -> str:
    reporting.settle(report, sent["note"], by)
    return _("The report is closed.")


def _withdraw(shown: Banner, sent: dict[str, Any], by: User) -> str:
    banner.withdraw(shown, sent["reason"], by)
    return _("The announcement is withdrawn.")


def _has_people(table: Table) -> bool:
    return table.status == Table.Status.RUNNING and table.seats.filter(bot="").exists()


OF_PEOPLE = (
    Deed(
        "ban",
        gettext_lazy("Ban, or give a time-out"),
        lambda _user: BanForm,
        lambda user: user.is_active and not user.is_organiser,
        _ban,
        is_grave=True,
    ),
    Deed("lift", gettext_lazy("Lift the ban"), lambda _user: ReasonForm, lambda user: not user.is_active, _lift),
)
OF_TABLES = (
    Deed(
        "bot",
        gettext_lazy("Let a bot stand in"),
        lambda table: seat_form(table, with_bot=True),
        _has_people,
        _put_bot,
    ),
    Deed(
        "free",
        gettext_lazy("Free a seat"),
        lambda table: seat_form(table, with_bot=False),
        lambda table: table.status == Table.Status.RUNNING and table.seats.exclude(guest=None).exists(),
        _free,
    ),
    Deed(
        "close",
        gettext_lazy("Close the table"),
        lambda _table: TableForm,
        lambda table: table.status == Table.Status.RUNNING,
        _close,
        is_grave=True,
    ),
    Deed(
        "remove",
        gettext_lazy("Delete the table"),
        lambda _table: ReasonForm,
        lambda table: table.status == Table.Status.WAITING,
        _remove,
        is_grave=True,
    ),
    Deed(
        "reopen",
        gettext_lazy("Open the table again"),
        lambda _table: TableForm,
        lambda table: table.status == Table.Status.CLOSED,
        _reopen,
    ),
)
OF_REPORTS = (
    Deed(
        "settle", gettext_lazy("Close the report"), lambda _report: NoteForm, lambda each: each.closed is None, _settle
    ),
)
OF_BANNERS = (
    Deed("withdraw", gettext_lazy("Withdraw it now"), lambda _shown: ReasonForm, banner.is_to_come, _withdraw),
)
