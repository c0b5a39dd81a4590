"""URLs of the statistics and the archive."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.results.statistics import pages

urlpatterns = [
    path("titles/<str:title>/statistics/", pages.statistics, name="statistics"),
    path("games/archive/", pages.archive, name="archive"),
    path("games/archive.jsonl.gz", pages.archive_file, name="archive-file"),
]
