"""URLs of tournaments."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.clubs.tournaments import pages

urlpatterns = [
    path("clubs/<slug:key>/tournaments/", pages.tournaments, name="club-tournaments"),
    path("clubs/<slug:key>/tournaments/new/", pages.new, name="new-tournament"),
    path("tournaments/<slug:key>/", pages.tournament, name="tournament"),
]
