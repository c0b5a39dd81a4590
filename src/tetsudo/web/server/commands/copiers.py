"""Choice of the copier for the kind of database in use."""

from __future__ import annotations

from tetsudo.web.common.database import location
from tetsudo.web.server.commands.copies import Copier
from tetsudo.web.server.commands.postgresql_copies import PostgresqlCopier
from tetsudo.web.server.commands.sqlite_copies import SqliteCopier


def copier() -> Copier:
    """Copier of the database in use."""
    return PostgresqlCopier() if location.is_shared() else SqliteCopier()
