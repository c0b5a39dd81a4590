"""URLs of sandbox boards."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.play.sandbox import pages

urlpatterns = [
    path("board/", pages.what_if, name="what-if"),
    path("board/board.toml", pages.file, name="what-if-file"),
    path("board/read/", pages.read, name="read-board"),
    path("t/<slug:key>/board/", pages.board_of_table, name="table-board"),
]
