"""The lobby: lists of tables, and quick games against bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, cached_property
from typing import Final

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import BooleanField, Exists, F, OuterRef, Q, QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tetsudo.core.errors import BadInput
from tetsudo.core.units import money_text
from tetsudo.titles.introductions import FirstGame, guide_of
from tetsudo.titles.loader import Choice, TitleInfo, setup, titles
from tetsudo.web.common.error_pages import field_message, page
from tetsudo.web.common.language import language, language_of
from tetsudo.web.lobby.finding.filters import FILTERED, Filters, drawn_form, filters_of, has_listed_tables, remember
from tetsudo.web.lobby.finding.hours import Hours, hours_of, shown_hours
from tetsudo.web.notices.outbox import undelivered
from tetsudo.web.notices.waiting import decisions_of
from tetsudo.web.reference.title_card import DEFAULT_PLAYERS, reference
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat import unread
from tetsudo.web.tables.clocks import agreements
from tetsudo.web.tables.models import Guest, Seat, SeatInvitation, Table
from tetsudo.web.tables.models.prepared_query import PreparedQuery
from tetsudo.web.tables.people.invitations import open_invitations
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table
from tetsudo.web.tutorial import progress
from tetsudo.web.tutorial.puzzles.daily import daily_puzzle

MAX_PREVIEW_TABLES: Final = 12
"""Maximum number of tables in each list of the lobby; the full lists have separate pages."""

PAGE_SIZE: Final = 40

Tables = QuerySet[Table]


@dataclass(frozen=True)
class Card:
    """Entry of a table in a list."""

    table: Table
    guest: Guest | None
    unread: int = 0
    hours: Mapping[int, Hours] = field(default_factory=dict)  # usual hours that people show, by guest
    zone: str = ""  # the viewer's time zone, if it is known

    @cached_property
    def seats(self) -> list[Seat]:
        """Seats in order."""
        return list(self.table.seats.all())

    @cached_property
    def info(self) -> TitleInfo | None:
        """Title of the game; None if the site no longer has it."""
        return next((info for info in titles() if info.name == self.table.title), None)

    @property
    def title(self) -> str:
        """Full name of the title."""
        return _(self.info.full_name) if self.info else self.table.title

    @property
    def variants(self) -> list[Choice]:
        """Variants of the game."""
        return [each for each in self.info.variants if each.name in self.table.variants] if self.info else []

    @property
    def scenario(self) -> Choice | None:
        """Scenario of the game, if the title has any."""
        offered = self.info.scenarios if self.info else ()
        return next((each for each in offered if each.name == self.table.scenario), None)

    @property
    def name(self) -> str:
        """Name of the table; the title's if it has none."""
        return self.table.name or self.title

    @property
    def actor(self) -> Seat | None:
        """Seat to act."""
        return next((seat for seat in self.seats if seat.number == self.table.to_act), None)

    @property
    def is_my_turn(self) -> bool:
        """True if it is the viewer's turn."""
        return bool(self.actor and self.guest and self.actor.guest_id == self.guest.pk)

    @property
    def ago(self) -> str:
        """Time since the last change, as text."""
        if timezone.now() - self.table.changed < timedelta(minutes=1):
            return _("just now")
        return _("{time} ago").format(time=timesince(self.table.changed, depth=1))

    @property
    def is_before_date(self) -> bool:
        """True if the table has a date, and its game waits for it or for players."""
        starts_at = self.table.starts_at
        return starts_at is not None and (self.table.status == Table.Status.WAITING or starts_at > timezone.now())

    @property
    def open_seats(self) -> int:
        """Number of open seats."""
        return sum(seat.is_open for seat in self.seats)

    @property
    def currency(self) -> str:
        """Currency of the title."""
        return setup(self.info.name, self.info.minimum_players).currency if self.info else ""

    @property
    def pace(self) -> str:
        """Pace of the game; "" if it is not said."""
        return agreements.tempo_text(self.table)

    @property
    def language(self) -> str:
        """Language spoken at the table, if it is another one than the page's; "" if it is not said."""
        return "" if self.table.language == language() else dict(settings.LANGUAGES).get(self.table.language, "")

    @property
    def usual_hours(self) -> list[tuple[str, str]]:
        """Names of people at the table with the hours that they show."""
        shown = [(seat.name, self.hours.get(seat.guest_id or 0)) for seat in self.seats]
        return [(name, hours.label(self.zone)) for name, hours in shown if hours is not None]

    @property
    def result(self) -> list[tuple[str, str]]:
        """Players with their net worth, the richest first."""
        if not self.table.result:
            return []
        return [(name, money_text(self.currency, total)) for name, total in self.table.result.items()]


# The lists

BEFORE_END: Final = (Table.Status.WAITING, Table.Status.RUNNING)
"""States of tables whose game goes on, or is still to begin."""


def _has_seat(guest: Guest) -> Exists:
    return Exists(Seat.objects.filter(table=OuterRef("pk"), guest=guest))


def _is_mine(guest: Guest | None) -> Q:
    """Filter for tables that a guest opened or sits at."""
    return Q(owner=guest) | Q(_has_seat(guest)) if guest else Q(pk__in=[])


def _is_held_for(guest: Guest | None) -> Q:
    """Filter for rematches with a seat reserved for a guest."""
    if guest is None:
        return Q(pk__in=[])
    held = Exists(Seat.objects.filter(table=OuterRef("pk"), left_by=guest, guest=None))
    return Q(held, status=Table.Status.WAITING, rematch_of__isnull=False)


def _my_tables(guest: Guest | None) -> Tables:
    """Unfinished tables of a guest, those where it is their turn first."""
    found = Table.objects.filter(_is_mine(guest) | _is_held_for(guest), status__in=BEFORE_END)
    my_turn = Exists(Seat.objects.filter(table=OuterRef("pk"), guest=guest, number=OuterRef("to_act")))
    waits = my_turn if guest else Value(False, output_field=BooleanField())
    return found.annotate(waits_for_me=waits).order_by(F("waits_for_me").desc(), "-changed", "-pk")


def _listed_tables(status: Table.Status) -> Callable[[Guest | None], Tables]:
    """Query for the listed tables of other people with a status that is not that of finished games."""

    def tables(guest: Guest | None) -> Tables:
        found = Table.objects.filter(status=status, is_listed=True).exclude(_is_mine(guest) | _is_held_for(guest))
        return found.order_by("-changed", "-pk")

    return tables


def _finished_tables(guest: Guest | None) -> Tables:
    """All listed finished tables, and the guest's unlisted and closed ones.

    The conditions are such that no index serves them: the database then reads the last changed tables until it has
    enough, and does not sort all finished games.
    """
    is_shown = (Q(is_listed=True) & ~Q(status=Table.Status.CLOSED)) | _is_mine(guest)
    found = Table.objects.exclude(status__in=BEFORE_END).filter(is_shown)
    return found.order_by("-changed", "-pk")


LISTS: Final[dict[str, tuple[object, Callable[[Guest | None], Tables]]]] = {
    "mine": (gettext_lazy("My tables"), _my_tables),
    "waiting": (gettext_lazy("Waiting for players"), _listed_tables(Table.Status.WAITING)),
    "running": (gettext_lazy("Running games to watch"), _listed_tables(Table.Status.RUNNING)),
    "finished": (gettext_lazy("Finished"), _finished_tables),
}
"""Lists by their name in URLs, each with its heading and its tables for a viewer."""


@cache
def _first_keys(name: str, is_known: bool) -> PreparedQuery:
    """Ids of the first tables of a list without filters. `is_known`: for a guest, not for a new visitor."""

    def compose(guest: int) -> QuerySet[Table, tuple[int]]:
        viewer = Guest(pk=guest) if is_known else None
        tables = LISTS[name][1](viewer)
        found = Filters().apply(tables, name, viewer, None) if name in FILTERED else tables
        return found.values_list("pk")[: MAX_PREVIEW_TABLES + 1]

    return PreparedQuery(compose)


@dataclass(frozen=True)
class Section:
    """First entries of a list."""

    name: str
    heading: object
    cards: list[Card]
    has_more: bool

    @property
    def is_filtered(self) -> bool:
        """True for a list that the filters choose from."""
        return self.name in FILTERED


@dataclass(frozen=True)
class Lobby:
    """The lists as a viewer sees them."""

    request: HttpRequest
    loaded: dict[int, Table] = field(default_factory=dict)  # tables that the page has loaded, by id

    @cached_property
    def guest(self) -> Guest | None:
        """The viewer."""
        return guest_of(self.request)

    @cached_property
    def filters(self) -> Filters:
        """Chosen filters."""
        return filters_of(self.request)

    @cached_property
    def hours(self) -> Hours | None:
        """The viewer's usual hours, if they are known."""
        return hours_of(self.guest)

    def tables(self, name: str) -> Tables:
        """Tables of a list, filtered if it is one of other people's unfinished games."""
        found = LISTS[name][1](self.guest)
        return self.filters.apply(found, name, self.guest, self.hours) if name in FILTERED else found

    def cards(self, name: str, tables: Sequence[Table], counts: Mapping[int, int]) -> list[Card]:
        """Entries of a list; where players are wanted, with the hours of those who are there."""
        hours, zone = shown_hours(tables) if name == "waiting" else {}, self.hours.zone if self.hours else ""
        return [Card(table, self.guest, counts.get(table.pk, 0), hours, zone) for table in tables]

    def sections(self) -> list[Section]:
        """The first entries of all lists."""
        found = self._first_tables()
        shown = {name: tables[:MAX_PREVIEW_TABLES] for name, tables in found.items()}
        counts = unread.counts([table for tables in shown.values() for table in tables], self.guest)
        return [
            Section(name, LISTS[name][0], self.cards(name, shown[name], counts), len(tables) > MAX_PREVIEW_TABLES)
            for name, tables in found.items()
        ]

    def _first_tables(self) -> dict[str, list[Table]]:
        """The first tables of all lists, loaded together; one more of each than the page shows."""
        keys = {name: self._first_keys(name) for name in LISTS}
        wanted = Table.objects.filter(pk__in={key for each in keys.values() for key in each})
        self.loaded.update({table.pk: table for table in wanted.prefetch_related("seats")})
        return {name: [self.loaded[key] for key in each if key in self.loaded] for name, each in keys.items()}

    def _first_keys(self, name: str) -> list[int]:
        if name == "mine" and self.guest is None:
            return []
        if name in FILTERED and self.filters.query:
            return list(self.tables(name).values_list("pk", flat=True)[: MAX_PREVIEW_TABLES + 1])
        return [row[0] for row in _first_keys(name, self.guest is not None).rows(self.guest.pk if self.guest else 0)]

    def filter_form(self, name: str = "") -> dict[str, object]:
        """Template context of the filters. There is no form if none is chosen and there is no table to find.

        `name`: of the only list on the page.
        """
        has_found = any(table.is_listed for table in self.loaded.values() if table.status != Table.Status.FINISHED)
        if not (self.filters.query or has_found or has_listed_tables()):
            return {"filters": self.filters}
        form = drawn_form(self.filters, name, self.hours is not None, language())
        return {"filters": self.filters, "filter_form": form}


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lists of own, waiting, running and finished tables, or a page of one of them."""
    room, name = Lobby(request), request.GET.get("list", "")
    if name in LISTS:
        return remember(request, _list_page(room, name), room.filters)
    first, sections = titles()[0], room.sections()
    shown = {
        "sections": sections,
        "first": first,
        "guided": first_game(),
        "daily": daily_puzzle(request),
        "picture": "" if room.guest else _picture(request, first),
        **room.filter_form(),
        **_waiting_for(room, any(card.is_my_turn for card in sections[0].cards[:1])),
    }
    return remember(request, render(request, "lobby/lobby.html", shown), room.filters)


def _list_page(room: Lobby, name: str) -> HttpResponse:
    """Page of one list."""
    page = Paginator(room.tables(name), PAGE_SIZE).get_page(room.request.GET.get("page"))
    assert isinstance(page.object_list, QuerySet)
    tables = list(page.object_list.prefetch_related("seats"))
    form = room.filter_form(name) if name in FILTERED else {"filters": Filters()}
    shown = {
        "name": name,
        "heading": LISTS[name][0],
        "page": page,
        "cards": room.cards(name, tables, unread.counts(tables, room.guest)),
        **form,
    }
    return render(room.request, "lobby/list.html", shown)


def _waiting_for(room: Lobby, has_turn: bool) -> dict[str, object]:
    """Template context of what waits for a guest: decisions, invitations, and notices that could not be delivered.

    `has_turn`: the first of the guest's tables waits for them; if not, none does.
    """
    guest = room.guest
    if guest is None:
        return {}
    return {
        "decisions": decisions_of(guest, MAX_PREVIEW_TABLES, room.loaded) if has_turn else [],
        "invitations": [(each, Card(each.table, guest)) for each in _invitations(guest)],
        "missed": undelivered(guest.pk).exists(),
        "now": timezone.now(),
    }


def _invitations(guest: Guest) -> Iterable[SeatInvitation]:
    """First invitations that wait for a guest. Most guests have none, which costs less to find out."""
    has_any = SeatInvitation.objects.filter(guest=guest, is_declined=False).exists()
    return open_invitations(guest)[:MAX_PREVIEW_TABLES] if has_any else []


def _picture(request: HttpRequest, title: TitleInfo) -> str:
    return reference(title.name, language=language_of(request, title.language)).map


# Quick games


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Open a table of the first title against bots, or (`guided`) the first game for newcomers, with the guide."""
    guided = first_game() if "guided" in request.POST else None
    title, game = guided or (titles()[0], _default_game(titles()[0]))
    check_rate_limit(request, "tables")
    guest = guest_of(request)
    guest = ensure_guest(request, guest.name if guest and guest.name else _("Player"))
    bot = "simple" if guided else worker.DEFAULT_BOT
    chairs = [Chair(guest.name), *[Chair(bot=bot)] * (game.players - 1)]
    wish = TableSettings(title.name, chairs, variants=game.variants, undo=Table.Undo.FREE, is_listed=False)
    try:
        table = open_table(wish, guest)
    except BadInput as error:
        return page(request, field_message(error), 422)
    if guided:
        progress.begin(request, table.key)
    return redirect("table", table.key)


def first_game() -> tuple[TitleInfo, FirstGame] | None:
    """First game for newcomers, of the first title that defines one."""
    found = ((info, guide_of(info.name).first_game) for info in titles())
    return next(((info, game) for info, game in found if game is not None), None)


def _default_game(title: TitleInfo) -> FirstGame:
    return FirstGame((), min(max(DEFAULT_PLAYERS, title.minimum_players), title.maximum_players))
