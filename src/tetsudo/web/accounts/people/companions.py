"""Companions: people with whom someone has shared a table. There is no other network, and no one is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tetsudo.web.accounts.people.results import Results, Tally
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.people.blocks import blocked_ids
from tetsudo.web.tables.people.shared_tables import shared_tables

MAX_COMPANIONS: Final = 200
"""Number of people in the list: those with most tables in common."""

GUEST_PREFIX: Final = "guest-"
"""Mark of a person without a profile."""


@dataclass(frozen=True)
class Companion:
    """A person in the list."""

    guest: Guest
    tables: int = 0
    tally: Tally | None = None
    is_blocked: bool = False

    @property
    def key(self) -> str:
        """Key of the profile; "" without an account."""
        return self.guest.account.profile.key if self.guest.account and hasattr(self.guest.account, "profile") else ""

    @property
    def handle(self) -> str:
        """Name of the person in forms."""
        return self.key or f"{GUEST_PREFIX}{self.guest.pk}"


def companions_of(guest: Guest) -> list[Companion]:
    """People with whom someone shares or shared tables, most tables first."""
    shared, against, blocked = shared_tables(guest), Results(guest).by_person, blocked_ids(guest)
    most = dict(shared.most_common(MAX_COMPANIONS))
    people = Guest.objects.filter(pk__in=most).exclude(name="").select_related("account__profile")
    found = [Companion(each, most[each.pk], against.get(each.pk), each.pk in blocked) for each in people]
    return sorted(found, key=lambda each: (-each.tables, each.guest.name))


def blocked_by(guest: Guest) -> list[Companion]:
    """People whom someone has blocked."""
    people = Guest.objects.filter(pk__in=blocked_ids(guest)).select_related("account__profile")
    return [Companion(each, is_blocked=True) for each in people.order_by("name")]


def find(guest: Guest, handle: str) -> Guest | None:
    """Person of a handle. Guests without an account are found only by those who know them from a table."""
    if not handle.startswith(GUEST_PREFIX):
        return Guest.objects.filter(account__profile__key=handle).first() if handle else None
    number = handle.removeprefix(GUEST_PREFIX)
    if not number.isdecimal() or len(number) > 18:
        return None
    known = {*shared_tables(guest), *blocked_ids(guest)}
    return Guest.objects.filter(pk=int(number)).first() if int(number) in known else None
