"""Names under which a key's account sits at tables. A program always sits under its own, which says what it is."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import User
from tetsudo.web.api.endpoints.schemas import NewSeat
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.seats.leave import may_come_back


def is_program(guest: Guest) -> bool:
    """True for the guest of a program's account."""
    account = guest.account
    return isinstance(account, User) and account.owner_id is not None


def check_may_name(guest: Guest, seat: Seat) -> None:
    """Raise `NotAllowed` for a program that would sit under a name of a game that has begun: perhaps a person's."""
    if is_program(guest) and seat.table.status != Table.Status.WAITING and not may_come_back(seat, guest):
        raise NotAllowed(_("A program cannot take over the seat of another player."))


def own_name(guest: Guest, wish: str, number: int = 1) -> str:
    """Name for the `number`th seat of an account at a table. Raises `BadInput` if it has none."""
    is_named = is_program(guest)
    name = guest.name if is_named else wish.strip() or guest.name
    if not name:
        raise BadInput(_("Enter your name."), "name")
    return f"{name} {number}" if number > 1 and (is_named or not wish.strip()) else name


def names_for(guest: Guest, seats: Sequence[NewSeat]) -> list[str]:
    """Names for the seats of a new table: empty for those that are open, or a bot's without a name."""
    names, mine = [], 0
    for seat in seats:
        mine += seat.kind == "me"
        names.append(own_name(guest, seat.name, mine) if seat.kind == "me" else "")
    return names
