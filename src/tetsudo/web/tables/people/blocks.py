"""Blocks: a person keeps another one away.

A blocked person cannot take a seat at a table that the blocker opened or sits at, nor write in its chat. Players of a
game that has begun keep their seats, and their voice for the others; the blocker does not see what they write.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Block, Guest, Table


def block(blocker: Guest, blocked: Guest) -> None:
    """Block a person; BadInput for oneself."""
    if blocker.pk == blocked.pk:
        raise BadInput(_("You cannot block yourself."))
    Block.objects.get_or_create(blocker=blocker, blocked=blocked)


def unblock(blocker: Guest, blocked: Guest) -> None:
    """Remove a block, if there is one."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def blocked_ids(guest: Guest | None) -> set[int]:
    """Guests whom a viewer has blocked."""
    return set(blocked_rows(guest)) if guest else set()


def blocked_rows(guest: Guest) -> QuerySet[Block, int]:
    """The same as part of a query."""
    return Block.objects.filter(blocker=guest).values_list("blocked_id", flat=True)


def is_kept_away(table: Table, guest: Guest | None) -> bool:
    """True if the owner of a table, or a person who sits there, has blocked a guest."""
    if guest is None:
        return False
    by = Q(blocker=table.owner_id) | Q(blocker__seats__table=table)
    who = Q(blocked=guest) | Q(blocked__account__programs__guest=guest)  # a person is kept away with their programs
    return Block.objects.filter(by, who).exists()


def check_may_sit(table: Table, guest: Guest | None) -> None:
    """Raise `NotAllowed` for a guest who is kept away. The sentence does not say by whom."""
    if is_kept_away(table, guest):
        raise NotAllowed(_("You cannot join this table."))


def check_may_write(table: Table, guest: Guest | None) -> None:
    """Raise `NotAllowed` for a spectator who is kept away."""
    if is_kept_away(table, guest):
        raise NotAllowed(_("You cannot write at this table."))
