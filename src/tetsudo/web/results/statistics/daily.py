"""Daily count of finished games, after the daily cleanup."""

from __future__ import annotations

from django.conf import settings

from tetsudo.web.results.statistics import archive, counting


def count() -> None:
    """Count new games, make the statistics, and write the public archive if the host has turned it on."""
    counting.count_new()
    counting.make_statistics()
    if settings.PUBLIC_ARCHIVE:
        archive.write_file()
