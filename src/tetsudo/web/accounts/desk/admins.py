"""The desk's lists and pages of people, tables, reports, announcements and the trace, by Django's admin.

All is read-only, except for the deeds that a page offers. No password, key or address can be changed, and nothing is
deleted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin, SimpleListFilter, display
from django.contrib.admin.utils import unquote
from django.db import models
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.web.accounts.desk import banner
from tetsudo.web.accounts.desk.deeds import OF_BANNERS, OF_PEOPLE, OF_REPORTS, OF_TABLES, Deed
from tetsudo.web.accounts.desk.models import Banner, DeskTable, Person, Report, Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.common.error_pages import field_message, sentence_of
from tetsudo.web.tables.bot_levels import label_of
from tetsudo.web.tables.models import Guest, Table

if TYPE_CHECKING:  # generic for type checkers only
    AnyAdmin = ModelAdmin[Any]
    FormOfBanner = forms.ModelForm[Banner]
else:
    AnyAdmin, FormOfBanner = ModelAdmin, forms.ModelForm


class DeskAdmin(AnyAdmin):
    """A list, and a page for each row with the deeds that it offers."""

    list_per_page = 50
    show_full_result_count = False
    actions = None
    change_list_template = "desk/list.html"
    change_form_template = "desk/change.html"
    deeds: ClassVar[Sequence[Deed]] = ()
    offered: ClassVar[tuple[str, ...]] = ("changelist", "change")

    def get_urls(self) -> list[URLPattern]:
        """Addresses of the list and the pages only."""
        return [
            each for each in super().get_urls() if str(each.name).endswith(tuple(f"_{end}" for end in self.offered))
        ]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """True: the desk's site has refused everyone else."""
        return True

    has_module_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        """True if rows are added here."""
        return "add" in self.offered

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """False: only deeds change something."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """False: nothing is deleted on the desk."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """True for the declared filters only. Any other would reveal a column, such as a seed or a password's hash."""
        declared: Sequence[Any] = self.list_filter
        return lookup in [f"{each}__exact" if isinstance(each, str) else each.parameter_name for each in declared]

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Write nothing: the desk has a trace of its own."""

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show a row with its deeds, or carry one out."""
        found = self.get_object(request, unquote(object_id))
        if found is None:
            raise Http404
        sent = request.POST if request.method == "POST" else None
        offered = [(each, each.drawn(found, sent)) for each in self.deeds if each.is_offered(found)]
        if sent is not None and self._carry_out(request, found, offered):
            is_there = self.get_object(request, unquote(object_id)) is not None
            return redirect(request.path if is_there else f"desk:desk_{self.opts.model_name}_changelist")
        request.method = "GET"  # the admin's own form is never sent
        shown: HttpResponse = super().change_view(request, object_id, form_url, {"offered": offered})
        shown.status_code = 200 if sent is None else 422
        return shown

    def _carry_out(self, request: HttpRequest, found: Any, offered: Sequence[tuple[Deed, forms.Form]]) -> bool:
        """Carry out the deed that was sent; False if its form is not filled in, or if it is refused."""
        for deed, form in offered:
            if form.is_bound and form.is_valid():
                assert isinstance(request.user, User)
                try:
                    messages.success(request, deed.carry_out(found, form.cleaned_data, request.user))
                except TetsudoError as refusal:
                    said = field_message(refusal) if isinstance(refusal, BadInput) else sentence_of(refusal)
                    form.add_error(None, said)
                    return False
                return True
        if not any(form.is_bound for _deed, form in offered):
            messages.error(request, _("This is not possible any more."))
            return True
        return False


def _link(name: str, pk: int | None, text: object) -> str:
    """Link to a page of the desk."""
    return format_html('<a href="{}">{}</a>', reverse(f"desk:desk_{name}_change", args=[pk]), text) if pk else "–"


def _person_link(guest: Guest | None) -> str:
    """Name of a guest, with a link to the account if there is one."""
    if guest is None:
        return "–"
    name = guest.name or _("a guest")
    return _link("person", guest.account_id, name) if guest.account_id else str(name)


def _table_link(table: Table | None) -> str:
    return _link("desktable", table.pk, table.name or f"{table.title} ({table.key})") if table else "–"


def _column(name: str, label: Any) -> Any:
    """Column of a field under a label of the desk; times are given in UTC."""

    @display(description=label, ordering=name)
    def shown(_admin: Any, row: Any) -> str:
        value = getattr(row, name)
        text = f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else str(value)
        return "–" if value in (None, "") else text

    return shown


class BanFilter(SimpleListFilter):
    """Filter of people by whether they are banned."""

    title = gettext_lazy("banned")
    parameter_name = "banned"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices."""
        return [("yes", gettext_lazy("banned now")), ("organisers", gettext_lazy("organisers"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that fit."""
        if self.value() == "organisers":
            return queryset.filter(is_organiser=True)
        if self.value() == "yes":
            over = models.Q(banned_until__isnull=False, banned_until__lte=timezone.now())
            return queryset.filter(is_active=False).exclude(over)
        return queryset


class PersonAdmin(DeskAdmin):
    """Accounts: search, bans and time-outs."""

    list_display = ("called", "sign_in_name", "address", "state", "signed_in")
    list_filter = (BanFilter,)
    search_fields = ("guest__name", "username", "email", "emailaddress__email")
    search_help_text = gettext_lazy("By name, sign-in name or e-mail address")
    ordering = ("-pk",)
    fields = (
        *("called", "sign_in_name", "address", "made", "signed_in", "state"),
        *("owner_account", "programs", "tables", "past"),
    )
    readonly_fields = fields
    deeds = OF_PEOPLE

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """All accounts, with their guests."""
        return Person.objects.select_related("guest", "owner__guest")

    sign_in_name = _column("username", gettext_lazy("sign-in name"))
    address = _column("email", gettext_lazy("e-mail address"))
    made = _column("created", gettext_lazy("since (UTC)"))
    signed_in = _column("last_login", gettext_lazy("last sign-in (UTC)"))

    @display(description=gettext_lazy("name at tables"), ordering="guest__name")
    def called(self, user: Person) -> str:
        """Name at tables."""
        guest = getattr(user, "guest", None)
        return (guest.name if guest else "") or user.username

    @display(description=gettext_lazy("state"))
    def state(self, user: Person) -> str:
        """Ban with its end and reason, or that the person may sign in."""
        if user.is_active:
            return _("organiser") if user.is_organiser else _("may sign in")
        reason = user.ban_reason or "–"
        if user.banned_until is None:
            return _("banned for good: {reason}").format(reason=reason)
        date = f"{user.banned_until:%Y-%m-%d %H:%M}"
        return _("banned until {date} UTC: {reason}").format(date=date, reason=reason)

    @display(description=gettext_lazy("program of"))
    def owner_account(self, user: Person) -> str:
        """Person to whom a program belongs."""
        return _person_link(user.owner.guest) if user.owner and hasattr(user.owner, "guest") else "–"

    @display(description=gettext_lazy("programs"))
    def programs(self, user: Person) -> str:
        """Programs of the person."""
        return _joined(_person_link(each) for each in Guest.objects.filter(account__owner=user))

    @display(description=gettext_lazy("last tables"))
    def tables(self, user: Person) -> str:
        """Tables at which the person sits, the latest first."""
        found = Table.objects.filter(seats__guest__account=user).distinct().order_by("-changed")[:10]
        return _joined(_table_link(each) for each in found)

    @display(description=gettext_lazy("trace"))
    def past(self, user: Person) -> str:
        """Entries of the trace about the person."""
        return _entries(Trace.objects.filter(person=user))


def _joined(links: Any) -> str:
    return format_html_join(", ", "{}", ((each,) for each in links)) or "–"


def _entries(found: QuerySet[Trace]) -> str:
    rows = ((f"{each.at:%Y-%m-%d %H:%M}", each.by_name, each.get_deed_display(), each.reason) for each in found[:10])
    return format_html_join(mark_safe("<br>"), "{} · {} · {} · {}", rows) or "–"


class StatusFilter(SimpleListFilter):
    """Filter of tables by their status, under a title that the viewer's language has."""

    title = gettext_lazy("state")
    parameter_name = "status__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices."""
        return list(Table.Status.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that fit."""
        return queryset.filter(status=self.value()) if self.value() else queryset


class TableAdmin(DeskAdmin):
    """Tables: search, stand-ins, freed seats, closing."""

    list_display = ("called", "game", "state", "players", "moved")
    list_filter = (StatusFilter,)
    search_fields = ("name", "key", "seats__name", "owner__name")
    search_help_text = gettext_lazy("By the table's name or address, or a player's name")
    ordering = ("-changed",)
    fields = ("called", "game", "state", "players", "opened_by", "made", "moved", "moves", "reports", "past")
    readonly_fields = fields
    deeds = OF_TABLES

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """All tables, private ones too."""
        return DeskTable.objects.select_related("owner").prefetch_related("seats__guest")

    game = _column("title", gettext_lazy("game"))
    made = _column("created", gettext_lazy("since (UTC)"))
    moved = _column("changed", gettext_lazy("last change (UTC)"))
    moves = _column("version", gettext_lazy("moves"))

    @display(description=gettext_lazy("state"), ordering="status")
    def state(self, table: DeskTable) -> str:
        """State of the game."""
        return str(Table.Status(table.status).label)

    @display(description=gettext_lazy("table"), ordering="name")
    def called(self, table: DeskTable) -> str:
        """Name of the table."""
        return table.name or table.key

    @display(description=gettext_lazy("players"))
    def players(self, table: DeskTable) -> str:
        """Names by seat; the one to act is marked."""
        return _joined(self._seat(table, seat) for seat in table.seats.all())

    def _seat(self, table: DeskTable, seat: Any) -> str:
        who = f"{seat.name} ({label_of(seat.bot)})" if seat.bot else seat.name or _("open")
        name = _link("person", seat.guest.account_id, who) if seat.guest and seat.guest.account_id else who
        is_to_act = table.status == Table.Status.RUNNING and seat.number == table.to_act
        return format_html("<strong>{} ({})</strong>", name, _("to act")) if is_to_act else name

    @display(description=gettext_lazy("opened by"))
    def opened_by(self, table: DeskTable) -> str:
        """Owner of the table."""
        return _person_link(table.owner)

    @display(description=gettext_lazy("reports"))
    def reports(self, table: DeskTable) -> str:
        """Reports from the table."""
        found = Report.objects.filter(table=table).select_related("about")
        return _joined(_link("report", each.pk, each) for each in found)

    @display(description=gettext_lazy("trace"))
    def past(self, table: DeskTable) -> str:
        """Entries of the trace about the table."""
        return _entries(Trace.objects.filter(table=table))


class OpenFilter(SimpleListFilter):
    """Filter of reports: the open ones unless others are asked for."""

    title = gettext_lazy("state")
    parameter_name = "closed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices."""
        return [("no", gettext_lazy("open")), ("yes", gettext_lazy("closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that fit."""
        return queryset.filter(closed__isnull=self.value() == "no") if self.value() else queryset


class ReportAdmin(DeskAdmin):
    """Reports, which organisers close with a note."""

    list_display = ("made", "about_whom", "reason", "settled")
    list_filter = (OpenFilter,)
    search_fields = ("about__name", "reason", "quoted", "note")
    fields = ("made", "about_whom", "quoted", "reason", "reporter", "at_table", "settled", "note")
    readonly_fields = fields
    deeds = OF_REPORTS

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """All reports."""
        return Report.objects.select_related("about", "by", "table")

    made = _column("created", gettext_lazy("when (UTC)"))
    settled = _column("closed", gettext_lazy("closed (UTC)"))

    @display(description=gettext_lazy("about"))
    def about_whom(self, report: Report) -> str:
        """The person whom it is about."""
        return _person_link(report.about)

    @display(description=gettext_lazy("reported by"))
    def reporter(self, report: Report) -> str:
        """The person who made it."""
        return _person_link(report.by)

    @display(description=gettext_lazy("table"))
    def at_table(self, report: Report) -> str:
        """The table."""
        return _table_link(report.table)


def _moment(label: Any, later: timedelta = timedelta()) -> forms.DateTimeField:
    """Field of a time, filled in with that of the page, or a later one."""
    return forms.DateTimeField(
        label=label,
        initial=lambda: timezone.now().replace(second=0, microsecond=0) + later,
        widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
    )


class BannerForm(FormOfBanner):
    """Form of a new announcement."""

    begins = _moment(gettext_lazy("From (UTC)"))
    ends = _moment(gettext_lazy("Until (UTC)"), timedelta(days=1))

    def clean(self) -> dict[str, Any]:
        """Check that it ends after it begins, and not in the past."""
        sent = super().clean() or self.cleaned_data
        if "ends" in sent and "begins" in sent and sent["ends"] <= max(sent["begins"], timezone.now()):
            self.add_error("ends", _("It must end later than it begins, and later than now."))
        return sent


class BannerAdmin(DeskAdmin):
    """Announcements, which are made and withdrawn."""

    list_display = ("text", "level", "starts", "stops")
    starts = _column("begins", gettext_lazy("from (UTC)"))
    stops = _column("ends", gettext_lazy("until (UTC)"))
    offered = ("changelist", "change", "add")
    form = BannerForm
    fields = ("text", "text_ja", "level", "begins", "ends")
    deeds = OF_BANNERS

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Field of the form as the form has it, not with the admin's own widgets."""
        return db_field.formfield(**kwargs)

    def save_model(self, request: HttpRequest, obj: Banner, form: Any, change: bool) -> None:
        """Make the announcement, with its entry in the trace."""
        assert isinstance(request.user, User)
        banner.announce(obj, request.user)

    def response_add(self, request: HttpRequest, obj: Banner, post_url_continue: str | None = None) -> HttpResponse:
        """Show the list."""
        messages.success(request, _("Every page shows it within seconds."))
        return redirect("desk:desk_banner_changelist")


class TraceAdmin(DeskAdmin):
    """The trace, which no one can change."""

    list_display = ("when", "by_name", "deed", "about", "reason")
    when = _column("at", gettext_lazy("when (UTC)"))
    list_filter = ("deed",)
    search_fields = ("by_name", "about", "reason")
    fields = ("when", "by_name", "deed", "about", "reason")
    readonly_fields = fields


ADMINS = {
    "people": (Person, PersonAdmin),
    "tables": (DeskTable, TableAdmin),
    "reports": (Report, ReportAdmin),
    "announcements": (Banner, BannerAdmin),
    "trace": (Trace, TraceAdmin),
}
"""Kinds of rows by their part of the address, in the order of the desk's menu."""
