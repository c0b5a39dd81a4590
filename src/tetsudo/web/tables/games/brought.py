"""Games that a person brings as files: one table for each file, with the person in the seats of their names."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection, transaction

from tetsudo.core.units import PlayerId
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.replay_import import TableData
from tetsudo.web.tables.models import Guest, Table


class Brought(NamedTuple):
    """A table of a file, and True if it was made just now: the person may have brought the file before."""

    key: str
    is_new: bool


def digest_of(content: bytes) -> str:
    """Digest of a file, by which it is found again."""
    return hashlib.sha256(content).hexdigest()


def table_of(owner: Guest | None, digest: str) -> Table | None:
    """Table that a person has brought from a file; None if there is none, or no longer."""
    return Table.objects.filter(owner=owner, file_digest=digest).order_by("pk").first() if owner and digest else None


def own_seats(players: Sequence[str], names: Iterable[str]) -> frozenset[PlayerId]:
    """Seats whose names are among a person's, in any case of letters; all seats if there are none."""
    mine = {_plain(name) for name in names} - {""}
    return frozenset(seat for seat, player in enumerate(players) if _plain(player) in mine) or frozenset(
        range(len(players))
    )


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def bring(made: TableData, owner: Guest, name: str, names: Iterable[str], digest: str) -> Brought:
    """Create the table of a file, or find the one that its owner has already.

    A long game is written in many transactions, hidden until the last; any other in one.
    """
    is_long = len(made.moves) > from_record.MAX_QUICK_MOVES
    with transaction.atomic():
        Guest.objects.select_for_update().get(pk=owner.pk)
        there = table_of(owner, digest)
        if there is not None:
            return Brought(there.key, is_new=False)
        if not is_long:
            return Brought(_create(made, owner, name, names, digest), is_new=True)
    return Brought(_create(made, owner, name, names, digest), is_new=True)


def _create(made: TableData, owner: Guest, name: str, names: Iterable[str], digest: str) -> str:
    seats = own_seats(made.players, names)
    return from_record.create_table(made, owner, name, own_seats=seats, file_digest=digest).key


def bring_in_background(made: TableData, owner: int, name: str, names: Sequence[str], digest: str) -> Brought:
    """The same in a background thread, for the guest with id `owner`."""
    try:
        return bring(made, Guest.objects.get(pk=owner), name, names, digest)
    finally:
        connection.close()
