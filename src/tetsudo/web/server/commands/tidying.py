"""Cleanup of a database by the host, also while it is served."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.errors import BadInput
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
