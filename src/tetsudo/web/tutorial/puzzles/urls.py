"""URLs of the puzzles."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.tutorial.puzzles import pages

urlpatterns = [
    path("", pages.puzzles, name="puzzles"),
    path("<str:title>/<slug:kind>/<int:number>/", pages.puzzle, name="puzzle"),
]
