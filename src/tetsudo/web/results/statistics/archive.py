"""The archive of the site's public games: its games one after another, and the file that visitors may download."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tetsudo.lab.archive.games import PERSON, ArchivedGame, compressed, line_of
from tetsudo.web.results.statistics.counting import counted_games, record_of
from tetsudo.web.results.statistics.models import ArchiveFile, CountedGame
from tetsudo.web.tables.models import Table


def archived_games() -> Iterator[ArchivedGame]:
    """Counted public games, in the order in which their tables were opened."""
    for table, counted in counted_games():
        yield _archived(table, counted)


def _archived(table: Table, counted: CountedGame) -> ArchivedGame:
    return ArchivedGame(
        id=game_id(table),
        record=record_of(table),
        started=f"{counted.started:%Y-%m-%d}",
        ended=f"{counted.ended:%Y-%m-%d}",
        hours=counted.hours,
        seats=tuple(seat.bot or PERSON for seat in table.seats.all()),
        worths=tuple(counted.facts["worths"]),
        end=counted.facts["end"],
    )


def game_id(table: Table) -> str:
    """Id of a game in archives: it stays the same, and does not lead to the table."""
    return salted_hmac("archive", table.key).hexdigest()[:16]


def write_file() -> None:
    """Write the file that visitors may download, which appears once it is whole."""
    file = Path(settings.ARCHIVE_FILE)
    made = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    titles: Counter[str] = Counter()
    try:
        with compressed(made) as lines:
            for game in archived_games():
                lines.write(line_of(game))
                titles[game.record.title] += 1
        os.replace(made, file)
    finally:
        made.unlink(missing_ok=True)
    said = {"games": titles.total(), "titles": dict(sorted(titles.items())), "size": file.stat().st_size}
    ArchiveFile.objects.update_or_create(pk=1, defaults={**said, "made": timezone.now()})
