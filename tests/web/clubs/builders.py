"""Clubs and their tables for tests."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.test import Client

from tests.web.accounts.builders import account, guest_of
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs import club_tables, membership
from tetsudo.web.clubs.models import Club, Member
from tetsudo.web.tables.models import Guest, Move, Seat, Table


def club_of(*names: str, **fields: Any) -> tuple[Club, list[User]]:
    """A club and the accounts of its members; the first one founded it."""
    people = [account(name) for name in names]
    club = membership.found(people[0], **{"name": "Friday club", **fields})
    for each in people[1:]:
        membership.join(club, each)
    return club, people


def browser_of(user: User) -> Client:
    """A browser in which a person is signed in."""
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client


def member(club: Club, user: User) -> Member:
    """Membership of an account, as it is now."""
    return Member.objects.get(club=club, account=user)


def finished(
    club: Club | None, result: Mapping[User | Guest | str, int], moves: tuple[datetime, ...] = (), **fields: Any
) -> Table:
    """A finished table of a club: net worth of accounts, guests and bots (by name), and the times of its moves."""
    guests = {each: guest_of(each) if isinstance(each, User) else each for each in result}
    owner = next(guest for guest in guests.values() if isinstance(guest, Guest))
    names = {each: guest if isinstance(guest, str) else guest.name for each, guest in guests.items()}
    table = Table.objects.create(
        owner=owner,
        status=Table.Status.FINISHED,
        result={names[each]: total for each, total in result.items()},
        **{"title": "1889", **fields},
    )
    for number, (each, guest) in enumerate(guests.items()):
        sits = {"bot": "simple"} if isinstance(guest, str) else {"guest": guest}
        Seat.objects.create(table=table, number=number, name=names[each], **sits)
    for index, at in enumerate(moves):
        Move.objects.create(table=table, index=index, data={}, at=at)
    if club is not None:
        club_tables.add_table(club, table)
    return table
