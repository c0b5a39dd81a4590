"""Counters of rate limits in a shared database, so that several processes count together."""

from __future__ import annotations

import time
from typing import Any, Final

from django.db import DatabaseError, connection
from limits.storage.base import Storage

ADD: Final = """
INSERT INTO site_counters AS c (key, count, until) VALUES (%s, %s, now() + %s * interval '1 second')
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN c.until <= now() THEN 0 ELSE c.count END + EXCLUDED.count,
    until = CASE WHEN c.until <= now() THEN EXCLUDED.until ELSE c.until END
RETURNING count
"""

PRUNE_EVERY: Final = 1000
"""Number of counts after which those that have expired are removed."""


class SharedCounters(Storage):
    """Storage of `limits` in the table `site_counters`. Times are the database's."""

    STORAGE_SCHEME = None

    def __init__(self) -> None:
        super().__init__()
        self._counted = 0

    @property
    def base_exceptions(self) -> type[Exception]:
        """Exceptions of the storage."""
        return DatabaseError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, and return the number so far; a counter begins again `expiry` seconds after its first count."""
        self._counted += 1
        if self._counted % PRUNE_EVERY == 0:
            self._run("DELETE FROM site_counters WHERE until <= now()")
        return int(self._run(ADD, key, amount, expiry) or 0)

    def get(self, key: str) -> int:
        """Return the number so far."""
        return int(self._run("SELECT count FROM site_counters WHERE key = %s AND until > now()", key) or 0)

    def get_expiry(self, key: str) -> float:
        """Return the time when a counter begins again, in seconds since 1970 by this process's clock."""
        left = self._run("SELECT extract(epoch FROM until - now()) FROM site_counters WHERE key = %s", key)
        return time.time() + max(0.0, float(left or 0))

    def check(self) -> bool:
        """Tell whether the storage answers."""
        return bool(self._run("SELECT 1") == 1)

    def reset(self) -> int | None:
        """Remove all counters."""
        self._run("DELETE FROM site_counters")
        return None

    def clear(self, key: str) -> None:
        """Remove a counter."""
        self._run("DELETE FROM site_counters WHERE key = %s", key)

    def _run(self, sql: str, *values: str | int) -> Any:
        """First value of a statement's answer; None if there is none."""
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None
