"""Tables of a club: their link to it, and who sees and joins them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from tetsudo.web.clubs.models import Club, ClubTable, Member
from tetsudo.web.tables.models import Guest, Table


def add_table(club: Club, table: Table) -> None:
    """Make a table one of the club's."""
    ClubTable.objects.create(club=club, table=table)


def tables_of(club: Club, *, for_member: bool) -> QuerySet[Table]:
    """Tables of a club; private ones for members only."""
    found = Table.objects.filter(club_link__club=club)
    return found if for_member else found.filter(is_listed=True)


def admits(table: Table, guest: Guest) -> bool:
    """True if a guest may join a private table as a member of its club.

    A rematch that waits for its players is not open to others, though it is private meanwhile.
    """
    if guest.account_id is None or table.rematch_of_id is not None:
        return False
    return Member.objects.filter(account=guest.account_id, club__table_links__table=table).exists()


def follow_rematch(sender: object, instance: Table, update_fields: Collection[str] | None = None, **_more: Any) -> None:
    """Make the rematch of a club's table one of the club's (signal of saved tables)."""
    if update_fields is None or set(update_fields) != {"rematch_of"}:
        return
    before = ClubTable.objects.filter(table=instance.rematch_of_id, club__closed=None).first()
    if before is not None:
        ClubTable.objects.get_or_create(table=instance, defaults={"club": before.club})
