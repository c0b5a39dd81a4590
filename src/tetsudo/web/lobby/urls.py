"""The addresses round the tables."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.lobby import pages

urlpatterns = [
    path("", pages.lobby, name="lobby"),
    path("new/", pages.new, name="new"),
    path("play/", pages.play, name="play"),
    path("import/", pages.import_game, name="import"),
    path("seat/<str:key>/", pages.seat, name="seat"),
    path("guest/", pages.guest, name="guest"),
    path("guest/<str:key>/", pages.be_guest, name="be-guest"),
    path("palette.css", pages.palette, name="palette"),
    path("t/<str:key>/seats/", pages.seats, name="seats"),
    path("t/<str:key>/branch/<int:version>/", pages.branch, name="branch"),
    path("t/<str:key>/record/", pages.download, name="download"),
]
