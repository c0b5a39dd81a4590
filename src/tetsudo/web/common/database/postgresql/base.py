"""Database wrapper that Django loads for PostgreSQL.

Transactions of all processes run one after another, as SQLite's do ("immediate"): each waits at its start for a lock
that lasts until its end. What one has read is then still true when it writes, as far as others change it in
transactions, and no two of them deadlock. Single statements outside of any do not wait in line. Pages read without
waiting.
"""

from __future__ import annotations

from typing import Final

from django.db import Error, OperationalError
from django.db.backends.postgresql import base

from tetsudo.web.common.database import faults

WRITING: Final = 0x7E75  # any number: no one else locks in this database
"""Advisory lock of whoever writes."""

WAIT: Final = "SELECT set_config('lock_timeout', %s, true), pg_advisory_xact_lock(%s)"
"""Wait in line, but not for longer than some milliseconds; also for the rows that follow in the transaction."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Connection whose transactions wait in line."""

    has_time = False
    """True if a transaction may wait as long as it takes (`shared.take_time`)."""

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        """Switch autocommit; a transaction, which begins when it is off, waits for its turn. Raises as the driver."""
        super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        if autocommit:
            return
        try:
            with self.cursor() as cursor:
                seconds = 0.0 if self.has_time else max(0.001, faults.remaining_lock_seconds())
                cursor.execute(WAIT, [str(round(seconds * 1000)), WRITING])
        except BaseException:
            self._give_up()
            raise

    def close_if_unusable_or_obsolete(self) -> None:
        """Close a connection that no longer works; a transaction keeps its own to its end."""
        if not self.in_atomic_block:
            super().close_if_unusable_or_obsolete()

    def _commit(self) -> None:
        """Commit; an error says that it happened here, when no one knows whether the server has written everything."""
        try:
            super()._commit()  # type: ignore[misc] # of a mixin that the types leave out
        except OperationalError as error:
            if error.__cause__ is not None:
                error.__cause__.at_commit = True  # type: ignore[attr-defined]
            raise

    def _give_up(self) -> None:
        """End a transaction that did not get its turn: Django does not know of it yet."""
        try:
            self.rollback()
            super().set_autocommit(True)
        except Error:
            self.close()
