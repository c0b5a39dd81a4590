"""URLs of the help for newcomers."""

from __future__ import annotations

from django.urls import include, path

from tetsudo.web.tutorial import pages
from tetsudo.web.tutorial.learn import pages as learn

urlpatterns = [
    path("glossary/", pages.glossary, name="glossary"),
    path("learn/", learn.learn, name="learn"),
    path("learn/reset/", learn.reset, name="reset-lessons"),
    path("learn/<slug:title>/<slug:name>/<int:number>/", learn.step, name="lesson"),
    path("puzzles/", include("tetsudo.web.tutorial.puzzles.urls")),
    path("t/<slug:key>/guide/", pages.guide, name="guide"),
]
