"""Reports: a person with a seat or an account reports a message or a person at a table; organisers close reports."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tetsudo.web.accounts.desk import trace
from tetsudo.web.accounts.desk.models import MAX_COMPLAINT_LENGTH, Report, Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.common import error_pages
from tetsudo.web.tables.errors import StaleRequest
from tetsudo.web.tables.games.cleanup import Kind
from tetsudo.web.tables.models import Guest, Message, Table
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of


class ReportForm(forms.Form):
    """Form of a report."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        help_text=gettext_lazy("Only the site's organisers read this."),
        max_length=MAX_COMPLAINT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


def may_report(table: Table, guest: Guest | None) -> bool:
    """True for people with a seat at the table, and for those with an account."""
    return guest is not None and (guest.account_id is not None or table.seats.filter(guest=guest).exists())


@require_http_methods(["GET", "HEAD", "POST"])
def report_message(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show the form to report a message, or report it."""
    table = _table(request, key)
    found = Message.objects.filter(table=table, pk=number, news="", guest__isnull=False).first()
    if found is None:
        raise Http404
    return _page(request, table, Report(message=found, about=found.guest, quoted=found.text), found.name)


@require_http_methods(["GET", "HEAD", "POST"])
def report_seat(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show the form to report the person in a seat, or report them."""
    table = _table(request, key)
    seat = table.seats.filter(number=number, guest__isnull=False).first()
    if seat is None:
        raise Http404
    return _page(request, table, Report(about=seat.guest), seat.name)


def _table(request: HttpRequest, key: str) -> Table:
    found = Table.objects.with_key(key)
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, table: Table, made: Report, name: str) -> HttpResponse:
    guest = guest_of(request)
    if guest is None or not may_report(table, guest):
        return error_pages.page(request, _("Take a seat at this table or sign in to report something."), 403)
    if made.about_id == guest.pk:
        return error_pages.page(request, _("You cannot report yourself."), 403)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        check_rate_limit(request, "reports")
        made.table, made.by, made.reason = table, guest, form.cleaned_data["reason"]
        made.save()
        return render(request, "desk/report.html", {"table": table, "is_sent": True})
    shown = {"form": form, "table": table, "name": name, "quoted": made.quoted}
    return render(request, "desk/report.html", shown, status=422 if request.method == "POST" else 200)


def outdated(now: datetime) -> QuerySet[Report]:
    """Reports that were closed more than a year ago."""
    return Report.objects.filter(closed__lt=now - timedelta(days=trace.KEPT_DAYS))


KINDS: Final = (Kind("reports closed a year ago", outdated),)


def settle(report: Report, note: str, by: User) -> None:
    """Close a report with a note. Raises `StaleRequest` if another organiser was faster."""
    with transaction.atomic():
        open_ones = Report.objects.filter(pk=report.pk, closed=None)
        if not open_ones.update(closed=timezone.now(), note=note):
            raise StaleRequest(_("This report is closed already."))
        trace.record(by, Trace.Deed.SETTLE, note, about=report.table, what=f"#{report.pk} {report}")
