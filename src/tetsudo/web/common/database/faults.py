"""Faults of the database or its disk that are temporary, or that the host can fix: messages and retry times.

A page's waits for locks have one common timeout (`start_lock_timeout`, `remaining_lock_seconds`): otherwise a lock that
is held for long would make pages wait one after another, until all threads are blocked.
"""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext_lazy as _


class LockTimeout(Exception):
    """Timeout of a lock of the site's own, held by another page."""


class Fault(NamedTuple):
    """A message for users, and the seconds after which to try again."""

    sentence: object
    seconds: int


BUSY: Final = Fault(_("The database is busy, so this was not done. Nothing was lost. Try again."), 2)
DISK_FULL: Final = Fault(_("The site's disk is full, so this was not done. Nothing was lost."), 15)
READ_ONLY: Final = Fault(_("The site cannot write to its database, so this was not done. Nothing was lost."), 15)
UNREACHABLE: Final = Fault(_("The site cannot reach its database, so this was not done. Nothing was lost."), 5)
LOST: Final = Fault(_("The site lost its database while saving this. Look whether it was done, then try again."), 5)

SQLITE_FAULTS: Final = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_IOERR: UNREACHABLE,
    sqlite3.SQLITE_CANTOPEN: UNREACHABLE,
    sqlite3.SQLITE_PROTOCOL: UNREACHABLE,
    sqlite3.SQLITE_NOMEM: UNREACHABLE,
}
POSTGRESQL_FAULTS: Final = {
    "55P03": BUSY,  # a lock was not free in time
    "57014": BUSY,
    "40001": BUSY,
    "40P01": BUSY,
    "53300": BUSY,  # too many connections
    "53100": DISK_FULL,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
}
"""Faults by PostgreSQL's codes; a code that begins with one of `AWAY`, or no code, means that it is away."""

AWAY: Final = ("08", "53", "57P", "58")
DISK_FAULTS: Final = {errno.ENOSPC: DISK_FULL, errno.EDQUOT: DISK_FULL, errno.EROFS: READ_ONLY}


def fault_of(error: BaseException | None) -> Fault | None:
    """Fault behind an exception; None for all others, such as a file that is not a database: these are errors."""
    while error is not None:
        if isinstance(error, LockTimeout):
            return BUSY
        if isinstance(error, sqlite3.Error):
            return SQLITE_FAULTS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if type(error).__module__.startswith("psycopg") and hasattr(error, "sqlstate"):
            return _postgresql_fault(error)
        if isinstance(error, OSError) and error.errno in DISK_FAULTS:
            return DISK_FAULTS[error.errno]
        error = error.__cause__
    return None


def is_unstorable_text(error: BaseException | None) -> bool:
    """True for an error about text with a NUL character, which PostgreSQL has not: only a forged request holds one."""
    return type(error).__name__ == "DataError" and "NUL" in str(error)


def _postgresql_fault(error: Any) -> Fault | None:
    """Fault of an error of psycopg, which a site on SQLite does without."""
    code: str | None = error.sqlstate
    kinds = {each.__name__ for each in type(error).__mro__}
    if code is None:
        lost = LOST if getattr(error, "at_commit", False) else UNREACHABLE
        return lost if kinds & {"OperationalError", "InterfaceError"} else None
    return POSTGRESQL_FAULTS.get(code, UNREACHABLE if code.startswith(AWAY) else None)


_thread_state: Final = threading.local()


def start_lock_timeout(waited: float = 0) -> None:
    """Start the lock timeout of this thread's page, which has already waited `waited` seconds for its turn."""
    _thread_state.until = time.monotonic() + settings.LOCK_SECONDS - waited
    apply_lock_timeout()


def remaining_lock_seconds() -> float:
    """Seconds left for a page to wait for locks; code outside of pages has the full time for each lock."""
    until: float | None = getattr(_thread_state, "until", None)
    return settings.LOCK_SECONDS if until is None else max(0.0, until - time.monotonic())


def apply_lock_timeout() -> None:
    """Set the database's lock timeout to the seconds left."""
    if connection.connection is not None and connection.vendor == "sqlite":
        connection.connection.execute(f"PRAGMA busy_timeout = {max(1, round(remaining_lock_seconds() * 1000))}")
