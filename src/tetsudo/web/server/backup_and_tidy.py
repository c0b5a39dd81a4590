"""Maintenance of a database by the host, also while it is served: cleanup and backup."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tetsudo.core.errors import BadInput
from tetsudo.web.common import database_path
from tetsudo.web.server.run import prepare


def findings(database: str) -> Iterator[str]:
    """Preview of a cleanup: a line for each kind of data and one for each name."""
    prepare(database, makes=False)
    from tetsudo.web.tables.games import cleanup

    for found in cleanup.preview():
        yield f"{found.count} {found.called}{':' if found.names else ''}"
        yield from (f"  {name}" for name in found.names)
        if found.names and found.count > len(found.names):
            yield f"  and {found.count - len(found.names)} more"


def tidy() -> str:
    """Clean up the database given to `findings`, and return a sentence about it."""
    from django.db import DatabaseError

    from tetsudo.web.tables.games import cleanup

    try:
        gone = cleanup.tidy()
    except DatabaseError as error:
        raise BadInput(f"the database cannot be used: {error}", "--database") from None
    return f"Removed: {', '.join(f'{count} {called}' for called, count in gone.items())}."


def backup(database: str, copy: Path) -> None:
    """Copy a database consistently into a new file, also while it is served. Only its owner can read the copy."""
    prepare(database, makes=False)
    if copy.exists():
        raise BadInput("is there already", str(copy))
    made = copy.with_name(f".{copy.name}.{secrets.token_hex(8)}")
    try:
        made.touch(0o600)
        with (
            contextlib.closing(sqlite3.connect(database_path.file())) as source,
            contextlib.closing(sqlite3.connect(made)) as to,
        ):
            source.backup(to)
        os.replace(made, copy)
    except (sqlite3.Error, OSError) as error:
        raise BadInput(f"cannot be written: {error}", str(copy)) from None
    finally:
        made.unlink(missing_ok=True)
