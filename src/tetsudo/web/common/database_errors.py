"""Faults of the database or its disk that pass, or that the host can mend: what people are told, and when to try again.

A page waits for locks only so long in all (`begin`, `left`): behind one that is held for long others
would wait one after another, and at last every thread.
"""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext_lazy as _


class Busy(Exception):
    """A lock of ours was held too long by another page."""


class Fault(NamedTuple):
    """What is wrong, for people, and in how many seconds it may be better."""

    sentence: object
    seconds: int


BUSY: Final = Fault(_("Others are writing at the moment, so this was not done. Nothing was lost."), 2)
FULL: Final = Fault(_("The disk of the site is full, so this was not done. Nothing was lost."), 15)
READ_ONLY: Final = Fault(_("The site cannot write to its database now, so this was not done. Nothing was lost."), 15)
AWAY: Final = Fault(_("The site cannot reach its database now, so this was not done. Nothing was lost."), 5)

OF_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_IOERR: AWAY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
    sqlite3.SQLITE_PROTOCOL: AWAY,
    sqlite3.SQLITE_NOMEM: AWAY,
}
OF_DISK: Final = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY}


def of(error: BaseException | None) -> Fault | None:
    """What a fault is, if it is one of these: a file that is no database is ours to mend, and stays a fault."""
    while error is not None:
        if isinstance(error, Busy):
            return BUSY
        if isinstance(error, sqlite3.Error):
            return OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if isinstance(error, OSError) and error.errno in OF_DISK:
            return OF_DISK[error.errno]
        error = error.__cause__
    return None


_pages: Final = threading.local()


def begin(waited: float = 0) -> None:
    """From now on this thread's page waits for locks so long in all; it has waited already for its turn."""
    _pages.until = time.monotonic() + settings.LOCK_SECONDS - waited
    patient()


def left() -> float:
    """Seconds that a page still waits for a lock; others than pages wait anew for each."""
    until: float | None = getattr(_pages, "until", None)
    return settings.LOCK_SECONDS if until is None else max(0.0, until - time.monotonic())


def patient() -> None:
    """Let the database's lock be waited for no longer than that."""
    if connection.connection is not None and connection.vendor == "sqlite":
        connection.connection.execute(f"PRAGMA busy_timeout = {max(1, round(left() * 1000))}")
