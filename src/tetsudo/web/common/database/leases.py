"""Leases of a shared database: work that one process at a time may do. They end with the connection of their holder."""

from __future__ import annotations

from typing import Final

from django.db import connection

from tetsudo.web.common.database import location

TAKE: Final = "SELECT pg_try_advisory_lock(%s, %s)"
GIVE_BACK: Final = "SELECT pg_advisory_unlock(%s, %s)"

BOTS: Final = 0x7E77
DAILY: Final = 0x7E78
"""Kinds of leases: the moves of bots and plans at a table; what is done once a day (number 0)."""


class Leases:
    """Leases of one kind that a thread holds, by number. Without other processes it gets every one."""

    def __init__(self, kind: int) -> None:
        self._kind = kind
        self._held: set[int] = set()
        self._connection: object = None

    def take(self, number: int) -> bool:
        """Take or keep a lease; False if another process holds it."""
        if not location.is_shared():
            return True
        if connection.connection is not self._connection or connection.connection is None:
            self._held.clear()  # they ended with the old connection
        if number not in self._held:
            with connection.cursor() as cursor:
                cursor.execute(TAKE, [self._kind, number])
                row = cursor.fetchone()
            self._connection = connection.connection
            if not (row and row[0]):
                return False
            self._held.add(number)
        return True

    def give_back(self, number: int) -> None:
        """End a lease, if this thread holds it."""
        if number in self._held:
            self._held.discard(number)
            if connection.connection is self._connection:
                with connection.cursor() as cursor:
                    cursor.execute(GIVE_BACK, [self._kind, number])
