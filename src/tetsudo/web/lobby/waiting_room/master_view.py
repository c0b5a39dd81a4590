"""Master mode on the page of the seats."""

from __future__ import annotations

from dataclasses import dataclass

from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.own_seats import people
from tetsudo.web.tables.seats import master_mode


@dataclass(frozen=True)
class MasterView:
    """State of master mode for a viewer. `refusal`: the reason why its owner cannot ask for it."""

    host: str
    is_asked: bool = False
    missing: tuple[str, ...] = ()  # names of those who have not agreed
    may_agree: bool = False
    may_end: bool = False
    refusal: str = ""

    @property
    def is_on(self) -> bool:
        """True if the host moves for everyone."""
        return self.is_asked and not self.missing


def master_view(table: Table, guest: Guest | None) -> MasterView | None:
    """Master mode for a viewer; None for those whom it does not concern."""
    if guest is None or table.status != Table.Status.RUNNING or table.is_on_cardboard:
        return None
    is_owner, seated = guest.pk == table.owner_id, people(table)
    if not is_owner and guest.pk not in seated:
        return None
    host = name_of(table, table.owner)
    if master_mode.request_of(table) is None:
        is_alone = not seated - {guest.pk}
        return MasterView(host, refusal=master_mode.refusal(table, guest)) if is_owner and not is_alone else None
    missing = master_mode.missing(table)
    names = tuple(name_of(table, each) for each in Guest.objects.filter(pk__in=missing).order_by("pk"))
    return MasterView(host, True, names, guest.pk in missing, may_end=True)
