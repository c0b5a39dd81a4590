"""Archive of a database's public games by a host, as files in a folder, also while the site runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tetsudo.core.errors import BadInput
from tetsudo.core.extras import require
from tetsudo.web.server.run import prepare


def archive(database: str, folder: Path, terms: Path | None = None) -> Iterator[str]:
    """Count games that have ended since, write the archive, and make the statistics; lines about it."""
    require("lab", "An archive", "pyarrow")
    prepare(database, makes=False)
    from django.db import DatabaseError

    from tetsudo.lab.archive.card import Tally
    from tetsudo.lab.archive.folder import write_archive
    from tetsudo.web.results.statistics import archive as public
    from tetsudo.web.results.statistics import counting

    try:
        new, tally = counting.count_new(share=0), Tally()
        for tally in write_archive(folder, public.archived_games(), terms):  # noqa: B007 (the last figures count)
            pass
        counting.make_statistics()
    except DatabaseError as error:
        raise BadInput(f"the database cannot be used: {error}", "--database") from None
    yield f"{new} games have ended since the last count."
    yield f"{folder}: {tally.games:,} games, {tally.actions:,} actions, {tally.events:,} events."
