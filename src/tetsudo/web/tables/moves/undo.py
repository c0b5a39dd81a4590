"""Permission to undo and redo, by the table's policy."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY
from tetsudo.web.tables import events
from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games import hidden_information, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Seat, Table, UndoRequest
from tetsudo.web.tables.own_seats import people
from tetsudo.web.tables.people import announcements


def _bots(seats: Iterable[Seat]) -> set[int]:
    return {seat.number for seat in seats if seat.bot}


def last_decision(hot: CachedGame, table: Table, seats: Iterable[Seat]) -> int:
    """Number of actions before the last one of a person. `seats`: those of the table."""
    others = _bots(seats) | {NOBODY}  # NOBODY: random events and automatic passes
    for since in (hot.game.known_from, 0):
        actors = _actors(table, hot, since)
        for length in range(hot.game.length - 1, since - 1, -1):
            if actors[length - since] not in others:
                return length
    raise BadInput(_("There is nothing to undo."))


def wanted_length(hot: CachedGame, table: Table, to: int | None) -> int:
    """Number of actions to undo to, where a person wants `to`; None: the last decision of a person."""
    return last_decision(hot, table, table.seats.all()) if to is None else _undo_length(hot, table, to)


def _undo_length(hot: CachedGame, table: Table, length: int) -> int:
    """Number of actions to undo to: lowered if the first action undone would be a random event or automatic pass.

    A random event is undone with its cause; an automatic pass would only be repeated.
    """
    while 0 < length < hot.game.length and _actors(table, hot, length)[0] == NOBODY:
        length -= 1
    return length


def _actors(table: Table, hot: CachedGame, since: int) -> list[int]:
    """Seats of the actions after the first `since`; `NOBODY` for random events and automatic passes."""
    if since >= hot.game.known_from:
        path = hot.path[since:]
        nobodys = storage.automatic_versions(table, path[0], path[-1] + 1) if path else set()
        done = zip(hot.game.moments(since), path, strict=True)
        return [NOBODY if version in nobodys else moment.action.player for moment, version in done]
    return [NOBODY if seat is None else seat for seat in storage.seats_at(table, hot.path[since:])]


def next_decision(hot: CachedGame, table: Table) -> int:
    """Number of actions after a redo up to the next decision of a person."""
    if not hot.ahead:
        raise BadInput(_("There is nothing to redo."))
    others = _bots(table.seats.all()) | {None}
    actors = storage.seats_at(table, hot.ahead)
    length = hot.game.length + 1
    while length < hot.game.length + len(hot.ahead) and actors[length - hot.game.length] in others:
        length += 1
    return length


def check(table: Table, hot: CachedGame, length: int, guest: Guest) -> None:
    """Raise `NotAllowed` or `BadInput` unless a guest may now undo to `length` actions."""
    if not 0 <= length < hot.game.length:
        raise BadInput(_("There is nothing to undo."))
    refusal = _refusal(table, guest)
    if not refusal and table.undo == Table.Undo.OWN and not _is_own_undo(table, hot, length, guest):
        refusal = _("Another player has moved since: you can only undo your own last moves at this table.")
    if not refusal and table.undo == Table.Undo.AGREE and not _has_consent(table, hot, length, guest):
        refusal = _("Everyone must agree to an undo at this table.")
    if refusal:
        raise NotAllowed(refusal)
    hidden_information.check_nothing_revealed(table, hot, length)


def check_redo(table: Table, hot: CachedGame, length: int, guest: Guest) -> None:
    """Raise `NotAllowed` unless a guest may redo up to `length` actions."""
    refusal = _refusal(table, guest)
    if not refusal and table.undo in (Table.Undo.OWN, Table.Undo.AGREE) and not _is_own_redo(table, hot, length, guest):
        refusal = _("At this table you can only redo your own moves.")
    if refusal:
        raise NotAllowed(refusal)


def _is_own_redo(table: Table, hot: CachedGame, length: int, guest: Guest) -> bool:
    again = storage.seats_at(table, hot.ahead[: length - hot.game.length])
    return not set(again) & _other_seats(table, guest)


def _refusal(table: Table, guest: Guest) -> str:
    if table.undo == Table.Undo.NONE:
        return _("Undo is disabled at this table.")
    if table.undo == Table.Undo.MASTER:
        return "" if guest.pk == table.owner_id else _("Only the table's owner can undo.")
    return "" if guest.pk in people(table) else _("Only players can undo.")


def _is_own_undo(table: Table, hot: CachedGame, length: int, guest: Guest) -> bool:
    return not set(_actors(table, hot, length)) & _other_seats(table, guest)


def _other_seats(table: Table, guest: Guest) -> set[int]:
    """Seats of other people, open ones included."""
    others = Seat.objects.filter(table=table, bot="").exclude(guest=guest)
    return set(others.values_list("number", flat=True))


def _has_consent(table: Table, hot: CachedGame, length: int, guest: Guest) -> bool:
    others = people(table) - {guest.pk}
    found = request_of(table, hot)
    return not others or (found is not None and found.to == length and others <= set(found.agreed))


# Requests to the others


def request_of(table: Table, hot: CachedGame) -> UndoRequest | None:
    """Pending request to undo; None if there is none."""
    return UndoRequest.objects.filter(table=table, version=hot.version).first()


def ask(table: Table, version: int, to: int | None, guest: Guest) -> UndoRequest:
    """Ask the others to agree to an undo."""
    hot = games.current(table)
    if version != hot.version:
        raise StaleRequest(_("The game has moved on: here is the current position."))
    refusal = _refusal(table, guest)
    if refusal:
        raise NotAllowed(refusal)
    length = wanted_length(hot, table, to)
    if not 0 <= length < hot.game.length:
        raise BadInput(_("There is nothing to undo."))
    hidden_information.check_nothing_revealed(table, hot, length)
    values = {"version": version, "to": length, "asked_by": name_of(table, guest), "agreed": [guest.pk]}
    with transaction.atomic():
        found, _made = UndoRequest.objects.update_or_create(table=table, defaults=values)
        announcements.announce_undo_request(table, found, people(table) - {guest.pk})
    events.notify(table.pk, events.TABLE, hot.version)
    return found


def agree(table: Table, version: int, guest: Guest) -> UndoRequest | None:
    """Agree to an undo request; return it once all have agreed, else None."""
    with transaction.atomic():
        found = UndoRequest.objects.select_for_update().filter(table=table, version=version).first()
        if found is None or not Table.objects.filter(pk=table.pk, version=version).exists():
            raise StaleRequest(_("The game has moved on: here is the current position."))
        if guest.pk not in people(table):
            raise NotAllowed(_("Only players can undo."))
        found.agreed = sorted({*found.agreed, guest.pk})
        found.save(update_fields=["agreed"])
    events.notify(table.pk, events.TABLE, version)
    return found if people(table) <= set(found.agreed) else None


def decline(table: Table, guest: Guest) -> None:
    """Withdraw or refuse an undo request."""
    if guest.pk not in people(table):
        raise NotAllowed(_("Only players can undo."))
    UndoRequest.objects.filter(table=table).delete()
    events.notify(table.pk, events.TABLE, table.version)
