"""URLs of the help for newcomers."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.tutorial import pages

urlpatterns = [
    path("glossary/", pages.glossary, name="glossary"),
    path("t/<slug:key>/guide/", pages.guide, name="guide"),
]
