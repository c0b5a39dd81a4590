"""Filters of the lists of open and running tables: in the address, so that they can be shared, and in a cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from tetsudo.titles.loader import titles
from tetsudo.web.lobby.finding.hours import Hours, in_my_hours
from tetsudo.web.tables.clocks import agreements
from tetsudo.web.tables.models import Block, Guest, Seat, Table
from tetsudo.web.tables.people.invitations import free_seats

COOKIE: Final = "tetsudo_finding"
COOKIE_SECONDS: Final = 180 * 24 * 3600

ASKED: Final = "find"
"""Field of the form that says that the filters in the address count, although there may be none."""

MAX_SEATS: Final = 8

PACES: Final[dict[str, tuple[object, Q]]] = {
    "": (gettext_lazy("Any pace"), Q()),
    "live": (gettext_lazy("Live"), Q(tempo=Table.Tempo.LIVE)),
    "turn": (gettext_lazy("By turn"), Q(tempo__in=agreements.BY_TURN)),
    **{tempo.value: (tempo.label, Q(tempo=tempo)) for tempo in agreements.BY_TURN},
}
"""Filters by pace, each with its label and its condition."""

FILTERED: Final = frozenset({"waiting", "running"})
"""Lists that are filtered."""


@dataclass(frozen=True)
class Filters:
    """Chosen filters; empty ones are not chosen."""

    title: str = ""
    pace: str = ""
    players: str = ""
    free: str = ""  # minimum number of free seats
    language: str = ""
    hours: str = ""  # "mine": those that overlap with the viewer's usual hours
    full: str = ""  # "1": tables without a free seat too

    @property
    def query(self) -> str:
        """Chosen filters as a part of an address."""
        return urlencode({name: value for name, value in asdict(self).items() if value})

    @property
    def new_table_query(self) -> str:
        """Settings of a new table that the filters would find, as a part of an address."""
        tempo = Table.Tempo.DAILY.value if self.pace == "turn" else self.pace
        wanted = {"title": self.title, "players": self.players, "tempo": tempo, "language": self.language}
        return urlencode({"seating": "open", **{name: value for name, value in wanted.items() if value}})

    def apply(self, tables: QuerySet[Table], name: str, guest: Guest | None, mine: Hours | None) -> QuerySet[Table]:
        """Tables of a list that the filters find. `mine`: the viewer's usual hours."""
        found = tables.filter(PACES[self.pace][1])
        if self.title:
            found = found.filter(title=self.title)
        if self.language:
            found = found.filter(language=self.language)
        if self.players:
            found = found.annotate(seat_count=_count(Seat.objects.all())).filter(seat_count=int(self.players))
        if name == "waiting":
            found = self._with_free_seats(found, guest)
        return in_my_hours(found, mine) if self.hours and mine else found

    def _with_free_seats(self, tables: QuerySet[Table], guest: Guest | None) -> QuerySet[Table]:
        """Tables with as many free seats as are wanted, one at least unless full ones are shown."""
        least = max(int(self.free or 0), 0 if self.full else 1)
        if not least:
            return tables
        free = free_seats(Seat.objects.all(), guest)
        if least == 1:  # the usual question, and cheaper than to count
            found = tables.filter(Exists(free.filter(table=OuterRef("pk"))))
        else:
            found = tables.annotate(free_seats=_count(free)).filter(free_seats__gte=least)
        if guest is None:
            return found
        by = Q(blocker=OuterRef("owner")) | Q(blocker__seats__table=OuterRef("pk"))
        return found.exclude(Exists(Block.objects.filter(by, blocked=guest)))


def _count(seats: QuerySet[Seat]) -> Coalesce:
    """Number of a table's seats, out of some."""
    of_table = seats.filter(table=OuterRef("pk")).order_by().values("table")
    return Coalesce(
        Subquery(of_table.annotate(number=Count("pk", distinct=True)).values("number")), 0, output_field=IntegerField()
    )


# Requests


def filters_of(request: HttpRequest) -> Filters:
    """Filters in the address, or those that the browser remembers if it has none."""
    sent = request.GET
    if ASKED in sent or any(name in sent for name in choices()):
        return _valid(sent)
    return _valid(dict(parse_qsl(request.COOKIES.get(COOKIE, ""))))


def remember(request: HttpRequest, response: HttpResponse, filters: Filters) -> HttpResponse:
    """Let the browser remember filters that were sent by the form."""
    if ASKED not in request.GET:
        return response
    if filters.query:
        secure = settings.LANGUAGE_COOKIE_SECURE
        response.set_cookie(COOKIE, filters.query, COOKIE_SECONDS, secure=secure, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _valid(sent: Mapping[str, str]) -> Filters:
    """Filters without choices that do not exist."""
    if not any(sent.values()):
        return Filters()
    return Filters(**{name: sent.get(name, "") for name, offered in choices().items() if sent.get(name, "") in offered})


# The form


def choices() -> dict[str, dict[str, object]]:
    """Choices of each filter: values with their labels."""
    seats = range(2, MAX_SEATS + 1)
    return {
        "title": {"": _("Any game"), **{info.name: _(info.full_name) for info in titles()}},
        "pace": {name: label for name, (label, _condition) in PACES.items()},
        "players": {"": _("Any number"), **{str(number): str(number) for number in seats}},
        "free": {"": _("Any number"), **{str(number): _at_least(number) for number in range(2, MAX_SEATS)}},
        "language": {"": _("Any language"), **dict(settings.LANGUAGES)},
        "hours": {"": "", "mine": _("Only in my usual hours")},
        "full": {"": "", "1": _("Show full tables too")},
    }


def _at_least(number: int) -> str:
    return ngettext("at least {count}", "at least {count}", number).format(count=number)


LABELS: Final[Mapping[str, object]] = {
    "title": gettext_lazy("Game"),
    "pace": gettext_lazy("Pace of play"),
    "players": gettext_lazy("Players"),
    "free": gettext_lazy("Free seats"),
    "language": gettext_lazy("Language"),
}
"""Labels of the filters with a list of choices."""


@lru_cache(maxsize=64)
def drawn_form(filters: Filters, name: str, has_hours: bool, language: str) -> SafeString:
    """Form of the filters, in a language; `name`: of the only list on the page, "" if there are several.

    Kept once drawn: most viewers have chosen no filter.
    """
    with override(language):
        offered, chosen = choices(), asdict(filters)
        fields = [
            (field, label, [(value, text, value == chosen[field]) for value, text in offered[field].items()])
            for field, label in LABELS.items()
        ]
        shown = ("hours", "full") if has_hours else ("full",)
        boxes = [(field, *[*offered[field].items()][1], bool(chosen[field])) for field in shown]
        context = {"filters": filters, "fields": fields, "boxes": boxes, "list": name}
        return render_to_string("finding/filter.html", context)


def has_listed_tables() -> bool:
    """True if there is any table that the filters may find."""
    return Table.objects.filter(status__in=(Table.Status.WAITING, Table.Status.RUNNING), is_listed=True).exists()
