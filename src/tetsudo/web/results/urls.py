"""URLs of a table's plots, final page and rematch, below its key."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.results import pages

urlpatterns = [
    path("plots/", pages.plots, name="plots"),
    path("plots/<slug:name>.csv", pages.sheet, name="plot-csv"),
    path("plots/<slug:name>.svg", pages.picture, name="plot-svg"),
    path("end/", pages.end, name="end"),
    path("rematch/", pages.rematch, name="rematch"),
]
