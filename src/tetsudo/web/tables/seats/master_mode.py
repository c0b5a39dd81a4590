"""Master mode: the host of a table moves for every player, as long as all who sit there agree.

For play around one screen, and for the turn of a player who cannot come. It ends at once when one of them withdraws,
and does not go on when someone sits down who has not agreed. Moves that the host makes for others are marked. A game
with hidden amounts has no master mode: to move for a player, the host would have to see them.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.web.tables import events
from tetsudo.web.tables.chat.messages import name_of, post_system_message
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, MasterRequest, Table
from tetsudo.web.tables.own_seats import has_master, people


def request_of(table: Table) -> MasterRequest | None:
    """Agreement to master mode, asked for or in force; None if there is none."""
    if table.master == Table.Master.NEVER or table.status != Table.Status.RUNNING:
        return None
    return MasterRequest.objects.filter(table=table).first()


def missing(table: Table) -> set[int]:
    """Guests at the table who have not agreed."""
    found = request_of(table)
    return people(table) - set(found.agreed) if found else set()


def refusal(table: Table, guest: Guest | None) -> str:
    """Reason why a guest cannot ask for master mode; "" if they can."""
    if guest is None or guest.pk != table.owner_id:
        return _("Only the table's owner can ask for master mode.")
    if table.status != Table.Status.RUNNING:
        return _("This game is not running.")
    if table.is_on_cardboard:
        return _("At a table for a game on cardboard you move for every player already.")
    if games.current(table).game.ruleset.hides:
        return _("This game hides amounts from other players: whoever moves for them would see these.")
    if not people(table) - {guest.pk}:
        return _("No one else sits here.")
    return ""


def ask(table: Table, guest: Guest) -> None:
    """Ask all others to agree."""
    with transaction.atomic():
        held = Table.objects.select_for_update().get(pk=table.pk)
        if said := refusal(held, guest):
            raise NotAllowed(said)
        if request_of(held) is None:
            MasterRequest.objects.update_or_create(table=held, defaults={"agreed": [guest.pk]})
            Table.objects.filter(pk=held.pk).update(master=Table.Master.AGREED)
            post_system_message(held, "master-asked", guest, who=name_of(held, guest))
    events.notify(table.pk, events.TABLE, table.version)


def agree(table: Table, guest: Guest) -> None:
    """Agree; master mode begins once all have agreed."""
    with transaction.atomic():
        held = Table.objects.select_for_update().select_related("owner").get(pk=table.pk)
        _check_player(held, guest)
        found = request_of(held)
        if found is None:
            raise StaleRequest(_("This request no longer exists."))
        found.agreed = sorted({*found.agreed, guest.pk})
        found.save(update_fields=["agreed"])
        if has_master(held):
            post_system_message(held, "master-on", guest, who=name_of(held, held.owner))
    events.notify(table.pk, events.TABLE, table.version)


def end(table: Table, guest: Guest) -> None:
    """Refuse, withdraw or end master mode; any player or the owner may."""
    with transaction.atomic():
        held = Table.objects.select_for_update().get(pk=table.pk)
        if guest.pk != held.owner_id:
            _check_player(held, guest)
        _end(held, guest)
    events.notify(table.pk, events.TABLE, table.version)


def pass_on(table: Table, before: Guest, after: Guest) -> None:
    """Give a table to another owner. All agreed to the one before as their host, so master mode ends."""
    with transaction.atomic():
        held = Table.objects.select_for_update().get(pk=table.pk)
        Table.objects.filter(pk=held.pk).update(owner=after)
        _end(held, before)
    events.notify(table.pk, events.TABLE, table.version)


def _end(held: Table, by: Guest) -> None:
    if MasterRequest.objects.filter(table=held).delete()[0]:
        post_system_message(held, "master-off", by, who=name_of(held, by))
    Table.objects.filter(pk=held.pk, master=Table.Master.AGREED).update(master=Table.Master.ENDED)


def _check_player(table: Table, guest: Guest) -> None:
    if guest.pk not in people(table):
        raise NotAllowed(_("Only players of a table can decide about its seats."))
