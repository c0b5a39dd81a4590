"""A place with everything in it that is somebody's own, and browsers of everybody who may ask for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tests.web.accounts.builders import account, confirmed, guest_of, signed_in
from tests.web.builders import browser
from tests.web.filling import SEED, TITLE
from tetsudo.web.accounts import recovery
from tetsudo.web.accounts.desk.models import Banner, Report, Trace
from tetsudo.web.accounts.models import Invitation, Profile, User
from tetsudo.web.clubs import membership
from tetsudo.web.clubs.models import Club, ClubTable, Member, Removal
from tetsudo.web.clubs.tournaments.models import Entrant, Tournament
from tetsudo.web.notices import addresses
from tetsudo.web.notices.models import Notice, PushDevice, Recipient, TableWish
from tetsudo.web.results.statistics.models import ArchiveWish
from tetsudo.web.results.studies.models import Chapter, Study
from tetsudo.web.tables.models import (
    Block,
    Guest,
    Message,
    Move,
    Note,
    NoteLine,
    PauseRequest,
    Preset,
    ReadMark,
    Seat,
    SeatPlan,
    SeatRequest,
    Table,
    UndoRequest,
    Vacation,
)
from tetsudo.web.tables.moves import programmed
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

ROLES: Final = ("nobody", "guest", "spectator", "banned", "stranger", "blocked", "player", "owner")
"""Visitor; guest without a seat; guest who watches the table; banned player's old session; person who is signed in;
one whom the owner has blocked; the owner's fellow player; and the owner, whose things all this is about."""

OWN: Final = "only for Ann"
"""Text of everything that is the owner's alone."""

CLUB: Final = "Club behind the curtain"
"""Name of the owner's club, which is not listed."""

PRESET: Final[dict[str, Any]] = {
    "title": TITLE, "scenario": "", "players": 2, "variants": [], "seats": ["here", "open"], "rules": {}, "table": {}
}  # fmt: skip

OF_TABLES: Final[tuple[type[Model], ...]] = (Seat, Move, Message, PauseRequest, UndoRequest)
OF_SEATS: Final[tuple[type[Model], ...]] = (SeatPlan, SeatRequest, Vacation)
OF_GUESTS: Final[tuple[type[Model], ...]] = (
    *(Recipient, TableWish, PushDevice, Notice, Note, NoteLine, Preset, Study),
    ArchiveWish,
)
"""Models by what they belong to."""


@dataclass
class Place:
    """The owner's things: a running table, one that waits for players, and the parts of addresses that lead to them."""

    user: User
    table: Table
    waiting: Table
    parts: dict[str, Any]
    clients: dict[str, Client]
    secrets: dict[str, str]

    def kept(self) -> dict[str, list[Any]]:
        """All rows of the owner and of the owner's tables: what no outsider may change or add to."""
        tables = [self.table.pk, self.waiting.pk]
        wanted: list[tuple[type[Model], dict[str, Any]]] = [
            (User, {"pk": self.user.pk}),
            (Profile, {"account": self.user}),
            (Invitation, {}),
            (Guest, {"account": self.user}),
            (Block, {"blocker__account": self.user}),
            (Table, {"pk__in": tables}),
            *((each, {"table__in": tables}) for each in OF_TABLES),
            *((each, {"seat__table__in": tables}) for each in OF_SEATS),
            *((each, {"guest__account": self.user}) for each in OF_GUESTS),
            (Chapter, {"study__guest__account": self.user}),
            (Club, {"members__account": self.user}),
            *((each, {"club__members__account": self.user}) for each in (Member, Removal, ClubTable, Tournament)),
            (Entrant, {"tournament__club__members__account": self.user}),
            (EmailAddress, {"user": self.user}),
            (Authenticator, {}),
            (Report, {}),
            (Trace, {}),
            (Banner, {}),
        ]
        return {each.__name__: list(each._default_manager.filter(**by).order_by("pk").values()) for each, by in wanted}


def build() -> Place:
    """Make the place."""
    people = {name: account(name) for name in ("Ann", "Cy", "Di", "Ed")}
    ann, banned = guest_of(people["Ann"]), guest_of(people["Cy"])
    bo, onlooker, stray = (Guest.objects.create(name=name) for name in ("Bo", "Flo", "Gus"))
    chairs = [Chair("Ann"), Chair(), Chair()]
    table = open_table(TableSettings(TITLE, chairs, undo="agree", seed=SEED, auto_pass="never", is_listed=True), ann)
    for seat, guest in zip(list(table.seats.all())[1:], (bo, banned), strict=True):
        sit_down(seat, guest, guest.name)
    waiting = open_table(TableSettings(TITLE, [Chair("Ann"), Chair()], is_listed=False), ann)
    Table.objects.filter(pk=waiting.pk).update(tempo="live", starts_at=timezone.now() + timedelta(days=1))
    table.refresh_from_db()
    Table.objects.filter(pk=table.pk).update(deadline=3, vacation_days=5, clock_minutes=30, tempo="daily")
    table.refresh_from_db()
    ReadMark.objects.create(table=table, guest=onlooker, message=0)
    Block.objects.create(blocker=ann, blocked=guest_of(people["Ed"]))
    clients = {
        "nobody": Client(),
        "guest": browser(stray),
        "spectator": browser(onlooker),
        "banned": signed_in(people["Cy"]),
        "stranger": confirmed(people["Di"]),
        "blocked": confirmed(people["Ed"]),
        "player": browser(bo),
        "owner": confirmed(people["Ann"]),
    }
    User.objects.filter(pk=people["Cy"].pk).update(is_active=False)
    parts = _own_things(people["Ann"], ann, table)
    said = Message.objects.create(table=table, guest=bo, name="Bo", text="hello")
    report = Report.objects.create(table=table, by=ann, about=bo, reason=OWN)
    parts |= {"user": people["Ann"].pk, "table_pk": table.pk, "message": said.pk, "report": report.pk}
    parts |= {"waiting": waiting.key, "open": waiting.seats.get(number=1).key, "table": table.key, "guest": ann.key}
    for client in clients.values():
        client.defaults["HTTP_ACCEPT"] = "text/html"
    return Place(people["Ann"], table, waiting, parts, clients, _secrets(people["Ann"], ann, parts))


def _own_things(user: User, ann: Guest, table: Table) -> dict[str, Any]:
    """Make the owner's things; returns the parts of their addresses."""
    EmailAddress.objects.create(user=user, email="ann.own@example.org", verified=True, primary=True)
    other = account("Hal")  # with such a key, the owner would be asked for it
    key = Authenticator.objects.create(user=other, type="webauthn", data={"name": OWN, "credential": {}})
    recipient = Recipient.objects.create(
        guest=ann, is_active=True, mail="always", webhook="always", push="always", address="notices.own@example.org",
        hook_address="https://hooks.example.org/own-hook",
    )  # fmt: skip
    endpoint = "https://push.example.org/own-endpoint"
    device = PushDevice.objects.create(guest=ann, endpoint=endpoint, public="k" * 80, secret="s" * 20, name=OWN)
    now = table.changed
    Notice.objects.create(
        guest=ann, table=table, kind="turn", channel="webhook", state="failed", created=now, not_before=now, reason=OWN
    )
    TableWish.objects.create(guest=ann, table=table, mail="never")
    Note.objects.create(table=table, guest=ann, text=OWN)
    study = Study.objects.create(guest=ann, name="Lines")
    Chapter.objects.create(study=study, number=1, table=table, version=0, heading="The game")
    preset = Preset.objects.create(guest=ann, name="Club evening", settings=PRESET)
    plan = programmed.make(table, ann, 0, {"kind": "bid", "lot": "MF", "price": 45})
    club = membership.found(user, name=CLUB)
    cup = Tournament.objects.create(club=club, name=OWN, settings=PRESET, players=2, rounds=1)
    return {
        "club": club.key,
        "club_invitation": club.invitation,
        "tournament": cup.key,
        "profile": Profile.objects.get(account=user).key,
        "preset": preset.key,
        "study": study.key,
        "plan": plan.pk,
        "webauthn": key.pk,
        "device": device.pk,
        "off": addresses.off_path(recipient).split("/")[-2],
        "confirm": addresses.confirmation_path(recipient, recipient.address).split("/")[-2],
    }


def _secrets(user: User, ann: Guest, parts: dict[str, Any]) -> dict[str, str]:
    """Texts that no page shows to anyone but the owner."""
    recovery.new_code(user)
    return {
        "sign-in name": user.username,
        "account's address": "ann.own@example.org",
        "notices' address": "notices.own@example.org",
        "webhook": "own-hook",
        "push device": "own-endpoint",
        "guest's key": ann.key,
        "open seat": str(parts["open"]),
        "preset": str(parts["preset"]),
        "club": CLUB,
        "club's key": str(parts["club"]),
        "club's invitation": str(parts["club_invitation"]),
        "recovery code": str(user.recovery_hash),
        "own text": OWN,
        "waiting table": str(parts["waiting"]),
    }


def patterns(resolver: URLResolver | None = None) -> Iterator[str]:
    """Names of all addresses of the site."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from patterns(each)
        elif isinstance(each, URLPattern):
            yield str(each.name)


def as_sent(data: dict[str, Any]) -> dict[str, str]:
    """Fields of a form."""
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in data.items()}
